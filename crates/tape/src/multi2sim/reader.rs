//! Reader of a trace, work-group by work-group.

use super::error::{Error, Reason, shown};
use super::line::WaveContext;
use super::run::RecordedRun;
use super::words::Words;
use crate::accelsim::LineReader;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaSet, Launch, Source, WarpTape};

/// Maximum memory of unfinished work-groups in bytes.
const MAX_BYTES: usize = 1 << 30;

/// Options of a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Accept launches with missing work-groups, and missing launches.
    pub partial: bool,
}

/// Place of a wavefront in the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WaveId {
    pub(super) launch: usize,
    pub(super) group: u64,
    /// Number of the wavefront in its work-group.
    pub(super) wave: u32,
}

/// Reader of the launches and work-groups of a trace.
///
/// Work-groups are delivered in order of their numbers. A work-group is kept in memory until those before it are complete;
/// in a trace that is sorted by work-group that is one at a time.
///
/// ```no_run
/// use warploom_kernel::tape::Source as _;
/// use warploom_tape::multi2sim::{Options, Reader};
/// let mut trace = Reader::open("multi2sim/trace/FW-8.trace.gz", &Options::default())?;
/// while let Some(launch) = trace.launch()? {
///     while let Some(cta) = trace.cta()? {
///         println!("{}, work-group {}: {} instructions", launch.kernel, cta.id().0, cta.instructions());
///     }
/// }
/// # Ok::<(), warploom_tape::multi2sim::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<'a> {
    run: RecordedRun,
    lines: LineReader<'a>,
    partial: bool,
    /// Wavefront whose `wf` line was read last, if its instructions were not read yet.
    next: Option<WaveId>,
    /// Launch whose work-groups are delivered.
    current: Option<usize>,
    /// First launch that was not delivered.
    upcoming: usize,
    /// Wavefronts of work-groups that were not delivered yet.
    groups: BTreeMap<u64, Vec<Option<WarpTape>>>,
    group_bytes: usize,
    delivered: CtaSet,
    instructions: u64,
    /// Fetch time of each instruction of the wavefront read last.
    fetch_times: Vec<u64>,
}

impl Reader<'static> {
    /// Opens the trace at `path`, its launch file and its listings. The extension of the compression may be missing.
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Reader<'static>, Error> {
        let path = path.as_ref();
        let lines = LineReader::open(path)?;
        Reader::new(RecordedRun::open(path)?, lines, options)
    }
}

