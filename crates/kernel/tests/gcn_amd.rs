//! AMD's own code for Tahiti: read, executed and compared with Multi2Sim's traces.
//!
//! The listings, launches and traces are in a folder outside the repository. The environment variable
//! `WARPLOOM_MULTI2SIM` names it; without it the tests look in `../shared/reference/multi2sim` beside the workspace, and
//! are skipped if that does not exist either.

mod gcn_amd {
    pub mod amd;
    pub mod launch;
    pub mod reference;
    pub mod trace;
}

use gcn_amd::launch::{self, Step};
use gcn_amd::reference::Reference;
use gcn_amd::trace::{Compared, Comparison, waves};
use gcn_amd::{amd, launch::hex};
use warploom_kernel::execute::Memory;
use warploom_kernel::gcn::{self};

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

/// Executes all launches of a run, and compares them with its trace if it has one.
fn replay(reference: &Reference, run: &str) -> (Compared, Vec<String>, Memory) {
    let text = reference.trace(run);
    let trace = text.as_deref().map(waves);
    let steps = launch::steps(&reference.launches(run));
    let mut memory = Memory::new();
    let must = |result: Result<(), warploom_kernel::execute::MemoryError>| {
        result.unwrap_or_else(|e| panic!("{run}: {e}"));
    };
    must(launch::allocate(&mut memory, &steps));
    let (mut total, mut differences, mut number) = (Compared::default(), Vec::new(), 0);
    for step in &steps {
        let recorded = match step {
            Step::Copy { address, bytes, sequence } => {
                must(launch::copy(&mut memory, reference, run, (*address, *bytes, *sequence)));
                continue;
            }
            Step::Launch(recorded) => recorded,
        };
        let module = reference.module(&reference.listing_of(&recorded.kernel));
        let program = &module.programs[0];
        let code = gcn::code(program);
        let prepared = recorded.prepare(&mut memory);
        let (launch, state) = prepared.unwrap_or_else(|e| panic!("{run}: {e}"));
        let globals = memory.load_variables(&[]).unwrap_or_else(|e| panic!("{run}: {e}"));
        let items = launch.block.iter().product();
        let mut listener = Comparison::new(&code, number, items, trace.as_ref());
        let executed = gcn::run_from(program, &globals, &launch, &state, &mut memory, &mut listener);
        differences.append(&mut listener.differences);
        let counted = listener.compared;
        total.launches += 1;
        total.waves += counted.waves;
        total.instructions += counted.instructions;
        total.addresses += counted.addresses;
        total.unequal += counted.unequal;
        if let Err(error) = executed {
            differences.push(format!("launch {number}: {error}"));
            break;
        }
        number += 1;
    }
    (total, differences, memory)
}

#[test]
fn amds_code_executes_as_traced() {
    let Some(reference) = Reference::find() else { return };
    let mut wrong = Vec::new();
    for run in amd::RUNS {
        let (compared, differences, _) = replay(&reference, run);
        println!("{run}: {compared:?}");
        wrong.extend(differences.iter().map(|d| format!("{run}: {d}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
