//! Profiles under the metric names of Nsight Compute, where the meaning is the same.
//!
//! The CSV has the columns of `ncu --csv --metrics …`, a row for each metric of a kernel, so that scripts that read one read the other.

use super::KernelPage;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use warploom_gpu::machine::Machine;

/// A metric: its name and unit in Nsight Compute, and its value.
struct Metric {
    name: &'static str,
    unit: &'static str,
    of: fn(&KernelPage, &Machine) -> f64,
}

const fn metric(name: &'static str, unit: &'static str, of: fn(&KernelPage, &Machine) -> f64) -> Metric {
    Metric { name, unit, of }
}

/// The metrics. The page on Nsight Compute explains each, and names those that are not here.
const METRICS: &[Metric] = &[
    metric("gpu__time_duration.sum", "ns", |page, _| page.profile.record.microseconds * 1000.0),
    metric("sm__cycles_elapsed.max", "cycle", |page, _| page.profile.record.cycles as f64),
    metric("launch__grid_size", "", |page, _| extent(page.profile.grid)),
    metric("launch__block_size", "", |page, _| extent(page.profile.block)),
    metric("launch__thread_count", "thread", |page, _| {
        extent(page.profile.grid) * extent(page.profile.block)
    }),
    metric("launch__registers_per_thread", "register/thread", |page, _| page.profile.registers.into()),
    metric("sm__maximum_warps_avg_per_active_cycle", "warp", |page, _| {
        page.profile.efficiency.theoretical_warps.into()
    }),
    metric("sm__maximum_warps_per_active_cycle_pct", "%", |page, _| {
        let efficiency = &page.profile.efficiency;
        100.0 * f64::from(efficiency.theoretical_warps) / f64::from(efficiency.warp_slots)
    }),
    metric("sm__warps_active.avg.per_cycle_active", "warp", |page, _| page.profile.efficiency.achieved_warps),
    metric("sm__warps_active.avg.pct_of_peak_sustained_active", "%", |page, _| {
        let efficiency = &page.profile.efficiency;
        100.0 * efficiency.achieved_warps / f64::from(efficiency.warp_slots)
    }),
    metric("smsp__inst_executed.sum", "inst", |page, _| page.profile.record.warp_instructions as f64),
    metric("smsp__thread_inst_executed_pred_on.sum", "inst", |page, _| {
        page.profile.record.thread_instructions as f64
    }),
    metric("smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", "", |page, _| {
        page.profile.efficiency.active_lanes
    }),
    metric("sm__inst_executed.avg.per_cycle_elapsed", "inst/cycle", |page, machine| {
        let record = &page.profile.record;
        record.warp_instructions as f64 / record.cycles.max(1) as f64 / f64::from(machine.sm().count)
    }),
    metric("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "", |page, _| {
        page.profile.efficiency.bank_conflicts as f64
    }),
    metric("dram__bytes_read.sum", "byte", |page, _| dram_bytes(page, page.profile.record.dram.reads)),
    metric("dram__bytes_write.sum", "byte", |page, _| dram_bytes(page, page.profile.record.dram.writes)),
    metric("dram__throughput.avg.pct_of_peak_sustained_elapsed", "%", |page, _| {
        let part = page.profile.peaks.iter().find(|peak| peak.part == "dram");
        100.0 * part.map_or(0.0, |peak| peak.share)
    }),
];

fn extent([x, y, z]: [u32; 3]) -> f64 {
    f64::from(x) * f64::from(y) * f64::from(z)
}

/// The bytes of so many of the accesses to DRAM, which all have the same size.
fn dram_bytes(page: &KernelPage, accesses: u64) -> f64 {
    let dram = &page.profile.record.dram;
    dram.bytes as f64 * accesses as f64 / (dram.reads + dram.writes).max(1) as f64
}

/// The metrics of each kernel, as an array of objects.
pub fn json(pages: &[KernelPage], machine: &Machine) -> Value {
    let kernel = |page: &KernelPage| {
        let value = |metric: &Metric| {
            (metric.name.to_owned(), json!({ "value": (metric.of)(page, machine), "unit": metric.unit }))
        };
        let metrics: Map<String, Value> = METRICS.iter().map(value).collect();
        json!({ "Kernel Name": page.profile.kernel_name, "metrics": metrics })
    };
    pages.iter().map(kernel).collect()
}

/// The metrics as `ncu --csv` prints them: every field quoted. `program` stands for the process.
pub fn csv(pages: &[KernelPage], machine: &Machine, program: &str) -> String {
    let mut text = String::from(
        "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\",\
         \"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n",
    );
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    for (id, page) in pages.iter().enumerate() {
        let shape = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
        for metric in METRICS {
            let value = (metric.of)(page, machine);
            let number = if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.6}") };
            let fields = [
                &id.to_string(),
                "0",
                program,
                "localhost",
                &page.profile.kernel_name,
                "1",
                "7",
                &shape(page.profile.block),
                &shape(page.profile.grid),
                "0",
                &machine.name,
                "Command line profiler metrics",
                metric.name,
                metric.unit,
                &number,
            ];
            let row: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
            let _ = writeln!(text, "{}", row.join(","));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_lists_every_metric() {
        let page = include_str!("../../../../docs/reference/nsight.md");
        for metric in METRICS {
            assert!(page.contains(&format!("`{}`", metric.name)), "{}", metric.name);
        }
    }
}
