//! The grids of an evaluation's works.
//!
//! The thesis runs most applications twice, with a grid that saturates the GPU and with one that does not. Evaluations, claims and
//! stored runs distinguish the two by the work's name: `matmul` and `matmul@unsaturated`.

use warploom_suite::{Paper, Size};

/// The mark of works with a grid that does not saturate the GPU.
pub const UNSATURATED: &str = "unsaturated";

/// The name in the suite of an evaluation's work, and the mark of its grid if it has one.
pub fn split(work: &str) -> (&str, Option<&str>) {
    work.split_once('@').map_or((work, None), |(name, grid)| (name, Some(grid)))
}

/// The name of a work with a grid that does not saturate the GPU.
pub fn unsaturated(work: &str) -> String {
    format!("{work}@{UNSATURATED}")
}

/// The size at which a work of an evaluation runs if the evaluation has this size.
///
/// The thesis's unsaturated grids are small themselves, so that they run at size `small`, too.
///
/// ```
/// use warploom_papers::reproduce::grid::size_of;
/// use warploom_suite::{Paper, Size};
/// assert_eq!(size_of("matmul", Size::Small), Size::Small);
/// assert_eq!(size_of("matmul@unsaturated", Size::Small), Size::Paper(Paper::ThesisUnsaturated));
/// ```
pub fn size_of(work: &str, size: Size) -> Size {
    match (split(work).1, size) {
        (None, size) | (Some(_), size @ Size::Tiny) => size,
        (Some(_), Size::Small | Size::Paper(_)) => Size::Paper(Paper::ThesisUnsaturated),
    }
}
