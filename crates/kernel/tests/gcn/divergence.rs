//! Random structured programs with divergent EXEC, executed in waves of 64, against an interpreter that takes one lane
//! at a time through the program's tree and knows no masks.

use crate::gcn_conformance::harness;

use harness::{Kernel, TARGETS};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use warploom_kernel::gcn::table::Target;

/// Values of a lane: v2 to v7.
const VALUES: u8 = 6;
/// Words of a lane in global memory, and in the local data share.
const CELLS: u8 = 8;
const LOCAL_CELLS: u8 = 4;
/// Words of a lane in the output: its cells, then its values.
const WORDS: usize = 16;

/// `(value & mask) < limit`, or its opposite.
#[derive(Clone, Copy, Debug)]
struct Condition {
    value: u8,
    mask: u8,
    limit: u8,
    negated: bool,
}

#[derive(Clone, Debug)]
enum Statement {
    /// `d = a op b`.
    Compute(u8, u8, u8, u8),
    /// The same only where a condition holds, by `v_cmpx`.
    Guarded(Condition, u8, u8, u8, u8),
    /// `d = condition ? a : b`, by `v_cndmask_b32`.
    Select(Condition, u8, u8, u8),
    Store(u8, u8),
    Load(u8, u8),
    StoreLocal(u8, u8),
    /// Adds a value to a word of the local data share and takes the old word.
    AddLocal(u8, u8, u8),
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// Runs as often as the low bits of a value say, at least once.
    Loop(u8, Vec<Statement>),
    /// Leaves the innermost loop.
    Break(Condition),
}

fn condition() -> impl Strategy<Value = Condition> {
    (0..VALUES, prop::sample::select(vec![1u8, 3, 5, 7, 15, 63]), 0..9u8, any::<bool>())
        .prop_map(|(value, mask, limit, negated)| Condition { value, mask, limit, negated })
}

const OPERATIONS: u8 = 10;

fn statement() -> impl Strategy<Value = Statement> {
    use Statement as S;
    let v = || 0..VALUES;
    let leaf = prop_oneof![
        6 => (0..OPERATIONS, v(), v(), v()).prop_map(|(op, d, a, b)| S::Compute(op, d, a, b)),
        2 => (condition(), 0..OPERATIONS, v(), v(), v()).prop_map(|(c, op, d, a, b)| S::Guarded(c, op, d, a, b)),
        2 => (condition(), v(), v(), v()).prop_map(|(c, d, a, b)| S::Select(c, d, a, b)),
        2 => (v(), 0..CELLS).prop_map(|(a, cell)| S::Store(a, cell)),
        1 => (v(), 0..CELLS).prop_map(|(d, cell)| S::Load(d, cell)),
        1 => (v(), 0..LOCAL_CELLS).prop_map(|(a, cell)| S::StoreLocal(a, cell)),
        1 => (v(), v(), 0..LOCAL_CELLS).prop_map(|(d, a, cell)| S::AddLocal(d, a, cell)),
        2 => condition().prop_map(S::Break),
    ];
    leaf.prop_recursive(5, 48, 5, |inner| {
        let block = prop::collection::vec(inner, 0..6);
        prop_oneof![
            3 => (condition(), block.clone(), block.clone()).prop_map(|(c, a, b)| S::If(c, a, b)),
            2 => (0..VALUES, block).prop_map(|(a, body)| S::Loop(a, body)),
        ]
    })
}

/// Writes a program as GCN assembly, as clang would: masks in SGPRs, one pair for each level.
struct Writer {
    k: Kernel,
    labels: u32,
}

impl Writer {
    fn label(&mut self) -> String {
        self.labels += 1;
        format!(".L{}", self.labels)
    }

    /// A comparison whose mask goes to VCC.
    fn compare(&mut self, c: Condition, mnemonic: &str) {
        self.k.line(format!("v_and_b32 v30, {}, v{}", c.mask, 2 + c.value));
        let relation = if c.negated { "le" } else { "gt" };
        self.k.line(format!("{mnemonic}_{relation}_u32 vcc, {}, v30", c.limit));
    }

