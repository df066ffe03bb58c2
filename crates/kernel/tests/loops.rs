//! Unrolled loops leave the same memory as loops that run one iteration at a time.

use crate::common;

use common::{Gpu, HEADER, numbered};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use warploom_kernel::execute::{Arg, Launch};
use warploom_kernel::ptx::lower::{Options, TARGETS};

/// Instructions of a loop: `%i` is the counter, `%d1` and `%s` are stepped addresses, `%v0` to `%v3` are values.
const INSTRUCTIONS: &[&str] = &[
    "add.u32 %v0, %v0, %i",
    "mad.lo.u32 %v1, %v0, 3, %v1",
    "xor.b32 %v2, %v1, %v0",
    "mov.u32 %v3, %v2",
    "ld.global.u32 %v2, [%d1]",
    "ld.global.u32 %v0, [%d1+4]",
    "st.global.u32 [%d1], %v1",
    "st.shared.u32 [%s], %v0",
    "ld.shared.u32 %v1, [%s+4]",
    "setp.lt.u32 %q, %v0, %v1",
    "@%q add.u32 %v2, %v2, 1",
    "@!%q mov.u32 %v3, %i",
    "selp.b32 %v1, %v0, %v2, %q",
    "add.u32 %t, %v0, %v1",
    "sub.u32 %v0, %t, %v3",
    "add.s64 %d1, %d1, 4",
    "add.s32 %s, %s, 4",
];

#[derive(Clone, Copy, Debug)]
enum Bound {
    /// Down to zero.
    Down { step: i32 },
    /// While below the limit.
    Up { step: i32, limit: u32, unsigned: bool },
    /// A constant number of iterations, from a constant.
    Constant { start: i32, step: i32, iterations: i32 },
}

#[derive(Clone, Debug)]
struct Loop {
    body: Vec<usize>,
    bound: Bound,
    negated: bool,
    /// The limit is a parameter, not a constant.
    parameter: bool,
}

fn bound() -> impl Strategy<Value = Bound> {
    let limits = vec![0u32, 1, 7, 100, 0x7fff_f000, 0x8000_0000, 0x8000_0010, 0xffff_f000];
    let up = (1..40i32, prop::sample::select(limits), any::<bool>())
        .prop_map(|(step, limit, unsigned)| Bound::Up { step, limit, unsigned });
    let constant = (-100..100i32, prop::sample::select(vec![-3i32, -1, 1, 2, 32]), 1..20i32)
        .prop_map(|(start, step, iterations)| Bound::Constant { start, step, iterations });
    prop_oneof![(1..40i32).prop_map(|step| Bound::Down { step }), up, constant]
}

fn loops() -> impl Strategy<Value = Loop> {
    let body = prop::collection::vec(0..INSTRUCTIONS.len(), 1..14);
    (body, bound(), any::<bool>(), any::<bool>()).prop_map(|(body, bound, negated, parameter)| Loop {
        body,
        bound,
        negated,
        parameter,
    })
}

