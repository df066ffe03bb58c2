//! Divisions and roots give the same bits as single instructions and as the sequences of the `expand` pass.

use crate::common;

use common::{Gpu, HEADER};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use warploom_kernel::execute::{Arg, Launch};
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::lower::{Divisions, Options, TARGETS};

/// Instructions that the pass replaces, with `A`, `B` and `D` for operands and destination.
const EXPANDED: &[&str] = &[
    "div.rn.f32 D, A, B",
    "div.rn.ftz.f32 D, A, B",
    "div.full.f32 D, A, B",
    "div.full.ftz.f32 D, A, B",
    "rcp.rn.f32 D, A",
    "rcp.rn.ftz.f32 D, A",
    "sqrt.rn.f32 D, A",
    "sqrt.rn.ftz.f32 D, A",
    "div.u32 D, A, B",
    "div.s32 D, A, B",
    "rem.u32 D, A, B",
    "rem.s32 D, A, B",
];

/// Instructions that stay as they are.
const KEPT: &[&str] = &[
    "div.approx.f32 D, A, B",
    "div.rz.f32 D, A, B",
    "rcp.approx.f32 D, A",
    "sqrt.rp.f32 D, A",
    "div.u32 D, A, 7",
    "div.rn.f32 D, A, 0f00000000",
];

/// Operand values at the ends of ranges, as floats and as integers.
const EDGES: &[u32] = &[
    0,
    1,
    2,
    3,
    7,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    u32::MAX,
    u32::MAX - 1,
    0x007f_ffff,
    0x0080_0000,
    0x0080_0001,
    0x0cff_ffff,
    0x0d00_0000,
    0x1fff_ffff,
    0x2000_0000,
    0x2080_0000,
    0x3f7f_ffff,
    0x3f80_0000,
    0x3f80_0001,
    0x3fff_ffff,
    0x4000_0000,
    0x4040_0000,
    0x5eff_ffff,
    0x5f00_0000,
    0x5f7f_ffff,
    0x5f80_0000,
    0x7e7f_ffff,
    0x7e80_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0x7f80_0001,
    0x7fc0_0000,
    0xbf80_0000,
    0xff7f_ffff,
    0xff80_0000,
    0xffc0_0000,
];

/// Where the operands come from, and where the result goes.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// Three registers.
    Distinct,
    /// The result replaces the first operand.
    First,
    /// The result replaces the second operand.
    Second,
    /// Only odd threads divide.
    Guarded,
    /// The branch around the division is short enough for a guard.
    Conditional,
    /// The second operand is a kernel parameter: 3 as an integer, and a denormal float.
    Parameter,
    /// A loop divides twice.
    Loop,
}

const SHAPES: [Shape; 7] = {
    use Shape::*;
    [Distinct, First, Second, Guarded, Conditional, Parameter, Loop]
};

