//! A linker that has zig's driver say how it links, and links so with what the driver cannot do.
//!
//! The library of `warploom capture` defines CUDA's names as aliases of its functions (`--defsym`) and gives them versions (two
//! version scripts). zig's linker is lld, which can do both, but its driver passes neither on. So the driver links without them
//! first, and says which command it gave to lld; that command runs again with what was left out.
//!
//! The driver also compiles C's startup code and the unwinder, and their debug information would name this machine's directories. It
//! compiles them without, if it is told to strip what it links, so it is told so, and the second command does not strip.

use std::path::Path;
use std::process::Command;

use super::build::TARGET;
use crate::Result;
use crate::command::complete;

/// What the driver does not take.
const LEFT_OUT: [&str; 3] = ["--defsym=", "--version-script=", "--no-undefined-version"];

/// Links as the compiler asks: the first argument is zig's interpreter.
pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let python = arguments.next().ok_or("relink needs the interpreter that has zig")?;
    let (mut taken, mut left_out) = (Vec::new(), Vec::new());
    for argument in arguments {
        match argument.strip_prefix("-Wl,").filter(|rest| LEFT_OUT.iter().any(|out| rest.starts_with(out))) {
            Some(rest) => left_out.push(rest.to_owned()),
            None => taken.push(argument),
        }
    }
    let strip = taken.iter().any(|argument| argument.starts_with("-Wl,--strip"));
    let (triple, glibc) = TARGET;
    let driver = format!("{}.{glibc}", triple.replace("-unknown", ""));
    // cargo-zigbuild knows which of rustc's other arguments zig takes.
    let mut link = Command::new(Path::new(&python).with_file_name("cargo-zigbuild"));
    link.args(["zig", "cc", "--", "-s", "-fno-sanitize=all", "-target", &driver]).args(taken);
    link.env("CARGO_ZIGBUILD_ZIG_COMMAND", &python).env("CARGO_ZIGBUILD_ZIG_COMMAND_ARGS", "-m ziglang");
    let output = link.env("ZIG_VERBOSE_LINK", "1").output().map_err(|e| format!("{link:?}: {e}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("zig cannot link:\n{said}"));
    }
    let command = said.lines().rev().find_map(|line| line.strip_prefix("ld.lld "));
    let command = command.ok_or_else(|| format!("zig does not say how it links:\n{said}"))?;
    let mut again = Command::new(&python);
    let command = command.split(' ').filter(|&argument| strip || argument != "-s");
    again.args(["-m", "ziglang", "ld.lld"]).args(command).args(left_out);
    complete(&mut again)
}
