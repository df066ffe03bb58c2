//! The list of commands: each is a module of its own and one line here.

use crate::command::Command;

/// Every command, in the order help shows them.
pub const COMMANDS: &[Command] = &[
    crate::run::COMMAND,
    crate::profile::COMMAND,
    crate::compare::COMMAND,
    #[cfg(all(feature = "figures", feature = "parquet"))]
    crate::study::COMMAND,
    #[cfg(not(all(feature = "figures", feature = "parquet")))]
    crate::missing::STUDY,
    crate::oracle::COMMAND,
    #[cfg(all(feature = "figures", feature = "parquet"))]
    crate::reproduce::COMMAND,
    #[cfg(not(all(feature = "figures", feature = "parquet")))]
    crate::missing::REPRODUCE,
    #[cfg(all(feature = "figures", feature = "parquet"))]
    crate::graph::COMMAND,
    #[cfg(not(all(feature = "figures", feature = "parquet")))]
    crate::missing::GRAPH,
    crate::policies::COMMAND,
    crate::new_policy::COMMAND,
    crate::machine::COMMAND,
    crate::suite::COMMAND,
    crate::phases::COMMAND,
    crate::exec::COMMAND,
    crate::tape::COMMAND,
    crate::capture::COMMAND,
    crate::capture::NVCC_FLAGS,
    crate::import::COMMAND,
    crate::export::COMMAND,
    crate::validate::COMMAND,
    #[cfg(feature = "generate")]
    crate::generate::COMMAND,
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
