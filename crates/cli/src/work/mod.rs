//! WORK on the command line: whatever a tape can be had of.
//!
//! An application or kernel of the suite, a tape file, an Accel-Sim trace, or PTX with a launch file. Whoever consumes the
//! tapes cannot tell which it was.

mod kind;
mod options;
mod ptx;
mod suite;
mod trace;

pub use kind::{Kind, WANTED};
pub use options::{Options, TraceOptions};
pub use trace::import;

use crate::command::Failure;
use crate::progress::Progress;
use crate::text;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use warploom_gpu::machine::Machine;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};
use warploom_lab::run::WorkLabel;
use warploom_lab::work_tape::WorkTape;
use warploom_policy::CtaChoice;
use warploom_tape::file::{self, File, Reader, Writer};

/// CTAs that are made before they are asked for. Enough that neither side waits for the other at every CTA.
const AHEAD: usize = 64;

/// Tapes, wherever they come from.
pub type Tapes = Box<dyn Source<Error = Failure> + Send>;

/// What WORK names.
pub struct Work {
    /// What to call it: `backprop at tiny, seed 1`.
    pub name: String,
    /// The same, for records.
    pub label: WorkLabel,
    /// How many CTAs there will be.
    pub ctas: u64,
    /// Its tapes.
    pub tapes: Tapes,
}

impl Work {
    /// Work that has a file's name, and no size or seed.
    fn plain(path: &Path, ctas: u64, tapes: Tapes) -> Work {
        let name = path.display().to_string();
        Work { label: WorkLabel { work: name.clone(), ..WorkLabel::default() }, name, ctas, tapes }
    }
}

/// Finds what `work` names. What does not take long to find wrong is found here; the rest while its tapes are made.
/// A trace is imported first, since what its instructions are is known only at its end.
pub fn open(work: &str, options: &Options, quiet: bool) -> Result<Work, Failure> {
    let kind = Kind::of(work)?;
    options.fit(&[(work, kind)])?;
    opened(work, kind, options, quiet)
}

/// The same, for a run with this CTA policy: if that asks for CTAs by number, the work is put on a tape first.
pub fn open_for(
    work: &str,
    options: &Options,
    (machine, cta_policy): (&Machine, CtaChoice),
    quiet: bool,
) -> Result<Work, Failure> {
    if !cta_policy.declaration().by_number {
        return open(work, options, quiet);
    }
    let kind = Kind::of(work)?;
    options.fit(&[(work, kind)])?;
    let (name, taped) = match kind {
        Kind::Tape | Kind::Trace => (work.to_owned(), tape_of(work, kind, options, quiet)?),
        Kind::Suite | Kind::Ptx => {
            let Work { name, label, ctas, tapes } = opened(work, kind, options, quiet)?;
            let progress = Progress::new(ctas, "CTAs on a tape", quiet);
            let taped = WorkTape::spool(label, &mut Watched::new(tapes, &progress))?;
            progress.finish();
            (name, taped)
        }
    };
    let taped = taped.cached_for(machine, cta_policy, NonZero::<usize>::MIN);
    let (label, ctas) = (taped.label.clone(), taped.file.totals().ctas);
    let tapes = Box::new(taped.into_source().map_err(Failure::from));
    Ok(Work { name, label, ctas, tapes })
}

fn opened(work: &str, kind: Kind, options: &Options, quiet: bool) -> Result<Work, Failure> {
    match kind {
        Kind::Suite => suite::open(work, options),
        Kind::Tape => tape(Path::new(work)),
        Kind::Trace => trace::open(Path::new(work), &options.trace, quiet),
        Kind::Ptx => ptx::open(Path::new(work), options),
    }
}

/// What kinds of work these are. Every option given belongs to one of them.
pub fn kinds<'a>(works: &'a [String], options: &Options) -> Result<Vec<(&'a str, Kind)>, Failure> {
    let kinds = works.iter().map(|work| Ok((work.as_str(), Kind::of(work)?)));
    let kinds = kinds.collect::<Result<Vec<_>, Failure>>()?;
    options.fit(&kinds)?;
    Ok(kinds)
}

