//! Allocations of the program as messages name them: function and number, bytes, and the line of the call.

use std::backtrace::Backtrace;
use std::collections::BTreeMap;

/// Allocations whose call is remembered. A program may make millions, and a backtrace takes about a kilobyte.
const MOST_CALLS: usize = 4096;
/// Headers of CUDA with functions that are part of the program: their callers are of interest.
const HEADERS: [&str; 2] = ["cuda_runtime.h", "cuda_runtime_api.h"];

/// Functions of the C library that start programs and threads: there is nothing of the program beyond them.
const STARTERS: [&str; 3] = ["__libc_start", "start_thread", "clone"];

/// An allocation that was made.
#[derive(Debug)]
struct KnownAllocation {
    bytes: u64,
    /// Where it was made. Symbols are looked up when the text is needed.
    call: Option<Backtrace>,
}

/// All allocations, freed ones among them: an access to freed memory is reported too.
#[derive(Debug, Default)]
pub struct Allocations {
    /// Allocations by each function.
    numbers: BTreeMap<&'static str, u64>,
    known: BTreeMap<String, KnownAllocation>,
}

impl Allocations {
    /// Name of the next allocation by a function of CUDA.
    pub fn next_name(&self, function: &'static str) -> String {
        let number = self.numbers.get(function).map_or(1, |number| number + 1);
        format!("allocation {number} of {function}")
    }

    /// Remembers the allocation that got the function's next name. To be called while the program's call runs.
    pub fn add(&mut self, function: &'static str, bytes: u64) {
        let name = self.next_name(function);
        *self.numbers.entry(function).or_default() += 1;
        let call = (self.known.len() < MOST_CALLS).then(Backtrace::force_capture);
        self.known.insert(name, KnownAllocation { bytes, call });
    }

    /// A line on an allocation: its bytes, and where the program made it if the program has debug information. None if the name is
    /// not that of an allocation, or if the message `has_bytes` and there is nothing more to say.
    pub fn line(&self, name: &str, has_bytes: bool) -> Option<String> {
        let KnownAllocation { bytes, call } = self.known.get(name)?;
        match call.as_ref().and_then(|call| source_line(&call.to_string())) {
            Some(place) => Some(format!("`{name}`: {bytes} bytes, allocated at {place}")),
            None if has_bytes => None,
            None => Some(format!("`{name}`: {bytes} bytes")),
        }
    }
}

/// The innermost source line of a backtrace that is neither of this library nor of a header of CUDA, as `FILE:LINE`.
fn source_line(backtrace: &str) -> Option<String> {
    let mut function = "";
    for line in backtrace.lines().map(str::trim) {
        let Some(place) = line.strip_prefix("at ") else {
            // `NUMBER: FUNCTION`; the line on its place follows, if it is known.
            function = line.split_once(": ").map_or(line, |(_, function)| function);
            continue;
        };
        if STARTERS.iter().any(|starter| function.starts_with(starter)) {
            return None;
        }
        let Some((file, line)) = file_and_line(place) else { continue };
        let name = file.rsplit('/').next().unwrap_or(file);
        if !name.ends_with(".rs") && !HEADERS.contains(&name) {
            return Some(format!("{}:{line}", file.strip_prefix("./").unwrap_or(file)));
        }
    }
    None
}

/// The parts of `FILE:LINE:COLUMN` or `FILE:LINE`.
fn file_and_line(place: &str) -> Option<(&str, &str)> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (rest, last) = place.rsplit_once(':').filter(|(_, last)| is_number(last))?;
    Some(rest.rsplit_once(':').filter(|(_, line)| is_number(line)).unwrap_or((rest, last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocations_are_counted_for_each_function() {
        let mut all = Allocations::default();
        assert_eq!(all.next_name("cudaMalloc"), "allocation 1 of cudaMalloc");
        all.add("cudaMalloc", 64);
        all.add("cudaMallocHost", 8);
        assert_eq!(all.next_name("cudaMalloc"), "allocation 2 of cudaMalloc");
        let line = all.line("allocation 1 of cudaMalloc", false).unwrap();
        assert!(line.starts_with("`allocation 1 of cudaMalloc`: 64 bytes"), "{line}");
        assert_eq!(all.line("allocation 2 of cudaMalloc", false), None);
    }

    #[test]
    fn the_call_is_the_first_line_that_is_the_programs() {
        let backtrace = "   0: warploom_cuda::runtime::allocations::Allocations::add
             at ./crates/cuda/src/runtime/allocations.rs:43:60
   1: <unknown>
   2: cudaMalloc<float>
             at /opt/cuda/include/cuda_runtime.h:668:10
   3: main
             at ./heat.cu:42:5
   4: __libc_start_main\n";
        assert_eq!(source_line(backtrace).as_deref(), Some("heat.cu:42"));
        assert_eq!(
            source_line("   3: main\n             at /tmp/a:b/heat.cu:42\n").as_deref(),
            Some("/tmp/a:b/heat.cu:42")
        );
        assert_eq!(source_line("   3: main\n   4: <unknown>\n"), None);
        let library =
            "   3: main\n   4: __libc_start_call_main\n             at ./csu/../sysdeps/nptl/start.h:58:16\n";
        assert_eq!(source_line(library), None);
    }
}
