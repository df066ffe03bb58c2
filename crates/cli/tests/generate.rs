//! `warploom generate`: manual pages and completions have what the help has.

use crate::common;

use common::warploom;
use std::collections::BTreeSet;
use std::fs;
use tempfile::tempdir;

/// The commands that `warploom --help` lists.
fn commands() -> BTreeSet<String> {
    let help = warploom(&std::env::temp_dir(), &["--help"]).stdout;
    let list =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

/// Roff's text without its escapes.
fn plain(page: &str) -> String {
    page.replace("\\-", "-")
        .replace("\\*(Aq", "'")
        .replace("\\fR", "")
        .replace("\\fB", "")
        .replace("\\fI", "")
}

#[test]
fn every_command_has_a_manual_page_with_its_options_and_examples() {
    let directory = tempdir().unwrap();
    let made = warploom(directory.path(), &["generate", "man", "-o", "pages"]);
    assert_eq!((made.code, made.stdout.as_str()), (0, ""), "{made}");
    let page = |name: &str| fs::read_to_string(directory.path().join("pages").join(name)).unwrap();
    let main = plain(&page("warploom.1"));
    let commands = commands();
    assert!(commands.len() >= 20 && commands.contains("generate"), "{commands:?}");
    for command in &commands {
        assert!(main.contains(&format!("\nwarploom-{command}(1)\n")), "warploom.1 does not name {command}");
        let page = plain(&page(&format!("warploom-{command}.1")));
        assert!(page.contains("\n.SH SYNOPSIS\n"), "{page}");
    }
    // Lines of examples stay lines.
    let compare = plain(&page("warploom-compare.1"));
    let notes = compare.split("\n.SH NOTES\n.nf\n").nth(1).unwrap();
    let example = "\n  warploom compare lud btree --policies lrr,gto,oldest       speedups over lrr\n";
    assert!(notes.contains(example), "{notes}");
    assert!(compare.contains("--explain"), "{compare}");
    // Commands of commands have pages too.
    assert!(plain(&page("warploom-study-plan.1")).contains("warploom-study-plan"), "a page of its own");
}

#[test]
fn a_page_without_a_directory_is_the_main_one() {
    let printed = warploom(&std::env::temp_dir(), &["generate", "man"]);
    assert_eq!(printed.code, 0, "{printed}");
    assert_eq!(printed.stdout.matches(".TH ").count(), 1);
    assert!(plain(&printed.stdout).contains("\n.SH NOTES\n"), "{printed}");
}

#[test]
fn completions_know_every_command() {
    let directory = tempdir().unwrap();
    for (shell, file) in [
        ("bash", "warploom.bash"),
        ("elvish", "warploom.elv"),
        ("fish", "warploom.fish"),
        ("powershell", "_warploom.ps1"),
        ("zsh", "_warploom"),
    ] {
        let printed = warploom(directory.path(), &["generate", shell]);
        assert_eq!(printed.code, 0, "{printed}");
        let unknown: Vec<String> =
            commands().into_iter().filter(|command| !printed.stdout.contains(command.as_str())).collect();
        assert!(unknown.is_empty(), "{shell}: {unknown:?}");
        assert_eq!(warploom(directory.path(), &["generate", shell, "-o", "."]).code, 0);
        assert_eq!(fs::read_to_string(directory.path().join(file)).unwrap(), printed.stdout, "{shell}");
    }
}

#[test]
fn mistakes_have_messages() {
    let directory = tempdir().unwrap();
    fs::write(directory.path().join("file"), "").unwrap();
    let mut all = String::new();
    for command in ["generate", "generate tcsh", "generate bash -o file"] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let ended = warploom(directory.path(), &arguments);
        assert_eq!(ended.code, 2, "{ended}");
        all += &format!("$ warploom {command}\n{}\n", ended.stderr);
    }
    insta::assert_snapshot!(all);
}
