//! Use of each part of the machine as a share of its peak, and the roofline model.

use super::KernelLaunches;
use super::flops::{FlopKind, flops};
use serde::Serialize;
use warploom_gpu::DecodedCode;
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::{ClassName, Machine, SmDescription};
use warploom_kernel::class::Class;
use warploom_kernel::phase::Reading;
use warploom_kernel::program::Pc;

/// Use of a part of the machine.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Peak {
    /// The part: `issue`, the name of a unit, `shared`, `l1`, `l2`, `dram` or `cta_starts`.
    pub part: String,
    /// Its use, as a share of its peak.
    pub share: f64,
    /// The rate and the peak, with their unit.
    pub rate: String,
}

/// The part of the CTA starts.
pub const CTA_STARTS: &str = "cta_starts";

/// Use of every part that was used at all, the largest first.
pub(super) fn peaks(kernel: &KernelLaunches<'_>, machine: &Machine) -> Vec<Peak> {
    let sm = machine.sm();
    let (counters, cycles) = (&kernel.counters, kernel.cycles.max(1) as f64);
    let sms = f64::from(sm.count);
    let seconds = cycles / (machine.clock.sm * 1e6);
    let mut peaks = vec![of(
        "issue",
        counters.of(Cause::Issued) as f64 / cycles,
        sms * f64::from(sm.schedulers),
        "warp instructions per cycle",
    )];
    peaks.extend(unit_peaks(kernel, machine));
    peaks.push(of(
        "shared",
        counters.accesses.shared_passes as f64 / cycles,
        sms,
        "passes over the banks per cycle",
    ));
    if let Some(l1) = &sm.l1 {
        let lookups = counters.l1.reads.accesses() + counters.l1.writes.accesses();
        let peak = sms * f64::from(l1.banks);
        peaks.push(of("l1", lookups as f64 / cycles, peak, "sectors per cycle"));
    }
    let lookups = counters.l2.reads.accesses() + counters.l2.writes.accesses();
    let memory_cycles = cycles * machine.clock.memory.unwrap_or(machine.clock.sm) / machine.clock.sm;
    let slices = f64::from(machine.l2.partitions * machine.l2.slices);
    peaks.push(of("l2", lookups as f64 / memory_cycles, slices, "sectors per cycle"));
    let dram = dram_bytes_per_second(machine) / 1e9;
    peaks.push(of("dram", counters.dram.bytes as f64 / seconds / 1e9, dram, "GB/s"));
    // An SM starts at most one CTA in a cycle, and a machine may start fewer.
    let starts = machine.cta_interval.map_or(sms, |interval| (1.0 / interval).min(sms));
    peaks.push(of(CTA_STARTS, kernel.ctas as f64 / cycles, starts, "CTAs per cycle"));
    peaks.retain(|peak| peak.share > 0.0);
    peaks.sort_by(|a, b| b.share.total_cmp(&a.share));
    peaks
}

fn of(part: &str, rate: f64, peak: f64, unit: &str) -> Peak {
    let number = |value: f64| if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.2}") };
    Peak {
        part: part.to_owned(),
        share: if peak > 0.0 { rate / peak } else { 0.0 },
        rate: format!("{} of {} {unit}", number(rate), number(peak)),
    }
}

/// Peak bandwidth of DRAM in bytes per second: what all data buses transfer if they are never idle.
pub(super) fn dram_bytes_per_second(machine: &Machine) -> f64 {
    f64::from(machine.dram.channel.peak() * machine.l2.partitions) * machine.clock.dram * 1e6
}

/// Use of each execution unit: cycles for which its instructions occupy it.
fn unit_peaks(kernel: &KernelLaunches<'_>, machine: &Machine) -> Vec<Peak> {
    let sm = machine.sm();
    let mut busy = vec![0_u64; sm.units.len()];
    for record in &kernel.launches {
        let decoded = DecodedCode::new(&record.launch.code, machine, record.launch.width, Reading::default());
        for (at, counts) in record.by_instruction.iter().enumerate() {
            let (unit, interval) = decoded.occupation(Pc(at as u32));
            if let Some(busy) = busy.get_mut(unit.index()) {
                *busy += counts.of(Cause::Issued) * u64::from(interval);
            }
        }
    }
    let cycles = kernel.cycles.max(1) as f64;
    let unit = |(busy, (name, unit)): (u64, (&String, &warploom_gpu::machine::Unit))| {
        of(name, busy as f64 / cycles, f64::from(unit.count * sm.count), "units busy")
    };
    busy.into_iter().zip(&sm.units).map(unit).collect()
}

