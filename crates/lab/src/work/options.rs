//! Options of work: each applies to some kinds of work and is an error with the others.

use super::error::WorkError;
use super::kind::WorkKind;
use super::select::LaunchSelection;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_gpu::machine::Machine;
use warploom_kernel::execute::{Limits, Mode};
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::lower::TARGETS;

/// Options of work. An option that is `None` has its default.
#[derive(Debug, Default, Clone)]
pub struct WorkOptions {
    /// Problem size of suite work: `tiny`, `small` (the default), `paper`, …
    pub size: Option<String>,
    /// Seed of the inputs of suite work; 1 by default.
    pub seed: Option<u64>,
    /// Lanes per warp of suite work and PTX; 32 by default.
    pub mode: Option<Mode>,
    /// Code that runs of suite work and PTX; that of the machine by default.
    pub code: Option<CodeTarget>,
    /// Code that runs if `code` is none: that of the machine. It does not matter to work that has code of its own.
    pub machine_code: CodeTarget,
    /// The machine that runs the work, if there is one: CTAs that wait for each other run as many at a time as it holds.
    pub machine: Option<Arc<Machine>>,
    /// Launch file of PTX, GCN assembly or a cubin.
    pub launch: Option<PathBuf>,
    /// Instructions that a warp of PTX may execute before it counts as an infinite loop.
    pub budget: Option<u64>,
    pub trace: TraceOptions,
    /// The launches to take, of any kind of work.
    pub select: LaunchSelection,
}

/// Code that runs: what PTX becomes ([`CodeTarget::PTX`], or that of a target in [`TARGETS`]), [`CodeTarget::GCN`], or NVIDIA's machine
/// code: [`CodeTarget::SASS`], or `sm_70`, `sm_80` or `sm_90`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeTarget(&'static str);

/// Architectures of the suite's machine code.
const ARCHITECTURES: [(&str, u32); 3] = [("sm_70", 70), ("sm_80", 80), ("sm_90", 90)];

impl CodeTarget {
    /// PTX as written.
    pub const PTX: CodeTarget = CodeTarget("ptx");
    /// The suite's GCN code, in waves of 64 lanes.
    pub const GCN: CodeTarget = CodeTarget("gcn");
    /// The suite's machine code that the machine's GPU executes, or that for an A100 if there is no machine.
    pub const SASS: CodeTarget = CodeTarget("sass");

    /// The code of this name: `ptx`, `gcn`, `sass`, `sm_80`, or a target.
    ///
    /// ```
    /// use warploom_lab::work::CodeTarget;
    /// assert_eq!(CodeTarget::named("ptx"), Some(CodeTarget::PTX));
    /// assert_eq!(CodeTarget::named("gt200").map(CodeTarget::name), Some("gt200"));
    /// assert_eq!(CodeTarget::named("sm_80").and_then(CodeTarget::architecture), Some(80));
    /// assert_eq!(CodeTarget::named("gt201"), None);
    /// ```
    pub fn named(name: &str) -> Option<CodeTarget> {
        let own = [CodeTarget::PTX.0, CodeTarget::GCN.0, CodeTarget::SASS.0];
        let machine_code = ARCHITECTURES.iter().map(|(name, _)| *name);
        let mut names = TARGETS.iter().map(|(name, _)| *name).chain(own).chain(machine_code);
        names.find(|known| *known == name).map(CodeTarget)
    }

    /// The architecture of machine code: 80 of `sm_80`.
    pub fn architecture(self) -> Option<u32> {
        ARCHITECTURES.iter().find(|(name, _)| *name == self.0).map(|(_, architecture)| *architecture)
    }