/// The number of iterations differs between threads. Some start at or behind the limit, and run one.
fn ptx(one: &Loop) -> String {
    let (step, start, test, limit): (i32, String, &str, i32) = match one.bound {
        Bound::Down { step } => {
            let start = format!("add.u32 %t, %tid, 1; mul.lo.u32 %i, %t, {step};");
            (-step, start, if one.negated { "setp.eq.s32" } else { "setp.ne.s32" }, 0)
        }
        Bound::Up { step, limit, unsigned } => {
            let start = format!("mul.lo.u32 %t, %tid, {step}; sub.u32 %i, %limit, %t; add.u32 %i, %i, 5;");
            let test = match (unsigned, one.negated) {
                (true, false) => "setp.lt.u32",
                (true, true) => "setp.ge.u32",
                (false, false) => "setp.lt.s32",
                (false, true) => "setp.ge.s32",
            };
            (step, start, test, limit as i32)
        }
        Bound::Constant { start, step, iterations } => {
            let test = if one.negated { "setp.eq.s32" } else { "setp.ne.s32" };
            (step, format!("mov.u32 %i, {start};"), test, start + step * iterations)
        }
    };
    // Steps of addresses and of the counter must be unique to be steps.
    let mut code: Vec<&str> = Vec::new();
    for &at in &one.body {
        let stepped = INSTRUCTIONS[at].starts_with("add.s");
        if !stepped || !code.contains(&INSTRUCTIONS[at]) {
            code.push(INSTRUCTIONS[at]);
        }
    }
    let place = one.body[0] % (code.len() + 1);
    code.insert(place, "STEP");
    let counter = format!("add.s32 %i, %i, {step}");
    let code: Vec<String> =
        code.iter().map(|line| format!("    {};\n", line.replace("STEP", &counter))).collect();
    let limit_operand = match (one.bound, one.parameter) {
        (Bound::Up { .. }, true) => "%limit".to_owned(),
        _ => limit.to_string(),
    };
    let guard = if one.negated { "@!%p" } else { "@%p" };
    format!(
        "{HEADER}.visible .entry k(.param .u64 out, .param .u32 limit)
{{
    .reg .pred %p, %q; .reg .b32 %v<4>, %i, %t, %u, %s, %tid, %limit; .reg .b64 %d<3>;
    .shared .b32 room[4096];
    ld.param.u64 %d0, [out]; ld.param.u32 %limit, [limit];
    mov.u32 %tid, %tid.x;
    mad.wide.u32 %d0, %tid, 512, %d0;
    mov.u64 %d1, %d0;
    mov.u32 %s, room; mad.lo.u32 %s, %tid, 256, %s;
    mov.u32 %v0, %tid; mov.u32 %v1, 7; mov.u32 %v2, 11; mov.u32 %v3, 13;
    setp.ne.u32 %q, %tid, %tid;
    mov.u32 %u, %s; mov.u32 %t, 64;
FILL:
    .pragma \"nounroll\";
    st.shared.u32 [%u], %t;
    add.s32 %u, %u, 4; add.s32 %t, %t, -1;
    setp.ne.s32 %p, %t, 0;
    @%p bra FILL;
    {start}
AGAIN:
{}    {test} %p, %i, {limit_operand};
    {guard} bra AGAIN;
    st.global.u32 [%d0+400], %v0; st.global.u32 [%d0+404], %v1; st.global.u32 [%d0+408], %v2;
    st.global.u32 [%d0+412], %v3; st.global.u32 [%d0+416], %i; st.global.u64 [%d0+424], %d1;
    st.global.u32 [%d0+432], %s; selp.b32 %t, 1, 0, %q; st.global.u32 [%d0+436], %t;
    ret;
}}
",
        code.concat()
    )
}

const THREADS: u32 = 40;

fn memory(text: &str, limit: u32, options: Option<&Options>) -> Result<Vec<u32>, String> {
    let mut gpu = Gpu::new(text);
    if let Some(options) = options {
        gpu.module = gpu.module.lower(options);
    }
    let words = u64::from(THREADS) * 128;
    let out = gpu.memory.allocate("out", 4 * words).map_err(|e| e.to_string())?;
    let fill: Vec<u8> = (0..4 * words).map(|n| (n * 7 % 251) as u8).collect();
    gpu.memory.write(out, &fill).map_err(|e| e.to_string())?;
    let launch = Launch::new([1, 1, 1], [THREADS, 1, 1]).arg(Arg::u64(out)).arg(Arg::u32(limit));
    gpu.run(&launch).map_err(|e| e.to_string())?;
    Ok(gpu.words(out, words))
}

#[test]
fn unrolled_loops_leave_the_same_memory() {
    let config = ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(400),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    };
    let unrolled = std::cell::Cell::new(0);
    TestRunner::new(config)
        .run(&loops(), |one| {
            let text = ptx(&one);
            let limit = if let Bound::Up { limit, .. } = one.bound { limit } else { 0 };
            let fail = |what: String| TestCaseError::fail(format!("{what}\n{}", numbered(&text)));
            let want = memory(&text, limit, None).map_err(fail)?;
            for (name, options) in TARGETS {
                let got = memory(&text, limit, Some(options)).map_err(fail)?;
                if got != want {
                    let at = got.iter().zip(&want).position(|(a, b)| a != b).unwrap_or(0);
                    return Err(fail(format!("{name}: thread {}, word {}", at / 128, at % 128)));
                }
            }
            let length = |options: &Options| Gpu::new(&text).module.lower(options).programs[0].code.len();
            let plain = Options { unroll: false, ..Options::maxwell() };
            unrolled.set(unrolled.get() + u32::from(length(&Options::maxwell()) > length(&plain)));
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
    assert!(unrolled.get() > 300, "only {} loops were unrolled", unrolled.get());
}
