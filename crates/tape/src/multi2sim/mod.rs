//! Import of Multi2Sim's traces of AMD GCN kernels.
//!
//! A recorded run is a folder with three parts: `trace/RUN.trace`, the instructions of every wavefront; `launch/RUN.txt`, its
//! launches and pages; and `isa/APP.KERNEL.s`, a listing of each kernel. [`Reader`] delivers the launches and work-groups of a
//! trace as a [`Source`](warploom_kernel::tape::Source); [`import`] writes them to a tape file. Trace and launch file may be
//! compressed.
//!
//! A tape of a trace equals the tape of an execution of the same listing, with these exceptions:
//!
//! * *Lanes.* A trace has the EXEC mask of vector memory and LDS instructions only. All other instructions have all lanes of
//!   the wavefront, so that counts of thread instructions are upper bounds. A scalar load has one lane.
//! * *Addresses* of global memory are physical: caches and L2 slices of Multi2Sim are indexed by physical addresses, and its
//!   pages are numbered by first touch. LDS addresses are those of the trace.
//! * *LDS.* [`Launch::shared`](warploom_kernel::tape::Launch::shared) excludes LDS that is passed as an argument, because
//!   Multi2Sim does not count it for occupancy. [`RecordedLaunch::lds`] includes it.
//! * *Host copies* consist of the pages that a kernel touches. Other pages have no physical address.
//!
//! The accesses of inactive lanes, which follow `|`, are checked and not kept. Fetch times are no part of a tape:
//! [`fetch_times`] reads them.

mod error;
mod fetch;
mod files;
mod import;
mod launch_file;
mod line;
mod listing;
mod pages;
mod reader;
mod run;
mod words;

pub use error::{Error, Reason};
pub use fetch::{FetchTimes, fetch_times};
pub use files::is_trace;
pub use import::{ImportError, import};
pub use launch_file::RecordedLaunch;
pub use pages::{PAGE, Pages};
pub use reader::{Options, Reader};
pub use run::RecordedRun;
