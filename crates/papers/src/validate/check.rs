//! The limits of errors.

use super::report::{Pair, Report, Row};

/// The exceeded limits, as messages. Limits of means apply only to the `whole` set of points.
pub fn exceeded(report: &Report, whole: bool) -> Vec<String> {
    let limits = report.limits;
    let mut found = Vec::new();
    let mut mean = |what: &str, mape: Option<f64>, limit: Option<f64>| {
        if let (Some(mape), Some(limit)) = (mape, limit)
            && mape > limit
        {
            found.push(format!("{what} is {mape:.1} %, above the limit of {limit} %"));
        }
    };
    if whole {
        mean("the mean absolute error of all points", report.all.mape, limits.mape);
        mean("the mean absolute error of held-out points", report.held_out.mape, limits.held_out_mape);
        if let (Some(r), Some(limit)) = (report.all.r, limits.r)
            && r < limit
        {
            found.push(format!("Pearson's r is {r:.4}, below the limit of {limit}"));
        }
    }
    for row in report.rows.iter().filter(|row| row.counts) {
        found.extend(of_row(row, report));
    }
    let differing: Vec<_> = report.order.iter().filter(|pair| !pair.agrees).collect();
    let exceeded = limits.disagreements.is_some_and(|limit| differing.len() > limit);
    for pair in differing.into_iter().filter(|_| exceeded) {
        found.push(format!(
            "{} {}: {} takes {:.1} % more cycles than {} in the reference, and {:+.1} % in the simulation",
            pair.machine, pair.name, pair.slower, pair.theirs, pair.faster, pair.ours
        ));
    }
    found
}

/// The exceeded limits of one point.
fn of_row(row: &Row, report: &Report) -> Vec<String> {
    let limits = report.limits;
    let what = format!("{} {} {}", row.machine, row.name, row.policy);
    let mut found = Vec::new();
    if limits.error.is_some_and(|limit| row.error.abs() > limit) {
        let limit = limits.error.unwrap_or_default();
        found.push(format!("{what}: the error is {:+.1} %, above the limit of {limit} %", row.error));
    }
    let Some(beside) = &row.beside else { return found };
    for (cache, hits) in [("L1", beside.l1_hits), ("L2", beside.l2_hits)] {
        if let (Some(apart), Some(limit)) = (hits.difference(), limits.hit_rate_points)
            && apart.abs() > limit
        {
            found.push(format!(
                "{what}: {cache} hit rates differ by {apart:+.1} points, above the limit of {limit}"
            ));
        }
    }
    let counts =
        [("warp instructions", beside.warp_instructions), ("accesses to the L1", beside.l1_accesses)];
    for (counted, Pair { ours, theirs }) in counts {
        if limits.exact && ours != theirs {
            let said = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
            found.push(format!("{what}: {} {counted} instead of {}", said(ours), said(theirs)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::points::{Limits, Origin};
    use super::super::report::Summary;
    use super::*;

    fn report(limits: Limits) -> Report {
        let summary = Summary { points: 1, mape: Some(10.0), signed: Some(10.0), r: Some(0.9) };
        Report {
            origin: Origin::Hardware,
            rows: vec![Row::bare("m", "k", 110.0, 100.0)],
            all: summary,
            tuned: summary,
            held_out: summary,
            order: Vec::new(),
            curves: Vec::new(),
            limits,
            suite: None,
            exceeded: Vec::new(),
        }
    }

    #[test]
    fn each_exceeded_limit_has_its_message() {
        let limits = Limits { mape: Some(9.0), error: Some(9.5), r: Some(0.95), ..Limits::default() };
        let expected = [
            "the mean absolute error of all points is 10.0 %, above the limit of 9 %",
            "Pearson's r is 0.9000, below the limit of 0.95",
            "m k gto: the error is +10.0 %, above the limit of 9.5 %",
        ];
        assert_eq!(exceeded(&report(limits), true), expected);
        // A subset of points is judged by the errors of its points only.
        assert_eq!(exceeded(&report(limits), false), expected[2..]);
        assert_eq!(exceeded(&report(Limits::default()), true), Vec::<String>::new());
    }

    #[test]
    fn points_that_do_not_count_exceed_no_limit() {
        let mut report = report(Limits { error: Some(1.0), ..Limits::default() });
        report.rows[0].counts = false;
        assert_eq!(exceeded(&report, true), Vec::<String>::new());
    }
}
