//! Warp-scheduling policies: those of the papers, and what they are compared with.
//!
//! A policy is a file with a [`WarpPolicy`](warploom_gpu::policy::WarpPolicy) and its [`Declaration`], and a line in
//! [`ALL`]. Nothing but `gpu`'s public interface is used: a crate of yours can do all that is done here.
//!
//! ```
//! use warploom_policy::{ALL, Choice};
//! let policy = Choice::parse("tl-gpgpusim:ready=8", ALL)?;
//! assert_eq!(policy.to_string(), "tl-gpgpusim:ready=8");
//! assert_eq!(Choice::parse("tl-gpgpusim", ALL)?.to_string(), "tl-gpgpusim:ready=6");
//! let unknown = Choice::parse("gta", ALL).unwrap_err();
//! assert_eq!(unknown.to_string(), "there is no policy `gta`");
//! assert_eq!(unknown.help(), "did you mean `gto`?");
//! # Ok::<(), warploom_policy::ChoiceError>(())
//! ```

mod choice;
mod declaration;
mod gto;
mod gty;
mod lrr;
mod oldest;
mod tl_gpgpusim;

pub use choice::{Choice, ChoiceError};
pub use declaration::{Cost, Declaration, Parameter, Per, Range, Value, Values};

/// Every policy, in the order they are shown.
pub const ALL: &[Declaration] =
    &[lrr::DECLARATION, gto::DECLARATION, oldest::DECLARATION, gty::DECLARATION, tl_gpgpusim::DECLARATION];
