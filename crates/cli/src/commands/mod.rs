//! The list of commands: each is a module of its own and one line here.

mod capture;
mod check;
mod compare;
mod exec;
mod export;
#[cfg(feature = "generate")]
mod generate;
#[cfg(feature = "report")]
mod graph;
mod import;
mod machine;
mod new_policy;
mod oracle;
mod phases;
mod policies;
mod profile;
#[cfg(feature = "report")]
mod reproduce;
mod run;
#[cfg(feature = "report")]
mod study;
mod suite;
mod tape;
#[cfg(feature = "report")]
mod validate;

use crate::ui::command::Command;
#[cfg(not(feature = "report"))]
use crate::ui::missing::{graph, reproduce, study, validate};

/// Every command, in the order help shows them.
pub const COMMANDS: &[Command] = &[
    run::COMMAND,
    profile::COMMAND,
    compare::COMMAND,
    study::COMMAND,
    oracle::COMMAND,
    reproduce::COMMAND,
    graph::COMMAND,
    policies::COMMAND,
    new_policy::COMMAND,
    machine::COMMAND,
    suite::COMMAND,
    phases::COMMAND,
    exec::COMMAND,
    tape::COMMAND,
    capture::COMMAND,
    capture::NVCC_FLAGS,
    check::COMMAND,
    import::COMMAND,
    export::COMMAND,
    validate::COMMAND,
    #[cfg(feature = "generate")]
    generate::COMMAND,
];

/// The command line.
pub fn cli() -> clap::Command {
    let cli = clap::Command::new("warploom")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Cycle-level GPU simulator for warp-scheduling research")
        .after_help(
            "Start here:\n  \
             warploom compare nn/layer1 --policies lrr,gto,pro --explain    which scheduler is faster, and why\n  \
             warploom run nn/layer1 --by-line                               where its cycles go, by source line\n  \
             warploom new-policy mine                                       write a scheduler and compare it\n  \
             warploom study run studies/ready.toml                          many runs, here or on a cluster\n  \
             warploom suite list                                            the papers' applications\n  \
             warploom machines                                              the GPUs that can be simulated\n  \
             warploom phases lud/internal                                   where a kernel's warps wait for memory\n  \
             warploom exec saxpy.ptx --launch launch.toml                   run your own kernel and check its results\n  \
             warploom capture -- ./program                                  run a CUDA program and keep its launches\n\n\
             `warploom COMMAND --help` explains a command with examples.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true);
    COMMANDS.iter().fold(cli, |cli, c| cli.subcommand((c.declare)(clap::Command::new(c.name))))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::cli().debug_assert();
    }
}
