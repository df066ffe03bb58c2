//! Asynchronous copies, mbarriers and clusters of one CTA.
//!
//! Each combination becomes a kernel in which every thread has 64 bytes of shared memory and an mbarrier of its own.
//! What it leaves in shared memory, global memory and registers is compared with a computation on bytes and counts.

use super::cases::Rng;
use super::driver::{BATCH, HEADER, name, report};
use super::gpu::Gpu;
use super::reference::{Expect, reference};
use std::fmt::Write;
use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::forms::{Form, Group, OperandRole, forms};
use warploom_kernel::ptx::isa::{Mod, Opcode};

const THREADS: usize = 1024;
const BLOCK: u32 = 128;
/// Bytes of global and of shared memory of each thread.
const SLOT: usize = 64;
/// Words of input and of output of each thread.
const WORDS: usize = 8;

/// Rows this module walks.
pub fn covers(form: &Form) -> bool {
    form.group == Group::Asynchronous && form.opcode != Opcode::Fence
}

/// Bytes and words of one thread.
#[derive(Clone)]
struct Thread {
    /// What is in shared memory before and after the instruction.
    shared: [u8; SLOT],
    global: [u8; SLOT],
    /// Random words; the job gives them their meaning.
    input: [u32; WORDS],
    output: [u32; WORDS],
}

/// One combination in one of its variants.
struct Job {
    form: &'static Form,
    mods: Vec<Mod>,
    /// Number of the variant: sizes, kinds of operands, ways to wait.
    variant: usize,
}

impl Job {
    fn has(&self, m: Mod) -> bool {
        self.mods.contains(&m)
    }

    /// Whether addresses of the mbarrier are generic.
    fn generic(&self) -> bool {
        !self.mods.iter().any(|m| matches!(m, Mod::Shared | Mod::SharedCta | Mod::SharedCluster))
    }

    fn head(&self) -> String {
        name(self.form.opcode, &self.mods)
    }

    fn copies(&self) -> bool {
        self.has(Mod::Ca) || self.has(Mod::Cg)
    }

    fn size(&self) -> usize {
        if self.has(Mod::Cg) { 16 } else { [4, 8, 16][self.variant % 3] }
    }

    /// Offset of a copy's destination in the thread's shared memory.
    fn offset(&self) -> usize {
        self.variant / 3 % 2 * 16
    }

    /// Number of variants of a combination.
    fn variants(form: &Form, mods: &[Mod]) -> usize {
        match form.opcode {
            Opcode::Cp if mods.contains(&Mod::Ca) || mods.contains(&Mod::Cg) => 24,
            Opcode::Cp => 4,
            _ => 2,
        }
    }

    /// The kind of the optional operand of a copy: none, a size in a register, a predicate, a literal size.
    fn kind(&self) -> usize {
        let optional = self.form.operands.iter().any(|o| o.role == OperandRole::SizeOrPred && !o.optional);
        match self.variant / 6 % 4 {
            0 if optional => 1,
            kind if self.form.operands.iter().any(|o| o.role == OperandRole::SizeOrPred) => kind,
            _ => 0,
        }
    }

    /// Bytes that a copy reads.
    fn read(&self, t: &Thread) -> usize {
        let size = self.size();
        match self.kind() {
            1 => t.input[0] as usize % (size + 1),
            2 => size * (1 - t.input[0] as usize % 2),
            3 => size / 2,
            _ => size,
        }
    }

    /// Bytes of a bulk copy: a multiple of 16.
    fn bulk(t: &Thread) -> usize {
        16 * (1 + t.input[0] as usize % 3)
    }

