//! Examples that are run and compared with the output in their first comment.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// The built example. Cargo builds the examples of a package with its tests, into the folder next to the tests' own.
pub fn binary(name: &str) -> PathBuf {
    let test = env::current_exe().unwrap();
    let folder = test.parent().and_then(|deps| deps.parent()).unwrap().join("examples");
    let binary = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(
        binary.is_file(),
        "{} is not built: `cargo nextest run` and `cargo test` build examples unless targets are chosen (`--test`); \
         `cargo build --workspace --examples` builds them, too",
        binary.display()
    );
    binary
}

/// The lines that an example's first comment shows after the command without arguments.
fn shown(source: &str, command: &str) -> String {
    let comment = source.lines().map_while(|line| line.strip_prefix("//!"));
    let comment: Vec<&str> = comment.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let after = comment.iter().skip_while(|line| **line != format!("$ {command}")).skip(1);
    let output = after.take_while(|line| !line.starts_with("```"));
    output.map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Runs an example and compares its output with its first comment. `INSTA_UPDATE=always` writes the output into the comment.
pub fn prints_what_it_shows(folder: &str, name: &str) {
    let path = PathBuf::from(folder).join("examples").join(format!("{name}.rs"));
    let source = fs::read_to_string(&path).unwrap();
    let binary = binary(name);
    let built = fs::metadata(&binary).and_then(|file| file.modified()).unwrap();
    let written = fs::metadata(&path).and_then(|file| file.modified()).unwrap();
    assert!(built >= written, "{} is older than its source: build the examples", binary.display());
    let output = Command::new(&binary).current_dir(env::temp_dir()).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{name}: {printed}{}", String::from_utf8_lossy(&output.stderr));
    let printed: String = printed.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    let command = format!("cargo run --release --example {name}");
    let shown = shown(&source, &command);
    if shown != printed && env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        let comment = |text: &str| -> String {
            text.lines().map(|line| format!("//! {line}").trim_end().to_owned() + "\n").collect()
        };
        let prompt = format!("//! $ {command}\n");
        let new = format!("{prompt}{}", comment(&printed));
        return fs::write(&path, source.replacen(&format!("{prompt}{}", comment(&shown)), &new, 1)).unwrap();
    }
    assert_eq!(shown, printed, "{}: INSTA_UPDATE=always writes it anew", path.display());
    let lines = source.lines().count();
    assert!(lines <= 120, "{} has {lines} lines", path.display());
}
