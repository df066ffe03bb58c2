//! Schedules: the policies of a run, as evaluations and claims spell them.

use warploom_gpu::machine::Machine;
use warploom_policy::{CTA_POLICIES, Choice, ChoiceError, CorePolicy, CtaKind, WARP_POLICIES, WAVE_POLICIES};

/// The policies of a run: `gto`, or `rr/block` where an evaluation varies the placement of CTAs, too.
///
/// ```
/// use warploom_gpu::machine::named;
/// use warploom_papers::reproduce::schedule::Schedule;
/// let machine = named("hd7970-thesis").expect("it is built in").machine();
/// let schedule = Schedule::parse("rr/block", &machine)?;
/// assert_eq!(schedule.policy.to_string(), "rr:order=wave");
/// assert_eq!(schedule.named_cta_policy(), "block");
/// assert!(Schedule::parse("rr/blok", &machine).is_err());
/// # Ok::<(), warploom_policy::ChoiceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The policy of warps, or of waves on a machine of CUs.
    pub policy: CorePolicy,
    /// The CTA policy; none for the default, which the text does not name.
    cta_policy: Option<Choice<CtaKind>>,
}

impl Schedule {
    /// Parses a schedule of built-in policies. A reproduction runs no others, so that the build id covers all of them.
    ///
    /// # Errors
    /// As [`CorePolicy::parse`].
    pub fn parse(text: &str, machine: &Machine) -> Result<Schedule, ChoiceError> {
        let (policy, cta_policy) = split(text);
        Ok(Schedule {
            policy: CorePolicy::parse(policy, machine, WARP_POLICIES, WAVE_POLICIES)?,
            cta_policy: cta_policy.map(|text| Choice::parse(text, CTA_POLICIES)).transpose()?,
        })
    }

    /// The CTA policy.
    pub fn cta_policy(&self) -> Choice<CtaKind> {
        self.cta_policy.clone().unwrap_or_default()
    }

    /// The CTA policy with all its parameters; empty where the text names none.
    pub fn named_cta_policy(&self) -> String {
        self.cta_policy.as_ref().map_or(String::new(), Choice::to_string)
    }
}

/// The texts of a schedule's policy and, if it names one, of its CTA policy.
pub(super) fn split(text: &str) -> (&str, Option<&str>) {
    text.split_once('/').map_or((text, None), |(policy, cta_policy)| (policy, Some(cta_policy)))
}
