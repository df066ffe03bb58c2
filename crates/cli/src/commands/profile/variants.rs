//! The same kernels on other machines and under other policies, and the lower bound on their cycles.

use super::Runner;
use crate::ui::command::Failure;
use std::collections::BTreeMap;
use warploom_gpu::machine::Machine;
use warploom_lab::oracle::{Bound, BoundError, bounds};
use warploom_lab::profile::{KernelProfile, profiles};
use warploom_lab::record::Record;
use warploom_lab::work_tape::WorkTape;
use warploom_policy::CorePolicy;
use warploom_report::profile::{LowerBound, Variant, Variants};

/// Computes the lower bound of each kernel, which may change its verdict. Returns it with the limit that sets it.
fn lower_bounds(
    runner: &Runner<'_>,
    taped: &WorkTape,
    machine: &Machine,
    of: &mut [KernelProfile],
) -> Result<BTreeMap<String, LowerBound>, Failure> {
    let l2_start = runner.options.l2_start;
    let found = match bounds(&mut taped.file.reader(), &mut taped.file.reader(), machine, l2_start) {
        Ok(found) => found,
        Err(BoundError::Tape(error)) => return Err(error.into()),
        Err(error) => return Err(Failure::mistake(error.to_string(), None)),
    };
    let mut all = BTreeMap::new();
    for profile in of {
        let launches = || found.iter().filter(|bound| bound.kernel == profile.kernel);
        let cycles = launches().map(Bound::cycles).sum();
        let longest = launches().max_by_key(|bound| bound.cycles());
        let Some(limit) = longest.and_then(|bound| bound.greatest().1) else { continue };
        profile.verdict.near_bound(profile.record.cycles, (cycles, limit), machine);
        all.insert(profile.kernel.clone(), LowerBound { cycles, limit: limit.to_string() });
    }
    Ok(all)
}

/// Simulates the variants. Returns those of each kernel, with its lower bound.
pub fn find(
    runner: &Runner<'_>,
    taped: &WorkTape,
    (machine, others): (&Machine, &[Machine]),
    (policy, policies): (&CorePolicy, &[CorePolicy]),
    of: &mut [KernelProfile],
) -> Result<BTreeMap<String, Variants>, Failure> {
    let mut lower_bounds = lower_bounds(runner, taped, machine, of)?;
    let of = &*of;
    let mut variants =
        |kernel: &str| Variants { lower_bound: lower_bounds.remove(kernel), ..Variants::default() };
    let mut all: BTreeMap<String, Variants> =
        of.iter().map(|profile| &profile.kernel).map(|kernel| (kernel.clone(), variants(kernel))).collect();
    let record_of = |kernel: &str| of.iter().find(|profile| profile.kernel == kernel).map(|p| &p.record);
    let own = |profile: &KernelProfile| variant(machine.name.clone(), profile, Some(&profile.record));
    for profile in of {
        let variants = all.entry(profile.kernel.clone()).or_default();
        variants.machines.push(own(profile));
        variants.policies.push(Variant { name: policy.as_written(), ..own(profile) });
    }
    for other in others {
        let policy = runner.context.core_policy(&policy.to_string(), other)?;
        for profile in profiles(&runner.run(taped, other, &policy)?, other) {
            let found = variant(other.name.clone(), &profile, record_of(&profile.kernel));
            all.entry(profile.kernel.clone()).or_default().machines.push(found);
        }
    }
    for other in policies {
        if other.to_string() == policy.to_string() {
            runner.progress.end();
            continue;
        }
        for profile in profiles(&runner.run(taped, machine, other)?, machine) {
            let found = variant(other.as_written(), &profile, record_of(&profile.kernel));
            all.entry(profile.kernel.clone()).or_default().policies.push(found);
        }
    }
    Ok(all)
}

fn variant(name: String, profile: &KernelProfile, base: Option<&Record>) -> Variant {
    let record = &profile.record;
    let speedup = base.map_or(1.0, |base| base.microseconds / record.microseconds.max(f64::MIN_POSITIVE));
    Variant {
        name,
        cycles: record.cycles,
        microseconds: record.microseconds,
        speedup,
        bound_by: profile.verdict.bound_by,
    }
}
