//! `cargo xtask slurm`: a real Slurm on this machine, for a command or for a study under kills.

mod chaos;
mod cluster;
mod jobcomp;
mod processes;
mod study;

use std::path::PathBuf;

use crate::Result;
use crate::compile::workspace;
use cluster::Cluster;

const HELP: &str = "\
Starts a real Slurm of two nodes on this machine, uses it, and ends it.

usage: cargo xtask slurm [--cpus N] -- COMMAND [ARGUMENT…]
       cargo xtask slurm [--cpus N] --study STUDY.toml [OPTION…]

  --cpus N          CPUs per node (default: 1, so two tasks run at a time)
  -- COMMAND…       the command to run, with SLURM_CONF set
  --study FILE      run this study on the cluster and on threads, and compare the results
  --warploom FILE   the command that runs studies (default: target/debug/warploom)
  --kills N         kills of tasks, nodes and daemons while the study runs (default: 0)
  --seed S          the seed that decides their order (default: 1)
  --sbatch OPTION   an option for sbatch, passed through; may be repeated
  --chunk-seconds S seconds that a chunk should take (default: as the study's plan has it)
  --keep DIR        keep both stores and their results there (default: a temporary directory)

Slurm and munge come from the distribution (apt, which needs root) if they are missing. The cluster has a temporary directory,
keys, sockets and ports of its own; all of its processes end with this one, even after Ctrl-C or kill -9.
";

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let mut cpus = 1;
    let mut request = study::Request {
        study: PathBuf::new(),
        warploom: workspace()?.join("target/debug/warploom"),
        kills: 0,
        seed: 1,
        sbatch: Vec::new(),
        chunk_seconds: None,
        keep: None,
    };
    let mut command: Vec<String> = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value\n\n{HELP}"));
        match argument.as_str() {
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            "--guard" => return cluster::guard(&PathBuf::from(value()?)),
            "--cpus" => cpus = number(&argument, &value()?)?.max(1),
            "--study" => request.study = value()?.into(),
            "--warploom" => request.warploom = value()?.into(),
            "--kills" => request.kills = number(&argument, &value()?)? as usize,
            "--seed" => request.seed = number(&argument, &value()?)?.into(),
            "--chunk-seconds" => request.chunk_seconds = Some(number(&argument, &value()?)?),
            "--sbatch" => request.sbatch.push(value()?),
            "--keep" => request.keep = Some(value()?.into()),
            "--" => command = arguments.by_ref().collect(),
            other => return Err(format!("there is no option `{other}`\n\n{HELP}")),
        }
    }
    let is_study = !request.study.as_os_str().is_empty();
    match command.split_first() {
        Some((program, arguments)) if !is_study => {
            let cluster = Cluster::start(cpus)?;
            let status = cluster.command(program).args(arguments).status();
            cluster.stop()?;
            match status.map_err(|e| format!("{program}: {e}"))? {
                status if status.success() => Ok(()),
                status => Err(format!("{program} ended with {status}")),
            }
        }
        None if is_study => study::run(&request, cpus),
        _ => Err(format!("it wants either --study or a command after --\n\n{HELP}")),
    }
}

fn number(option: &str, text: &str) -> Result<u32> {
    text.parse().map_err(|_| format!("{option} wants a number, not `{text}`"))
}
