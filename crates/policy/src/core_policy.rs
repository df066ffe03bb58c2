//! The policy of a machine's cores, whether SMs or CUs.

use crate::choice::{Choice, ChoiceError, split_list};
use crate::custom::CustomPolicy;
use crate::declaration::Declaration;
use crate::kind::{PolicyKind, WarpKind, WaveKind};
use std::fmt;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::Simulation;

/// A policy for the cores of a machine: of warps on SMs, of waves on CUs.
///
/// ```
/// use warploom_gpu::machine::named;
/// use warploom_policy::{CorePolicy, WARP_POLICIES, WAVE_POLICIES};
/// let (gtx480, hd7970) = (named("gtx480").unwrap().machine(), named("hd7970").unwrap().machine());
/// let parse = |text, machine| CorePolicy::parse(text, machine, WARP_POLICIES, WAVE_POLICIES);
/// assert_eq!(parse("lookahead", &hd7970)?.to_string(), "lookahead:order=wave");
/// assert_eq!(parse("gto", &gtx480)?.to_string(), "gto");
/// let wrong = parse("gto", &hd7970).unwrap_err();
/// assert_eq!(wrong.to_string(), "`gto` is a warp policy, but hd7970 has CUs");
/// assert_eq!(wrong.help(), "the policies for CUs are rr, lookahead, two-level, two-level+lookahead, oldest");
/// # Ok::<(), warploom_policy::ChoiceError>(())
/// ```
#[derive(Clone, Debug)]
pub enum CorePolicy {
    Warps(Choice<WarpKind>),
    Waves(Choice<WaveKind>),
    /// A policy of warps without a declaration, made by the program itself.
    Custom(CustomPolicy),
}

impl CorePolicy {
    /// Parses the name and settings of a policy for a machine's cores.
    ///
    /// # Errors
    /// As [`Choice::parse`], or if the policy is for the other kind of cores.
    pub fn parse(
        text: &str,
        machine: &Machine,
        warps: &[Declaration<WarpKind>],
        waves: &[Declaration<WaveKind>],
    ) -> Result<CorePolicy, ChoiceError> {
        if machine.cu.is_some() {
            let found = Choice::parse(text, waves).map(CorePolicy::Waves);
            found.map_err(|error| wrong_cores(error, machine, ("warp policy", "CUs"), warps))
        } else {
            let found = Choice::parse(text, warps).map(CorePolicy::Warps);
            found.map_err(|error| wrong_cores(error, machine, ("wave policy", "SMs"), waves))
        }
    }

    /// Parses policies with commas between them, as [`Choice::parse_list`].
    ///
    /// # Errors
    /// As [`CorePolicy::parse`].
    pub fn parse_list(
        text: &str,
        machine: &Machine,
        warps: &[Declaration<WarpKind>],
        waves: &[Declaration<WaveKind>],
    ) -> Result<Vec<CorePolicy>, ChoiceError> {
        split_list(text).iter().map(|name| CorePolicy::parse(name, machine, warps, waves)).collect()
    }

    /// The policy's name.
    pub fn name(&self) -> &str {
        match self {
            CorePolicy::Warps(choice) => choice.declaration().name,
            CorePolicy::Waves(choice) => choice.declaration().name,
            CorePolicy::Custom(policy) => policy.name(),
        }
    }

    /// The policy as its user wrote it, or its name with the parameters that differ from their defaults.
    pub fn as_written(&self) -> String {
        match self {
            CorePolicy::Warps(choice) => choice.as_written(),
            CorePolicy::Waves(choice) => choice.as_written(),
            CorePolicy::Custom(policy) => policy.name().to_owned(),
        }
    }

    /// A simulation of a machine each of whose cores has this policy, and sees phases as the policy defines them.
    pub fn simulation<'a>(&'a self, machine: &'a Machine) -> Simulation<'a> {
        match self {
            CorePolicy::Warps(choice) => {
                Simulation::new(machine, |_| choice.make(machine.sm())).phases(choice.phases())
            }
            CorePolicy::Waves(choice) => Simulation::of_cus(machine, |_| choice.make(machine.cu())),
            CorePolicy::Custom(policy) => Simulation::new(machine, |_| policy.make(machine.sm())),
        }
    }
}

/// The error for a policy of the `other` kind, if its name is one.
fn wrong_cores<K: PolicyKind>(
    error: ChoiceError,
    machine: &Machine,
    (kind, cores): (&'static str, &'static str),
    other: &[Declaration<K>],
) -> ChoiceError {
    match error {
        ChoiceError::UnknownPolicy { name, known, .. }
            if other.iter().any(|policy| policy.name.eq_ignore_ascii_case(&name)) =>
        {
            ChoiceError::WrongCores { kind, name, machine: machine.name.clone(), cores, known }
        }
        error => error,
    }
}

impl From<Choice<WarpKind>> for CorePolicy {
    fn from(choice: Choice<WarpKind>) -> CorePolicy {
        CorePolicy::Warps(choice)
    }
}

impl From<CustomPolicy> for CorePolicy {
    fn from(policy: CustomPolicy) -> CorePolicy {
        CorePolicy::Custom(policy)
    }
}

impl From<Choice<WaveKind>> for CorePolicy {
    fn from(choice: Choice<WaveKind>) -> CorePolicy {
        CorePolicy::Waves(choice)
    }
}

impl fmt::Display for CorePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CorePolicy::Warps(choice) => choice.fmt(f),
            CorePolicy::Waves(choice) => choice.fmt(f),
            CorePolicy::Custom(policy) => f.write_str(policy.name()),
        }
    }
}
