//! Communication within a warp, against a model of 32 lanes; and barriers that reduce.

use super::cases::Rng;
use super::driver::{HEADER, name, operand_type, register_letter, report, words};
use super::gpu::{Gpu, Way};
use std::fmt::Write;
use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::forms::{Form, Group, OperandRole, forms};
use warploom_kernel::ptx::isa::{Mod, Opcode};

const BLOCK: u32 = 128;
const THREADS: u32 = 2048;
/// Written before the instruction, to see which lanes it leaves alone.
const UNTOUCHED: u64 = 0x5a5a_5a5a;

/// Rows this module walks.
pub fn covers(form: &Form) -> bool {
    form.group == Group::Warp
        || form.group == Group::Barrier && form.slots.iter().any(|s| s.choices.contains(&vec![Mod::Red]))
}

/// What each lane has: a value, what says where to look, what limits that, a predicate.
#[derive(Clone, Copy, Default)]
struct Lane {
    a: u64,
    b: u64,
    c: u64,
    p: bool,
}

/// A warp's inputs: the member mask of each lane, and what each lane has. A lane that its own mask does not name takes no part.
type Warp = ([u32; 32], [Lane; 32]);

/// What a lane must have: its result and predicate, where they are defined.
type Result = (Option<u64>, Option<bool>);

struct Job {
    opcode: Opcode,
    mods: Vec<Mod>,
    operands: Vec<OperandRole>,
    negated: bool,
    /// Whether the instruction names its lanes, rather than running on those active.
    sync: bool,
}

impl Job {
    fn new(form: &Form, mods: &[Mod], index: usize) -> Job {
        Job {
            opcode: form.opcode,
            mods: mods.to_vec(),
            operands: form.operands.iter().map(|o| o.role).collect(),
            negated: index % 2 == 1,
            sync: mods.contains(&Mod::Sync),
        }
    }

    fn has(&self, m: Mod) -> bool {
        self.mods.contains(&m)
    }

    fn wide(&self) -> bool {
        self.has(Mod::B64)
    }

    fn text(&self) -> String {
        let mut sources = match self.opcode {
            Opcode::Shfl => vec!["%r5", "%r6", "%r7"],
            Opcode::Vote => vec![if self.negated { "!%p1" } else { "%p1" }],
            Opcode::Activemask | Opcode::Elect => vec![],
            _ if self.wide() => vec!["%l5"],
            _ => vec!["%r5"],
        };
        if self.sync {
            sources.push("%r4");
        }
        let result = match self.operands[0] {
            OperandRole::DstPair(_) => "%r8|%p2".to_string(),
            OperandRole::Dst(ty) => format!("%{}8", register_letter(operand_type(ty, &self.mods).bits())),
            other => panic!("{other:?} first"),
        };
        let operands: Vec<&str> = [result.as_str()].into_iter().chain(sources).collect();
        format!("{} {};", name(self.opcode, &self.mods), operands.join(", "))
    }

    fn result_is_predicate(&self) -> bool {
        self.has(Mod::Pred)
    }

    fn kernel(&self, kernel: &str) -> String {
        let mut text = format!(
            ".visible .entry {kernel}(.param .u64 pm, .param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pp, \
             .param .u64 out)\n{{\n.reg .pred %p<16>;\n.reg .b32 %r<16>;\n.reg .b64 %l<16>;\n\
             mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %ntid.x;\nmov.u32 %r2, %tid.x;\n\
             mad.lo.s32 %r0, %r0, %r1, %r2;\nmul.wide.u32 %l1, %r0, 8;\n"
        );
        for (parameter, register) in [("pm", 4), ("pa", 5), ("pb", 6), ("pc", 7), ("pp", 9)] {
            writeln!(
                text,
                "ld.param.u64 %l0, [{parameter}];\nadd.s64 %l0, %l0, %l1;\nld.global.b64 %l{register}, [%l0];\n\
                 cvt.u32.u64 %r{register}, %l{register};"
            )
            .unwrap();
        }
        writeln!(
            text,
            "setp.ne.u32 %p1, %r9, 0;\nmov.u32 %r8, {UNTOUCHED:#x};\nmov.u32 %r10, 2;\n\
             mov.u32 %r2, %laneid;\nshr.u32 %r3, %r4, %r2;\nand.b32 %r3, %r3, 1;\nsetp.eq.u32 %p3, %r3, 0;\n\
             @%p3 bra DONE;\n{}",
            self.text()
        )
        .unwrap();
        if self.result_is_predicate() {
            text += "selp.u32 %r8, 1, 0, %p8;\n";
        }
        if matches!(self.operands[0], OperandRole::DstPair(_)) {
            text += "selp.u32 %r10, 1, 0, %p2;\n";
        }
        text + "DONE:\nld.param.u64 %l0, [out];\nadd.s64 %l0, %l0, %l1;\nst.global.v2.u32 [%l0], {%r8, %r10};\nret;\n}\n"
    }

