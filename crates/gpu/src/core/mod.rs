//! What SMs and CUs have in common: the CTA queue, the launch's configuration, resident CTAs and their barriers, the place of
//! local memory, and the account of cycles without events.

mod barrier;
mod base;
mod blocked;
pub(crate) mod gpu_core;
mod local;
mod queue;

pub(crate) use base::{CoreBase, LaunchConfig};
pub use blocked::{BlockedWarp, WaitReason};
pub(crate) use local::{LOCAL_BASE, LocalLayout};
pub(crate) use queue::{CtaQueue, QueuedCta};
