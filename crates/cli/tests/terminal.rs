//! Output on a terminal: tables as wide as it is.
#![cfg(target_os = "linux")]

use std::process::Command;

/// The output of a command on a terminal of so many columns.
fn on_terminal(columns: usize, command: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin!("warploom");
    let line = format!("stty cols {columns} rows 50 && {} {command}", program.display());
    // `script` gives the command a terminal. It is part of Debian's essential packages, like `stty`.
    let output = Command::new("script").args(["-qec", &line, "/dev/null"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n")
}

#[test]
fn tables_fit_the_terminal() {
    let policies = "lrr,gto,oldest,phase,pro,ccws,two-level:ready=4,order=rr,two-level:ready=4,order=gto";
    for command in [
        "machines",
        "policies",
        "policies show pro",
        "suite list",
        "machines keys sm",
        "run lud --size tiny --quiet",
        "run lud --size tiny --by-line --quiet",
        "oracle lud --size tiny --policies gto --quiet",
        &format!("compare lud --size tiny --quiet --policies {policies}"),
    ] {
        let text = on_terminal(80, command);
        let table: Vec<&str> = text.lines().collect();
        let wide: Vec<&&str> = table.iter().filter(|line| line.chars().count() > 80).collect();
        // Notes below a table are sentences, which the terminal wraps.
        let is_row = |line: &&&str| line.contains("  ");
        assert!(!wide.iter().any(is_row), "{command}: {wide:#?}");
    }
}

#[test]
fn policies_keep_the_name_that_the_user_typed_and_long_ones_move_to_a_legend() {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("warploom"))
        .args(
            "compare lud --size tiny --quiet --policies lrr,pro,two-level:ready=4,order=rr,two-level:ready=4,order=gto"
                .split(' '),
        )
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let title = text.lines().find(|line| line.starts_with("work ")).unwrap();
    let words: Vec<&str> = title.split_whitespace().collect();
    assert_eq!(words[4..], ["lrr", "pro", "two-level[1]", "two-level[2]"], "{text}");
    assert!(
        text.ends_with(
            "\ntwo-level[1]  two-level:ready=4,order=rr\ntwo-level[2]  two-level:ready=4,order=gto\n"
        ),
        "{text}"
    );
}
