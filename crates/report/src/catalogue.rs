//! The machines, policies and applications that there are, as JSON and as tables.

use crate::Table;
use serde_json::{Value, json};
use warploom_gpu::machine::{BUILT_IN, Machine};
use warploom_gpu::wave_policy::POOLS;
use warploom_kernel::class::Class;
use warploom_policy::{
    AnyParameter, CtaKind, Declaration, PolicyKind, Range, Value as ParameterValue, WarpKind, WaveKind,
};
use warploom_suite::{Application, InstructionMix, Kernel, KernelFacts, Size, applications, facts};

/// All built-in machines.
pub fn machines() -> Value {
    BUILT_IN.iter().map(|built_in| machine_json(&built_in.machine())).collect()
}

/// A table of the built-in machines.
pub fn machine_table() -> Table {
    let mut table = Table::new(&[
        "name",
        ">SMs, CUs",
        ">warps each",
        ">schedulers",
        ">MHz",
        ">L1 KiB",
        ">L2 KiB",
        ">GB/s",
        "about",
    ]);
    for machine in BUILT_IN.iter().map(|built_in| built_in.machine()) {
        let kib = |bytes: u32| (bytes >> 10).to_string();
        let l1 = match l1(&machine) {
            None => "-".to_owned(),
            Some((least, most)) if least == most => kib(least),
            Some((least, most)) => format!("{}-{}", kib(least), kib(most)),
        };
        table.row([
            machine.name.clone(),
            machine.cores().to_string(),
            warps(&machine).to_string(),
            machine.sm.as_ref().map_or("5 units".to_owned(), |sm| sm.schedulers.to_string()),
            machine.clock.sm.to_string(),
            l1,
            (machine.l2.bytes() >> 10).to_string(),
            format!("{:.0}", bandwidth(&machine)),
            machine.about.clone(),
        ]);
    }
    table
}

/// Warps of an SM, or waves of a CU.
fn warps(machine: &Machine) -> u32 {
    machine.cu.as_ref().map_or_else(|| machine.sm().warps, |cu| cu.waves * POOLS as u32)
}

/// Smallest and largest size of an L1, in bytes.
fn l1(machine: &Machine) -> Option<(u32, u32)> {
    let cache = match &machine.cu {
        Some(cu) => &cu.l1.cache,
        None => &machine.sm().l1.as_ref()?.cache,
    };
    Some((cache.bytes(), cache.sets * cache.line_bytes * cache.max_ways()))
}

/// Peak bandwidth of all channels, in GB/s.
fn bandwidth(machine: &Machine) -> f64 {
    f64::from(machine.l2.partitions) * f64::from(machine.dram.channel.peak()) * machine.clock.dram / 1000.0
}

fn machine_json(machine: &Machine) -> Value {
    json!({
        "name": machine.name,
        "about": machine.about,
        "cores": if machine.cu.is_some() { "CU" } else { "SM" },
        "sms": machine.cores(),
        "warps_per_sm": warps(machine),
        "schedulers_per_sm": machine.sm.as_ref().map(|sm| sm.schedulers),
        "clock_mhz": machine.clock.sm,
        "l1_bytes": l1(machine).map(|(least, _)| least),
        "l1_bytes_most": l1(machine).map(|(_, most)| most),
        "l2_bytes": machine.l2.bytes(),
        "dram_gigabytes_per_second": bandwidth(machine),
    })
}

/// These policies.
pub fn policies(
    warp: &[Declaration<WarpKind>],
    cta: &[Declaration<CtaKind>],
    wave: &[Declaration<WaveKind>],
) -> Value {
    warp.iter().map(policy).chain(cta.iter().map(policy)).chain(wave.iter().map(policy)).collect()
}

/// A policy's declaration.
pub fn policy<K: PolicyKind>(policy: &Declaration<K>) -> Value {
    let range = |range: Range| match range {
        Range::Whole(least, most) => json!({ "least": least, "most": most }),
        Range::OneOf(words) => json!(words),
        // A kind of range that has no form of its own.
        other => json!(other.to_string()),
    };
    let value = |value: ParameterValue| match value {
        ParameterValue::Whole(number) => json!(number),
        word => json!(word.to_string()),
    };
    let parameter = |parameter: &&dyn AnyParameter| {
        let (default, range) = (value(parameter.default()), range(parameter.range()));
        json!({ "name": parameter.name(), "about": parameter.about(), "default": default, "range": range })
    };
    json!({
        "name": policy.name,
        "decides": K::DECIDES,
        "about": policy.about,
        "origin": policy.origin,
        "parameters": policy.parameters.iter().map(parameter).collect::<Vec<_>>(),
    })
}

/// All applications of the suite, with the facts of every kernel at every size.
pub fn suite() -> Value {
    let facts = facts();
    applications().map(|application| application_json(application, &facts)).collect()
}

/// Warp instructions by class.
pub fn mix_json(mix: &InstructionMix) -> Value {
    let shown = |class: &Class| Class::SM.contains(class) || mix.of(*class) > 0;
    let shown = Class::ALL.into_iter().filter(shown);
    shown.map(|class| (class.name().to_owned(), json!(mix.of(class)))).collect()
}

/// The facts of a kernel at a size.
pub fn fact_json(fact: &KernelFacts) -> Value {
    json!({
        "size": fact.size.to_string(),
        "launches": fact.launches,
        "ctas": fact.ctas,
        "grid": fact.grid,
        "block": fact.block,
        "shared_bytes": fact.shared,
        "registers": fact.registers,
        "ctas_per_sm": fact.ctas_per_sm(),
        "warp_instructions": fact.warp_instructions,
        "thread_instructions": fact.thread_instructions,
        "memory_share": fact.mix.memory_share(),
        "memory_intensive": fact.mix.is_memory_intensive(),
        "mix": mix_json(&fact.mix),
    })
}

/// An application's declaration and its measured facts.
pub fn application_json(application: &Application, facts: &[KernelFacts]) -> Value {
    let kernel = |kernel: &Kernel| {
        let own = facts.iter().filter(|f| f.application == application.name && f.kernel == kernel.name);
        json!({
            "name": kernel.name,
            "what": kernel.description,
            "aside": kernel.size_note,
            "sizes": own.map(fact_json).collect::<Vec<_>>(),
        })
    };
    json!({
        "name": application.name,
        "title": application.title(),
        "papers": application.paper_names(),
        "sizes": application.sizes().iter().map(Size::to_string).collect::<Vec<_>>(),
        "kernels": application.kernels.iter().map(kernel).collect::<Vec<_>>(),
    })
}
