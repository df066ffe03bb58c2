//! Wave instructions per second of the CUs of `hd7970-thesis`, on one host thread.

use std::time::Instant;
use warploom_gpu::fixture::WaveKernel;
use warploom_gpu::machine::named;
use warploom_gpu::simulation::Simulation;
use warploom_gpu::wave_policy::{CuView, PoolId, WavePolicy};
use warploom_gpu::{Slot, WaveUnit};

/// One pool per cycle in turn, the oldest wave of it.
struct Turns;

impl WavePolicy for Turns {
    fn pick(&mut self, unit: WaveUnit, view: &CuView<'_>) -> Option<Slot> {
        view.oldest_wave(view.issuable(unit, PoolId((view.now().0 % 4) as u8)))
    }

    fn cycles_passed(&mut self, _cycles: u64, _view: &CuView<'_>) {}
}

fn main() {
    let machine = named("hd7970-thesis").expect("it is built in").machine();
    type Named = (&'static str, fn(&mut WaveKernel));
    let kernels: [Named; 4] = [
        ("vector ALU", |kernel| kernel.repeat(400, WaveKernel::valu)),
        ("vector and scalar ALU", |kernel| {
            kernel.repeat(200, |kernel| {
                kernel.valu();
                kernel.salu();
            });
        }),
        ("loads that hit, and waits", |kernel| {
            kernel.repeat(100, |kernel| {
                kernel.load(0x1000, 4);
                kernel.wait();
            });
        }),
        ("reads of the LDS", |kernel| kernel.repeat(200, |kernel| kernel.lds_read(4))),
    ];
    for (name, append) in kernels {
        let mut kernel = WaveKernel::new();
        append(&mut kernel);
        kernel.end();
        // The best of three, because the host has other work.
        let rate = || {
            let mut tape = kernel.tape(1280, 1);
            let start = Instant::now();
            let records = Simulation::of_cus(&machine, |_| Box::new(Turns)).run(&mut tape);
            let issued = records.expect("it runs")[0].counters.warp_instructions;
            issued as f64 / start.elapsed().as_secs_f64() / 1e6
        };
        let best = (0..3).map(|_| rate()).fold(0.0, f64::max);
        println!("{name}: {best:.2} million wave instructions per second");
    }
}
