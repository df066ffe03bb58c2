//! Video instructions: every combination of suffixes with and without selectors, and every selector.
//!
//! The reference reads an instruction as the manual writes it, operand texts included, on unbounded integers.

use super::cases::Rng;
use super::driver::{BATCH, HEADER, name, report, words};
use super::gpu::Gpu;
use std::fmt::Write;
use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::forms::{Form, Group, OperandRole, Parts, forms};

const BLOCK: u32 = 128;

/// Rows walked here.
pub fn covers(form: &Form) -> bool {
    form.group == Group::Video
}

/// An instruction and the texts of its operands. Sources are `%r4`, `%r5`, `%r6` or a literal; the destination is `%r7`.
struct Job {
    name: String,
    operands: Vec<String>,
    threads: u32,
}

/// The masks of a destination of four bytes.
const BYTE_MASKS: [&str; 15] = [
    "b0", "b1", "b10", "b2", "b20", "b21", "b210", "b3", "b30", "b31", "b310", "b32", "b320", "b321", "b3210",
];
const HALF_MASKS: [&str; 3] = ["h0", "h1", "h10"];
const ONE: [&str; 6] = ["b0", "b1", "b2", "b3", "h0", "h1"];

/// A selector of a source, the most significant part first.
fn source_selector(parts: Parts, rng: &mut Rng) -> String {
    let digits = |rng: &mut Rng, n: usize, of: u64| -> String {
        (0..n).map(|_| char::from(b'0' + rng.below(of) as u8)).collect()
    };
    match parts {
        Parts::Whole => String::new(),
        Parts::One => format!(".{}", rng.pick(&ONE)),
        Parts::Halves => format!(".h{}", digits(rng, 2, 4)),
        Parts::Bytes => format!(".b{}", digits(rng, 4, 8)),
    }
}

fn destination_selector(parts: Parts, rng: &mut Rng) -> String {
    match parts {
        Parts::Whole => String::new(),
        Parts::One => format!(".{}", rng.pick(&ONE)),
        Parts::Halves => format!(".{}", rng.pick(&HALF_MASKS)),
        Parts::Bytes => format!(".{}", rng.pick(&BYTE_MASKS)),
    }
}

impl Job {
    /// A combination of suffixes; `variant` 0 selects no parts where none must be, 2 has a literal.
    fn new(form: &Form, name: String, variant: usize) -> Job {
        let mut rng = Rng::named(&format!("{} {variant}", form.syntax.to_owned() + &name));
        let mut next = 3;
        let mut negatives = rng.pick(&[
            [false; 3],
            [true, false, false],
            [false, true, false],
            [true, true, false],
            [false, false, true],
            [true; 3],
        ]);
        if variant == 0 {
            negatives = [false; 3];
        }
        let mut operands = Vec::new();
        for slot in &form.operands {
            let text = match slot.role {
                OperandRole::Dst(_) => "%r7".to_owned(),
                OperandRole::PartDst(_, parts) if variant == 0 && parts != Parts::One => "%r7".to_owned(),
                OperandRole::PartDst(_, parts) => format!("%r7{}", destination_selector(parts, &mut rng)),
                OperandRole::Src(_) => {
                    next += 1;
                    if variant == 2 { format!("{:#x}", rng.bits() as u32) } else { format!("%r{next}") }
                }
                OperandRole::PartSrc(_, parts, negatable) => {
                    next += 1;
                    let minus = if negatable && negatives[next - 4] { "-" } else { "" };
                    let selector =
                        if variant == 0 { String::new() } else { source_selector(parts, &mut rng) };
                    format!("{minus}%r{next}{selector}")
                }
                other => panic!("{other:?} in {}", form.syntax),
            };
            operands.push(text);
        }
        Job { name, operands, threads: 1024 }
    }

    fn text(&self) -> String {
        format!("{} {};", self.name, self.operands.join(", "))
    }

    fn kernel(&self, name: &str) -> String {
        let mut text = format!(".visible .entry {name}(.param .u64 p0, .param .u64 p1)\n{{\n");
        text += ".reg .b32 %r<8>;\n.reg .b64 %l<4>;\n";
        text += "mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %ntid.x;\nmov.u32 %r2, %tid.x;\n";
        text += "mad.lo.s32 %r0, %r0, %r1, %r2;\nld.param.u64 %l0, [p0];\nld.param.u64 %l1, [p1];\n";
        text += "mul.wide.u32 %l2, %r0, 12;\nadd.s64 %l0, %l0, %l2;\n";
        for source in 0..3 {
            writeln!(text, "ld.global.u32 %r{}, [%l0+{}];", source + 4, 4 * source).unwrap();
        }
        writeln!(text, "{}", self.text()).unwrap();
        text += "mul.wide.u32 %l2, %r0, 4;\nadd.s64 %l1, %l1, %l2;\nst.global.u32 [%l1], %r7;\nret;\n}\n";
        text
    }

