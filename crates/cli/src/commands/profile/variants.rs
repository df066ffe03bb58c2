//! The same kernels on other machines and under other policies, and the lower bound on their cycles.

use super::Runner;
use crate::ui::command::Failure;
use std::collections::BTreeMap;
use warploom_gpu::machine::Machine;
use warploom_lab::oracle::{BoundError, bounds};
use warploom_lab::profile::{KernelProfile, profiles};
use warploom_lab::record::Record;
use warploom_lab::work_tape::WorkTape;
use warploom_policy::CorePolicy;
use warploom_report::profile::{LowerBound, Variant, Variants};

/// Simulates the variants. Returns those of each kernel.
pub fn find(
    runner: &Runner<'_>,
    taped: &WorkTape,
    (machine, others): (&Machine, &[Machine]),
    (policy, policies): (&CorePolicy, &[CorePolicy]),
    of: &[KernelProfile],
) -> Result<BTreeMap<String, Variants>, Failure> {
    let mut all: BTreeMap<String, Variants> =
        of.iter().map(|profile| (profile.kernel.clone(), Variants::default())).collect();
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
    let l2_start = runner.options.l2_start;
    let found = match bounds(&mut taped.file.reader(), &mut taped.file.reader(), machine, l2_start) {
        Ok(found) => found,
        Err(BoundError::Tape(error)) => return Err(error.into()),
        Err(error) => return Err(Failure::mistake(error.to_string(), None)),
    };
    for bound in found {
        let Some(variants) = all.get_mut(&bound.kernel) else { continue };
        let (cycles, limit) = bound.greatest();
        let limit = limit.map(ToString::to_string).unwrap_or_default();
        match &mut variants.lower_bound {
            Some(sum) => sum.cycles += cycles,
            none => *none = Some(LowerBound { cycles, limit }),
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
