//! Import options.

use super::opcodes::OpcodeMap;
use std::sync::Arc;

/// Options that override missing or wrong information in a trace.
///
/// ```
/// use warploom_tape::accelsim::{OpcodeMap, Options};
/// // A trace whose header has garbage for the architecture and the registers.
/// let options = Options { architecture: OpcodeMap::version_named("turing"), registers: Some(18), ..Options::default() };
/// assert_eq!(options.architecture, Some(75));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Binary version (the NN of sm_NN) instead of the header's.
    pub architecture: Option<u32>,
    /// Registers per thread instead of the header's.
    pub registers: Option<u32>,
    /// Opcode maps that take precedence over the built-in ones.
    pub maps: Vec<Arc<OpcodeMap>>,
    /// Whether to accept launches with missing CTAs.
    pub partial: bool,
}

impl Options {
    /// The opcode map for a binary version.
    pub(super) fn map(&self, version: u32) -> Option<Arc<OpcodeMap>> {
        let given = self.maps.iter().find(|map| map.versions().contains(&version));
        given.or_else(|| OpcodeMap::built_in(version)).cloned()
    }
}
