//! Measurement of an application's kernels.

use crate::facts::{KernelFacts, digest};
use crate::mix::{InstructionMix, MixListener};
use crate::{Error, Workload};

/// Facts of each launched kernel that are known before it runs: grid, shared memory, registers and code, with
/// instruction counts of 0.
pub fn launch_facts(work: &Workload) -> Result<Vec<KernelFacts>, Error> {
    let application = work.application();
    let mut facts: Vec<KernelFacts> = Vec::new();
    for (kernel, launch) in work.launches() {
        let program = work.program(kernel)?;
        let at = facts.iter().position(|f| f.kernel == kernel.name).unwrap_or_else(|| {
            facts.push(KernelFacts {
                application: application.name.to_owned(),
                kernel: kernel.name.to_owned(),
                size: work.size(),
                launches: 0,
                ctas: 0,
                grid: [0; 3],
                block: launch.block,
                shared: 0,
                registers: program.registers(),
                warp_instructions: 0,
                thread_instructions: 0,
                code: digest(program),
                mix: InstructionMix::default(),
            });
            facts.len() - 1
        });
        let fact = &mut facts[at];
        fact.launches += 1;
        fact.ctas += launch.ctas();
        if launch.ctas() > fact.largest_ctas() {
            (fact.grid, fact.block) = (launch.grid, launch.block);
        }
        fact.shared = fact.shared.max(program.shared_bytes(launch));
    }
    // By the order of declaration: that is how they are listed.
    facts.sort_by_key(|f| application.kernels.iter().position(|k| k.name == f.kernel));
    Ok(facts)
}

/// Facts of each kernel of an application, which runs to its end.
pub fn measure(work: &mut Workload) -> Result<Vec<KernelFacts>, Error> {
    let mut facts = launch_facts(work)?;
    while let Some(prepared) = work.next_launch()? {
        let mut listener = MixListener::new(prepared.program);
        let counts =
            prepared.program.run(prepared.globals, &prepared.launch, prepared.memory, &mut listener)?;
        let fact = facts.iter_mut().find(|f| f.kernel == prepared.kernel.name);
        let fact = fact.expect("every launch has a shape");
        fact.warp_instructions += counts.warp_instructions;
        fact.thread_instructions += counts.thread_instructions;
        fact.mix = [fact.mix, listener.mix()].into_iter().sum();
    }
    Ok(facts)
}
