//! Warp-scheduling policies and CTA policies: those of the papers, and the baselines that the papers compare with.
//!
//! A policy is a file with a [`WarpPolicy`](warploom_gpu::policy::WarpPolicy) or a [`CtaPolicy`](warploom_gpu::placement::CtaPolicy)
//! and its [`Declaration`], and a line in [`WARP_POLICIES`] or [`CTA_POLICIES`]. Policies use `gpu`'s public interface only, so a
//! crate outside of Warploom can implement any of them. Of `kernel`, the crate uses the
//! definition of phases, and the search for the nearest name in messages.
//!
//! ```
//! use warploom_policy::{Choice, WARP_POLICIES};
//! let policy = Choice::parse("tl-gpgpusim:ready=8", WARP_POLICIES)?;
//! assert_eq!(policy.to_string(), "tl-gpgpusim:ready=8");
//! assert_eq!(Choice::parse("tl-gpgpusim", WARP_POLICIES)?.to_string(), "tl-gpgpusim:ready=6");
//! let unknown = Choice::parse("gta", WARP_POLICIES).unwrap_err();
//! assert_eq!(unknown.to_string(), "there is no policy `gta`");
//! assert_eq!(unknown.help(), "did you mean `gto`?");
//! # Ok::<(), warploom_policy::ChoiceError>(())
//! ```

mod built_in;
mod caws;
mod ccws;
mod choice;
mod core_policy;
mod cta;
mod custom;
mod declaration;
mod gto;
mod gty;
mod kind;
mod lrr;
mod motrr;
mod mto;
mod oldest;
mod parameter;
mod phase;
mod phase_plus;
mod pro;
mod registry;
#[cfg(test)]
mod sequence;
mod swl;
mod tl_gpgpusim;
mod two_level;
mod wave;

pub use built_in::{BuiltIn, CTA_POLICIES, WARP_POLICIES, WAVE_POLICIES};
pub use choice::{Choice, ChoiceError};
pub use core_policy::CorePolicy;
pub use custom::CustomPolicy;
pub use declaration::{Cost, CtaDeclaration, Declaration, Per, WarpDeclaration, WaveDeclaration};
pub use kind::{CtaKind, CtaProperties, PolicyKind, WarpKind, WarpProperties, WaveKind};
pub use parameter::{AnyParameter, Parameter, Range, Value, Values};
pub use registry::{DeclarationError, Registry};