    fn compute(&mut self, op: u8, d: u8, a: u8, b: u8) {
        let (d, a, b) = (2 + d, 2 + a, 2 + b);
        let volcanic = self.k.target == Target::VolcanicIslands;
        let text = match op {
            0 if volcanic => format!("v_add_u32 v{d}, vcc, v{a}, v{b}"),
            0 => format!("v_add_i32 v{d}, vcc, v{a}, v{b}"),
            1 if volcanic => format!("v_sub_u32 v{d}, vcc, v{a}, v{b}"),
            1 => format!("v_sub_i32 v{d}, vcc, v{a}, v{b}"),
            2 => format!("v_mul_lo_u32 v{d}, v{a}, v{b}"),
            3 => format!("v_xor_b32 v{d}, v{a}, v{b}"),
            4 => format!("v_and_b32 v{d}, v{a}, v{b}"),
            5 => format!("v_or_b32 v{d}, v{a}, v{b}"),
            6 => format!("v_min_i32 v{d}, v{a}, v{b}"),
            7 => format!("v_max_u32 v{d}, v{a}, v{b}"),
            8 => format!("v_lshrrev_b32 v{d}, v{a}, v{b}"),
            _ => format!("v_bfe_u32 v{d}, v{a}, 3, 9"),
        };
        self.k.line(text);
    }

    /// `depth` counts the levels around, `in_loop` says whether a loop is one of them.
    fn block(&mut self, block: &[Statement], depth: usize, in_loop: bool) {
        let saved = format!("s[{}:{}]", 20 + 2 * depth, 21 + 2 * depth);
        for statement in block {
            match statement {
                Statement::Compute(op, d, a, b) => self.compute(*op, *d, *a, *b),
                Statement::Guarded(c, op, d, a, b) => {
                    self.k.line(format!("s_mov_b64 {saved}, exec"));
                    self.compare(*c, "v_cmpx");
                    self.compute(*op, *d, *a, *b);
                    self.k.line(format!("s_mov_b64 exec, {saved}"));
                }
                Statement::Select(c, d, a, b) => {
                    self.compare(*c, "v_cmp");
                    self.k.line(format!("v_cndmask_b32 v{}, v{}, v{}, vcc", 2 + d, 2 + b, 2 + a));
                }
                Statement::Store(a, cell) => {
                    self.k.line(format!(
                        "buffer_store_dword v{}, v20, s[4:7], 0 offen offset:{}",
                        2 + a,
                        4 * cell
                    ));
                }
                Statement::Load(d, cell) => {
                    self.k.line(format!(
                        "buffer_load_dword v{}, v20, s[4:7], 0 offen offset:{}",
                        2 + d,
                        4 * cell
                    ));
                    self.k.line("s_waitcnt vmcnt(0)");
                }
                Statement::StoreLocal(a, cell) => {
                    self.k.line(format!("ds_write_b32 v21, v{} offset:{}", 2 + a, 4 * cell));
                }
                Statement::AddLocal(d, a, cell) => {
                    self.k.line(format!("ds_add_rtn_u32 v{}, v21, v{} offset:{}", 2 + d, 2 + a, 4 * cell));
                    self.k.line("s_waitcnt lgkmcnt(0)");
                }
                Statement::If(c, yes, no) => {
                    let (otherwise, end) = (self.label(), self.label());
                    self.compare(*c, "v_cmp");
                    self.k.line(format!("s_and_saveexec_b64 {saved}, vcc"));
                    self.k.line(format!("s_xor_b64 {saved}, exec, {saved}"));
                    self.k.line(format!("s_cbranch_execz {otherwise}"));
                    self.block(yes, depth + 1, in_loop);
                    self.k.line(format!("{otherwise}:"));
                    self.k.line(format!("s_or_saveexec_b64 {saved}, {saved}"));
                    self.k.line(format!("s_xor_b64 exec, exec, {saved}"));
                    self.k.line(format!("s_cbranch_execz {end}"));
                    self.block(no, depth + 1, in_loop);
                    self.k.line(format!("{end}:"));
                    self.k.line(format!("s_or_b64 exec, exec, {saved}"));
                }
                Statement::Loop(a, body) => {
                    let (head, count) = (self.label(), 40 + depth);
                    self.k.line(format!("v_and_b32 v{count}, 3, v{}", 2 + a));
                    self.k.line(format!("s_mov_b64 {saved}, exec"));
                    self.k.line(format!("{head}:"));
                    self.block(body, depth + 1, true);
                    // The lanes whose count is used up leave.
                    self.k.line(format!("v_cmp_eq_u32 vcc, 0, v{count}"));
                    self.k.line("s_andn2_b64 exec, exec, vcc");
                    let minus =
                        if self.k.target == Target::VolcanicIslands { "v_add_u32" } else { "v_add_i32" };
                    self.k.line(format!("{minus} v{count}, vcc, -1, v{count}"));
                    self.k.line(format!("s_cbranch_execnz {head}"));
                    self.k.line(format!("s_mov_b64 exec, {saved}"));
                }
                Statement::Break(c) if in_loop => {
                    self.compare(*c, "v_cmp");
                    self.k.line("s_andn2_b64 exec, exec, vcc");
                }
                Statement::Break(_) => {}
            }
        }
    }
}

