//! The results of an acceptance run as a table.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

/// Result of one stage of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    Passed,
    Failed,
    /// An earlier stage failed.
    Skipped,
}

impl Stage {
    fn cell(self) -> &'static str {
        match self {
            Stage::Passed => "yes",
            Stage::Failed => "**no**",
            Stage::Skipped => "–",
        }
    }
}

/// Result of one program.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Outcome {
    pub(super) suite: String,
    pub(super) program: String,
    pub(super) compiles: Stage,
    pub(super) runs: Stage,
    pub(super) check: Stage,
    /// Kernel launches that the capture recorded.
    pub(super) launches: u64,
    /// Warp instructions of all recorded launches.
    pub(super) warp_instructions: u64,
    /// Wall-clock time of the captured run.
    pub(super) seconds: f64,
    /// Why a stage failed; empty otherwise.
    pub(super) reason: String,
}

impl Outcome {
    pub(super) fn passed(&self) -> bool {
        self.check == Stage::Passed
    }
}

/// The report in Markdown: a summary by suite, and a row per program.
pub(super) fn markdown(outcomes: &[Outcome]) -> String {
    let mut suites: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        suites.entry(&outcome.suite).or_default().push(outcome);
    }
    let mut text =
        String::from("| suite | programs | compile | run | pass their check |\n|---|---|---|---|---|\n");
    for (suite, outcomes) in &suites {
        let count = |stage: fn(&Outcome) -> Stage| {
            outcomes.iter().filter(|outcome| stage(outcome) == Stage::Passed).count()
        };
        let (compile, run, check) = (count(|o| o.compiles), count(|o| o.runs), count(|o| o.check));
        let _ = writeln!(text, "| {} | {} | {compile} | {run} | {check} |", cell(suite), outcomes.len());
    }
    text.push_str(
        "\n| program | compiles | runs | check | launches | warp instructions | seconds | reason |\n",
    );
    text.push_str("|---|---|---|---|---|---|---|---|\n");
    for outcome in suites.into_values().flatten() {
        let name = cell(&format!("{}/{}", outcome.suite, outcome.program));
        let stages = [outcome.compiles, outcome.runs, outcome.check].map(Stage::cell);
        let reason = cell(&outcome.reason);
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {:.1} | {reason} |",
            stages.join(" | "),
            grouped(outcome.launches),
            grouped(outcome.warp_instructions),
            outcome.seconds
        );
    }
    text
}

/// The report in JSON.
pub(super) fn json(outcomes: &[Outcome]) -> crate::Result<String> {
    serde_json::to_string_pretty(outcomes).map(|text| text + "\n").map_err(|e| e.to_string())
}

/// A number with spaces between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Text that stays within a cell of a Markdown table.
fn cell(text: &str) -> String {
    const LONGEST: usize = 160;
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = line.chars().take(LONGEST).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(suite: &str, program: &str, check: Stage, reason: &str) -> Outcome {
        Outcome {
            suite: suite.to_owned(),
            program: program.to_owned(),
            compiles: Stage::Passed,
            runs: if check == Stage::Skipped { Stage::Failed } else { Stage::Passed },
            check,
            launches: 12,
            warp_instructions: 1_234_567,
            seconds: 1.25,
            reason: reason.to_owned(),
        }
    }

    #[test]
    fn the_table_counts_by_suite_and_keeps_the_order() {
        let outcomes = [
            outcome("rodinia", "nw", Stage::Passed, ""),
            outcome("rodinia", "bfs", Stage::Skipped, "no end\nwithin 5 s | really"),
            outcome("other", "x", Stage::Failed, "3 of 9 words differ"),
        ];
        assert_eq!(
            markdown(&outcomes),
            "\
| suite | programs | compile | run | pass their check |
|---|---|---|---|---|
| other | 1 | 1 | 1 | 0 |
| rodinia | 2 | 2 | 1 | 1 |

| program | compiles | runs | check | launches | warp instructions | seconds | reason |
|---|---|---|---|---|---|---|---|
| other/x | yes | yes | **no** | 12 | 1 234 567 | 1.2 | 3 of 9 words differ |
| rodinia/nw | yes | yes | yes | 12 | 1 234 567 | 1.2 |  |
| rodinia/bfs | yes | **no** | – | 12 | 1 234 567 | 1.2 | no end within 5 s \\| really |
"
        );
    }

    #[test]
    fn json_names_every_stage() {
        let text = json(&[outcome("rodinia", "nw", Stage::Passed, "")]).expect("it can be written");
        let value: serde_json::Value = serde_json::from_str(&text).expect("it can be read");
        assert_eq!(value[0]["check"], "passed");
        assert_eq!(value[0]["warp_instructions"], 1_234_567);
    }

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!([0, 999, 1000, 1_000_000].map(grouped), ["0", "999", "1 000", "1 000 000"]);
    }

    #[test]
    fn a_long_reason_is_cut() {
        assert_eq!(cell(&"é".repeat(200)).chars().count(), 161);
    }
}
