//! Import of the L2 and DRAM options.

use super::super::{Copies, Dram, L2};
use super::Import;
use super::options::{GivenOption, OptionError};
use crate::memory::dram::{
    Description, GroupBits, Indexing, MapDescription, RowPolicy, RtpScope, Scheduler, TakeUps, Timing,
    WriteQueue,
};

/// The queue length that stands for an unlimited queue.
const UNLIMITED: u32 = 1 << 14;

impl Import<'_> {
    pub(super) fn l2(&mut self) -> Result<L2, OptionError> {
        let queues = self.options.get("-gpgpu_dram_partition_queues");
        let queue = queues.map_or(Ok(8), |given| given.at_least(':', 4).map(|queues| queues[1]))?;
        self.remark("l2.queue", "-gpgpu_dram_partition_queues, the second");
        let option = "-gpgpu_cache:dl2";
        let Some(cache) = self.cache("l2.cache", option)? else {
            return Err(self.options.need(option)?.fault("a machine needs an L2"));
        };
        if self.options.flag("-gpgpu_cache:dl2_texture_only", true)? {
            self.assume("the L2 serves all accesses, not only textures (-gpgpu_cache:dl2_texture_only 1)");
        }
        let flushed = self.flag("l2.keep", "-gpgpu_flush_l2_cache", false)?;
        let copies = match self.flag("l2.copies", "-gpgpu_perf_sim_memcpy", true)? {
            // GPGPU-Sim's loop over the sectors of a copy has a 32-bit address.
            true => Copies::Cut,
            false => Copies::None,
        };
        Ok(L2 {
            partitions: self.whole("l2.partitions", "-gpgpu_n_mem", 8)?,
            slices: self.whole("l2.slices", "-gpgpu_n_sub_partition_per_mchannel", 1)?,
            latency: self.whole("l2.latency", "-gpgpu_l2_rop_latency", 85)?,
            queue,
            dram_latency: self.whole("l2.dram_latency", "-dram_latency", 30)?,
            keep: !flushed,
            flush_written: false,
            copies,
            cache,
        })
    }

    pub(super) fn dram(&mut self) -> Result<Dram, OptionError> {
        Ok(Dram { map: self.map()?, fixed: None, channel: self.channel()? })
    }

    fn map(&mut self) -> Result<MapDescription, OptionError> {
        self.remark("dram.map.mapping", "-gpgpu_mem_addr_mapping");
        let mapping = self.options.need("-gpgpu_mem_addr_mapping")?.value.clone();
        Ok(MapDescription {
            mapping,
            partition_indexing: self
                .indexing("dram.map.partition_indexing", "-gpgpu_memory_partition_indexing")?,
            bank_indexing: self.indexing("dram.map.bank_indexing", "-dram_bnk_indexing_policy")?,
        })
    }

    fn indexing(&mut self, key: &str, option: &str) -> Result<Indexing, OptionError> {
        match self.whole(key, option, 0)? {
            0 => Ok(Indexing::Linear),
            1 => Ok(Indexing::Xor),
            2 => Ok(Indexing::Ipoly),
            other => {
                self.assume(format!("`{key}` is \"ipoly\", because {option} {other} is not supported"));
                Ok(Indexing::Ipoly)
            }
        }
    }

    fn channel(&mut self) -> Result<Description, OptionError> {
        let key = |name: &str| format!("dram.channel.{name}");
        let given = self.options.need("-gpgpu_dram_timing_opt")?;
        let (banks, bank_groups, timing) = timing(given)?;
        for name in ["banks", "bank_groups", "timing"] {
            self.remark(&key(name), "-gpgpu_dram_timing_opt");
        }
        self.remark(&key("take_ups"), "GPGPU-Sim's scheduler hands out one request a cycle");
        self.remark(&key("row_policy"), "GPGPU-Sim closes no row early");
        let mut queue = self.whole(&key("queue"), "-gpgpu_frfcfs_dram_sched_queue_size", 0)?;
        if queue == 0 {
            self.assume(format!("`dram.channel.queue` is {UNLIMITED}; GPGPU-Sim has no limit"));
            queue = UNLIMITED;
        }
        let low = self.whole(&key("bank_group_bits"), "-dram_bnkgrp_indexing_policy", 0)?;
        let fair = self.whole(&key("scheduler"), "-gpgpu_dram_scheduler", 1)?;
        Ok(Description {
            banks,
            bank_groups,
            bank_group_bits: if low == 0 { GroupBits::High } else { GroupBits::Low },
            timing,
            bus_bytes: self.whole(&key("bus_bytes"), "-gpgpu_dram_buswidth", 4)?,
            chips: self.whole(&key("chips"), "-gpgpu_n_mem_per_ctrlr", 1)?,
            burst_length: self.whole(&key("burst_length"), "-gpgpu_dram_burst_length", 4)?,
            data_rate: self.whole(&key("data_rate"), "-dram_data_command_freq_ratio", 2)?,
            queue,
            write_queue: self.write_queue()?,
            scheduler: if fair == 0 { Scheduler::Fcfs } else { Scheduler::FrFcfs },
            take_ups: TakeUps::One,
            row_hits: None,
            row_policy: RowPolicy::Open,
            dual_command: self.flag(&key("dual_command"), "-dram_dual_bus_interface", false)?,
        })
    }

    fn write_queue(&mut self) -> Result<Option<WriteQueue>, OptionError> {
        if !self.flag("dram.channel.write_queue", "-dram_seperate_write_queue_enable", false)? {
            return Ok(None);
        }
        let given = self.options.get("-dram_write_queue_size");
        let sizes = given.map_or(Ok(vec![32, 28, 16]), |given| given.at_least(':', 3))?;
        Ok(Some(WriteQueue { size: sizes[0], high: sizes[1], low: sizes[2] }))
    }
}