    fn instruction(&self) -> String {
        let head = self.head();
        let hint = if self.has(Mod::L2CacheHint) { ", %l9" } else { "" };
        let bar = if self.generic() { "[%l6]" } else { "[%r6]" };
        match self.form.opcode {
            Opcode::Cp if self.copies() => {
                let size = self.size();
                let last = match self.kind() {
                    0 => String::new(),
                    1 => ", %r10".to_owned(),
                    2 => ", %p1".to_owned(),
                    _ => format!(", {}", size / 2),
                };
                format!("{head} [%r5+{}], [%l4+16], {size}{last}{hint};", self.offset())
            }
            Opcode::Cp if self.has(Mod::Prefetch) => format!("{head} [%l4], %r11{hint};"),
            Opcode::Cp if self.has(Mod::BulkGroup) => format!("{head} [%l4], [%r5+16], %r11{hint};"),
            Opcode::Cp if self.has(Mod::CompleteTxBytes) && self.has(Mod::Global) => {
                format!("{head} [%r5+16], [%l4], %r11, [%r6]{hint};")
            }
            Opcode::Cp if self.has(Mod::CompleteTxBytes) => format!("{head} [%r5+16], [%r7], %r11, [%r6];"),
            Opcode::Cp if self.has(Mod::Mbarrier) => format!("{head} {bar};"),
            Opcode::Cp if self.has(Mod::WaitGroup) => format!("{head} {};", self.variant % 3),
            Opcode::Cp => format!("{head};"),
            Opcode::Mapa if self.has(Mod::U64) => format!("{head} %l10, %l5, 0;"),
            Opcode::Mapa => format!("{head} %r12, %r5, 0;"),
            Opcode::Getctarank if self.has(Mod::U64) => format!("{head} %r12, %l5;"),
            Opcode::Getctarank => format!("{head} %r12, %r5;"),
            Opcode::Mbarrier if self.has(Mod::PendingCount) => format!("{head} %r12, %l10;"),
            Opcode::Mbarrier if self.has(Mod::Init) => format!("{head} {bar}, %r20;"),
            Opcode::Mbarrier if self.has(Mod::Inval) => format!("{head} {bar};"),
            Opcode::Mbarrier if self.tests() => {
                let phase = if self.has(Mod::Parity) { "%r23" } else { "%l10" };
                let time = if self.has(Mod::TryWait) && self.variant == 1 { ", 20" } else { "" };
                format!("{head} %p2, {bar}, {phase}{time};")
            }
            Opcode::Mbarrier if self.arrives() => {
                let state = if self.has(Mod::SharedCluster) { "_" } else { "%l10" };
                let optional = self.form.operands.iter().any(|o| o.optional);
                let count = if optional && self.variant == 1 { "" } else { ", %r22" };
                format!("{head} {state}, {bar}{count};")
            }
            Opcode::Mbarrier => format!("{head} {bar}, %r22;"),
            _ => format!("{head};"),
        }
    }

    fn tests(&self) -> bool {
        self.has(Mod::TestWait) || self.has(Mod::TryWait)
    }

    fn arrives(&self) -> bool {
        self.has(Mod::Arrive) || self.has(Mod::ArriveDrop)
    }

    /// The thread's words for an mbarrier: arrivals of a phase, earlier arrivals, operand, parity.
    fn counts(&self, t: &Thread) -> [u32; 4] {
        let expected = 2 + t.input[0] % 6;
        let earlier = t.input[1] % expected;
        let missing = expected - earlier;
        let operand = if self.has(Mod::ExpectTx) || self.has(Mod::CompleteTx) {
            16 * (t.input[2] % 5)
        } else if self.has(Mod::NoComplete) {
            // At least one must be missing afterwards.
            1 + t.input[2] % (missing - 1).max(1)
        } else if self.has(Mod::ArriveDrop) {
            // One arrival is left for the next phase.
            1 + t.input[2] % missing.min(expected - 1)
        } else {
            1 + t.input[2] % missing
        };
        [
            expected,
            if self.has(Mod::NoComplete) { earlier.min(expected - 2) } else { earlier },
            operand,
            t.input[3] % 2,
        ]
    }

