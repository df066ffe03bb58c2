//! `warploom generate`: manual pages and completions of this program, written by itself, so that they cannot disagree with it.

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::output;
use clap::{ArgMatches, Args as _, ValueEnum};
use clap_complete::Shell;
use clap_mangen::roff::{Roff, roman};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use warploom_tape::atomic_file;

/// The command.
pub const COMMAND: Command = Command { name: "generate", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom generate man | man -l -                     the manual page
  warploom generate man -o ~/.local/share/man/man1     a page for each command: man warploom-compare
  source <(warploom generate bash)                     completions in this shell
  warploom generate zsh -o ~/.zfunc                    completions in a file of the name that the shell looks for

The Debian package installs all of them.";

/// Print the manual page, or completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    /// What to generate
    #[arg(value_name = "WHAT", value_enum)]
    what: What,
    /// Write files to this directory instead of standard output; for `man`, the pages of all commands
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    /// Manual pages
    Man,
    /// Completions for Bash
    Bash,
    /// Completions for Elvish
    Elvish,
    /// Completions for fish
    Fish,
    /// Completions for PowerShell
    #[value(name = "powershell")]
    PowerShell,
    /// Completions for Zsh
    Zsh,
}

impl What {
    fn shell(self) -> Option<Shell> {
        match self {
            What::Man => None,
            What::Bash => Some(Shell::Bash),
            What::Elvish => Some(Shell::Elvish),
            What::Fish => Some(Shell::Fish),
            What::PowerShell => Some(Shell::PowerShell),
            What::Zsh => Some(Shell::Zsh),
        }
    }
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    let mut cli = (context.declared)();
    cli.build();
    let files = match args.what.shell() {
        None => pages(&cli, args.output.is_some()).map_err(|error| output::not_written(&error))?,
        Some(shell) => vec![completions(&mut cli, shell)],
    };
    match &args.output {
        None => files.iter().try_for_each(|(_, text)| output::print(text))?,
        Some(directory) => write(directory, &files)?,
    }
    Ok(Outcome::Fine)
}

/// The manual page of the program and, if wanted, those of its commands and theirs: names and texts.
fn pages(command: &clap::Command, commands: bool) -> io::Result<Vec<(String, String)>> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let text = page(command)?;
    let mut found = vec![(format!("{name}.1"), text)];
    let below = command.get_subcommands().filter(|below| commands && below.get_name() != "help");
    for below in below {
        found.extend(pages(below, commands)?);
    }
    Ok(found)
}

/// One manual page. What follows the options in `--help` is set as it stands: lines of commands must not be joined.
fn page(command: &clap::Command) -> io::Result<String> {
    let notes = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let source = format!("warploom {}", env!("CARGO_PKG_VERSION"));
    let bare = command.clone().after_help(None::<&str>).after_long_help(None::<&str>);
    let mut text = Vec::new();
    clap_mangen::Man::new(bare).manual("Warploom").source(source).render(&mut text)?;
    if let Some(notes) = notes {
        let mut section = Roff::new();
        section.control("SH", ["NOTES"]).control("nf", []).text([roman(notes)]).control("fi", []);
        section.to_writer(&mut text)?;
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The completions for a shell: the name of the file that the shell looks for, and its text.
fn completions(cli: &mut clap::Command, shell: Shell) -> (String, String) {
    let mut text = Vec::new();
    clap_complete::generate(shell, cli, "warploom", &mut text);
    let name = clap_complete::Generator::file_name(&shell, "warploom");
    (name, String::from_utf8_lossy(&text).into_owned())
}

fn write(directory: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    let written = fs::create_dir_all(directory).and_then(|()| {
        files.iter().try_for_each(|(name, text)| atomic_file::write(&directory.join(name), text.as_bytes()))
    });
    written.map_err(|error| {
        Failure::mistake(format!("{} cannot be written: {error}", directory.display()), None)
    })
}
