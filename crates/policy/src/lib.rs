//! Warp-scheduling policies: those of the papers, and what they are compared with.
//!
//! Beside them, in [`CTA_ALL`], those that decide which SM gets a CTA.
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

mod caws;
mod ccws;
mod choice;
mod cta;
mod declaration;
mod gto;
mod gty;
mod lrr;
mod motrr;
mod mto;
mod oldest;
mod phase;
mod pro;
mod swl;
mod tl_gpgpusim;
mod two_level;

pub use choice::{Choice, ChoiceError};
pub use cta::{CTA_ALL, CtaChoice, CtaChoiceError, CtaDeclaration};
pub use declaration::{Cost, Declaration, Parameter, Per, Range, Value, Values};

/// Every policy, in the order they are shown.
pub const ALL: &[Declaration] = &[
    lrr::DECLARATION,
    gto::DECLARATION,
    oldest::DECLARATION,
    gty::DECLARATION,
    phase::DECLARATION,
    two_level::DECLARATION,
    tl_gpgpusim::DECLARATION,
    pro::DECLARATION,
    mto::DECLARATION,
    motrr::DECLARATION,
    swl::DECLARATION,
    ccws::DECLARATION,
    caws::DECLARATION,
];
