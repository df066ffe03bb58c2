//! Scalar ALU: what each instruction computes from its sources and SCC.

/// Computes result and SCC from two sources and the old SCC. Sources and results of 32 bits are in the lower half.
pub(super) type ScalarOp = fn(a: u64, b: u64, scc: bool) -> (u64, bool);

const fn low(a: u64) -> u32 {
    a as u32
}

/// Bits of an operation of 32 bits: the result, and whether it is not zero.
fn bits32(x: u32) -> (u64, bool) {
    (x.into(), x != 0)
}

fn bits64(x: u64) -> (u64, bool) {
    (x, x != 0)
}

/// A field of `a`: offset in the low bits of `b`, width from bit 16 on.
fn field(a: u64, b: u64, bits: u32, signed: bool) -> u64 {
    let offset = b as u32 & (bits - 1);
    let width = (b >> 16 & 0x7f) as u32;
    if width == 0 {
        return 0;
    }
    let (shift, width) = (64 - bits, width.min(bits - offset));
    let moved = (a << shift) >> shift >> offset;
    let up = 64 - width;
    if signed { ((moved << up) as i64 >> up) as u64 } else { (moved << up) >> up }
}

/// Position of the first bit set, or −1.
fn first_one(a: u64) -> u64 {
    if a == 0 { u64::from(u32::MAX) } else { a.trailing_zeros().into() }
}

/// Number of bits before the highest one, or −1.
fn leading(a: u64, bits: u32) -> u64 {
    if a == 0 { u64::from(u32::MAX) } else { (a.leading_zeros() - (64 - bits)).into() }
}

/// Number of bits before the highest one that differs from the sign, or −1.
fn leading_signed(a: u64, bits: u32) -> u64 {
    let wide = ((a << (64 - bits)) as i64 >> (64 - bits)) as u64;
    let different = if (wide as i64) < 0 { !wide } else { wide };
    leading(different & (u64::MAX >> (64 - bits)), bits)
}

/// Every group of four bits as four ones, if it has one.
fn whole_quads(a: u64) -> u64 {
    let any = (a | a >> 1 | a >> 2 | a >> 3) & 0x1111_1111_1111_1111;
    any * 0xf
}

/// One bit per group of four.
fn quad_mask(a: u64) -> u64 {
    (0..16).fold(0, |mask, quad| mask | u64::from(a >> (4 * quad) & 0xf != 0) << quad)
}

