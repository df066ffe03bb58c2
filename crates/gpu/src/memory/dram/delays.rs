//! Minimum distances between DRAM commands.

use super::description::{Description, RtpScope};

/// Minimum distances between commands in DRAM cycles, derived from a [`Description`].
#[derive(Clone, Debug)]
pub(crate) struct CommandDelays {
    pub burst: u64,
    pub atom: u32,
    /// Column command to column command, in the channel and within a bank group.
    pub column: u64,
    pub column_group: u64,
    pub read_to_write: u64,
    pub write_to_read: u64,
    pub activate_to_activate: u64,
    pub activate_to_read: u64,
    pub activate_to_write: u64,
    pub activate_to_precharge: u64,
    pub row_cycle: u64,
    pub precharge_to_activate: u64,
    pub read_to_precharge: u64,
    /// The same, for precharges of the whole bank group.
    pub read_to_precharge_group: u64,
    pub write_to_precharge: u64,
    pub read_done: u64,
    pub write_done: u64,
    pub four_activates: u64,
    /// Interval and duration of refreshes.
    pub refresh: Option<(u64, u64)>,
}

impl CommandDelays {
    pub fn of(description: &Description) -> CommandDelays {
        let t = &description.timing;
        let burst = u64::from(description.burst_length / description.data_rate);
        let (cl, wl) = (u64::from(t.cl), u64::from(t.wl));
        let column = u64::from(t.ccd).max(burst);
        let rtp = u64::from(t.rtp);
        let (bank_rtp, group_rtp) = match t.rtp_scope {
            RtpScope::Group => (burst, rtp),
            RtpScope::Bank => (burst.max(rtp), 0),
        };
        CommandDelays {
            burst,
            atom: description.atom(),
            column,
            column_group: column.max(t.ccd_l.into()),
            read_to_write: (cl + burst + 2).saturating_sub(wl),
            write_to_read: wl + burst + u64::from(t.wtr),
            activate_to_activate: t.rrd.into(),
            activate_to_read: t.rcd.into(),
            activate_to_write: t.rcd_write.unwrap_or(t.rcd.saturating_sub(t.wl + 1)).into(),
            activate_to_precharge: t.ras.into(),
            row_cycle: t.rc.into(),
            precharge_to_activate: t.rp.into(),
            read_to_precharge: bank_rtp,
            read_to_precharge_group: group_rtp,
            write_to_precharge: wl + burst + u64::from(t.wr),
            read_done: cl + burst,
            write_done: wl + burst,
            four_activates: t.faw.unwrap_or(0).into(),
            refresh: t.refi.zip(t.rfc).map(|(refi, rfc)| (refi.into(), rfc.into())),
        }
    }
}
