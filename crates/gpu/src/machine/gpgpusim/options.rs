//! The options of a configuration, each with its place and whether the import has used it.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

/// A file of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum File {
    /// `gpgpusim.config`.
    Config,
    /// `trace.config`.
    Trace,
    /// The BookSim configuration that `-inter_config_file` names.
    Network,
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            File::Config => "gpgpusim.config",
            File::Trace => "trace.config",
            File::Network => "the network's configuration",
        })
    }
}

/// Why a configuration is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// A word in place of an option.
    #[error("{file}, line {line}: `{found}` is not an option: {}", match file {
        File::Network => "expected `key = value;`",
        _ => "options begin with `-`",
    })]
    Stray { file: File, line: u32, found: String },
    /// An option without a value.
    #[error("{file}, line {line}: `{option}` has no value")]
    NoValue { file: File, line: u32, option: String },
    /// A quote that is not closed.
    #[error("{file}, line {line}: the value of `{option}` has no closing quote")]
    Quote { file: File, line: u32, option: String },
    /// An invalid value.
    #[error("{file}, line {line}: `{option} {value}`: {fault}")]
    Value { file: File, line: u32, option: String, value: String, fault: String },
    /// A required option is missing.
    #[error("`{0}` is missing; the import needs it")]
    Missing(&'static str),
}

impl OptionError {
    /// The file and line of the error, if it has one.
    pub fn location(&self) -> Option<(File, u32)> {
        match self {
            OptionError::Stray { file, line, .. }
            | OptionError::NoValue { file, line, .. }
            | OptionError::Quote { file, line, .. }
            | OptionError::Value { file, line, .. } => Some((*file, *line)),
            OptionError::Missing(_) => None,
        }
    }
}

/// An option with its value.
#[derive(Clone, Debug)]
pub(super) struct GivenOption {
    pub file: File,
    pub line: u32,
    pub option: String,
    pub value: String,
    used: Cell<bool>,
}

impl GivenOption {
    /// The error of an invalid value.
    pub fn fault(&self, fault: impl ToString) -> OptionError {
        let (option, value) = (self.option.clone(), self.value.clone());
        OptionError::Value { file: self.file, line: self.line, option, value, fault: fault.to_string() }
    }

    /// Parses a number of the value.
    pub fn number<T: FromStr>(&self, text: &str) -> Result<T, OptionError> {
        text.trim().parse().map_err(|_| self.fault(format!("`{}` is not a valid number", text.trim())))
    }

    /// Parses the value as a list of numbers.
    pub fn numbers<T: FromStr>(&self, separator: char) -> Result<Vec<T>, OptionError> {
        self.value.split(separator).map(|part| self.number(part)).collect()
    }

    /// Parses the value as a list of at least this many numbers.
    pub fn at_least(&self, separator: char, least: usize) -> Result<Vec<u32>, OptionError> {
        let numbers = self.numbers(separator)?;
        match numbers.len() < least {
            true => Err(self.fault(format!("expected at least {least} numbers, found {}", numbers.len()))),
            false => Ok(numbers),
        }
    }
}

/// The options of all files.
pub(super) struct Options(Vec<GivenOption>);

impl Options {
    /// Adds the options of a file. A repeated option replaces the earlier one.
    pub fn read(&mut self, file: File, text: &str) -> Result<(), OptionError> {
        let mut words = text.lines().zip(1..).flat_map(|(line, at)| {
            let line = line.split('#').next().unwrap_or("");
            line.split_whitespace().map(move |word| (at, word))
        });
        let mut word = words.next();
        while let Some((line, option)) = word.take() {
            if !is_option(option) {
                return Err(OptionError::Stray { file, line, found: option.to_owned() });
            }
            let option = option.to_owned();
            let first = words.next().filter(|(_, value)| !is_option(value));
            let Some((_, first)) = first else { return Err(OptionError::NoValue { file, line, option }) };
            let mut value = first.to_owned();
            if let Some(rest) = first.strip_prefix('"') {
                value = rest.to_owned();
                while !value.ends_with('"') {
                    let Some((_, more)) = words.next() else {
                        return Err(OptionError::Quote { file, line, option });
                    };
                    value.push(' ');
                    value.push_str(more);
                }
                value.pop();
            }
            self.0.push(GivenOption { file, line, option, value, used: Cell::new(false) });
            word = words.next();
        }
        Ok(())
    }

    /// Adds a BookSim configuration: `key = value;`, with comments that start with `//`.
    pub fn read_network(&mut self, text: &str) -> Result<(), OptionError> {
        let file = File::Network;
        let (mut statement, mut line) = (String::new(), 0);
        for (text, at) in text.lines().zip(1..) {
            let text = text.split("//").next().unwrap_or("");
            for (n, part) in text.split(';').enumerate() {
                if n > 0 {
                    self.push_network(std::mem::take(&mut statement), line)?;
                }
                if statement.trim().is_empty() {
                    line = at;
                }
                statement.push_str(part);
                statement.push(' ');
            }
        }
        match statement.trim() {
            "" => Ok(()),
            rest => Err(OptionError::Stray { file, line, found: rest.to_owned() }),
        }
    }

