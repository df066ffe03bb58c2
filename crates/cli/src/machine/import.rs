//! `warploom machines import`.

use super::read;
use crate::command::{Failure, Outcome};
use crate::{diagnose, output, units};
use std::fs;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::gpgpusim::{File, ImportError, Imported, import_with_network, network_file};
use warploom_suite::Table;

/// Make a machine of a GPGPU-Sim or Accel-Sim configuration
///
/// Each value gets a remark with the option it is from. The network's own configuration is read too, if it is
/// where the GPU's says. Options that say nothing of the machine, or nothing a
/// description can say, are listed at the end, and what had to be assumed at the top.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The configuration of the GPU
    #[arg(value_name = "GPGPUSIM.CONFIG")]
    config: PathBuf,
    /// That of traces, with latencies and specialised units; without it, latencies are those of PTX
    #[arg(value_name = "TRACE.CONFIG")]
    trace: Option<PathBuf>,
    /// The file to write; without it, the description is printed
    #[arg(short, long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
    /// What the machine is called [default: as the file written, or as the configuration's directory]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let config = read(&args.config)?;
    let trace = args.trace.as_deref().map(read).transpose()?;
    let network = network(args, &config)?;
    let network_text = network.as_ref().map(|(_, text)| text.as_str());
    let imported =
        import_with_network(&name(args), &config, trace.as_deref(), network_text).map_err(|error| {
            let files = [
                (File::Config, Some(&args.config), Some(config.as_str())),
                (File::Trace, args.trace.as_ref(), trace.as_deref()),
                (File::Network, network.as_ref().map(|(path, _)| path), network_text),
            ];
            wrong(&error, &files)
        })?;
    let Some(output) = &args.output else {
        output::print(&imported.toml)?;
        return Ok(Outcome::Fine);
    };
    fs::write(output, &imported.toml)
        .map_err(|e| Failure::mistake(format!("`{}` cannot be written: {e}", output.display()), None))?;
    output::print(&format!(
        "{}: machine `{}`\n{}",
        output.display(),
        imported.machine.name,
        told(&imported)
    ))?;
    Ok(Outcome::Fine)
}

/// The network's configuration: the file that the GPU's names, beside it, if it is there.
fn network(args: &Args, config: &str) -> Result<Option<(PathBuf, String)>, Failure> {
    let beside = args.config.parent().unwrap_or(Path::new(""));
    let path = network_file(config).map(|file| beside.join(file)).filter(|path| path.is_file());
    path.map(|path| Ok((path.clone(), read(&path)?))).transpose()
}

fn name(args: &Args) -> String {
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let directory = || {
        let whole = args.config.canonicalize().ok()?;
        Some(whole.parent()?.file_name()?.to_string_lossy().into_owned())
    };
    let named = args.name.clone().or_else(|| args.output.as_deref().and_then(stem));
    named.or_else(directory).or_else(|| stem(&args.config)).unwrap_or_default()
}

/// What was assumed and what was not used.
fn told(imported: &Imported) -> String {
    let assumed: String = imported.assumed.iter().map(|sentence| format!("assumed: {sentence}\n")).collect();
    let mut table = Table::new(&["not used", "value", "file", ">line"]);
    for unused in &imported.unused {
        let cells =
            [unused.option.clone(), unused.value.clone(), unused.file.to_string(), unused.line.to_string()];
        table.row(cells);
    }
    let count = imported.unused.len() as u64;
    if count == 0 {
        return format!("{assumed}every option was used\n");
    }
    format!("{assumed}{}\n\n{table}", units::many(count, "option was not used:", "options were not used:"))
}

/// A file of the configuration, where it is and what it says.
type Source<'a> = (File, Option<&'a PathBuf>, Option<&'a str>);

fn wrong(error: &ImportError, files: &[Source<'_>]) -> Failure {
    let place = match error {
        ImportError::Option(option) => option.place(),
        ImportError::Machine(_) => None,
    };
    let found = place.and_then(|(file, line)| {
        let &(_, path, text) = files.iter().find(|(known, ..)| *known == file)?;
        Some((path?, text?, line))
    });
    let Some((path, text, line)) = found else { return Failure::mistake(error.to_string(), None) };
    let span = diagnose::line(text, line).unwrap_or(0..0);
    let report = diagnose::located(error.to_string(), "here", None, path.display().to_string(), text, span);
    Failure { report, code: 2 }
}
