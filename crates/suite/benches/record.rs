//! What it costs to make tapes: executing the suite at `small`, alone and with its tapes recorded, one thread.
//!
//! `cargo bench -p warploom-suite --bench record`

use std::time::Instant;
use warploom_kernel::execute::Mode;
use warploom_kernel::tape;
use warploom_suite::{APPLICATIONS, Size};

/// Each is run so often, and the fastest counts: the host is noisy.
const TIMES: usize = 3;

fn main() {
    println!("application      warp instructions  execute s  record s  ratio  tape bytes per instruction");
    let mut total = (0, 0.0, 0.0, 0);
    for application in APPLICATIONS {
        let (mut instructions, mut bytes) = (0, 0);
        let mut fastest = [f64::INFINITY; 2];
        for _ in 0..TIMES {
            for (recorded, fastest) in [false, true].into_iter().zip(&mut fastest) {
                let mut work = application.prepare(Size::Small, 1).expect("the suite is ready");
                (instructions, bytes) = (0, if recorded { 0 } else { bytes });
                let mut seconds = 0.0;
                while let Some(ready) = work.next_launch().expect("the suite runs") {
                    assert_eq!(ready.launch.mode, Mode::Warps32);
                    let start = Instant::now();
                    let (program, globals, launch) = (ready.program, ready.globals, &ready.launch);
                    let counts = if recorded {
                        tape::record(program, globals, launch, ready.memory, |cta| {
                            bytes += cta.bytes();
                            true
                        })
                    } else {
                        program.run(globals, launch, ready.memory, &mut ())
                    };
                    seconds += start.elapsed().as_secs_f64();
                    instructions += counts.expect("the suite runs").warp_instructions;
                }
                *fastest = fastest.min(seconds);
            }
        }
        print(application.name, instructions, fastest, bytes);
        total = (total.0 + instructions, total.1 + fastest[0], total.2 + fastest[1], total.3 + bytes);
    }
    print("in all", total.0, [total.1, total.2], total.3);
}

fn print(name: &str, instructions: u64, [execute, record]: [f64; 2], bytes: usize) {
    let (ratio, each) = (record / execute, bytes as f64 / instructions as f64);
    println!("{name:<15} {instructions:>18} {execute:>10.3} {record:>9.3} {ratio:>6.2} {each:>27.2}");
}
