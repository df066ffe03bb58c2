//! An independent checker of DRAM timing over a log of commands. It is simple and slow.

use super::channel::Command::{self, *};
use super::{Description, Row, RtpScope};

pub(super) type Logged = (u64, Command, u8, Row);

/// Returns the first command that violates the timing.
pub(super) fn check(description: &Description, log: &[Logged]) -> Result<(), String> {
    let mut open = vec![None; description.banks as usize];
    let mut activates: Vec<u64> = Vec::new();
    let mut data_until = 0;
    for (i, &(at, command, bank, row)) in log.iter().enumerate() {
        let fault = |why: &str| Err(format!("cycle {at}: {command:?} of bank {bank}: {why}"));
        let earlier = log[..i].iter().rev().take_while(|(then, ..)| at - then < 2000);
        for &(then, before, other, _) in earlier {
            let need = distance(description, (before, other), (command, bank));
            if at < then + need {
                return fault(&format!("{need} cycles after {before:?} of bank {other} in {then}"));
            }
        }
        let column = |command| matches!(command, Read | Write);
        let together = log[..i].iter().rev().take_while(|(then, ..)| *then == at);
        for (_, other, ..) in together {
            if !description.dual_command || column(*other) == column(command) {
                return fault("the command bus is in use");
            }
        }
        match command {
            Read | Write => {
                if open[bank as usize] != Some(row) {
                    return fault("another row is open");
                }
                let t = &description.timing;
                let from = at + u64::from(if command == Read { t.cl } else { t.wl });
                if from < data_until {
                    return fault("the data bus is in use");
                }
                data_until = from + u64::from(description.burst_length / description.data_rate);
            }
            Activate => {
                if open[bank as usize].replace(row).is_some() {
                    return fault("a row is open");
                }
                activates.push(at);
                if let (Some(faw), [.., first, _, _, _, _]) = (description.timing.faw, &activates[..])
                    && at - first < u64::from(faw)
                {
                    return fault("five activates in a window for four");
                }
            }
            Precharge => {
                if open[bank as usize].take().is_none() {
                    return fault("no row is open");
                }
            }
            Refresh => {
                if open.iter().any(Option::is_some) {
                    return fault("a row is open");
                }
            }
        }
    }
    Ok(())
}

/// Minimum distance in cycles between two commands.
fn distance(description: &Description, before: (Command, u8), after: (Command, u8)) -> u64 {
    let t = &description.timing;
    let burst = description.burst_length / description.data_rate;
    let same_bank = before.1 == after.1;
    let same_group = description.group(before.1.into()) == description.group(after.1.into());
    let column = if same_group { t.ccd.max(t.ccd_l) } else { t.ccd };
    let cycles = match (before.0, after.0) {
        (Read, Read) | (Write, Write) => column,
        // Two cycles of bus turnaround.
        (Read, Write) => column.max((t.cl + burst + 2).saturating_sub(t.wl)),
        (Write, Read) => column.max(t.wl + burst + t.wtr),
        (Activate, Read) if same_bank => t.rcd,
        (Activate, Write) if same_bank => t.rcd_write.unwrap_or(t.rcd.saturating_sub(t.wl + 1)),
        (Activate, Precharge) if same_bank => t.ras,
        (Activate, Activate) if same_bank => t.rc.max(t.rrd),
        (Activate, Activate) => t.rrd,
        (Activate, Refresh) => t.rc,
        (Precharge, Activate) if same_bank => t.rp,
        (Precharge, Refresh) => t.rp,
        (Read, Precharge) if same_bank => burst.max(t.rtp),
        (Read, Precharge) if same_group && t.rtp_scope == RtpScope::Group => t.rtp,
        (Write, Precharge) if same_bank => t.wl + burst + t.wr,
        (Refresh, Activate | Refresh) => t.rfc.unwrap_or(0),
        _ => 0,
    };
    cycles.into()
}