    /// What the kernel does around the instruction.
    fn body(&self) -> String {
        let it = self.instruction();
        match self.form.opcode {
            Opcode::Cp if self.copies() => match self.variant % 4 {
                0 => format!("{it}\ncp.async.wait_all;\n"),
                1 => format!("{it}\ncp.async.commit_group;\ncp.async.wait_group 0;\n"),
                2 => {
                    format!("{it}\ncp.async.commit_group;\ncp.async.commit_group;\ncp.async.wait_group 1;\n")
                }
                _ => format!(
                    "mbarrier.init.shared.b64 [%r6], 1;\n{it}\ncp.async.mbarrier.arrive.noinc.shared.b64 [%r6];\n\
                     mbarrier.test_wait.parity.shared.b64 %p2, [%r6], 0;\nselp.u32 %r12, 1, 0, %p2;\n"
                ),
            },
            Opcode::Cp if self.has(Mod::CompleteTxBytes) => format!(
                "mbarrier.init.shared.b64 [%r6], 1;\n\
                 mbarrier.arrive.expect_tx.shared.b64 _, [%r6], %r11;\n\
                 mbarrier.test_wait.parity.shared.b64 %p2, [%r6], 0;\nselp.u32 %r12, 1, 0, %p2;\n{it}\n\
                 mbarrier.test_wait.parity.shared.b64 %p2, [%r6], 0;\nselp.u32 %r13, 1, 0, %p2;\n"
            ),
            Opcode::Cp if self.has(Mod::BulkGroup) => {
                format!("{it}\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n")
            }
            Opcode::Cp if self.has(Mod::Mbarrier) => {
                // With `.noinc` the one arrival completes the phase; without it, the phase lacks one more.
                format!(
                    "mbarrier.init.shared.b64 [%r6], 1;\ncp.async.ca.shared.global [%r5], [%l4], 16;\n{it}\n\
                     mbarrier.test_wait.parity.shared.b64 %p2, [%r6], 0;\nselp.u32 %r12, 1, 0, %p2;\n\
                     @!%p2 mbarrier.arrive.shared.b64 _, [%r6];\n\
                     mbarrier.test_wait.parity.shared.b64 %p2, [%r6], 0;\nselp.u32 %r13, 1, 0, %p2;\n"
                )
            }
            Opcode::Cp if self.has(Mod::Bulk) && self.has(Mod::CommitGroup) => {
                format!(
                    "cp.async.bulk.global.shared::cta.bulk_group [%l4], [%r5], 16;\n{it}\ncp.async.bulk.wait_group.read 0;\n"
                )
            }
            Opcode::Cp if self.has(Mod::Bulk) && self.has(Mod::WaitGroup) => {
                // Two groups of which a wait leaves `variant` % 3: at 0, both sources may be overwritten.
                let store =
                    if self.variant.is_multiple_of(3) { "st.shared.u32 [%r5+16], %r20;\n" } else { "" };
                format!(
                    "cp.async.bulk.global.shared::cta.bulk_group [%l4], [%r5], 16;\ncp.async.bulk.commit_group;\n\
                     cp.async.bulk.global.shared::cta.bulk_group [%l4+16], [%r5+16], 16;\ncp.async.bulk.commit_group;\n{it}\n{}{store}cp.async.bulk.wait_group 0;\n",
                    if self.variant % 3 < 2 { "st.shared.u32 [%r5], %r21;\n" } else { "" }
                )
            }
            Opcode::Cp if self.has(Mod::Prefetch) => it + "\n",
            // Three copies in three groups; the oldest may be read after a wait for all but two.
            Opcode::Cp if self.has(Mod::WaitGroup) => {
                let left = self.variant % 3;
                let mut text = String::new();
                for k in 0..3 {
                    writeln!(text, "cp.async.ca.shared.global [%r5+{}], [%l4+{}], 16;", 16 * k, 16 * k)
                        .unwrap();
                    text += "cp.async.commit_group;\n";
                }
                writeln!(text, "{it}\nld.shared.u32 %r12, [%r5+{}];", 16 * (2 - left)).unwrap();
                text + "cp.async.wait_group 0;\n"
            }
            Opcode::Cp => {
                let more = if self.has(Mod::CommitGroup) { "cp.async.wait_group 0;\n" } else { "" };
                format!("cp.async.ca.shared.global [%r5], [%l4], 8;\n{it}\n{more}")
            }
            Opcode::Barrier if self.has(Mod::Arrive) => format!(
                "st.shared.u32 [%r5], %r20;\n{it}\nbarrier.cluster.wait;\nld.shared.u32 %r12, [%r8];\n\
                 barrier.cluster.arrive;\nbarrier.cluster.wait;\n"
            ),
            Opcode::Barrier => format!(
                "st.shared.u32 [%r5], %r20;\nbarrier.cluster.arrive;\n{it}\nld.shared.u32 %r12, [%r8];\n\
                 barrier.cluster.arrive;\n{it}\n"
            ),
            Opcode::Mapa if self.has(Mod::U64) => {
                it + "\nsub.u64 %l10, %l10, %l5;\ncvt.u32.u64 %r12, %l10;\n"
            }
            Opcode::Mapa => it + "\nsub.u32 %r12, %r12, %r5;\n",
            Opcode::Mbarrier => self.barrier_body(&it),
            _ => it + "\n",
        }
    }

