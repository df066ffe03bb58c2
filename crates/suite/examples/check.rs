//! Runs one application: `check NAME [SIZE [SEED]]`.
use std::time::Instant;
use warploom_kernel::execute::{Executed, Listener, run};
use warploom_kernel::program::Space;
use warploom_suite::application;
/// Counts accesses to global memory.
struct Global(u64);
impl Listener for Global {
    fn executed(&mut self, event: Executed<'_>) {
        self.0 += u64::from(event.access.is_some_and(|a| matches!(a.space, Space::Global | Space::Local)));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let app = application(&arguments[1]).expect("no such application");
    let seed = arguments.get(3).map_or(Ok(1), |s| s.parse())?;
    let wanted = arguments.get(2).map_or("tiny", |s| s);
    let size = app.sizes().into_iter().find(|s| s.to_string() == wanted).expect("no such size");
    let start = Instant::now();
    let mut work = app.work(size, seed)?;
    println!("built in {:?}", start.elapsed());
    let mut totals = std::collections::BTreeMap::new();
    while let Some(ready) = work.next_launch()? {
        let (kernel, grid, block) = (ready.kernel.name, ready.launch.grid, ready.launch.block);
        let shared = ready.program.shared + ready.launch.shared;
        let threads = block.iter().product::<u32>();
        let per_sm = (1536 / threads).min(8).min(49152u32.checked_div(shared).unwrap_or(8)).max(1);
        let mut global = Global(0);
        let counts = run(ready.program, ready.globals, &ready.launch, ready.memory, &mut global)?;
        let t: &mut (u64, u64, u64, f64, u64) = totals.entry(kernel).or_default();
        t.0 += 1;
        t.1 += counts.ctas;
        t.2 += counts.warp_instructions;
        t.3 = t.3.max(counts.ctas as f64 / f64::from(per_sm) / 16.0);
        t.4 += global.0;
        if t.0 <= 3 {
            println!(
                "{kernel} grid {grid:?} block {block:?} shared {shared} static instructions {} warp instructions {} divergent {} lanes {:.1}",
                ready.program.code.len(),
                counts.warp_instructions,
                counts.divergent_branches,
                counts.thread_instructions as f64 / counts.warp_instructions as f64
            );
        }
    }
    for (kernel, (launches, ctas, instructions, waves, global)) in totals {
        println!(
            "TOTAL {kernel}: {launches} launches, {ctas} CTAs, {instructions} warp instructions, largest launch {waves:.1} waves on 16 SMs, {:.1} % global or local memory",
            100.0 * global as f64 / instructions as f64
        );
    }
    println!("executed after {:?}", start.elapsed());
    for verdict in work.check()? {
        println!("{} {verdict:?}", if verdict.passed() { "ok" } else { "WRONG" });
    }
    println!("checked after {:?}", start.elapsed());
    Ok(())
}
