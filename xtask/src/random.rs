//! `cargo xtask random`: random PTX kernels, and the cubins that ptxas makes of them.

use std::path::{Path, PathBuf};

use crate::Result;
use crate::compile::{on_all_processors, workspace, write_or_compare};
use crate::toolchain::{Compiler, Toolchain};
use generate::Catalogue;

#[allow(dead_code, reason = "the kernel's tests use the rest")]
#[path = "../../crates/kernel/tests/sass/random/generate/mod.rs"]
mod generate;

const HELP: &str = "\
Writes modules of random PTX kernels and has ptxas 12.9 compile them. The same seed gives the same kernels.

usage: cargo xtask random --out DIR [--count N] [--per-module N] [--level 70|80|90] [--seed N] [--arch N]…

  --out DIR        write DIR/LEVEL_SEED.ptx and DIR/LEVEL_SEED.sm_XX.cubin
  --count N        kernels (default: 100)
  --per-module N   kernels of a module (default: 25)
  --level L        the instructions of sm_70 (default), sm_80 or sm_90
  --seed N         the seed of the first module, the next ones have the next ones (default: 1)
  --arch N         compile for sm_N; may be repeated (default: 70 and 80 that are not older than the level)

Compare what they leave in memory:

    WARPLOOM_RANDOM_KERNELS=DIR cargo test --release -p warploom-kernel --test tests kernels_of_a_folder
";

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let (mut out, mut count, mut per_module, mut level, mut seed) = (None, 100, 25, 70, 1);
    let mut architectures = Vec::new();
    while let Some(argument) = arguments.next() {
        if matches!(argument.as_str(), "--help" | "-h") {
            print!("{HELP}");
            return Ok(());
        }
        let value = arguments.next().ok_or(format!("{argument} wants a value"))?;
        let number = || value.parse::<u32>().map_err(|_| format!("{argument} wants a number, not `{value}`"));
        match argument.as_str() {
            "--out" => out = Some(PathBuf::from(&value)),
            "--count" => count = number()?,
            "--per-module" => per_module = number()?.max(1),
            "--level" => level = number()?,
            "--seed" => seed = number()?,
            "--arch" => architectures.push(number()?),
            _ => return Err(format!("there is no option `{argument}`\n\n{HELP}")),
        }
    }
    let out = out.ok_or(format!("--out is missing\n\n{HELP}"))?;
    if architectures.is_empty() {
        architectures.extend([70, 80, 90].into_iter().filter(|&arch| arch >= level).take(2));
    }
    let chain = Toolchain::install(&workspace()?, &[Compiler::Nvrtc12])?;
    let catalogue = Catalogue::new(level);
    let jobs: Vec<(u32, u32)> =
        (0..count.div_ceil(per_module)).map(|n| (seed + n, per_module.min(count - n * per_module))).collect();
    let trouble = on_all_processors(&jobs, |&(seed, kernels)| {
        let text = generate::module(&catalogue, level, seed.into(), kernels as usize);
        let name = |end: &str| out.join(format!("{level}_{seed}.{end}"));
        write_or_compare(&name("ptx"), text.as_bytes(), false)?;
        architectures
            .iter()
            .try_for_each(|arch| compiled(&chain, &name("ptx"), *arch, &name(&format!("sm_{arch}.cubin"))))
    });
    match trouble.is_empty() {
        true => Ok(()),
        false => Err(format!("{}\n{} of {} failed", trouble.join("\n"), trouble.len(), jobs.len())),
    }
}

fn compiled(chain: &Toolchain, ptx: &Path, arch: u32, cubin: &Path) -> Result<()> {
    chain.cubin(ptx, arch, cubin)?;
    let whole = std::fs::read(cubin).map_err(|e| format!("{}: {e}", cubin.display()))?;
    let stripped = crate::kernels::stripped(&whole).ok_or(format!("{}: not a cubin", cubin.display()))?;
    write_or_compare(cubin, &stripped, false)
}
