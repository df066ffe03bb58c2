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
mod swl;
mod tl_gpgpusim;
mod two_level;
mod wave;

pub use choice::{Choice, ChoiceError};
pub use core_policy::CorePolicy;
pub use custom::CustomPolicy;
pub use declaration::{Cost, CtaDeclaration, Declaration, Per, WarpDeclaration, WaveDeclaration};
pub use kind::{CtaKind, CtaProperties, PolicyKind, WarpKind, WarpProperties, WaveKind};
pub use parameter::{AnyParameter, Parameter, Range, Value, Values};
pub use registry::{DeclarationError, Registry};

/// The built-in warp policies, in the order of listings.
pub const WARP_POLICIES: &[WarpDeclaration] = &[
    lrr::DECLARATION,
    gto::DECLARATION,
    oldest::DECLARATION,
    gty::DECLARATION,
    phase::DECLARATION,
    phase_plus::DECLARATION,
    two_level::DECLARATION,
    tl_gpgpusim::DECLARATION,
    pro::DECLARATION,
    mto::DECLARATION,
    motrr::DECLARATION,
    swl::DECLARATION,
    ccws::DECLARATION,
    caws::DECLARATION,
];

/// The built-in wave policies, in the order of listings.
pub const WAVE_POLICIES: &[WaveDeclaration] = &[
    wave::rr::DECLARATION,
    wave::lookahead::DECLARATION,
    wave::two_level::DECLARATION,
    wave::two_level::WITH_LOOKAHEAD,
    wave::oldest::DECLARATION,
];

/// The built-in CTA policies, in the order of listings. The first is the default.
pub const CTA_POLICIES: &[CtaDeclaration] = &[
    cta::rr::DECLARATION,
    cta::first_available::DECLARATION,
    cta::block::DECLARATION,
    cta::fill::DECLARATION,
    cta::bcs::DECLARATION,
];