fn kernel(instruction: &str, shape: Shape) -> String {
    let with = |a: &str, b: &str, d: &str| {
        let operands: Vec<String> = instruction
            .split(' ')
            .map(|word| match word {
                "D," => format!("{d},"),
                "A," | "A" => word.replace('A', a),
                "B" => b.to_owned(),
                other => other.to_owned(),
            })
            .collect();
        operands.join(" ")
    };
    let body = match shape {
        Shape::Distinct => with("%r1", "%r2", "%r3") + ";",
        Shape::First => with("%r1", "%r2", "%r1") + "; mov.b32 %r3, %r1;",
        Shape::Second => with("%r1", "%r2", "%r2") + "; mov.b32 %r3, %r2;",
        Shape::Guarded => format!("mov.b32 %r3, 5; @%p0 {};", with("%r1", "%r2", "%r3")),
        Shape::Conditional => {
            format!("mov.b32 %r3, 5; @%p0 bra OVER; {}; OVER:", with("%r1", "%r2", "%r3"))
        }
        Shape::Parameter => format!("ld.param.u32 %r4, [three]; {};", with("%r1", "%r4", "%r3")),
        Shape::Loop => format!(
            "mov.u32 %r4, 2; mov.b32 %r3, %r1; AGAIN: {}; add.s32 %r4, %r4, -1; setp.ne.s32 %p1, %r4, 0; @%p1 bra AGAIN;",
            with("%r3", "%r2", "%r3")
        ),
    };
    format!(
        "{HEADER}.visible .entry k(.param .u64 first, .param .u64 second, .param .u64 out, .param .u32 three)
{{
    .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %d<9>;
    ld.param.u64 %d0, [first]; ld.param.u64 %d1, [second]; ld.param.u64 %d2, [out];
    mov.u32 %r0, %tid.x; mov.u32 %r5, %ctaid.x; mad.lo.u32 %r0, %r5, 64, %r0;
    mul.wide.u32 %d3, %r0, 4;
    add.u64 %d0, %d0, %d3; add.u64 %d1, %d1, %d3; add.u64 %d2, %d2, %d3;
    ld.global.u32 %r1, [%d0]; ld.global.u32 %r2, [%d1];
    and.b32 %r6, %r0, 1; setp.ne.u32 %p0, %r6, 0;
    {body}
    st.global.u32 [%d2], %r3;
    ret;
}}
"
    )
}

fn run(ptx: &str, options: Option<&Options>, operands: &[(u32, u32)]) -> Vec<u32> {
    let mut gpu = Gpu::new(ptx);
    if let Some(options) = options {
        gpu.module = gpu.module.lower(options);
    }
    let ctas = operands.len().div_ceil(64);
    let bytes = 4 * 64 * ctas as u64;
    let places =
        ["first", "second", "out"].map(|name| gpu.memory.allocate(name, bytes).expect("there is room"));
    for (n, &(a, b)) in operands.iter().enumerate() {
        for (place, value) in [(places[0], a), (places[1], b)] {
            gpu.memory.write(place + 4 * n as u64, &value.to_le_bytes()).expect("it is allocated");
        }
    }
    let launch = Launch::new([ctas as u32, 1, 1], [64, 1, 1])
        .arg(Arg::u64(places[0]))
        .arg(Arg::u64(places[1]))
        .arg(Arg::u64(places[2]))
        .arg(Arg::u32(3));
    gpu.run(&launch).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    gpu.words(places[2], operands.len() as u64)
}

/// Every way to lower divisions that is exact.
fn ways() -> [Options; 2] {
    [Divisions::Single, Divisions::Branching].map(|divisions| Options { divisions, ..Options::default() })
}

fn compare(instruction: &str, shape: Shape, operands: &[(u32, u32)]) -> Result<(), String> {
    let ptx = kernel(instruction, shape);
    let want = run(&ptx, None, operands);
    for options in ways() {
        let got = run(&ptx, Some(&options), operands);
        for ((got, want), (a, b)) in got.iter().zip(&want).zip(operands) {
            if got != want {
                let how = options.divisions;
                return Err(format!(
                    "{instruction} ({shape:?}, {how:?}) of {a:#x} and {b:#x}: {got:#x}, not {want:#x}"
                ));
            }
        }
    }
    Ok(())
}

#[test]
fn edges_divide_alike() {
    let mut operands: Vec<(u32, u32)> =
        EDGES.iter().flat_map(|&a| EDGES.iter().map(move |&b| (a, b))).collect();
    // Powers of two, and their neighbours.
    for exponent in 0..32 {
        let power = 1u32 << exponent;
        operands.extend([(u32::MAX, power), (power, 3), (power - 1, power), (power, power | 1)]);
    }
    for exponent in 0..=255u32 {
        let float = exponent << 23;
        operands.extend([(float, 0x3f80_0001), (0x3fff_ffff, float), (float | 0x7f_ffff, float | 1)]);
    }
    for instruction in EXPANDED.iter().chain(KEPT) {
        for shape in SHAPES {
            compare(instruction, shape, &operands).unwrap_or_else(|e| panic!("{e}"));
        }
    }
}

