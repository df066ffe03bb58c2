//! The `warploom` command: CUDA kernels on a simulated GPU.

mod commands;
mod compare;
mod diagnose;
mod exec;
mod export;
mod import;
mod machine;
mod output;
mod phases;
mod policies;
mod progress;
mod run;
mod suite;
mod tape;
mod text;
mod units;
mod validate;
mod work;

use commands::{COMMANDS, Outcome};
use std::process::ExitCode;

fn main() -> ExitCode {
    diagnose::install();
    let matches = commands::cli().get_matches();
    let chosen = matches.subcommand();
    let command =
        COMMANDS.iter().find_map(|c| chosen.filter(|(name, _)| *name == c.name).map(|(_, m)| (c, m)));
    // clap lets no other name through, nor none.
    let Some((command, matches)) = command else { return ExitCode::from(2) };
    match (command.run)(matches) {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Failed) => ExitCode::from(1),
        Err(failure) => {
            eprint!("{:?}", failure.report);
            ExitCode::from(failure.code)
        }
    }
}
