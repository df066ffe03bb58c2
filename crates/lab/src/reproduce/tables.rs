//! The tables of a reproduction, as Parquet files.

use super::ReproduceError;
use super::cu_counters::CuSums;
use super::stored::Runs;
use crate::columns;
use crate::record::Setting;
use crate::table::Table;
use crate::watch::{CAUSES, COMPUTE, IN_FLIGHT, MEMORY, Observation, PHASES, RESIDENT};
use std::iter::repeat_n;
use warploom_gpu::WaveUnit;
use warploom_gpu::counters::Cause;

/// Issued instructions of SM 0 that are stored per launch.
pub const ISSUES: usize = 10_000;

/// All records: one row per launch, and one per run.
///
/// # Errors
/// If the table cannot be written.
pub fn records(runs: &Runs) -> Result<Vec<u8>, ReproduceError> {
    Ok(columns::records(runs.all().flat_map(|kept| &kept.records)).parquet()?)
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
    columns::add_settings(&mut table, of().map(|(setting, ..)| setting));
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

/// The samples of SMs over time, as a Parquet file.
///
/// # Errors
/// If the table cannot be written.
pub fn series(setting: &Setting, seen: &[Observation]) -> Result<Vec<u8>, ReproduceError> {
    Ok(series_table(setting, seen).parquet()?)
}

/// The samples of SMs over time: one row per bin, with one column per phase.
pub fn series_table(setting: &Setting, seen: &[Observation]) -> Table {
    let rows: usize = seen.iter().map(|seen| seen.tracks.len()).sum();
    let each = |of: &dyn Fn(&Observation) -> u64| -> Vec<u64> {
        seen.iter().flat_map(|seen| repeat_n(of(seen), seen.tracks.len())).collect()
    };
    let means = |track: usize| seen.iter().flat_map(move |seen| seen.tracks.means(track));
    let sums = |track: usize| seen.iter().flat_map(move |seen| seen.tracks.sums(track));
    let mut table = Table::default();
    columns::add_settings(&mut table, repeat_n(setting, rows));
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
    table
}

/// The residency of CTAs on SMs: one row per CTA.
///
/// # Errors
/// If the table cannot be written.
pub fn ctas(setting: &Setting, seen: &[Observation]) -> Result<Vec<u8>, ReproduceError> {
    let of = || seen.iter().flat_map(|seen| seen.ctas.iter().map(move |cta| (seen, cta)));
    let mut table = Table::default();
    columns::add_settings(&mut table, repeat_n(setting, of().count()));
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
    columns::add_settings(&mut table, repeat_n(setting, of().count()));
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