    /// The inputs of a warp. If the instruction names its lanes, half of the warps are partitioned.
    fn warp(&self, rng: &mut Rng, index: usize) -> Warp {
        let masks = match index % 8 {
            4.. if self.sync => partition(rng, index),
            0 | 1 | 4 | 5 => [u32::MAX; 32],
            2 | 6 => [rng.bits() as u32 | 1 << rng.below(32); 32],
            _ => [1 << rng.below(32) | 1 << rng.below(32) | 1 << rng.below(32); 32],
        };
        // Segments of a power of two, as compilers write them, and whatever else.
        let width = 1u64 << rng.below(6);
        let clamp = if self.has(Mod::Up) { 0 } else { 0x1f };
        let regular = (32 - width) << 8 | clamp;
        let (shift, alike) = (rng.below(34), rng.below(3));
        let common = rng.bits();
        let mut lanes = [Lane::default(); 32];
        for lane in &mut lanes {
            lane.a = match alike {
                0 => common,
                1 => common ^ rng.below(3) << 40 ^ rng.below(2),
                _ => rng.bits(),
            };
            lane.b = if index % 8 < 5 { shift } else { rng.below(64) };
            lane.c = if index % 16 < 10 { regular } else { rng.bits() & 0x1f1f };
            lane.p = match index % 5 {
                0 => true,
                1 => false,
                2 => rng.below(16) != 0,
                3 => rng.below(16) == 0,
                _ => rng.below(2) == 0,
            };
        }
        (masks, lanes)
    }

    /// The model: what each participating lane gets.
    fn model(&self, (masks, lanes): &Warp) -> [Result; 32] {
        let mut results = [(None, None); 32];
        for lane in (0..32).filter(|&l| takes_part(masks, l)) {
            results[lane] = self.model_of_group(masks[lane], lanes)[lane];
        }
        results
    }

    /// The model of the lanes with the mask `member`.
    fn model_of_group(&self, member: u32, lanes: &[Lane; 32]) -> [Result; 32] {
        let takes_part = |lane: usize| member >> lane & 1 == 1;
        let members: Vec<usize> = (0..32).filter(|&l| takes_part(l)).collect();
        let votes: Vec<bool> = members.iter().map(|&l| lanes[l].p != self.negated).collect();
        let value = |lane: usize| if self.wide() { lanes[lane].a } else { lanes[lane].a & 0xffff_ffff };
        let values: Vec<u64> = members.iter().map(|&l| value(l)).collect();
        let mut results = [(None, None); 32];
        for &lane in &members {
            results[lane] = match self.opcode {
                Opcode::Shfl => {
                    let (from, inside) = self.source_lane(lane, lanes[lane].b, lanes[lane].c);
                    // What a lane that takes no part holds is undefined.
                    (takes_part(from).then(|| value(from)), Some(inside))
                }
                Opcode::Vote if self.has(Mod::Ballot) => {
                    let ballot = members.iter().zip(&votes).map(|(&l, &v)| u64::from(v) << l).sum();
                    (Some(ballot), None)
                }
                Opcode::Vote => {
                    let some = votes.contains(&true);
                    let every = !votes.contains(&false);
                    let verdict = if self.has(Mod::All) {
                        every
                    } else if self.has(Mod::Any) {
                        some
                    } else {
                        every || !some
                    };
                    (Some(u64::from(verdict)), None)
                }
                Opcode::Match if self.has(Mod::Any) => {
                    let same = members.iter().filter(|&&l| value(l) == value(lane)).map(|&l| 1u64 << l).sum();
                    (Some(same), None)
                }
                Opcode::Match => {
                    let all = values.iter().all(|&v| v == values[0]);
                    (Some(if all { u64::from(member) } else { 0 }), Some(all))
                }
                Opcode::Redux => (Some(self.reduced(&values)), None),
                Opcode::Activemask => (Some(u64::from(member)), None),
                // Which lane leads is open; that one does is judged over the warp.
                Opcode::Elect => (None, None),
                other => panic!("no model of {other}"),
            };
        }
        results
    }

