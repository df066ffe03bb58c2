//! Files of the repository that commands of pages name: packages have them, because their users read the same pages.

use super::pages::{all_pages, commands, read, root};

/// The path of the repository that a word of a command names.
fn named(word: &str) -> Option<&str> {
    let word = word.rsplit('=').next()?.trim_matches(['\'', '"', '`']);
    let (first, _) = word.split_once('/')?;
    let is_ours = !["", ".", "..", "target"].contains(&first) && root().join(first).is_dir();
    is_ours.then_some(word)
}

/// Whether `cargo xtask dist` packs this path: it is in a directory of the list, and is no test of a crate.
fn is_packed(path: &str, list: &[&str]) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let is_test = parts[0] == "crates" && parts.get(2) == Some(&"tests");
    list.contains(&parts[0]) && !is_test && root().join(path).exists()
}

#[test]
fn packages_have_the_files_that_commands_of_pages_name() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let list = manifest["workspace"]["metadata"]["packages"]["files"].as_array().unwrap();
    let list: Vec<&str> = list.iter().map(|file| file.as_str().unwrap()).collect();
    for file in &list {
        assert!(root().join(file).exists(), "the manifest's list of packed files names {file}");
    }
    let (mut found, mut missing) = (0, Vec::new());
    // Who builds Warploom or contributes to it has a checkout.
    let is_in_checkout = |command: &str| ["cargo ", "bash "].iter().any(|tool| command.starts_with(tool));
    for page in all_pages().iter().filter(|page| *page != "CONTRIBUTING.md") {
        for command in commands(page, &read(page)) {
            if is_in_checkout(&command.text) {
                continue;
            }
            for path in command.text.split_whitespace().filter_map(named) {
                found += 1;
                if !is_packed(path, &list) {
                    missing.push(format!("{page}:{}: {path}", command.line));
                }
            }
        }
    }
    assert!(found >= 10, "{found} paths were found");
    assert!(missing.is_empty(), "in no package, see Cargo.toml:\n{}", missing.join("\n"));
}
