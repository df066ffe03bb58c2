//! Failed runs.

use crate::command::Failure;
use crate::diagnose;
use warploom_gpu::run::RunError;
use warploom_kernel::image::Isa;
use warploom_lab::work::symbol::short_name;

/// The failure of a run: exit code 1 if the policy or the work is at fault, 2 if the run could not start.
pub fn failure<E: Into<Failure> + std::fmt::Display>(
    mut error: RunError<E>,
    work: &str,
    policy: &str,
) -> Failure {
    if let RunError::WrongCode { kernel, .. }
    | RunError::CtaTooLarge { kernel, .. }
    | RunError::Deadlock { kernel, .. } = &mut error
    {
        *kernel = short_name(kernel);
    }
    let at_fault = matches!(
        error,
        RunError::IllegalPick { .. }
            | RunError::IllegalWave { .. }
            | RunError::IllegalPlacement { .. }
            | RunError::Deadlock { .. }
    );
    let help = match error {
        RunError::CtaTooLarge { .. } => Some("choose a machine with larger SMs with --machine"),
        RunError::WrongCode { machine: Isa::Gcn, .. } => {
            Some("choose a machine of SMs with --machine, or GCN code: `--isa gcn` for work of the suite")
        }
        RunError::WrongCode { .. } => {
            Some("choose a machine of CUs, such as `--machine hd7970`, or the PTX: without `--isa gcn`")
        }
        _ => None,
    };
    match error {
        RunError::Tape(error) => error.into(),
        error if at_fault => {
            Failure { report: diagnose::plain(format!("{work} under `{policy}`: {error}"), None), code: 1 }
        }
        error => Failure::mistake(format!("{work}: {error}"), help.map(str::to_owned)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::occupancy::Limiter;
    use warploom_gpu::{Cycle, SchedulerId, Slot, SmId};
    use warploom_tape::file::Error;

    #[test]
    fn an_illegal_pick_exits_with_1_and_an_oversized_cta_with_2() {
        let failed = |error: RunError<Error>| {
            let failure = failure(error, "lud", "gto");
            (failure.code, failure.report.to_string())
        };
        let illegal = RunError::IllegalPick {
            sm: SmId(3),
            scheduler: SchedulerId(1),
            picked: Slot(7),
            cycle: Cycle(12),
            issuable: [Slot(5), Slot(9)].into_iter().collect(),
        };
        let (code, text) = failed(illegal);
        assert_eq!(code, 1);
        assert!(text.starts_with("lud under `gto`: the policy picked slot 7"), "{text}");
        let (code, text) =
            failed(RunError::CtaTooLarge { kernel: "_Z1kPf".to_owned(), limiter: Limiter::Registers });
        assert_eq!(
            (code, text.as_str()),
            (2, "lud: a CTA of `k` does not fit on an SM, which has too few registers")
        );
    }
}
