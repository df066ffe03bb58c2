//! Every mention of a command, in blocks and within sentences: its subcommand and its options exist, and so do the packages, tests and
//! tasks that it names.

use super::common::warploom;
use super::pages::{all_pages, commands, read, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Command lines of all pages with the page of each: those in blocks, and code within sentences.
fn mentions() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for page in all_pages() {
        let text = read(&page);
        found.extend(commands(&page, &text).into_iter().map(|command| (page.clone(), command.text)));
        let mut code = false;
        for line in text.lines() {
            let fence = line.trim_start().starts_with("```");
            code ^= fence;
            if !fence && !code {
                found.extend(line.split('`').skip(1).step_by(2).map(|span| (page.clone(), span.to_owned())));
            }
        }
    }
    found
}

/// The words of the calls of a program in a line: after the program's name, up to the end of the command.
fn calls<'a>(line: &'a str, program: &str) -> Vec<Vec<&'a str>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let name: Vec<&str> = program.split(' ').collect();
    let mut found = Vec::new();
    for at in 0..words.len() {
        if words[at..].starts_with(&name) {
            let rest = &words[at + name.len()..];
            let is_end = |word: &&&str| ["--", "|", ">", "&&", ";", "&"].contains(*word);
            let end = rest.iter().position(|word| is_end(&word)).unwrap_or(rest.len());
            found.push(rest[..end].to_vec());
        }
    }
    found
}

/// The long options in the words of a call.
fn options<'a>(words: &[&'a str]) -> impl Iterator<Item = &'a str> {
    let names = words.iter().filter(|word| word.starts_with("--"));
    names.map(|word| word.split(['=', '[', ']', ')', ',', ';', '\'', '"']).next().unwrap_or(word))
}

#[test]
fn subcommands_and_options_of_warploom_exist() {
    let mut helps: BTreeMap<Vec<String>, String> = BTreeMap::new();
    let mut help = |path: &[&str]| -> String {
        let key: Vec<String> = path.iter().map(|word| (*word).to_owned()).collect();
        let made = || warploom(&root(), &[path, &["--help"]].concat()).stdout;
        helps.entry(key).or_insert_with(made).clone()
    };
    let subcommands = |help: &str| -> BTreeSet<String> {
        let listed = help.split("\nCommands:\n").nth(1).unwrap_or_default();
        let lines = listed.lines().take_while(|line| line.starts_with("  "));
        lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
    };
    let top = subcommands(&help(&[]));
    assert!(top.contains("run") && top.contains("study"), "{top:?}");
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (page, line) in mentions() {
        for words in calls(&line, "warploom") {
            let Some(&first) =
                words.first().filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
            else {
                continue;
            };
            if !top.contains(first) {
                // `warploom` is also the name of the package and of the Python module.
                if line.starts_with("warploom ") {
                    wrong.push(format!("{page}: {line}: no command `{first}`"));
                }
                continue;
            }
            let mut known = help(&[first]);
            let below = subcommands(&known);
            if let Some(&second) = words.get(1)
                && second.starts_with(|c: char| c.is_ascii_lowercase())
            {
                let takes_work =
                    known.lines().any(|line| line.contains("warploom ") && line.contains("<WORK"));
                if below.contains(second) {
                    known.push_str(&help(&[first, second]));
                } else if !below.is_empty() && !takes_work {
                    wrong.push(format!("{page}: {line}: no command `{first} {second}`"));
                }
            }
            checked += 1;
            let has = |option: &str| {
                known.split([' ', ',', '\n', '=', '[']).any(|word| word == option) || option == "--help"
            };
            for option in options(&words).filter(|option| !has(option)) {
                wrong.push(format!("{page}: {line}: no option `{option}`"));
            }
        }
    }
    assert!(checked > 150, "{checked}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The text of `--help` of a task.
fn task_help(task: &str) -> Option<String> {
    let files = [format!("xtask/src/{task}.rs"), format!("xtask/src/{task}/mod.rs")];
    let source = files.iter().find_map(|file| fs::read_to_string(root().join(file)).ok())?;
    let help = source.split("const HELP: &str = \"").nth(1)?.split("\n\";").next()?;
    Some(help.to_owned())
}

#[test]
fn tasks_of_xtask_and_their_options_exist() {
    let mut wrong = Vec::new();
    let mut tasks = BTreeSet::new();
    for (page, line) in mentions() {
        for words in calls(&line, "cargo xtask") {
            let Some(&task) = words.first() else { continue };
            if task == "TASK" {
                continue;
            }
            let Some(help) = task_help(task) else {
                wrong.push(format!("{page}: {line}: no task `{task}`"));
                continue;
            };
            tasks.insert(task.to_owned());
            let has = |option: &str| help.split([' ', ',', '\n', '[', ']', '`']).any(|word| word == option);
            for option in options(&words).filter(|option| !has(option)) {
                wrong.push(format!("{page}: {line}: no option `{option}`"));
            }
        }
    }
    assert!(tasks.len() > 8, "{tasks:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a package of the workspace has a test, benchmark or example of this name.
fn has_target(kind: &str, name: &str) -> bool {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut crates = crates.chain([root().join("xtask")]);
    crates.any(|path| {
        let folder = path.join(kind);
        folder.join(format!("{name}.rs")).is_file() || folder.join(name).join("main.rs").is_file()
    })
}

#[test]
fn packages_and_targets_of_cargo_exist() {
    let mut packages = BTreeSet::new();
    let mut features = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let manifest = fs::read_to_string(entry.unwrap().path().join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        packages.insert(manifest["package"]["name"].as_str().unwrap().to_owned());
        let own = manifest.get("features").and_then(toml::Value::as_table);
        features.extend(own.into_iter().flat_map(|own| own.keys().cloned()));
    }
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (page, line) in mentions() {
        for words in calls(&line, "cargo").into_iter().filter(|words| words.first() != Some(&"xtask")) {
            for pair in words.windows(2) {
                let [option, value] = [pair[0], pair[1]];
                let value = value.trim_end_matches([';', ')', ',']);
                let exists = match option {
                    "-p" => packages.contains(value),
                    // Every crate has its tests in one binary of this name.
                    "--test" => value == "tests" || has_target("tests", value),
                    "--bench" => has_target("benches", value),
                    "--example" => has_target("examples", value) || value == "NAME",
                    "--features" => features.contains(value),
                    "--path" => root().join(value).join("Cargo.toml").is_file(),
                    _ => continue,
                };
                checked += 1;
                if !exists {
                    wrong.push(format!("{page}: {line}: no `{value}` for {option}"));
                }
            }
        }
    }
    assert!(checked > 15, "{checked}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
