//! The description of a DRAM channel.
//!
//! Every key names the GPGPU-Sim option it corresponds to; values carry over unchanged.

use crate::described::Kind::{self, Flag, Whole, Word};
use crate::described::{described, optional, optional_table, table, value};
use serde::{Deserialize, Serialize};

const CYCLES: Kind = Whole(1, 1 << 20);
const CYCLES_OR_0: Kind = Whole(0, 1 << 20);

described! {
    /// The description of a DRAM channel.
    #[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct Description {
        /// Banks of a channel: a power of two. GPGPU-Sim: `nbk` of `-gpgpu_dram_timing_opt`.
        pub banks: u32 = value(Whole(1, 64)),
        /// Bank groups; 1 where the part has none. GPGPU-Sim: `nbkgrp` of `-gpgpu_dram_timing_opt`.
        #[serde(default = "one")]
        pub bank_groups: u32 = optional(Whole(1, 16)),
        /// Bits of the bank number that select the bank group. GPGPU-Sim: `-dram_bnkgrp_indexing_policy`.
        #[serde(default)]
        pub bank_group_bits: GroupBits = optional(Word(&["high", "low"])),
        /// Timing parameters. GPGPU-Sim: `-gpgpu_dram_timing_opt`.
        pub timing: Timing = table(Timing::FIELDS),
        /// Width of a chip's data bus, in bytes. GPGPU-Sim: `-gpgpu_dram_buswidth`.
        pub bus_bytes: u32 = value(Whole(1, 1 << 10)),
        /// Chips in parallel that make up the channel. GPGPU-Sim: `-gpgpu_n_mem_per_ctrlr`.
        #[serde(default = "one")]
        pub chips: u32 = optional(Whole(1, 64)),
        /// Beats of a burst: a multiple of data_rate. GPGPU-Sim: `-gpgpu_dram_burst_length`.
        pub burst_length: u32 = value(Whole(1, 64)),
        /// Beats per cycle of the command clock. GPGPU-Sim: `-dram_data_command_freq_ratio` (2 for HBM and GDDR3, 4 for
        /// GDDR5).
        pub data_rate: u32 = value(Whole(1, 64)),
        /// Queue entries, not counting the request that each bank serves. GPGPU-Sim: `-gpgpu_frfcfs_dram_sched_queue_size`,
        /// whose 0, without limit, has no counterpart here.
        pub queue: u32 = value(Whole(1, 1 << 14)),
        /// A separate write queue. GPGPU-Sim: `-dram_seperate_write_queue_enable` and `-dram_write_queue_size`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub write_queue: Option<WriteQueue> = optional_table(WriteQueue::FIELDS),
        /// Rule by which a bank picks its next request. GPGPU-Sim: `-gpgpu_dram_scheduler`.
        #[serde(default)]
        pub scheduler: Scheduler = optional(Word(&["fr-fcfs", "fcfs", "bank-fcfs", "first-ready"])),
        /// Number of banks that can start a request in a cycle. GPGPU-Sim: one.
        #[serde(default)]
        pub take_ups: TakeUps = optional(Word(&["every", "one"])),
        /// First-ready only: column commands to a row before an older request for another row goes first. Without a value
        /// there is no limit. DRAMsim3: 4.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub row_hits: Option<u32> = optional(Whole(1, 1 << 14)),
        /// Whether rows stay open. GPGPU-Sim's always do.
        #[serde(default)]
        pub row_policy: RowPolicy = optional(Word(&["open", "closed"])),
        /// Whether a row command and a column command can issue in one cycle. GPGPU-Sim: `-dram_dual_bus_interface`, for
        /// HBM.
        ///
        /// Without it, one command issues per cycle, column commands first. GPGPU-Sim then still lets a column command
        /// follow a row command in the same cycle if its bank comes later in the rotation, which no command bus can do.
        #[serde(default)]
        pub dual_command: bool = optional(Flag),
    }
}

