//! Import of the network: GPGPU-Sim's local crossbar, or BookSim with its own configuration.

use super::super::Network;
use super::Import;
use super::options::{OptionError, Options};

/// Latency of the local crossbar: it takes a packet in the cycle after its push.
const CROSSBAR: u32 = 1;

/// Bytes of the largest packet: a line with its header.
const PACKET: u32 = 136;

/// Cycles at the receiver. It pops a packet in the cycle after the network has delivered it, and one cycle later the packet is at
/// the head of the next queue: that of a slice before its lookup, or that of the load-store unit before the fill.
const RECEIVER: u32 = 2;

/// The parameters of a BookSim network that affect latency and buffering.
struct BookSim {
    /// Routers on a path.
    stages: u32,
    /// Router steps per cycle.
    speed_up: f64,
    /// Router steps for routing, virtual-channel allocation and switch allocation.
    steps: u32,
    /// Flits that can wait at the network interface.
    input: u32,
    /// Flits that a router buffers per input.
    router: u32,
}

impl BookSim {
    /// The values of `config_fermi_islip.icnt` of GPGPU-Sim 4; 9 flits is the interface's default.
    const FERMI: BookSim = BookSim { stages: 1, speed_up: 2.0, steps: 2, input: 9, router: 64 };

    /// Reads a network configuration, with BookSim's defaults.
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

    /// Latency of a one-flit packet in cycles: injection, a channel, then per stage a router and a channel, and the
    /// boundary buffer.
    fn latency(&self) -> u32 {
        let router = (f64::from(self.steps) / self.speed_up).ceil() as u32 + 1;
        1 + 1 + self.stages * (router + 1) + 1
    }
}

impl Import<'_> {
    /// The network, with latency and width scaled from its own clock: `scale` is SM cycles per network cycle.
    pub(super) fn network(&mut self, scale: f64) -> Result<Network, OptionError> {
        let mode: u32 = self.options.number("-network_mode", 1)?;
        let (latency, flit, buffer) = if mode == 2 { self.crossbar()? } else { self.booksim()? };
        let latency = (f64::from(latency) * scale).ceil().clamp(1.0, 1e6) as u32 + RECEIVER;
        let flit = (f64::from(flit) / scale).round().clamp(0.0, 1e6) as u32;
        self.remark("network.in_order", "GPGPU-Sim's networks have one queue per port");
        Ok(Network { latency, flit, buffer, in_order: true })
    }

    fn crossbar(&mut self) -> Result<(u32, u32, u32), OptionError> {
        self.remark("network.latency", "-network_mode 2: the local crossbar moves a packet in a cycle");
        self.remark("network.flit", "-network_mode 2: a packet of any size, at most a line with its header");
        self.options.get("-icnt_flit_size");
        Ok((CROSSBAR, PACKET, self.whole("network.buffer", "-icnt_in_buffer_limit", 64)?))
    }

    fn booksim(&mut self) -> Result<(u32, u32, u32), OptionError> {
        self.remark("network.latency", "-network_mode 1: through BookSim's routers");
        self.remark("network.buffer", "flits that wait at BookSim's interface and in its router");
        let (network, flit) = if self.networked {
            self.options.get("-inter_config_file");
            let topology = self.options.get("topology").map_or("torus", |given| given.value.as_str());
            if topology != "fly" {
                self.assume(format!("the network is a fly of `n` stages instead of a {topology}"));
            }
            (BookSim::read(self.options)?, self.whole("network.flit", "flit_size", 32)?)
        } else {
            self.assume(
                "the network is a fly of one stage with a speed-up of 2 and 9 + 64 flits of buffer per SM, as in GPGPU-Sim's \
                 config_fermi_islip.icnt, because the file of -inter_config_file was not found",
            );
            (BookSim::FERMI, self.whole("network.flit", "-icnt_flit_size", 32)?)
        };
        Ok((network.latency(), flit, network.input.saturating_add(network.router)))
    }
}
