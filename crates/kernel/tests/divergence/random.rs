//! Random programs, structured and not, must leave the same memory in every mode, as written and lowered.

use crate::common::{Gpu, HEADER, MODES, numbered};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::fmt::Write as _;
use warploom_kernel::execute::{Arg, Fault, FaultKind, Launch, Limits, Mode, RunError};
use warploom_kernel::ptx::lower::Options;

/// Values each function computes with: `%v0` to `%v5`.
const VALUES: u8 = 6;
/// Functions a kernel may call; each may call itself and those before it.
const FUNCTIONS: usize = 3;
/// Words each thread has to store to.
const CELLS: u8 = 8;
/// Instructions after which a program is given up: calls in loops of callees multiply.
const BUDGET: u64 = 60_000;

/// `(%va & mask) < limit`, or its opposite.
#[derive(Clone, Copy, Debug)]
struct Condition {
    value: u8,
    mask: u8,
    limit: u8,
    negated: bool,
}

#[derive(Clone, Debug)]
enum Statement {
    /// `%vd = a op b`, for all lanes or for those of a condition.
    Compute(u8, u8, u8, u8, Option<Condition>),
    Store(u8, u8),
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// Runs as often as the low bits of a value say, at least once.
    Loop(u8, Vec<Statement>),
    /// Goes to one of some blocks, by the remainder of a value.
    Table(u8, Vec<Vec<Statement>>),
    Break(Condition),
    Continue(Condition),
    /// Ends the function by a branch to its end, a guarded `ret`, or the thread by `exit`.
    Leave(Condition, u8),
    /// A jump forward over some statements, into or out of anything.
    Forward(Condition, u8),
    /// A jump back over some statements, as long as there is fuel.
    Back(Condition, u8),
    /// `%vd = function(%va)`.
    Call(u8, u8, u8, Option<Condition>),
}

fn condition() -> impl Strategy<Value = Condition> {
    (0..VALUES, prop::sample::select(vec![1u8, 3, 5, 7, 15]), 0..9u8, any::<bool>())
        .prop_map(|(value, mask, limit, negated)| Condition { value, mask, limit, negated })
}

fn statement() -> impl Strategy<Value = Statement> {
    use Statement as S;
    let v = 0..VALUES;
    let leaf = prop_oneof![
        6 => (0..OPERATIONS.len() as u8, v.clone(), v.clone(), v.clone(), prop::option::of(condition()))
            .prop_map(|(op, d, a, b, c)| S::Compute(op, d, a, b, c)),
        2 => (v.clone(), 0..CELLS).prop_map(|(a, cell)| S::Store(a, cell)),
        1 => condition().prop_map(S::Break),
        1 => condition().prop_map(S::Continue),
        1 => (condition(), 0..3u8).prop_map(|(c, how)| S::Leave(c, how)),
        1 => (condition(), 0..6u8).prop_map(|(c, over)| S::Forward(c, over)),
        1 => (condition(), 0..6u8).prop_map(|(c, over)| S::Back(c, over)),
        1 => (0..FUNCTIONS as u8, v.clone(), v.clone(), prop::option::of(condition()))
            .prop_map(|(f, d, a, c)| S::Call(f, d, a, c)),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        let block = prop::collection::vec(inner, 0..5);
        prop_oneof![
            3 => (condition(), block.clone(), block.clone()).prop_map(|(c, a, b)| S::If(c, a, b)),
            2 => (0..VALUES, block.clone()).prop_map(|(a, body)| S::Loop(a, body)),
            1 => (0..VALUES, prop::collection::vec(block, 1..5)).prop_map(|(a, arms)| S::Table(a, arms)),
        ]
    })
}

#[derive(Clone, Debug)]
struct Random {
    functions: Vec<Vec<Statement>>,
    kernel: Vec<Statement>,
}

fn random() -> impl Strategy<Value = Random> {
    let body = || prop::collection::vec(statement(), 1..8);
    (prop::collection::vec(body(), FUNCTIONS), body())
        .prop_map(|(functions, kernel)| Random { functions, kernel })
}

const OPERATIONS: &[&str] = &[
    "add.u32",
    "sub.u32",
    "mul.lo.u32",
    "xor.b32",
    "and.b32",
    "or.b32",
    "min.s32",
    "max.u32",
    "shr.u32",
    "shl.b32",
];

/// Writes one function.
struct Writer {
    text: String,
    /// Which function this is; the kernel comes after all.
    own: usize,
    statements: usize,
    written: usize,
    labels: usize,
    loops: Vec<usize>,
}