    /// Earlier arrivals, the instruction, and what can be asked afterwards.
    fn barrier_body(&self, it: &str) -> String {
        let init = if self.has(Mod::Init) { it } else { "mbarrier.init.shared.b64 [%r6], %r20;" };
        let earlier = "setp.ne.u32 %p3, %r21, 0;\n@%p3 mbarrier.arrive.shared.b64 _, [%r6], %r21;\n";
        // Whether the first phase is over, and the arrivals that the present one lacks.
        let after = "mbarrier.test_wait.parity.shared.b64 %p2, [%r6], 0;\nselp.u32 %r13, 1, 0, %p2;\n\
             mbarrier.arrive.shared.b64 %l11, [%r6], %r24;\nmbarrier.pending_count.b64 %r14, %l11;\n";
        let middle = if self.has(Mod::Init) {
            String::new()
        } else if self.has(Mod::Inval) {
            // The word is free for other use, then for an mbarrier of other counts.
            format!("{it}\nst.shared.u64 [%r6], 12345;\nmbarrier.init.shared.b64 [%r6], %r22;\n")
        } else if self.has(Mod::PendingCount) {
            format!("mbarrier.arrive.shared.b64 %l10, [%r6], %r22;\n{it}\n")
        } else if self.tests() {
            // Before the last arrivals, and after them if all arrive.
            let arrive = "mbarrier.arrive.shared.b64 %l10, [%r6];\n";
            format!(
                "{arrive}{it}\nselp.u32 %r12, 1, 0, %p2;\nmbarrier.arrive.shared.b64 _, [%r6], %r25;\n{it}\nselp.u32 %r15, 1, 0, %p2;\n"
            )
        } else if self.arrives() {
            let bytes =
                if self.has(Mod::ExpectTx) { "mbarrier.complete_tx.shared.b64 [%r6], %r22;\n" } else { "" };
            format!("{it}\nmbarrier.pending_count.b64 %r12, %l10;\n{bytes}")
        } else if self.has(Mod::ExpectTx) {
            format!(
                "{it}\nmbarrier.arrive.shared.b64 _, [%r6], %r25;\nmbarrier.test_wait.parity.shared.b64 %p2, [%r6], 0;\nselp.u32 %r12, 1, 0, %p2;\nmbarrier.complete_tx.shared.b64 [%r6], %r22;\n"
            )
        } else {
            format!(
                "mbarrier.expect_tx.shared.b64 [%r6], %r22;\nmbarrier.arrive.shared.b64 _, [%r6], %r25;\n{it}\n"
            )
        };
        let earlier = if self.has(Mod::Inval) { "" } else { earlier };
        format!("{init}\n{earlier}{middle}{after}")
    }

