//! Options of a simulation: limits, host threads and window.

use crate::cta_counter::CtaCounter;
use crate::interrupt::Interrupt;

/// Options of a simulation: limits, host threads and window.
///
/// ```
/// use warploom_gpu::simulation::Options;
/// let options = Options::default().with_threads(2).with_max_cycles(1_000_000);
/// assert_eq!((options.threads, options.max_cycles, options.max_ctas), (2, Some(1_000_000), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Cycle limit, summed over all launches.
    pub max_cycles: Option<u64>,
    /// CTA limit, summed over all launches.
    pub max_ctas: Option<u64>,
    /// Host threads that simulate. The result does not depend on it.
    pub threads: usize,
    /// Window in cycles: SMs and memory partitions simulate one window independently, then exchange messages. The default is the
    /// longest window that the machine allows.
    pub window: Option<u64>,
    /// Whether the L2 contains the data that the host copied to the device before a launch.
    pub l2_start: L2Start,
    /// True to attribute scheduler-cycles to instructions as well, see [`LaunchRecord::by_instruction`](super::LaunchRecord::by_instruction).
    pub by_instruction: bool,
    /// The flag that ends the run early, checked after every window.
    pub interrupt: Option<Interrupt>,
    /// The counter of completed CTAs, updated after every window.
    pub cta_counter: Option<CtaCounter>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_cycles: None,
            max_ctas: None,
            threads: 1,
            window: None,
            l2_start: L2Start::Warm,
            by_instruction: false,
            interrupt: None,
            cta_counter: None,
        }
    }
}

/// State of the L2 at the start of a launch, with regard to data that the host copied to the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum L2Start {
    /// The L2 contains the copied data, as far as the machine lets copies enter it ([`L2::copies`](crate::machine::L2::copies)).
    #[default]
    Warm,
    /// Copies bypass the L2: it contains only lines that kernels accessed.
    Cold,
}

impl L2Start {
    /// Its name in records.
    pub const fn name(self) -> &'static str {
        match self {
            L2Start::Warm => "warm",
            L2Start::Cold => "cold",
        }
    }
}

impl Options {
    /// The same options with a cycle limit, or none.
    #[must_use]
    pub fn with_max_cycles(self, max_cycles: impl Into<Option<u64>>) -> Options {
        Options { max_cycles: max_cycles.into(), ..self }
    }

    /// The same options with a CTA limit, or none.
    #[must_use]
    pub fn with_max_ctas(self, max_ctas: impl Into<Option<u64>>) -> Options {
        Options { max_ctas: max_ctas.into(), ..self }
    }

    /// The same options with this number of host threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Options {
        Options { threads, ..self }
    }

    /// The same options with this window in cycles, or the machine's longest.
    #[must_use]
    pub fn with_window(self, window: impl Into<Option<u64>>) -> Options {
        Options { window: window.into(), ..self }
    }

    /// The same options with this state of the L2 at the start of a launch.
    #[must_use]
    pub fn with_l2_start(self, l2_start: L2Start) -> Options {
        Options { l2_start, ..self }
    }

    /// The options that change the result: the cycle limit, the CTA limit and the window, and the state of the L2.
    pub fn limits(&self) -> ([Option<u64>; 3], L2Start) {
        // Listed one by one, so that a new option cannot be forgotten here.
        let Options {
            max_cycles,
            max_ctas,
            window,
            l2_start,
            threads: _,
            by_instruction: _,
            interrupt: _,
            cta_counter: _,
        } = *self;
        ([max_cycles, max_ctas, window], l2_start)
    }

    /// The same options, with or without scheduler-cycles by instruction.
    #[must_use]
    pub fn with_by_instruction(self, by_instruction: bool) -> Options {
        Options { by_instruction, ..self }
    }

    /// The same options with a flag that ends the run early, or without one.
    #[must_use]
    pub fn with_interrupt(self, interrupt: impl Into<Option<Interrupt>>) -> Options {
        Options { interrupt: interrupt.into(), ..self }
    }

    /// The same options with a counter of completed CTAs, or without one.
    #[must_use]
    pub fn with_cta_counter(self, cta_counter: impl Into<Option<CtaCounter>>) -> Options {
        Options { cta_counter: cta_counter.into(), ..self }
    }
}
