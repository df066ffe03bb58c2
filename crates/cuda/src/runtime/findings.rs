//! Messages about faults, bad accesses that a GPU lets pass, and data races, with the allocation that each is about.

use super::allocations::Allocations;
use warploom_kernel::execute::{Fault, FaultKind, Warning};
use warploom_tape::findings::Findings;

/// Writes what a launch did wrong to standard error.
pub fn print(findings: &Findings, allocations: &Allocations) {
    for race in &findings.races {
        let name = race.variable.as_ref().map(|variable| variable.name.as_str());
        let line = name.and_then(|name| allocations.line(name, false));
        eprintln!("warploom: {}{}", race.readable(), indented(line));
    }
    for Warning { fault, count } in &findings.warnings {
        let readable = Warning { fault: fault.readable(), count: *count };
        eprintln!("warploom: warning: {readable}{}", indented(allocation_line(fault, allocations)));
    }
    if findings.omitted > 0 {
        eprintln!("warploom: warning: {} more bad accesses, of other lines", findings.omitted);
    }
}

/// The message of a fault: what, where, and what to do.
pub fn fault_text(fault: &Fault, allocations: &Allocations) -> String {
    let help = match fault.kind {
        FaultKind::Budget { budget } => {
            let more = budget.saturating_mul(10);
            Some(format!("`warploom capture --budget {more}` allows ten times as many instructions"))
        }
        _ => allocation_line(fault, allocations),
    };
    format!("{}{}", fault.readable(), indented(help))
}

/// A line on the allocation that a fault names.
fn allocation_line(fault: &Fault, allocations: &Allocations) -> Option<String> {
    let (name, has_bytes) = match &fault.kind {
        FaultKind::OutOfBounds { nearest: Some(nearest), .. }
        | FaultKind::Misaligned { nearest: Some(nearest), .. } => (&nearest.name, true),
        FaultKind::UseAfterFree { name, .. } => (name, false),
        _ => return None,
    };
    // The nearest allocation of a null pointer means nothing, and is not named.
    fault.to_string().contains(name.as_str()).then(|| allocations.line(name, has_bytes)).flatten()
}

fn indented(line: Option<String>) -> String {
    line.map_or(String::new(), |line| format!("\n  {line}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_kernel::execute::FaultLocation;

    fn fault(kind: FaultKind, line: u32) -> Fault {
        let location = FaultLocation {
            kernel: "_Z1kPf".to_owned(),
            function: None,
            language: "PTX",
            address: None,
            line,
            source: None,
            cta: [0; 3],
            thread: [0; 3],
            wave: None,
        };
        Fault { kind, location: Box::new(location) }
    }

    fn freed(line: u32) -> Fault {
        let (instruction, name) = ("ld.global.f32".to_owned(), "allocation 1 of cudaMalloc".to_owned());
        fault(FaultKind::UseAfterFree { instruction, address: 0x100, bytes: 4, name }, line)
    }

    #[test]
    fn a_fault_has_the_bytes_of_freed_memory_and_the_option_for_more_instructions() {
        let mut allocations = Allocations::default();
        allocations.add("cudaMalloc", 64);
        let text = fault_text(&freed(7), &allocations);
        assert!(text.contains("in kernel `k`,"), "{text}");
        assert!(text.contains("\n  `allocation 1 of cudaMalloc`: 64 bytes"), "{text}");
        let text = fault_text(&fault(FaultKind::Budget { budget: 100 }, 7), &allocations);
        assert!(
            text.ends_with("`warploom capture --budget 1000` allows ten times as many instructions"),
            "{text}"
        );
    }
}
