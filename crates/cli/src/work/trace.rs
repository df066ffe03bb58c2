//! Accel-Sim traces.

use super::{TraceOptions, Work, create_tape};
use crate::command::Failure;
use crate::progress::Progress;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};
use warploom_tape::accelsim::{self, ImportError, OpcodeMap};
use warploom_tape::file::{File, Reader, Writer};

/// A trace as a tape: imported to a temporary file, which goes when the tapes are no longer wanted.
pub fn open(path: &Path, options: &TraceOptions, quiet: bool) -> Result<Work, Failure> {
    let directory = tempfile::Builder::new().prefix("warploom-").tempdir().map_err(|error| {
        let place = std::env::temp_dir();
        let help = "set TMPDIR to a directory with room, or make a tape first: warploom import".to_owned();
        Failure::mistake(
            format!("no temporary tape can be written in `{}`: {error}", place.display()),
            Some(help),
        )
    })?;
    let tape = directory.path().join("trace.tape");
    let mut writer = create_tape(&tape)?;
    import(path, options, &mut writer, quiet)?;
    let ctas = writer.finish()?.ctas;
    let tapes = Reader::new(Arc::new(File::open(&tape)?)).map_err(Failure::from);
    let tapes = Box::new(Temporary { tapes, _directory: directory });
    Ok(Work::plain(path, ctas, tapes))
}

/// Imports a trace, and tells of its progress.
pub fn import<W: Write>(
    path: &Path,
    options: &TraceOptions,
    writer: &mut Writer<W>,
    quiet: bool,
) -> Result<accelsim::Progress, Failure> {
    let options = understood(options)?;
    // How much there is to read is known with the first CTA.
    let mut progress = None;
    let imported = accelsim::import(path, &options, writer, |done| {
        progress.get_or_insert_with(|| Progress::bytes(done.total_bytes, quiet)).reached(done.bytes);
    });
    imported.map_err(|error| match error {
        // Both have the remedy in their text.
        ImportError::Trace(error) => Failure::mistake(error.to_string(), None),
        ImportError::Write(error) => error.into(),
    })
}

fn understood(options: &TraceOptions) -> Result<accelsim::Options, Failure> {
    let maps = match &options.opcodes {
        None => Vec::new(),
        Some(file) => {
            vec![Arc::new(OpcodeMap::read(file).map_err(|error| Failure::mistake(error.to_string(), None))?)]
        }
    };
    let version = options.architecture.as_ref().map(|name| {
        let own = maps.iter().find_map(|map| version(map, name));
        own.or_else(|| OpcodeMap::version_named(name)).ok_or_else(|| {
            let known: Vec<&str> = maps.iter().chain(OpcodeMap::all()).map(|map| map.name()).collect();
            let help = format!(
                "known are {} and sm_NN of them; `--opcodes FILE` tells of others (docs/tapes.md)",
                known.join(", ")
            );
            Failure::mistake(format!("there is no opcode map for the architecture `{name}`"), Some(help))
        })
    });
    let (registers, partial) = (options.registers, options.partial);
    Ok(accelsim::Options { architecture: version.transpose()?, registers, maps, partial })
}

/// The version that `name` means in a map of the user's.
fn version(map: &OpcodeMap, name: &str) -> Option<u32> {
    if map.name() == name {
        return map.versions().first().copied();
    }
    let number = name.strip_prefix("sm_").unwrap_or(name).parse().ok()?;
    map.versions().contains(&number).then_some(number)
}

/// Tapes of a file that is deleted with them.
struct Temporary<S> {
    tapes: S,
    _directory: TempDir,
}

impl<S: Source> Source for Temporary<S> {
    type Error = S::Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, S::Error> {
        self.tapes.launch()
    }

    fn cta(&mut self) -> Result<Option<Cta>, S::Error> {
        self.tapes.cta()
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, S::Error> {
        self.tapes.cta_at(id)
    }
}
