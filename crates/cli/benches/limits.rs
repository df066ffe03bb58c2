//! How far the simulation is from what bounds it: a measurement, not a test.
//!
//! `cargo bench -p warploom --bench limits [-- [--best-of N] NAME…]`. Each work is on a tape file, which is first decoded and nothing else
//! is done; then simulated without memory, where loads and stores are integer instructions; and then simulated in full. All on one
//! thread, in processor time, the shortest of several runs. What a part of the machine costs is the difference of two of them. It is
//! an estimate: without memory a kernel takes fewer cycles, and a cycle in which nothing issues costs time too.

mod accelsim;
mod suite;
mod support;

use accelsim::{CONFIGURATIONS, TRACES, import, mean, policy};
use std::collections::BTreeMap;
use std::sync::Arc;
use support::{arguments, best, decode, timed};
use warploom_gpu::machine::{Machine, named};
use warploom_gpu::simulation::Simulation;
use warploom_kernel::class::Class;
use warploom_kernel::code::{Code, Effect, Instruction};
use warploom_kernel::tape::{Cta, Launch, Source};
use warploom_policy::Choice;
use warploom_report::Table;
use warploom_suite::Size;
use warploom_tape::file::TapeFile;

/// Applications of the suite, at size `small`, and the machines that run them.
const APPLICATIONS: [&str; 3] = ["hotspot", "lud", "bfs"];
const MACHINES: [&str; 3] = ["m2090", "v100", "h100"];

/// A tape without its memory accesses: they are integer instructions with the same registers.
struct WithoutMemory<S> {
    source: S,
    /// By address of the original code, so that launches of a kernel share the code without accesses.
    codes: BTreeMap<usize, (Arc<Code>, Arc<Code>)>,
}

impl<S: Source> Source for WithoutMemory<S> {
    type Error = S::Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, S::Error> {
        let Some(launch) = self.source.launch()? else { return Ok(None) };
        let without = |instruction: &Instruction| match instruction.effect {
            Effect::Memory { .. } => {
                Instruction { class: Class::Integer, effect: Effect::None, ..instruction.clone() }
            }
            _ => instruction.clone(),
        };
        let (_, code) = self.codes.entry(Arc::as_ptr(&launch.code).addr()).or_insert_with(|| {
            let instructions = launch.code.instructions.iter().map(without).collect();
            (Arc::clone(&launch.code), Arc::new(Code { instructions, ..(*launch.code).clone() }))
        });
        Ok(Some(Arc::new(Launch { code: Arc::clone(code), ..(*launch).clone() })))
    }

    fn cta(&mut self) -> Result<Option<Cta>, S::Error> {
        self.source.cta()
    }
}

/// Simulates a source. Returns the cycles.
fn cycles<S: Source>(mut source: S, machine: &Machine, policy: &Choice) -> u64
where
    S::Error: std::fmt::Debug,
{
    let records = Simulation::new(machine, |_| policy.make(machine.sm())).run(&mut source);
    records.expect("it runs").iter().map(|record| record.cycles).sum()
}

fn main() {
    let (times, names) = arguments();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|n| n == name);
    let directory = tempfile::tempdir().expect("a directory for tapes");
    let path = |name: &str| directory.path().join(format!("{name}.tape"));
    let mut points = Vec::new();
    for trace in TRACES.into_iter().filter(|name| wanted(name)) {
        import(trace, &path(trace));
        points.extend(CONFIGURATIONS.map(|name| (trace, name, accelsim::machine(name), policy("lrr"))));
    }
    for application in APPLICATIONS.into_iter().filter(|name| wanted(name)) {
        suite::tape(application, Size::Small, &path(application));
        let machine = |name| named(name).expect("a machine").machine();
        points.extend(MACHINES.map(|name| (application, name, machine(name), policy("gto"))));
    }
    let mut table = Table::new(&[
        "work",
        "machine",
        ">warp instructions",
        ">decode ns",
        ">issue ns",
        ">memory ns",
        ">all ns",
        ">times issue",
        ">times decode",
    ]);
    let mut ratios = (Vec::new(), Vec::new());
    for (work, name, machine, policy) in points {
        let tape = path(work);
        let (decoding, instructions) = best(times, || timed(|| decode(&tape)));
        let file = || TapeFile::open(&tape).expect("the tape was just written");
        let issue = || {
            let file = file();
            let source = WithoutMemory { source: file.reader(), codes: BTreeMap::new() };
            cycles(source, &machine, &policy)
        };
        let (issuing, _) = best(times, || timed(issue));
        let (all, _) = best(times, || timed(|| cycles(file().reader(), &machine, &policy)));
        let ns = |seconds: f64| format!("{:.1}", seconds * 1e9 / instructions as f64);
        ratios.0.push(all / issuing);
        ratios.1.push(all / decoding);
        table.row([
            work.to_owned(),
            name.to_owned(),
            instructions.to_string(),
            ns(decoding),
            ns((issuing - decoding).max(0.0)),
            ns((all - issuing).max(0.0)),
            ns(all),
            format!("{:.1}", all / issuing),
            format!("{:.0}", all / decoding),
        ]);
    }
    println!("nanoseconds of processor time per warp instruction, the shortest of {times} runs\n\n{table}");
    println!(
        "geometric mean: {:.1} times the simulation without memory, {:.0} times the decoding",
        mean(&ratios.0),
        mean(&ratios.1)
    );
}
