//! Pages and their command lines.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file of the repository.
pub fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// A command line of a page.
pub struct Command {
    /// File of the page, from the root of the repository.
    pub page: String,
    /// Line number of its first line, from 1.
    pub line: usize,
    /// The command without prompt, comment and line breaks.
    pub text: String,
    /// Whether it follows a prompt (`$ `), as commands do whose output is shown.
    pub prompt: bool,
    /// Indices of the lines with the output that the page shows.
    pub shown: Range<usize>,
}

/// The README, the pages for contributors, the book, and the READMEs of crates and examples, by their paths from the root.
pub fn all_pages() -> Vec<String> {
    let mut found = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned()];
    let mut waiting = ["docs", "crates", "examples"].map(|name| root().join(name)).to_vec();
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            let relative = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
            let is_page = if relative.starts_with("docs") {
                relative.ends_with(".md")
            } else {
                relative.ends_with("README.md")
            };
            if path.is_dir() && !path.ends_with("target") {
                waiting.push(path);
            } else if is_page {
                found.push(relative);
            }
        }
    }
    found.sort();
    found
}

/// The command lines of a page: lines after a prompt in any block, and all lines of shell blocks.
pub fn commands(page: &str, text: &str) -> Vec<Command> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found: Vec<Command> = Vec::new();
    let mut block: Option<&str> = None;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        if let Some(language) = line.trim_start().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language.trim()) };
            at += 1;
            continue;
        }
        let shell = matches!(block, Some("sh" | "bash"));
        let command = match (block, line.strip_prefix("$ ")) {
            (Some(_), Some(command)) => Some(command),
            _ if shell && !line.trim().is_empty() && !line.trim_start().starts_with('#') => Some(line.trim()),
            _ => None,
        };
        let Some(command) = command else {
            at += 1;
            continue;
        };
        let first = at;
        let mut joined = without_comment(command).to_owned();
        while is_unfinished(&joined) && lines.get(at + 1).is_some_and(|next| !next.starts_with("```")) {
            at += 1;
            joined =
                format!("{} {}", joined.trim_end_matches('\\').trim_end(), without_comment(lines[at].trim()));
        }
        at += 1;
        let from = at;
        if !shell {
            while at < lines.len()
                && !lines[at].starts_with("$ ")
                && !lines[at].trim_start().starts_with("```")
            {
                at += 1;
            }
        }
        found.push(Command {
            page: page.to_owned(),
            line: first + 1,
            text: joined,
            prompt: line.starts_with("$ "),
            shown: from..at,
        });
    }
    found
}

/// Command lines without a prompt in blocks that are not a shell's: nobody would find them.
pub fn without_prompt(page: &str) -> Vec<String> {
    let text = read(page);
    let mut found = Vec::new();
    let mut block: Option<&str> = None;
    for (at, line) in text.lines().enumerate() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language.trim()) };
        } else if matches!(block, Some("" | "text" | "console"))
            && ["warploom ", "cargo "].iter().any(|start| line.starts_with(start))
        {
            found.push(format!("{page}:{}: {line}", at + 1));
        }
    }
    found
}

/// The command before a comment at the end of its line.
fn without_comment(command: &str) -> &str {
    command.find(" # ").map_or(command, |at| &command[..at]).trim_end()
}

/// Whether a command goes on in the next line.
fn is_unfinished(command: &str) -> bool {
    let count = |word: &str| command.split([' ', ';', '"']).filter(|part| *part == word).count();
    command.ends_with(['\\', '|']) || count("do") > count("done")
}

/// Files that a page shows in full: blocks whose first line is a comment with the name of a TOML file.
pub fn named_files(text: &str) -> Vec<(String, String)> {
    let blocks = text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let named = blocks.filter_map(|block| {
        let name = block.lines().next()?.strip_prefix("# ")?;
        (name.ends_with(".toml") && !name.contains(['/', ' '])).then(|| (name.to_owned(), block.to_owned()))
    });
    named.collect()
}

/// Whether output is what a page shows. A line `…` of the page stands for any number of lines, and the host's speed is not compared.
pub fn is_same_output(shown: &[String], printed: &[String]) -> bool {
    let Some((first, rest)) = shown.split_first() else { return printed.is_empty() };
    if first == "…" {
        return (0..=printed.len()).any(|skipped| is_same_output(rest, &printed[skipped..]));
    }
    printed.split_first().is_some_and(|(line, others)| {
        without_speed(first) == without_speed(line) && is_same_output(rest, others)
    })
}

fn without_speed(line: &str) -> &str {
    line.split(" warp instructions in ").next().unwrap_or(line)
}

#[test]
fn commands_are_found_with_their_output_and_continuations() {
    let page = "```console\n$ warploom run lud \\\n    --size tiny   # small\nlud\n$ warploom x\n```\n```sh\n# a comment\ncargo test\n```\n";
    let found = commands("p", page);
    let texts: Vec<(&str, Range<usize>)> = found.iter().map(|c| (c.text.as_str(), c.shown.clone())).collect();
    assert_eq!(texts, [("warploom run lud --size tiny", 3..4), ("warploom x", 5..5), ("cargo test", 9..9)],);
}

#[test]
fn output_is_compared_up_to_ellipses_and_speed() {
    let lines = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
    let same = |shown: &str, printed: &str| is_same_output(&lines(shown), &lines(printed));
    assert!(same("a|…|d", "a|b|c|d") && same("a|…", "a") && same("…|b", "a|b"));
    assert!(!same("a|…|d", "a|b|c") && !same("a", "a|b") && !same("a|b", "a"));
    assert!(same("9 warp instructions in 1 s", "9 warp instructions in 2 s"));
    assert!(!same("9 warp instructions in 1 s", "8 warp instructions in 1 s"));
}
