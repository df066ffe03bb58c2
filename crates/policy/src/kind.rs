//! The kinds of policies. Declarations, parameters, parsing and listing are the same for every kind.

use crate::parameter::Values;
use std::fmt;
use warploom_gpu::machine::{CuDescription, Machine, SmDescription};
use warploom_gpu::placement::CtaPolicy;
use warploom_gpu::policy::WarpPolicy;
use warploom_gpu::wave_policy::WavePolicy;
use warploom_kernel::phase::Reading;

/// A kind of policy: the decision that its policies make, and what they are made from.
///
/// A further kind is one more type with this trait and a list of [built-in](crate::BuiltIn) policies.
pub trait PolicyKind: Copy + fmt::Debug + Send + Sync + 'static {
    /// The trait of its policies, as a trait object.
    type Policy: ?Sized;
    /// The part of a machine's description that a policy of this kind is made for.
    type Hardware;
    /// Properties that only policies of this kind declare.
    type Properties: Copy + fmt::Debug + Send + Sync;

    /// The kind's name in messages and tables: `policy`, `CTA policy`.
    const NOUN: &'static str;
    /// The word in JSON for the objects of its decisions: `warps`, `ctas`.
    const DECIDES: &'static str;
    /// A built-in machine that has hardware for its policies.
    const MACHINE: &'static str;
    /// The properties of a policy that declares none.
    const PROPERTIES: Self::Properties;

    /// Returns the part of `machine` that a policy of this kind is made for.
    fn hardware(machine: &Machine) -> &Self::Hardware;

    /// Returns a remark for users about a policy with these properties, if there is one.
    fn remark(_properties: Self::Properties) -> Option<&'static str> {
        None
    }
}

/// The kind of policies that pick the warp to issue from. One object decides for all schedulers of an SM.
#[derive(Clone, Copy, Debug)]
pub enum WarpKind {}

/// Properties of a warp policy.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WarpProperties {
    /// How the policy defines the phases that it sees. Set by [`Declaration::phases`](crate::Declaration::phases).
    pub phases: fn(&Values<'_>) -> Reading,
}

impl PolicyKind for WarpKind {
    type Policy = dyn WarpPolicy;
    type Hardware = SmDescription;
    type Properties = WarpProperties;

    const NOUN: &'static str = "policy";
    const DECIDES: &'static str = "warps";
    const MACHINE: &'static str = "gtx480";
    const PROPERTIES: WarpProperties = WarpProperties { phases: |_| Reading::default() };

    fn hardware(machine: &Machine) -> &SmDescription {
        machine.sm()
    }
}

/// The kind of policies that pick the waves of a CU to issue from. One object decides for all units of a CU.
#[derive(Clone, Copy, Debug)]
pub enum WaveKind {}

impl PolicyKind for WaveKind {
    type Policy = dyn WavePolicy;
    type Hardware = CuDescription;
    type Properties = ();

    const NOUN: &'static str = "wave policy";
    const DECIDES: &'static str = "waves";
    const MACHINE: &'static str = "hd7970";
    const PROPERTIES: () = ();

    fn hardware(machine: &Machine) -> &CuDescription {
        machine.cu()
    }
}

/// The kind of policies that place CTAs on SMs. One object decides for all launches of a run.
#[derive(Clone, Copy, Debug)]
pub enum CtaKind {}

/// Properties of a CTA policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CtaProperties {
    /// Whether the policy selects CTAs by their number in the grid. Set by [`Declaration::by_number`](crate::Declaration::by_number).
    pub by_number: bool,
}

impl PolicyKind for CtaKind {
    type Policy = dyn CtaPolicy;
    type Hardware = Machine;
    type Properties = CtaProperties;

    const NOUN: &'static str = "CTA policy";
    const DECIDES: &'static str = "ctas";
    const MACHINE: &'static str = "gtx480";
    const PROPERTIES: CtaProperties = CtaProperties { by_number: false };

    fn hardware(machine: &Machine) -> &Machine {
        machine
    }

    fn remark(properties: CtaProperties) -> Option<&'static str> {
        properties
            .by_number
            .then_some("selects CTAs by number: a workload that is not a tape is written to a tape first")
    }
}
