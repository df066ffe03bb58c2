//! What all checks share: finding the PTX, random inputs, comparisons.

use std::fmt::Debug;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::gpu::{Arg, Gpu, Ptr, Scalar};
use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::lower::Options;

/// Where the samples' sources lie.
pub fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples")
}

/// Every PTX file of the samples: (compiler and target, sample, path), sorted.
///
/// `WARPLOOM_SAMPLES_PTX` names another directory than the committed one.
pub fn sample_files() -> Vec<(String, String, PathBuf)> {
    let root = std::env::var_os("WARPLOOM_SAMPLES_PTX").map_or_else(|| sources().join("ptx"), PathBuf::from);
    let mut files = Vec::new();
    for (compiler, place) in entries(&root) {
        for (name, path) in entries(&place) {
            if let Some(name) = name.strip_suffix(".ptx") {
                files.push((compiler.clone(), name.to_owned(), path));
            }
        }
    }
    files
}

/// `vmin … %0.h1`: ptxas merges the upper half of the result where the manual has the lower one.
const DIFFERS_IN_MACHINE_CODE: [&str; 1] = ["video"];

/// Cubins of a sample, if `WARPLOOM_SAMPLES_SASS` names a directory with them: (architecture, path), sorted.
pub fn cubins(sample: &str) -> Vec<(String, PathBuf)> {
    let Some(root) = std::env::var_os("WARPLOOM_SAMPLES_SASS").map(PathBuf::from) else { return Vec::new() };
    let file = format!("{sample}.cubin");
    let places = entries(&root).into_iter().map(|(architecture, place)| (architecture, place.join(&file)));
    places.filter(|(_, path)| path.exists()).collect()
}

/// Name and path of what is in a directory, sorted by name.
pub fn entries(place: &Path) -> Vec<(String, PathBuf)> {
    let wrong = |error: std::io::Error| -> ! { panic!("{}: {error}", place.display()) };
    let mut list: Vec<_> = fs::read_dir(place)
        .unwrap_or_else(|e| wrong(e))
        .map(|entry| entry.unwrap_or_else(|e| wrong(e)))
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .collect();
    list.sort();
    list
}

/// The text of a file.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Runs a sample's check on the PTX of every compiler in every mode, and lowered; all are tried before it fails.
pub fn run(sample: &str, check: fn(&mut Gpu)) {
    let mut tried = 0;
    let mut failed = Vec::new();
    for (compiler, name, path) in sample_files() {
        if name != sample {
            continue;
        }
        let ptx = read(&path);
        let tight = Options { registers: 16, ..Options::default() };
        let ways = [
            (Mode::Warps32, "as written", None),
            (Mode::Warps64, "as written", None),
            (Mode::Threads, "as written", None),
            (Mode::Warps32, "lowered", Some(Options::default())),
            (Mode::Warps64, "lowered to 16 registers", Some(tight)),
        ];
        for (mode, how, lowered) in ways {
            tried += 1;
            let done = catch_unwind(AssertUnwindSafe(|| check(&mut Gpu::new(&ptx, mode, lowered.as_ref()))));
            let Err(cause) = done else { continue };
            let text = cause.downcast_ref::<String>().cloned();
            let text =
                text.or_else(|| cause.downcast_ref::<&str>().map(|&s| s.to_owned())).unwrap_or_default();
            // What lanes tell each other cannot be had of a thread alone.
            if mode != Mode::Threads || !text.contains("needs a warp") {
                failed.push(format!("{sample}, {compiler}, {how}, {mode:?}: {text}"));
            }
        }
    }
    for (architecture, path) in cubins(sample) {
        if DIFFERS_IN_MACHINE_CODE.contains(&sample) {
            tried += 1;
            continue;
        }
        tried += 1;
        let cubin = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let done = catch_unwind(AssertUnwindSafe(|| check(&mut Gpu::cubin(&cubin))));
        if let Err(cause) = done {
            let text = cause.downcast_ref::<String>().cloned();
            let text =
                text.or_else(|| cause.downcast_ref::<&str>().map(|&s| s.to_owned())).unwrap_or_default();
            failed.push(format!("{sample}, {architecture}: {text}"));
        }
    }
    assert!(tried > 0, "{sample}: no compiler's PTX is there; `cargo xtask samples {sample}` makes it");
    assert!(failed.is_empty(), "{} of {tried} failed\n{}", failed.len(), failed.join("\n"));
}

