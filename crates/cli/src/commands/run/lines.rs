//! Scheduler-cycles by source line, in a table.

use crate::ui::output;
use warploom_gpu::counters::Cause;
use warploom_lab::record::by_line::{CodeLocation, LineStalls};
use warploom_lab::record::stall_parts;
use warploom_lab::run::RunResult;
use warploom_lab::work::symbol::KernelNames;
use warploom_report::Table;
use warploom_report::units;

/// Lines shown.
const SHOWN: usize = 30;

/// The lines with the most scheduler-cycles.
pub fn lines(result: &RunResult) -> String {
    let lines = result.lines();
    if lines.is_empty() {
        return "\nno scheduler-cycle is attributed to a line\n".to_owned();
    }
    let mut table = Table::new(&["line", ">issued", ">stalled", ">share", "for"]);
    // Idle cycles have no warp, and so no line.
    let all: u64 = lines.iter().map(|line| line.stalls.total()).sum();
    let kernels = KernelNames::new(result.launches.iter().map(|launch| launch.launch.kernel.as_str()));
    for line in lines.iter().take(SHOWN) {
        table.row([
            place(&line.place, &kernels),
            line.stalls.of(Cause::Issued).to_string(),
            line.stalled().to_string(),
            units::percent(line.stalls.total() as f64 / all.max(1) as f64),
            causes(line),
        ]);
    }
    let more = lines.len().saturating_sub(SHOWN);
    let more = match more {
        0 => String::new(),
        _ => format!("and {}: `--json` has all\n", units::counted(more as u64, "more line", "more lines")),
    };
    format!("\n{}{more}", output::table(&table))
}

fn place(place: &CodeLocation, kernels: &KernelNames) -> String {
    match place {
        CodeLocation::Source { file, line } => {
            let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
            // Compilers use line 0 for code without a line.
            if *line == 0 { format!("{name}, no line") } else { format!("{name}:{line}") }
        }
        CodeLocation::Instruction { kernel, address, opcode } => {
            format!("{}+{address:#x} {opcode}", kernels.of(kernel))
        }
    }
}

/// The two most frequent stall causes of a line.
fn causes(line: &LineStalls) -> String {
    let stalled = line.stalled().max(1) as f64;
    let mut causes = stall_parts(&line.stalls, &line.details);
    causes.retain(|(cause, _)| cause != Cause::Issued.name());
    causes.sort_by_key(|&(_, cycles)| std::cmp::Reverse(cycles));
    let label =
        |(cause, cycles): &(String, u64)| format!("{cause} {}", units::percent(*cycles as f64 / stalled));
    causes.iter().take(2).map(label).collect::<Vec<_>>().join(", ")
}