    /// The suite's machine code that a GPU executes: the newest of its generation that is not newer than it.
    ///
    /// ```
    /// use warploom_lab::work::CodeTarget;
    /// let of = |capability| CodeTarget::machine_code(capability).map(CodeTarget::name);
    /// assert_eq!([of(61), of(75), of(86)], [None, Some("sm_70"), Some("sm_80")]);
    /// ```
    pub fn machine_code(capability: u32) -> Option<CodeTarget> {
        let runs = |architecture: u32| architecture / 10 == capability / 10 && architecture <= capability;
        ARCHITECTURES.iter().rev().find(|(_, a)| runs(*a)).map(|(name, _)| CodeTarget(name))
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// The code of a module.
    pub fn of(self, module: Module) -> Module {
        match TARGETS.iter().find(|(name, _)| *name == self.0) {
            Some((_, options)) => module.lower(options),
            None => module,
        }
    }
}

impl CodeTarget {
    /// The code that a machine runs, unless another is asked for.
    pub fn for_machine(machine: &Machine) -> CodeTarget {
        CodeTarget::named(machine.code_target()).unwrap_or_default()
    }
}

impl Default for CodeTarget {
    fn default() -> CodeTarget {
        CodeTarget("fermi")
    }
}

/// Options of traces. Only `partial` applies to Multi2Sim's.
#[derive(Debug, Default, Clone)]
pub struct TraceOptions {
    /// The architecture (`sm_70`, `volta`, …); overrides the header.
    pub architecture: Option<String>,
    /// Registers per thread; overrides the header.
    pub registers: Option<u32>,
    /// An opcode map for an architecture that Warploom does not know: a TOML file.
    pub opcodes: Option<PathBuf>,
    /// Accept launches with missing CTAs.
    pub partial: bool,
}

impl WorkOptions {
    /// Problem size of suite work.
    pub fn size(&self) -> &str {
        self.size.as_deref().unwrap_or("small")
    }

    /// Seed of the inputs of suite work.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Grouping of threads into warps.
    pub fn mode(&self) -> Mode {
        let own = if self.code() == CodeTarget::GCN { Mode::Warps64 } else { Mode::Warps32 };
        self.mode.unwrap_or(own)
    }

    /// Code that runs. [`CodeTarget::SASS`] if it is asked for and the machine's GPU executes none of the suite's machine code.
    pub fn code(&self) -> CodeTarget {
        match (self.code, &self.machine) {
            (None, _) => self.machine_code,
            (Some(CodeTarget::SASS), machine) => {
                let capability = machine.as_ref().map_or(80, |machine| machine.compute_capability());
                CodeTarget::machine_code(capability).unwrap_or(CodeTarget::SASS)
            }
            (Some(code), _) => code,
        }
    }

    /// Limits of execution.
    pub fn limits(&self) -> Limits {
        let instructions = self.budget.unwrap_or(Limits::default().instructions);
        Limits { instructions, ..Limits::default() }
    }

    /// The launch file of PTX.
    ///
    /// # Errors
    /// [`WorkError::NoLaunchFile`].
    pub fn launch(&self, kernel: &Path) -> Result<&Path, WorkError> {
        self.launch.as_deref().ok_or_else(|| WorkError::NoLaunchFile { kernel: kernel.to_owned() })
    }

    /// Checks that every option that is set applies to at least one of these works. An option that has no effect would seem
    /// to have one.
    ///
    /// # Errors
    /// [`WorkError::UnusedOption`].
    pub fn check(&self, works: &[(&Path, WorkKind)]) -> Result<(), WorkError> {
        use WorkKind::{Gcn, Multi2Sim, Ptx, Sass, Suite, Trace};
        let TraceOptions { architecture, registers, opcodes, partial } = &self.trace;
        let options: [(&'static str, bool, &'static [WorkKind]); 10] = [
            ("size", self.size.is_some(), &[Suite]),
            ("seed", self.seed.is_some(), &[Suite]),
            ("launch", self.launch.is_some(), &[Ptx, Gcn, Sass]),
            ("budget", self.budget.is_some(), &[Ptx, Gcn, Sass]),
            ("warp", self.mode.is_some(), &[Suite, Ptx]),
            match self.code {
                Some(CodeTarget::GCN) => ("isa", true, &[Suite, Gcn]),
                Some(CodeTarget::SASS) => ("isa", true, &[Suite, Sass]),
                Some(code) if code.architecture().is_some() => ("arch", true, &[Suite]),
                Some(CodeTarget::PTX) => ("no-lower", true, &[Suite, Ptx]),
                code => ("target", code.is_some(), &[Suite, Ptx]),
            },
            ("architecture", architecture.is_some(), &[Trace]),
            ("registers", registers.is_some(), &[Trace]),
            ("opcodes", opcodes.is_some(), &[Trace]),
            ("partial", *partial, &[Trace, Multi2Sim]),
        ];
        let used = |kinds: &[WorkKind]| works.iter().any(|(_, kind)| kinds.contains(kind));
        let unused = options.into_iter().find(|(_, set, kinds)| *set && !used(kinds));
        match (unused, works.first()) {
            (Some((option, _, applies_to)), Some(&(work, kind))) => {
                Err(WorkError::UnusedOption { option, work: work.to_owned(), kind, applies_to })
            }
            _ => Ok(()),
        }
    }
}
