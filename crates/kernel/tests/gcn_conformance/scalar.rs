//! Walks the scalar ALU rows: 16 waves that take 64 cases each.

use super::harness::{CASES, Kernel, LANES, TARGETS};
use crate::conformance::cases::{Rng, integer_value};
use warploom_kernel::gcn::table::{Form, Format, Implicit, Role, Target, Type, forms};

/// Rows that this walker covers.
pub fn covers(form: &Form) -> bool {
    form.format.is_scalar_alu() && !form.mnemonic.contains("pc_b64") && !form.mnemonic.contains("etreg")
}

/// Dwords of a case: src0, src1, old destination, SCC, pad, EXEC; then destination, SCC, EXEC.
const WORDS: usize = 16;

struct Inputs {
    a: u64,
    b: u64,
    old: u64,
    scc: bool,
    exec: u64,
}

/// Destination, SCC and EXEC after an instruction; `None` for what stays.
#[derive(Default)]
struct Effects {
    dst: Option<u64>,
    scc: Option<bool>,
    exec: Option<u64>,
}

fn value(dst: u64) -> Effects {
    Effects { dst: Some(dst), ..Effects::default() }
}

fn with(dst: u64, scc: bool) -> Effects {
    Effects { dst: Some(dst), scc: Some(scc), exec: None }
}

fn nonzero(dst: u64) -> Effects {
    with(dst, dst != 0)
}

fn condition(scc: bool) -> Effects {
    Effects { scc: Some(scc), ..Effects::default() }
}

fn logic(what: &str, a: u64, b: u64) -> u64 {
    match what {
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "andn2" => a & !b,
        "orn2" => a | !b,
        "nand" => !(a & b),
        "nor" => !(a | b),
        "xnor" => !(a ^ b),
        other => panic!("no operation `{other}`"),
    }
}

/// What the manuals say. `bits` is the width of the sources.
fn reference(name: &str, i: &Inputs, bits: u32) -> Effects {
    let mask = if bits == 64 { u64::MAX } else { 0xffff_ffff };
    let (a, b, old) = (i.a & mask, i.b & mask, i.old & mask);
    let signed = |x: u64| if bits == 64 { i128::from(x as i64) } else { i128::from(x as i32) };
    let (sa, sb) = (signed(a), signed(b));
    let (ua, ub) = (i128::from(a), i128::from(b));
    let amount = (i.b & u64::from(bits - 1)) as u32;
    let carried = |sum: i128| with(sum as u64 & mask, !(0..1 << 32).contains(&sum));
    let overflowed = |sum: i128| with(sum as u64 & mask, i32::try_from(sum).is_err());
    let order = |unsigned: bool| if unsigned { ua.cmp(&ub) } else { sa.cmp(&sb) };
    let unsigned = name.ends_with("_u32") || name.ends_with("_u64");
    let count = |ones: bool| (0..bits).filter(|n| (a >> n & 1 == 1) == ones).count() as u64;
    let find = |bit: u64| (0..bits).find(|n| a >> n & 1 == bit).map_or(0xffff_ffff, u64::from);
    let leading = |x: u64| (0..bits).find(|n| x >> (bits - 1 - n) & 1 == 1).map_or(0xffff_ffff, u64::from);
    let rest = name.strip_prefix("s_").expect("a scalar instruction");
    let what = rest.split('_').next().expect("a name");
    if rest.ends_with("saveexec_b64") {
        let exec = logic(what, i.a, i.exec);
        return Effects { dst: Some(i.exec), scc: Some(exec != 0), exec: Some(exec) };
    }
    match what {
        "add" if unsigned => carried(ua + ub),
        "sub" if unsigned => carried(ua - ub),
        "add" => overflowed(sa + sb),
        "sub" => overflowed(sa - sb),
        "addk" => overflowed(signed(old) + sb),
        "addc" => carried(ua + ub + i128::from(i.scc)),
        "subb" => carried(ua - ub - i128::from(i.scc)),
        "min" => with(if order(unsigned).is_lt() { a } else { b }, order(unsigned).is_lt()),
        "max" => with(if order(unsigned).is_gt() { a } else { b }, order(unsigned).is_gt()),
        "cselect" => value(if i.scc { a } else { b }),
        "and" | "or" | "xor" | "andn2" | "orn2" | "nand" | "nor" | "xnor" => {
            nonzero(logic(what, a, b) & mask)
        }
        "lshl" => nonzero((u128::from(a) << amount) as u64 & mask),
        "lshr" => nonzero(a >> amount),
        "ashr" => nonzero((sa >> amount) as u64 & mask),
        "bfm" => {
            let width = (i.a & u64::from(bits - 1)) as u32;
            value((((1u128 << width) - 1) << amount) as u64 & mask)
        }
        "mul" => value((ua * ub) as u64 & mask),
        "mulk" => value((signed(old) * sb) as u64 & mask),
        "bfe" => {
            let width = (i.b >> 16 & 0x7f) as u32;
            let field = if unsigned { ua >> amount } else { sa >> amount };
            let kept = field & ((1i128 << width.min(100)) - 1);
            let sign = if unsigned || width == 0 { 0 } else { kept >> (width - 1) & 1 };
            nonzero((kept - (sign << width)) as u64 & mask)
        }
        "absdiff" => nonzero((sa as i32).wrapping_sub(sb as i32).unsigned_abs().into()),
        "mov" => value(a),
        "movk" => value(b),
        "cmov" => value(if i.scc { a } else { old }),
        "cmovk" => value(if i.scc { b } else { old }),
        "not" => nonzero(!a & mask),
        "wqm" => {
            let quad = |n: u32| if a >> (4 * n) & 0xf != 0 { 0xf << (4 * n) } else { 0 };
            nonzero((0..bits / 4).map(quad).sum())
        }
        "quadmask" => nonzero((0..bits / 4).map(|n| u64::from(a >> (4 * n) & 0xf != 0) << n).sum()),
        "brev" => value((0..bits).map(|n| (a >> n & 1) << (bits - 1 - n)).sum()),
        "bcnt0" => nonzero(count(false)),
        "bcnt1" => nonzero(count(true)),
        "ff0" => value(find(0)),
        "ff1" => value(find(1)),
        "flbit" if rest.contains("_b") => value(leading(a)),
        "flbit" => value(leading(if sa < 0 { !a & mask } else { a })),
        "sext" if rest.ends_with("i8") => value(u64::from(a as i8 as u32)),
        "sext" => value(u64::from(a as i16 as u32)),
        "bitset0" => value(old & !(1 << (i.a & u64::from(bits - 1)))),
        "bitset1" => value(old | 1 << (i.a & u64::from(bits - 1))),
        "abs" => nonzero(sa.unsigned_abs() as u64 & mask),
        "bitcmp0" => condition(a >> amount & 1 == 0),
        "bitcmp1" => condition(a >> amount & 1 == 1),
        "cmp" | "cmpk" => {
            let order = order(unsigned);
            condition(match rest.split('_').nth(1) {
                Some("eq") => order.is_eq(),
                Some("lg") => order.is_ne(),
                Some("gt") => order.is_gt(),
                Some("ge") => order.is_ge(),
                Some("lt") => order.is_lt(),
                _ => order.is_le(),
            })
        }
        _ => panic!("`{name}` has no reference"),
    }
}

