//! `warploom machines import`.

use super::read;
use crate::ui::command::{Failure, Outcome};
use crate::ui::{diagnose, output};
use std::path::{Path, PathBuf};
use warploom_gpu::machine::gpgpusim::{
    Effect, File, ImportError, Imported, Unused, import_with_network, network_file,
};
use warploom_lab::work::text::line_span;
use warploom_report::Table;
use warploom_report::units;
use warploom_tape::atomic_file;

/// Convert a GPGPU-Sim or Accel-Sim configuration to a machine description
///
/// Each value gets a comment with its option. The network's configuration is read too, if the file that the GPU's
/// configuration names exists. Assumptions are listed at the top of the description. Unused options that may change
/// cycles are listed at its end, the most important first.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Configuration of the GPU
    #[arg(value_name = "GPGPUSIM.CONFIG")]
    config: PathBuf,
    /// Configuration for traces, with latencies and specialised units; without it, PTX latencies are used
    #[arg(value_name = "TRACE.CONFIG")]
    trace: Option<PathBuf>,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
    /// Name of the machine [default: that of the file written, or of the configuration's directory]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Also list unused options without an effect on cycles: statistics, power, debugging and so on
    #[arg(long)]
    verbose: bool,
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
            failure(&error, &files)
        })?;
    let ineffective = if args.verbose { imported.ineffective_options() } else { String::new() };
    let toml = format!("{}{ineffective}", imported.toml);
    let Some(output) = &args.output else {
        output::print(&toml)?;
        return Ok(Outcome::Fine);
    };
    let inputs = [Some(&args.config), args.trace.as_ref(), network.as_ref().map(|(path, _)| path)];
    let inputs: Vec<&Path> = inputs.into_iter().flatten().map(PathBuf::as_path).collect();
    output::not_an_input(output, &inputs)?;
    atomic_file::write(output, toml.as_bytes())
        .map_err(|e| Failure::mistake(format!("`{}` cannot be written: {e}", output.display()), None))?;
    output::print(&format!(
        "{}: machine `{}`\n{}",
        output.display(),
        imported.machine.name,
        summary(&imported, args.verbose)
    ))?;
    Ok(Outcome::Fine)
}

/// The network's configuration: the file that the GPU's configuration names, relative to it, if it exists.
fn network(args: &Args, config: &str) -> Result<Option<(PathBuf, String)>, Failure> {
    let directory = args.config.parent().unwrap_or(Path::new(""));
    let path = network_file(config).map(|file| directory.join(file)).filter(|path| path.is_file());
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

/// Assumptions and unused options: unknown ones, those that change cycles, and the others if `verbose`.
fn summary(imported: &Imported, verbose: bool) -> String {
    let mut text: String = imported.assumed.iter().map(|sentence| format!("assumed: {sentence}\n")).collect();
    if imported.unused.is_empty() {
        return text + "all options were used\n";
    }
    let of = |kind: fn(&Effect) -> bool| -> Vec<&Unused> {
        imported.unused.iter().filter(|unused| kind(&unused.effect)).collect()
    };
    let unknown = of(|effect| matches!(effect, Effect::Unknown));
    if !unknown.is_empty() {
        let options = units::counted(unknown.len() as u64, "unknown option", "unknown options");
        text.push_str(&format!("\n{options}, which may change cycles:\n\n"));
        let mut table = Table::new(&["option", "value", "file", ">line"]);
        for Unused { option, value, file, line, .. } in unknown {
            table.row([option.clone(), value.clone(), file.to_string(), line.to_string()]);
        }
        text.push_str(&output::table(&table));
    }
    let changing = of(|effect| matches!(effect, Effect::Cycles(_)));
    if changing.is_empty() {
        text.push_str("\nno other unused option changes cycles\n");
    } else {
        let options = units::counted(changing.len() as u64, "unused option changes", "unused options change");
        text.push_str(&format!("\n{options} cycles, the most important first:\n\n"));
        text.push_str(&effects(&changing, "changes"));
    }
    let others = of(|effect| matches!(effect, Effect::None(_)));
    let options = units::counted(others.len() as u64, "other option has", "other options have");
    match (others.is_empty(), verbose) {
        (true, _) => {}
        (false, false) => text.push_str(&format!("\n{options} no effect on cycles: --verbose lists them\n")),
        (false, true) => {
            text.push_str(&format!("\n{options} no effect on cycles:\n\n{}", effects(&others, "reason")));
        }
    }
    text
}

/// Options with their effects.
fn effects(options: &[&Unused], heading: &str) -> String {
    let mut table = Table::new(&["option", "value", heading]);
    for Unused { option, value, effect, .. } in options {
        let text = match effect {
            Effect::Unknown => "",
            Effect::Cycles(text) | Effect::None(text) => text,
        };
        table.row([option.clone(), value.clone(), text.to_owned()]);
    }
    output::table(&table)
}

/// A file of the configuration, with its path and text.
type Source<'a> = (File, Option<&'a PathBuf>, Option<&'a str>);

fn failure(error: &ImportError, files: &[Source<'_>]) -> Failure {
    let place = match error {
        ImportError::Option(option) => option.location(),
        ImportError::Machine(_) => None,
    };
    let found = place.and_then(|(file, line)| {
        let &(_, path, text) = files.iter().find(|(known, ..)| *known == file)?;
        Some((path?, text?, line))
    });
    let Some((path, text, line)) = found else { return Failure::mistake(error.to_string(), None) };
    let span = line_span(text, line).unwrap_or(0..0);
    let report = diagnose::located(error.to_string(), "here", None, path.display().to_string(), text, span);
    Failure { report, code: 2 }
}
