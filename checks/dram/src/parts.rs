//! The parts and rules that are described to both sides.

use serde::Deserialize;
use warploom_gpu::memory::dram::{AddressMap, Description, MapDescription, RtpScope, Scheduler, TakeUps};

/// A machine's DRAM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The V100's: a row command and a column command in one cycle.
    Hbm2,
    /// The GTX 480's: one command a cycle.
    Gddr5,
}

/// Which request is served next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The machines' own: a bank is at one request, and takes up the oldest for its row next, or else the oldest.
    /// DRAMsim3's banks hold one command; they take up the oldest. Where rows have no hits that the queue could be searched
    /// for, or nothing but hits, that is the same.
    Machine,
    /// A bank is at one request, and takes up the oldest next.
    InOrder,
    /// A bank is at no request: the oldest for which a command can issue. DRAMsim3's banks hold 64 commands.
    FirstReady,
}

/// Requests that can wait before the banks.
const QUEUE: u32 = 64;
const ROWS: u32 = 1 << super::streams::ROW_BITS;

impl Part {
    /// Our description: the machine's, but for what DRAMsim3 cannot be told.
    pub fn description(self, rule: Rule) -> Description {
        #[derive(Deserialize)]
        struct Machine {
            dram: Dram,
        }
        #[derive(Deserialize)]
        struct Dram {
            channel: Description,
        }
        let machine = match self {
            Part::Hbm2 => include_str!("../../../crates/gpu/machines/v100.toml"),
            Part::Gddr5 => include_str!("../../../crates/gpu/machines/gtx480.toml"),
        };
        let mut d = toml::from_str::<Machine>(machine).expect("it is a machine").dram.channel;
        // DRAMsim3 knows no read-to-precharge between banks.
        d.timing.rtp_scope = RtpScope::Bank;
        (d.timing.faw, d.timing.refi, d.timing.rfc) = (None, None, None);
        d.take_ups = TakeUps::One;
        d.queue = QUEUE;
        match rule {
            Rule::Machine => {}
            Rule::InOrder => d.scheduler = Scheduler::BankFcfs,
            Rule::FirstReady => {
                (d.scheduler, d.row_hits) = (Scheduler::FirstReady, Some(4));
                // Nothing is at a bank.
                d.queue += d.banks * rule.bank_queue();
            }
        }
        d
    }

    /// Rows, banks, columns, bank groups, from the highest bit: DRAMsim3's `rochrabacobg`, for one channel and rank.
    pub fn map(self) -> AddressMap {
        let offset = self.description(Rule::Machine).atom().trailing_zeros() as usize;
        let fields = format!("{}BBCCCCCCBB{}", "R".repeat(14), "S".repeat(offset));
        let mapping = format!("dramid@{};{}{fields}", 63, "0".repeat(64 - fields.len()));
        AddressMap::new(&MapDescription::linear(&mapping), 1, 1, 16).expect("it is a map")
    }

    /// DRAMsim3's description.
    pub fn ini(self, rule: Rule, epoch: u64) -> String {
        let d = self.description(rule);
        let t = &d.timing;
        let bank_queue = rule.bank_queue();
        let rcd_write = t.rcd_write.unwrap_or(t.rcd.saturating_sub(t.wl + 1));
        let protocol = if self == Part::Gddr5 { "GDDR5" } else { "HBM2" };
        // A GDDR5 column is a burst, an HBM column two beats.
        let columns = if self == Part::Gddr5 { 64 } else { 64 * d.burst_length / 2 };
        let (width, bus) = (8 * d.bus_bytes, 8 * d.bus_bytes * d.chips);
        let megabytes = (d.atom() as usize) << (super::streams::BLOCK_BITS - 20);
        let burst = d.burst_length / d.data_rate;
        assert!(t.rtp >= burst && t.rc == t.ras + t.rp, "where both derive the same");
        format!(
            "[dram_structure]
protocol = {protocol}
bankgroups = 4
banks_per_group = 4
rows = {ROWS}
columns = {columns}
device_width = {width}
BL = {}
hbm_dual_cmd = {}

[timing]
tCK = 1
AL = 0
CL = {}
CWL = {}
tRCD = {}
tRCDRD = {}
tRCDWR = {}
tRP = {}
tRAS = {}
tCCD_S = {}
tCCD_L = {}
tRRD_S = {}
tRRD_L = {}
tWTR_S = {}
tWTR_L = {}
tWR = {}
tRTP = {}
tPPD = 0
tRTRS = 2
tFAW = 0
t32AW = 0
tRFC = 1
tREFI = 2000000000

[system]
channel_size = {megabytes}
channels = 1
bus_width = {bus}
address_mapping = rochrabacobg
queue_structure = PER_BANK
row_buf_policy = OPEN_PAGE
unified_queue = true
cmd_queue_size = {bank_queue}
trans_queue_size = {QUEUE}

[other]
epoch_period = {epoch}
output_level = 1
",
            d.burst_length,
            d.dual_command,
            t.cl,
            t.wl,
            t.rcd,
            t.rcd,
            rcd_write,
            t.rp,
            t.ras,
            t.ccd,
            t.ccd_l,
            t.rrd,
            t.rrd,
            t.wtr,
            t.wtr,
            t.wr,
            t.rtp,
        )
    }
}

impl Rule {
    /// Requests that can wait at each of DRAMsim3's banks.
    fn bank_queue(self) -> u32 {
        if self == Rule::FirstReady { 64 } else { 1 }
    }
}