    /// Where a shuffle reads, and whether that lies within bounds.
    fn source_lane(&self, lane: usize, b: u64, c: u64) -> (usize, bool) {
        let (lane, b) = (lane as i64, (b & 0x1f) as i64);
        let (clamp, segment) = ((c & 0x1f) as i64, (c >> 8 & 0x1f) as i64);
        let most = lane & segment | clamp & !segment;
        let least = lane & segment;
        let (from, inside) = if self.has(Mod::Up) {
            (lane - b, lane - b >= most)
        } else if self.has(Mod::Down) {
            (lane + b, lane + b <= most)
        } else if self.has(Mod::Bfly) {
            (lane ^ b, lane ^ b <= most)
        } else {
            (least | b & !segment, (least | b & !segment) <= most)
        };
        (if inside { from as usize } else { lane as usize }, inside)
    }

    fn reduced(&self, values: &[u64]) -> u64 {
        let signed = |v: u64| if self.has(Mod::S32) { i64::from(v as u32 as i32) } else { v as i64 };
        let numbers = values.iter().map(|&v| signed(v));
        let all = if self.has(Mod::Add) {
            numbers.sum()
        } else if self.has(Mod::Min) {
            numbers.min().expect("some lane takes part")
        } else if self.has(Mod::Max) {
            numbers.max().expect("some lane takes part")
        } else if self.has(Mod::And) {
            numbers.fold(-1, |x, y| x & y)
        } else if self.has(Mod::Or) {
            numbers.fold(0, |x, y| x | y)
        } else {
            numbers.fold(0, |x, y| x ^ y)
        };
        all as u32 as u64
    }

    fn run(&self, gpu: &mut Gpu, kernel: &str) -> Option<String> {
        let mut rng = Rng::named(&self.text());
        let warps: Vec<_> = (0..THREADS as usize / 32).map(|index| self.warp(&mut rng, index)).collect();
        let column = |get: &dyn Fn(u32, &Lane) -> u64| -> Vec<u8> {
            warps
                .iter()
                .flat_map(|(masks, lanes)| masks.iter().zip(lanes).map(|(m, l)| get(*m, l)))
                .flat_map(u64::to_le_bytes)
                .collect()
        };
        let mut args = [
            column(&|m, _| u64::from(m)),
            column(&|_, l| l.a),
            column(&|_, l| l.b),
            column(&|_, l| l.c),
            column(&|_, l| u64::from(l.p)),
        ]
        .map(|bytes| gpu.upload(&bytes))
        .to_vec();
        let out = gpu.upload(&vec![0; 8 * THREADS as usize]);
        args.push(out);
        for way in Way::ALL {
            gpu.overwrite(out, &vec![0; 8 * THREADS as usize]);
            if let Err(fault) = gpu.launch_in(way, kernel, [THREADS / BLOCK, 1, 1], [BLOCK, 1, 1], &args) {
                return Some(format!("{} {way:?}  {fault}", self.text()));
            }
            let got = words(&gpu.download(out, 8 * THREADS as usize), 4);
            if let Some(wrong) = self.compare(&warps, &got) {
                return Some(format!("{wrong}, {way:?}"));
            }
        }
        None
    }

