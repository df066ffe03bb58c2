//! The reference measured against another one: rustc_apfloat, over edge values and random bits.

use super::cases::{Rng, float_value};
use super::exact::{self, BF16, F16, F32, F64, Format, Mode, decode, round};
use rustc_apfloat::{Float, Round, ieee};

const MODES: [(Mode, Round); 5] = [
    (Mode::NearestEven, Round::NearestTiesToEven),
    (Mode::NearestAway, Round::NearestTiesToAway),
    (Mode::Zero, Round::TowardZero),
    (Mode::Down, Round::TowardNegative),
    (Mode::Up, Round::TowardPositive),
];

fn check<F: Float>(format: Format, cases: u32) {
    let mut rng = Rng::new(u64::from(format.fraction));
    for case in 0..cases {
        let bits = [(); 3].map(|()| float_value(&mut rng, format));
        let [a, b, c] = bits.map(|x| F::from_bits(u128::from(x)));
        let [x, y, z] = bits.map(|x| decode(x, format));
        for (mode, other) in MODES {
            let pairs = [
                ("add", a.add_r(b, other), exact::add(&x, &y, mode)),
                ("mul", a.mul_r(b, other), exact::mul(&x, &y)),
                ("div", a.div_r(b, other), exact::div(&x, &y)),
                ("fma", a.mul_add_r(b, c, other), exact::fma(&x, &y, &z, mode)),
                ("rint", a.round_to_integral(other), exact::to_integer(&x, mode)),
            ];
            for (name, theirs, ours) in pairs {
                let ours = round(&ours, format, mode);
                if theirs.value.is_nan() {
                    assert!(format.is_nan(ours), "{name} {bits:x?} {mode:?}: {ours:x}, not NaN");
                } else {
                    let theirs = theirs.value.to_bits() as u64;
                    assert_eq!(ours, theirs, "{name} {bits:x?} {mode:?} case {case}: {ours:x} {theirs:x}");
                }
            }
        }
    }
}

#[test]
fn the_reference_agrees_with_apfloat_on_f16() {
    check::<ieee::Half>(F16, 4000);
}

#[test]
fn the_reference_agrees_with_apfloat_on_bf16() {
    check::<ieee::BFloat>(BF16, 4000);
}

#[test]
fn the_reference_agrees_with_apfloat_on_f32() {
    check::<ieee::Single>(F32, 6000);
}

#[test]
fn the_reference_agrees_with_apfloat_on_f64() {
    check::<ieee::Double>(F64, 4000);
}

/// The square root has no counterpart there; the host's is correctly rounded to nearest, and the
/// other modes are bracketed by the definition.
#[test]
fn the_reference_takes_square_roots() {
    let mut rng = Rng::new(7);
    for _ in 0..6000 {
        let bits = float_value(&mut rng, F64);
        let root = exact::sqrt(&decode(bits, F64));
        let nearest = round(&root, F64, Mode::NearestEven);
        let host = f64::from_bits(bits).sqrt();
        assert!(nearest == host.to_bits() || host.is_nan() && F64.is_nan(nearest), "{bits:x}");
        let (down, up) = (round(&root, F64, Mode::Down), round(&root, F64, Mode::Up));
        if !F64.is_nan(nearest) {
            assert!(nearest == down || nearest == up, "{bits:x}");
            assert!(up - down <= 1, "{bits:x}");
            let (low, high) = (decode(down, F64), decode(up, F64));
            let x = decode(bits, F64);
            let order = |a: &exact::Real, b: &exact::Real| exact::compare(a, b).expect("no NaN here");
            assert!(order(&exact::mul(&low, &low), &x).is_le(), "{bits:x}");
            assert!(order(&exact::mul(&high, &high), &x).is_ge(), "{bits:x}");
        }
        let single = float_value(&mut rng, F32);
        let ours = round(&exact::sqrt(&decode(single, F32)), F32, Mode::NearestEven);
        let host = f32::from_bits(single as u32).sqrt();
        assert!(ours as u32 == host.to_bits() || host.is_nan() && F32.is_nan(ours), "{single:x}");
    }
}

/// Narrowing and widening against apfloat's own conversions.
#[test]
fn the_reference_converts_between_formats() {
    use rustc_apfloat::FloatConvert;
    let mut rng = Rng::new(11);
    let mut lost = false;
    for _ in 0..6000 {
        let bits = float_value(&mut rng, F64);
        let (theirs, ours) = (ieee::Double::from_bits(u128::from(bits)), decode(bits, F64));
        for (mode, other) in MODES {
            let single: ieee::Single = theirs.convert_r(other, &mut lost).value;
            let half: ieee::Half = theirs.convert_r(other, &mut lost).value;
            let brain: ieee::BFloat = theirs.convert_r(other, &mut lost).value;
            for (format, value) in [(F32, single.to_bits()), (F16, half.to_bits()), (BF16, brain.to_bits())] {
                let got = round(&ours, format, mode);
                assert!(got == value as u64 || F64.is_nan(bits) && format.is_nan(got), "{bits:x} {mode:?}");
            }
        }
    }
}