/// Names of `-gpgpu_dram_timing_opt`, in the order of the unnamed form, and their defaults.
const TIMINGS: [(&str, Option<u32>); 14] = [
    ("nbk", None),
    ("CCD", None),
    ("RRD", None),
    ("RCD", None),
    ("RAS", None),
    ("RP", None),
    ("RC", None),
    ("CL", None),
    ("WL", None),
    ("CDLR", None),
    ("WR", None),
    ("nbkgrp", Some(1)),
    ("CCDL", Some(0)),
    ("RTPL", Some(0)),
];

/// Banks, bank groups and timing parameters.
fn timing(given: &GivenOption) -> Result<(u32, u32, Timing), OptionError> {
    let mut found: [Option<u32>; 14] = [None; 14];
    let named = given.value.contains('=');
    for (place, part) in
        given.value.split([':', ';']).map(str::trim).filter(|part| !part.is_empty()).enumerate()
    {
        let (place, number) = match part.split_once('=') {
            Some((name, number)) => {
                let place = TIMINGS.iter().position(|(known, _)| *known == name.trim());
                (place.ok_or_else(|| given.fault(format!("unknown timing `{}`", name.trim())))?, number)
            }
            None if named => return Err(given.fault(format!("`{part}` has no name, but the others do"))),
            None if place >= 14 => return Err(given.fault("at most fourteen numbers are allowed")),
            None => (place, part),
        };
        found[place] = Some(given.number(number)?);
    }
    let mut values = [0; 14];
    for ((value, found), (name, default)) in values.iter_mut().zip(found).zip(TIMINGS) {
        *value = found.or(default).ok_or_else(|| given.fault(format!("`{name}` is missing")))?;
    }
    let [banks, ccd, rrd, rcd, ras, rp, rc, cl, wl, wtr, wr, bank_groups, ccd_l, rtp] = values;
    let timing = Timing {
        ccd,
        ccd_l,
        rrd,
        rcd,
        rcd_write: None,
        ras,
        rp,
        rc,
        cl,
        wl,
        wtr,
        wr,
        rtp,
        rtp_scope: RtpScope::Group,
        faw: None,
        refi: None,
        rfc: None,
    };
    Ok((banks, bank_groups, timing))
}
