//! Selection of launches: some kernels, some numbers, or both.
//!
//! A work is an ordered list of launches. Later launches use the results of earlier ones, so an executed work executes them all up to
//! the last selected launch; a consumer sees only the selected launches and their CTAs.

mod source;

pub(super) use source::SelectedSource;

use super::error::WorkError;
use super::symbol;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use warploom_kernel::tape::Launch;
use warploom_tape::capture::matches_pattern;

/// The launches of work to take: those that both conditions allow.
///
/// ```
/// use warploom_lab::work::LaunchSelection;
/// let selection = LaunchSelection::new(Some("gemm(float*, int), scan"), vec!["3".parse()?, "5..7".parse()?]);
/// assert_eq!(selection.kernels, ["gemm(float*, int)", "scan"]);
/// assert_eq!(selection.to_string(), "kernels gemm(float*, int), scan, launches 3,5..7");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct LaunchSelection {
    /// Names of kernels: symbols, C++ names with or without scope, template arguments and parameter types, or patterns with `*` and
    /// `?`. Empty for all kernels.
    pub kernels: Vec<String>,
    /// Numbers of launches. Empty for all launches.
    pub launches: Vec<LaunchRange>,
}

impl LaunchSelection {
    /// A selection of the kernels in a list with commas, and of launches. Commas inside brackets belong to a name.
    pub fn new(kernels: Option<&str>, launches: Vec<LaunchRange>) -> LaunchSelection {
        let mut names = vec![String::new()];
        let mut depth = 0_i32;
        for c in kernels.unwrap_or_default().chars() {
            depth += i32::from("(<".contains(c)) - i32::from(")>".contains(c));
            match names.last_mut() {
                Some(name) if c != ',' || depth > 0 => name.push(c),
                _ => names.push(String::new()),
            }
        }
        let names = names.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        LaunchSelection { kernels: names.collect(), launches }
    }

    /// True if every launch is selected.
    pub fn is_all(&self) -> bool {
        self.kernels.is_empty() && self.launches.is_empty()
    }

    /// The selected launches of a work.
    ///
    /// # Errors
    /// If a name is that of no kernel of the work, a number or range has no launch, or no launch is selected.
    pub(super) fn resolve<'a>(
        &self,
        work: &str,
        launches: &'a [LaunchOutline],
    ) -> Result<Vec<&'a LaunchOutline>, WorkError> {
        let mut kernels: BTreeSet<&str> = BTreeSet::new();
        for name in &self.kernels {
            let found = kernels_named(name, launches);
            if found.is_empty() {
                let (work, name) = (work.to_owned(), name.clone());
                return Err(WorkError::NoSuchKernel { work, name, kernels: symbols(launches) });
            }
            kernels.extend(found);
        }
        for range in &self.launches {
            if !launches.iter().any(|launch| range.contains(launch.number)) {
                let (first, last) = (launches.first(), launches.last());
                let numbers = first.zip(last).map(|(first, last)| (first.number, last.number));
                return Err(WorkError::NoSuchLaunch { work: work.to_owned(), range: *range, numbers });
            }
        }
        let of_kernel =
            |launch: &LaunchOutline| self.kernels.is_empty() || kernels.contains(launch.kernel.as_str());
        let numbered = |launch: &LaunchOutline| {
            self.launches.is_empty() || self.launches.iter().any(|range| range.contains(launch.number))
        };
        let selected: Vec<&LaunchOutline> =
            launches.iter().filter(|launch| of_kernel(launch) && numbered(launch)).collect();
        if selected.is_empty() {
            let others = launches.iter().filter(|launch| of_kernel(launch)).map(|launch| launch.number);
            let (work, selection) = (work.to_owned(), self.clone());
            return Err(WorkError::NothingSelected { work, selection, launches: others.collect() });
        }
        Ok(selected)
    }
}

impl fmt::Display for LaunchSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LaunchSelection { kernels, launches } = self;
        if !kernels.is_empty() {
            write!(f, "kernel{} {}", if kernels.len() > 1 { "s" } else { "" }, kernels.join(", "))?;
        }
        if !launches.is_empty() {
            let separator = if kernels.is_empty() { "" } else { ", " };
            let one = matches!(launches[..], [range] if range.is_one());
            let ranges: Vec<String> = launches.iter().map(LaunchRange::to_string).collect();
            write!(f, "{separator}launch{} {}", if one { "" } else { "es" }, ranges.join(","))?;
        }
        Ok(())
    }
}

/// Consecutive launches: `3`, `2..5` (2, 3 and 4), `2..` or `..5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaunchRange {
    from: u64,
    until: Option<u64>,
}

impl LaunchRange {
    /// Whether a launch is in the range.
    pub fn contains(self, number: u64) -> bool {
        number >= self.from && self.until.is_none_or(|until| number < until)
    }

    fn is_one(self) -> bool {
        self.until == self.from.checked_add(1)
    }
}

impl FromStr for LaunchRange {
    type Err = String;

    fn from_str(text: &str) -> Result<LaunchRange, String> {
        let number = |text: &str| {
            let text = text.trim();
            text.parse::<u64>().map_err(|_| format!("`{text}` is not the number of a launch"))
        };
        let Some((from, until)) = text.split_once("..") else {
            let from = number(text)?;
            return Ok(LaunchRange { from, until: from.checked_add(1) });
        };
        let from = if from.trim().is_empty() { 0 } else { number(from)? };
        let until = if until.trim().is_empty() { None } else { Some(number(until)?) };
        if until.is_some_and(|until| until <= from) {
            return Err(format!("no launch is in {text}: the launch after the .. is not in the range"));
        }
        Ok(LaunchRange { from, until })
    }
}

