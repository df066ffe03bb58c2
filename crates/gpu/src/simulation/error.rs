//! Errors of a simulation.

use crate::abort::LaunchAbort;
use crate::core::BlockedWarp;
use crate::core::gpu_core::{Core, Illegal};
use crate::cu::IllegalWave;
use crate::decoded::WaveUnit;
use crate::ids::{Cycle, SchedulerId, Slot, SmId, WarpSet};
use crate::machine::MachineError;
use crate::occupancy::Limiter;
use crate::placement::PlacementError;
use crate::sm::IllegalPick;
use warploom_kernel::execute::CtaId;
use warploom_kernel::image::Isa;
use warploom_kernel::tape::Launch;

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError<E> {
    /// The tape could not be read.
    #[error(transparent)]
    Tape(E),
    /// The machine description is invalid.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// The window is 0 or longer than the machine allows.
    #[error(
        "a window of {window} cycles is not possible: choose 1 to {longest}, the shortest delay of a message on this machine"
    )]
    InvalidWindow { window: u64, longest: u64 },
    /// The launch has code that the cores of the machine do not execute.
    #[error("{}", match machine {
        Isa::Gcn => format!("`{kernel}` is not GCN code, and the CUs of this machine execute nothing else"),
        _ => format!("`{kernel}` is GCN code, which the SMs of this machine do not execute"),
    })]
    WrongCode { kernel: String, machine: Isa },
    /// The policy decides for the other kind of cores.
    #[error("{}", match machine {
        Isa::Gcn => "this machine has CUs, for which a wave policy decides, and not a warp policy",
        _ => "this machine has SMs, for which a warp policy decides, and not a wave policy",
    })]
    WrongPolicy { machine: Isa },
    /// The wave policy picked a wave that cannot issue.
    #[error(
        "the policy picked slot {picked} for the {} unit of CU {}, which cannot issue in cycle {cycle}: pick one of {issuable:?}",
        .unit.name(), .cu.0
    )]
    IllegalWave { cu: SmId, unit: WaveUnit, picked: Slot, cycle: Cycle, issuable: WarpSet },
    /// A CTA needs more than an SM has.
    #[error("a CTA of `{kernel}` does not fit on an SM, which has {}", .limiter.shortage())]
    CtaTooLarge { kernel: String, limiter: Limiter },
    /// The warp policy picked a warp that cannot issue.
    #[error(
        "the policy picked slot {picked} for scheduler {} of SM {}, which cannot issue in cycle {cycle}: pick one of {issuable:?}",
        .scheduler.0, .sm.0
    )]
    IllegalPick { sm: SmId, scheduler: SchedulerId, picked: Slot, cycle: Cycle, issuable: WarpSet },
    /// The CTA policy returned an illegal placement.
    #[error("the CTA policy {error}, in cycle {cycle}")]
    IllegalPlacement { cycle: Cycle, error: PlacementError },
    /// The CTA policy places CTAs by id, and the work has no random access.
    #[error(
        "the CTA policy places CTA {} by its id, but this work has no random access: record it on a tape first",
        .cta.0
    )]
    ForwardOnly { cta: CtaId },
    /// The launch makes no progress: no warp will ever issue again.
    #[error("`{kernel}` makes no progress after cycle {cycle}: {}{}", why(*.declined, *.undispatched), list(.blocked))]
    Deadlock {
        kernel: String,
        cycle: Cycle,
        /// True if warps could issue and the policy picked none of them.
        declined: bool,
        /// Number of undispatched CTAs, if none is in flight and the CTA policy places none of them; else 0.
        undispatched: u64,
        /// The blocked warps, each with its next instruction as text.
        blocked: Vec<(BlockedWarp, String)>,
    },
}

impl<E> RunError<E> {
    /// The error of an aborted launch, or of its tape if that failed.
    pub(super) fn of(abort: LaunchAbort, tape: Option<E>, launch: &Launch, cores: &[Core]) -> RunError<E> {
        match abort {
            LaunchAbort::Tape(_) => RunError::Tape(tape.expect("a tape that fails has an error")),
            LaunchAbort::IllegalPick { sm, cycle, pick: Illegal::Warp(pick) } => {
                let IllegalPick { scheduler, picked, issuable } = pick;
                RunError::IllegalPick { sm, scheduler, picked, cycle, issuable }
            }
            LaunchAbort::IllegalPick { sm, cycle, pick: Illegal::Wave(pick) } => {
                let IllegalWave { unit, picked, issuable } = pick;
                RunError::IllegalWave { cu: sm, unit, picked, cycle, issuable }
            }
            LaunchAbort::IllegalPlacement { cycle, error } => RunError::IllegalPlacement { cycle, error },
            LaunchAbort::ForwardOnly { cta } => RunError::ForwardOnly { cta },
            LaunchAbort::Deadlock { cycle, declined, undispatched } => {
                let named = |warp: BlockedWarp| {
                    let instruction = warp.pc.and_then(|pc| launch.code.instructions.get(pc.index()));
                    let words = instruction
                        .map(|i| format!("`{}` (instruction {})", i.opcode, warp.pc.unwrap_or_default().0));
                    (warp, words.unwrap_or_default())
                };
                // If the policy declines, only the SMs where it does so explain the deadlock.
                let cores = cores.iter().filter(|core| !declined || core.base().declined > 0);
                let blocked = cores.flat_map(Core::blocked_warps).map(named).collect();
                RunError::Deadlock { kernel: launch.kernel.clone(), cycle, declined, undispatched, blocked }
            }
        }
    }
}

fn why(declined: bool, undispatched: u64) -> String {
    match (declined, undispatched) {
        (true, _) => "the policy picks none of the warps that can issue".to_owned(),
        (_, 0) => "every warp is blocked".to_owned(),
        (_, ctas) => {
            format!("the SMs are empty, and the CTA policy places none of the {ctas} undispatched CTAs")
        }
    }
}

/// Number of blocked warps that an error message lists.
const LISTED_WARPS: usize = 16;

fn list(blocked: &[(BlockedWarp, String)]) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for (warp, instruction) in blocked.iter().take(LISTED_WARPS) {
        let BlockedWarp { sm, slot, cta, warp, reason, .. } = warp;
        let _ = write!(text, "\n  SM {sm}, slot {slot}: warp {warp} of CTA {cta} {reason}");
        if !instruction.is_empty() {
            let _ = write!(text, ", before {instruction}");
        }
    }
    if blocked.len() > LISTED_WARPS {
        let _ = write!(text, "\n  and {} more", blocked.len() - LISTED_WARPS);
    }
    text
}
