//! Statistics of the agreement of two lists of numbers.

/// The minimum number of points for a correlation: fewer always lie on a line.
const LEAST: usize = 3;

/// The relative error of a simulated value, in percent.
pub fn error(ours: f64, theirs: f64) -> f64 {
    100.0 * (ours / theirs - 1.0)
}

/// The mean absolute relative error, in percent; none for an empty list.
///
/// ```
/// use warploom_papers::validate::mape;
/// assert_eq!(mape(&[(110.0, 100.0), (150.0, 200.0)]).map(f64::round), Some(18.0));
/// ```
pub fn mape(pairs: &[(f64, f64)]) -> Option<f64> {
    mean(pairs.iter().map(|&(ours, theirs)| error(ours, theirs).abs()))
}

/// The arithmetic mean; none without values.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0_u64), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f64)
}

/// The mean signed relative error, in percent; none for an empty list. Errors of opposite sign cancel.
///
/// ```
/// use warploom_papers::validate::mean_signed_error;
/// assert_eq!(mean_signed_error(&[(110.0, 100.0), (140.0, 200.0)]).map(f64::round), Some(-10.0));
/// ```
pub fn mean_signed_error(pairs: &[(f64, f64)]) -> Option<f64> {
    mean(pairs.iter().map(|&(ours, theirs)| error(ours, theirs)))
}

/// Pearson's r; none for fewer than three pairs, or if one side is constant.
pub fn pearson(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(a, b)| of(a - x, b - y)).sum::<f64>();
    let spread = sum(&|a, _| a * a).sqrt() * sum(&|_, b| b * b).sqrt();
    (pairs.len() >= LEAST && spread > 0.0).then(|| sum(&|a, b| a * b) / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-9)
    }

    #[test]
    fn errors_are_of_theirs() {
        assert!(near(mape(&[(90.0, 100.0), (230.0, 200.0)]), 12.5));
        assert!(near(mape(&[(5.0, 5.0)]), 0.0));
        assert_eq!(mape(&[]), None);
    }

    #[test]
    fn signed_errors_cancel() {
        assert!(near(mean_signed_error(&[(90.0, 100.0), (220.0, 200.0)]), 0.0));
        assert!(near(mean_signed_error(&[(90.0, 100.0), (230.0, 200.0)]), 2.5));
        assert_eq!(mean_signed_error(&[]), None);
    }

    #[test]
    fn r_is_pearsons() {
        assert!(near(pearson(&[(1.0, 10.0), (2.0, 20.0), (3.0, 30.0)]), 1.0));
        assert!(near(pearson(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), -1.0));
        // By hand: deviations -1.5 -0.5 0.5 1.5 and -1 -2 2 1, so 5 / sqrt(5 * 10).
        assert!(near(pearson(&[(1.0, 2.0), (2.0, 1.0), (3.0, 5.0), (4.0, 4.0)]), 5.0 / 50_f64.sqrt()));
        assert_eq!(pearson(&[(1.0, 1.0), (2.0, 2.0)]), None);
        assert_eq!(pearson(&[(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)]), None);
    }
}
