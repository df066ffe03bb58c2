//! What a channel is described by, and what follows from it.
//!
//! Every key has a GPGPU-Sim option it corresponds to, named beside it; numbers can be carried over as they are.

use serde::{Deserialize, Serialize};

/// A DRAM channel.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Banks: `nbk` of `-gpgpu_dram_timing_opt`. A power of two, at most 64.
    pub banks: u32,
    /// Bank groups: `nbkgrp` of `-gpgpu_dram_timing_opt`. 1, where the part has none.
    #[serde(default = "one")]
    pub bank_groups: u32,
    /// Which bits of a bank's number are its group's: `-dram_bnkgrp_indexing_policy`.
    #[serde(default)]
    pub bank_group_bits: GroupBits,
    /// When a command may follow another: `-gpgpu_dram_timing_opt`.
    pub timing: Timing,
    /// Bytes a chip's data bus is wide: `-gpgpu_dram_buswidth`.
    pub bus_bytes: u32,
    /// Chips side by side that make up the channel: `-gpgpu_n_mem_per_ctrlr`.
    #[serde(default = "one")]
    pub chips: u32,
    /// Beats of a burst: `-gpgpu_dram_burst_length`.
    pub burst_length: u32,
    /// Beats in a cycle of the command clock: `-dram_data_command_freq_ratio` (2 for HBM and GDDR3, 4 for GDDR5).
    pub data_rate: u32,
    /// Requests that can wait, besides the one each bank is at: `-gpgpu_frfcfs_dram_sched_queue_size`
    /// (where 0, without limit, has no counterpart here).
    pub queue: u32,
    /// A queue of their own for writes: `-dram_seperate_write_queue_enable` and `-dram_write_queue_size`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_queue: Option<WriteQueue>,
    /// Which request a bank takes up next: `-gpgpu_dram_scheduler`.
    #[serde(default)]
    pub scheduler: Scheduler,
    /// How many banks can take up a request in a cycle. GPGPU-Sim: one.
    #[serde(default)]
    pub take_ups: TakeUps,
    /// With `scheduler = "first-ready"`: after so many column commands to a row, the oldest request goes first even if it is
    /// for another row. Without limit, if not given. DRAMsim3: 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_hits: Option<u32>,
    /// Whether rows stay open. GPGPU-Sim's always do.
    #[serde(default)]
    pub row_policy: RowPolicy,
    /// Whether a row command (activate, precharge) and a column command (read, write) can issue in one cycle, as in HBM:
    /// `-dram_dual_bus_interface`.
    ///
    /// Without it there is one command a cycle and columns go first. GPGPU-Sim then still lets a column command follow a
    /// row command in the same cycle if its bank comes later in the rotation, which no command bus can.
    #[serde(default)]
    pub dual_command: bool,
}

/// Timing parameters, in cycles of the command clock.
///
/// What GPGPU-Sim derives from them is derived the same way here: a write may follow a read after
/// `cl + burst + 2 - wl`, a read a write after `wl + burst + wtr`, a precharge a write of its bank after `wl + burst + wr`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// Column command to column command: `CCD`. Never less than a burst lasts on the data bus.
    pub ccd: u32,
    /// The same within a bank group: `CCDL`.
    #[serde(default)]
    pub ccd_l: u32,
    /// Activate to activate of another bank: `RRD`.
    pub rrd: u32,
    /// Activate to read: `RCD`.
    pub rcd: u32,
    /// Activate to write. As in GPGPU-Sim `rcd - (wl + 1)`, if not given: the data come `wl` later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rcd_write: Option<u32>,
    /// Activate to precharge: `RAS`.
    pub ras: u32,
    /// Precharge to activate: `RP`.
    pub rp: u32,
    /// Activate to activate of the same bank: `RC`.
    pub rc: u32,
    /// Read to the first beat of its data: `CL`.
    pub cl: u32,
    /// Write to the first beat of its data: `WL`.
    pub wl: u32,
    /// Last beat of a write to a read: `CDLR` (tWTR).
    pub wtr: u32,
    /// Last beat of a write to a precharge of its bank: `WR`.
    pub wr: u32,
    /// Read to precharge: `RTPL` (tRTP). Of the same bank it is never less than a burst.
    #[serde(default)]
    pub rtp: u32,
    /// Which precharges `rtp` holds back.
    #[serde(default)]
    pub rtp_scope: RtpScope,
    /// At most four activates in so many cycles (tFAW). GPGPU-Sim has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faw: Option<u32>,
    /// Refreshes are due so far apart (tREFI). GPGPU-Sim has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refi: Option<u32>,
    /// Refresh of all banks to activate (tRFC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rfc: Option<u32>,
}

/// Which precharges a read holds back for `rtp`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RtpScope {
    /// Those of any bank of its group, as in GPGPU-Sim.
    #[default]
    Group,
    /// Those of its bank, as in the parts' data sheets and in DRAMsim3.
    Bank,
}

/// Which bits of a bank's number say its group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupBits {
    /// The highest: `-dram_bnkgrp_indexing_policy 0`.
    #[default]
    High,
    /// The lowest, so that neighbouring banks are in different groups: `-dram_bnkgrp_indexing_policy 1`.
    Low,
}