    /// The first difference from the model.
    fn compare(&self, warps: &[Warp], got: &[u64]) -> Option<String> {
        for (index, warp) in warps.iter().enumerate() {
            let (masks, lanes) = warp;
            let got = &got[64 * index..][..64];
            if let Some(lane) = self.first_wrong(warp, got) {
                let have: Vec<String> = lanes
                    .iter()
                    .map(|l| format!("{:x}/{:x}/{:x}/{}", l.a, l.b, l.c, u8::from(l.p)))
                    .collect();
                return Some(format!(
                    "{} warp {index}, members {masks:x?}, lane {lane}: expected {:x?}, got {:#x} and {:#x}; lanes a/b/c/p {have:?}",
                    self.text(),
                    self.model(warp)[lane],
                    got[2 * lane],
                    got[2 * lane + 1],
                ));
            }
        }
        None
    }

    fn first_wrong(&self, warp: &Warp, got: &[u64]) -> Option<usize> {
        let masks = &warp.0;
        let (value, predicate) = (|lane: usize| got[2 * lane], |lane: usize| got[2 * lane + 1]);
        if self.opcode == Opcode::Elect {
            return (0..32).filter(|&l| takes_part(masks, l)).find(|&lane| {
                let members: Vec<usize> = (0..32).filter(|l| masks[lane] >> l & 1 == 1).collect();
                let leaders: Vec<usize> = members.iter().copied().filter(|&l| predicate(l) == 1).collect();
                leaders.len() != 1 || value(lane) != leaders[0] as u64
            });
        }
        let model = self.model(warp);
        (0..32).find(|&lane| {
            if !takes_part(masks, lane) {
                return value(lane) != UNTOUCHED;
            }
            let (want, second) = model[lane];
            want.is_some_and(|w| w != value(lane)) || second.is_some_and(|s| u64::from(s) != predicate(lane))
        })
    }
}

/// Whether a lane's own mask names it.
fn takes_part(masks: &[u32; 32], lane: usize) -> bool {
    masks[lane] >> lane & 1 == 1
}

/// Masks of lanes in groups: tiles of a power of two, or groups at random, some of which take no part.
fn partition(rng: &mut Rng, index: usize) -> [u32; 32] {
    let (tile, groups, absent) = (1 << rng.below(5), 1 + rng.below(8), rng.below(8));
    let group_of: [u64; 32] = std::array::from_fn(|lane| match index % 2 {
        0 => lane as u64 / tile,
        _ => rng.below(groups),
    });
    std::array::from_fn(|lane| {
        let same = (0..32).filter(|&other| group_of[other] == group_of[lane]);
        if group_of[lane] == absent { 0 } else { same.fold(0, |mask, other| mask | 1 << other) }
    })
}

/// Runs every combination that works within a warp, in every way that a kernel is executed.
pub fn walk() {
    let mut jobs = Vec::new();
    for form in forms().iter().filter(|f| f.group == Group::Warp) {
        for (index, mods) in form.combinations().iter().enumerate() {
            jobs.push(Job::new(form, mods, index));
        }
    }
    let mut failures = Vec::new();
    // Shuffles and votes that name no lanes ended with sm_70.
    let old = |job: &Job| !job.sync && job.opcode != Opcode::Activemask;
    for (header, batch) in [
        (HEADER, jobs.iter().filter(|j| !old(j)).collect::<Vec<_>>()),
        (".version 6.0\n.target sm_60\n.address_size 64\n", jobs.iter().filter(|j| old(j)).collect()),
    ] {
        let mut module = header.to_string();
        for (index, job) in batch.iter().enumerate() {
            module += &job.kernel(&format!("k{index}"));
        }
        for mode in [Mode::Warps32, Mode::Warps64] {
            let mut gpu = Gpu::new(&module, mode);
            for (index, job) in batch.iter().enumerate() {
                failures.extend(job.run(&mut gpu, &format!("k{index}")));
            }
        }
    }
    report(&failures);
}

