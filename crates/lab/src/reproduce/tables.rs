//! The tables of a reproduction, as Parquet files.

use super::ReproduceError;
use super::cu_counters::CuSums;
use super::stored::Runs;
use crate::record::{Cache, Record, Setting};
use crate::table::Table;
use crate::watch::{CAUSES, COMPUTE, IN_FLIGHT, MEMORY, Observation, PHASES, RESIDENT};
use std::iter::repeat_n;
use warploom_gpu::WaveUnit;
use warploom_gpu::counters::Cause;

/// Issued instructions of SM 0 that are stored per launch.
pub const ISSUES: usize = 10_000;

/// Adds the columns that are equal for all records of a run.
fn settings<'a>(table: &mut Table, of: impl Iterator<Item = &'a Setting> + Clone) {
    table.text("work", of.clone().map(|s| s.work.as_str()));
    table.text("size", of.clone().map(|s| s.size.clone().unwrap_or_default()));
    table.maybe("seed", of.clone().map(|s| s.seed));
    table.text("machine", of.clone().map(|s| s.machine.as_str()));
    table.text("policy", of.clone().map(|s| s.policy.as_str()));
    table.text("cta_policy", of.clone().map(|s| s.cta_policy.as_str()));
    table.text("version", of.clone().map(|s| s.version.as_str()));
    table.text("digest", of.map(|s| s.digest.as_str()));
}

/// All records: one row per launch, and one per run.
///
/// # Errors
/// If the table cannot be written.
pub fn records(runs: &Runs) -> Result<Vec<u8>, ReproduceError> {
    let all: Vec<&Record> = runs.all().flat_map(|kept| &kept.records).collect();
    let of = || all.iter().copied();
    let mut table = Table::default();
    settings(&mut table, of().map(|record| &record.setting));
    table.text("kernel", of().map(|r| r.kernel.as_str()));
    table.maybe("launch", of().map(|r| r.launch));
    table.text("ended", of().map(|r| &*r.ended));
    table.number("ctas", of().map(|r| r.ctas));
    table.number("cycles", of().map(|r| r.cycles));
    table.number("warp_instructions", of().map(|r| r.warp_instructions));
    table.number("thread_instructions", of().map(|r| r.thread_instructions));
    table.fraction("ipc", of().map(|r| r.ipc));
    table.number("scheduler_cycles", of().map(|r| r.scheduler_cycles));
    for cause in Cause::ALL {
        table.number(&format!("stalls.{}", cause.name()), of().map(|r| r.stalls.of(cause)));
    }
    table.number("missed", of().map(|r| r.missed));
    for (level, cache) in [("l1", (|r| r.l1) as fn(&Record) -> Cache), ("l2", |r| r.l2)] {
        table.number(&format!("{level}.accesses"), of().map(|r| cache(r).accesses));
        table.number(&format!("{level}.hits"), of().map(|r| cache(r).hits));
        table.number(&format!("{level}.pending"), of().map(|r| cache(r).pending));
        table.number(&format!("{level}.misses"), of().map(|r| cache(r).misses));
        table.number(&format!("{level}.reservation_fails"), of().map(|r| cache(r).reservation_fails));
    }
    table.number("dram.reads", of().map(|r| r.dram.reads));
    table.number("dram.writes", of().map(|r| r.dram.writes));
    table.number("dram.row_hits", of().map(|r| r.dram.row_hits));
    table.number("dram.bytes", of().map(|r| r.dram.bytes));
    table.fraction("seconds", of().map(|r| r.host.seconds));
    Ok(table.parquet()?)
}

/// The counters of CUs: one row per run and CU. None if no run has CUs.
///
/// # Errors
/// If the table cannot be written.
pub fn cus(runs: &Runs) -> Result<Option<Vec<u8>>, ReproduceError> {
    let all: Vec<(&Setting, usize, &CuSums)> = runs
        .all()
        .filter_map(|run| Some((&run.records.last()?.setting, &run.cus)))
        .flat_map(|(setting, cus)| cus.iter().enumerate().map(move |(number, cu)| (setting, number, cu)))
        .collect();
    if all.is_empty() {
        return Ok(None);
    }
    let of = || all.iter().copied();
    let mut table = Table::default();
    settings(&mut table, of().map(|(setting, ..)| setting));
    table.number("cu", of().map(|(_, number, _)| number as u64));
    for unit in WaveUnit::ALL {
        table.number(&format!("issues.{}", unit.name()), of().map(|(.., cu)| cu.issues[unit.index()]));
    }
    table.number("scalar_loads", of().map(|(.., cu)| cu.scalar_loads));
    table.number("busy_cycles", of().map(|(.., cu)| cu.busy_cycles));
    table.number("l1.hits", of().map(|(.., cu)| cu.l1_hits));
    table.number("l1.misses", of().map(|(.., cu)| cu.l1_misses));
    Ok(Some(table.parquet()?))
}

