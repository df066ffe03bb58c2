//! The timeline of a run.

use crate::ui::command::Failure;
use crate::ui::output;
use std::io::{self, BufWriter, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use warploom_gpu::SmId;
use warploom_gpu::machine::Machine;
use warploom_gpu::probe::ProbeSet;
use warploom_report::timeline::{LIMIT, Timeline, TimelineSummary};
use warploom_report::units;
use warploom_tape::atomic_file::AtomicFile;

const TIMELINE: &str = "Timeline options";

/// Options of a timeline.
#[derive(Debug, clap::Args)]
pub struct TimelineOptions {
    /// Write a timeline of every warp for https://ui.perfetto.dev, at most 100 MB
    #[arg(long, value_name = "FILE", help_heading = TIMELINE)]
    timeline: Option<PathBuf>,
    /// Cycles to show: from A (inclusive) to B (exclusive)
    #[arg(long, value_name = "A..B", default_value = "0..20000", requires = "timeline", help_heading = TIMELINE)]
    timeline_cycles: String,
    /// SMs to show, numbered from 0
    #[arg(long, value_name = "N,…", default_value = "0", requires = "timeline", help_heading = TIMELINE)]
    timeline_sms: String,
}

impl TimelineOptions {
    /// Opens the timeline's file, if a timeline is requested. It must not be one of the command's inputs.
    pub fn open(&self, machine: &Machine, inputs: &[&Path]) -> Result<Option<PendingTimeline>, Failure> {
        let Some(path) = &self.timeline else { return Ok(None) };
        crate::ui::command::require_sms(machine, "run --timeline")?;
        output::not_an_input(path, inputs)?;
        let cycles = cycles(&self.timeline_cycles)?;
        let sms = sms(&self.timeline_sms, machine)?;
        // An error is better reported before the run than after it.
        let file = AtomicFile::create(path).map_err(|error| unwritable(path, &error))?;
        let timeline = Timeline::new(cycles.clone(), &sms);
        Ok(Some(PendingTimeline { timeline, cycles, sms, path: path.clone(), file }))
    }
}

/// A timeline that is being recorded.
pub struct PendingTimeline {
    timeline: Timeline,
    cycles: Range<u64>,
    sms: Vec<SmId>,
    path: PathBuf,
    file: AtomicFile,
}

impl PendingTimeline {
    /// The probes of the timeline.
    pub fn probes(&mut self) -> &mut dyn ProbeSet {
        &mut self.timeline
    }

    /// Writes the file and describes it.
    pub fn write(self) -> Result<String, Failure> {
        let PendingTimeline { mut timeline, cycles, sms, path, file } = self;
        let write = || {
            let mut out = BufWriter::new(file.file()?);
            let written = timeline.write(&mut out, LIMIT)?;
            out.flush()?;
            file.commit()?;
            Ok(written)
        };
        let written = write().map_err(|error| unwritable(&path, &error))?;
        Ok(summary(&written, &path, &cycles, &sms))
    }
}

/// A description of the file.
fn summary(written: &TimelineSummary, path: &Path, requested: &Range<u64>, sms: &[SmId]) -> String {
    let TimelineSummary { cycles, instructions, bytes, full, simulated } = written;
    let path = path.display();
    if cycles.is_empty() && !full {
        return format!(
            "timeline: {path} is empty: the run ended before cycle {}\n  try --timeline-cycles 0..{simulated}\n",
            requested.start.max(*simulated),
        );
    }
    let sms: Vec<String> = sms.iter().map(|sm| sm.0.to_string()).collect();
    let of = format!("{} {}", if sms.len() == 1 { "SM" } else { "SMs" }, sms.join(", "));
    let mut text = format!(
        "timeline: {path} shows cycles {}..{} of {of}: {}, {}\n",
        cycles.start,
        cycles.end,
        units::counted(*instructions, "instruction", "instructions"),
        units::bytes(*bytes),
    );
    let next = format!("{}..{}", cycles.end, cycles.end.saturating_add(requested.end - requested.start));
    if *full {
        text += &format!(
            "  it reached its size limit: --timeline-cycles {next} continues it, fewer --timeline-sms fit more cycles\n"
        );
    } else if cycles.end < *simulated {
        text += &format!("  the run has {simulated} cycles: --timeline-cycles {next} continues it\n");
    }
    text + "  open it in https://ui.perfetto.dev, where 1 ns is 1 cycle\n"
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let help = "--timeline names the file to write".to_owned();
    Failure::mistake(format!("{} cannot be written: {error}", path.display()), Some(help))
}

/// Parses a range of cycles.
fn cycles(text: &str) -> Result<Range<u64>, Failure> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let range = text.split_once("..").and_then(|(from, to)| Some(number(from)?..number(to)?));
    let mistake = |message: String| {
        let help = "write a first cycle and an end: --timeline-cycles 0..20000";
        Failure::mistake(message, Some(help.to_owned()))
    };
    match range {
        Some(range) if range.is_empty() => Err(mistake(format!("the range `{text}` is empty"))),
        Some(range) => Ok(range),
        None => Err(mistake(format!("`{text}` is not a range of cycles"))),
    }
}

/// Parses a list of SMs: each once, in order.
fn sms(text: &str, machine: &Machine) -> Result<Vec<SmId>, Failure> {
    let count = machine.cores();
    let sm = |name: &str| {
        let message = match name.trim().parse::<u32>() {
            Ok(number) if number < count => return Ok(SmId(number)),
            Ok(number) => format!("{} has no SM {number}", machine.name),
            Err(_) => format!("`{name}` is not the number of an SM"),
        };
        let help = format!("SMs are numbered 0 to {}: --timeline-sms 0,{}", count - 1, 1.min(count - 1));
        Err(Failure::mistake(message, Some(help)))
    };
    let mut sms = text.split(',').map(sm).collect::<Result<Vec<_>, _>>()?;
    sms.sort();
    sms.dedup();
    Ok(sms)
}
