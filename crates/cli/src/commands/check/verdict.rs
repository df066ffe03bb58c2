//! Verdicts of a check: each measured value beside its limit.

use super::baseline::Baseline;
use super::limits::{Check, Limits};
use super::measure::Measured;
use serde::Serialize;
use warploom_lab::sample::Sample;
use warploom_tape::capture::matches_pattern;

/// How a verdict came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Passed,
    Failed,
    /// Nothing could be measured.
    Error,
}

impl Status {
    pub const fn name(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::Error => "error",
        }
    }
}

/// A place in a source file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    pub file: String,
    pub line: u64,
}

/// One judged value of a check.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verdict {
    /// The kernel, for limits of kernels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// What was judged: `results`, `races`, `faults`, or the key of a limit. Scripts rely on these names.
    pub what: &'static str,
    pub status: Status,
    pub measured: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub limit: String,
    /// Where the problem is, if it has places: each with its text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

/// A race, a fault or another problem, at its place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Problem {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

impl Verdict {
    /// The verdict on problems of one kind: passed if there are none.
    pub fn on_problems(what: &'static str, problems: Vec<Problem>) -> Verdict {
        let status = if problems.is_empty() { Status::Passed } else { Status::Failed };
        let measured = match (what, problems.len()) {
            ("results", 0) => "right".to_owned(),
            ("results", _) => "wrong".to_owned(),
            (_, 0) => "none".to_owned(),
            (_, n) => n.to_string(),
        };
        Verdict { kernel: None, what, status, measured, limit: String::new(), problems }
    }

    /// What was judged, with the kernel.
    pub fn title(&self) -> String {
        match &self.kernel {
            Some(kernel) => format!("{kernel}: {}", self.what),
            None => self.what.to_owned(),
        }
    }
}

/// Verdicts on the limits of a check's kernels. A pattern that no kernel matches fails: it is a mistake in the file, or the kernel was
/// never launched.
pub fn on_kernels(check: &Check, kernels: &[Measured], baseline: Option<&Baseline>) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for (pattern, limits) in &check.kernel {
        let named = |kernel: &&Measured| {
            matches_pattern(pattern, &kernel.name) || matches_pattern(pattern, &kernel.symbol)
        };
        let mut matching = kernels.iter().filter(named).peekable();
        if matching.peek().is_none() {
            verdicts.push(Verdict {
                kernel: Some(pattern.clone()),
                what: "launches",
                status: Status::Failed,
                measured: "0".to_owned(),
                limit: "at least 1".to_owned(),
                problems: Vec::new(),
            });
        }
        for kernel in matching {
            on_kernel(limits, kernel, &mut verdicts);
            if let Some(change) = limits.change {
                verdicts.push(on_change(change, kernel, baseline.and_then(|b| b.of(&check.name, kernel))));
            }
        }
    }
    verdicts
}

fn on_kernel(limits: &Limits, kernel: &Measured, verdicts: &mut Vec<Verdict>) {
    let mut judge = |what, limit: Option<f64>, value: Option<f64>, least: bool, show: fn(f64) -> String| {
        let Some(limit) = limit else { return };
        let fits = value.is_none_or(|value| if least { value >= limit } else { value <= limit });
        verdicts.push(Verdict {
            kernel: Some(kernel.name.clone()),
            what,
            status: if fits { Status::Passed } else { Status::Failed },
            measured: value.map_or("no such accesses".to_owned(), show),
            limit: format!("at {} {}", if least { "least" } else { "most" }, show(limit)),
            problems: Vec::new(),
        });
    };
    let whole = |value: f64| format!("{value:.0}");
    let share = |value: f64| format!("{:.1} %", 100.0 * value);
    judge("cycles", limits.cycles, Some(kernel.cycles.mean), false, whole);
    judge("seconds", limits.seconds, Some(kernel.seconds), false, |value| format!("{value:.3e}"));
    judge("registers", limits.registers, Some(kernel.registers), false, whole);
    judge("occupancy", limits.occupancy, Some(kernel.occupancy), true, share);
    judge("spilled_bytes", limits.spilled_bytes, Some(kernel.spilled_bytes), false, whole);
    judge("coalescing", limits.coalescing, kernel.coalescing, true, share);
    let passes = limits.passes_per_shared_request;
    judge("passes_per_shared_request", passes, kernel.passes, false, |value| format!("{value:.2}"));
}

