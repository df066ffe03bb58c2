//! Files of a comparison: CSV, Markdown and a chart.

use super::machines;
use super::show::{self, PolicyNames};
use crate::ui::command::Failure;
use crate::ui::output::{self, csv_cell};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use warploom_lab::compare::{Comparison, MachineComparison};
use warploom_lab::record::Record;
use warploom_lab::sample::Sample;
use warploom_report::figure::{self, BarSeries, Bars, Category, Fill, SHARP, Titles, bars, ratio_axis_start};
use warploom_tape::atomic_file::AtomicFile;

const FILES: &str = "Output files";

/// Files to write.
#[derive(Debug, clap::Args)]
pub struct FileOptions {
    /// Write every run as CSV, a row for each workload, machine, policy and seed; - for standard output
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    csv: Option<PathBuf>,
    /// Write the tables as Markdown; - for standard output
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    markdown: Option<PathBuf>,
    /// Draw the speedups as bars that grow up or down from 1
    #[arg(long, value_name = "FILE.svg|FILE.png", help_heading = FILES)]
    chart: Option<PathBuf>,
}

/// The content of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Csv,
    Markdown,
    Svg,
    Png,
}

/// Where a content goes.
enum Target {
    Stdout,
    File(PathBuf, AtomicFile),
}

/// Files that are open, so that an error is reported before the runs and not after them.
pub struct PendingFiles(Vec<(Content, Target)>);

impl FileOptions {
    /// Opens the files. None may be one of the command's inputs, and only one output, of `json` and these, goes to standard output.
    pub fn open(&self, json: bool, inputs: &[&Path]) -> Result<PendingFiles, Failure> {
        let chart = self.chart.as_deref().map(|path| chart_content(path).map(|content| (content, path)));
        let chart = chart.transpose()?;
        let texts = [(Content::Csv, &self.csv), (Content::Markdown, &self.markdown)];
        let texts = texts.into_iter().filter_map(|(content, path)| Some((content, path.as_deref()?)));
        let wanted: Vec<(Content, &Path)> = texts.chain(chart).collect();
        let is_stdout = |path: &Path| path.as_os_str() == "-";
        let printed = wanted.iter().filter(|(_, path)| is_stdout(path)).count() + usize::from(json);
        if printed > 1 {
            let message = "only one of --csv -, --markdown - and --json can go to standard output".to_owned();
            return Err(Failure::mistake(message, Some("write the others to files".to_owned())));
        }
        let open = |(content, path): (Content, &Path)| {
            if is_stdout(path) {
                return Ok((content, Target::Stdout));
            }
            output::not_an_input(path, inputs)?;
            let file = AtomicFile::create(path).map_err(|error| unwritable(path, &error))?;
            Ok((content, Target::File(path.to_owned(), file)))
        };
        Ok(PendingFiles(wanted.into_iter().map(open).collect::<Result<_, Failure>>()?))
    }
}

impl PendingFiles {
    /// Whether one of them is standard output, which then has nothing else.
    pub fn print(&self) -> bool {
        self.0.iter().any(|(_, target)| matches!(target, Target::Stdout))
    }

    /// Writes the files.
    pub fn write(
        self,
        all: &MachineComparison,
        names: &PolicyNames,
        notes: &[String],
    ) -> Result<(), Failure> {
        for (content, target) in self.0 {
            let bytes = match content {
                Content::Csv => csv(all).into_bytes(),
                Content::Markdown => markdown(all, names, notes).into_bytes(),
                Content::Svg => chart(all, names)?.into_bytes(),
                Content::Png => png(&chart(all, names)?)?,
            };
            match target {
                Target::Stdout => output::print(&String::from_utf8_lossy(&bytes))?,
                Target::File(path, file) => {
                    let written = file.file().and_then(|mut out| out.write_all(&bytes));
                    written.and_then(|()| file.commit()).map_err(|error| unwritable(&path, &error))?;
                }
            }
        }
        Ok(())
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let help = match error.kind() {
        io::ErrorKind::NotFound => Some("create its directory first, or choose another".to_owned()),
        _ => None,
    };
    Failure::mistake(format!("`{}` cannot be written: {error}", path.display()), help)
}

/// The format of a chart, by its file's name.
fn chart_content(path: &Path) -> Result<Content, Failure> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(Content::Svg),
        Some("png") if cfg!(feature = "report") => Ok(Content::Png),
        Some("png") => {
            let help = "write an .svg file, or add `features = [\"report\"]` to the dependency `warploom` in the program's Cargo.toml".to_owned();
            Err(Failure::mistake("this build cannot write PNG images".to_owned(), Some(help)))
        }
        _ => {
            let message = format!("`{}` is not the name of a chart", path.display());
            Err(Failure::mistake(message, Some("end it with .svg or .png".to_owned())))
        }
    }
}

