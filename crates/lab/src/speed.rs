//! The speed of this host.

use crate::run::{RunConfig, WorkLabel, run};
use crate::work::suite;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::Options;
use warploom_kernel::execute::Mode;
use warploom_policy::{Choice, CorePolicy, WARP_POLICIES, WAVE_POLICIES};
use warploom_suite::{Size, application};

/// Works that are simulated for a moment to measure the host's speed: one that waits for memory, one that computes.
const SAMPLES: [&str; 2] = ["bfs", "lud"];

/// Warp instructions per second that one run simulates on this host, measured for a moment. None if the samples cannot be run on this machine.
pub fn measure(machine: &Machine, options: Options) -> Option<f64> {
    let (mut instructions, mut seconds) = (0, 0.0);
    for name in SAMPLES {
        let application = application(name)?;
        let (work, mode, policy) = if machine.cu.is_some() {
            let policy = CorePolicy::Waves(Choice::new(&WAVE_POLICIES[0]));
            (application.prepare_gcn(Size::Tiny, 1), Mode::Warps64, policy)
        } else {
            (
                application.prepare(Size::Tiny, 1),
                Mode::Warps32,
                CorePolicy::Warps(Choice::new(&WARP_POLICIES[0])),
            )
        };
        let cta_policy = Choice::default();
        let options = options.with_threads(1);
        let config = RunConfig { machine, policy: &policy, cta_policy: &cta_policy, options };
        let result = run(&WorkLabel::default(), &mut work.ok()?.tapes(mode, 64), config).ok()?;
        // Weights are of PTX, whatever code runs.
        instructions += suite::warp_instructions(name, Size::Tiny);
        seconds += result.total.host.seconds;
    }
    Some(instructions as f64 / seconds.max(1e-6))
}
