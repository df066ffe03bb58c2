//! Runs that end early, told with place and remedy.

use crate::command::Failure;
use crate::diagnose;
use warploom_gpu::run::RunError;

/// Why work did not run to its end under a policy: 1 if the policy or the work is at fault, 2 if it could not run at all.
pub fn failure<E: Into<Failure> + std::fmt::Display>(
    error: RunError<E>,
    work: &str,
    policy: &str,
) -> Failure {
    let misdeed =
        matches!(error, RunError::Illegal { .. } | RunError::Misplaced { .. } | RunError::Stuck { .. });
    let large = matches!(error, RunError::TooLarge { .. });
    match error {
        RunError::Tape(error) => error.into(),
        error if misdeed => {
            Failure { report: diagnose::plain(format!("{work} under `{policy}`: {error}"), None), code: 1 }
        }
        error => {
            let help = large.then(|| "choose a machine with larger SMs: --machine".to_owned());
            Failure::mistake(format!("{work}: {error}"), help)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_tape::file::Error;

    #[test]
    fn a_misdeed_of_the_policy_is_no_mistake_of_the_user() {
        let failed = |error: RunError<Error>| {
            let failure = failure(error, "lud", "gto");
            (failure.code, failure.report.to_string())
        };
        let illegal =
            RunError::Illegal { sm: 3, scheduler: 1, picked: 7, cycle: 12, issuable: "{5, 9}".to_owned() };
        let (code, text) = failed(illegal);
        assert_eq!(code, 1);
        assert!(text.starts_with("lud under `gto`: the policy picked slot 7"), "{text}");
        let (code, text) = failed(RunError::TooLarge { kernel: "k".to_owned(), limiter: "registers" });
        assert_eq!(
            (code, text.as_str()),
            (2, "lud: a CTA of `k` does not fit on an SM: registers are too few")
        );
    }
}
