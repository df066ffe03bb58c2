//! The same kernels on other machines and under other policies, and the lower bound on their cycles.

use super::Runner;
use crate::ui::command::Failure;
use std::collections::{BTreeMap, BTreeSet};
use warploom_gpu::machine::Machine;
use warploom_lab::oracle::{BoundError, bounds};
use warploom_lab::profile::{IdealChange, KernelProfile, judge_by_bounds, profiles};
use warploom_lab::record::Record;
use warploom_lab::work_tape::WorkTape;
use warploom_policy::CorePolicy;
use warploom_report::profile::{LowerBound, Variant, Variants};
use warploom_report::units;

/// Computes the lower bound of each kernel, which may change its verdict. Returns it with the limit that sets it.
pub fn lower_bounds(
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
    let judged = judge_by_bounds(of, &found, machine).into_iter();
    Ok(judged
        .map(|(kernel, (cycles, limit))| (kernel, LowerBound { cycles, limit: limit.to_string() }))
        .collect())
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

/// Simulates every kernel without its limit, and with a grid twice as large.
pub fn simulate_ideals(
    runner: &Runner<'_>,
    taped: &WorkTape,
    (machine, policy): (&Machine, &CorePolicy),
    of: &[KernelProfile],
    all: &mut BTreeMap<String, Variants>,
) -> Result<(), Failure> {
    let changes: BTreeSet<IdealChange> =
        of.iter().filter_map(IdealChange::of).chain([IdealChange::LargerGrid]).collect();
    for change in changes {
        let Some(ideal) = change.machine(machine) else { continue };
        runner.progress.begin(&format!("{} {}", taped.label.work, change.name()));
        let mut source = change.source(taped.file.reader());
        let result = runner.run_source(&taped.label, &mut source, (&ideal, policy), None)?;
        for profile in profiles(&result, &ideal) {
            let Some(own) = of.iter().find(|own| own.kernel == profile.kernel) else { continue };
            let mut found = variant(change.name().to_owned(), &profile, Some(&own.record));
            let variants = all.entry(profile.kernel.clone()).or_default();
            if change == IdealChange::LargerGrid {
                // Time per CTA.
                found.speedup *= profile.record.ctas as f64 / own.record.ctas.max(1) as f64;
                let grid = |profile: &KernelProfile| units::extents(profile.grid);
                variants.grids = vec![
                    variant(grid(own), own, Some(&own.record)),
                    Variant { name: grid(&profile), ..found.clone() },
                ];
            }
            if IdealChange::of(own) == Some(change) {
                variants.gain = Some(found);
            }
        }
    }
    runner.progress.end();
    Ok(())
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
