//! Purity of the crate: a scan of the sources for I/O, clocks, globals, unordered collections and `unsafe`.

use std::fs;
use std::path::{Path, PathBuf};

/// Names that would bring in files, clocks, globals, an unstable order or unchecked memory.
const FOREIGN: &[&str] = &[
    "std::fs",
    "std::io",
    "std::net",
    "std::env",
    "std::process",
    "std::time",
    "Instant",
    "SystemTime",
    "println!",
    "print!",
    "dbg!",
    "static mut",
    "thread_local",
    "OnceLock",
    "LazyLock",
    "OnceCell",
    "HashMap",
    "HashSet",
    "RandomState",
    "DefaultHasher",
    "unsafe",
];

/// Types with interior mutability.
const CHANGES: &[&str] = &["Atomic", "Mutex", "RwLock", "Cell", "Lock<"];

/// Occurrences of forbidden names outside comments, as `line: name`.
fn foreign(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let within = |what: &&&str| {
            let starts = code.match_indices(**what).map(|(at, _)| at);
            // A whole word: `read_unsafe` is allowed.
            starts.into_iter().any(|at| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        // A constant table is no global state, and the lifetime of a reference is none either.
        let global = code.replace("'static ", "").contains("static ")
            && CHANGES.iter().any(|what| code.contains(what));
        found.extend(global.then(|| format!("{}: a global", number + 1)));
        found.extend(FOREIGN.iter().filter(within).map(|what| format!("{}: {what}", number + 1)));
    }
    found
}

fn sources(directory: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the sources can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

#[test]
fn the_crate_does_no_io_reads_no_clock_and_has_no_globals() {
    let mut paths = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut paths);
    assert!(paths.len() > 40, "the sources were found: {}", paths.len());
    let mut wrong = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a source can be read");
        wrong.extend(foreign(&text).into_iter().map(|what| format!("{}:{what}", path.display())));
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn forbidden_names_are_found() {
    let lines = [
        ("use std::fs::File;", "1: std::fs"),
        ("let now = std::time::Instant::now();", "1: std::time"),
        ("let now = Instant::now();", "1: Instant"),
        ("static COUNT: AtomicU64 = AtomicU64::new(0);", "1: a global"),
        ("pub static COUNT: AtomicU64 = AtomicU64::new(0);", "1: a global"),
        ("thread_local! {", "1: thread_local"),
        ("let seen: HashMap<u64, u64> = HashMap::new();", "1: HashMap"),
        ("unsafe { *pointer }", "1: unsafe"),
    ];
    for (line, expected) in lines {
        assert!(foreign(line).iter().any(|found| found == expected), "{line}: {:?}", foreign(line));
    }
    let fine = [
        "name: &'static str,",
        "// an Instant is not wanted",
        "fn is_unsafe_now()",
        "static TABLE: [u8; 256] = table();",
    ];
    assert!(fine.iter().all(|line| foreign(line).is_empty()));
}