impl<'a> Reader<'a> {
    /// Reads the trace of `run`, compressed or not, from `input`. Error messages use the name `file`.
    pub fn from_reader(
        run: RecordedRun,
        file: impl Into<PathBuf>,
        input: impl Read + Send + 'a,
        options: &Options,
    ) -> Result<Reader<'a>, Error> {
        Reader::new(run, LineReader::new(file, input)?, options)
    }

    fn new(run: RecordedRun, lines: LineReader<'a>, options: &Options) -> Result<Reader<'a>, Error> {
        let mut reader = Reader {
            run,
            lines,
            partial: options.partial,
            next: None,
            current: None,
            upcoming: 0,
            groups: BTreeMap::new(),
            group_bytes: 0,
            delivered: CtaSet::default(),
            instructions: 0,
            fetch_times: Vec::new(),
        };
        reader.next = reader.first_wavefront()?;
        if reader.next.is_none() {
            return Err(reader.error(Reason::Empty));
        }
        Ok(reader)
    }

    /// Launches and pages of the run.
    pub fn run(&self) -> &RecordedRun {
        &self.run
    }

    /// The underlying line reader, for its position.
    pub fn lines(&self) -> &LineReader<'a> {
        &self.lines
    }

    /// Instructions of all wavefronts read so far.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    fn error(&self, reason: Reason) -> Error {
        reason.at(self.lines.file(), self.lines.line())
    }

    /// Reads the first `wf` line.
    fn first_wavefront(&mut self) -> Result<Option<WaveId>, Error> {
        while let Some(line) = self.lines.next_filled()? {
            if line.starts_with(b"#") {
                continue;
            }
            let found = Words::of_line(line).and_then(|words| wavefront(words, &self.run));
            return match found {
                Ok(Some(wave)) => Ok(Some(wave)),
                Ok(None) => {
                    let found = shown(&String::from_utf8_lossy(line));
                    Err(self.error(Reason::NoWavefront { found }))
                }
                Err(reason) => Err(self.error(reason)),
            };
        }
        Ok(None)
    }

    /// Reads the instructions of the next wavefront, and the `wf` line after them. `None` after the last wavefront.
    pub(super) fn next_wave(&mut self) -> Result<Option<(WaveId, WarpTape)>, Error> {
        let Some(id) = self.next.take() else { return Ok(None) };
        let launch = &self.run.launches()[id.launch];
        let number = launch.number(id.group, id.wave);
        let mut wave = WaveBuilder::new(&self.run, id, std::mem::take(&mut self.fetch_times));
        let file = self.lines.file().to_owned();
        let mut position = self.lines.line();
        while let Some(line) = self.lines.next()? {
            position += 1;
            let taken = Words::of_line(line).and_then(|words| wave.take(words, self.group_bytes));
            if let Some(following) = taken.map_err(|reason| reason.at(&file, position))? {
                self.next = Some(following);
                break;
            }
        }
        let WaveBuilder { tape, fetch_times, ended, .. } = wave;
        if !ended {
            return Err(Reason::NoEnd { wave: number, launch: id.launch }.at(&file, position));
        }
        self.instructions += fetch_times.len() as u64;
        self.fetch_times = fetch_times;
        Ok(Some((id, tape)))
    }

    /// Fetch times of the wavefront read last, in cycles since the launch's first work-group was mapped.
    pub(super) fn fetch_times(&self) -> &[u64] {
        &self.fetch_times
    }

    /// Reads the next wavefront, which is of launch `launch`, and keeps it with its work-group.
    fn keep_wave(&mut self, launch: usize) -> Result<(), Error> {
        let Some((id, tape)) = self.next_wave()? else { return Ok(()) };
        let recorded = &self.run.launches()[launch];
        let waves = recorded.waves();
        let twice = Reason::Twice { wave: recorded.number(id.group, id.wave), launch };
        if self.delivered.contains(CtaId(id.group)) {
            return Err(self.error(twice));
        }
        self.group_bytes += tape.bytes();
        let group = self.groups.entry(id.group).or_insert_with(|| vec![None; waves as usize]);
        let place = &mut group[id.wave as usize];
        if place.is_some() {
            return Err(self.error(twice));
        }
        *place = Some(tape);
        if self.group_bytes > MAX_BYTES {
            return Err(self.error(Reason::Large { most: MAX_BYTES >> 20 }));
        }
        Ok(())
    }

    /// Takes the first work-group that was not delivered, with the number `id`.
    fn deliver(&mut self, launch: usize, id: u64) -> Result<Option<Cta>, Error> {
        let Some(waves) = self.groups.remove(&id) else { return Ok(None) };
        let mut cta = Cta::new(CtaId(id));
        for (tape, number) in waves.iter().zip(id * waves.len() as u64..) {
            let missing = || Reason::MissingWavefront { launch, group: id, wave: number };
            let tape = tape.as_ref().ok_or_else(|| self.error(missing()))?;
            self.group_bytes = self.group_bytes.saturating_sub(tape.bytes());
            cta.push(tape);
        }
        self.delivered.insert(CtaId(id));
        Ok(Some(cta))
    }

    /// Checks that the launch had all work-groups.
    fn check_launch(&self, launch: usize) -> Result<(), Error> {
        let all = self.run.launches()[launch].groups();
        let missing = all - self.delivered.len();
        if missing == 0 || self.partial {
            return Ok(());
        }
        let CtaId(first) = self.delivered.next_missing(CtaId(0));
        Err(self.error(Reason::MissingGroups { launch, missing, all, first }))
    }

    /// Checks that no launch before `found` is missing.
    fn check_order(&self, found: usize) -> Result<(), Error> {
        if found < self.upcoming {
            return Err(self.error(Reason::LaunchOrder { launch: found, current: self.upcoming - 1 }));
        }
        if found == self.upcoming || self.partial {
            return Ok(());
        }
        let (first, launches) = (self.upcoming, self.run.launches().len());
        Err(self.error(Reason::MissingLaunch { first, launches }))
    }
}

/// A wavefront whose instructions are being read.
struct WaveBuilder<'a> {
    run: &'a RecordedRun,
    context: WaveContext<'a>,
    tape: WarpTape,
    fetch_times: Vec<u64>,
    /// Whether the last instruction was s_endpgm.
    ended: bool,
}

