//! JSON metadata of a tape file.

use super::{Totals, VERSION};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_kernel::tape::{GenericWindows, HostCopy, Launch};

/// Metadata of the file.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TapeMetadata {
    pub version: u64,
    pub launches: u64,
    pub ctas: u64,
    pub warp_instructions: u64,
    pub thread_instructions: u64,
    /// Digest of the metadata of programs, launches and batches.
    pub digest: String,
}

impl TapeMetadata {
    pub fn of(totals: &Totals) -> TapeMetadata {
        TapeMetadata {
            version: VERSION.into(),
            launches: totals.launches,
            ctas: totals.ctas,
            warp_instructions: totals.warp_instructions,
            thread_instructions: totals.thread_instructions,
            digest: digest_text(totals.digest),
        }
    }
}

/// The part of the metadata that all format versions share.
#[derive(Deserialize)]
pub(super) struct VersionMetadata {
    pub version: u64,
}

/// Metadata of a launch.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LaunchMetadata {
    pub kernel: String,
    pub program: usize,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared: u32,
    pub registers: u32,
    /// SGPRs of GCN code.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub scalar_registers: u32,
    pub width: u32,
    pub windows: WindowsMetadata,
    /// Address and bytes of each host copy.
    pub copies: Vec<(u64, u64)>,
    /// Number in the work, if it is not the position on the tape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Number of CTAs on the tape.
    pub ctas: u64,
    pub warp_instructions: u64,
    pub thread_instructions: u64,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Start and end of the generic address ranges.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WindowsMetadata {
    shared: (u64, u64),
    local: (u64, u64),
    param: (u64, u64),
}

impl LaunchMetadata {
    pub fn of(launch: &Launch, program: usize) -> LaunchMetadata {
        let ends = |window: &Range<u64>| (window.start, window.end);
        let GenericWindows { shared, local, param } = &launch.windows;
        LaunchMetadata {
            kernel: launch.kernel.clone(),
            program,
            grid: launch.grid,
            block: launch.block,
            shared: launch.shared,
            registers: launch.registers,
            scalar_registers: launch.scalar_registers,
            width: launch.width,
            windows: WindowsMetadata { shared: ends(shared), local: ends(local), param: ends(param) },
            copies: launch.copies.iter().map(|copy| (copy.address, copy.bytes)).collect(),
            number: launch.number,
            ctas: 0,
            warp_instructions: 0,
            thread_instructions: 0,
        }
    }

    pub fn launch(&self, code: Arc<Code>) -> Launch {
        let window = |(start, end)| start..end;
        let WindowsMetadata { shared, local, param } = self.windows;
        Launch {
            kernel: self.kernel.clone(),
            code,
            grid: self.grid,
            block: self.block,
            shared: self.shared,
            registers: self.registers,
            scalar_registers: self.scalar_registers,
            width: self.width,
            windows: GenericWindows { shared: window(shared), local: window(local), param: window(param) },
            copies: self.copies.iter().map(|&(address, bytes)| HostCopy { address, bytes }).collect(),
            number: self.number,
        }
    }
}

/// Metadata of a batch.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BatchMetadata {
    pub launch: usize,
    /// CTAs in order, as ranges: first number and count.
    pub ctas: Vec<(u64, u64)>,
    /// Digest of the columns.
    pub digest: String,
}

/// A digest as hexadecimal text.
pub(super) fn digest_text(digest: u128) -> String {
    format!("{digest:032x}")
}
