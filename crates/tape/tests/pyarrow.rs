//! The example of the documentation, run by Python: what it counts is what was written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{Cta, GenericWindows, InstructionRun, Launch, WarpTape};
use warploom_tape::file::{TapeFile, Writer};

const PYARROW: &str = "26.0.1";

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {text}");
    String::from_utf8(output.stdout).unwrap()
}

/// A Python that has pyarrow, set up in the build directory where there is none yet.
fn python() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let place = target.join(format!("tools/pyarrow-{PYARROW}"));
    let (python, whole) = (place.join("bin/python"), place.join("whole"));
    if !whole.exists() {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&place));
        let package = format!("pyarrow=={PYARROW}");
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--only-binary=:all:", &package]));
        std::fs::write(whole, "").unwrap();
    }
    python
}

#[test]
fn the_example_counts_opcodes() {
    let load = Effect::Memory { space: Space::Global, kind: AccessKind::Load, bytes: 4 };
    let load = Instruction { effect: load, ..Instruction::new("ld.global.u32", Class::Global) };
    let instructions = vec![
        Instruction::new("mov.u32", Class::Integer),
        load,
        Instruction::new("add.u32", Class::Integer),
        Instruction::new("ret", Class::Control),
    ];
    let launch = Launch {
        kernel: "k".to_owned(),
        code: Arc::new(Code { instructions, ..Code::default() }),
        grid: [40, 1, 1],
        block: [64, 1, 1],
        shared: 0,
        registers: 8,
        scalar_registers: 0,
        width: 32,
        windows: GenericWindows::default(),
        copies: Vec::new(),
        number: None,
    };
    // A gap after the first: numbers are not places.
    let numbers = [3, 10, 11, 12];
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.tape");
    let mut writer = Writer::create(&path).unwrap();
    let mut expected = BTreeMap::new();
    let all = LaneMask(0xffff_ffff);
    for id in 0..40 {
        let mut cta = Cta::new(CtaId(id));
        for index in 0..2 {
            let mut warp = WarpTape::default();
            warp.step(Pc(3), all);
            // Some warps are like others.
            let loops = 1000 + id % 5 * 100;
            for turn in 0..loops {
                warp.run(InstructionRun { first: Pc(10), count: 2, lanes: all });
                warp.affine(0x1000 + 4096 * turn + 128 * index, 4);
            }
            warp.step(Pc(12), all);
            cta.push(&warp);
            for (opcode, count) in [("mov.u32", 1), ("ld.global.u32", loops), ("add.u32", loops), ("ret", 1)]
            {
                *expected.entry(opcode.to_owned()).or_insert(0) += count;
            }
        }
        writer.cta(&cta, |number| number == 10).unwrap();
    }
    writer.end_launch(&launch, Some(&numbers)).unwrap();
    writer.finish().unwrap();
    assert!(TapeFile::open(&path).unwrap().batches() > 1);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/file/opcodes.py");
    let printed = run(Command::new(python()).arg(script).arg(&path));
    let counted: BTreeMap<String, u64> = serde_json::from_str(&printed).unwrap();
    assert_eq!(counted, expected);
}