described! {
    /// DRAM timing parameters, in cycles of the command clock.
    ///
    /// Derived distances follow GPGPU-Sim: read to write `cl + burst + 2 - wl`, write to read `wl + burst + wtr`, write to
    /// precharge of the same bank `wl + burst + wr`.
    #[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct Timing {
        /// Column command to column command. GPGPU-Sim: `CCD`. It is at least the duration of a burst.
        pub ccd: u32 = value(CYCLES),
        /// Column command to column command within a bank group. GPGPU-Sim: `CCDL`.
        #[serde(default)]
        pub ccd_l: u32 = optional(CYCLES_OR_0),
        /// Activate to activate of another bank. GPGPU-Sim: `RRD`.
        pub rrd: u32 = value(CYCLES),
        /// Activate to read. GPGPU-Sim: `RCD`.
        pub rcd: u32 = value(CYCLES),
        /// Activate to write; without a value, rcd - (wl + 1). The default is GPGPU-Sim's: write data follow `wl` cycles
        /// later.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rcd_write: Option<u32> = optional(CYCLES_OR_0),
        /// Activate to precharge. GPGPU-Sim: `RAS`.
        pub ras: u32 = value(CYCLES),
        /// Precharge to activate. GPGPU-Sim: `RP`.
        pub rp: u32 = value(CYCLES),
        /// Activate to activate of the same bank. GPGPU-Sim: `RC`.
        pub rc: u32 = value(CYCLES),
        /// Read to the first beat of its data. GPGPU-Sim: `CL`.
        pub cl: u32 = value(CYCLES),
        /// Write to the first beat of its data. GPGPU-Sim: `WL`.
        pub wl: u32 = value(CYCLES_OR_0),
        /// Last beat of a write to a read. GPGPU-Sim: `CDLR` (tWTR).
        pub wtr: u32 = value(CYCLES_OR_0),
        /// Last beat of a write to a precharge of its bank. GPGPU-Sim: `WR`.
        pub wr: u32 = value(CYCLES_OR_0),
        /// Read to precharge. GPGPU-Sim: `RTPL` (tRTP). For the same bank it is at least a burst.
        #[serde(default)]
        pub rtp: u32 = optional(CYCLES_OR_0),
        /// Precharges that rtp delays.
        #[serde(default)]
        pub rtp_scope: RtpScope = optional(Word(&["group", "bank"])),
        /// Window that holds at most four activates. It is tFAW; GPGPU-Sim has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub faw: Option<u32> = optional(CYCLES),
        /// Refresh interval; needs rfc. It is tREFI; GPGPU-Sim has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub refi: Option<u32> = optional(Whole(1, 1 << 24)),
        /// Refresh of all banks to activate; needs refi. It is tRFC.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rfc: Option<u32> = optional(CYCLES),
    }
}

/// The precharges that a read delays by `rtp`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RtpScope {
    /// Precharges of every bank in the group, as in GPGPU-Sim.
    #[default]
    Group,
    /// Precharges of the same bank, as in data sheets and DRAMsim3.
    Bank,
}

/// The bits of a bank number that select its group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupBits {
    /// The highest bits: `-dram_bnkgrp_indexing_policy 0`.
    #[default]
    High,
    /// The lowest bits, so that adjacent banks are in different groups: `-dram_bnkgrp_indexing_policy 1`.
    Low,
}

/// The rule by which a bank picks its next request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheduler {
    /// The oldest request for the open row, or else the oldest: `-gpgpu_dram_scheduler 1`.
    #[default]
    FrFcfs,
    /// The oldest of all requests, if it is for this bank: `-gpgpu_dram_scheduler 0`.
    Fcfs,
    /// The oldest request for this bank, whatever its row: DRAMsim3 with bank queues of one command.
    BankFcfs,
    /// No binding of banks to requests: in each cycle the oldest request whose command can issue goes. A row is closed
    /// only for the oldest request, and not while other requests hit it, so a read can pass a write that waits for bus
    /// turnaround. It models DRAMsim3 with long bank queues.
    ///
    /// Row commands do not yield to column commands. This scheduler takes several times as long to simulate.
    FirstReady,
}

/// The number of banks that can start a request in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TakeUps {
    /// Every idle bank.
    #[default]
    Every,
    /// One bank, as in GPGPU-Sim and DRAMsim3, where one path leads from the queue to the banks.
    One,
}

/// What happens to an open row that no queued request hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowPolicy {
    /// It stays open until the bank needs another row.
    #[default]
    Open,
    /// It is closed as soon as timing allows.
    Closed,
}

described! {
    /// A separate write queue. Writes are served from `high` queued writes until fewer than `low` remain, and while there
    /// are no reads.
    ///
    /// GPGPU-Sim lacks the second case: there, the last writes wait for ever.
    #[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct WriteQueue {
        /// Entries of the separate write queue; `queue` then holds reads only.
        pub size: u32 = value(Whole(1, 1 << 14)),
        /// Number of queued writes from which writes go before reads.
        pub high: u32 = value(Whole(1, 1 << 14)),
        /// Number of queued writes below which reads go first again.
        pub low: u32 = value(Whole(1, 1 << 14)),
    }
}