    fn kernel(&self, kernel: &str) -> String {
        let mut text = format!(
            ".visible .entry {kernel}(.param .u64 words, .param .u64 bytes, .param .u64 out, .param .u64 shared)\n{{\n\
             .reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .b64 %l<16>;\n\
             .shared .align 16 .b8 slots[{}];\n.shared .align 8 .b8 bars[{}];\n\
             mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %ntid.x;\nmov.u32 %r2, %tid.x;\nmad.lo.s32 %r0, %r0, %r1, %r2;\n\
             ld.param.u64 %l0, [words];\nmad.wide.u32 %l0, %r0, {}, %l0;\n\
             ld.param.u64 %l4, [bytes];\nmad.wide.u32 %l4, %r0, {SLOT}, %l4;\n\
             ld.param.u64 %l2, [out];\nmad.wide.u32 %l2, %r0, {}, %l2;\n\
             ld.param.u64 %l3, [shared];\nmad.wide.u32 %l3, %r0, {SLOT}, %l3;\n\
             mov.u32 %r5, slots;\nmad.lo.u32 %r5, %r2, {SLOT}, %r5;\nadd.u32 %r7, %r5, 0;\n\
             xor.b32 %r3, %r2, 37;\nmov.u32 %r8, slots;\nmad.lo.u32 %r8, %r3, {SLOT}, %r8;\n\
             mov.u32 %r6, bars;\nmad.lo.u32 %r6, %r2, 8, %r6;\n\
             cvt.u64.u32 %l5, %r5;\ncvta.shared.u64 %l5, %l5;\ncvt.u64.u32 %l6, %r6;\ncvta.shared.u64 %l6, %l6;\n\
             mov.u64 %l9, 0;\nmov.u64 %l10, 0;\n",
            SLOT * BLOCK as usize,
            8 * BLOCK,
            4 * WORDS,
            4 * WORDS,
        );
        for k in 0..WORDS / 4 {
            let r = 20 + 4 * k;
            writeln!(
                text,
                "ld.global.v4.u32 {{%r{r}, %r{}, %r{}, %r{}}}, [%l0+{}];",
                r + 1,
                r + 2,
                r + 3,
                16 * k
            )
            .unwrap();
        }
        for k in 0..SLOT / 16 {
            writeln!(text, "ld.global.v4.u32 {{%r16, %r17, %r18, %r19}}, [%l3+{}];\nst.shared.v4.u32 [%r5+{}], {{%r16, %r17, %r18, %r19}};", 16 * k, 16 * k).unwrap();
        }
        // Words 26 and 27: the size of a copy's source, the size of a bulk copy; word 20 odd: nothing is read.
        text += "mov.u32 %r10, %r26;\nmov.u32 %r11, %r27;\nand.b32 %r9, %r20, 1;\nsetp.ne.u32 %p1, %r9, 0;\n\
                 mov.u32 %r12, 0;\nmov.u32 %r13, 0;\nmov.u32 %r14, 0;\nmov.u32 %r15, 0;\n";
        text += &self.body();
        for k in 0..SLOT / 16 {
            writeln!(text, "ld.shared.v4.u32 {{%r16, %r17, %r18, %r19}}, [%r5+{}];\nst.global.v4.u32 [%l3+{}], {{%r16, %r17, %r18, %r19}};", 16 * k, 16 * k).unwrap();
        }
        text + "st.global.v4.u32 [%l2], {%r12, %r13, %r14, %r15};\nret;\n}\n"
    }

    /// What the kernel must leave.
    fn expect(&self, threads: &[Thread]) -> Vec<Thread> {
        let of = |(at, t): (usize, &Thread)| {
            let mut t = t.clone();
            self.apply(&mut t, &threads[at ^ 37]);
            t
        };
        threads.iter().enumerate().map(of).collect()
    }

