//! The network: GPGPU-Sim's own crossbar, or BookSim's with a configuration of its own.

use super::super::Network;
use super::Import;
use super::options::{OptionError, Options};

/// A packet is pushed before the local crossbar moves it, and can be popped in the next cycle.
const CROSSBAR: u32 = 1;

/// What BookSim is told of its network, as far as it counts here.
struct BookSim {
    /// Routers on the way.
    stages: u32,
    /// Steps of a router in a cycle.
    speed_up: f64,
    /// Steps a router takes to find the way, a virtual channel and the switch.
    steps: u32,
    /// Flits that wait to get into the network.
    input: u32,
    /// Flits that a router holds for an input.
    router: u32,
}

impl BookSim {
    /// As `config_fermi_islip.icnt` of GPGPU-Sim 4 has it; 9 flits is the interface's own default.
    const FERMI: BookSim = BookSim { stages: 1, speed_up: 2.0, steps: 2, input: 9, router: 64 };

    /// What a configuration says; BookSim's defaults where it does not.
    fn read(options: &Options) -> Result<BookSim, OptionError> {
        let size = |key: &str, default: u32| options.number(key, default);
        let delays = [size("routing_delay", 1)?, size("vc_alloc_delay", 1)?, size("sw_alloc_delay", 1)?];
        let input = size("input_buffer_size", 0)?;
        let speed_up: f64 = options.number("internal_speedup", 1.0)?;
        Ok(BookSim {
            stages: size("n", 1)?.clamp(1, 64),
            speed_up: speed_up.clamp(1.0, 64.0),
            steps: delays.iter().fold(0u32, |all, delay| all.saturating_add(*delay)).min(1000),
            input: if input == 0 { BookSim::FERMI.input } else { input },
            router: size("vc_buf_size", 8)?.saturating_mul(size("num_vcs", 16)?),
        })
    }

    /// Cycles that a packet of one flit takes: it is injected, goes along a channel, through a router (which finds the way,
    /// then switches), along another channel, and so on, and into the boundary buffer; then it can be taken.
    fn latency(&self) -> u32 {
        let router = (f64::from(self.steps) / self.speed_up).ceil() as u32 + 1;
        1 + 1 + self.stages * (router + 1) + 1
    }
}

impl Import<'_> {
    /// The network, whose cycles are `scale` of an SM's each.
    pub(super) fn network(&mut self, scale: f64) -> Result<Network, OptionError> {
        let mode: u32 = self.options.number("-network_mode", 1)?;
        let (latency, flit, buffer) = if mode == 2 { self.crossbar()? } else { self.booksim()? };
        let latency = (f64::from(latency) * scale).ceil().clamp(1.0, 1e6) as u32;
        let flit = (f64::from(flit) / scale).round().clamp(0.0, 1e6) as u32;
        Ok(Network { latency, flit, buffer })
    }

    fn crossbar(&mut self) -> Result<(u32, u32, u32), OptionError> {
        self.remark("network.latency", "-network_mode 2: the local crossbar moves a packet in a cycle");
        let flit = self.whole("network.flit", "-icnt_flit_size", 32)?;
        Ok((CROSSBAR, flit, self.whole("network.buffer", "-icnt_in_buffer_limit", 64)?))
    }

    fn booksim(&mut self) -> Result<(u32, u32, u32), OptionError> {
        self.remark("network.latency", "-network_mode 1: through BookSim's routers");
        self.remark("network.buffer", "flits that wait at BookSim's interface and in its router");
        let (network, flit) = if self.networked {
            self.options.get("-inter_config_file");
            let topology = self.options.get("topology").map_or("torus", |given| given.value.as_str());
            if topology != "fly" {
                self.assume(format!("the network is a fly of `n` stages, where a {topology} is given"));
            }
            (BookSim::read(self.options)?, self.whole("network.flit", "flit_size", 32)?)
        } else {
            self.assume(
                "the network is a fly of one stage with a speed-up of 2 and 9 + 64 flits of buffer for an SM, as in GPGPU-Sim's \
                 config_fermi_islip.icnt (the file of -inter_config_file was not at hand)",
            );
            (BookSim::FERMI, self.whole("network.flit", "-icnt_flit_size", 32)?)
        };
        Ok((network.latency(), flit, network.input.saturating_add(network.router)))
    }
}
