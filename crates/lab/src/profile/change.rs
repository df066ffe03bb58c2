//! What moved between two profiles of a kernel.

use super::KernelProfile;
use crate::record::{Record, stall_parts};
use serde::Serialize;
use std::collections::BTreeMap;

/// A quantity in two profiles.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Change {
    /// The quantity.
    pub what: String,
    pub before: f64,
    pub now: f64,
    /// The change as a share of the cycles before; for stalls only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_cycles: Option<f64>,
}

/// Cycles of schedulers by cause and detail, per scheduler: comparable between runs on one machine.
fn cycles_by_cause(record: &Record) -> BTreeMap<String, f64> {
    let schedulers = (record.scheduler_cycles as f64 / record.cycles.max(1) as f64).max(1.0);
    let parts = stall_parts(&record.stalls, &record.details).into_iter();
    parts.map(|(name, cycles)| (name, cycles as f64 / schedulers)).collect()
}

/// What moved from one profile of a kernel to another: cycles, instructions and traffic, then stalls, the largest change first.
pub fn changes(before: &Record, now: &KernelProfile) -> Vec<Change> {
    let after = &now.record;
    let plain =
        |what: &str, before: f64, now: f64| Change { what: what.to_owned(), before, now, of_cycles: None };
    let mut changes = vec![
        plain("cycles", before.cycles as f64, after.cycles as f64),
        plain("warp instructions", before.warp_instructions as f64, after.warp_instructions as f64),
        plain("L1 accesses", before.l1.accesses as f64, after.l1.accesses as f64),
        plain("L2 accesses", before.l2.accesses as f64, after.l2.accesses as f64),
        plain("DRAM bytes", before.dram.bytes as f64, after.dram.bytes as f64),
    ];
    let (was, is) = (cycles_by_cause(before), cycles_by_cause(after));
    let names: std::collections::BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let mut stalls: Vec<Change> = names
        .into_iter()
        .map(|what| {
            let of = |cycles: &BTreeMap<String, f64>| cycles.get(what).copied().unwrap_or(0.0);
            let (before_cycles, now) = (of(&was), of(&is));
            let of_cycles = Some((now - before_cycles) / before.cycles.max(1) as f64);
            Change { what: what.clone(), before: before_cycles, now, of_cycles }
        })
        .filter(|change| change.of_cycles.is_some_and(|share| share.abs() >= 0.001))
        .collect();
    stalls.sort_by(|a, b| b.of_cycles.unwrap_or(0.0).abs().total_cmp(&a.of_cycles.unwrap_or(0.0).abs()));
    changes.extend(stalls);
    changes
}
