//! The policies that come with Warploom.

use crate::choice::Choice;
use crate::declaration::{CtaDeclaration, Declaration, WarpDeclaration, WaveDeclaration};
use crate::kind::{CtaKind, PolicyKind, WarpKind, WaveKind};

/// The built-in warp policies, in the order of listings.
pub const WARP_POLICIES: &[WarpDeclaration] = &[
    crate::lrr::DECLARATION,
    crate::gto::DECLARATION,
    crate::oldest::DECLARATION,
    crate::gty::DECLARATION,
    crate::phase::DECLARATION,
    crate::phase_plus::DECLARATION,
    crate::two_level::DECLARATION,
    crate::tl_gpgpusim::DECLARATION,
    crate::pro::DECLARATION,
    crate::mto::DECLARATION,
    crate::motrr::DECLARATION,
    crate::swl::DECLARATION,
    crate::ccws::DECLARATION,
    crate::caws::DECLARATION,
];

/// The built-in wave policies, in the order of listings.
pub const WAVE_POLICIES: &[WaveDeclaration] = &[
    crate::wave::rr::DECLARATION,
    crate::wave::lookahead::DECLARATION,
    crate::wave::two_level::DECLARATION,
    crate::wave::two_level::WITH_LOOKAHEAD,
    crate::wave::oldest::DECLARATION,
];

/// The built-in CTA policies, in the order of listings. The first is the default.
pub const CTA_POLICIES: &[CtaDeclaration] = &[
    crate::cta::rr::DECLARATION,
    crate::cta::first_available::DECLARATION,
    crate::cta::block::DECLARATION,
    crate::cta::fill::DECLARATION,
    crate::cta::bcs::DECLARATION,
];

/// A kind of policy with built-in policies.
pub trait BuiltIn: PolicyKind {
    /// The policies that come with Warploom, in the order of listings.
    const BUILT_IN: &'static [Declaration<Self>];
}

impl BuiltIn for WarpKind {
    const BUILT_IN: &'static [WarpDeclaration] = WARP_POLICIES;
}

impl BuiltIn for WaveKind {
    const BUILT_IN: &'static [WaveDeclaration] = WAVE_POLICIES;
}

impl BuiltIn for CtaKind {
    const BUILT_IN: &'static [CtaDeclaration] = CTA_POLICIES;
}

/// Round robin.
impl Default for Choice<CtaKind> {
    fn default() -> Choice<CtaKind> {
        Choice::new(&CTA_POLICIES[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    fn check<K: BuiltIn>() {
        Registry::<K>::check(K::BUILT_IN).unwrap_or_else(|error| panic!("{error}: {}", error.help()));
        for policy in K::BUILT_IN {
            assert!(!policy.origin.is_empty() && policy.origin != "no paper", "{}", policy.name);
        }
    }

    #[test]
    fn every_built_in_declaration_is_sound() {
        check::<WarpKind>();
        check::<CtaKind>();
        let warp = |name: &str| WarpKind::BUILT_IN.iter().any(|policy| policy.name == name);
        assert!(!CtaKind::BUILT_IN.iter().any(|policy| warp(policy.name)), "a name is a policy of one kind");
    }
}