impl<'a> WaveBuilder<'a> {
    /// A wavefront without instructions. The content of `fetch_times` is dropped and its memory used again.
    fn new(run: &'a RecordedRun, id: WaveId, mut fetch_times: Vec<u64>) -> WaveBuilder<'a> {
        fetch_times.clear();
        let launch = &run.launches()[id.launch];
        let context = WaveContext {
            kernel: &launch.kernel,
            code: run.code(launch),
            pages: run.pages(),
            launch_file: run.launch_file(),
            lanes: launch.lanes(id.wave),
        };
        WaveBuilder { run, context, tape: WarpTape::default(), fetch_times, ended: false }
    }

    /// Takes a line. Returns the next wavefront if the line starts it. `others` is the memory of other wavefronts in bytes.
    fn take(&mut self, words: Words<'_>, others: usize) -> Result<Option<WaveId>, Reason> {
        if words.rest().is_empty() || words.rest().starts_with('#') {
            return Ok(None);
        }
        if let Some(following) = wavefront(words, self.run)? {
            return Ok(Some(following));
        }
        if self.ended {
            return Err(Reason::AfterEnd);
        }
        let taken = self.context.take(words, &mut self.tape)?;
        let before = self.fetch_times.last().copied().unwrap_or(0);
        self.fetch_times.push(before.checked_add(taken.cycles).ok_or(Reason::LongTime)?);
        self.ended = taken.ends;
        if self.fetch_times.len().is_multiple_of(4096) && others + self.tape.bytes() > MAX_BYTES {
            return Err(Reason::Large { most: MAX_BYTES >> 20 });
        }
        Ok(None)
    }
}

/// Reads a `wf` line. `None` if the line is an instruction.
fn wavefront(mut words: Words<'_>, run: &RecordedRun) -> Result<Option<WaveId>, Reason> {
    if words.rest().split_whitespace().next() != Some("wf") {
        return Ok(None);
    }
    words.word();
    let number = words.decimal("the number of a launch")?;
    let group = words.decimal("the number of a work-group")?;
    let wave = words.decimal("the number of a wavefront")?;
    words.end()?;
    let launches = run.launches();
    let launch = usize::try_from(number).ok().filter(|&launch| launch < launches.len());
    let Some(launch) = launch else {
        let file = run.launch_file().to_owned();
        return Err(Reason::NoLaunch { launch: number, launches: launches.len(), file });
    };
    let (groups, waves) = (launches[launch].groups(), u64::from(launches[launch].waves()));
    if group >= groups {
        return Err(Reason::OutsideGrid { group, launch, groups });
    }
    let first = group * waves;
    match wave.checked_sub(first).filter(|&wave| wave < waves) {
        Some(wave) => Ok(Some(WaveId { launch, group, wave: wave as u32 })),
        None => Err(Reason::Wavefront { wave, group, first, last: first + waves - 1 }),
    }
}

impl Source for Reader<'_> {
    type Error = Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Error> {
        while self.cta()?.is_some() {}
        let launches = self.run.launches().len();
        let Some(next) = self.next else {
            self.check_order(launches)?;
            self.upcoming = launches;
            return Ok(None);
        };
        self.check_order(next.launch)?;
        (self.current, self.upcoming) = (Some(next.launch), next.launch + 1);
        self.delivered = CtaSet::default();
        Ok(Some(Arc::new(self.run.tape_launch(&self.run.launches()[next.launch]))))
    }

    fn cta(&mut self) -> Result<Option<Cta>, Error> {
        let Some(launch) = self.current else { return Ok(None) };
        let id = self.delivered.next_missing(CtaId(0)).0;
        let is_complete = |waves: &Vec<Option<WarpTape>>| waves.iter().all(Option::is_some);
        while self.next.is_some_and(|next| next.launch == launch) {
            if self.groups.get(&id).is_some_and(is_complete) {
                return self.deliver(launch, id);
            }
            self.keep_wave(launch)?;
        }
        // All wavefronts were read.
        if let Some((&id, _)) = self.groups.first_key_value() {
            return self.deliver(launch, id);
        }
        self.check_launch(launch)?;
        self.current = None;
        Ok(None)
    }
}
