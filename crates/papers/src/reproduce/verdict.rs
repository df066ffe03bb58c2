//! Verdicts with their uncertainty: what several perturbed runs of a measurement allow to say.

use super::claim::{Claim, Direction, Mean, Metric, OTHER, PaperValue, SAME};
use warploom_lab::sample::{DEVIATIONS, Sample};

/// The grade of a claim: how much of it the runs show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// The direction, by more than two standard deviations, and 50 to 150 % of the effect. Of a bound, count or direction without a
    /// number: it is kept.
    Reproduced,
    /// The direction, and less than 50 % or more than 150 % of the effect.
    DirectionOnly,
    /// The other direction, or none; of a bound, count or rank: another one.
    NotReproduced,
    /// The limit of the direction, bound, count or rank is within two standard deviations.
    Undecided,
}

impl Grade {
    /// Every grade.
    pub const ALL: [Grade; 4] =
        [Grade::Reproduced, Grade::DirectionOnly, Grade::NotReproduced, Grade::Undecided];

    /// The grade in words.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Reproduced => "reproduced",
            Grade::DirectionOnly => "direction only",
            Grade::NotReproduced => "not reproduced",
            Grade::Undecided => "undecided",
        }
    }

    /// The mark in a table of many claims.
    pub const fn mark(self) -> &'static str {
        match self {
            Grade::Reproduced => "+",
            Grade::DirectionOnly => "~",
            Grade::NotReproduced => "-",
            Grade::Undecided => "?",
        }
    }

    /// The grade of a bound that is kept or not.
    fn of_bound(verdict: Verdict) -> Grade {
        match verdict {
            Verdict::Holds => Grade::Reproduced,
            Verdict::Fails => Grade::NotReproduced,
            Verdict::Undecided => Grade::Undecided,
        }
    }

    /// The grade of a claim whose value is one number of each run.
    pub fn of_value(claim: &Claim, sample: Sample) -> Grade {
        let number = match claim.paper {
            PaperValue::Number(number) => number,
            PaperValue::Direction(direction) => {
                let sign = if direction == Direction::More { 2.0 } else { 0.5 };
                return Grade::of_bound(Verdict::of_direction(sample, sign));
            }
        };
        let margin = match &claim.mean {
            Mean::ShareAbove => sample.mean - number,
            // Half of the paper's number to one and a half times as many.
            Mean::CountAbove(_) | Mean::CountBelow(_) => 0.5 * number - (sample.mean - number).abs(),
            Mean::Rank(_) => 0.5 - (sample.mean - number).abs(),
            _ if claim.at_least => return Grade::of_bound(Verdict::of_lower_limit(sample, number)),
            _ => return Grade::of_effect(sample, number),
        };
        Grade::of_bound(Verdict::of_margin(margin, sample.deviation))
    }

    /// The grade of a ratio of two policies. Where the paper has none of an effect, neither may the runs.
    fn of_effect(sample: Sample, paper: f64) -> Grade {
        let verdict = Verdict::of_direction(sample, paper);
        let share = (sample.mean - 1.0) / (paper - 1.0);
        let has_effect = (paper - 1.0).abs() >= OTHER;
        match verdict {
            Verdict::Holds if has_effect && !(0.5 - 1e-9..=1.5 + 1e-9).contains(&share) => {
                Grade::DirectionOnly
            }
            verdict => Grade::of_bound(verdict),
        }
    }

    /// The grade of a claim about each of several cases, from the verdict on each.
    pub fn of_cases(verdicts: &[Verdict]) -> Grade {
        let count = |verdict| verdicts.iter().filter(|&&own| own == verdict).count();
        match (count(Verdict::Holds), count(Verdict::Fails)) {
            (_, 1..) => Grade::NotReproduced,
            (holds, 0) if holds == verdicts.len() => Grade::Reproduced,
            (holds, 0) if 2 * holds >= verdicts.len() => Grade::DirectionOnly,
            _ => Grade::Undecided,
        }
    }

    /// Whether the grade of a claim depends on its cases, and not only on one number of each run.
    pub fn is_of_cases(claim: &Claim) -> bool {
        claim.mean == Mean::Each || claim.metric == Metric::Closer
    }
}

/// A verdict about a limit.
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

    /// Whether a ratio is clearly above 1: holds above `1 + clear`, fails below `1 / (1 + clear)`. In between, and within two standard
    /// deviations of 1, it is undecided.
    pub fn of_clear(sample: Sample, clear: f64) -> Verdict {
        match Verdict::of_sign(Sample { mean: sample.mean - 1.0, ..sample }) {
            Verdict::Holds if sample.mean > 1.0 + clear => Verdict::Holds,
            Verdict::Fails if sample.mean < 1.0 / (1.0 + clear) => Verdict::Fails,
            _ => Verdict::Undecided,
        }
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
