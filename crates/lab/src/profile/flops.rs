//! Floating-point operations of an instruction, by its opcode in PTX or SASS.

/// Kind of floating-point operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlopKind {
    Fp32,
    Fp64,
    Fp16,
    Tensor,
}

impl FlopKind {
    pub const ALL: [FlopKind; 4] = [FlopKind::Fp32, FlopKind::Fp64, FlopKind::Fp16, FlopKind::Tensor];

    pub const fn name(self) -> &'static str {
        match self {
            FlopKind::Fp32 => "fp32",
            FlopKind::Fp64 => "fp64",
            FlopKind::Fp16 => "fp16",
            FlopKind::Tensor => "tensor",
        }
    }
}

/// Operations of an instruction for each active lane. A multiply-add counts as two; none for other instructions.
pub fn flops(opcode: &str) -> Option<(FlopKind, f64)> {
    let base = opcode.split('.').next().unwrap_or(opcode);
    if let Some(found) = sass(base, opcode) {
        return Some(found);
    }
    if matches!(base, "mma" | "wmma") {
        let [m, n, k] = shape(opcode)?;
        // All lanes of the warp compute the product together.
        return (base == "mma" || opcode.contains(".mma."))
            .then_some((FlopKind::Tensor, 2.0 * m * n * k / 32.0));
    }
    let operations = match base {
        "fma" | "mad" => 2.0,
        "add" | "sub" | "mul" | "div" | "rcp" | "sqrt" | "rsqrt" | "min" | "max" | "sin" | "cos" | "ex2"
        | "lg2" | "tanh" => 1.0,
        _ => return None,
    };
    let kind = |name: &str| opcode.split('.').any(|part| part == name);
    if kind("f16x2") || kind("bf16x2") {
        Some((FlopKind::Fp16, 2.0 * operations))
    } else if kind("f16") || kind("bf16") {
        Some((FlopKind::Fp16, operations))
    } else if kind("f32") {
        Some((FlopKind::Fp32, operations))
    } else if kind("f64") {
        Some((FlopKind::Fp64, operations))
    } else {
        None
    }
}

fn sass(base: &str, opcode: &str) -> Option<(FlopKind, f64)> {
    Some(match base {
        "FFMA" => (FlopKind::Fp32, 2.0),
        "FADD" | "FMUL" | "MUFU" | "FMNMX" => (FlopKind::Fp32, 1.0),
        "DFMA" => (FlopKind::Fp64, 2.0),
        "DADD" | "DMUL" => (FlopKind::Fp64, 1.0),
        "HFMA2" => (FlopKind::Fp16, 4.0),
        "HADD2" | "HMUL2" => (FlopKind::Fp16, 2.0),
        "HMMA" | "IMMA" | "DMMA" => {
            // `HMMA.16816.F32`: m, n and k, each of one or two digits.
            let shape = opcode.split('.').nth(1)?;
            let [m, n, k] = match shape {
                "884" => [8.0, 8.0, 4.0],
                "1688" => [16.0, 8.0, 8.0],
                "16816" => [16.0, 8.0, 16.0],
                "16832" => [16.0, 8.0, 32.0],
                _ => return None,
            };
            (FlopKind::Tensor, 2.0 * m * n * k / 32.0)
        }
        _ => return None,
    })
}

/// `m`, `n` and `k` of a part such as `m16n8k16`.
fn shape(opcode: &str) -> Option<[f64; 3]> {
    let part = opcode.split('.').find(|part| part.starts_with('m') && part.contains('k'))?;
    let numbers: Vec<f64> =
        part.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiply_adds_count_twice_and_packed_ones_four_times() {
        assert_eq!(flops("fma.rn.f32"), Some((FlopKind::Fp32, 2.0)));
        assert_eq!(flops("add.f64"), Some((FlopKind::Fp64, 1.0)));
        assert_eq!(flops("fma.rn.f16x2"), Some((FlopKind::Fp16, 4.0)));
        assert_eq!(flops("mad.lo.s32"), None);
        assert_eq!(flops("ld.global.f32"), None);
        assert_eq!(flops("FFMA"), Some((FlopKind::Fp32, 2.0)));
    }

    #[test]
    fn a_product_of_matrices_is_shared_by_the_lanes() {
        assert_eq!(
            flops("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"),
            Some((FlopKind::Tensor, 128.0))
        );
        assert_eq!(flops("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32"), Some((FlopKind::Tensor, 256.0)));
        assert_eq!(flops("wmma.load.a.sync.aligned.row.m16n16k16.global.f16"), None);
        assert_eq!(flops("HMMA.16816.F32"), Some((FlopKind::Tensor, 128.0)));
    }
}
