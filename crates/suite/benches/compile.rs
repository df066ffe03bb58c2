//! How long it takes to compile the whole suite: PTX read, lowered, and its phases found.

use std::time::Instant;
use warploom_kernel::code::Code;
use warploom_kernel::latency::gpgpusim;
use warploom_kernel::phase::{Phases, Rules};
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::lower::{Options, lower};
use warploom_suite::APPLICATIONS;

fn main() {
    let mut seconds = [0.0; 3];
    let mut timed = |stage: usize, since: Instant| seconds[stage] += since.elapsed().as_secs_f64();
    let (mut kernels, mut phases) = (0, 0);
    for application in APPLICATIONS {
        let start = Instant::now();
        let module = Module::parse(application.ptx).unwrap_or_else(|e| panic!("{}: {e}", application.name));
        timed(0, start);
        for program in &module.programs {
            let start = Instant::now();
            let lowered = lower(program, &Options::default());
            timed(1, start);
            let start = Instant::now();
            let code = Code::of(&lowered);
            let found = Phases::new(&code, Rules::default());
            phases += found.timing(&code, gpgpusim).lengths().len();
            timed(2, start);
            kernels += 1;
        }
    }
    let [parse, lower, analyse] = seconds;
    println!("{kernels} kernels, {phases} phases");
    println!(
        "parse {parse:.3} s, lower {lower:.3} s, phases {analyse:.3} s, in all {:.3} s",
        parse + lower + analyse
    );
}
