//! Mean and standard deviation of a number over perturbed runs.

/// The number of standard deviations between a value and a limit that decides on which side it is.
pub const DEVIATIONS: f64 = 2.0;

/// Mean and standard deviation of a number over perturbed runs.
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
    /// use warploom_lab::sample::Sample;
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

    /// Whether several runs show no difference, as a ratio: 1 is within two standard deviations of the mean. One run cannot
    /// show that.
    ///
    /// ```
    /// use warploom_lab::sample::Sample;
    /// let is_one = |values: &[f64]| Sample::of(values).is_some_and(Sample::is_no_difference);
    /// assert!(is_one(&[1.01, 0.99, 1.02]) && is_one(&[1.0, 1.0]));
    /// assert!(!is_one(&[1.10, 1.11, 1.09]) && !is_one(&[1.0]));
    /// ```
    pub fn is_no_difference(self) -> bool {
        // A mean that is exactly at a limit in decimals counts as such, whatever its binary rounding.
        self.runs > 1 && (self.mean - 1.0).abs() <= DEVIATIONS * self.deviation + 1e-12
    }
}
