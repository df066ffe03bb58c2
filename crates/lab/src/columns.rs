//! Records as columns of a table: one row per record, nested fields by their paths (`stalls.idle`, `l1.hits`).
//!
//! These are the columns of every table of records: those of reproductions, of studies and of the Python package.

use crate::record::{Cache, CuUnits, Record, Setting};
use crate::table::Table;
use crate::watch::{CAUSES, COMPUTE, IN_FLIGHT, MEMORY, Observation, PHASES, RESIDENT};
use std::iter::repeat_n;
use warploom_gpu::counters::Cause;

/// The version of the columns. It changes when a column is renamed, removed or gets another meaning; new columns do not change it.
pub const SCHEMA_VERSION: u32 = 1;

/// A row: a record, or the inputs of a run that failed and so has no record.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The inputs of the run.
    pub setting: &'a Setting,
    /// The record; none of a run that failed. Numbers of the row are then missing.
    pub record: Option<&'a Record>,
}

impl<'a> From<&'a Record> for Row<'a> {
    fn from(record: &'a Record) -> Row<'a> {
        Row { setting: &record.setting, record: Some(record) }
    }
}

/// The columns that are equal for all records of a run.
pub fn add_settings<'a>(table: &mut Table, of: impl Iterator<Item = &'a Setting> + Clone) {
    table.text("work", of.clone().map(|s| s.work.as_str()));
    table.text("size", of.clone().map(|s| s.size.clone().unwrap_or_default()));
    table.maybe("seed", of.clone().map(|s| s.seed));
    table.text("machine", of.clone().map(|s| s.machine.as_str()));
    table.text("policy", of.clone().map(|s| s.policy.as_str()));
    table.text("cta_policy", of.clone().map(|s| s.cta_policy.as_str()));
    table.text("version", of.clone().map(|s| s.version.as_str()));
    table.text("digest", of.map(|s| s.digest.as_str()));
}