    fn run(&self, gpu: &mut Gpu, kernel: &str) -> Option<String> {
        let mut rng = Rng::named(&self.text());
        let cases: Vec<[u32; 3]> = (0..self.threads).map(|_| [(); 3].map(|()| word(&mut rng))).collect();
        let bytes: Vec<u8> = cases.iter().flatten().flat_map(|w| w.to_le_bytes()).collect();
        let inputs = gpu.upload(&bytes);
        let results = gpu.upload(&vec![0xaa; 4 * cases.len()]);
        let grid = [self.threads.div_ceil(BLOCK), 1, 1];
        if let Err(fault) = gpu.launch(kernel, grid, [BLOCK.min(self.threads), 1, 1], &[inputs, results]) {
            return Some(format!("{}  {fault}", self.text()));
        }
        let results = words(&gpu.download(results, 4 * cases.len()), 4);
        let wrong: Vec<_> = cases
            .iter()
            .zip(&results)
            .filter_map(|(case, &found)| {
                let expected = self.reference(*case);
                (u64::from(expected) != found).then(|| {
                    format!("inputs {case:#x?}: expected {expected:#x}, got {found:#x}").replace('\n', "")
                })
            })
            .collect();
        wrong
            .first()
            .map(|first| format!("{}  {} of {} wrong: {first}", self.text(), wrong.len(), cases.len()))
    }

    /// The result by the manual.
    fn reference(&self, registers: [u32; 3]) -> u32 {
        let mut suffixes = self.name.split('.');
        let full = suffixes.next().expect("an opcode");
        let suffixes: Vec<&str> = suffixes.collect();
        let has = |suffix: &str| suffixes.contains(&suffix);
        let (operation, lanes) = match full.strip_suffix(['2', '4']) {
            Some(operation) => (operation, if full.ends_with('2') { 2 } else { 4 }),
            None => (full, 1),
        };
        // Comparisons name the types of their sources only.
        let types: Vec<&str> = suffixes.iter().copied().filter(|s| matches!(*s, "u32" | "s32")).collect();
        let of_sources = if operation == "vset" { 0 } else { 1 };
        let signed_result = of_sources == 1 && types[0] == "s32";
        let signed = [types[of_sources] == "s32", types[of_sources + 1] == "s32"];
        let operands: Vec<Operand> =
            self.operands.iter().map(|text| Operand::read(text, registers)).collect();
        let third = operands.get(3).map_or(0, |operand| operand.value);
        let primary = |a: i128, b: i128| match operation {
            "vadd" => a + b,
            "vsub" => a - b,
            "vabsdiff" => (a - b).abs(),
            "vmin" => a.min(b),
            "vmax" => a.max(b),
            "vavrg" if a + b >= 0 => (a + b + 1).div_euclid(2),
            "vavrg" => (a + b).div_euclid(2),
            "vset" => i128::from(match suffixes[2] {
                "eq" => a == b,
                "ne" => a != b,
                "lt" => a < b,
                "le" => a <= b,
                "gt" => a > b,
                "ge" => a >= b,
                other => panic!("comparison {other}"),
            }),
            "vshl" | "vshr" => {
                let by = if has("wrap") { b % 32 } else { b.min(32) };
                let factor = (0..by).fold(1i128, |product, _| product * 2);
                if operation == "vshl" { a * factor } else { a.div_euclid(factor) }
            }
            other => panic!("operation {other}"),
        };
        if lanes > 1 {
            return self.side_by_side(lanes, &operands, signed, (signed_result, &has), primary);
        }
        let [a, b] = [0, 1].map(|at| operands[at + 1].one(signed[at]));
        if operation == "vmad" {
            let minus = operands[1].minus != operands[2].minus;
            let signed = signed[0] || signed[1] || minus || operands[3].minus;
            let third = if operands[3].minus { !third } else { third };
            let mut sum = if minus { -(a * b) } else { a * b } + extend(third.into(), 32, signed);
            sum += i128::from(has("po") || operands[3].minus);
            sum = sum.div_euclid(if has("shr7") {
                128
            } else if has("shr15") {
                32768
            } else {
                1
            });
            return low(if has("sat") { limit(sum, 32, signed) } else { sum });
        }
        let (width, at) = operands[0].selector.as_deref().map_or((32, 0), one_part);
        let mut result = primary(a, b);
        if has("sat") {
            result = limit(result, width, signed_result);
        }
        let (kept, c) =
            (extend(low(result).into(), 32, signed_result), extend(third.into(), 32, signed_result));
        if has("add") {
            return low(kept + c);
        }
        // Of the suffixes, `.min` and `.max` are second operations: the first ones are opcodes.
        if has("min") {
            return low(kept.min(c));
        }
        if has("max") {
            return low(kept.max(c));
        }
        replace(third, result, width, at)
    }

