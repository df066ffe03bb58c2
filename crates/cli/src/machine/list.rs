//! `warploom machines`: the list.

use crate::command::{Failure, Outcome};
use crate::output;
use serde_json::{Value, json};
use warploom_gpu::machine::{BUILT_IN, Machine};
use warploom_gpu::wave_policy::POOLS;
use warploom_suite::Table;

const NOTE: &str = "
L1 is per SM, L2 is for the whole GPU, GB/s is the peak DRAM bandwidth.
`warploom machines show NAME` shows more.
";

/// The list.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// Print JSON: an array of machines
    #[arg(long)]
    json: bool,
}

/// All machines.
pub fn list_json() -> Value {
    BUILT_IN.iter().map(|built_in| to_json(&built_in.machine())).collect()
}

pub fn run(args: &ListArgs) -> Result<Outcome, Failure> {
    if args.json {
        output::print_json(&list_json())?;
    } else {
        let machines = BUILT_IN.iter().map(|built_in| built_in.machine());
        output::print(&format!("{}{NOTE}", output::table(&table(machines))))?;
    }
    Ok(Outcome::Fine)
}

fn table(machines: impl Iterator<Item = Machine>) -> Table {
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
    for machine in machines {
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

fn to_json(machine: &Machine) -> Value {
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