/// The samples of SMs over time: one row per bin, with one column per phase.
///
/// # Errors
/// If the table cannot be written.
pub fn series(setting: &Setting, seen: &[Observation]) -> Result<Vec<u8>, ReproduceError> {
    let rows: usize = seen.iter().map(|seen| seen.tracks.len()).sum();
    let each = |of: &dyn Fn(&Observation) -> u64| -> Vec<u64> {
        seen.iter().flat_map(|seen| repeat_n(of(seen), seen.tracks.len())).collect()
    };
    let means = |track: usize| seen.iter().flat_map(move |seen| seen.tracks.means(track));
    let sums = |track: usize| seen.iter().flat_map(move |seen| seen.tracks.sums(track));
    let mut table = Table::default();
    settings(&mut table, repeat_n(setting, rows));
    table.text("kernel", seen.iter().flat_map(|seen| repeat_n(seen.kernel.clone(), seen.tracks.len())));
    table.number("launch", each(&|seen| seen.launch));
    table.number("sm", each(&|seen| u64::from(seen.sm.0)));
    table.number("cycle", seen.iter().flat_map(|seen| seen.tracks.starts()));
    table.number("cycles", each(&|seen| seen.tracks.width()));
    table.fraction("resident_warps", means(RESIDENT));
    table.fraction("compute_in_flight", means(COMPUTE));
    table.fraction("memory_in_flight", means(MEMORY));
    table.fraction("warps_in_flight", means(IN_FLIGHT));
    for cause in Cause::ALL {
        table.number(&format!("stalls.{}", cause.name()), sums(CAUSES + cause as usize));
    }
    let phases = seen.iter().map(|seen| seen.phases).max().unwrap_or(0);
    for phase in 0..phases {
        table.fraction(&format!("phase.{}", phase + 1), means(PHASES + phase));
    }
    Ok(table.parquet()?)
}

/// The residency of CTAs on SMs: one row per CTA.
///
/// # Errors
/// If the table cannot be written.
pub fn ctas(setting: &Setting, seen: &[Observation]) -> Result<Vec<u8>, ReproduceError> {
    let of = || seen.iter().flat_map(|seen| seen.ctas.iter().map(move |cta| (seen, cta)));
    let mut table = Table::default();
    settings(&mut table, repeat_n(setting, of().count()));
    table.text("kernel", of().map(|(seen, _)| seen.kernel.as_str()));
    table.number("launch", of().map(|(seen, _)| seen.launch));
    table.number("sm", of().map(|(seen, _)| u64::from(seen.sm.0)));
    table.number("cta", of().map(|(_, cta)| cta.cta));
    table.number("place", of().map(|(_, cta)| u64::from(cta.place)));
    table.number("start", of().map(|(_, cta)| cta.start));
    table.number("end", of().map(|(_, cta)| cta.end));
    Ok(table.parquet()?)
}

/// Issued instructions in order: one row per instruction.
///
/// # Errors
/// If the table cannot be written.
pub fn issues(setting: &Setting, seen: &[Observation]) -> Result<Vec<u8>, ReproduceError> {
    let of = || seen.iter().flat_map(|seen| seen.issues.iter().map(move |issue| (seen, issue)));
    let mut table = Table::default();
    settings(&mut table, repeat_n(setting, of().count()));
    table.text("kernel", of().map(|(seen, _)| seen.kernel.as_str()));
    table.number("launch", of().map(|(seen, _)| seen.launch));
    table.number("sm", of().map(|(seen, _)| u64::from(seen.sm.0)));
    table.number("cycle", of().map(|(_, issue)| issue.cycle));
    table.number("scheduler", of().map(|(_, issue)| u64::from(issue.scheduler.0)));
    table.number("slot", of().map(|(_, issue)| u64::from(issue.slot.0)));
    table.number("cta", of().map(|(_, issue)| issue.cta));
    table.number("pc", of().map(|(_, issue)| u64::from(issue.pc.0)));
    Ok(table.parquet()?)
}