    fn push_network(&mut self, statement: String, line: u32) -> Result<(), OptionError> {
        let file = File::Network;
        let statement = statement.trim();
        let Some((option, value)) = statement.split_once('=') else {
            return Err(OptionError::Stray { file, line, found: statement.to_owned() });
        };
        let (option, value) = (option.trim().to_owned(), value.trim().to_owned());
        self.0.push(GivenOption { file, line, option, value, used: Cell::new(false) });
        Ok(())
    }

    pub fn new() -> Options {
        Options(Vec::new())
    }

    /// The option, if it is given, without marking it as used.
    pub fn peek(&self, option: &str) -> Option<&GivenOption> {
        self.0.iter().rev().find(|given| given.option == option)
    }

    /// The option, if it is given, marked as used.
    pub fn get(&self, option: &str) -> Option<&GivenOption> {
        let given = self.peek(option)?;
        given.used.set(true);
        Some(given)
    }

    /// A required option.
    pub fn need(&self, option: &'static str) -> Result<&GivenOption, OptionError> {
        self.get(option).ok_or(OptionError::Missing(option))
    }

    /// An option as a number.
    pub fn number<T: FromStr>(&self, option: &str, default: T) -> Result<T, OptionError> {
        self.get(option).map_or(Ok(default), |given| given.number(&given.value))
    }

    /// An option as a flag.
    pub fn flag(&self, option: &str, default: bool) -> Result<bool, OptionError> {
        let Some(given) = self.get(option) else { return Ok(default) };
        match given.value.as_str() {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(given.fault("the value must be 0 or 1")),
        }
    }

    /// Whether a later line gives the same option again.
    pub fn is_replaced(&self, given: &GivenOption) -> bool {
        self.peek(&given.option).is_some_and(|last| (last.file, last.line) != (given.file, given.line))
    }

    /// Options that were never used.
    pub fn unused(&self) -> impl Iterator<Item = &GivenOption> {
        self.0.iter().filter(|given| !given.used.get())
    }
}

/// Whether a word starts an option; negative numbers do not.
fn is_option(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(u32, String, String)>, OptionError> {
        let mut options = Options::new();
        options.read(File::Config, text)?;
        Ok(options.0.into_iter().map(|g| (g.line, g.option, g.value)).collect())
    }

    #[test]
    fn options_comments_and_quotes() {
        let text = "# of it\n-a 1 # one\n\n#-b 2\n-c\n  -3 -d \"x=1: \n y=2\" -e \"z\"\r\n";
        let of = |line, option: &str, value: &str| (line, option.to_owned(), value.to_owned());
        let all = [of(2, "-a", "1"), of(5, "-c", "-3"), of(6, "-d", "x=1: y=2"), of(7, "-e", "z")];
        assert_eq!(read(text).unwrap(), all);
    }

    #[test]
    fn what_is_no_option_is_said_with_its_line() {
        for (text, message) in [
            ("-a 1\n2", "gpgpusim.config, line 2: `2` is not an option: options begin with `-`"),
            ("-a\n-b 1", "gpgpusim.config, line 1: `-a` has no value"),
            ("\n-a", "gpgpusim.config, line 2: `-a` has no value"),
            ("-a \"1", "gpgpusim.config, line 1: the value of `-a` has no closing quote"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_network_is_told_otherwise() {
        let mut options = Options::new();
        options
            .read_network("// a fly\ntopology = fly; // of\nk\n = 27; n = 1;\r\n\nx = {{1,2},\n{3}};\n")
            .unwrap();
        let found: Vec<_> = options.unused().map(|g| (g.line, g.option.as_str(), g.value.as_str())).collect();
        let all = [(2, "topology", "fly"), (3, "k", "27"), (4, "n", "1"), (6, "x", "{{1,2}, {3}}")];
        assert_eq!(found, all);
        let error = options.read_network("k = 1;\nn 2;").unwrap_err().to_string();
        assert_eq!(
            error,
            "the network's configuration, line 2: `n 2` is not an option: expected `key = value;`"
        );
        assert!(options.read_network("k = 1").is_err(), "it has no end");
    }

    #[test]
    fn the_last_of_an_option_counts_and_the_others_are_unused() {
        let mut options = Options::new();
        options.read(File::Config, "-a 1\n-a 2\n-b 3").unwrap();
        options.read(File::Trace, "-a 4").unwrap();
        assert_eq!(options.number("-a", 0), Ok(4));
        assert_eq!(options.number("-c", 7), Ok(7));
        let unused: Vec<_> = options.unused().map(|g| (g.file, g.line)).collect();
        assert_eq!(unused, [(File::Config, 1), (File::Config, 2), (File::Config, 3)]);
    }
}
