//! Slurm's own account of the tasks: the lines that `jobcomp/filetxt` writes.

use std::collections::BTreeMap;

/// What became of a study's tasks. A requeued task counts once for each time it was started.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Account {
    /// Starts of tasks, by how they ended; `PENDING` is a requeue.
    pub(super) ends: BTreeMap<String, usize>,
    /// Seconds of slots that the study's jobs held. Slurm counts whole seconds, and not an orphan after its requeue.
    pub(super) slot_seconds: u64,
}

impl Account {
    /// Reads the lines about jobs with this name, and about those whose names begin with it and a hyphen: the collector.
    pub(super) fn read(text: &str, job: &str) -> Account {
        let mut account = Account::default();
        for line in text.lines() {
            let fields: BTreeMap<&str, &str> =
                line.split_whitespace().filter_map(|field| field.split_once('=')).collect();
            let field = |name: &str| fields.get(name).copied().unwrap_or_default();
            let is_task = field("Name") == job;
            let is_own = is_task || field("Name").strip_prefix(job).is_some_and(|rest| rest.starts_with('-'));
            // A job that was cancelled before it started has no start.
            let (Some(start), Some(end)) = (seconds(field("StartTime")), seconds(field("EndTime"))) else {
                continue;
            };
            if !is_own || field("NodeList") == "(null)" {
                continue;
            }
            let slots = field("ProcCnt").parse::<u64>().unwrap_or(1);
            account.slot_seconds += end.saturating_sub(start) * slots;
            if is_task {
                *account.ends.entry(field("JobState").to_owned()).or_default() += 1;
            }
        }
        account
    }

    /// Starts of tasks.
    pub(super) fn starts(&self) -> usize {
        self.ends.values().sum()
    }
}

/// Seconds since 1 March of year 0 of a time `YYYY-MM-DDTHH:MM:SS`; none for `Unknown` and other words.
fn seconds(time: &str) -> Option<u64> {
    let (date, clock) = time.split_once('T')?;
    let numbers = |text: &str, by: char| -> Option<[u64; 3]> {
        let parts: Option<Vec<u64>> = text.split(by).map(|part| part.parse().ok()).collect();
        parts?.try_into().ok()
    };
    let [year, month, day] = numbers(date, '-')?;
    let [hour, minute, second] = numbers(clock, ':')?;
    // Years that begin in March end with the leap day.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
    let days =
        year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day.checked_sub(1)?;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_times_cross_months_and_leap_days() {
        let between = |from, to| seconds(to).unwrap() - seconds(from).unwrap();
        assert_eq!(between("2026-11-17T16:46:40", "2026-11-17T16:47:04"), 24);
        assert_eq!(between("2024-02-28T23:59:59", "2024-03-01T00:00:00"), 86_401);
        assert_eq!(between("2025-02-28T23:59:59", "2025-03-01T00:00:00"), 1);
        assert_eq!(between("1999-12-31T00:00:00", "2001-01-01T00:00:00"), 367 * 86_400);
        assert_eq!(seconds("Unknown"), None);
    }

    #[test]
    fn every_start_of_a_task_counts() {
        let line = |name: &str, state: &str, start: &str, end: &str, nodes: &str| {
            format!(
                "JobId=2 Name={name} JobState={state} StartTime={start} EndTime={end} NodeList={nodes} ProcCnt=1 \n"
            )
        };
        let (a, b) = ("2026-11-17T16:46:40", "2026-11-17T16:46:44");
        let text = [
            line("warploom-x", "PENDING", a, b, "n1"),
            line("warploom-x", "COMPLETED", a, b, "n2"),
            line("warploom-x", "COMPLETED", a, b, "n2"),
            line("warploom-x", "CANCELLED", a, b, "(null)"),
            line("warploom-x-results", "COMPLETED", a, b, "n1"),
            line("warploom-xy", "COMPLETED", a, b, "n1"),
        ];
        let account = Account::read(&text.concat(), "warploom-x");
        assert_eq!(account.slot_seconds, 16);
        assert_eq!(account.starts(), 3);
        assert_eq!(account.ends["PENDING"], 1);
    }
}