/// A row for each finished run. Perturbed runs have the statistics of their workload and policy in addition.
fn csv(all: &MachineComparison) -> String {
    let is_perturbed = all.machines.iter().any(|compared| compared.seeds.get() > 1);
    let mut text =
        "work,size,seed,machine,policy,cta_policy,ended,cycles,speedup,ipc,warp_instructions,digest"
            .to_owned();
    text += if is_perturbed { ",mean,sigma,n,no_difference\n" } else { "\n" };
    for work in all.machines.iter().flat_map(Comparison::works) {
        let samples = work.speedups();
        for row in work.rows {
            for ((run, speedup), sample) in row.runs.iter().zip(row.speedups()).zip(&samples) {
                let Some(total) = run.as_ref().map(|run| &run.total) else { continue };
                text += &csv_cells(total, speedup).join(",");
                text += &match sample.filter(|_| is_perturbed) {
                    Some(sample) => {
                        let Sample { mean, deviation, runs } = sample;
                        format!(",{mean:.6},{deviation:.6},{runs},{}\n", sample.is_no_difference())
                    }
                    None if is_perturbed => ",,,,\n".to_owned(),
                    None => "\n".to_owned(),
                };
            }
        }
    }
    text
}

/// The cells of a run.
fn csv_cells(total: &Record, speedup: Option<f64>) -> [String; 12] {
    let setting = &total.setting;
    [
        csv_cell(&setting.work),
        setting.size.clone().unwrap_or_default(),
        setting.seed.map_or(String::new(), |seed| seed.to_string()),
        csv_cell(&setting.machine),
        csv_cell(&setting.policy),
        csv_cell(&setting.cta_policy),
        total.ended.to_string(),
        total.cycles.to_string(),
        speedup.map_or(String::new(), |speedup| format!("{speedup:.6}")),
        format!("{:.6}", total.ipc),
        total.warp_instructions.to_string(),
        setting.digest.clone(),
    ]
}

/// The tables of all machines, each below its notes.
fn markdown(all: &MachineComparison, names: &PolicyNames, notes: &[String]) -> String {
    let mut text = String::new();
    for (compared, note) in all.machines.iter().zip(notes) {
        let _ = writeln!(text, "**Speedup over {} on {}**\n", names.short[0], compared.machine);
        let lines: String = note.lines().map(|line| format!("{line}\n\n")).collect();
        let table = show::table(compared, names).markdown();
        let _ = writeln!(text, "{lines}{table}{}", show::no_difference(compared, names));
    }
    if let Some(table) = machines::table(all, names) {
        let _ = writeln!(text, "{}\n{}", table.markdown(), machines::ranking(all, names));
    }
    let legend = names.legend();
    if !legend.is_empty() {
        let _ = writeln!(text, "```text\n{}```", legend.trim_start());
    }
    format!("{}\n", text.trim_end())
}

/// Bars of speedups: works from left to right, grouped by machine; a bar for each policy, but not for the baseline, whose bars have no
/// height.
fn chart(all: &MachineComparison, names: &PolicyNames) -> Result<String, Failure> {
    let several = all.machines.len() > 1;
    let mut categories = Vec::new();
    let mut values: Vec<Vec<Option<f64>>> = vec![Vec::new(); names.short.len()];
    let mut add = |compared: &Comparison, label: String, speedups: Vec<Option<f64>>| {
        categories.push(Category { label, group: several.then(|| compared.machine.clone()) });
        values.iter_mut().zip(speedups).for_each(|(list, speedup)| list.push(speedup));
    };
    for compared in &all.machines {
        for work in compared.works() {
            let means = work.speedups().into_iter().map(|sample| sample.map(|sample| sample.mean));
            add(compared, show::name(work.label()), means.collect());
        }
        if compared.works().count() > 1 {
            add(compared, "geometric mean".to_owned(), compared.means());
        }
    }
    let one = |(at, (label, values)): (usize, (&String, Vec<Option<f64>>))| BarSeries {
        label: label.clone(),
        fill: Fill::nth(at),
        values,
        paper: Vec::new(),
    };
    let others = usize::from(names.short.len() > 1);
    let series: Vec<BarSeries> = names.short.iter().zip(values).enumerate().skip(others).map(one).collect();
    let baseline = &names.short[0];
    let on = if several { String::new() } else { format!(" on {}", all.machines[0].machine) };
    let titles = Titles {
        figure: &format!("Speedup over {baseline}{on}"),
        x: "workload",
        y: &format!("cycles under {baseline} ÷ cycles"),
    };
    let from = ratio_axis_start(&series);
    let drawn = Bars { categories: &categories, series: &series, reference: Some(1.0), from, to: None };
    bars(&titles, &drawn).map_err(|error| Failure::mistake(error.to_string(), None))
}

fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    figure::png(svg, SHARP).map_err(|error| Failure::mistake(error.to_string(), None))
}
