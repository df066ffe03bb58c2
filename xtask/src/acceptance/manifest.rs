//! The manifest of an acceptance run: programs, how to compile and run them, and when a result counts as right.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde::Deserialize;

use crate::Result;

/// A manifest as it is written. `CONTRIBUTING.md` describes every key.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// Name of the suite in reports and paths.
    pub(super) suite: String,
    /// Directory of the compiled programs, relative to the manifest.
    binaries: Option<PathBuf>,
    /// Values of `{NAME}` in arguments.
    #[serde(default)]
    pub(super) variables: BTreeMap<String, Value>,
    /// The programs, in the order of the report.
    #[serde(default, rename = "program")]
    pub(super) programs: Vec<Program>,
}

/// The value of a variable: a text, or a list of arguments that replaces one argument.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub(super) enum Value {
    Text(String),
    List(Vec<String>),
}

/// One command, or several that are run in order.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Commands {
    One(Vec<String>),
    Several(Vec<Vec<String>>),
}

impl Default for Commands {
    fn default() -> Commands {
        Commands::Several(Vec::new())
    }
}

impl Commands {
    /// The commands with their placeholders replaced.
    pub(super) fn expand(&self, variables: &Variables) -> Result<Vec<Vec<String>>> {
        match self {
            Commands::One(command) if command.is_empty() => Ok(Vec::new()),
            Commands::One(command) => Ok(vec![variables.expand(command)?]),
            Commands::Several(commands) => commands.iter().map(|c| variables.expand(c)).collect(),
        }
    }
}

/// A program and its check.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Program {
    pub(super) name: String,
    /// Where the compiler runs, relative to the manifest.
    pub(super) directory: Option<String>,
    /// Commands that compile the program into `{out}`.
    #[serde(default)]
    pub(super) compile: Commands,
    /// Commands that create input files, run where the program runs.
    #[serde(default)]
    pub(super) inputs: Commands,
    /// The program and its arguments.
    pub(super) run: Vec<String>,
    /// Where the program runs; an empty directory of its own without this key.
    pub(super) cwd: Option<String>,
    /// Additional environment variables of the program.
    #[serde(default)]
    pub(super) environment: BTreeMap<String, String>,
    /// Additional arguments of `warploom capture`.
    #[serde(default)]
    pub(super) capture: Vec<String>,
    /// Seconds after which a compilation, a run or a reference is ended.
    #[serde(default = "ten_minutes")]
    pub(super) timeout_s: u64,
    #[serde(default)]
    pub(super) check: Check,
}

fn ten_minutes() -> u64 {
    600
}

/// When a run counts as right: all conditions hold.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    /// Exit code of the program.
    #[serde(default)]
    pub(super) exit_code: i32,
    /// Regular expressions that the standard output must match.
    #[serde(default)]
    pub(super) stdout_matches: Vec<String>,
    /// Regular expressions that the standard output must not match.
    #[serde(default)]
    pub(super) stdout_lacks: Vec<String>,
    pub(super) same_as: Option<Reference>,
}

/// A program for the host that computes the same.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reference {
    /// Commands that compile the reference into `{reference}`, run in the program's `directory`.
    #[serde(default)]
    pub(super) compile: Commands,
    /// The reference and its arguments.
    pub(super) run: Vec<String>,
    /// Where the reference runs; an empty directory of its own without this key.
    pub(super) cwd: Option<String>,
    /// Compare the standard outputs.
    #[serde(default)]
    pub(super) stdout: bool,
    /// Compare only the lines that match this regular expression.
    pub(super) lines: Option<String>,
    /// Compare these files: one name, or the program's and the reference's.
    #[serde(default)]
    pub(super) files: Vec<FilePair>,
    /// Largest accepted difference of two numbers, relative to the larger.
    #[serde(default)]
    pub(super) relative: f64,
    /// Largest accepted absolute difference, for numbers near zero.
    #[serde(default)]
    pub(super) absolute: f64,
}

/// Names of an output file of the program and of the reference.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum FilePair {
    Same(String),
    Both([String; 2]),
}

impl FilePair {
    pub(super) fn names(&self) -> (&str, &str) {
        match self {
            FilePair::Same(name) => (name, name),
            FilePair::Both([program, reference]) => (program, reference),
        }
    }
}