/// A column of whole numbers: its name, and how to read it.
type Counter<T> = (&'static str, fn(T) -> u64);

/// All columns of these rows that do not depend on the host.
pub fn add_records(table: &mut Table, rows: &[Row<'_>]) {
    let of = || rows.iter().map(|row| row.record);
    add_settings(table, rows.iter().map(|row| row.setting));
    table.text("l2_start", rows.iter().map(|row| row.setting.l2_start.name()));
    table.maybe_text("kernel", of().map(|r| Some(r?.kernel.as_str())));
    table.maybe_text("kernel_name", of().map(|r| Some(r?.kernel_name.as_str())));
    table.maybe("launch", of().map(|r| r?.launch));
    table.maybe_text("ended", of().map(|r| Some(&*r?.ended)));
    let numbers: [Counter<&Record>; 7] = [
        ("ctas", |r| r.ctas),
        ("host_copied", |r| r.host_copied),
        ("cycles", |r| r.cycles),
        ("warp_instructions", |r| r.warp_instructions),
        ("thread_instructions", |r| r.thread_instructions),
        ("scheduler_cycles", |r| r.scheduler_cycles),
        ("missed", |r| r.missed),
    ];
    for (name, number) in numbers {
        table.maybe(name, of().map(|r| r.map(number)));
    }
    table.maybe_fraction("microseconds", of().map(|r| Some(r?.microseconds)));
    table.maybe_fraction("ipc", of().map(|r| Some(r?.ipc)));
    for cause in Cause::ALL {
        table.maybe(&format!("stalls.{}", cause.name()), of().map(|r| Some(r?.stalls.of(cause))));
    }
    for (level, cache) in [("l1", (|r| r.l1) as fn(&Record) -> Cache), ("l2", |r| r.l2)] {
        let counters: [Counter<Cache>; 5] = [
            ("accesses", |c| c.accesses),
            ("hits", |c| c.hits),
            ("pending", |c| c.pending),
            ("misses", |c| c.misses),
            ("reservation_fails", |c| c.reservation_fails),
        ];
        for (name, counter) in counters {
            table.maybe(&format!("{level}.{name}"), of().map(|r| Some(counter(cache(r?)))));
        }
    }
    table.maybe("dram.reads", of().map(|r| Some(r?.dram.reads)));
    table.maybe("dram.writes", of().map(|r| Some(r?.dram.writes)));
    table.maybe("dram.row_hits", of().map(|r| Some(r?.dram.row_hits)));
    table.maybe("dram.bytes", of().map(|r| Some(r?.dram.bytes)));
    let occupancy = || of().map(|r| r?.occupancy.as_ref());
    table.maybe("occupancy.ctas_per_sm", occupancy().map(|o| Some(u64::from(o?.ctas_per_sm))));
    table.maybe("occupancy.warps_per_sm", occupancy().map(|o| Some(u64::from(o?.warps_per_sm))));
    table.maybe_text("occupancy.limiter", occupancy().map(|o| Some(&*o?.limiter)));
    let units: [Counter<&CuUnits>; 7] = [
        ("branch", |cu| cu.branch),
        ("scalar", |cu| cu.scalar),
        ("scalar_loads", |cu| cu.scalar_loads),
        ("simd", |cu| cu.simd),
        ("vector_memory", |cu| cu.vector_memory),
        ("lds", |cu| cu.lds),
        ("busy_cycles", |cu| cu.busy_cycles),
    ];
    for (name, unit) in units {
        table.maybe(&format!("cu.{name}"), of().map(|r| Some(unit(r?.cu.as_ref()?))));
    }
    table.maybe_fraction("cu.idle", of().map(|r| Some(r?.cu?.idle)));
}

/// The columns that depend on the host.
pub fn add_hosts(table: &mut Table, rows: &[Row<'_>]) {
    let of = || rows.iter().map(|row| Some(row.record?.host));
    table.maybe_fraction("seconds", of().map(|host| Some(host?.seconds)));
    table.maybe("threads", of().map(|host| Some(host?.threads as u64)));
}

/// A table of records, one row each.
///
/// ```
/// use warploom_lab::columns;
/// let table = columns::records([]).batch()?;
/// assert!(table.schema().column_with_name("stalls.scoreboard_memory").is_some());
/// # Ok::<(), warploom_lab::table::TableError>(())
/// ```
pub fn records<'a>(records: impl IntoIterator<Item = &'a Record>) -> Table {
    let rows: Vec<Row<'_>> = records.into_iter().map(Row::from).collect();
    let mut table = Table::default();
    add_records(&mut table, &rows);
    add_hosts(&mut table, &rows);
    table
}

/// The samples of SMs over time: one row per bin, with one column per phase.
pub fn series(setting: &Setting, seen: &[Observation]) -> Table {
    let rows: usize = seen.iter().map(|seen| seen.tracks.len()).sum();
    let each = |of: &dyn Fn(&Observation) -> u64| -> Vec<u64> {
        seen.iter().flat_map(|seen| repeat_n(of(seen), seen.tracks.len())).collect()
    };
    let means = |track: usize| seen.iter().flat_map(move |seen| seen.tracks.means(track));
    let sums = |track: usize| seen.iter().flat_map(move |seen| seen.tracks.sums(track));
    let mut table = Table::default();
    add_settings(&mut table, repeat_n(setting, rows));
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
pub fn ctas(setting: &Setting, seen: &[Observation]) -> Table {
    let of = || seen.iter().flat_map(|seen| seen.ctas.iter().map(move |cta| (seen, cta)));
    let mut table = Table::default();
    add_settings(&mut table, repeat_n(setting, of().count()));
    table.text("kernel", of().map(|(seen, _)| seen.kernel.as_str()));
    table.number("launch", of().map(|(seen, _)| seen.launch));
    table.number("sm", of().map(|(seen, _)| u64::from(seen.sm.0)));
    table.number("cta", of().map(|(_, cta)| cta.cta));
    table.number("place", of().map(|(_, cta)| u64::from(cta.place)));
    table.number("start", of().map(|(_, cta)| cta.start));
    table.number("end", of().map(|(_, cta)| cta.end));
    table
}

/// Issued instructions in order: one row per instruction.
pub fn issues(setting: &Setting, seen: &[Observation]) -> Table {
    let of = || seen.iter().flat_map(|seen| seen.issues.iter().map(move |issue| (seen, issue)));
    let mut table = Table::default();
    add_settings(&mut table, repeat_n(setting, of().count()));
    table.text("kernel", of().map(|(seen, _)| seen.kernel.as_str()));
    table.number("launch", of().map(|(seen, _)| seen.launch));
    table.number("sm", of().map(|(seen, _)| u64::from(seen.sm.0)));
    table.number("cycle", of().map(|(_, issue)| issue.cycle));
    table.number("scheduler", of().map(|(_, issue)| u64::from(issue.scheduler.0)));
    table.number("slot", of().map(|(_, issue)| u64::from(issue.slot.0)));
    table.number("cta", of().map(|(_, issue)| issue.cta));
    table.number("pc", of().map(|(_, issue)| u64::from(issue.pc.0)));
    table
}
