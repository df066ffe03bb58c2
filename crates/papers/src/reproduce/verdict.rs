//! Verdicts with their uncertainty: what several perturbed runs of a measurement allow to say.

use super::claim::{OTHER, SAME};
use warploom_lab::sample::{DEVIATIONS, Sample};

/// A verdict about a claim or a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It holds: the mean is on the right side of the limit, by more than two standard deviations.
    Holds,
    /// It does not hold: the mean is on the wrong side, by more than two standard deviations.
    Fails,
    /// The limit is within two standard deviations of the mean.
    Undecided,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 3] = [Verdict::Holds, Verdict::Fails, Verdict::Undecided];

    /// The verdict in words.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "does not hold",
            Verdict::Undecided => "undecided",
        }
    }

    /// The verdict that `margin` is at least zero.
    fn of_margin(margin: f64, deviation: f64) -> Verdict {
        // A number that is exactly at a limit in decimals counts as such, whatever its binary rounding.
        match DEVIATIONS * deviation {
            width if margin - width >= -1e-12 => Verdict::Holds,
            width if margin + width < -1e-12 => Verdict::Fails,
            _ => Verdict::Undecided,
        }
    }

    /// Whether a value is on the same side of 1 as the paper's. Where the paper's is 1, whether the value is near 1.
    pub fn of_direction(sample: Sample, paper: f64) -> Verdict {
        let (value, paper) = (sample.mean - 1.0, paper - 1.0);
        let margin = if paper.abs() < OTHER { SAME - value.abs() } else { value * paper.signum() - OTHER };
        Verdict::of_margin(margin, sample.deviation)
    }

    /// Whether a value is at least the paper's. Where the paper's is 1, a value near 1 suffices.
    pub fn of_lower_limit(sample: Sample, paper: f64) -> Verdict {
        let limit = if (paper - 1.0).abs() < OTHER { paper - SAME } else { paper };
        Verdict::of_margin(sample.mean - limit, sample.deviation)
    }

    /// Whether a value is positive: holds above zero, fails below.
    pub fn of_sign(sample: Sample) -> Verdict {
        match Verdict::of_margin(sample.mean, sample.deviation) {
            Verdict::Holds if sample.mean == 0.0 => Verdict::Undecided,
            verdict => verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Fails, Holds, Undecided};

    fn sample(mean: f64, deviation: f64) -> Sample {
        Sample { mean, deviation, runs: 5 }
    }

    #[test]
    fn a_verdict_needs_two_deviations() {
        for (mean, deviation, paper, verdict) in [
            (1.005, 0.0, 1.1, Holds),
            (1.0049, 0.0, 1.1, Fails),
            (1.025, 0.01, 1.1, Holds),
            (1.0249, 0.01, 1.1, Undecided),
            (0.985, 0.01, 1.1, Undecided),
            (0.9849, 0.01, 1.1, Fails),
            (0.995, 0.0, 0.96, Holds),
            (1.015, 0.0, 0.96, Fails),
            (1.02, 0.0, 1.0, Holds),
            (0.98, 0.0, 1.0, Holds),
            (1.021, 0.0, 1.0, Fails),
            (1.01, 0.01, 1.0, Undecided),
            (1.05, 0.01, 1.0, Fails),
        ] {
            assert_eq!(
                Verdict::of_direction(sample(mean, deviation), paper),
                verdict,
                "{mean} ± {deviation}, {paper}"
            );
        }
    }

    #[test]
    fn a_lower_bound_is_one_sided() {
        assert_eq!(Verdict::of_lower_limit(sample(1.015, 0.0), 0.96), Holds, "better than the paper's");
        assert_eq!(Verdict::of_lower_limit(sample(0.96, 0.0), 0.96), Holds);
        assert_eq!(Verdict::of_lower_limit(sample(0.959, 0.0), 0.96), Fails);
        assert_eq!(Verdict::of_lower_limit(sample(0.97, 0.006), 0.96), Undecided);
        assert_eq!(Verdict::of_lower_limit(sample(0.98, 0.0), 1.0), Holds, "matches");
        assert_eq!(Verdict::of_lower_limit(sample(0.979, 0.0), 1.0), Fails);
        assert_eq!(Verdict::of_lower_limit(sample(1.3, 0.0), 1.0), Holds);
    }

    #[test]
    fn signs() {
        assert_eq!(Verdict::of_sign(sample(0.1, 0.04)), Holds);
        assert_eq!(Verdict::of_sign(sample(0.1, 0.06)), Undecided);
        assert_eq!(Verdict::of_sign(sample(-0.1, 0.04)), Fails);
        assert_eq!(Verdict::of_sign(sample(0.0, 0.0)), Undecided);
    }
}
