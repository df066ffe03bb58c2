//! Machine code: words beside nvdisasm's text, and cubins.
//!
//! `words/` has a word of each shape of instruction in the suite's kernels and the samples, as ptxas 12.8 encodes them, with its byte
//! address and the text of nvdisasm 12.8: without spaces that only align, and with targets as addresses.

mod mutate;
mod mutations;
mod pairs;
mod races;
mod random;

use std::path::Path;
use warploom_kernel::execute::{Arg, Launch, LaunchError, Memory, RunError};
use warploom_kernel::sass::machine::{Architecture, Instruction};
use warploom_kernel::sass::{self, CubinError, Module};

const ARCHITECTURES: [u32; 6] = [70, 75, 80, 86, 89, 90];

/// Address, word and text of each line.
pub fn words(architecture: u32) -> Vec<(u64, u128, String)> {
    let path = format!("{}/tests/sass/words/sm_{architecture}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let word = |line: &str| {
        let mut parts = line.splitn(3, ' ');
        let address = u64::from_str_radix(parts.next()?, 16).ok()?;
        let word = u128::from_str_radix(parts.next()?, 16).ok()?;
        Some((address, word, parts.next()?.to_owned()))
    };
    text.lines().map(|line| word(line).unwrap_or_else(|| panic!("{path}: {line}"))).collect()
}

/// A text without spaces that only align: nvdisasm's and ours have them behind infinities, and between brackets.
fn without_alignment(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(" ,", ",").replace("] [", "][").replace(" ]", "]")
}

#[test]
fn words_are_printed_as_nvdisasm_prints_them() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for architecture in ARCHITECTURES {
        let sm = Architecture::numbered(architecture).unwrap();
        for (address, word, text) in words(architecture) {
            count += 1;
            let printed = match Instruction::decode(word, address, sm) {
                Ok(instruction) => without_alignment(&instruction.to_string()),
                Err(unknown) => unknown.to_string(),
            };
            if printed != text {
                wrong.push(format!("sm_{architecture} {word:032x}\n  nvdisasm {text}\n  printed  {printed}"));
            }
        }
    }
    assert!(count > 6000, "{count} words");
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
}

/// A cubin of the suite, which is committed.
fn cubin(name: &str, architecture: u32) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../suite/kernels/sm_{architecture}/{name}.cubin"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn a_cubin_has_resources_parameters_and_lines() {
    for architecture in [70, 80, 90] {
        let module = Module::parse(&cubin("backprop", architecture)).unwrap();
        assert_eq!(module.architecture, architecture);
        let kernel = module.kernel("backprop_layerforward").unwrap();
        assert!((8..=64).contains(&kernel.registers), "{} registers", kernel.registers);
        // Sixteen inputs and a matrix of weights, behind 1 KiB that the system has since sm_90.
        let reserved = if architecture == 90 { 1024 } else { 0 };
        assert_eq!(kernel.shared, reserved + 4 * (16 + 16 * 16));
        assert_eq!(kernel.parameters.iter().map(|p| p.size).collect::<Vec<_>>(), [8, 8, 8, 4]);
        let lines: Vec<u64> = kernel.code.iter().filter_map(|i| i.source.map(|s| s.line)).collect();
        assert!(lines.len() > kernel.code.len() / 2 && lines.iter().all(|&line| line < 200), "{lines:?}");
        assert!(kernel.files.values().any(|file| file.ends_with("backprop.cu")), "{:?}", kernel.files);
        assert!(kernel.code.iter().any(|i| i.machine.control.write.is_some() && i.machine.stem == "LDG"));
    }
}

#[test]
fn a_damaged_cubin_is_refused_and_never_panics() {
    let whole = cubin("bfs", 80);
    assert!(matches!(Module::parse(b"no cubin"), Err(CubinError::NotCubin(_))));
    for end in (0..whole.len()).step_by(7) {
        let _ = Module::parse(&whole[..end]);
    }
    let mut refused = 0;
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        refused += usize::from(Module::parse(&damaged).is_err());
    }
    assert!(refused > 0);
    let mut other = whole.clone();
    // The architecture, in the flags.
    other[0x30] = 60;
    assert_eq!(Module::parse(&other).err(), Some(CubinError::Architecture(60)));
}

#[test]
fn a_bad_access_names_the_instruction_and_its_line() {
    let module = Module::parse(&cubin("bfs", 80)).unwrap();
    let kernel = &module.programs[0];
    let mut memory = Memory::new();
    let globals = memory.load_variables(&module.variables).unwrap();
    let x = memory.allocate("x", 64).unwrap();
    let mut launch = Launch::new([1, 1, 1], [128, 1, 1]);
    for parameter in &kernel.parameters {
        launch = launch.arg(if parameter.size == 8 { Arg::u64(x) } else { Arg::u32(1 << 20) });
    }
    let Err(RunError::Fault(fault)) = sass::run(kernel, &globals, &launch, &mut memory, &mut ()) else {
        panic!("128 threads read a byte each of 64");
    };
    let message = fault.to_string();
    assert!(
        message.contains("LDG.E.U8") && message.contains("bfs.cu:") && message.contains("`x`, 64 bytes"),
        "{message}"
    );
    let mut deep = kernel.clone();
    for stack in [(512 << 10) + 1, u32::MAX] {
        deep.stack = stack;
        let refused = sass::run(&deep, &globals, &launch, &mut memory, &mut ());
        assert!(matches!(refused, Err(RunError::Launch(LaunchError::Stack { .. }))), "{refused:?}");
    }
    let missing = Launch { args: Vec::new(), ..launch };
    assert!(matches!(sass::run(kernel, &globals, &missing, &mut memory, &mut ()), Err(RunError::Launch(_))));
}