impl Manifest {
    /// Reads a manifest and checks what can be checked without running anything.
    pub(super) fn read(path: &Path) -> Result<Manifest> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Manifest::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
    }

    pub(super) fn parse(text: &str) -> Result<Manifest> {
        let manifest: Manifest = toml::from_str(text).map_err(|e| e.to_string())?;
        check_name(&manifest.suite)?;
        let mut names = Vec::new();
        for program in &manifest.programs {
            let name = &program.name;
            check_name(name)?;
            if names.contains(&name) {
                return Err(format!("there are two programs `{name}`; rename one"));
            }
            names.push(name);
            if program.run.is_empty() {
                return Err(format!("program `{name}`: `run` is empty; it must begin with the program"));
            }
            let check = &program.check;
            let lines = check.same_as.iter().filter_map(|reference| reference.lines.as_ref());
            for expression in check.stdout_matches.iter().chain(&check.stdout_lacks).chain(lines) {
                Regex::new(expression).map_err(|e| format!("program `{name}`: {e}"))?;
            }
            if let Some(reference) = &check.same_as {
                if reference.run.is_empty() {
                    return Err(format!("program `{name}`: `same_as.run` is empty"));
                }
                if !reference.stdout && reference.files.is_empty() {
                    return Err(format!(
                        "program `{name}`: `same_as` compares nothing; set `stdout` or `files`"
                    ));
                }
            }
        }
        Ok(manifest)
    }

    /// Directory of the compiled programs.
    pub(super) fn binaries(&self, manifest: &Path, work: &Path) -> PathBuf {
        match &self.binaries {
            Some(directory) => manifest.join(directory),
            None => work.join("bin").join(&self.suite),
        }
    }
}

/// Names become parts of paths.
fn check_name(name: &str) -> Result<()> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "+-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(allowed) {
        return Err(format!("the name `{name}` must consist of letters, digits and `+-_.`"));
    }
    Ok(())
}

/// Values of the placeholders in arguments.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables(BTreeMap<String, Value>);

/// Deeper nesting of variables is taken for a cycle.
const MAX_DEPTH: u32 = 8;

impl Variables {
    pub(super) fn new(values: BTreeMap<String, Value>) -> Variables {
        Variables(values)
    }

