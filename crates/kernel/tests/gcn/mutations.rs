//! Whatever GCN assembly is read, it is an error, a fault or a result: never a panic, a hang or endless memory.
//!
//! The same programs as the target `gcn` of `fuzz/`, with a fixed seed and for a few seconds.

use super::mutate;

use mutate::{Choices, execute, program, words};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// A fixed sequence of choices.
struct Random(u64);

impl Choices for Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn seeds() -> Vec<String> {
    let mut paths: Vec<PathBuf> = fs::read_dir(fuzz().join("corpus/gcn"))
        .expect("the corpus is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "s"))
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("text")).collect()
}

fn survives(text: &str) -> (usize, usize) {
    catch_unwind(AssertUnwindSafe(|| execute(text))).unwrap_or_else(|_| panic!("the text:\n{text}"))
}

#[test]
fn the_gcn_corpus_runs() {
    let seeds = seeds();
    assert!(seeds.len() >= 4);
    for seed in seeds {
        // From a kernel that faults at once, mutations get nowhere.
        assert!(survives(&seed).0 > 0, "no kernel runs to its end:\n{seed}");
    }
}

/// `WARPLOOM_WRITE=1` writes it anew.
#[test]
fn the_gcn_dictionary_has_every_word() {
    let want: String = words().iter().map(|word| format!("\"{word}\"\n")).collect();
    let path = fuzz().join("gcn.dict");
    if std::env::var_os("WARPLOOM_WRITE").is_some() {
        fs::write(&path, &want).expect("the dictionary can be written");
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), want, "run this test with WARPLOOM_WRITE=1");
}

/// `WARPLOOM_MUTATIONS` sets how many programs are tried.
#[test]
fn no_gcn_program_panics() {
    let many = std::env::var("WARPLOOM_MUTATIONS").map_or(4000, |n| n.parse().expect("a number of programs"));
    let seeds = seeds();
    let mut choices = Random(1);
    let (mut ended, mut faulted) = (0, 0);
    for number in 0..many {
        let mut text = match number % 2 {
            0 => program(&mut choices),
            _ => seeds[choices.below(seeds.len())].clone(),
        };
        if number % 4 == 1 {
            text = mutated(&text, &mut choices);
        }
        let (well, badly) = survives(&text);
        ended += well;
        faulted += badly;
    }
    assert!(ended > many / 8 && faulted > many / 16, "{ended} ended and {faulted} faulted of {many}");
}

/// The text with a few lines copied, lost or cut, and words replaced.
fn mutated(text: &str, choices: &mut Random) -> String {
    let all = words();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + choices.below(4) {
        let at = choices.below(lines.len());
        match choices.below(4) {
            0 => {
                let from = choices.below(lines.len());
                let line = lines[from].clone();
                lines.insert(at, line);
            }
            1 if lines.len() > 2 => drop(lines.remove(at)),
            2 => {
                let mut parts: Vec<&str> = lines[at].split(' ').collect();
                let nth = choices.below(parts.len());
                parts[nth] = &all[choices.below(all.len())];
                lines[at] = parts.join(" ");
            }
            _ => {
                let numbers =
                    ["0", "-1", "255", "65535", "4294967295", "0x7fffffffffffffff", "18446744073709551615"];
                let line = lines[at].clone();
                let digits = line.find(|c: char| c.is_ascii_digit());
                if let Some(start) = digits {
                    let end =
                        line[start..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |e| start + e);
                    lines[at] = format!("{}{}{}", &line[..start], numbers[choices.below(7)], &line[end..]);
                }
            }
        }
    }
    lines.join("\n")
}
