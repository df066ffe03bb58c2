//! The limits of the suite's errors.

use super::super::report::Pair;
use super::SuiteReport;
use serde::{Deserialize, Serialize};

/// The limits of the suite's errors. Without a value, there is no limit.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteLimits {
    /// The mean absolute error of kernels, in percent.
    pub mape: Option<f64>,
    /// The mean absolute error of held-out kernels, in percent.
    pub held_out_mape: Option<f64>,
    /// The absolute value of the mean signed error of each machine's kernels, in percent.
    pub signed: Option<f64>,
    /// The absolute error of every launch, in percent.
    pub error: Option<f64>,
    /// The minimum of Pearson's r of launches.
    pub r: Option<f64>,
    /// The mean absolute difference of each machine's hit rates, L1 or L2, in percentage points.
    pub hit_rate_mean: Option<f64>,
    /// The difference of every application's hit rates, L1 or L2, in percentage points.
    pub hit_rate_points: Option<f64>,
    /// The number of pairs of policies whose order may differ, of those that Accel-Sim separates.
    pub disagreements: Option<usize>,
    /// Whether thread instructions must be equal.
    #[serde(default)]
    pub exact: bool,
}

/// The exceeded limits, as messages. Limits of means apply only to the `whole` suite.
pub fn exceeded(report: &SuiteReport, whole: bool) -> Vec<String> {
    let mut found = if whole { of_means(report) } else { Vec::new() };
    let limits = report.limits;
    for launch in &report.launches {
        let what =
            format!("{} {} {}, launch {}", launch.machine, launch.kernel, launch.policy, launch.launch);
        if let Some(limit) = limits.error.filter(|&limit| launch.error.abs() > limit) {
            found.push(format!("{what}: the error is {:+.1} %, above the limit of {limit} %", launch.error));
        }
        if let Pair { ours: Some(ours), theirs: Some(theirs) } = launch.thread_instructions
            && limits.exact
            && ours != theirs
        {
            found.push(format!("{what}: {ours} thread instructions instead of {theirs}"));
        }
    }
    for row in &report.hit_rates {
        for (level, hits) in [("L1", row.l1_hits), ("L2", row.l2_hits)] {
            if let (Some(apart), Some(limit)) = (hits.difference(), limits.hit_rate_points)
                && apart.abs() > limit
            {
                found.push(format!(
                    "{} {} {}: {level} hit rates differ by {apart:+.1} points, above the limit of {limit}",
                    row.machine, row.application, row.policy
                ));
            }
        }
    }
    found
}