    fn apply(&self, t: &mut Thread, partner: &Thread) {
        let bulk = t.input[7] as usize;
        match self.form.opcode {
            Opcode::Cp if self.copies() => {
                let (size, read, at) = (self.size(), t.input[6] as usize, self.offset());
                for k in 0..size {
                    t.shared[at + k] = if k < read { t.global[16 + k] } else { 0 };
                }
                t.output[0] = u32::from(self.variant % 4 == 3);
            }
            Opcode::Cp if self.has(Mod::CompleteTxBytes) => {
                let from = if self.has(Mod::Global) { t.global } else { t.shared };
                t.shared[16..16 + bulk].copy_from_slice(&from[..bulk]);
                t.output[1] = 1;
            }
            Opcode::Cp if self.has(Mod::Reduce) => {
                let ty = *self.mods.last().expect("a type");
                let width = ty.bytes() as usize;
                let value = |bytes: &[u8]| bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b));
                for at in (0..bulk).step_by(width) {
                    let old = value(&t.global[at..at + width]);
                    let new = value(&t.shared[16 + at..16 + at + width]);
                    let outcome = reference(Opcode::Atom, &self.mods, &[old, new, 0]).first;
                    let (Expect::Bits(sum) | Expect::Either(sum, _)) = outcome else {
                        panic!("{}: {outcome:?}", self.head())
                    };
                    t.global[at..at + width].copy_from_slice(&sum.to_le_bytes()[..width]);
                }
            }
            Opcode::Cp if self.has(Mod::BulkGroup) => {
                t.global[..bulk].copy_from_slice(&t.shared[16..16 + bulk]);
            }
            Opcode::Cp if self.has(Mod::Mbarrier) => {
                t.shared[..16].copy_from_slice(&t.global[..16]);
                (t.output[0], t.output[1]) = (u32::from(self.has(Mod::Noinc)), 1);
            }
            Opcode::Cp if self.has(Mod::Bulk) && self.has(Mod::CommitGroup) => {
                t.global[..16].copy_from_slice(&t.shared[..16]);
            }
            Opcode::Cp if self.has(Mod::Bulk) && self.has(Mod::WaitGroup) => {
                t.global[..32].copy_from_slice(&t.shared[..32]);
                if self.variant.is_multiple_of(3) {
                    t.shared[16..20].copy_from_slice(&t.input[0].to_le_bytes());
                }
                if self.variant % 3 < 2 {
                    t.shared[..4].copy_from_slice(&t.input[1].to_le_bytes());
                }
            }
            Opcode::Cp if self.has(Mod::Prefetch) => {}
            Opcode::Cp if self.has(Mod::WaitGroup) => {
                t.shared[..48].copy_from_slice(&t.global[..48]);
                let at = 16 * (2 - self.variant % 3);
                t.output[0] = u32::from_le_bytes(t.global[at..at + 4].try_into().expect("four bytes"));
            }
            Opcode::Cp => t.shared[..8].copy_from_slice(&t.global[..8]),
            Opcode::Barrier => {
                t.shared[..4].copy_from_slice(&t.input[0].to_le_bytes());
                t.output[0] = partner.input[0];
            }
            Opcode::Mbarrier => self.apply_barrier(t),
            _ => {}
        }
    }

    /// The words that the kernel reads for an mbarrier.
    fn prepare(&self, t: &mut Thread) {
        let [expected, earlier, operand, parity] = self.counts(t);
        let (mut earlier, mut rest) = (earlier, 0);
        if self.tests() {
            // One arrival under test, then all that are missing or all but one.
            earlier = earlier.min(expected - 2);
            rest = expected - earlier - 1;
            if t.input[4].is_multiple_of(2) {
                rest = (rest - 1).max(1);
            }
        } else if !self.arrives() {
            rest = expected - earlier;
        }
        let (read, bulk) = (self.read(t) as u32, Job::bulk(t) as u32);
        let odd = t.input[0] & !1 | u32::from(self.kind() == 2 && read == 0);
        t.input = match self.form.opcode {
            Opcode::Mbarrier => [expected, earlier, operand, parity, 1, rest, read, bulk],
            _ => [if self.copies() { odd } else { t.input[0] }, t.input[1], 0, 0, 0, 0, read, bulk],
        };
    }

    /// Counts arrivals and bytes as the manual describes them.
    fn apply_barrier(&self, t: &mut Thread) {
        let [expected, earlier, operand, parity, _, rest, ..] = t.input;
        let mut missing = i64::from(expected);
        let (mut next, mut phase) = (i64::from(expected), 0u32);
        let mut arrive = |count: i64, missing: &mut i64, next: i64| {
            *missing -= count;
            if *missing == 0 {
                (*missing, phase) = (next, phase + 1);
            }
            phase
        };
        if earlier != 0 && !self.has(Mod::Inval) {
            arrive(earlier.into(), &mut missing, next);
        }
        let mut phase = 0;
        if self.has(Mod::Inval) {
            missing = operand.into();
        } else if self.has(Mod::PendingCount) {
            t.output[0] = missing as u32;
            phase = arrive(operand.into(), &mut missing, next);
        } else if self.tests() {
            let passed = |phase: u32| if self.has(Mod::Parity) { parity != phase % 2 } else { phase > 0 };
            phase = arrive(1, &mut missing, next);
            t.output[0] = passed(phase).into();
            phase = arrive(rest.into(), &mut missing, next);
            t.output[3] = passed(phase).into();
        } else if self.arrives() {
            if !self.has(Mod::SharedCluster) {
                t.output[0] = missing as u32;
            }
            let optional = self.form.operands.iter().any(|o| o.optional) && self.variant == 1;
            let count = if self.has(Mod::ExpectTx) || optional { 1 } else { i64::from(operand) };
            if self.has(Mod::ArriveDrop) {
                next -= count;
            }
            phase = arrive(count, &mut missing, next);
        } else if self.has(Mod::ExpectTx) {
            // The phase waits for the bytes.
            t.output[0] = u32::from(operand == 0);
            phase = arrive(rest.into(), &mut missing, next);
        } else if self.has(Mod::CompleteTx) {
            phase = arrive(rest.into(), &mut missing, next);
        }
        t.output[1] = u32::from(phase % 2 == 1);
        t.output[2] = missing as u32;
    }

    fn run(&self, gpu: &mut Gpu, kernel: &str) -> Option<String> {
        let mut rng = Rng::named(&format!("{} {}", self.instruction(), self.variant));
        let mut bytes = || std::array::from_fn(|_| rng.bits() as u8);
        let mut threads: Vec<Thread> = (0..THREADS)
            .map(|_| Thread { shared: bytes(), global: bytes(), input: [0; WORDS], output: [0; WORDS] })
            .collect();
        for t in &mut threads {
            t.input = std::array::from_fn(|_| rng.bits() as u32 >> 1);
            self.prepare(t);
            self.tame(t);
        }
        let flat =
            |of: &dyn Fn(&Thread) -> Vec<u8>, all: &[Thread]| all.iter().flat_map(of).collect::<Vec<u8>>();
        let words = gpu.upload(&flat(&|t| t.input.iter().flat_map(|w| w.to_le_bytes()).collect(), &threads));
        let global = gpu.upload(&flat(&|t| t.global.to_vec(), &threads));
        let shared = gpu.upload(&flat(&|t| t.shared.to_vec(), &threads));
        let out = gpu.upload(&vec![0; 4 * WORDS * THREADS]);
        let grid = [THREADS as u32 / BLOCK, 1, 1];
        if let Err(fault) = gpu.launch(kernel, grid, [BLOCK, 1, 1], &[words, global, out, shared]) {
            return Some(format!("{}: {fault}", self.instruction()));
        }
        let want = self.expect(&threads);
        let got_out = gpu.download(out, 4 * WORDS * THREADS);
        let (got_global, got_shared) =
            (gpu.download(global, SLOT * THREADS), gpu.download(shared, SLOT * THREADS));
        let wrong = |&at: &usize| {
            let output: Vec<u8> = want[at].output.iter().flat_map(|w| w.to_le_bytes()).collect();
            got_out[at * 4 * WORDS..][..4 * WORDS] != output[..]
                || got_global[at * SLOT..][..SLOT] != want[at].global
                || got_shared[at * SLOT..][..SLOT] != want[at].shared
        };
        let count = (0..THREADS).filter(|at| wrong(at)).count();
        let at = (0..THREADS).find(wrong)?;
        let output: Vec<u32> = got_out[at * 4 * WORDS..][..4 * WORDS]
            .chunks(4)
            .map(|c| u32::from_le_bytes(c.try_into().expect("four bytes")))
            .collect();
        let (global, shared) = (&got_global[at * SLOT..][..SLOT], &got_shared[at * SLOT..][..SLOT]);
        Some(format!(
            "{} variant {}: {count} of {THREADS} wrong: thread {at} with {:?}\n  words {output:?}, expected {:?}\n  global {global:02x?}\n  expected {:02x?}\n  shared {shared:02x?}\n  expected {:02x?}",
            self.instruction(),
            self.variant,
            threads[at].input,
            want[at].output,
            want[at].global,
            want[at].shared
        ))
    }

    /// Replaces floats of which the manual leaves the sum open: not a number, or subnormal.
    fn tame(&self, t: &mut Thread) {
        let float = self.mods.last().filter(|m| matches!(m, Mod::F16 | Mod::Bf16 | Mod::F32 | Mod::F64));
        if float.is_some() {
            for at in (1..SLOT).step_by(2) {
                // In all formats, neither infinity nor NaN nor a sum of single precision that is subnormal.
                t.global[at] = t.global[at] & 0xb7 | 0x20;
                t.shared[at] = t.shared[at] & 0xb7 | 0x20;
            }
        }
    }
}

/// Runs a share of the combinations and variants.
pub fn walk(share: usize, of: usize, mode: Mode) {
    let mut jobs = Vec::new();
    for form in forms().iter().filter(|f| covers(f)) {
        for mods in form.combinations() {
            for variant in 0..Job::variants(form, &mods) {
                jobs.push(Job { form, mods: mods.clone(), variant });
            }
        }
    }
    let jobs: Vec<Job> =
        jobs.into_iter().enumerate().filter(|(i, _)| i % of == share).map(|(_, j)| j).collect();
    assert!(!jobs.is_empty(), "the table has such rows");
    let mut failures = Vec::new();
    for batch in jobs.chunks(BATCH) {
        let mut module = HEADER.to_string();
        for (index, job) in batch.iter().enumerate() {
            module += &job.kernel(&format!("k{index}"));
        }
        let mut gpu = Gpu::new(&module, mode);
        failures.extend(
            batch.iter().enumerate().filter_map(|(index, job)| job.run(&mut gpu, &format!("k{index}"))),
        );
    }
    report(&failures);
}