impl fmt::Display for LaunchRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.until) {
            (from, _) if self.is_one() => write!(f, "{from}"),
            (0, Some(until)) => write!(f, "..{until}"),
            (from, Some(until)) => write!(f, "{from}..{until}"),
            (from, None) => write!(f, "{from}.."),
        }
    }
}

/// A launch as far as it is known before the work executes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LaunchOutline {
    /// The kernel's symbol.
    pub kernel: String,
    /// Another name of the kernel: that in the suite.
    pub alias: Option<&'static str>,
    /// The launch's number in the work.
    pub number: u64,
    pub ctas: u64,
}

impl LaunchOutline {
    /// The launches of a tape.
    pub fn of<'a>(launches: impl IntoIterator<Item = (&'a Launch, u64)>) -> Vec<LaunchOutline> {
        let one = |(position, (launch, ctas)): (u64, (&Launch, u64))| LaunchOutline {
            kernel: launch.kernel.clone(),
            alias: None,
            number: launch.number.unwrap_or(position),
            ctas,
        };
        (0..).zip(launches).map(one).collect()
    }
}

/// The symbols of the kernels that a name or pattern stands for.
fn kernels_named<'a>(name: &str, launches: &'a [LaunchOutline]) -> BTreeSet<&'a str> {
    let those = |is: &dyn Fn(&LaunchOutline) -> bool| -> BTreeSet<&'a str> {
        launches.iter().filter(|launch| is(launch)).map(|launch| launch.kernel.as_str()).collect()
    };
    let exact = those(&|launch| launch.kernel == name);
    if !exact.is_empty() {
        return exact;
    }
    let named = those(&|launch| {
        let LaunchOutline { kernel, alias, .. } = launch;
        kernel.eq_ignore_ascii_case(name)
            || alias.is_some_and(|alias| alias.eq_ignore_ascii_case(name))
            || symbol::is_named(kernel, name)
    });
    if !named.is_empty() || !name.contains(['*', '?']) {
        return named;
    }
    those(&|LaunchOutline { kernel, alias, .. }| {
        let names = [kernel.clone(), symbol::base_name(kernel), symbol::full_name(kernel)];
        names.iter().any(|known| matches_pattern(name, known))
            || alias.is_some_and(|alias| matches_pattern(name, alias))
    })
}

/// The symbols of a work's kernels, in the order of their first launches.
fn symbols(launches: &[LaunchOutline]) -> Vec<String> {
    let mut known = BTreeSet::new();
    let firsts = launches.iter().filter(|launch| known.insert(launch.kernel.as_str()));
    firsts.map(|launch| launch.kernel.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outlines() -> Vec<LaunchOutline> {
        let kernels = [
            ("_Z4gemmPKfPf", None),
            ("_Z3sumIfEvPT_", Some("sum_f")),
            ("_Z3sumIdEvPT_", None),
            ("plain", None),
        ];
        let one = |(number, (kernel, alias)): (u64, (&str, Option<&'static str>))| LaunchOutline {
            kernel: kernel.to_owned(),
            alias,
            number,
            ctas: 1,
        };
        (0..).zip(kernels.into_iter().cycle().take(8)).map(one).collect()
    }

    fn selected(kernels: &str, launches: &[&str]) -> Result<Vec<u64>, String> {
        let launches = launches.iter().map(|range| range.parse().unwrap()).collect();
        let selection = LaunchSelection::new(Some(kernels), launches);
        let outlines = outlines();
        let found = selection.resolve("w", &outlines).map_err(|error| error.to_string())?;
        Ok(found.iter().map(|launch| launch.number).collect())
    }

    #[test]
    fn kernels_are_selected_by_symbol_cpp_name_alias_or_pattern() {
        for (names, numbers) in [
            ("", vec![0, 1, 2, 3, 4, 5, 6, 7]),
            ("_Z4gemmPKfPf", vec![0, 4]),
            ("gemm", vec![0, 4]),
            ("gemm(float const*, float*)", vec![0, 4]),
            ("gemm(const float*, float*), plain", vec![0, 3, 4, 7]),
            ("sum", vec![1, 2, 5, 6]),
            ("sum<double>", vec![2, 6]),
            ("SUM_F", vec![1, 5]),
            ("su*", vec![1, 2, 5, 6]),
            ("p?ain", vec![3, 7]),
        ] {
            assert_eq!(selected(names, &[]), Ok(numbers), "{names}");
        }
        assert_eq!(selected("gem", &[]), Err("`w` launches no kernel `gem`".to_owned()));
    }

    #[test]
    fn kernels_and_numbers_select_together() {
        assert_eq!(selected("gemm", &["2..", "0"]), Ok(vec![0, 4]));
        assert_eq!(selected("", &["6..99", "..1"]), Ok(vec![0, 6, 7]));
        assert_eq!(selected("", &["3", "9"]), Err("`w` has no launch 9".to_owned()));
        assert_eq!(selected("gemm", &["3"]), Err("`w` has no launch of kernel gemm, launch 3".to_owned()));
    }

    #[test]
    fn ranges_are_read_and_printed() {
        let printed = |text: &str| text.parse::<LaunchRange>().map(|range| range.to_string());
        for text in ["3", "2..5", "2..", "..5"] {
            assert_eq!(printed(text), Ok(text.to_owned()));
        }
        assert_eq!(printed("4..5"), Ok("4".to_owned()));
        for wrong in ["", "a", "-1", "5..5", "5..2", "1..b"] {
            assert!(printed(wrong).is_err(), "{wrong}");
        }
    }
}