/// A kernel in the roofline model: what it computes for the bytes that it moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Roofline {
    /// The operations: `fp32`, `fp64`, `fp16` or `tensor`, whichever the kernel has most of.
    pub operations: &'static str,
    /// Floating-point operations of active lanes. A multiply-add counts as two.
    pub flops: f64,
    /// Floating-point operations per byte of DRAM; none if no byte was moved.
    pub flops_per_dram_byte: Option<f64>,
    /// Floating-point operations per byte of L2.
    pub flops_per_l2_byte: Option<f64>,
    /// The rate reached, in GFLOP/s.
    pub gflops: f64,
    /// The rate of the unit, in GFLOP/s; none if no unit executes the operations.
    pub peak_gflops: Option<f64>,
    /// Bandwidth of DRAM in GB/s.
    pub dram_gbps: f64,
    /// Bandwidth of the L2 in GB/s.
    pub l2_gbps: f64,
}

impl Roofline {
    /// The rate that the lowest roof allows at the kernel's intensities, in GFLOP/s, and what this roof is.
    pub fn roof(&self) -> Option<(f64, &'static str)> {
        let dram = self.flops_per_dram_byte.map(|intensity| (intensity * self.dram_gbps, "DRAM"));
        let l2 = self.flops_per_l2_byte.map(|intensity| (intensity * self.l2_gbps, "the L2"));
        let unit = self.peak_gflops.map(|peak| (peak, "the unit"));
        [dram, l2, unit].into_iter().flatten().min_by(|(a, _), (b, _)| a.total_cmp(b))
    }
}

/// The kernel in the roofline model; none without floating-point operations.
pub(super) fn roofline(kernel: &KernelLaunches<'_>, machine: &Machine) -> Option<Roofline> {
    let mut by_kind = [0.0_f64; FlopKind::ALL.len()];
    for record in &kernel.launches {
        for (instruction, counts) in record.launch.code.instructions.iter().zip(&record.by_instruction) {
            if let Some((kind, per_lane)) = flops(&instruction.opcode) {
                by_kind[kind as usize] += per_lane * counts.threads as f64;
            }
        }
    }
    let (kind, flops) = FlopKind::ALL
        .into_iter()
        .zip(by_kind)
        .max_by(|(_, a), (_, b)| a.total_cmp(b))
        .filter(|of| of.1 > 0.0)?;
    let counters = &kernel.counters;
    let seconds = kernel.cycles.max(1) as f64 / (machine.clock.sm * 1e6);
    let l2_bytes = (counters.l2.reads.accesses() + counters.l2.writes.accesses()) * 32;
    let per = |bytes: u64| (bytes > 0).then(|| flops / bytes as f64);
    let memory_mhz = machine.clock.memory.unwrap_or(machine.clock.sm);
    Some(Roofline {
        operations: kind.name(),
        flops,
        flops_per_dram_byte: per(counters.dram.bytes),
        flops_per_l2_byte: per(l2_bytes),
        gflops: flops / seconds / 1e9,
        peak_gflops: peak_gflops(machine.sm(), kind, machine.clock.sm),
        dram_gbps: dram_bytes_per_second(machine) / 1e9,
        l2_gbps: f64::from(machine.l2.partitions * machine.l2.slices * 32) * memory_mhz / 1e3,
    })
}

/// Peak rate of the unit that executes a kind of operations, if each of its instructions is a multiply-add. The rate of tensor cores
/// depends on shape and type, and is left open.
fn peak_gflops(sm: &SmDescription, kind: FlopKind, mhz: f64) -> Option<f64> {
    let class = match kind {
        FlopKind::Fp32 | FlopKind::Fp16 => Class::Float,
        FlopKind::Fp64 => Class::Double,
        FlopKind::Tensor => return None,
    };
    let (unit, timing) =
        sm.units.values().find_map(|unit| Some((unit, unit.work.get(&ClassName(class))?)))?;
    let per_lane = if kind == FlopKind::Fp16 { 4.0 } else { 2.0 };
    let lanes = 32.0 * f64::from(unit.count) / f64::from(timing.interval);
    Some(per_lane * lanes * f64::from(sm.count) * mhz / 1e3)
}