/// Barriers that count or combine a predicate, over the whole CTA or over two named halves of it.
#[test]
fn barriers_that_reduce() {
    let mut module = HEADER.to_string();
    let mut jobs = Vec::new();
    for form in forms().iter().filter(|f| f.group == Group::Barrier && covers(f)) {
        for (index, mods) in form.combinations().iter().enumerate() {
            let counted = form.operands.len() == 4;
            let (negated, popc) = (index % 2 == 1, mods.contains(&Mod::Popc));
            // A barrier is named by a literal or by a register; counted ones differ by thread.
            let barrier = if counted || index % 3 == 0 { "%r4" } else { "1" };
            let operands = [
                if popc { "%r8" } else { "%p8" },
                barrier,
                if counted { "64" } else { "" },
                if negated { "!%p1" } else { "%p1" },
            ];
            let operands: Vec<&str> = operands.into_iter().filter(|o| !o.is_empty()).collect();
            let text = format!("{} {};", name(form.opcode, mods), operands.join(", "));
            let select = if popc { "" } else { "selp.u32 %r8, 1, 0, %p8;\n" };
            let _ = writeln!(
                module,
                ".visible .entry k{}(.param .u64 pp, .param .u64 out)\n{{\n.reg .pred %p<16>;\n.reg .b32 %r<16>;\n\
                 .reg .b64 %l<16>;\nmov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %ntid.x;\nmov.u32 %r2, %tid.x;\n\
                 mad.lo.s32 %r0, %r0, %r1, %r2;\nmul.wide.u32 %l1, %r0, 4;\nld.param.u64 %l0, [pp];\n\
                 add.s64 %l0, %l0, %l1;\nld.global.u32 %r9, [%l0];\nsetp.ne.u32 %p1, %r9, 0;\n\
                 mov.u32 %r4, 2;\n{}{text}\n{select}ld.param.u64 %l0, [out];\nadd.s64 %l0, %l0, %l1;\n\
                 st.global.u32 [%l0], %r8;\nret;\n}}",
                jobs.len(),
                if counted { "shr.u32 %r4, %r2, 6;\nadd.u32 %r4, %r4, 1;\n" } else { "" },
            );
            jobs.push((text, counted, negated, mods.clone()));
        }
    }
    let mut gpu = Gpu::new(&module, Mode::Warps32);
    let mut failures = Vec::new();
    for (index, (text, counted, negated, mods)) in jobs.iter().enumerate() {
        let mut rng = Rng::named(text);
        let predicates: Vec<u32> = (0..THREADS)
            .map(|t| match t / 64 % 4 {
                0 => 1,
                1 => u32::from(rng.below(40) != 0),
                2 => u32::from(rng.below(40) == 0),
                _ => 0,
            })
            .collect();
        let input = gpu.upload(&predicates.iter().flat_map(|p| p.to_le_bytes()).collect::<Vec<_>>());
        let out = gpu.upload(&vec![0xaa; 4 * THREADS as usize]);
        let kernel = format!("k{index}");
        if let Err(fault) = gpu.launch(&kernel, [THREADS / BLOCK, 1, 1], [BLOCK, 1, 1], &[input, out]) {
            failures.push(format!("{text}  {fault}"));
            continue;
        }
        let got = words(&gpu.download(out, 4 * THREADS as usize), 4);
        let size = if *counted { 64 } else { BLOCK as usize };
        for (group, (predicates, got)) in predicates.chunks(size).zip(got.chunks(size)).enumerate() {
            let votes = predicates.iter().filter(|&&p| (p != 0) != *negated).count();
            let want = if mods.contains(&Mod::Popc) {
                votes
            } else if mods.contains(&Mod::And) {
                usize::from(votes == size)
            } else {
                usize::from(votes > 0)
            };
            if let Some(wrong) = got.iter().find(|&&g| g != want as u64) {
                failures.push(format!(
                    "{text} group {group}: {votes} of {size} vote: expected {want}, got {wrong}"
                ));
                break;
            }
        }
    }
    report(&failures);
}
