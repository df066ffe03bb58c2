//! The fastest way this host has: wider vectors and fused multiply-add, found out at run time.
//!
//! A baseline x86-64 build has neither, so the lanes are computed inside a function that is compiled for
//! hosts that do and entered only on them. Elsewhere software fuses; both ways round exactly once, and
//! nothing else here depends on the host, so all hosts agree on every bit.

use super::scalar::{operand, result, result64};
use super::{LaneOp, Results, Sources, Suffixes};
use crate::ptx::isa::Mod;
use std::marker::PhantomData;

/// A way to compute `a * b + c` with one rounding.
pub trait Fused {
    /// In single precision.
    fn single(a: f32, b: f32, c: f32) -> f32;
    /// In double precision.
    fn double(a: f64, b: f64, c: f64) -> f64;
}

/// One instruction, where the code is compiled for a host that has it.
struct Hardware;
impl Fused for Hardware {
    #[inline(always)]
    fn single(a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }
    #[inline(always)]
    fn double(a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }
}

/// Integer arithmetic.
#[cfg(not(target_arch = "aarch64"))]
struct Software;
#[cfg(not(target_arch = "aarch64"))]
impl Fused for Software {
    #[inline(always)]
    fn single(a: f32, b: f32, c: f32) -> f32 {
        libm::fmaf(a, b, c)
    }
    #[inline(always)]
    fn double(a: f64, b: f64, c: f64) -> f64 {
        libm::fma(a, b, c)
    }
}

/// A loop over lanes, given a way to fuse. To be inlined into what is compiled for the host.
pub trait Kernel<const W: usize> {
    /// Computes all lanes.
    fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>);
}

struct Single<const FTZ: bool, const SAT: bool>;
impl<const W: usize, const FTZ: bool, const SAT: bool> Kernel<W> for Single<FTZ, SAT> {
    #[inline(always)]
    fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
        let [a, b, c, ..] = x.s;
        for i in 0..W {
            let sum = F::single(operand::<FTZ>(a[i]), operand::<FTZ>(b[i]), operand::<FTZ>(c[i]));
            r.s[i] = result::<FTZ, SAT>(sum);
        }
    }
}

struct Double;
impl<const W: usize> Kernel<W> for Double {
    #[inline(always)]
    fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
        let [a, b, c, ..] = x.l;
        for i in 0..W {
            r.l[i] = result64(F::double(f64::from_bits(a[i]), f64::from_bits(b[i]), f64::from_bits(c[i])));
        }
    }
}

/// Work to be done the fastest way, given a way to fuse.
pub trait Task {
    /// What it returns.
    type Output;
    /// Does it. To be inlined into what is compiled for the host.
    fn run<F: Fused>(self) -> Self::Output;
}

/// Does `task` the fastest way this host has.
#[inline(always)]
pub fn fastest<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    {
        use std::sync::LazyLock;

        /// Asked for once: the question costs more than the arithmetic.
        static V3: LazyLock<Option<pulp::x86::V3>> = LazyLock::new(pulp::x86::V3::try_new);

        struct Call<T>(T);
        impl<T: Task> pulp::NullaryFnOnce for Call<T> {
            type Output = T::Output;
            #[inline(always)]
            fn call(self) -> T::Output {
                self.0.run::<Hardware>()
            }
        }

        if let Some(v3) = *V3 {
            return v3.vectorize(Call(task));
        }
    }
    #[cfg(target_arch = "aarch64")]
    return task.run::<Hardware>();
    #[cfg(not(target_arch = "aarch64"))]
    task.run::<Software>()
}

/// Runs a kernel the fastest way this host has.
pub fn dispatch<const W: usize, K: Kernel<W>>(x: &Sources<'_, W>, r: &mut Results<W>) {
    struct Lanes<'a, 'b, const W: usize, K>(&'a Sources<'b, W>, &'a mut Results<W>, PhantomData<K>);
    impl<const W: usize, K: Kernel<W>> Task for Lanes<'_, '_, W, K> {
        type Output = ();
        #[inline(always)]
        fn run<F: Fused>(self) {
            K::run::<F>(self.0, self.1);
        }
    }
    fastest(Lanes::<W, K>(x, r, PhantomData));
}

/// `fma.rn.f32` and `mad.rn.f32`.
pub(super) fn single<const W: usize>(m: Suffixes<'_>) -> LaneOp<W> {
    match (m.has(Mod::Ftz), m.has(Mod::Sat)) {
        (false, false) => dispatch::<W, Single<false, false>>,
        (false, true) => dispatch::<W, Single<false, true>>,
        (true, false) => dispatch::<W, Single<true, false>>,
        (true, true) => dispatch::<W, Single<true, true>>,
    }
}

/// `fma.rn.f64` and `mad.rn.f64`.
pub fn double<const W: usize>() -> LaneOp<W> {
    dispatch::<W, Double>
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn hardware_and_software_agree() {
        let values = [
            0.0,
            -0.0,
            1.0,
            -1.0000001,
            3.1e-42,
            1.1754944e-38,
            -1e30,
            3.4028235e38,
            f32::INFINITY,
            f32::NAN,
        ];
        let zero = [0; 1];
        for a in values {
            for b in values {
                for c in values {
                    let (a, b, c) = ([a.to_bits()], [b.to_bits()], [c.to_bits()]);
                    let x = Sources { s: [&a, &b, &c, &c, &c], l: [&zero; 5], p: [0; 5] };
                    let run = |f: LaneOp<1>| {
                        let mut r = Results { s: [0], l: [0], p: [0; 2] };
                        f(&x, &mut r);
                        r.s[0]
                    };
                    assert_eq!(
                        run(dispatch::<1, Single<false, false>>),
                        run(<Single<false, false> as Kernel<1>>::run::<Software>)
                    );
                }
            }
        }
    }
}
