//! Verdicts with their uncertainty: what several perturbed runs of a measurement allow to say.

use super::claim::{OTHER, SAME};

/// The number of standard deviations between a value and a limit that decides on which side it is.
const DEVIATIONS: f64 = 2.0;

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
}

/// Mean and standard deviation of the perturbed runs of a measurement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    pub mean: f64,
    /// The standard deviation of a single run, with n - 1 in its denominator; zero for one run.
    pub deviation: f64,
    pub runs: usize,
}

impl Sample {
    /// The sample of some values, if there are any.
    ///
    /// ```
    /// use warploom_papers::reproduce::verdict::Sample;
    /// let sample = Sample::of(&[1.0, 2.0, 3.0]).expect("there are values");
    /// assert_eq!((sample.mean, sample.deviation, sample.runs), (2.0, 1.0, 3));
    /// ```
    pub fn of(values: &[f64]) -> Option<Sample> {
        let runs = values.len();
        let mean = values.iter().sum::<f64>() / (runs > 0).then_some(runs as f64)?;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = if runs > 1 { (squares / (runs - 1) as f64).sqrt() } else { 0.0 };
        Some(Sample { mean, deviation, runs })
    }

    /// Whether the value is on the same side of 1 as the paper's. Where the paper's is 1, whether the value is near 1.
    pub fn direction(self, paper: f64) -> Verdict {
        let (value, paper) = (self.mean - 1.0, paper - 1.0);
        let margin = if paper.abs() < OTHER { SAME - value.abs() } else { value * paper.signum() - OTHER };
        Verdict::of_margin(margin, self.deviation)
    }

    /// Whether the value is at least the paper's. Where the paper's is 1, a value near 1 suffices.
    pub fn at_least(self, paper: f64) -> Verdict {
        let limit = if (paper - 1.0).abs() < OTHER { paper - SAME } else { paper };
        Verdict::of_margin(self.mean - limit, self.deviation)
    }

    /// Whether the value is positive: holds above zero, fails below.
    pub fn is_positive(self) -> Verdict {
        match Verdict::of_margin(self.mean, self.deviation) {
            Verdict::Holds if self.mean == 0.0 => Verdict::Undecided,
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
            assert_eq!(sample(mean, deviation).direction(paper), verdict, "{mean} ± {deviation}, {paper}");
        }
    }

    #[test]
    fn a_lower_bound_is_one_sided() {
        assert_eq!(sample(1.015, 0.0).at_least(0.96), Holds, "better than the paper's");
        assert_eq!(sample(0.96, 0.0).at_least(0.96), Holds);
        assert_eq!(sample(0.959, 0.0).at_least(0.96), Fails);
        assert_eq!(sample(0.97, 0.006).at_least(0.96), Undecided);
        assert_eq!(sample(0.98, 0.0).at_least(1.0), Holds, "matches");
        assert_eq!(sample(0.979, 0.0).at_least(1.0), Fails);
        assert_eq!(sample(1.3, 0.0).at_least(1.0), Holds);
    }

    #[test]
    fn signs() {
        assert_eq!(sample(0.1, 0.04).is_positive(), Holds);
        assert_eq!(sample(0.1, 0.06).is_positive(), Undecided);
        assert_eq!(sample(-0.1, 0.04).is_positive(), Fails);
        assert_eq!(sample(0.0, 0.0).is_positive(), Undecided);
    }
}
