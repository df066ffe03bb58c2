//! Sizes of the suite as tapes and as xz-compressed Accel-Sim traces, kernel by kernel, at size `small`.
//!
//! `cargo bench -p warploom --bench tapes [-- [--tiny] APPLICATION…]`. A tape holds all launches of a kernel; a trace has
//! a file for each launch. Fails if all tapes together are more than twice as large as the traces.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use warploom_kernel::code::Code;
use warploom_kernel::tape::{self, Launch};
use warploom_suite::{APPLICATIONS, Application, Size};
use warploom_tape::accelsim::Compression;
use warploom_tape::accelsim::export::Exporter;
use warploom_tape::file::Writer;

/// Limit of the size of tapes relative to traces.
const LIMIT: f64 = 2.0;
const SEED: u64 = 1;

/// Sizes of a kernel.
#[derive(Clone, Default)]
struct Row {
    name: String,
    launches: u64,
    instructions: u64,
    tape: u64,
    trace: u64,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.tape as f64 / self.trace as f64
    }

    fn cells(&self) -> [String; 7] {
        let each = |bytes: u64| format!("{:.3}", bytes as f64 / self.instructions as f64);
        [
            self.name.clone(),
            self.launches.to_string(),
            self.instructions.to_string(),
            self.tape.to_string(),
            self.trace.to_string(),
            format!("{:.2}", self.ratio()),
            format!("{} {}", each(self.tape), each(self.trace)),
        ]
    }
}

const TITLES: [&str; 7] =
    ["kernel", "launches", "warp instructions", "tape bytes", "trace.xz bytes", "ratio", "bytes/instruction"];

/// Runs an application, and writes each launch to the tape of its kernel and to a trace.
fn measure(application: &'static Application, size: Size) -> Result<Vec<Row>, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let tape_of = |kernel: &str| directory.path().join(format!("{kernel}.tape"));
    let mut exporter = Exporter::new(directory.path(), Compression::Xz)?;
    let mut tapes: BTreeMap<&str, (Arc<Code>, Writer, Row)> = BTreeMap::new();
    let mut work = application.prepare(size, SEED)?;
    while let Some(ready) = work.next_launch()? {
        if !tapes.contains_key(ready.kernel.name) {
            let name = format!("{}/{}", application.name, ready.kernel.name);
            let code = Arc::new(ready.program.code());
            let writer = Writer::create(tape_of(ready.kernel.name))?;
            tapes.insert(ready.kernel.name, (code, writer, Row { name, ..Row::default() }));
        }
        let Some((code, writer, _)) = tapes.get_mut(ready.kernel.name) else {
            unreachable!("just put there")
        };
        let launch = Arc::new(Launch::new(ready.program, Arc::clone(code), &ready.launch, ready.memory));
        exporter.launch(Arc::clone(&launch))?;
        let mut failed: Option<Box<dyn Error>> = None;
        tape::record(ready.program, ready.globals, &ready.launch, ready.memory, |cta| {
            let accesses = |number: u32| code.instructions[number as usize].accesses();
            let written = writer.cta(&cta, accesses).map_err(Into::into);
            failed = written.and_then(|()| exporter.cta(&cta).map_err(Into::into)).err();
            failed.is_none()
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        writer.end_launch(&launch, None)?;
    }
    for exported in exporter.finish()? {
        let kernel =
            exported.launch.kernel.strip_prefix(&application.entry("")).unwrap_or_default().to_owned();
        let (_, _, row) = tapes.get_mut(kernel.as_str()).ok_or("a launch of no kernel")?;
        row.launches += 1;
        row.instructions += exported.written.warp_instructions;
        row.trace += fs::metadata(&exported.path)?.len();
    }
    let mut rows = Vec::new();
    for kernel in application.kernels {
        let Some((_, writer, mut row)) = tapes.remove(kernel.name) else { continue };
        writer.finish()?;
        row.tape = length(&tape_of(kernel.name))?;
        rows.push(row);
    }
    Ok(rows)
}

fn length(path: &Path) -> std::io::Result<u64> {
    fs::metadata(path).map(|metadata| metadata.len())
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut size = Size::Small;
    let mut names = Vec::new();
    // `cargo bench` adds `--bench`.
    for arg in std::env::args().skip(1).filter(|arg| arg != "--bench") {
        match arg.as_str() {
            "--tiny" => size = Size::Tiny,
            _ => names.push(arg),
        }
    }
    let chosen: Vec<_> =
        APPLICATIONS.iter().filter(|a| names.is_empty() || names.iter().any(|name| name == a.name)).collect();
    let measured = Mutex::new(BTreeMap::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((at, application)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    chosen.get(at).map(|application| (at, application))
                } {
                    let rows = measure(application, size).map_err(|e| format!("{}: {e}", application.name));
                    // The table is printed at the end, which may take a quarter of an hour.
                    eprintln!("{} is measured", application.name);
                    measured.lock().unwrap().insert(at, rows);
                }
            });
        }
    });
    let mut rows = Vec::new();
    for of_one in measured.into_inner()?.into_values() {
        rows.extend(of_one?);
    }
    let mut total = Row { name: "total".to_owned(), ..Row::default() };
    for row in &rows {
        total.launches += row.launches;
        total.instructions += row.instructions;
        total.tape += row.tape;
        total.trace += row.trace;
    }
    rows.push(total.clone());
    let lines: Vec<[String; 7]> =
        std::iter::once(TITLES.map(str::to_owned)).chain(rows.iter().map(Row::cells)).collect();
    let widths: Vec<usize> =
        (0..TITLES.len()).map(|at| lines.iter().map(|line| line[at].len()).max().unwrap_or(0)).collect();
    for line in lines {
        let mut text = format!("{:<1$}", line[0], widths[0]);
        for at in 1..line.len() {
            text += &format!("  {:>1$}", line[at], widths[at]);
        }
        println!("{text}");
    }
    if total.ratio() > LIMIT {
        eprintln!("tapes take {:.2} times what traces do; {LIMIT} is allowed", total.ratio());
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
