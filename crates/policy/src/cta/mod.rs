//! CTA policies: who decides which CTA goes to which SM.
//!
//! A CTA policy is a file with a [`CtaPolicy`] and its [`CtaDeclaration`], and a line in [`CTA_ALL`].

mod bcs;
mod block;
mod choice;
mod fill;
mod rr;

pub use choice::{CtaChoice, CtaChoiceError};

use warploom_gpu::placement::CtaPolicy;

/// A CTA policy, declared.
#[derive(Clone, Copy, Debug)]
pub struct CtaDeclaration {
    /// What it is called on the command line and in records.
    pub name: &'static str,
    /// Its rule, in a line.
    pub about: &'static str,
    /// Where it comes from.
    pub origin: &'static str,
    /// Whether it asks for CTAs by their numbers. Work that is being executed comes in its order alone, and is put on a tape first.
    pub by_number: bool,
    /// Makes one for a run.
    pub make: fn() -> Box<dyn CtaPolicy>,
}

/// Every CTA policy, in the order they are shown. The first is what is used unless another is named.
pub const CTA_ALL: &[CtaDeclaration] =
    &[rr::DECLARATION, block::DECLARATION, fill::DECLARATION, bcs::DECLARATION];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL;

    #[test]
    fn every_declaration_is_sound() {
        for (at, policy) in CTA_ALL.iter().enumerate() {
            assert!(policy.name.bytes().all(|b| b.is_ascii_lowercase()), "{policy:?}");
            assert!(!policy.about.is_empty() && !policy.origin.is_empty(), "{policy:?}");
            let others =
                CTA_ALL[..at].iter().map(|other| other.name).chain(ALL.iter().map(|other| other.name));
            assert!(others.into_iter().all(|name| name != policy.name), "{} is there twice", policy.name);
        }
    }
}