/// Which of the waiting requests a bank takes up when it is done with one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheduler {
    /// The oldest for the row that is open, or else the oldest: `-gpgpu_dram_scheduler 1`.
    #[default]
    FrFcfs,
    /// The oldest of all requests, when it is for this bank: `-gpgpu_dram_scheduler 0`.
    Fcfs,
    /// The oldest for this bank, whatever its row: DRAMsim3's, where its banks' queues hold one command.
    BankFcfs,
    /// None: a bank is bound to no request. In each cycle, the oldest for which a command can issue has it, where a row is
    /// closed for the oldest alone and not while others wait for it; so a read can pass a write that waits for the bus to
    /// turn round. DRAMsim3's, where its banks' queues are long.
    ///
    /// Row commands do not yield to column commands. It takes several times as long to simulate.
    FirstReady,
}

/// How many banks can take up a request in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TakeUps {
    /// All that are free.
    #[default]
    Every,
    /// One, as in GPGPU-Sim and DRAMsim3: there is a path from the queue to the banks.
    One,
}

/// What becomes of a row when nothing more waits for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowPolicy {
    /// It stays open until the bank needs another.
    #[default]
    Open,
    /// It is closed as soon as that is legal.
    Closed,
}

/// A queue for writes. They are served from when `high` wait until fewer than `low` do, and while there is no read at all.
///
/// GPGPU-Sim has no such second case: there, the last writes wait for ever.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WriteQueue {
    /// Writes that can wait; `queue` is then for reads alone.
    pub size: u32,
    /// So many waiting writes go before reads.
    pub high: u32,
    /// Reads go first again when fewer than so many wait.
    pub low: u32,
}

/// A description no channel can be built from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DescriptionFault {
    /// A number out of its range.
    #[error("`{key}` is {value}, but must be from {low} to {high}")]
    Range {
        /// The key.
        key: &'static str,
        /// What it is.
        value: u32,
        /// The least it may be.
        low: u32,
        /// The most it may be.
        high: u32,
    },
    /// A number that must be a power of two.
    #[error("`{key}` is {value}, but must be a power of two: {} or {}", value.next_power_of_two() / 2, value.next_power_of_two())]
    PowerOfTwo {
        /// The key.
        key: &'static str,
        /// What it is.
        value: u32,
    },
    /// A burst that does not end with a cycle.
    #[error(
        "a burst of {burst_length} beats does not fill cycles of {data_rate} beats: make `burst_length` a multiple of `data_rate`"
    )]
    Burst {
        /// Beats of a burst.
        burst_length: u32,
        /// Beats in a cycle.
        data_rate: u32,
    },
    /// A refresh without an interval or without a length.
    #[error("refresh needs both `timing.refi` and `timing.rfc`")]
    Refresh,
    /// A write queue without the scheduler that knows it.
    #[error("a `write_queue` needs `scheduler = \"fr-fcfs\"`")]
    WriteQueue,
    /// A limit of hits without the scheduler that knows it.
    #[error("`row_hits` needs `scheduler = \"first-ready\"`")]
    RowHits,
}

const fn one() -> u32 {
    1
}

impl Description {
    /// Bytes that one read or write command moves: burst length × bus width × chips, GPGPU-Sim's `dram_atom_size`.
    ///
    /// A request takes as many commands as it takes to move its bytes, and always whole ones. So 32 bytes take one
    /// command on a V100 (2 × 16 × 1 = 32 bytes) and a Titan X (8 × 4 × 1 = 32); and one on a GTX 480 too, where the
    /// command moves 8 × 4 × 2 = 64 bytes, half of them for nothing.
    pub fn atom(&self) -> u32 {
        self.burst_length * self.bus_bytes * self.chips
    }

    /// Bytes the data bus moves in a cycle of the command clock: the peak.
    pub fn peak(&self) -> u32 {
        self.bus_bytes * self.chips * self.data_rate
    }

    /// The group of a bank.
    pub(super) fn group(&self, bank: u32) -> u8 {
        let group = match self.bank_group_bits {
            GroupBits::High => bank / (self.banks / self.bank_groups),
            GroupBits::Low => bank % self.bank_groups,
        };
        group as u8
    }

    /// Whether a channel can be built like this.
    pub fn check(&self) -> Result<(), DescriptionFault> {
        let range = |key, value: u32, low, high| match (low..=high).contains(&value) {
            true => Ok(()),
            false => Err(DescriptionFault::Range { key, value, low, high }),
        };
        let power = |key, value: u32| match value.is_power_of_two() {
            true => Ok(()),
            false => Err(DescriptionFault::PowerOfTwo { key, value }),
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
            return Err(DescriptionFault::Burst { burst_length, data_rate });
        }
        range("queue", self.queue, 1, 1 << 14)?;
        if let Some(writes) = &self.write_queue {
            if self.scheduler != Scheduler::FrFcfs {
                return Err(DescriptionFault::WriteQueue);
            }
            range("write_queue.size", writes.size, 1, 1 << 14)?;
            range("write_queue.high", writes.high, 1, writes.size)?;
            range("write_queue.low", writes.low, 1, writes.high)?;
        }
        if let Some(hits) = self.row_hits {
            if self.scheduler != Scheduler::FirstReady {
                return Err(DescriptionFault::RowHits);
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
            _ => Err(DescriptionFault::Refresh),
        }
    }
}