/// A source that is the same in all cases: its text, and its bits as 32 and as 64 bits wide.
type Fixed = (String, [u64; 2]);

fn immediate(rng: &mut Rng, name: &str) -> Fixed {
    let bits = rng.pick(&[0u16, 1, 0x7fff, 0x8000, 0xffff, 0xfffe, 64, rng_word(name)]);
    let wide = if name.ends_with("_u32") { u32::from(bits) } else { i32::from(bits as i16) as u32 };
    (format!("{bits:#x}"), [wide.into(), wide.into()])
}

fn rng_word(name: &str) -> u16 {
    Rng::named(name).bits() as u16
}

fn check(form: &'static Form, target: Target, index: usize) {
    let name = form.mnemonic.as_str();
    let mut rng = Rng::named(&format!("{name} {target} {index}"));
    let mut k = Kernel::new(target);
    k.prologue();
    k.lines(
        "s_lshl_b32 s40, s3, 9
        s_mov_b32 s41, 64
        loop:
        s_load_dwordx8 s[48:55], s[4:5], s40
        s_add_u32 s42, s40, 32
        s_load_dwordx2 s[56:57], s[4:5], s42
        s_waitcnt lgkmcnt(0)
        s_cmp_lg_u32 s54, 0
        s_mov_b64 exec, s[56:57]",
    );
    let mut fixed: [Option<Fixed>; 2] = [None, None];
    let mut operands = Vec::new();
    let mut sources = 0;
    // The width that the operation works on: that of its first source, or of its destination.
    let mut bits = None;
    for o in &form.operands {
        let wide = o.ty.registers() == 2;
        let register =
            |first: u32| if wide { format!("s[{first}:{}]", first + 1) } else { format!("s{first}") };
        operands.push(match o.role {
            Role::ScalarDst => {
                if o.also_read || name.starts_with("s_bfm") {
                    bits = bits.or(Some(32 * o.ty.registers()));
                }
                register(52)
            }
            Role::Imm => {
                let (text, value) = immediate(&mut rng, name);
                fixed[1] = Some((text.clone(), value));
                text
            }
            _ => {
                bits = bits.or(Some(32 * o.ty.registers()));
                let nth = sources;
                sources += 1;
                let constant = match (index, nth) {
                    (1, 1) | (3, 0) => {
                        let (text, value) =
                            rng.pick(&[("-16", -16i64), ("64", 64), ("0", 0), ("-1", -1), ("31", 31)]);
                        Some((text.to_owned(), [u64::from(value as u32), value as u64]))
                    }
                    (2, 0) if !wide => {
                        let literal = rng.bits() as u32 | 0x100;
                        Some((format!("{literal:#x}"), [literal.into(), literal.into()]))
                    }
                    _ => None,
                };
                match constant {
                    Some((text, value)) => {
                        fixed[nth] = Some((text.clone(), value));
                        text
                    }
                    None => register(48 + 2 * nth as u32),
                }
            }
        });
    }
    let bits = bits.unwrap_or(32);
    let instruction = format!("{name} {}", operands.join(", "));
    k.line(&instruction);
    k.lines(
        "s_cselect_b32 s58, 1, 0
        s_mov_b64 s[60:61], exec
        s_mov_b64 exec, 1
        v_mov_b32 v1, s52
        v_mov_b32 v2, s53
        v_mov_b32 v3, s58
        v_mov_b32 v4, s60
        v_mov_b32 v5, s61
        buffer_store_dwordx4 v[1:4], off, s[4:7], s40 offset:40
        buffer_store_dword v5, off, s[4:7], s40 offset:56
        s_add_u32 s40, s40, 64
        s_sub_u32 s41, s41, 1
        s_cmp_lg_u32 s41, 0
        s_cbranch_scc1 loop",
    );
    let mut data = vec![0u32; WORDS * CASES];
    let types: Vec<Type> = form.operands.iter().map(|o| o.ty).collect();
    let width = if types.iter().any(|t| t.registers() == 2) { 64 } else { 32 };
    for case in 0..CASES {
        let mut a = integer_value(&mut rng, width);
        let mut b = match rng.below(6) {
            0 => a,
            1 => a.wrapping_add(1),
            _ => integer_value(&mut rng, width),
        };
        // Fields: an offset and a width, within and beyond the source.
        if name.starts_with("s_bfe") && rng.below(4) > 0 {
            b = rng.below(70) | rng.below(70) << 16 | rng.bits() << 32;
        }
        if name.contains("bitset") && rng.below(2) == 0 {
            a = rng.below(64);
        }
        let old = integer_value(&mut rng, width);
        let words = [a, b, old, rng.below(2), rng.bits()];
        for (nth, word) in words.into_iter().enumerate() {
            data[WORDS * case + 2 * nth] = word as u32;
            data[WORDS * case + 2 * nth + 1] = (word >> 32) as u32;
        }
    }
    let after = k.run(&data, CASES);
    for case in 0..CASES {
        let pair = |data: &[u32], at: usize| {
            u64::from(data[WORDS * case + at]) | u64::from(data[WORDS * case + at + 1]) << 32
        };
        let pick = |nth: usize, loaded: u64| match &fixed[nth] {
            Some((_, value)) => value[usize::from(bits == 64)],
            None => loaded,
        };
        let inputs = Inputs {
            a: pick(0, pair(&data, 0)),
            b: pick(1, pair(&data, 2)),
            old: pair(&data, 4),
            scc: data[WORDS * case + 6] != 0,
            exec: pair(&data, 8),
        };
        let effects = reference(name, &inputs, bits);
        let written = form.operands.iter().find(|o| o.role == Role::ScalarDst).map(|o| o.ty.registers());
        let dst = match (written, effects.dst) {
            (Some(2), Some(value)) => value,
            (Some(_), Some(value)) => value & 0xffff_ffff | inputs.old & !0xffff_ffff,
            _ => inputs.old,
        };
        let want = (dst, effects.scc.unwrap_or(inputs.scc), effects.exec.unwrap_or(inputs.exec));
        let got = (pair(&after, 10), after[WORDS * case + 12] != 0, pair(&after, 13));
        let (a, b, scc) = (inputs.a, inputs.b, inputs.scc);
        assert_eq!(
            got, want,
            "`{instruction}` on {target}: {a:#x}, {b:#x}, old {:#x}, SCC {scc}",
            inputs.old
        );
        assert_eq!(effects.scc.is_some(), form.writes.contains(&Implicit::Scc), "`{name}`: SCC in the table");
        assert_eq!(
            effects.exec.is_some(),
            form.writes.contains(&Implicit::Exec),
            "`{name}`: EXEC in the table"
        );
    }
    assert_eq!(LANES, 64);
}

pub fn walk() {
    for form in forms().values().flatten().filter(|f| covers(f)) {
        for target in TARGETS.into_iter().filter(|&t| form.is_on(t)) {
            // An immediate is the same in all cases: more kernels.
            let kernels = if form.format == Format::Sopk { 8 } else { 4 };
            (0..kernels).for_each(|index| check(form, target, index));
        }
    }
}