/// The operation of a scalar ALU instruction that computes a value or a condition from its sources. One list, a line per
/// instruction.
pub(super) fn select(mnemonic: &str) -> Option<ScalarOp> {
    Some(match mnemonic {
        "s_add_u32" => |a, b, _| {
            let (sum, carry) = low(a).overflowing_add(low(b));
            (sum.into(), carry)
        },
        "s_sub_u32" => |a, b, _| {
            let (difference, borrow) = low(a).overflowing_sub(low(b));
            (difference.into(), borrow)
        },
        "s_add_i32" | "s_addk_i32" => |a, b, _| {
            let (sum, overflow) = (low(a) as i32).overflowing_add(low(b) as i32);
            ((sum as u32).into(), overflow)
        },
        "s_sub_i32" => |a, b, _| {
            let (difference, overflow) = (low(a) as i32).overflowing_sub(low(b) as i32);
            ((difference as u32).into(), overflow)
        },
        "s_addc_u32" => |a, b, scc| {
            let sum = (a & 0xffff_ffff) + (b & 0xffff_ffff) + u64::from(scc);
            (low(sum).into(), sum >> 32 != 0)
        },
        "s_subb_u32" => |a, b, scc| {
            let (a, b) = (a & 0xffff_ffff, (b & 0xffff_ffff) + u64::from(scc));
            (low(a.wrapping_sub(b)).into(), b > a)
        },
        "s_min_u32" => |a, b, _| (low(a).min(low(b)).into(), low(a) < low(b)),
        "s_max_u32" => |a, b, _| (low(a).max(low(b)).into(), low(a) > low(b)),
        "s_min_i32" => |a, b, _| {
            let (x, y) = (low(a) as i32, low(b) as i32);
            ((x.min(y) as u32).into(), x < y)
        },
        "s_max_i32" => |a, b, _| {
            let (x, y) = (low(a) as i32, low(b) as i32);
            ((x.max(y) as u32).into(), x > y)
        },
        "s_cselect_b32" | "s_cselect_b64" => |a, b, scc| (if scc { a } else { b }, scc),
        "s_and_b32" => |a, b, _| bits32(low(a & b)),
        "s_or_b32" => |a, b, _| bits32(low(a | b)),
        "s_xor_b32" => |a, b, _| bits32(low(a ^ b)),
        "s_andn2_b32" => |a, b, _| bits32(low(a & !b)),
        "s_orn2_b32" => |a, b, _| bits32(low(a | !b)),
        "s_nand_b32" => |a, b, _| bits32(low(!(a & b))),
        "s_nor_b32" => |a, b, _| bits32(low(!(a | b))),
        "s_xnor_b32" => |a, b, _| bits32(low(!(a ^ b))),
        "s_and_b64" | "s_and_saveexec_b64" => |a, b, _| bits64(a & b),
        "s_or_b64" | "s_or_saveexec_b64" => |a, b, _| bits64(a | b),
        "s_xor_b64" | "s_xor_saveexec_b64" => |a, b, _| bits64(a ^ b),
        "s_andn2_b64" | "s_andn2_saveexec_b64" => |a, b, _| bits64(a & !b),
        "s_orn2_b64" | "s_orn2_saveexec_b64" => |a, b, _| bits64(a | !b),
        "s_nand_b64" | "s_nand_saveexec_b64" => |a, b, _| bits64(!(a & b)),
        "s_nor_b64" | "s_nor_saveexec_b64" => |a, b, _| bits64(!(a | b)),
        "s_xnor_b64" | "s_xnor_saveexec_b64" => |a, b, _| bits64(!(a ^ b)),
        "s_lshl_b32" => |a, b, _| bits32(low(a) << (b & 31)),
        "s_lshr_b32" => |a, b, _| bits32(low(a) >> (b & 31)),
        "s_ashr_i32" => |a, b, _| bits32((low(a) as i32 >> (b & 31)) as u32),
        "s_lshl_b64" => |a, b, _| bits64(a << (b & 63)),
        "s_lshr_b64" => |a, b, _| bits64(a >> (b & 63)),
        "s_ashr_i64" => |a, b, _| bits64((a as i64 >> (b & 63)) as u64),
        "s_bfm_b32" => |a, b, scc| ((((1u32 << (a & 31)) - 1) << (b & 31)).into(), scc),
        "s_bfm_b64" => |a, b, scc| (((1u64 << (a & 63)) - 1) << (b & 63), scc),
        "s_mul_i32" | "s_mulk_i32" => |a, b, scc| (low(a).wrapping_mul(low(b)).into(), scc),
        "s_bfe_u32" => |a, b, _| bits32(low(field(a, b, 32, false))),
        "s_bfe_i32" => |a, b, _| bits32(low(field(a, b, 32, true))),
        "s_bfe_u64" => |a, b, _| bits64(field(a, b, 64, false)),
        "s_bfe_i64" => |a, b, _| bits64(field(a, b, 64, true)),
        "s_absdiff_i32" => |a, b, _| {
            let difference = (low(a) as i32).wrapping_sub(low(b) as i32);
            bits32(difference.wrapping_abs() as u32)
        },
        "s_mov_b32" | "s_mov_b64" | "s_movk_i32" => |a, _, scc| (a, scc),
        "s_not_b32" => |a, _, _| bits32(low(!a)),
        "s_not_b64" => |a, _, _| bits64(!a),
        "s_wqm_b32" => |a, _, _| bits32(low(whole_quads(low(a).into()))),
        "s_wqm_b64" => |a, _, _| bits64(whole_quads(a)),
        "s_quadmask_b32" => |a, _, _| bits32(low(quad_mask(low(a).into()))),
        "s_quadmask_b64" => |a, _, _| bits64(quad_mask(a)),
        "s_brev_b32" => |a, _, scc| (low(a).reverse_bits().into(), scc),
        "s_brev_b64" => |a, _, scc| (a.reverse_bits(), scc),
        "s_bcnt0_i32_b32" => |a, _, _| bits32(low(a).count_zeros()),
        "s_bcnt0_i32_b64" => |a, _, _| bits32(a.count_zeros()),
        "s_bcnt1_i32_b32" => |a, _, _| bits32(low(a).count_ones()),
        "s_bcnt1_i32_b64" => |a, _, _| bits32(a.count_ones()),
        "s_ff0_i32_b32" => |a, _, scc| (first_one((!low(a)).into()), scc),
        "s_ff0_i32_b64" => |a, _, scc| (first_one(!a), scc),
        "s_ff1_i32_b32" => |a, _, scc| (first_one(low(a).into()), scc),
        "s_ff1_i32_b64" => |a, _, scc| (first_one(a), scc),
        "s_flbit_i32_b32" => |a, _, scc| (leading(low(a).into(), 32), scc),
        "s_flbit_i32_b64" => |a, _, scc| (leading(a, 64), scc),
        "s_flbit_i32" => |a, _, scc| (leading_signed(a, 32), scc),
        "s_flbit_i32_i64" => |a, _, scc| (leading_signed(a, 64), scc),
        "s_sext_i32_i8" => |a, _, scc| ((a as i8 as i32 as u32).into(), scc),
        "s_sext_i32_i16" => |a, _, scc| ((a as i16 as i32 as u32).into(), scc),
        "s_abs_i32" => |a, _, _| bits32((low(a) as i32).wrapping_abs() as u32),
        // The old value of the destination comes first.
        "s_bitset0_b32" => |a, b, scc| ((low(a) & !(1 << (b & 31))).into(), scc),
        "s_bitset1_b32" => |a, b, scc| ((low(a) | 1 << (b & 31)).into(), scc),
        "s_bitset0_b64" => |a, b, scc| (a & !(1 << (b & 63)), scc),
        "s_bitset1_b64" => |a, b, scc| (a | 1 << (b & 63), scc),
        "s_cmov_b32" | "s_cmov_b64" | "s_cmovk_i32" => |a, b, scc| (if scc { b } else { a }, scc),
        "s_cmp_eq_i32" | "s_cmp_eq_u32" | "s_cmpk_eq_i32" | "s_cmpk_eq_u32" => {
            |a, b, _| (0, low(a) == low(b))
        }
        "s_cmp_lg_i32" | "s_cmp_lg_u32" | "s_cmpk_lg_i32" | "s_cmpk_lg_u32" => {
            |a, b, _| (0, low(a) != low(b))
        }
        "s_cmp_gt_i32" | "s_cmpk_gt_i32" => |a, b, _| (0, low(a) as i32 > low(b) as i32),
        "s_cmp_ge_i32" | "s_cmpk_ge_i32" => |a, b, _| (0, low(a) as i32 >= low(b) as i32),
        "s_cmp_lt_i32" | "s_cmpk_lt_i32" => |a, b, _| (0, (low(a) as i32) < low(b) as i32),
        "s_cmp_le_i32" | "s_cmpk_le_i32" => |a, b, _| (0, low(a) as i32 <= low(b) as i32),
        "s_cmp_gt_u32" | "s_cmpk_gt_u32" => |a, b, _| (0, low(a) > low(b)),
        "s_cmp_ge_u32" | "s_cmpk_ge_u32" => |a, b, _| (0, low(a) >= low(b)),
        "s_cmp_lt_u32" | "s_cmpk_lt_u32" => |a, b, _| (0, low(a) < low(b)),
        "s_cmp_le_u32" | "s_cmpk_le_u32" => |a, b, _| (0, low(a) <= low(b)),
        "s_cmp_eq_u64" => |a, b, _| (0, a == b),
        "s_cmp_lg_u64" => |a, b, _| (0, a != b),
        "s_bitcmp0_b32" => |a, b, _| (0, low(a) >> (b & 31) & 1 == 0),
        "s_bitcmp1_b32" => |a, b, _| (0, low(a) >> (b & 31) & 1 == 1),
        "s_bitcmp0_b64" => |a, b, _| (0, a >> (b & 63) & 1 == 0),
        "s_bitcmp1_b64" => |a, b, _| (0, a >> (b & 63) & 1 == 1),
        _ => return None,
    })
}
