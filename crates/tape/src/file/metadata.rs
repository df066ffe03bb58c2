//! What a file's metadata says of its launches and batches.

use super::{Totals, VERSION};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_kernel::tape::{GenericWindows, HostCopy, Launch};

/// The file as a whole.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TapeMetadata {
    pub version: u64,
    pub launches: u64,
    pub ctas: u64,
    pub warp_instructions: u64,
    pub thread_instructions: u64,
    /// Of the texts of programs, launches and batches.
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

/// What of it is the same in all versions.
#[derive(Deserialize)]
pub(super) struct VersionMetadata {
    pub version: u64,
}

/// A launch.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LaunchMetadata {
    pub kernel: String,
    /// Which of the programs it runs.
    pub program: usize,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared: u32,
    pub registers: u32,
    pub width: u32,
    pub windows: WindowsMetadata,
    /// Address and bytes of each.
    pub copies: Vec<(u64, u64)>,
    /// How many of its CTAs are there.
    pub ctas: u64,
    pub warp_instructions: u64,
    pub thread_instructions: u64,
}

/// Where windows start and end.
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
            width: launch.width,
            windows: WindowsMetadata { shared: ends(shared), local: ends(local), param: ends(param) },
            copies: launch.copies.iter().map(|copy| (copy.address, copy.bytes)).collect(),
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
            width: self.width,
            windows: GenericWindows { shared: window(shared), local: window(local), param: window(param) },
            copies: self.copies.iter().map(|&(address, bytes)| HostCopy { address, bytes }).collect(),
        }
    }
}

/// A batch.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BatchMetadata {
    pub launch: usize,
    /// Its CTAs, in order: stretches of ascending ones, the first and how many.
    pub ctas: Vec<(u64, u64)>,
    /// Of the columns' contents.
    pub digest: String,
}

/// A digest in the form it is written.
pub(super) fn digest_text(digest: u128) -> String {
    format!("{digest:032x}")
}
