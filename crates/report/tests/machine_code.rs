//! The page on lowering compares lowered code with machine code. `INSTA_UPDATE=always` writes the table anew.

use std::path::Path;
use warploom_kernel::class::Class;
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::lower::Options;
use warploom_report::Table;
use warploom_suite::{APPLICATIONS, InstructionMix, KernelFacts, Size, measure};

/// What lowered code and machine code of a kernel execute.
struct Pair {
    name: String,
    lowered: KernelFacts,
    machine_code: KernelFacts,
}

impl Pair {
    /// Warp instructions of the lowered code, over those of the machine code.
    fn ratio(&self) -> f64 {
        self.lowered.warp_instructions as f64 / self.machine_code.warp_instructions as f64
    }
}

fn pairs() -> Vec<Pair> {
    let mut pairs = Vec::new();
    for application in APPLICATIONS {
        let module = Module::parse(application.ptx).expect("the suite's PTX can be read");
        let lowered = application.prepare_code(module.lower(&Options::turing()), Size::Tiny, 1);
        let cubin = application.cubin(80).expect("the suite has cubins for sm_80");
        let machine_code = application.prepare_cubin(cubin, Size::Tiny, 1);
        let facts = [lowered, machine_code]
            .map(|work| measure(&mut work.expect("the code can be read")).expect("the suite runs"));
        let [lowered, machine_code] = facts;
        for (lowered, machine_code) in lowered.into_iter().zip(machine_code) {
            assert_eq!(lowered.kernel, machine_code.kernel);
            pairs.push(Pair { name: lowered.work(), lowered, machine_code });
        }
    }
    pairs
}

/// Arithmetic: everything that is computed in lanes.
fn arithmetic(mix: &InstructionMix) -> f64 {
    let classes = [Class::Integer, Class::Float, Class::Double, Class::Special, Class::Conversion];
    classes.iter().map(|&class| mix.share(class)).sum()
}

fn section(pairs: &[Pair]) -> String {
    let mut table = Table::new(&[
        "kernel",
        ">warp instructions: lowered",
        ">SASS",
        ">lowered / SASS",
        ">registers: lowered",
        ">SASS",
        ">arithmetic, %: lowered",
        ">SASS",
        ">memory, %: lowered",
        ">SASS",
    ]);
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    for pair in pairs {
        let Pair { name, lowered, machine_code } = pair;
        table.row(vec![
            name.clone(),
            lowered.warp_instructions.to_string(),
            machine_code.warp_instructions.to_string(),
            format!("{:.2}", pair.ratio()),
            lowered.registers.to_string(),
            machine_code.registers.to_string(),
            percent(arithmetic(&lowered.mix)),
            percent(arithmetic(&machine_code.mix)),
            percent(lowered.mix.memory_share()),
            percent(machine_code.mix.memory_share()),
        ]);
    }
    let count = pairs.len() as f64;
    let deviation = pairs.iter().map(|pair| (pair.ratio() - 1.0).abs()).sum::<f64>() / count;
    let least = pairs.iter().map(Pair::ratio).fold(f64::INFINITY, f64::min);
    let most = pairs.iter().map(Pair::ratio).fold(0.0, f64::max);
    let registers = |of: fn(&Pair) -> u32| {
        let mut all: Vec<u32> = pairs.iter().map(of).collect();
        all.sort_unstable();
        all[all.len() / 2]
    };
    format!(
        "Over {} kernels the lowered code executes {least:.2} to {most:.2} times the warp instructions of the machine code, \
         {:.0} % more or fewer in the mean.\nThe median kernel has {} registers lowered and {} in machine code.\n\n{}",
        pairs.len(),
        100.0 * deviation,
        registers(|pair| pair.lowered.registers),
        registers(|pair| pair.machine_code.registers),
        table.markdown()
    )
}

#[test]
fn lowered_code_is_beside_machine_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/explanation/lowering.md");
    let page = std::fs::read_to_string(&path).expect("the page can be read");
    let (begin, end) = ("<!-- executed -->\n", "<!-- end of executed -->\n");
    let (before, rest) = page.split_once(begin).expect("the page has a place for the table");
    let (_, after) = rest.split_once(end).expect("the table has an end");
    let made = format!("{before}{begin}{}\n{end}{after}", section(&pairs()));
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(&path, &made).expect("the page can be written");
    }
    let page = std::fs::read_to_string(&path).expect("the page can be read");
    assert!(page == made, "lowering.md is not what is executed: run with INSTA_UPDATE=always");
}