    fn side_by_side(
        &self,
        lanes: u32,
        operands: &[Operand],
        signed: [bool; 2],
        (signed_result, has): (bool, &dyn Fn(&str) -> bool),
        primary: impl Fn(i128, i128) -> i128,
    ) -> u32 {
        let width = 32 / lanes;
        let default = [["", "", "h10", "", "b3210"], ["", "", "h32", "", "b7654"]];
        let third = operands[3].value;
        // Both sources side by side, from which either selects.
        let parts: Vec<u128> = [1, 2]
            .iter()
            .flat_map(|&at| (0..lanes).map(move |part| (at, part)))
            .map(|(at, part)| u128::from(operands[at].value) / (1 << (part * width)) % (1 << width))
            .collect();
        let element = |at: usize, lane: u32| {
            let selector = operands[at + 1].selector.as_deref().unwrap_or(default[at][lanes as usize]);
            let digit = selector.chars().rev().nth(lane as usize).and_then(|d| d.to_digit(10));
            extend(parts[digit.expect("a digit per element") as usize], width, signed[at])
        };
        let (mut sum, mut merged) = (i128::from(third), third);
        for lane in 0..lanes {
            let masked = operands[0]
                .selector
                .as_deref()
                .is_some_and(|mask| !mask.contains(char::from_digit(lane, 10).expect("a digit")));
            if masked {
                continue;
            }
            let mut result = primary(element(0, lane), element(1, lane));
            if has("sat") {
                result = limit(result, width, signed_result);
            }
            sum += result;
            merged = replace(merged, result, width, lane);
        }
        if has("add") { low(sum) } else { merged }
    }
}

/// An operand as it is written, and the word it holds.
struct Operand {
    value: u32,
    minus: bool,
    selector: Option<String>,
}

impl Operand {
    fn read(text: &str, registers: [u32; 3]) -> Operand {
        if let Some(literal) = text.strip_prefix("0x") {
            let value = u32::from_str_radix(literal, 16).expect("a literal");
            return Operand { value, minus: false, selector: None };
        }
        let minus = text.starts_with('-');
        let (register, selector) = match text.trim_start_matches('-').split_once('.') {
            Some((register, selector)) => (register, Some(selector.to_owned())),
            None => (text.trim_start_matches('-'), None),
        };
        let number: usize = register.trim_start_matches("%r").parse().expect("a register");
        Operand { value: registers.get(number - 4).copied().unwrap_or(0), minus, selector }
    }

    /// The byte, half or word that it selects.
    fn one(&self, signed: bool) -> i128 {
        let (width, at) = self.selector.as_deref().map_or((32, 0), one_part);
        extend(u128::from(self.value) / (1 << (width * at)) % (1 << width), width, signed)
    }
}

/// Width and number of the part that `b0` or `h1` names.
fn one_part(selector: &str) -> (u32, u32) {
    let (letter, digit) = selector.split_at(1);
    (if letter == "b" { 8 } else { 16 }, digit.parse().expect("a digit"))
}

fn extend(value: u128, width: u32, signed: bool) -> i128 {
    let value = value as i128;
    if signed && value >= 1 << (width - 1) { value - (1 << width) } else { value }
}

fn limit(value: i128, width: u32, signed: bool) -> i128 {
    let (least, greatest) =
        if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) };
    value.clamp(least, greatest)
}

fn low(value: i128) -> u32 {
    value.rem_euclid(1 << 32) as u32
}

/// `word` with its part numbered `at` replaced by the low bits of `value`.
fn replace(word: u32, value: i128, width: u32, at: u32) -> u32 {
    let unit = 1i128 << (width * at);
    let old = i128::from(word) / unit % (1 << width);
    low(i128::from(word) + (value.rem_euclid(1 << width) - old) * unit)
}

/// A word with edges in its bytes, its halves or as a whole.
fn word(rng: &mut Rng) -> u32 {
    let byte = |rng: &mut Rng| rng.pick(&[0u32, 1, 0x7f, 0x80, 0x81, 0xfe, 0xff, 0x20]);
    match rng.below(5) {
        0 => {
            rng.pick(&[0, 1, 2, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff])
        }
        1 => (0..4).fold(0, |word, _| word << 8 | byte(rng)),
        2 => (0..2).fold(0, |word, _| word << 16 | rng.pick(&[0, 1, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff])),
        3 => rng.below(48) as u32,
        _ => rng.bits() as u32,
    }
}

