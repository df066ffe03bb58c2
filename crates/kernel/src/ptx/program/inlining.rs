//! Call sites of inlined functions.
//!
//! `atomicAdd` is a function of a header, and its instruction belongs to a line of that header. The line that a reader looks
//! for is the one that calls it.

use crate::ptx::ast::Loc;
use std::collections::BTreeMap;

/// File, line and column.
type Position = (u64, u64, u64);

/// Call sites of the positions in a function so far.
#[derive(Debug, Default)]
pub(super) struct CallSites(BTreeMap<Position, Position>);

/// Levels of inlining that are followed.
const MOST_LEVELS: usize = 32;

impl CallSites {
    /// File and line outside the toolkit's headers of the call that `loc` was inlined into; `None` if `loc` is outside itself, or
    /// if it was not inlined. `name` returns the name of a file.
    pub fn caller<'a>(&mut self, loc: &Loc, name: impl Fn(u64) -> Option<&'a str>) -> Option<(u64, u64)> {
        let at = (loc.file, loc.line, loc.column);
        if let Some(inlined) = &loc.inlined {
            let [file, line, column] = inlined.at;
            self.0.insert(at, (file, line, column));
        }
        let in_toolkit = |(file, ..): Position| name(file).is_some_and(is_toolkit_header);
        let mut found = at;
        for _ in 0..MOST_LEVELS {
            if !in_toolkit(found) {
                break;
            }
            found = *self.0.get(&found)?;
        }
        (found != at && !in_toolkit(found)).then_some((found.0, found.1))
    }

    /// File and line of the enclosing function that calls the code of `loc`, after [`CallSites::caller`]: the outermost of nested
    /// calls. `None` if `loc` was not inlined.
    pub fn outermost(&self, loc: &Loc) -> Option<(u64, u64)> {
        let [file, line, column] = loc.inlined.as_ref()?.at;
        let mut found = (file, line, column);
        for _ in 0..MOST_LEVELS {
            match self.0.get(&found) {
                Some(&outer) if outer != found => found = outer,
                _ => break,
            }
        }
        Some((found.0, found.1))
    }
}

/// Whether a file is a header of the toolkit: nvcc finds these relative to its own folder, and clang has wrappers for them.
pub(crate) fn is_toolkit_header(name: &str) -> bool {
    let tail = name.split("bin/../").nth(1);
    tail.is_some_and(|tail| tail.contains("include/")) || name.contains("/__clang_cuda_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::ast::Inlined;

    #[test]
    fn the_call_of_a_toolkit_function_is_found_through_levels() {
        let name = |file| match file {
            1 => Some("kernel.cu"),
            2 => Some("/usr/local/cuda/bin/../targets/x86_64-linux/include/sm_60_atomic_functions.hpp"),
            _ => None,
        };
        let loc = |file, line, inlined: Option<[u64; 3]>| Loc {
            file,
            line,
            column: 5,
            inlined: inlined.map(|at| Inlined { text: String::new(), at }),
        };
        let mut sites = CallSites::default();
        assert_eq!(sites.caller(&loc(1, 10, None), name), None);
        assert_eq!(sites.caller(&loc(1, 12, Some([1, 40, 1])), name), None);
        assert_eq!(sites.caller(&loc(2, 90, Some([1, 12, 9])), name), Some((1, 12)));
        assert_eq!(sites.caller(&loc(2, 30, Some([2, 90, 5])), name), Some((1, 12)));
        let outermost = |inlined| sites.outermost(&loc(2, 30, inlined));
        assert_eq!(
            [outermost(Some([2, 90, 5])), outermost(Some([7, 8, 9])), outermost(None)],
            [Some((1, 12)), Some((7, 8)), None]
        );
        assert_eq!(sites.caller(&loc(2, 31, Some([2, 77, 5])), name), None);
        assert_eq!(sites.caller(&loc(2, 32, Some([2, 32, 5])), name), None);
    }
}