/// The value `nth` of a lane at the start.
fn initial(item: u32, nth: u32) -> u32 {
    item.wrapping_mul(0x9e37 + 2 * nth) ^ (nth << 4)
}

fn kernel(target: Target, program: &[Statement]) -> Kernel {
    let mut k = Kernel::new(target);
    k.local = 16 << 10;
    k.prologue();
    k.line("s_mov_b32 m0, -1");
    for nth in 0..u32::from(VALUES) {
        k.line(format!("v_mov_b32 v{}, {:#x}", 2 + nth, 0x9e37 + 2 * nth));
        k.line(format!("v_mul_lo_u32 v{}, v0, v{}", 2 + nth, 2 + nth));
        k.line(format!("v_xor_b32 v{}, {:#x}, v{}", 2 + nth, nth << 4, 2 + nth));
    }
    k.line("v_lshlrev_b32 v20, 6, v0");
    k.line("v_lshlrev_b32 v21, 4, v0");
    for cell in 0..LOCAL_CELLS {
        k.line("v_mov_b32 v22, 0");
        k.line(format!("ds_write_b32 v21, v22 offset:{}", 4 * cell));
    }
    let mut writer = Writer { k, labels: 0 };
    writer.block(program, 0, false);
    let mut k = writer.k;
    for nth in 0..VALUES {
        k.line(format!("buffer_store_dword v{}, v20, s[4:7], 0 offen offset:{}", 2 + nth, 32 + 4 * nth));
    }
    k
}

/// One lane of the interpreter.
struct Lane {
    values: [u32; VALUES as usize],
    cells: [u32; CELLS as usize],
    local: [u32; LOCAL_CELLS as usize],
}

impl Lane {
    fn holds(&self, c: Condition) -> bool {
        ((self.values[usize::from(c.value)] & u32::from(c.mask)) < c.limit.into()) != c.negated
    }

    fn compute(&mut self, op: u8, d: u8, a: u8, b: u8) {
        let (a, b) = (self.values[usize::from(a)], self.values[usize::from(b)]);
        self.values[usize::from(d)] = match op {
            0 => a.wrapping_add(b),
            1 => a.wrapping_sub(b),
            2 => a.wrapping_mul(b),
            3 => a ^ b,
            4 => a & b,
            5 => a | b,
            6 => (a as i32).min(b as i32) as u32,
            7 => a.max(b),
            8 => b >> (a & 31),
            _ => a >> 3 & 0x1ff,
        };
    }

