//! Operations on all lanes of a warp at once: how they are called, and arithmetic that instruction sets share.
//!
//! A decoder looks an instruction up once and calls it through a plain function pointer for every warp that runs it. Nothing here
//! knows of registers or activity masks.

pub(crate) mod approx;
pub(crate) mod dispatch;
pub(crate) mod exact;
pub(crate) mod scalar;

/// The operands of a lane operation, by their position among the instruction's sources.
///
/// A source's class decides where it stands: 16- and 32-bit values in `s`, 64-bit values in `l`,
/// predicates (a bit per lane) in `p`. Entries of other classes at that position are unspecified.
/// A value narrower than 32 bits arrives with unspecified upper bits.
pub struct Sources<'a, const W: usize> {
    /// Values of up to 32 bits.
    pub s: [&'a [u32; W]; 5],
    /// Values of 64 bits.
    pub l: [&'a [u64; W]; 5],
    /// Predicates, a bit per lane; at [`CARRY`] the carry flag.
    pub p: [u64; 5],
}

/// Where the carry flag stands in [`Sources::p`]; it is returned in `p[1]` of [`Results`].
pub const CARRY: usize = 4;

/// What a lane operation computed: in `s`, `l` or `p[0]`, by the class of its destination.
///
/// A value of a type narrower than 32 bits is extended to 32 by its type's sign. Every lane is
/// computed, whether it is active or not; the caller merges.
pub struct Results<const W: usize> {
    /// Values of up to 32 bits.
    pub s: [u32; W],
    /// Values of 64 bits.
    pub l: [u64; W],
    /// Predicates: the result, and a second one (carry out, or the second predicate of packed compares).
    pub p: [u64; 2],
}

/// Computes all lanes of one instruction.
pub type LaneOp<const W: usize> = fn(&Sources<'_, W>, &mut Results<W>);

/// Computes an atomic's new value from the old value and its one or two operands.
pub type AtomicOp = fn(old: u64, b: u64, c: u64) -> u64;

/// Lifts a scalar expression to lanes: `lanes!(s(s a, l b) => e)` reads source 0 as `a` from class
/// `s` and source 1 as `b` from class `l`, and stores `e` in class `s`.
macro_rules! lanes {
    ($o:ident($($c:ident $a:ident),+) => $e:expr) => {{
        let op: crate::execute::lanes::LaneOp<W> = |x, r| lanes!(@loop x, r, $o($($c $a),+) => $e);
        op
    }};
    (@loop $x:ident, $r:ident, $o:ident($ca:ident $a:ident) => $e:expr) => {
        for i in 0..W {
            let $a = $x.$ca[0][i];
            $r.$o[i] = $e;
        }
    };
    (@loop $x:ident, $r:ident, $o:ident($ca:ident $a:ident, $cb:ident $b:ident) => $e:expr) => {
        for i in 0..W {
            let ($a, $b) = ($x.$ca[0][i], $x.$cb[1][i]);
            $r.$o[i] = $e;
        }
    };
    (@loop $x:ident, $r:ident, $o:ident($ca:ident $a:ident, $cb:ident $b:ident, $cc:ident $c:ident) => $e:expr) => {
        for i in 0..W {
            let ($a, $b, $c) = ($x.$ca[0][i], $x.$cb[1][i], $x.$cc[2][i]);
            $r.$o[i] = $e;
        }
    };
    (@loop $x:ident, $r:ident,
        $o:ident($ca:ident $a:ident, $cb:ident $b:ident, $cc:ident $c:ident, $cd:ident $d:ident) => $e:expr
    ) => {
        for i in 0..W {
            let ($a, $b, $c, $d) = ($x.$ca[0][i], $x.$cb[1][i], $x.$cc[2][i], $x.$cd[3][i]);
            $r.$o[i] = $e;
        }
    };
}
pub(crate) use lanes;

/// Like [`lanes!`], compiled once more for hosts with wider vectors: for what is executed most.
macro_rules! wide {
    ($o:ident($($c:ident $a:ident),+) => $e:expr) => {{
        struct Lanes;
        impl<const W: usize> crate::execute::lanes::dispatch::Kernel<W> for Lanes {
            #[inline(always)]
            fn run<F: crate::execute::lanes::dispatch::Fused>(
                x: &crate::execute::lanes::Sources<'_, W>,
                r: &mut crate::execute::lanes::Results<W>,
            ) {
                crate::execute::lanes::lanes!(@loop x, r, $o($($c $a),+) => $e);
            }
        }
        let op: crate::execute::lanes::LaneOp<W> = crate::execute::lanes::dispatch::dispatch::<W, Lanes>;
        op
    }};
}
pub(crate) use wide;

/// The mask of `lanes` lanes.
pub(crate) const fn full(lanes: usize) -> u64 {
    u64::MAX >> (64 - lanes)
}
