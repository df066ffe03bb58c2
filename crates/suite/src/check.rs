//! Comparison of results with the reference computed on the host.

use crate::element::Element;

/// Tolerance of a result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Tolerance {
    /// Equal bits.
    Exact,
    /// Within `absolute` + `relative` × |reference|.
    Within {
        /// Share of the reference's magnitude.
        relative: f64,
        /// Absolute part.
        absolute: f64,
    },
}

/// Comparison of one buffer with its reference.
#[derive(Clone, PartialEq, Debug)]
pub struct BufferCheck {
    pub buffer: String,
    pub tolerance: Tolerance,
    pub elements: usize,
    /// Number of wrong elements.
    pub wrong: usize,
    /// Largest difference from the reference.
    pub worst: f64,
    /// Largest difference divided by its tolerance; above 1 if an element is wrong.
    pub used: f64,
    /// First wrong element.
    pub first: Option<Mismatch>,
}

/// A wrong result.
#[derive(Clone, PartialEq, Debug)]
pub struct Mismatch {
    /// Index in the buffer.
    pub index: usize,
    /// Value that the kernel computed.
    pub got: String,
    /// Value of the reference.
    pub want: String,
}

impl BufferCheck {
    /// Whether all elements are within the tolerance.
    pub fn passed(&self) -> bool {
        self.wrong == 0
    }

    /// Compares the elements of a buffer with those expected.
    pub fn of<T: Element>(buffer: &str, tolerance: Tolerance, got: &[T], want: &[T]) -> BufferCheck {
        // A reference of another length would leave results unlooked at.
        assert_eq!(got.len(), want.len(), "the reference of `{buffer}` has another length");
        let mut check = BufferCheck {
            buffer: buffer.to_owned(),
            tolerance,
            elements: got.len(),
            wrong: 0,
            worst: 0.0,
            used: 0.0,
            first: None,
        };
        for (index, (&got, &want)) in got.iter().zip(want).enumerate() {
            if got.same(want) {
                continue;
            }
            let distance = (got.value() - want.value()).abs();
            check.worst = check.worst.max(distance);
            let allowed = match tolerance {
                Tolerance::Exact => 0.0,
                Tolerance::Within { relative, absolute } => absolute + relative * want.value().abs(),
            };
            check.used = check.used.max(distance / allowed);
            // A NaN on either side is never within.
            if allowed == 0.0 || distance > allowed || distance.is_nan() {
                check.wrong += 1;
                check.first.get_or_insert_with(|| Mismatch {
                    index,
                    got: format!("{got:?}"),
                    want: format!("{want:?}"),
                });
            }
        }
        check
    }
}