fn run(jobs: &[Job], mode: Mode) {
    let mut failures = Vec::new();
    for batch in jobs.chunks(BATCH) {
        let mut module = HEADER.to_string();
        for (index, job) in batch.iter().enumerate() {
            module += &job.kernel(&format!("k{index}"));
        }
        let mut gpu = Gpu::new(&module, mode);
        let wrong = |(index, job): (usize, &Job)| job.run(&mut gpu, &format!("k{index}"));
        failures.extend(batch.iter().enumerate().filter_map(wrong));
    }
    report(&failures);
}

/// A share of all combinations of suffixes, each without selectors, with some, and with a literal.
pub fn walk(share: usize, of: usize, mode: Mode) {
    let mut jobs = Vec::new();
    for form in forms().iter().filter(|f| covers(f)) {
        for mods in form.combinations() {
            for variant in 0..3 {
                jobs.push(Job::new(form, name(form.opcode, &mods), variant));
            }
        }
    }
    let jobs: Vec<Job> = jobs.into_iter().skip(share).step_by(of).collect();
    assert!(!jobs.is_empty(), "the table has such rows");
    run(&jobs, mode);
}

/// Every selector and mask of one instruction of each shape.
pub fn selectors() {
    let job =
        |name: &str, operands: [String; 4]| Job { name: name.into(), operands: operands.into(), threads: 64 };
    let mut jobs = Vec::new();
    for a in ONE {
        for b in ONE {
            for d in ONE {
                let operands = [format!("%r7.{d}"), format!("%r4.{a}"), format!("%r5.{b}"), "%r6".into()];
                jobs.push(job("vsub.s32.s32.u32.sat", operands));
            }
            let operands = ["%r7".into(), format!("%r4.{a}"), format!("-%r5.{b}"), "%r6".into()];
            jobs.push(job("vmad.s32.u32.s32.sat.shr7", operands));
        }
    }
    let pair = |n: usize| format!("h{}{}", n / 4, n % 4);
    for (a, b) in (0..256).map(|n| (n / 16, n % 16)) {
        let d = HALF_MASKS[(a + b) % 3];
        let operands =
            [format!("%r7.{d}"), format!("%r4.{}", pair(a)), format!("%r5.{}", pair(b)), "%r6".into()];
        jobs.push(job("vsub2.s32.s32.u32.sat", operands));
    }
    let quad = |n: usize| format!("b{}{}{}{}", n / 512, n / 64 % 8, n / 8 % 8, n % 8);
    for a in 0..4096 {
        let (b, d) = (a * 2731 % 4096, BYTE_MASKS[a % 15]);
        let operands =
            [format!("%r7.{d}"), format!("%r4.{}", quad(a)), format!("%r5.{}", quad(b)), "%r6".into()];
        jobs.push(job("vsub4.s32.s32.u32.sat", operands));
    }
    run(&jobs, Mode::Warps32);
}

/// The instruction with the most of everything, as a check of the reference itself on numbers worked out by hand.
#[test]
fn the_reference_knows_the_examples() {
    let result = |text: &str, registers: [u32; 3]| {
        let (name, operands) = text.split_once(' ').expect("operands");
        let operands = operands.split(", ").map(str::to_owned).collect();
        Job { name: name.to_owned(), operands, threads: 1 }.reference(registers)
    };
    assert_eq!(
        result("vabsdiff4.u32.u32.u32.add %r7, %r4, %r5, %r6", [0xff00_0a05, 0x0001_050a, 7]),
        255 + 1 + 5 + 5 + 7
    );
    assert_eq!(
        result("vadd.s32.u32.s32.sat %r7.b1, %r4.b3, %r5.h0, %r6", [0xff00_0000, 0xffff, 0x1234_5678]),
        0x1234_7f78
    );
    assert_eq!(result("vmad.u32.u32.u32.po.shr7 %r7, %r4.h1, %r5.b0, %r6", [0x0010_0000, 8, 127]), 2);
    assert_eq!(result("vavrg2.s32.s32.s32 %r7, %r4, %r5, %r6", [0xfffd_0003, 0x0000_0000, 0]), 0xfffe_0002);
    assert_eq!(
        result("vset4.s32.u32.lt %r7.b20, %r4.b3210, %r5.b7654, %r6", [0xff00_00ff, 0, 0x0505_0505]),
        0x0500_0501
    );
}
