//! The timeline of a run: what is asked for, and what is told of it.

use crate::command::Failure;
use crate::units;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use warploom_gpu::SmId;
use warploom_gpu::machine::Machine;
use warploom_gpu::probe::Probe;
use warploom_lab::timeline::{LIMIT, Timeline, TimelineSummary};

const TIMELINE: &str = "Options of the timeline";

/// Which timeline is wanted, if any.
#[derive(Debug, clap::Args)]
pub struct TimelineOptions {
    /// Write what every warp does and waits for, cycle by cycle: a trace that https://ui.perfetto.dev opens, of 100 MB at most
    #[arg(long, value_name = "FILE", help_heading = TIMELINE)]
    timeline: Option<PathBuf>,
    /// The cycles of the run that it shows, from A on and before B
    #[arg(long, value_name = "A..B", default_value = "0..20000", requires = "timeline", help_heading = TIMELINE)]
    timeline_cycles: String,
    /// The SMs that it shows, by number, from 0
    #[arg(long, value_name = "N,…", default_value = "0", requires = "timeline", help_heading = TIMELINE)]
    timeline_sms: String,
}

impl TimelineOptions {
    /// The timeline, and the file it goes to, on a machine.
    pub fn open(&self, machine: &Machine) -> Result<Option<Wanted>, Failure> {
        let Some(path) = &self.timeline else { return Ok(None) };
        let cycles = cycles(&self.timeline_cycles)?;
        let sms = sms(&self.timeline_sms, machine)?;
        let empty = !path.exists();
        // A place that cannot be written is better known before the run than after it.
        let open = File::options().write(true).create(true).truncate(false).open(path);
        let file = open.map_err(|error| unwritable(path, &error))?;
        let timeline = Timeline::new(cycles.clone(), &sms);
        Ok(Some(Wanted { timeline, cycles, sms, path: path.clone(), file, empty }))
    }
}

/// A timeline in the making.
pub struct Wanted {
    timeline: Timeline,
    cycles: Range<u64>,
    sms: Vec<SmId>,
    path: PathBuf,
    file: File,
    /// Whether there was no such file, and nothing is in it.
    empty: bool,
}

impl Drop for Wanted {
    /// A run that failed leaves no file, and what a file held before stays.
    fn drop(&mut self) {
        if self.empty {
            // Should it stay, the failure is still the thing to tell.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Wanted {
    /// What watches an SM, if it is shown.
    pub fn probe(&self, sm: SmId) -> Option<Box<dyn Probe>> {
        self.timeline.probe(sm)
    }

    /// Writes it, and says what it shows.
    pub fn write(mut self) -> Result<String, Failure> {
        let write = || {
            self.file.set_len(0)?;
            let mut out = BufWriter::new(&self.file);
            let kept = self.timeline.write(&mut out, LIMIT)?;
            out.flush()?;
            Ok(kept)
        };
        let kept = write().map_err(|error| unwritable(&self.path, &error))?;
        self.empty = false;
        Ok(self.told(&kept))
    }

    fn told(&self, kept: &TimelineSummary) -> String {
        let TimelineSummary { cycles, instructions, bytes, full, simulated } = kept;
        let path = self.path.display();
        if cycles.is_empty() && !full {
            let asked = &self.cycles;
            return format!(
                "timeline: {path} shows nothing: the run ended before cycle {}\n  try --timeline-cycles 0..{simulated}\n",
                asked.start.max(*simulated),
            );
        }
        let sms: Vec<String> = self.sms.iter().map(|sm| sm.0.to_string()).collect();
        let of = format!("{} {}", if sms.len() == 1 { "SM" } else { "SMs" }, sms.join(", "));
        let mut text = format!(
            "timeline: {path} shows cycles {}..{} of {of}: {}, {}\n",
            cycles.start,
            cycles.end,
            units::many(*instructions, "instruction", "instructions"),
            units::bytes(*bytes),
        );
        let next =
            format!("{}..{}", cycles.end, cycles.end.saturating_add(self.cycles.end - self.cycles.start));
        if *full {
            text += &format!(
                "  it ends there because it is full: --timeline-cycles {next} shows what comes next, fewer --timeline-sms show more cycles\n"
            );
        } else if cycles.end < *simulated {
            text += &format!(
                "  the run has {simulated} cycles: --timeline-cycles {next} shows what comes next\n"
            );
        }
        text + "  open it in https://ui.perfetto.dev: 1 ns there is 1 cycle\n"
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let help = "--timeline takes the file to write the trace to".to_owned();
    Failure::mistake(format!("{} cannot be written: {error}", path.display()), Some(help))
}

/// Cycles as they are written.
fn cycles(text: &str) -> Result<Range<u64>, Failure> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let range = text.split_once("..").and_then(|(from, to)| Some(number(from)?..number(to)?));
    let mistake = |said: String| {
        let help = "write the first cycle and the first that is not shown: --timeline-cycles 0..20000";
        Failure::mistake(said, Some(help.to_owned()))
    };
    match range {
        Some(range) if range.is_empty() => Err(mistake(format!("there is no cycle in `{text}`"))),
        Some(range) => Ok(range),
        None => Err(mistake(format!("`{text}` is no range of cycles"))),
    }
}

/// SMs as they are written, each once, in order.
fn sms(text: &str, machine: &Machine) -> Result<Vec<SmId>, Failure> {
    let count = machine.sm.count;
    let sm = |name: &str| {
        let said = match name.trim().parse::<u32>() {
            Ok(number) if number < count => return Ok(SmId(number)),
            Ok(number) => format!("{} has no SM {number}", machine.name),
            Err(_) => format!("`{name}` is no SM's number"),
        };
        let help = format!("name SMs from 0 to {}, as in --timeline-sms 0,{}", count - 1, 1.min(count - 1));
        Err(Failure::mistake(said, Some(help)))
    };
    let mut sms = text.split(',').map(sm).collect::<Result<Vec<_>, _>>()?;
    sms.sort();
    sms.dedup();
    Ok(sms)
}