/// The exceeded limits of means and of the number of disagreements.
fn of_means(report: &SuiteReport) -> Vec<String> {
    let limits = report.limits;
    let mut found = Vec::new();
    let mut above = |what: String, value: Option<f64>, limit: Option<f64>, unit: &str| {
        if let (Some(value), Some(limit)) = (value, limit)
            && value.abs() > limit
        {
            let beyond = if value < 0.0 { "beyond" } else { "above" };
            found.push(format!("{what} is {value:.1} {unit}, {beyond} the limit of {limit} {unit}"));
        }
    };
    for summary in &report.summary {
        match (&summary.machine, summary.held_out) {
            (None, None) => {
                above("the suite's mean absolute error".to_owned(), summary.mape, limits.mape, "%");
            }
            (None, Some(true)) => {
                let what = "the mean absolute error of the suite's held-out kernels".to_owned();
                above(what, summary.mape, limits.held_out_mape, "%");
            }
            (Some(machine), None) => {
                let what = format!("the suite's mean signed error on {machine}");
                above(what, summary.signed, limits.signed, "%");
            }
            _ => {}
        }
    }
    for summary in &report.hit_rate_summary {
        let what = format!("the mean difference of {} hit rates on {}", summary.level, summary.machine);
        above(what, summary.mean, limits.hit_rate_mean, "points");
    }
    if let (Some(r), Some(limit)) = (report.summary.first().and_then(|all| all.r), limits.r)
        && r < limit
    {
        found.push(format!("Pearson's r of the suite's launches is {r:.4}, below the limit of {limit}"));
    }
    let wrong: Vec<String> = report
        .order
        .iter()
        .filter(|pair| !pair.agrees)
        .map(|pair| format!("{} {}", pair.machine, pair.name))
        .collect();
    if let Some(limit) = limits.disagreements.filter(|&limit| wrong.len() > limit) {
        found.push(format!(
            "the order of policies differs for {} kernels, above the limit of {limit}: {}",
            wrong.len(),
            wrong.join(", ")
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::super::order::OrderedPair;
    use super::super::{HitRateRow, HitRateSummary, LaunchRow, SuiteSummary};
    use super::*;

    fn summary(machine: Option<&str>, held_out: Option<bool>) -> SuiteSummary {
        SuiteSummary {
            machine: machine.map(str::to_owned),
            held_out,
            launches: 1,
            kernels: 1,
            launch_mape: Some(10.0),
            mape: Some(10.0),
            signed: Some(-10.0),
            r: Some(0.9),
        }
    }

    fn report(limits: SuiteLimits) -> SuiteReport {
        let hits = Pair { ours: Some(40.0), theirs: Some(50.0) };
        let mut launch = LaunchRow::bare("a/k", 1, 90.0, 100.0);
        launch.thread_instructions.ours = Some(31);
        SuiteReport {
            launches: vec![launch],
            kernels: Vec::new(),
            summary: vec![summary(None, None), summary(None, Some(true)), summary(Some("m"), None)],
            bounds: Vec::new(),
            order: vec![OrderedPair {
                machine: "m".to_owned(),
                name: "a/k".to_owned(),
                faster: "gto".to_owned(),
                slower: "lrr".to_owned(),
                theirs: 3.0,
                ours: -1.0,
                held_out: false,
                agrees: false,
            }],
            hit_rates: vec![HitRateRow {
                machine: "m".to_owned(),
                application: "a".to_owned(),
                policy: "gto".to_owned(),
                l1_hits: hits,
                l2_hits: Pair { ours: None, theirs: None },
            }],
            hit_rate_summary: vec![HitRateSummary {
                machine: "m".to_owned(),
                level: "L1",
                mean: Some(10.0),
                worst: Some(-10.0),
                of: Some("a gto".to_owned()),
            }],
            limits,
        }
    }

    #[test]
    fn each_exceeded_limit_has_its_message() {
        let limits = SuiteLimits {
            mape: Some(9.0),
            held_out_mape: Some(9.0),
            signed: Some(9.0),
            error: Some(9.0),
            r: Some(0.95),
            hit_rate_mean: Some(9.0),
            hit_rate_points: Some(9.0),
            disagreements: Some(0),
            exact: true,
        };
        let expected = [
            "the suite's mean absolute error is 10.0 %, above the limit of 9 %",
            "the mean absolute error of the suite's held-out kernels is 10.0 %, above the limit of 9 %",
            "the suite's mean signed error on m is -10.0 %, beyond the limit of 9 %",
            "the mean difference of L1 hit rates on m is 10.0 points, above the limit of 9 points",
            "Pearson's r of the suite's launches is 0.9000, below the limit of 0.95",
            "the order of policies differs for 1 kernels, above the limit of 0: m a/k",
            "m a/k gto, launch 1: the error is -10.0 %, above the limit of 9 %",
            "m a/k gto, launch 1: 31 thread instructions instead of 32",
            "m a gto: L1 hit rates differ by -10.0 points, above the limit of 9",
        ];
        assert_eq!(exceeded(&report(limits), true), expected);
        // A part of the suite is judged by its launches and applications only.
        assert_eq!(exceeded(&report(limits), false), expected[6..]);
        assert_eq!(exceeded(&report(SuiteLimits::default()), true), Vec::<String>::new());
    }
}
