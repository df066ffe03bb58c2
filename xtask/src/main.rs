//! Maintenance tasks, run as `cargo xtask TASK`.
//!
//! What is done here is needed to maintain Warploom, never to build or use it.

mod acceptance;
mod api;
mod artifact;
mod browser;
mod cargo;
mod command;
mod compile;
mod dist;
mod gcn;
mod install;
mod kernels;
mod package;
mod pages;
mod perfetto;
mod python;
mod random;
mod samples;
mod site;
mod slurm;
mod steps;
mod toolchain;
mod vendor;
mod venv;
mod yardstick;

use std::process::ExitCode;

/// A failure is a sentence for the maintainer: nothing here recovers from one.
pub(crate) type Result<T> = std::result::Result<T, String>;

const HELP: &str = "\
Maintenance tasks.

usage: cargo xtask TASK [OPTION…]

tasks:
  acceptance run CUDA programs under `warploom capture` and check their results
             (`cargo xtask acceptance --help` says more)
  api        compare the public items of the published crates with the lists in api/
             (`cargo xtask api --help` says more)
  artifact   run the commands of the paper's artifact appendix and compare their output
             (`cargo xtask artifact --help` says more)
  dist       build everything that is released: archive, Debian package, wheel, bill of materials
             (`cargo xtask dist --help` says more)
  install    install the released packages in a clean Debian, use them and remove them
             (`cargo xtask install --help` says more)
  kernels    compile the suite's CUDA kernels to PTX, checked by ptxas, or to GCN assembly
             (`cargo xtask kernels --help` says more)
  package    package the published crates and compile the packages alone
             (`cargo xtask package --help` says more)
  pages      open the lab's pages in a browser and check them
             (`cargo xtask pages --help` says more)
  perfetto   open a timeline in Perfetto and query it
             (`cargo xtask perfetto --help` says more)
  python     build the Python package's wheel, install it and test it
             (`cargo xtask python --help` says more)
  random     write random PTX kernels and compile them, to compare what executors make of them
             (`cargo xtask random --help` says more)
  samples    compile the kernel crate's CUDA samples with real compilers
             (`cargo xtask samples --help` says more)
  site       build the book and the crates' documentation as one site, and check its links and its search
             (`cargo xtask site --help` says more)
  slurm      start a real Slurm on this machine and run a command or a study on it, under kills if wanted
             (`cargo xtask slurm --help` says more)
  vendor     fetch the scripts of the lab's pages and their licences
             (`cargo xtask vendor --help` says more)
  yardstick  compare the suite's lowered kernels with what ptxas makes of them
             (`cargo xtask yardstick --help` says more)
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let done = match arguments.next().as_deref() {
        None | Some("--help" | "-h" | "help") => {
            print!("{HELP}");
            Ok(())
        }
        Some("acceptance") => acceptance::run(arguments),
        Some("api") => api::run(arguments),
        Some("artifact") => artifact::run(arguments),
        Some("dist") => dist::run(arguments),
        // What `dist` gives to the compiler as its linker.
        Some("relink") => dist::relink::run(arguments),
        Some("install") => install::run(arguments),
        Some("kernels") => kernels::run(arguments),
        Some("package") => package::run(arguments),
        Some("pages") => pages::run(arguments),
        Some("perfetto") => perfetto::run(arguments),
        Some("python") => python::run(arguments),
        Some("random") => random::run(arguments),
        Some("samples") => samples::run(arguments),
        Some("site") => site::run(arguments),
        Some("slurm") => slurm::run(arguments),
        Some("vendor") => vendor::run(arguments),
        Some("yardstick") => yardstick::run(arguments),
        Some(other) => Err(format!("there is no task `{other}`\n\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
