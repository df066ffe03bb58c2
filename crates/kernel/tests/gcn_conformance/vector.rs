//! Walks the vector ALU rows: each combination of instruction, target, encoding, sources and modifiers is a kernel, each
//! work-item a case.

use super::harness::{CASES, Kernel, LANES, TARGETS, WAVES};
use super::reference::{Bound, Case, S, flushed, format_of, reference};
use crate::conformance::cases::{Rng, float_value, integer_value};
use crate::conformance::exact::Mode;
use crate::conformance::exact::{decode, round};
use warploom_kernel::gcn::table::{Form, Format, Implicit, Role, Target, Type, forms};

/// Rows that this walker covers.
pub fn covers(form: &Form) -> bool {
    form.format.is_vector_alu() && form.mnemonic != "v_nop" && !form.mnemonic.contains("lane_b32")
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Encoding {
    Short,
    Long,
    Sdwa,
}

#[derive(Clone, Debug)]
enum SourceKind {
    Vgpr,
    /// One value per wave, in s[20:21].
    Sgpr,
    /// The same bits in all lanes, written as this text.
    Constant(String, u64),
}

#[derive(Clone, Debug)]
struct Source {
    ty: Type,
    kind: SourceKind,
    neg: bool,
    abs: bool,
    sext: bool,
    /// SDWA selection: index into [`PARTS`].
    part: usize,
}

/// SDWA selections: name, shift, bits.
const PARTS: [(&str, u32, u32); 7] = [
    ("DWORD", 0, 32),
    ("BYTE_0", 0, 8),
    ("BYTE_1", 8, 8),
    ("BYTE_2", 16, 8),
    ("BYTE_3", 24, 8),
    ("WORD_0", 0, 16),
    ("WORD_1", 16, 16),
];

const UNUSED: [&str; 3] = ["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"];

/// Inline constants: text, and bits as a 16-bit, 32-bit and 64-bit operand.
const INLINE: [(&str, [u64; 3]); 8] = [
    ("0", [0, 0, 0]),
    ("64", [64, 64, 64]),
    ("-16", [0xfff0, 0xffff_fff0, 0xffff_ffff_ffff_fff0]),
    ("1", [1, 1, 1]),
    ("0.5", [0x3800, 0x3f00_0000, 0x3fe0_0000_0000_0000]),
    ("-1.0", [0xbc00, 0xbf80_0000, 0xbff0_0000_0000_0000]),
    ("4.0", [0x4400, 0x4080_0000, 0x4010_0000_0000_0000]),
    ("-2.0", [0xc000, 0xc000_0000, 0xc000_0000_0000_0000]),
];

fn bits_of(ty: Type) -> u32 {
    match ty {
        Type::U16 | Type::I16 | Type::B16 | Type::F16 => 16,
        _ => 32 * ty.registers(),
    }
}

fn mask(bits: u32) -> u64 {
    if bits == 64 { u64::MAX } else { (1 << bits) - 1 }
}

struct Job {
    form: &'static Form,
    target: Target,
    encoding: Encoding,
    sources: Vec<Source>,
    flush: bool,
    partial: bool,
    clamp: bool,
    omod: i64,
    /// SDWA destination: index into [`PARTS`] and [`UNUSED`].
    part: usize,
    unused: usize,
    seed: String,
}

/// Instructions that Volcanic Islands moved from VOP2 to VOP3.
fn moved(form: &Form, target: Target) -> bool {
    let moved = ["bfm_b32", "bcnt_u32_b32", "mbcnt_", "ldexp_f32", "cvt_pkrtz"];
    target == Target::VolcanicIslands && moved.iter().any(|m| form.mnemonic.contains(m))
}

fn has_short(form: &Form, target: Target) -> bool {
    form.format != Format::Vop3 && !moved(form, target)
}

fn has_long(form: &Form) -> bool {
    !form.operands.iter().any(|o| o.role == Role::Literal)
}

fn has_sdwa(form: &Form, target: Target) -> bool {
    target == Target::VolcanicIslands
        && has_short(form, target)
        && has_long(form)
        && form
            .operands
            .iter()
            .all(|o| o.ty.registers() == 1 || matches!(o.role, Role::MaskDst | Role::MaskSrc))
}

impl Job {
    /// Combination number `index` of an instruction, or `None` if the instruction has no such combination.
    fn new(form: &'static Form, target: Target, index: usize) -> Option<Job> {
        let encoding = match index {
            0..=4 => Encoding::Short,
            5..=10 => Encoding::Long,
            _ => Encoding::Sdwa,
        };
        let exists = match encoding {
            Encoding::Short => has_short(form, target),
            Encoding::Long => has_long(form),
            Encoding::Sdwa => has_sdwa(form, target),
        };
        if !exists {
            return None;
        }
        let seed = format!("{} {target} {index}", form.mnemonic);
        let mut rng = Rng::named(&seed);
        let wanted = |role| matches!(role, Role::VectorSrc | Role::VectorSrc1 | Role::Literal);
        let mut sources: Vec<Source> = (form.operands.iter())
            .filter(|o| wanted(o.role))
            .map(|o| {
                let kind = match o.role {
                    Role::Literal => {
                        let bits = float_value(&mut rng, S) as u32;
                        SourceKind::Constant(format!("{bits:#x}"), bits.into())
                    }
                    _ => SourceKind::Vgpr,
                };
                Source { ty: o.ty, kind, neg: false, abs: false, sext: false, part: 0 }
            })
            .collect();
        let has_literal = !has_long(form);
        let nth = match index {
            // Only the first source of a short encoding may be something else than a VGPR.
            1..=3 => Some(0),
            6..=8 if !sources.is_empty() => Some(index % sources.len()),
            _ => None,
        };
        if let Some(nth) = nth.filter(|_| !sources.is_empty() && !has_literal) {
            let ty = sources[nth].ty;
            sources[nth].kind = match index {
                1 | 6 => SourceKind::Sgpr,
                3 => literal(&mut rng, ty),
                _ => {
                    let (text, bits) = rng.pick(&INLINE);
                    let width = [16, 32, 64].iter().position(|&w| w == bits_of(ty)).unwrap_or(1);
                    SourceKind::Constant(text.to_owned(), bits[width])
                }
            };
        }
        let dst = form.operands.iter().find(|o| o.role == Role::VectorDst).map(|o| o.ty);
        let div_scale = form.mnemonic.starts_with("v_div_scale");
        let (mut clamp, mut omod, mut part, mut unused) = (false, 0, 0, 0);
        if encoding == Encoding::Long && index > 5 && !div_scale {
            for (nth, source) in sources.iter_mut().enumerate() {
                // The sign of a constant is its own.
                if source.ty.is_float() && !matches!(source.kind, SourceKind::Constant(..)) {
                    source.neg = (index + nth).is_multiple_of(2);
                    source.abs = (index + nth).is_multiple_of(3);
                }
            }
            if dst.is_some_and(Type::is_float) {
                clamp = index == 7 || index == 10;
                omod = [0, 0, 0, 0, 0, 0, 0, 0, 1, -1, 2][index];
            }
        }
        if encoding == Encoding::Sdwa {
            for (nth, source) in sources.iter_mut().enumerate() {
                source.part = (index * 3 + nth * 2) % 7;
                source.sext = !source.ty.is_float() && source.part > 0 && (index + nth).is_multiple_of(2);
                let whole = match source.ty {
                    Type::F32 => source.part == 0,
                    _ => matches!(source.part, 0 | 5 | 6),
                };
                source.neg = source.ty.is_float() && whole && index.is_multiple_of(2);
                source.abs = source.ty.is_float() && whole && index.is_multiple_of(3);
            }
            if dst.is_some() && !form.operands.iter().any(|o| o.also_read) {
                (part, unused) = ((index * 5) % 7, index % 3);
            }
        }
        let flush = index % 3 == 1 || index == 9 || index == 8;
        let partial = index > 0 && index != 5;
        Some(Job { form, target, encoding, sources, flush, partial, clamp, omod, part, unused, seed })
    }

    fn instruction(&self) -> String {
        let short = self.encoding != Encoding::Long;
        let mut next = self.sources.iter().enumerate();
        let mut operands = Vec::new();
        for o in &self.form.operands {
            let pair = |first: u32, ty: Type| match ty.registers() {
                1 => format!("v{first}"),
                n => format!("v[{first}:{}]", first + n - 1),
            };
            operands.push(match o.role {
                Role::VectorDst => pair(8, o.ty),
                Role::MaskDst => {
                    if short {
                        "vcc".to_owned()
                    } else {
                        "s[30:31]".to_owned()
                    }
                }
                Role::MaskSrc => {
                    if short {
                        "vcc".to_owned()
                    } else {
                        "s[26:27]".to_owned()
                    }
                }
                _ => {
                    let (nth, source) = next.next().expect("as many sources as operands");
                    let mut text = match &source.kind {
                        SourceKind::Vgpr => pair(2 + 2 * nth as u32, source.ty),
                        SourceKind::Sgpr if source.ty.registers() == 2 => "s[20:21]".to_owned(),
                        SourceKind::Sgpr => "s20".to_owned(),
                        SourceKind::Constant(text, _) => text.clone(),
                    };
                    if source.sext {
                        text = format!("sext({text})");
                    }
                    if source.abs {
                        text = format!("|{text}|");
                    }
                    if source.neg {
                        text = format!("-{text}");
                    }
                    text
                }
            });
        }
        let suffix = match self.encoding {
            Encoding::Short => "_e32",
            Encoding::Long if self.form.format == Format::Vop3 => "",
            Encoding::Long => "_e64",
            Encoding::Sdwa => "_sdwa",
        };
        let mut text = format!("{}{suffix} {}", self.form.mnemonic, operands.join(", "));
        if self.clamp {
            text += " clamp";
        }
        text += match self.omod {
            1 => " mul:2",
            2 => " mul:4",
            -1 => " div:2",
            _ => "",
        };
        if self.encoding == Encoding::Sdwa {
            if self.writes_vector() {
                text += &format!(" dst_sel:{} dst_unused:{}", PARTS[self.part].0, UNUSED[self.unused]);
            }
            for (nth, source) in self.sources.iter().enumerate() {
                text += &format!(" src{nth}_sel:{}", PARTS[source.part].0);
            }
        }
        text
    }

    fn writes_vector(&self) -> bool {
        self.form.operands.iter().any(|o| o.role == Role::VectorDst)
    }

    fn mask_written(&self) -> bool {
        self.form.operands.iter().any(|o| o.role == Role::MaskDst)
    }

    fn kernel(&self) -> Kernel {
        let mut k = Kernel::new(self.target);
        k.flush = self.flush;
        k.prologue();
        for column in 0..8 {
            k.load_column(2 + column as u32, column);
        }
        k.line("v_mov_b32 v61, 1");
        k.load_uniform(20, 10);
        k.load_uniform(26, 9);
        k.load_uniform(28, 8);
        k.line("s_mov_b64 vcc, s[26:27]");
        k.line("s_mov_b64 exec, s[28:29]");
        k.line(self.instruction());
        k.line("s_mov_b64 s[34:35], exec");
        if self.encoding != Encoding::Long {
            k.line("s_mov_b64 s[30:31], vcc");
        }
        k.line("s_mov_b64 exec, -1");
        k.store_column(8, 11);
        k.store_column(9, 12);
        k.line("s_mov_b64 exec, s[30:31]");
        k.store_column(61, 13);
        k.line("s_mov_b64 exec, s[34:35]");
        k.store_column(61, 14);
        k
    }

    /// A source as the operation sees it.
    fn applied(&self, source: &Source, bits: u64) -> u64 {
        let mut bits = bits;
        if self.encoding == Encoding::Sdwa {
            let (_, shift, width) = PARTS[source.part];
            bits = bits >> shift & mask(width);
            if source.sext && bits >> (width - 1) & 1 == 1 {
                bits |= 0xffff_ffff & !mask(width);
            }
        }
        let sign = 1u64 << (bits_of(source.ty) - 1);
        if source.abs {
            bits &= !sign;
        }
        if source.neg {
            bits ^= sign;
        }
        bits
    }

    /// A result with output modifiers.
    fn finished(&self, value: u64, ty: Type) -> u64 {
        let Some(f) = format_of(ty) else { return value };
        let mut bits = value;
        // Output modifiers are ignored if denormals of the type are kept.
        if self.omod != 0 && ty == Type::F32 && self.flush && !f.is_nan(bits) {
            let scale = crate::conformance::exact::integer(if self.omod == 2 { 4 } else { 2 });
            let x = decode(bits, f);
            let x = if self.omod < 0 {
                crate::conformance::exact::div(&x, &scale)
            } else {
                crate::conformance::exact::mul(&x, &scale)
            };
            bits = flushed(round(&x, f, Mode::NearestEven), f);
            if bits == f.sign_bit() {
                bits = 0;
            }
        }
        if self.clamp {
            bits = match bits {
                _ if f.is_nan(bits) || bits & f.sign_bit() != 0 => 0,
                _ => bits.min(f.one()),
            };
        }
        bits
    }

    /// The destination after SDWA has placed the result.
    fn placed(&self, value: u64, old: u64) -> u64 {
        let (_, shift, width) = PARTS[self.part];
        if self.encoding != Encoding::Sdwa || width == 32 {
            return value;
        }
        let field = mask(width) << shift;
        let inside = value << shift & field;
        match self.unused {
            0 => inside,
            1 if value >> (width - 1) & 1 == 1 => (inside | !mask(shift + width)) & 0xffff_ffff,
            1 => inside,
            _ => inside | (old & 0xffff_ffff & !field),
        }
    }

    fn check(&self) {
        let mut rng = Rng::named(&self.seed);
        let mut data = vec![0u32; 15 * CASES];
        let put = |data: &mut Vec<u32>, column: usize, row: usize, value: u64| {
            data[column * CASES + row] = value as u32;
            data[(column + 1) * CASES + row] = (value >> 32) as u32;
        };
        let old_type = self.form.operands.first().map_or(Type::B32, |o| o.ty);
        for row in 0..CASES {
            let mut values: Vec<u64> = self.sources.iter().map(|s| value(&mut rng, s.ty)).collect();
            relate(&mut rng, &self.form.mnemonic, &self.sources, &mut values);
            for (nth, bits) in values.into_iter().enumerate() {
                put(&mut data, 2 * nth, row, bits);
            }
            let high = rng.bits() << 32;
            let old = value(&mut rng, old_type);
            put(&mut data, 6, row, if bits_of(old_type) == 64 { old } else { high | old & 0xffff_ffff });
        }
        let uniform = self.sources.iter().find(|s| matches!(s.kind, SourceKind::Sgpr));
        for wave in 0..WAVES {
            let exec = match wave % 4 {
                _ if !self.partial => u64::MAX,
                0 => rng.bits(),
                1 => rng.bits() & rng.bits() & rng.bits(),
                2 => 1 << rng.below(64),
                _ => !(1 << rng.below(64)),
            };
            for (column, bits) in
                [(8, exec), (9, rng.bits()), (10, uniform.map_or(0, |s| value(&mut rng, s.ty)))]
            {
                data[column * CASES + 2 * wave] = bits as u32;
                data[column * CASES + 2 * wave + 1] = (bits >> 32) as u32;
            }
        }
        let kernel = self.kernel();
        let after = kernel.run(&data, CASES);
        let get = |column: usize, row: usize| {
            u64::from(data[column * CASES + row]) | u64::from(data[(column + 1) * CASES + row]) << 32
        };
        let of_wave = |column: usize, wave: usize| {
            let at = column * CASES + 2 * wave;
            u64::from(data[at]) | u64::from(data[at + 1]) << 32
        };
        let vector = self.form.operands.iter().find(|o| o.role == Role::VectorDst).map(|o| o.ty);
        let to_exec = self.form.writes.contains(&Implicit::Exec);
        for row in 0..CASES {
            let (wave, lane) = (row / LANES, row % LANES);
            let active = of_wave(8, wave) >> lane & 1 == 1;
            let mut s = [0; 3];
            for (nth, source) in self.sources.iter().enumerate() {
                let wide = source.ty.registers() == 2;
                let bits = match &source.kind {
                    SourceKind::Vgpr => get(2 * nth, row),
                    SourceKind::Sgpr => of_wave(10, wave),
                    SourceKind::Constant(_, bits) => *bits,
                };
                s[nth] = self.applied(source, if wide { bits } else { bits & 0xffff_ffff });
            }
            let old = get(6, row);
            let bit = of_wave(9, wave) >> lane & 1 == 1;
            let case = Case { s, old, lane: lane as u32, bit, flush: self.flush };
            let wanted = reference(&self.form.mnemonic, &case);
            let got = u64::from(after[11 * CASES + row]) | u64::from(after[12 * CASES + row]) << 32;
            let fail = |what: &str, got: u64, want: u64| {
                panic!(
                    "`{}` on {}, flush {}, lane {lane}, active {active}: {what} is {got:#x}, not {want:#x}\n{case:x?}",
                    self.instruction(),
                    self.target,
                    self.flush
                )
            };
            match vector {
                Some(ty) if active => {
                    let wide = ty.registers() == 2;
                    let value = self.placed(self.finished(wanted.value, ty), old);
                    let value = if wide { value } else { value & 0xffff_ffff | old & !0xffff_ffff };
                    let partial = self.encoding == Encoding::Sdwa && self.part != 0;
                    if !close(got, value, ty, if partial { Bound::Exact } else { wanted.bound }) {
                        // Part of an approximation says nothing about its distance.
                        if !(partial && wanted.bound != Bound::Exact) {
                            fail("the result", got, value);
                        }
                    }
                }
                _ if got != old => fail("the destination", got, old),
                _ => {}
            }
            let mask = after[13 * CASES + row] == 1;
            if self.mask_written() && mask != (active && wanted.mask) {
                fail("the mask", mask.into(), (active && wanted.mask).into());
            }
            let exec = after[14 * CASES + row] == 1;
            let want = active && (!to_exec || wanted.mask);
            if exec != want {
                fail("EXEC", exec.into(), want.into());
            }
        }
    }
}

/// A 32-bit literal: the upper half of a double, otherwise the low bits.
fn literal(rng: &mut Rng, ty: Type) -> SourceKind {
    let bits = match ty {
        Type::F64 => (float_value(rng, super::reference::D) >> 32) as u32,
        Type::F32 => float_value(rng, S) as u32,
        _ => rng.bits() as u32 | 0x100,
    };
    let value = match ty {
        Type::F64 => u64::from(bits) << 32,
        Type::I64 => i64::from(bits as i32) as u64,
        _ => u64::from(bits) & mask(bits_of(ty).max(32)),
    };
    // A literal of 16 bits has no upper half.
    if bits_of(ty) == 16 {
        let bits = bits & 0x7fff | 0x100;
        return SourceKind::Constant(format!("{bits:#x}"), bits.into());
    }
    let text = match bits as i32 {
        // What fits an inline constant would be one.
        -16..=64 => {
            return SourceKind::Constant(
                "0x12345".to_owned(),
                if ty == Type::F64 { 0x12345 << 32 } else { 0x12345 },
            );
        }
        _ => format!("{bits:#x}"),
    };
    SourceKind::Constant(text, value)
}

fn value(rng: &mut Rng, ty: Type) -> u64 {
    match format_of(ty) {
        Some(f) if bits_of(ty) == 16 => float_value(rng, f) & 0xffff | rng.bits() << 16,
        Some(f) => float_value(rng, f),
        None if bits_of(ty) == 16 => integer_value(rng, 16) & 0xffff | rng.bits() << 16,
        None => integer_value(rng, bits_of(ty)),
    }
}

/// Makes sources equal, opposite or small where the instruction distinguishes that.
fn relate(rng: &mut Rng, name: &str, sources: &[Source], values: &mut [u64]) {
    if name.starts_with("v_div_scale") {
        if rng.below(4) > 0 {
            values[0] = values[1 + rng.below(2) as usize];
        }
        return;
    }
    if name.starts_with("v_sin") || name.starts_with("v_cos") {
        let x = f32::from_bits(values[0] as u32);
        if x.is_finite() && x.abs() > 256.0 {
            values[0] = u64::from((x % 256.0).to_bits());
        }
        return;
    }
    if name.starts_with("v_ldexp") {
        values[1] = match rng.below(3) {
            0 => (rng.below(4400) as i64 - 2200) as u32,
            1 => (rng.below(300) as i64 - 150) as u32,
            _ => values[1] as u32,
        }
        .into();
        return;
    }
    if let [a, b, ..] = sources
        && a.ty == b.ty
    {
        match rng.below(10) {
            0 => values[1] = values[0],
            1 => values[1] = values[0] ^ 1 << (bits_of(a.ty) - 1),
            2 => values[1] = values[0].wrapping_add(1),
            _ => {}
        }
    }
}

/// Whether a result is the reference's, or near enough.
fn close(got: u64, want: u64, ty: Type, bound: Bound) -> bool {
    if got == want {
        return true;
    }
    let Some(f) = format_of(ty) else { return false };
    let outside = !mask(bits_of(ty).max(32));
    if f.is_nan(want & !outside) || f.is_nan(got & !outside) || (got ^ want) & outside != 0 {
        return false;
    }
    let (got, want) = (got & !outside, want & !outside);
    match bound {
        Bound::Exact => false,
        Bound::OneUlp => {
            let least = 1u64 << f.fraction;
            let flushed = |a: u64, b: u64| a & !f.sign_bit() == 0 && b & !f.sign_bit() == least;
            got.abs_diff(want) <= 1 || flushed(got, want) || flushed(want, got)
        }
        Bound::Absolute(most) => {
            let [got, want] = [got, want].map(|bits| f64::from(f32::from_bits(bits as u32)));
            (got - want).abs() <= most
        }
    }
}

/// Walks the combinations whose number modulo `of` is `share`.
pub fn walk(rows: impl Fn(&Form) -> bool, share: usize, of: usize) {
    let mut number = 0;
    for form in forms().values().flatten().filter(|f| covers(f) && rows(f)) {
        for target in TARGETS.into_iter().filter(|&t| form.is_on(t)) {
            for index in 0..17 {
                let Some(job) = Job::new(form, target, index) else { continue };
                number += 1;
                if number % of == share {
                    job.check();
                }
            }
        }
    }
    assert!(number >= of, "too few combinations");
}
