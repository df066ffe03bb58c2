//! What a trace does not say, or says wrongly.

use super::opcodes::OpcodeMap;
use std::sync::Arc;

/// What to take for granted where a trace does not say it, or says it wrongly.
///
/// ```
/// use warploom_tape::accelsim::{OpcodeMap, Options};
/// // A trace whose header has garbage for the architecture and the registers.
/// let options = Options { architecture: OpcodeMap::version_named("turing"), registers: Some(18), ..Options::default() };
/// assert_eq!(options.architecture, Some(75));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The binary version, instead of the header's: the NN of sm_NN.
    pub architecture: Option<u32>,
    /// Registers per thread, instead of the header's.
    pub registers: Option<u32>,
    /// Opcode maps that go before those that are built in.
    pub maps: Vec<Arc<OpcodeMap>>,
    /// Whether launches of which not all CTAs are there are accepted.
    pub partial: bool,
}

impl Options {
    /// The opcode map for a binary version.
    pub(super) fn map(&self, version: u32) -> Option<Arc<OpcodeMap>> {
        let given = self.maps.iter().find(|map| map.versions().contains(&version));
        given.or_else(|| OpcodeMap::built_in(version)).cloned()
    }
}
