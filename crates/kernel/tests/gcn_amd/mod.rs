//! AMD's own code for Tahiti: read, executed and compared with Multi2Sim's traces, and its length beside clang's.
//!
//! The listings, launches and traces are in a folder outside the repository. The environment variable
//! `WARPLOOM_MULTI2SIM` names it; without it the tests look in `../shared/reference/multi2sim` relative to the
//! workspace, and those that need the folder are skipped if that does not exist either.

mod amd;
mod launch;
mod mix;
mod page;
mod reference;
mod results;
mod trace;

use launch::{Step, hex};
use reference::Reference;
use results::Ended;
use std::path::Path;
use trace::{Compared, Comparison, Waves, waves};
use warploom_kernel::execute::{Memory, MemoryError};
use warploom_kernel::gcn;

#[test]
fn instruction_addresses_are_those_of_amds_listings() {
    let Some(reference) = Reference::find() else { return };
    for kernel in amd::KERNELS {
        let module = reference.module(kernel.listing);
        let text = reference.listing(kernel.listing);
        let listed: Vec<u64> = text
            .lines()
            .filter_map(|line| line.split_once("// ")?.1.split_once(':'))
            .map(|(address, _)| hex(address))
            .collect();
        let computed: Vec<u64> = module.programs[0].code.iter().map(|i| i.address).collect();
        assert_eq!(computed, listed, "{}", kernel.listing);
    }
}

#[test]
fn static_instructions_are_those_of_amds_listings() {
    let Some(reference) = Reference::find() else { return };
    for kernel in amd::KERNELS {
        let counted = mix::of_gcn(&reference.module(kernel.listing).programs[0]);
        assert_eq!(counted, kernel.mix, "{}", kernel.listing);
    }
}

/// Executes all launches of a run in order. Returns counts, differences from the trace and faults, and the memory.
fn execute(
    reference: &Reference,
    run: &str,
    steps: &[Step],
    trace: Option<&Waves<'_>>,
) -> Result<(Compared, Vec<String>, Memory), MemoryError> {
    let mut memory = Memory::new();
    launch::allocate(&mut memory, steps)?;
    let (mut total, mut differences) = (Compared::default(), Vec::new());
    for step in steps {
        let recorded = match step {
            Step::Copy { address, bytes, sequence } => {
                launch::copy(&mut memory, reference, run, (*address, *bytes, *sequence))?;
                continue;
            }
            Step::Launch(recorded) => recorded,
        };
        let module = reference.module(&reference.listing_of(&recorded.kernel));
        let program = &module.programs[0];
        let code = gcn::code(program);
        let (launch, state) = recorded.prepare(&mut memory)?;
        let globals = memory.load_variables(&module.variables)?;
        let (number, items) = (total.launches as u32, launch.block.iter().product());
        let mut listener = Comparison::new(&code, number, items, trace);
        let executed = gcn::run_from(program, &globals, &launch, &state, &mut memory, &mut listener);
        total.add(listener.compared);
        differences.append(&mut listener.differences);
        if let Err(error) = executed {
            differences.push(format!("launch {number} of {}: {error}", recorded.kernel));
            break;
        }
    }
    Ok((total, differences, memory))
}

#[test]
fn amds_code_executes_as_traced_and_computes_its_results() {
    let Some(reference) = Reference::find() else { return };
    let mut wrong = Vec::new();
    for run in amd::RUNS {
        let name = run.name;
        let text = reference.trace(name);
        let trace = text.as_deref().map(waves);
        let steps = launch::steps(&reference.launches(name));
        let executed = execute(&reference, name, &steps, trace.as_ref());
        let (compared, differences, memory) = executed.unwrap_or_else(|e| panic!("{name}: {e}"));
        println!("{name}: {compared:?}");
        assert_eq!(run.traced, trace.is_some(), "{name}: the folder has its trace");
        if differences.is_empty() {
            if let Some(trace) = &trace {
                // A wavefront of the trace that is never executed shows no difference.
                let traced = trace.values().map(|wave| wave.len() as u64).sum::<u64>();
                let executed = (compared.waves, compared.instructions);
                assert_eq!((trace.len() as u64, traced), executed, "{name}: wavefronts and instructions");
            }
            assert_eq!(compared, run.compared, "{name}: the counts in the book");
            Ended { run: name, reference: &reference, steps: &steps, memory: &memory }.check();
        }
        wrong.extend(differences.iter().map(|d| format!("{name}: {d}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn matrix_products_with_lds_compute_the_product() {
    let Some(reference) = Reference::find() else { return };
    let run = "MM-64";
    for (kernel, local) in [("mmmKernel_local", &["blockA"][..]), ("mmmKernel_local2", &["blockA", "blockB"])]
    {
        // Work-groups of 8 by 8 have tiles of 32 by 32 floats.
        let mut text = reference
            .launches(run)
            .replace("mmmKernel", kernel)
            .replace("lds 0", &format!("lds {}", 4096 * local.len()));
        text = text.lines().filter(|line| !line.contains("widthB")).map(|line| format!("{line}\n")).collect();
        for (at, name) in local.iter().enumerate() {
            let offset = 64 + 16 * at;
            text += &format!("A 0 {name} pointer cb 1 off {offset} scope 7 buf 1 ptr 0 size 4096\n");
        }
        let steps = launch::steps(&text);
        let executed = execute(&reference, run, &steps, None).unwrap_or_else(|e| panic!("{kernel}: {e}"));
        let (_, faults, memory) = executed;
        assert!(faults.is_empty(), "{kernel}: {}", faults.join("\n"));
        Ended { run, reference: &reference, steps: &steps, memory: &memory }.product(kernel);
    }
}

#[test]
fn short_kernels_have_about_as_many_instructions_as_amds() {
    let too_short = page::too_short();
    assert!(too_short.is_empty(), "below {}: {}", amd::LEAST_RATIO, too_short.join(", "));
}

#[test]
fn the_page_on_amds_compiler_is_measured() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/explanation/beside-amd.md");
    let page = page::page();
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == page,
        "docs/explanation/beside-amd.md is not what is measured: run with INSTA_UPDATE=always"
    );
}
