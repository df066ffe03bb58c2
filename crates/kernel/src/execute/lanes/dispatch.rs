//! The fastest way this host has: wider vectors and fused multiply-add, found out at run time.
//!
//! A baseline x86-64 build has neither, so the lanes are computed inside a function that is compiled for
//! hosts that do and entered only on them. Elsewhere software fuses; both ways round exactly once, and
//! nothing else here depends on the host, so all hosts agree on every bit.

use super::{Results, Sources};
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

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn hardware_and_software_agree() {
        struct Add(f32, f32, f32);
        impl Task for Add {
            type Output = u32;
            fn run<F: Fused>(self) -> u32 {
                let sum = F::single(self.0, self.1, self.2);
                if sum.is_nan() { 0x7fff_ffff } else { sum.to_bits() }
            }
        }
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
        for a in values {
            for b in values {
                for c in values {
                    assert_eq!(fastest(Add(a, b, c)), Add(a, b, c).run::<Software>());
                }
            }
        }
    }
}
