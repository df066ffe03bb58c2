//! Forms of CUDA code other than PTX, and the commands that turn them into PTX.

use super::error::WorkError;
use super::text::{self, shell_word};
use std::path::Path;

/// A form of CUDA code that is not PTX.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeForm {
    /// CUDA C++.
    Source,
    /// A header of CUDA C++.
    Header,
    /// A fatbin, an object file, a library or an executable.
    Binary,
    /// Disassembled SASS.
    Sass,
}

/// A command that takes PTX.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PtxCommand {
    /// `warploom run`, and every other command that takes WORK.
    Run,
    /// `warploom exec`.
    Exec,
    /// `warploom phases`, which takes disassembled SASS, too.
    Phases,
}

/// Checks that an existing file is not CUDA code that must be compiled first.
///
/// # Errors
/// [`WorkError::NotPtx`], with the commands to type.
pub fn check_compiled(path: &Path, command: PtxCommand) -> Result<(), WorkError> {
    match CodeForm::of(path) {
        None => Ok(()),
        Some(CodeForm::Sass) if command == PtxCommand::Phases => Ok(()),
        Some(form) => Err(WorkError::NotPtx { path: path.to_owned(), form, command }),
    }
}

impl CodeForm {
    /// The form of a file, by its extension or by its first bytes.
    fn of(path: &Path) -> Option<CodeForm> {
        if !path.is_file() {
            return None;
        }
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref().unwrap_or_default() {
            "cu" => Some(CodeForm::Source),
            "cuh" => Some(CodeForm::Header),
            "cubin" => None,
            "fatbin" | "o" | "obj" | "a" | "lib" | "so" | "dll" | "exe" => Some(CodeForm::Binary),
            "sass" => Some(CodeForm::Sass),
            "ptx" | "s" => None,
            _ => {
                // ELF (objects, executables), fatbins, archives, Windows executables.
                const BINARIES: [&[u8]; 4] = [b"\x7fELF", b"\x50\xed\x55\xba", b"!<arch>\n", b"MZ"];
                if is_cubin_file(path) {
                    return None;
                }
                let start = text::beginning(path, 8).ok()?;
                BINARIES.iter().any(|magic| start.starts_with(magic)).then_some(CodeForm::Binary)
            }
        }
    }

    /// The form in words, to follow "is".
    pub(super) fn words(self) -> &'static str {
        match self {
            CodeForm::Source => "CUDA C++, which must be compiled to PTX first",
            CodeForm::Header => {
                "a header of CUDA C++; a kernel that includes it must be compiled to PTX first"
            }
            CodeForm::Binary => "a binary, which Warploom does not read",
            CodeForm::Sass => "SASS, which Warploom does not execute",
        }
    }

    /// The commands to type instead of `command`.
    pub(super) fn help(self, path: &Path, command: PtxCommand) -> String {
        let named = |extension: &str| shell_word(path.with_extension(extension).as_os_str());
        let (this, source, ptx, sass) =
            (shell_word(path.as_os_str()), named("cu"), named("ptx"), named("sass"));
        let compile = format!(
            "\n  nvcc -ptx -arch=compute_75 -lineinfo {source} -o {ptx}\
             \n  clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -O2 -gline-tables-only -S {source} -o {ptx}\
             \n(without a CUDA installation: docs/tutorials/exec.md, \"clang without CUDA\")"
        );
        let then = match command {
            PtxCommand::Run => format!("\n  warploom run {ptx} --launch launch.toml"),
            PtxCommand::Exec => format!("\n  warploom exec {ptx} --launch launch.toml"),
            PtxCommand::Phases => format!("\n  warploom phases {ptx}"),
        };
        let launch_file = match command {
            PtxCommand::Phases => "",
            _ => "\n`warploom exec --help` shows a launch file.",
        };
        match self {
            CodeForm::Source => format!("compile it with nvcc or clang:{compile}{then}{launch_file}"),
            CodeForm::Header => {
                format!("compile the source that includes it with nvcc or clang:{compile}{then}{launch_file}")
            }
            CodeForm::Sass => format!(
                "`warploom phases {this}` shows its phases. To run it, compile its source with nvcc or clang:\
                 {compile}{then}{launch_file}"
            ),
            CodeForm::Binary => {
                let phases = format!("\n  cuobjdump -sass {this} > {sass}\n  warploom phases {sass}");
                let compiled = format!("compile its source with nvcc or clang:{compile}{then}");
                let extract = format!(
                    "\nExtract the cubin or the PTX that it may contain: cuobjdump -xelf all {this}; cuobjdump -xptx all {this}"
                );
                match command {
                    PtxCommand::Phases => format!("disassemble it:{phases}\nor {compiled}"),
                    PtxCommand::Run if path.extension().is_none() => format!(
                        "a program is captured first, which runs it without a GPU:\
                         \n  warploom capture -- {this}\
                         \n  warploom run {}.capture\
                         \nOr {compiled}{launch_file}{extract}\nIts phases are shown without PTX:{phases}",
                        shell_word(path.file_stem().unwrap_or_default())
                    ),
                    _ => {
                        format!("{compiled}{launch_file}{extract}\nIts phases are shown without PTX:{phases}")
                    }
                }
            }
        }
    }
}

/// True if a text is disassembled SASS: each instruction's address is before it, as `/*0000*/`, and there is no `.version`,
/// which PTX has.
pub fn is_sass(text: &str) -> bool {
    let address = |line: &str| {
        let digits = line.trim_start().strip_prefix("/*").and_then(|rest| rest.split_once("*/"));
        digits.is_some_and(|(d, _)| d.len() >= 4 && d.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    !is_ptx(text) && text.lines().any(address)
}

/// True if a file is a cubin by its first bytes: an ELF file whose machine is NVIDIA's.
pub fn is_cubin_file(path: &Path) -> bool {
    const EM_CUDA: [u8; 2] = [190, 0];
    let start = text::beginning(path, 20).unwrap_or_default();
    start.starts_with(b"\x7fELF") && start.ends_with(&EM_CUDA)
}

/// True if a text is GCN assembly: it has a line that starts with `.amdgcn_target`, as clang writes it.
pub fn is_gcn(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with(".amdgcn_target"))
}

/// True if a text has a line that starts with `.version`, as every PTX module.
pub(super) fn is_ptx(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with(".version"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_follows_from_the_content() {
        let sass = "\tFunction : k\n        /*0000*/                   MOV R1, c[0x0][0x44] ;";
        assert!(is_sass(sass));
        assert!(!is_sass("  .version 8.0\n/*0000*/ ret;"));
        assert!(!is_sass("/* 0000 */ nothing") && !is_sass(""));
    }
}