/// The verdict on the cycles against those of the baseline. A change within two standard deviations of the perturbed runs is none.
fn on_change(limit: f64, kernel: &Measured, before: Option<Sample>) -> Verdict {
    let verdict = |status, measured| Verdict {
        kernel: Some(kernel.name.clone()),
        what: "change",
        status,
        measured,
        limit: format!("at most {:+.1} %", 100.0 * limit),
        problems: Vec::new(),
    };
    let Some(before) = before else {
        return verdict(Status::Error, "not in the baseline".to_owned());
    };
    let spread = 2.0 * before.deviation.hypot(kernel.cycles.deviation);
    let more = kernel.cycles.mean - before.mean;
    let share = more / before.mean.max(1.0);
    let failed = share > limit && more > spread;
    let measured = format!("{:+.1} % ± {:.1} %", 100.0 * share, 100.0 * spread / before.mean.max(1.0));
    verdict(if failed { Status::Failed } else { Status::Passed }, measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(cycles: &[f64]) -> Measured {
        let cycles = Sample::of(cycles).unwrap();
        Measured {
            symbol: "_Z4stepPf".to_owned(),
            name: "step".to_owned(),
            cycles,
            seconds: 1e-6,
            registers: 32.0,
            occupancy: 0.5,
            spilled_bytes: 0.0,
            coalescing: Some(0.8),
            passes: None,
        }
    }

    fn status(limits: Limits) -> Status {
        let mut verdicts = Vec::new();
        on_kernel(&limits, &kernel(&[1000.0]), &mut verdicts);
        verdicts[0].status
    }

    #[test]
    fn a_limit_holds_at_its_edge_and_not_beyond_it() {
        use Status::{Failed, Passed};
        let of = |cycles| Limits { cycles: Some(cycles), ..Limits::default() };
        assert_eq!((status(of(1000.0)), status(of(999.0))), (Passed, Failed));
        let of = |occupancy| Limits { occupancy: Some(occupancy), ..Limits::default() };
        assert_eq!((status(of(0.5)), status(of(0.51))), (Passed, Failed));
        let of = |passes| Limits { passes_per_shared_request: Some(passes), ..Limits::default() };
        assert_eq!(status(of(1.0)), Passed, "a kernel without accesses has no conflicts");
    }

    #[test]
    fn a_change_fails_beyond_its_limit_and_the_spread() {
        let before = Sample::of(&[1000.0, 1000.0]);
        let of = |cycles: &[f64]| on_change(0.05, &kernel(cycles), before).status;
        assert_eq!(of(&[1050.0, 1050.0]), Status::Passed);
        assert_eq!(of(&[1051.0, 1051.0]), Status::Failed);
        // Twice the standard deviation is 141.
        assert_eq!(of(&[1050.0, 1150.0]), Status::Passed);
        assert_eq!(on_change(0.05, &kernel(&[1.0]), None).status, Status::Error);
    }

    #[test]
    fn a_pattern_that_matches_nothing_fails() {
        let text = "name = 'a'\ncapture = 'a'\nkernel.sort.cycles = 5\nkernel.'st*'.cycles = 5000\n";
        let check: Check = toml::from_str(text).unwrap();
        let verdicts = on_kernels(&check, &[kernel(&[1000.0])], None);
        let told: Vec<_> = verdicts.iter().map(|v| (v.title(), v.status)).collect();
        assert_eq!(
            told,
            [("sort: launches".to_owned(), Status::Failed), ("step: cycles".to_owned(), Status::Passed)]
        );
    }
}