/// Works as tape files, one after the other, for runs that the bar shows: what is done before them tells nothing of itself.
pub fn tapes_of<'a>(
    works: Vec<(&'a str, Kind)>,
    options: &'a Options,
    progress: &'a Progress,
) -> impl Iterator<Item = Result<WorkTape, Failure>> + use<'a> {
    works.into_iter().map(|(work, kind)| {
        progress.begin(&format!("{work}: its tape"));
        let taped = tape_of(work, kind, options, true);
        progress.begin(work);
        taped
    })
}

/// Work as a tape file, to be run more than once. What is no tape yet is executed now, all of it. Options that do not
/// belong to this kind of work are left to others.
pub fn tape_of(work: &str, kind: Kind, options: &Options, quiet: bool) -> Result<WorkTape, Failure> {
    let label = WorkLabel { work: work.to_owned(), ..WorkLabel::default() };
    match kind {
        Kind::Tape => Ok(WorkTape::from_file(label, open_tape(Path::new(work))?)),
        Kind::Trace => WorkTape::temporary(label, |writer| {
            import(Path::new(work), &options.trace, writer, quiet).map(|_| ())
        }),
        Kind::Suite | Kind::Ptx => {
            let mut opened = opened(work, kind, options, quiet)?;
            WorkTape::spool(opened.label, &mut opened.tapes)
        }
    }
}

/// A tape file, to be read.
pub fn open_tape(path: &Path) -> Result<File, Failure> {
    File::open(path).map_err(|error| match error {
        file::Error::Io { error, .. } => {
            let trace = path.is_dir().then(|| "`warploom import` makes a tape of a trace".to_owned());
            Failure::mistake(format!("`{}` cannot be read: {error}", path.display()), trace)
        }
        other => other.into(),
    })
}

/// A tape file, to be written.
pub fn create_tape(path: &Path) -> Result<Writer, Failure> {
    // Otherwise that would be found when the tape is whole and gets its name.
    if path.is_dir() {
        return Err(Failure::mistake(
            format!("`{}` cannot be written: it is a directory", path.display()),
            None,
        ));
    }
    Writer::create(path).map_err(|error| match error {
        file::Error::Io { error, .. } => {
            Failure::mistake(format!("`{}` cannot be written: {error}", path.display()), None)
        }
        other => other.into(),
    })
}

fn tape(path: &Path) -> Result<Work, Failure> {
    let file = open_tape(path)?;
    let ctas = file.totals().ctas;
    let tapes = Reader::new(Arc::new(file)).map_err(Failure::from);
    Ok(Work::plain(path, ctas, Box::new(tapes)))
}

/// Tapes whose progress is told.
pub struct Watched<'a> {
    tapes: Tapes,
    progress: &'a Progress,
    /// Whether CTAs of the launch are asked for by number. They may then come again in their order, which is no progress.
    numbered: bool,
}

impl<'a> Watched<'a> {
    /// Tells `progress` of every CTA.
    pub fn new(tapes: Tapes, progress: &'a Progress) -> Watched<'a> {
        Watched { tapes, progress, numbered: false }
    }
}

impl Source for Watched<'_> {
    type Error = Failure;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Failure> {
        let launch = self.tapes.launch()?;
        self.numbered = false;
        if let Some(launch) = &launch {
            self.progress.begin(&launch.kernel);
        }
        Ok(launch)
    }

    fn cta(&mut self) -> Result<Option<Cta>, Failure> {
        let cta = self.tapes.cta()?;
        if cta.is_some() && !self.numbered {
            self.progress.end();
        }
        Ok(cta)
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, Failure> {
        let found = self.tapes.cta_at(id)?;
        self.numbered = true;
        if matches!(found, CtaLookup::Cta(_)) {
            self.progress.end();
        }
        Ok(found)
    }
}

impl From<file::Error> for Failure {
    fn from(error: file::Error) -> Failure {
        let help = match &error {
            file::Error::NotATape { .. } => Some("`warploom tape WORK -o x.tape` writes one".to_owned()),
            _ => None,
        };
        Failure::mistake(error.to_string(), help)
    }
}

/// Whether a file begins with these bytes.
fn begins(path: &Path, with: &[u8]) -> bool {
    text::beginning(path, with.len()).is_ok_and(|found| found == with)
}