    pub(super) fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), Value::Text(value.into()));
    }

    /// Replaces `{NAME}` in every argument. An argument that consists of a list's placeholder becomes the list.
    pub(super) fn expand(&self, arguments: &[String]) -> Result<Vec<String>> {
        self.expand_list(arguments, 0)
    }

    /// Replaces `{NAME}` in a text.
    pub(super) fn expand_text(&self, text: &str) -> Result<String> {
        self.expand_nested(text, 0)
    }

    fn expand_list(&self, arguments: &[String], depth: u32) -> Result<Vec<String>> {
        let mut expanded = Vec::new();
        for argument in arguments {
            let name = argument.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            match name.and_then(|name| self.0.get(name)) {
                Some(Value::List(list)) if depth < MAX_DEPTH => {
                    expanded.extend(self.expand_list(list, depth + 1)?);
                }
                _ => expanded.push(self.expand_nested(argument, depth)?),
            }
        }
        Ok(expanded)
    }

    fn expand_nested(&self, text: &str, depth: u32) -> Result<String> {
        if depth > MAX_DEPTH {
            return Err(format!("the variables in `{text}` refer to each other in a circle"));
        }
        let mut expanded = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            expanded.push_str(before);
            let name: String = after.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            match after.strip_prefix(name.as_str()).and_then(|tail| tail.strip_prefix('}')) {
                Some(tail) if !name.is_empty() => {
                    match self.0.get(&name) {
                        Some(Value::Text(value)) => expanded.push_str(&self.expand_nested(value, depth + 1)?),
                        Some(Value::List(_)) => {
                            return Err(format!(
                                "`{{{name}}}` is a list and must be an argument of its own: `{text}`"
                            ));
                        }
                        None => return Err(format!("there is no variable `{name}`, which `{text}` uses")),
                    }
                    rest = tail;
                }
                // Braces that enclose no name belong to the argument, as in a shell's script.
                _ => {
                    expanded.push('{');
                    rest = after;
                }
            }
        }
        expanded.push_str(rest);
        Ok(expanded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = r#"
        suite = "rodinia"
        [variables]
        nvcc = "/opt/nvcc"
        flags = ["-O3", "-I{include}"]
        include = "/opt/include"
        [[program]]
        name = "bfs"
        directory = "bfs"
        compile = ["{nvcc}", "{flags}", "bfs.cu", "-o", "{out}"]
        run = ["{out}", "graph.txt"]
        timeout_s = 5
        [program.check]
        stdout_matches = ["stored"]
        [program.check.same_as]
        compile = [["g++", "-c", "bfs.cpp"], ["g++", "bfs.o", "-o", "{reference}"]]
        run = ["{reference}", "4", "graph.txt"]
        files = ["result.txt", ["a.txt", "b.txt"]]
        relative = 1e-5
        [[program]]
        name = "nw"
        run = ["{out}"]
    "#;

    fn variables() -> Variables {
        let manifest = Manifest::parse(EXAMPLE).expect("the example is right");
        let mut variables = Variables::new(manifest.variables);
        variables.set("out", "bin/bfs");
        variables
    }

    #[test]
    fn a_manifest_has_defaults() {
        let manifest = Manifest::parse(EXAMPLE).expect("the example is right");
        let [bfs, nw] = manifest.programs.as_slice() else { panic!("two programs") };
        assert_eq!((bfs.timeout_s, nw.timeout_s), (5, 600));
        assert_eq!(nw.check.exit_code, 0);
        assert!(nw.check.same_as.is_none() && nw.cwd.is_none());
        let reference = bfs.check.same_as.as_ref().expect("bfs has a reference");
        assert_eq!(reference.files[0].names(), ("result.txt", "result.txt"));
        assert_eq!(reference.files[1].names(), ("a.txt", "b.txt"));
        assert_eq!(manifest.binaries(Path::new("/m"), Path::new("/w")), Path::new("/w/bin/rodinia"));
    }

    #[test]
    fn placeholders_are_replaced_and_lists_spliced() {
        let manifest = Manifest::parse(EXAMPLE).expect("the example is right");
        let compile = manifest.programs[0].compile.expand(&variables()).expect("all variables exist");
        let expected = ["/opt/nvcc", "-O3", "-I/opt/include", "bfs.cu", "-o", "bin/bfs"];
        assert_eq!(compile, [expected.map(str::to_owned).to_vec()]);
        assert!(manifest.programs[1].compile.expand(&variables()).expect("nothing to expand").is_empty());
    }

    #[test]
    fn an_unknown_variable_is_named_and_other_braces_are_kept() {
        let error = variables().expand_text("{missing}/x").expect_err("no such variable");
        assert!(error.contains("no variable `missing`"), "{error}");
        assert_eq!(
            variables().expand_text("awk '{ print }' {out} {}").unwrap(),
            "awk '{ print }' bin/bfs {}"
        );
        assert!(variables().expand_text("x{flags}").is_err());
    }

    #[test]
    fn variables_in_a_circle_are_an_error() {
        let text = |value: &str| Value::Text(value.to_owned());
        let circle = BTreeMap::from([("a".to_owned(), text("{b}")), ("b".to_owned(), text("{a}"))]);
        assert!(Variables::new(circle).expand_text("{a}").expect_err("a circle").contains("circle"));
        let list = BTreeMap::from([("a".to_owned(), Value::List(vec!["{a}".to_owned()]))]);
        assert!(Variables::new(list).expand(&["{a}".to_owned()]).is_err());
    }

    #[test]
    fn mistakes_are_reported_before_anything_runs() {
        let cases = [
            ("suite = \"a/b\"", "must consist of"),
            ("suite = \"a\"\n[[program]]\nname = \"x\"\nrun = []", "`run` is empty"),
            ("suite = \"a\"\n[[program]]\nname = \"x\"\nrun = [\"x\"]\ntimeout = 3", "unknown field"),
            (
                "suite = \"a\"\n[[program]]\nname = \"x\"\nrun = [\"x\"]\n[[program]]\nname = \"x\"\nrun = [\"x\"]",
                "two programs `x`",
            ),
            (
                "suite = \"a\"\n[[program]]\nname = \"x\"\nrun = [\"x\"]\ncheck.stdout_matches = [\"(\"]",
                "program `x`",
            ),
            (
                "suite = \"a\"\n[[program]]\nname = \"x\"\nrun = [\"x\"]\ncheck.same_as = { run = [\"y\"] }",
                "compares nothing",
            ),
        ];
        for (text, expected) in cases {
            let error = Manifest::parse(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