/// Marsaglia's xorshift with a multiplication at the end: the same inputs everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn u64(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn u32(&mut self) -> u32 {
        (self.u64() >> 32) as u32
    }

    /// From `low` to `high`, both included.
    pub fn int(&mut self, low: i32, high: i32) -> i32 {
        let span = (i64::from(high) - i64::from(low) + 1) as u64;
        (i64::from(low) + (self.u64() >> 11).rem_euclid(span) as i64) as i32
    }

    /// From `low` up to, not including, `high`.
    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.u64() >> 11) as f64 / (1u64 << 53) as f64)
    }

    pub fn ints(&mut self, n: usize, low: i32, high: i32) -> Vec<i32> {
        (0..n).map(|_| self.int(low, high)).collect()
    }

    pub fn words(&mut self, n: usize) -> Vec<u32> {
        (0..n).map(|_| self.u32()).collect()
    }

    /// Numbers of which single precision holds all sums and products that matter exactly.
    pub fn whole_floats(&mut self, n: usize, low: i32, high: i32) -> Vec<f32> {
        self.ints(n, low, high).into_iter().map(|v| v as f32).collect()
    }

    pub fn floats(&mut self, n: usize, low: f64, high: f64) -> Vec<f32> {
        (0..n).map(|_| self.real(low, high) as f32).collect()
    }

    pub fn doubles(&mut self, n: usize, low: f64, high: f64) -> Vec<f64> {
        (0..n).map(|_| self.real(low, high)).collect()
    }
}

impl Gpu {
    /// An allocation of zeros.
    pub fn zeros<T: Scalar + Default>(&mut self, n: usize) -> Ptr {
        self.upload(&vec![T::default(); n])
    }

    /// A launch in one dimension with just enough CTAs for `n` threads.
    pub fn over(&mut self, kernel: &str, n: usize, block: u32, args: &[Arg]) {
        let grid = (n as u32).div_ceil(block);
        self.launch(kernel, [grid, 1, 1], [block, 1, 1], 0, args);
    }
}

macro_rules! into_arg {
    ($($type:ty: $variant:ident),+) => {$(
        impl From<$type> for Arg {
            fn from(value: $type) -> Arg {
                Arg::$variant(value)
            }
        }
    )+};
}

into_arg!(Ptr: Ptr, u32: U32, i32: I32, u64: U64, f32: F32, f64: F64, Vec<u8>: Bytes);

/// Arguments of a launch, each of any type that has an [`Arg`].
macro_rules! args {
    ($($value:expr),* $(,)?) => { &[$(crate::samples::gpu::Arg::from($value)),*] };
}
pub(crate) use args;

/// Each must be what was expected, exactly; for floats, to the bit but for NaN.
pub fn same<T: Scalar + Debug>(what: &str, got: &[T], want: &[T]) {
    let bits = |value: T| {
        let mut bytes = Vec::new();
        value.put(&mut bytes);
        bytes
    };
    compare(what, got, want, |got, want| bits(got) == bits(want));
}

/// Each must be within `relative` of what was expected, or within `absolute`.
pub fn close<T: Copy + Debug + Into<f64>>(what: &str, got: &[T], want: &[T], relative: f64, absolute: f64) {
    compare(what, got, want, |got, want| {
        let (got, want) = (got.into(), want.into());
        got == want || (got - want).abs() <= relative * want.abs() + absolute
    });
}

/// Names the first few that are not as expected.
pub fn compare<T: Copy + Debug>(what: &str, got: &[T], want: &[T], equal: impl Fn(T, T) -> bool) {
    assert_eq!(got.len(), want.len(), "{what}: as many results as expected");
    let wrong: Vec<usize> = (0..got.len()).filter(|&i| !equal(got[i], want[i])).collect();
    let few: Vec<String> =
        wrong.iter().take(3).map(|&i| format!("[{i}] is {:?}, not {:?}", got[i], want[i])).collect();
    assert!(wrong.is_empty(), "{what}: {} of {} wrong: {}", wrong.len(), got.len(), few.join("; "));
}

/// The rows of `out`, `n` long each, must be what each function says.
pub fn rows<T: Scalar + Debug>(what: &str, out: &[T], n: usize, expected: &[(&str, &dyn Fn(usize) -> T)]) {
    assert_eq!(out.len(), n * expected.len(), "{what}: as many rows as expected");
    for (row, (name, function)) in out.chunks(n).zip(expected) {
        let want: Vec<T> = (0..n).map(function).collect();
        same(&format!("{what}, {name}"), row, &want);
    }
}
