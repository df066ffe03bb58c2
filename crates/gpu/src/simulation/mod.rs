//! Simulation of a tape's kernel launches on a machine.

mod error;
mod gpu;
mod options;
mod record;

pub use crate::engine::EndReason;
pub use error::RunError;
pub use options::{L2Start, Options};
pub use record::LaunchRecord;

use crate::ids::SmId;
use crate::machine::Machine;
use crate::placement::CtaPolicy;
use crate::policy::WarpPolicy;
use crate::probe::ProbeSet;
use crate::wave_policy::WavePolicy;
use gpu::{Gpu, PolicyFactory};
use warploom_kernel::phase::Reading;
use warploom_kernel::tape::Source;

/// A simulation of all launches of a tape: the machine, the policy of each core, and what else is not the default.
///
/// ```
/// use std::convert::Infallible;
/// use std::sync::Arc;
/// use warploom_gpu::machine::named;
/// use warploom_gpu::policy::{SmView, WarpPolicy};
/// use warploom_gpu::simulation::Simulation;
/// use warploom_gpu::{SchedulerId, Slot};
/// use warploom_kernel::class::Class;
/// use warploom_kernel::code::{Code, Instruction};
/// use warploom_kernel::execute::{CtaId, LaneMask};
/// use warploom_kernel::program::Pc;
/// use warploom_kernel::tape::{Cta, Launch, WarpTape, produce};
///
/// /// Issues the warp in the lowest slot.
/// struct LowestSlot;
///
/// impl WarpPolicy for LowestSlot {
///     fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
///         view.issuable(scheduler).first()
///     }
/// }
///
/// // A kernel of two instructions, launched as 30 CTAs of one warp.
/// let instructions = vec![Instruction::new("FADD", Class::Float), Instruction::new("EXIT", Class::Control)];
/// let code = Arc::new(Code { instructions, ..Code::default() });
/// let launch = Launch::synthetic("kernel", code, 30, 1);
/// let mut tape = produce::<Infallible>(4, move |sink| {
///     let mut warp = WarpTape::default();
///     (0..2).for_each(|pc| warp.step(Pc(pc), LaneMask(0xffff_ffff)));
///     let ctas = (0..30).map(|id| {
///         let mut cta = Cta::new(CtaId(id));
///         cta.push(&warp);
///         cta
///     });
///     let _ = sink.launch(launch).and_then(|()| ctas.into_iter().try_for_each(|cta| sink.cta(cta)));
///     Ok(())
/// });
///
/// let machine = named("gtx480").unwrap().machine();
/// let records = Simulation::new(&machine, |_| Box::new(LowestSlot)).threads(2).run(&mut tape)?;
/// assert_eq!((records[0].ctas, records[0].counters.warp_instructions), (30, 60));
/// # Ok::<(), warploom_gpu::simulation::RunError<Infallible>>(())
/// ```
#[must_use]
pub struct Simulation<'a> {
    machine: &'a Machine,
    policy: PolicyFactory<'a>,
    cta_policy: Option<&'a mut dyn CtaPolicy>,
    probes: Option<&'a mut dyn ProbeSet>,
    phases: Reading,
    options: Options,
}

impl<'a> Simulation<'a> {
    /// A simulation of a machine of SMs. `policy` makes the warp policy of each.
    pub fn new(machine: &'a Machine, policy: impl Fn(SmId) -> Box<dyn WarpPolicy> + 'a) -> Simulation<'a> {
        Simulation::of(machine, PolicyFactory::Warps(Box::new(policy)))
    }

    /// A simulation of a machine of CUs. `policy` makes the wave policy of each.
    pub fn of_cus(machine: &'a Machine, policy: impl Fn(SmId) -> Box<dyn WavePolicy> + 'a) -> Simulation<'a> {
        Simulation::of(machine, PolicyFactory::Waves(Box::new(policy)))
    }

    fn of(machine: &'a Machine, policy: PolicyFactory<'a>) -> Simulation<'a> {
        let (phases, options) = (Reading::default(), Options::default());
        Simulation { machine, policy, cta_policy: None, probes: None, phases, options }
    }

    /// The same simulation with CTAs dispatched by this policy. The default is
    /// [`RoundRobin`](crate::placement::RoundRobin).
    pub fn cta_policy(self, policy: &'a mut dyn CtaPolicy) -> Simulation<'a> {
        Simulation { cta_policy: Some(policy), ..self }
    }

    /// The same simulation with a probe on each core that is to be observed. The set holds the probes after the run.
    pub fn probes(self, probes: &'a mut dyn ProbeSet) -> Simulation<'a> {
        Simulation { probes: Some(probes), ..self }
    }

    /// The same simulation with another definition of phases, for a policy that uses it.
    pub fn phases(self, phases: Reading) -> Simulation<'a> {
        Simulation { phases, ..self }
    }

    /// The same simulation with these options.
    pub fn options(self, options: Options) -> Simulation<'a> {
        Simulation { options, ..self }
    }

    /// The same simulation with this number of host threads. The result does not depend on it.
    pub fn threads(self, threads: usize) -> Simulation<'a> {
        Simulation { options: self.options.with_threads(threads), ..self }
    }

    /// Simulates all launches of a tape.
    ///
    /// # Errors
    /// See [`RunError`]. No records are returned for the launches before the error.
    pub fn run<S: Source>(self, source: &mut S) -> Result<Vec<LaunchRecord>, RunError<S::Error>> {
        let mut gpu = Gpu::new(self)?;
        let records = gpu.run(source);
        gpu.detach_probes();
        records
    }
}
