//! The table of a run.

use crate::ui::output;
use crate::ui::simulation::{l2_note, placed};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::LaunchRecord;
use warploom_lab::record::{Cache, HostCopied, Record, Setting, stall_parts};
use warploom_lab::run::RunResult;
use warploom_lab::work::symbol::KernelNames;
use warploom_report::Table;
use warploom_report::units;

/// A kernel with this many launches has one row for all of them.
const FOLDED_FROM: usize = 3;

/// Stall causes shown after `issued`.
const CAUSES: usize = 3;

/// Smallest share shown.
const SMALLEST: f64 = 0.005;

/// The table with its heading and notes.
pub fn summary(name: &str, result: &RunResult, machine: &Machine) -> String {
    let total = &result.total;
    let Setting { machine: on, policy, cta_policy, l2_start, .. } = &total.setting;
    let l2 = l2_note(*l2_start, machine, [HostCopied::of(&result.records)]);
    let mut text = format!("{name}, on {on} under {policy}{}\n{l2}\n", placed(cta_policy));
    let (per_core, account) =
        if machine.cu.is_some() { ("per CU", "unit-cycles") } else { ("per SM", "scheduler-cycles") };
    let mut table = Table::new(&[
        "kernel", ">CTAs", ">cycles", ">µs", ">IPC", per_core, ">L1 hits", ">L2 hits", ">DRAM", account,
    ]);
    let rows = rows(result);
    rows.iter().for_each(|(name, record)| table.row(cells(name, record, machine)));
    if rows.len() > 1 {
        table.row(cells("total", total, machine));
    }
    let _ = write!(text, "{}", output::table(&table));
    text.push_str(&ends(result));
    let _ = writeln!(
        text,
        "\n{} warp instructions in {:.2} s, {} million per second on {}",
        total.warp_instructions,
        total.host.seconds,
        units::decimal(total.host.warp_instructions_per_second / 1e6),
        units::counted(total.host.threads as u64, "thread", "threads"),
    );
    text
}

/// A row for each launch, or one for all launches of a kernel if there are many.
fn rows(result: &RunResult) -> Vec<(String, Record)> {
    let mut kernels: BTreeMap<&str, Vec<&LaunchRecord>> = BTreeMap::new();
    for launch in &result.launches {
        kernels.entry(&launch.launch.kernel).or_default().push(launch);
    }
    let names = KernelNames::new(kernels.keys().copied());
    let mut rows = Vec::new();
    for record in &result.records {
        let name = names.of(&record.kernel);
        match kernels.get(record.kernel.as_str()).map_or(0, Vec::len) {
            // The kernel has its row.
            0 => {}
            count if count < FOLDED_FROM => rows.push((name.to_owned(), record.clone())),
            count => {
                let same = kernels.remove(record.kernel.as_str()).unwrap_or_default();
                rows.push((format!("{name} ×{count}"), result.together(&record.kernel, &same)));
            }
        }
    }
    rows
}

fn cells(name: &str, record: &Record, machine: &Machine) -> [String; 10] {
    let occupancy = record.occupancy.as_ref().map_or("differs".to_owned(), |found| {
        let ctas = units::counted(found.ctas_per_sm.into(), "CTA", "CTAs");
        format!("{ctas}, {} ({})", units::counted(found.warps_per_sm.into(), "warp", "warps"), found.limiter)
    });
    let hits = |cache: &Cache| cache.hit_rate().map_or("-".to_owned(), units::percent);
    // The clock is in MHz.
    let seconds = record.cycles.max(1) as f64 / (machine.clock.sm * 1e6);
    [
        name.to_owned(),
        record.ctas.to_string(),
        record.cycles.to_string(),
        units::decimal(record.microseconds),
        units::decimal(record.ipc),
        occupancy,
        hits(&record.l1),
        hits(&record.l2),
        units::bandwidth(record.dram.bytes as f64 / seconds),
        shares(record),
    ]
}

/// The share of issued cycles, and of the most frequent stall causes.
pub fn shares(record: &Record) -> String {
    let share = |cycles: u64| cycles as f64 / record.stalls.total().max(1) as f64;
    let issued = (Cause::Issued.name().to_owned(), record.stalls.of(Cause::Issued));
    let mut causes = stall_parts(&record.stalls, &record.details);
    causes.retain(|(cause, cycles)| *cause != issued.0 && share(*cycles) >= SMALLEST);
    // The sort is stable: equal shares keep the order of causes.
    causes.sort_by_key(|&(_, cycles)| std::cmp::Reverse(cycles));
    let label = |(cause, cycles): (String, u64)| format!("{cause} {}", units::percent(share(cycles)));
    let worth = causes.into_iter().take(CAUSES);
    [issued].into_iter().chain(worth).map(label).collect::<Vec<_>>().join(", ")
}

/// A note on launches that ended early.
fn ends(result: &RunResult) -> String {
    let cut: Vec<&Record> = result.records.iter().filter(|record| record.ended != "complete").collect();
    let Some(first) = cut.first() else { return String::new() };
    if result.is_interrupted() {
        return "\nthe last launch was interrupted\n".to_owned();
    }
    let launches = units::counted(result.records.len() as u64, "launch", "launches");
    format!("\n{} of {launches} ended early, by --{}\n", cut.len(), first.ended)
}
