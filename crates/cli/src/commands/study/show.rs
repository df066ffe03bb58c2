//! Studies as text and JSON.

use serde_json::{Value, json};
use std::time::Duration;
use warploom_lab::study::Plan;
use warploom_lab::study::slurm::Queue;
use warploom_lab::study::status::Status;
use warploom_report::units;

/// A whole number with spaces between thousands.
fn number(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn seconds(seconds: f64) -> String {
    units::rough_time(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// What a plan runs.
pub fn plan(plan: &Plan, status: &Status, description: &str) -> String {
    let mut text = format!("study {}", plan.study);
    if !description.is_empty() {
        text += &format!(": {description}");
    }
    text += "\n";
    let axes = plan.axes();
    let named = axes.iter().map(|(name, count)| {
        let (one, more) = match *name {
            "work" => ("work", "works"),
            "size" => ("size", "sizes"),
            "seed" => ("seed", "seeds"),
            "machine" => ("machine", "machines"),
            "policy" => ("policy", "policies"),
            _ => ("CTA policy", "CTA policies"),
        };
        units::counted(*count as u64, one, more)
    });
    text += &format!("  {}\n", named.collect::<Vec<_>>().join(" x "));
    text += &format!("  {} runs, of which {} are in the store\n", number(plan.runs), number(status.finished));
    let longest = plan.chunks.first().map_or(0.0, |chunk| chunk.seconds);
    if !plan.chunks.is_empty() {
        text += &format!(
            "  {} of at most {}: {} of one thread, predicted\n",
            units::counted(plan.chunks.len() as u64, "chunk", "chunks"),
            seconds(longest),
            seconds(plan.seconds()),
        );
    }
    text + &format!("  plan {}\n", plan.id())
}

/// A plan as JSON.
pub fn plan_json(plan: &Plan, status: &Status) -> Value {
    let axes: serde_json::Map<String, Value> =
        plan.axes().iter().map(|(name, count)| ((*name).to_owned(), json!(count))).collect();
    let chunks = plan.chunks.iter().map(|chunk| json!({ "runs": chunk.runs, "seconds": chunk.seconds }));
    json!({
        "study": plan.study,
        "plan": plan.id(),
        "build": plan.build,
        "axes": axes,
        "runs": plan.runs,
        "finished": status.finished,
        "seconds": plan.seconds(),
        "chunks": chunks.collect::<Vec<_>>(),
    })
}

/// How far a study is.
pub fn status(plan: &Plan, status: &Status, queue: Option<Queue>) -> String {
    let share = units::percent(units::ratio(status.finished, status.runs));
    let mut text = format!(
        "study {}: {} of {} runs are finished ({share})",
        plan.study,
        number(status.finished),
        number(status.runs)
    );
    if status.reused > 0 {
        text += &format!(", {} of them by earlier studies", number(status.reused));
    }
    text += "\n";
    if status.failed > 0 {
        text += &format!("  {} failed: `warploom study results` shows why\n", number(status.failed));
    }
    text += &format!("  {} of {} chunks are done", status.done.len(), status.chunks);
    if status.parts > 0 {
        text += &format!(", {} in part", status.parts);
    }
    text += "\n";
    if let (Some(rate), false) = (status.rate, status.is_complete()) {
        let left =
            status.left.map_or(String::new(), |left| format!(", about {} left", units::rough_time(left)));
        text += &format!("  {} runs/s since the start{left}\n", units::decimal(rate));
    }
    if let Some(queue) = queue {
        let Queue { pending, running, held, other } = queue;
        let others = if other > 0 { format!(", {other} in other states") } else { String::new() };
        text += &format!("  Slurm: {running} tasks running, {pending} waiting{others}\n");
        if held > 0 {
            text += &format!(
                "  {held} held by Slurm: `scontrol release JOB` lets them go on, or `warploom study cancel` and `run` begin anew\n"
            );
        }
        if !status.is_complete() && queue.is_empty() {
            text += "  no task is left in the queue: `warploom study run` submits the missing chunks again\n";
        }
    }
    text
}

/// The status as JSON.
pub fn status_json(plan: &Plan, status: &Status, queue: Option<Queue>) -> Value {
    let queue = queue.map(
        |Queue { pending, running, held, other }| json!({ "pending": pending, "running": running, "held": held, "other": other }),
    );
    json!({
        "study": plan.study,
        "plan": plan.id(),
        "runs": status.runs,
        "reused": status.reused,
        "finished": status.finished,
        "failed": status.failed,
        "chunks": status.chunks,
        "chunks_done": status.done.len(),
        "chunks_in_part": status.parts,
        "runs_per_second": status.rate,
        "seconds_left": status.left.map(|left| left.as_secs_f64()),
        "complete": status.is_complete(),
        "queue": queue,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_apart() {
        assert_eq!(
            [0, 999, 1000, 20_000, 1_234_567].map(super::number),
            ["0", "999", "1 000", "20 000", "1 234 567"]
        );
    }
}
