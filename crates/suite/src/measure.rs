//! An application's launches, counted.

use crate::facts::{Fact, digest};
use crate::mix::{Mix, MixListener};
use crate::{Error, Work};

/// What is known of an application's kernels before it runs: a fact for each kernel with launches, with
/// nothing counted.
pub fn shapes(work: &Work) -> Result<Vec<Fact>, Error> {
    let application = work.application();
    let mut facts: Vec<Fact> = Vec::new();
    for (kernel, launch) in work.launches() {
        let program = work.program(kernel)?;
        let at = facts.iter().position(|f| f.kernel == kernel.name).unwrap_or_else(|| {
            facts.push(Fact {
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
                mix: Mix::default(),
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

/// Runs an application to its end; a fact for each of its kernels.
pub fn measure(work: &mut Work) -> Result<Vec<Fact>, Error> {
    let mut facts = shapes(work)?;
    while let Some(ready) = work.next_launch()? {
        let mut listener = MixListener::new(ready.program);
        let counts = ready.program.run(ready.globals, &ready.launch, ready.memory, &mut listener)?;
        let fact = facts.iter_mut().find(|f| f.kernel == ready.kernel.name);
        let fact = fact.expect("every launch has a shape");
        fact.warp_instructions += counts.warp_instructions;
        fact.thread_instructions += counts.thread_instructions;
        fact.mix = [fact.mix, listener.mix()].into_iter().sum();
    }
    Ok(facts)
}