#[test]
fn random_bits_divide_alike() {
    let near_one = (0..1u32 << 24, 0..8u32, any::<bool>())
        .prop_map(|(mantissa, up, negative)| (mantissa + ((123 + up) << 23)) | u32::from(negative) << 31);
    let small = 0..1000u32;
    let word = || prop_oneof![3 => any::<u32>(), 2 => near_one.clone(), 1 => small.clone()];
    let pairs = prop::collection::vec((word(), word()), 2048);
    let config = ProptestConfig {
        cases: 24,
        rng_seed: RngSeed::Fixed(24),
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    };
    TestRunner::new(config)
        .run(&pairs, |operands| {
            for instruction in EXPANDED {
                compare(instruction, Shape::Distinct, &operands).map_err(TestCaseError::fail)?;
            }
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

/// Opcodes after lowering for a target, with the number of basic blocks.
fn lowered(instruction: &str, options: &Options) -> (Vec<String>, usize) {
    let module = Module::parse(&kernel(instruction, Shape::Distinct)).expect("it is PTX").lower(options);
    let program = &module.programs[0];
    (program.code.iter().map(|i| i.mnemonic()).collect(), program.flow.leaders.len())
}

/// The quotients and roots of a GT200 have errors of up to 2 and 3 units in the last place.
#[test]
fn a_gt200_divides_approximately() {
    let floats: Vec<f32> =
        (0..4000).map(|n| (n as f32 * 0.37 - 700.0) * 1.0e3_f32.powi(n % 11 - 5)).collect();
    let operands: Vec<(u32, u32)> =
        floats.iter().zip(floats.iter().rev()).map(|(a, b)| (a.abs().to_bits(), b.to_bits())).collect();
    for (instruction, units) in [("div.rn.f32 D, A, B", 2), ("rcp.rn.f32 D, A", 1), ("sqrt.rn.f32 D, A", 3)] {
        let ptx = kernel(instruction, Shape::Distinct);
        let (want, got) = (run(&ptx, None, &operands), run(&ptx, Some(&Options::gt200()), &operands));
        for ((got, want), (a, b)) in got.iter().zip(&want).zip(&operands) {
            assert!(
                got.abs_diff(*want) <= units,
                "{instruction} of {a:#x} and {b:#x}: {got:#x}, not {want:#x}"
            );
        }
    }
    // Zero, infinity, and divisors whose reciprocal is too small for a normal number.
    let edges = [(0_f32, 1_f32), (1.0, 0.0), (1.0, f32::INFINITY), (f32::MAX, f32::MAX), (3.0e38, 1.5e38)];
    let operands: Vec<(u32, u32)> = edges.iter().map(|(a, b)| (a.to_bits(), b.to_bits())).collect();
    let got = run(&kernel("div.rn.f32 D, A, B", Shape::Distinct), Some(&Options::gt200()), &operands);
    let got: Vec<f32> = got.into_iter().map(f32::from_bits).collect();
    assert_eq!(got, [0.0, f32::INFINITY, 0.0, 1.0, 2.0]);
}

#[test]
fn every_target_expands_divisions() {
    for (name, options) in TARGETS {
        for instruction in EXPANDED {
            let (code, blocks) = lowered(instruction, options);
            let whole = instruction.contains("32 ") && !instruction.contains("f32");
            let slow = code.iter().filter(|op| instruction.starts_with(op.as_str())).count();
            let straight = whole || options.divisions == Divisions::Approximate;
            assert_eq!(slow, usize::from(!straight), "{name}, {instruction}: {code:?}");
            assert_eq!(blocks == 1, straight, "{name}, {instruction}: {code:?}");
        }
        for instruction in KEPT {
            let (code, blocks) = lowered(instruction, options);
            assert!(blocks == 1 && code.len() < 20, "{name}, {instruction}: {code:?}");
        }
    }
}