    /// Returns whether a loop is left.
    fn block(&mut self, block: &[Statement], in_loop: bool) -> bool {
        for statement in block {
            let left = match statement {
                Statement::Compute(op, d, a, b) => {
                    self.compute(*op, *d, *a, *b);
                    false
                }
                Statement::Guarded(c, op, d, a, b) => {
                    if self.holds(*c) {
                        self.compute(*op, *d, *a, *b);
                    }
                    false
                }
                Statement::Select(c, d, a, b) => {
                    let from = if self.holds(*c) { a } else { b };
                    self.values[usize::from(*d)] = self.values[usize::from(*from)];
                    false
                }
                Statement::Store(a, cell) => {
                    self.cells[usize::from(*cell)] = self.values[usize::from(*a)];
                    false
                }
                Statement::Load(d, cell) => {
                    self.values[usize::from(*d)] = self.cells[usize::from(*cell)];
                    false
                }
                Statement::StoreLocal(a, cell) => {
                    self.local[usize::from(*cell)] = self.values[usize::from(*a)];
                    false
                }
                Statement::AddLocal(d, a, cell) => {
                    let word = &mut self.local[usize::from(*cell)];
                    let old = *word;
                    *word = old.wrapping_add(self.values[usize::from(*a)]);
                    self.values[usize::from(*d)] = old;
                    false
                }
                Statement::If(c, yes, no) => {
                    let taken = if self.holds(*c) { yes } else { no };
                    self.block(taken, in_loop)
                }
                Statement::Loop(a, body) => {
                    let count = self.values[usize::from(*a)] & 3;
                    for _ in 0..=count {
                        if self.block(body, true) {
                            break;
                        }
                    }
                    false
                }
                Statement::Break(c) => in_loop && self.holds(*c),
            };
            if left {
                return true;
            }
        }
        false
    }
}

fn expected(item: u32, program: &[Statement]) -> Vec<u32> {
    let values = [0, 1, 2, 3, 4, 5].map(|nth| initial(item, nth));
    let mut lane = Lane { values, cells: [0; CELLS as usize], local: [0; LOCAL_CELLS as usize] };
    lane.block(program, false);
    let mut words = lane.cells.to_vec();
    words.extend(lane.values);
    words.resize(WORDS, 0);
    words
}

fn check(seed: u64, cases: u32, blocks: &[usize]) {
    let config =
        Config { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let divergent = std::cell::Cell::new(0u32);
    let outcome = runner.run(&prop::collection::vec(statement(), 2..14), |program| {
        for target in TARGETS {
            let kernel = kernel(target, &program);
            for &items in blocks {
                let got = kernel.run(&vec![0; items * WORDS], items);
                let mut differ = false;
                for item in 0..items {
                    let want = expected(item as u32, &program);
                    differ |= want[..8] != expected(0, &program)[..8];
                    if got[item * WORDS..][..WORDS] != want {
                        return Err(TestCaseError::fail(format!(
                            "{target}, work-item {item} of {items}: {:x?}, not {want:x?}\n{}",
                            &got[item * WORDS..][..WORDS],
                            kernel.text()
                        )));
                    }
                }
                divergent.set(divergent.get() + u32::from(differ));
            }
        }
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    // A generator whose lanes all do the same would show nothing.
    assert!(divergent.get() > cases / 4, "only {} of {cases} programs diverge", divergent.get());
}

#[test]
fn random_programs_in_one_wave_equal_one_lane_at_a_time() {
    check(1, 400, &[64, 1]);
}

#[test]
fn random_programs_in_partial_waves_equal_one_lane_at_a_time() {
    check(2, 250, &[33, 100, 200]);
}

#[test]
fn each_lane_leaves_nested_loops_by_itself() {
    use Statement as S;
    let c = |value, mask, limit| Condition { value, mask, limit, negated: false };
    let program = [
        S::Loop(
            0,
            vec![
                S::Compute(0, 1, 1, 0),
                S::If(
                    c(1, 7, 3),
                    vec![S::Loop(1, vec![S::Compute(3, 2, 2, 1), S::Break(c(2, 15, 5))]), S::Store(2, 0)],
                    vec![S::Break(c(1, 3, 2)), S::AddLocal(3, 1, 1), S::Store(3, 1)],
                ),
            ],
        ),
        S::Store(1, 2),
    ];
    for target in TARGETS {
        let got = kernel(target, &program).run(&vec![0; 64 * WORDS], 64);
        for item in 0..64 {
            assert_eq!(got[item * WORDS..][..WORDS], expected(item as u32, &program), "{target} {item}");
        }
    }
}