impl Writer {
    fn function(own: usize, body: &[Statement]) -> String {
        let mut w = Writer {
            text: String::new(),
            own,
            statements: count(body),
            written: 0,
            labels: 0,
            loops: Vec::new(),
        };
        if own < FUNCTIONS {
            w.line(&format!(".func (.reg .b32 y) f{own}(.reg .b32 x, .reg .b32 depth, .reg .b64 cell)\n{{"));
        } else {
            w.line(".visible .entry k(.param .u64 out)\n{\n\t.reg .b32 x, y, depth; .reg .b64 cell;");
        }
        w.line("\t.reg .pred %q, %a; .reg .b32 %v<6>, %t, %u, %fuel, %c<9999>;");
        if own == FUNCTIONS {
            let cells = 4 * CELLS;
            w.line("\tld.param.u64 cell, [out];\n\tmov.u32 x, %tid.x;\n\tmov.u32 depth, 2;");
            w.line(&format!("\tmad.wide.u32 cell, x, {cells}, cell;"));
        }
        // Nothing is read that was not written: it would be whatever a register last held.
        w.line("\tmov.u32 %t, 0;\n\tmov.u32 %u, 0;\n\tmov.u32 %fuel, 0;\n\tmov.u32 y, 0;");
        w.line("\tsetp.ne.u32 %q, %fuel, %fuel;\n\tINITIAL");
        for v in 0..VALUES {
            w.line(&format!("\tmad.lo.u32 %v{v}, x, {}, {};", 2 * v + 1, 7 * u32::from(v)));
        }
        w.block(body);
        let last = w.statements;
        w.line(&format!("S{last}:\n\tadd.u32 y, %v0, %v1;"));
        if own == FUNCTIONS {
            for v in 0..VALUES {
                w.line(&format!("\tst.global.u32 [cell+{}], %v{v};", 4 * v));
            }
        }
        w.line("\tret;\n}");
        // Jumps lead into loops past the start of their counters.
        let counters: Vec<String> = (1..=w.labels).map(|l| format!("mov.u32 %c{l}, 0;")).collect();
        w.text.replace("INITIAL", &counters.join("\n\t"))
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    /// Sets `%q`.
    fn test(&mut self, c: Condition) {
        let Condition { value, mask, limit, negated } = c;
        let compare = if negated { "ge" } else { "lt" };
        self.line(&format!("\tand.b32 %t, %v{value}, {mask};\n\tsetp.{compare}.u32 %q, %t, {limit};"));
    }

    fn block(&mut self, body: &[Statement]) {
        body.iter().for_each(|s| self.statement(s));
    }

    fn statement(&mut self, s: &Statement) {
        let here = self.written;
        self.written += 1;
        self.line(&format!("S{here}:"));
        match s {
            Statement::Compute(op, d, a, b, c) => {
                c.iter().for_each(|c| self.test(*c));
                let guard = if c.is_some() { "@%q " } else { "" };
                let op = OPERATIONS[usize::from(*op)];
                self.line(&format!("\t{guard}{op} %v{d}, %v{a}, %v{b};"));
            }
            Statement::Store(a, cell) => self.line(&format!("\tst.global.u32 [cell+{}], %v{a};", 4 * cell)),
            Statement::If(c, yes, no) => {
                let l = self.label();
                self.test(*c);
                self.line(&format!("\t@!%q bra ELSE{l};"));
                self.block(yes);
                self.line(&format!("\tbra JOIN{l};\nELSE{l}:"));
                self.block(no);
                self.line(&format!("JOIN{l}:"));
            }
            Statement::Loop(a, body) => {
                let l = self.label();
                self.line(&format!("\tand.b32 %c{l}, %v{a}, 3;\nLOOP{l}:"));
                self.loops.push(l);
                self.block(body);
                self.loops.pop();
                // The counter only falls, also where a jump leads into the loop.
                self.line(&format!("NEXT{l}:\n\tsub.u32 %c{l}, %c{l}, 1;\n\tsetp.ge.s32 %q, %c{l}, 0;"));
                self.line(&format!("\t@%q bra LOOP{l};\nOUT{l}:"));
            }
            Statement::Table(a, arms) => {
                let l = self.label();
                let names: Vec<String> = (0..arms.len()).map(|i| format!("ARM{l}_{i}")).collect();
                self.line(&format!("TABLE{l}: .branchtargets {}, OVER{l};", names.join(", ")));
                self.line(&format!("\trem.u32 %u, %v{a}, {};\n\tbrx.idx %u, TABLE{l};", arms.len() + 1));
                for (i, arm) in arms.iter().enumerate() {
                    self.line(&format!("{}:", names[i]));
                    self.block(arm);
                    // Every second arm falls into the next.
                    if i % 2 == 0 {
                        self.line(&format!("\tbra OVER{l};"));
                    }
                }
                self.line(&format!("OVER{l}:"));
            }
            Statement::Break(c) | Statement::Continue(c) => {
                if let Some(&l) = self.loops.last() {
                    self.test(*c);
                    let target = if matches!(s, Statement::Break(_)) { "OUT" } else { "NEXT" };
                    self.line(&format!("\t@%q bra {target}{l};"));
                }
            }
            Statement::Leave(c, how) => {
                self.test(*c);
                let last = self.statements;
                self.line(&match how {
                    0 => format!("\t@%q bra S{last};"),
                    1 => "\t@%q mov.u32 y, %v2;\n\t@%q ret;".to_owned(),
                    _ => "\t@%q exit;".to_owned(),
                });
            }
            Statement::Forward(c, over) => {
                self.test(*c);
                let target = (here + 1 + usize::from(*over)).min(self.statements);
                self.line(&format!("\t@%q bra S{target};"));
            }
            Statement::Back(c, over) => {
                self.test(*c);
                self.line("\tadd.u32 %fuel, %fuel, 1;\n\tsetp.lt.and.u32 %q, %fuel, 6, %q;");
                self.line(&format!("\t@%q bra S{};", here.saturating_sub(usize::from(*over))));
            }
            Statement::Call(f, d, a, c) => self.call(usize::from(*f).min(self.own), (*d, *a), *c),
        }
    }

    fn call(&mut self, callee: usize, (d, a): (u8, u8), c: Option<Condition>) {
        let callee = callee.min(FUNCTIONS - 1);
        c.iter().for_each(|c| self.test(*c));
        if c.is_none() {
            self.line("\tsetp.eq.u32 %q, %v0, %v0;");
        }
        // A function calls itself only so deep.
        self.line("\tsub.u32 %u, depth, 1;\n\tsetp.ge.and.s32 %q, %u, 0, %q;");
        self.line(&format!("\t@%q call (%v{d}), f{callee}, (%v{a}, %u, cell);"));
    }
}

fn count(body: &[Statement]) -> usize {
    let inner = |s: &Statement| match s {
        Statement::If(_, a, b) => count(a) + count(b),
        Statement::Loop(_, body) => count(body),
        Statement::Table(_, arms) => arms.iter().map(|a| count(a)).sum(),
        _ => 0,
    };
    body.iter().map(|s| 1 + inner(s)).sum()
}

fn ptx(program: &Random) -> String {
    let mut text = HEADER.to_owned();
    for (i, body) in program.functions.iter().enumerate() {
        let _ = write!(text, "{}", Writer::function(i, body));
    }
    text + &Writer::function(FUNCTIONS, &program.kernel)
}

/// Memory after the program; `None` if it ran out of its budget.
fn memory(
    ptx: &str,
    mode: Mode,
    threads: u32,
    lowered: Option<&Options>,
) -> Result<Option<Vec<u32>>, String> {
    let mut gpu = Gpu::new(ptx);
    if let Some(options) = lowered {
        gpu.module = gpu.module.lower(options);
    }
    let words = u64::from(threads) * u64::from(CELLS);
    let out = gpu.memory.allocate("out", 4 * words).map_err(|e| e.to_string())?;
    let mut launch = Launch::new([1, 1, 1], [threads, 1, 1]).arg(Arg::u64(out));
    // A warp executes the instructions of all its lanes' ways.
    let instructions = if mode == Mode::Threads { BUDGET } else { 64 * BUDGET };
    (launch.mode, launch.limits) = (mode, Limits { instructions, ..Limits::default() });
    match gpu.run(&launch) {
        Ok(_) => Ok(Some(gpu.words(out, words))),
        Err(RunError::Fault(Fault { kind: FaultKind::Budget { .. }, .. })) if mode == Mode::Threads => {
            Ok(None)
        }
        Err(e) => Err(format!("{mode:?}: {e}")),
    }
}

/// `WARPLOOM_DIVERGENCE` sets how many programs are tried.
#[test]
fn every_mode_and_lowering_leaves_the_same_memory() {
    let cases =
        std::env::var("WARPLOOM_DIVERGENCE").map_or(600, |n| n.parse().expect("a number of programs"));
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(u64::from(cases)),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    };
    let threads = prop_oneof![Just(64u32), 1..100u32];
    let given_up = std::cell::Cell::new(0);
    TestRunner::new(config)
        .run(&(random(), threads), |(program, threads)| {
            let text = ptx(&program);
            let fail =
                |what: String| TestCaseError::fail(format!("{what}\n{threads} threads\n{}", numbered(&text)));
            let Some(want) = memory(&text, Mode::Threads, threads, None).map_err(fail)? else {
                given_up.set(given_up.get() + 1);
                return Ok(());
            };
            let written = MODES.map(|mode| (mode, None));
            let (wide, tight) = (Options::fermi(), Options { registers: 8, ..Options::fermi() });
            let unrolled = Options::maxwell();
            let lowered = [&wide, &tight, &unrolled].map(|options| (Mode::Warps32, Some(options)));
            for (mode, options) in written.into_iter().chain(lowered) {
                let got = memory(&text, mode, threads, options).map_err(fail)?;
                if got.as_ref() != Some(&want) {
                    let how = options.map(|o| format!(", lowered to {} registers,", o.registers));
                    let how = how.unwrap_or_default();
                    return Err(fail(format!(
                        "{mode:?}{how} leaves {got:?}\none thread at a time leaves {want:?}"
                    )));
                }
            }
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
    assert!(given_up.get() * 10 < cases, "{} of {cases} programs were given up", given_up.get());
}