/// Why the description of a channel is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DescriptionError {
    /// A value out of range.
    #[error("`{key}` is {value}, but must be from {low} to {high}")]
    Range { key: &'static str, value: u32, low: u32, high: u32 },
    /// A value that is not a power of two.
    #[error("`{key}` is {value}, but must be a power of two: {} or {}", value.next_power_of_two() / 2, value.next_power_of_two())]
    PowerOfTwo { key: &'static str, value: u32 },
    /// A burst that is not a whole number of cycles.
    #[error(
        "a burst of {burst_length} beats does not fill cycles of {data_rate} beats: make `burst_length` a multiple of `data_rate`"
    )]
    Burst { burst_length: u32, data_rate: u32 },
    /// A refresh without an interval or a duration.
    #[error("refresh needs both `timing.refi` and `timing.rfc`")]
    Refresh,
    /// A write queue with a scheduler that does not support it.
    #[error("a `write_queue` needs `scheduler = \"fr-fcfs\"`")]
    WriteQueue,
    /// A row-hit limit with a scheduler that does not support it.
    #[error("`row_hits` needs `scheduler = \"first-ready\"`")]
    RowHits,
}

const fn one() -> u32 {
    1
}

impl Description {
    /// Bytes that one read or write command transfers: burst length × bus width × chips. GPGPU-Sim: `dram_atom_size`.
    ///
    /// A request takes a whole number of commands. 32 bytes take one command on a V100 (2 × 16 × 1 = 32 bytes), a Titan
    /// X (8 × 4 × 1 = 32) and a GTX 480, where the command transfers 8 × 4 × 2 = 64 bytes and half are unused.
    pub fn atom(&self) -> u32 {
        self.burst_length * self.bus_bytes * self.chips
    }

    /// Peak bandwidth of the data bus, in bytes per cycle of the command clock.
    pub fn peak(&self) -> u32 {
        self.bus_bytes * self.chips * self.data_rate
    }

    /// The bank group of a bank.
    pub(super) fn group(&self, bank: u32) -> u8 {
        let group = match self.bank_group_bits {
            GroupBits::High => bank / (self.banks / self.bank_groups),
            GroupBits::Low => bank % self.bank_groups,
        };
        group as u8
    }

    /// Checks that the description is valid.
    ///
    /// # Errors
    /// The key at fault and its valid values.
    pub fn check(&self) -> Result<(), DescriptionError> {
        let range = |key, value: u32, low, high| match (low..=high).contains(&value) {
            true => Ok(()),
            false => Err(DescriptionError::Range { key, value, low, high }),
        };
        let power = |key, value: u32| match value.is_power_of_two() {
            true => Ok(()),
            false => Err(DescriptionError::PowerOfTwo { key, value }),
        };
        range("banks", self.banks, 1, 64)?;
        power("banks", self.banks)?;
        range("bank_groups", self.bank_groups, 1, self.banks.min(16))?;
        power("bank_groups", self.bank_groups)?;
        range("bus_bytes", self.bus_bytes, 1, 1 << 10)?;
        range("chips", self.chips, 1, 64)?;
        range("burst_length", self.burst_length, 1, 64)?;
        range("data_rate", self.data_rate, 1, 64)?;
        if !self.burst_length.is_multiple_of(self.data_rate) {
            let Description { burst_length, data_rate, .. } = *self;
            return Err(DescriptionError::Burst { burst_length, data_rate });
        }
        range("queue", self.queue, 1, 1 << 14)?;
        if let Some(writes) = &self.write_queue {
            if self.scheduler != Scheduler::FrFcfs {
                return Err(DescriptionError::WriteQueue);
            }
            range("write_queue.size", writes.size, 1, 1 << 14)?;
            range("write_queue.high", writes.high, 1, writes.size)?;
            range("write_queue.low", writes.low, 1, writes.high)?;
        }
        if let Some(hits) = self.row_hits {
            if self.scheduler != Scheduler::FirstReady {
                return Err(DescriptionError::RowHits);
            }
            range("row_hits", hits, 1, 1 << 14)?;
        }
        let t = &self.timing;
        let most = 1 << 20;
        for (key, value, low) in [
            ("timing.ccd", t.ccd, 1),
            ("timing.ccd_l", t.ccd_l, 0),
            ("timing.rrd", t.rrd, 1),
            ("timing.rcd", t.rcd, 1),
            ("timing.rcd_write", t.rcd_write.unwrap_or(0), 0),
            ("timing.ras", t.ras, 1),
            ("timing.rp", t.rp, 1),
            ("timing.rc", t.rc, 1),
            ("timing.cl", t.cl, 1),
            ("timing.wl", t.wl, 0),
            ("timing.wtr", t.wtr, 0),
            ("timing.wr", t.wr, 0),
            ("timing.rtp", t.rtp, 0),
            ("timing.faw", t.faw.unwrap_or(1), 1),
        ] {
            range(key, value, low, most)?;
        }
        match (t.refi, t.rfc) {
            (None, None) => Ok(()),
            (Some(refi), Some(rfc)) => {
                range("timing.rfc", rfc, 1, most)?;
                // Closing all rows and refreshing them must leave time for requests.
                range("timing.refi", refi, 2 * (rfc + t.rc.max(t.ras + t.rp)), most << 4)
            }
            _ => Err(DescriptionError::Refresh),
        }
    }
}
