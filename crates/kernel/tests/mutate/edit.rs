//! Edits of tokens and lines.

use super::Choices;
use std::collections::BTreeSet;
use warploom_kernel::ptx::isa::{Mod, Opcode, Special};

/// Numbers at which things tend to break.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "15",
    "16",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "255",
    "256",
    "1023",
    "1024",
    "65535",
    "65536",
    "1048576",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "0f00000000",
    "0f7F800000",
    "0fFFC00000",
    "0d7FF0000000000000",
    "1.5",
];

const DIRECTIVES: &[&str] = &[
    ".version",
    ".target",
    ".address_size",
    ".visible",
    ".extern",
    ".weak",
    ".common",
    ".entry",
    ".func",
    ".global",
    ".const",
    ".shared",
    ".local",
    ".param",
    ".reg",
    ".align",
    ".ptr",
    ".file",
    ".loc",
    ".section",
    ".pragma",
    ".alias",
    ".branchtargets",
    ".callprototype",
    ".maxntid",
    ".reqntid",
    ".minnctapersm",
    ".maxnreg",
    ".noreturn",
    ".attribute",
];

const PUNCTUATION: &[&str] =
    &["{", "}", "(", ")", "[", "]", "<", ">", ",", ";", ":", "+", "-", "|", "!", "@", "=", "_", "\"", "/*"];

/// Every word PTX knows, for edits and for the fuzzer's dictionary.
pub fn words() -> Vec<String> {
    let mut all: BTreeSet<String> = BTreeSet::new();
    all.extend(Opcode::ALL.iter().map(|o| o.text().to_owned()));
    all.extend(Mod::ALL.iter().map(|m| format!(".{m}")));
    all.extend(Special::ALL.iter().map(|s| s.text().to_owned()));
    for list in [NUMBERS, DIRECTIVES, PUNCTUATION] {
        all.extend(list.iter().map(|&w| w.to_owned()));
    }
    all.into_iter().collect()
}

/// What a token is, roughly: edits that keep the kind are more often still PTX.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Kind {
    Space,
    Register,
    Suffix,
    Number,
    Word,
    Other,
}

fn kind(token: &str) -> Kind {
    match token.as_bytes()[0] {
        b if b.is_ascii_whitespace() => Kind::Space,
        b'%' => Kind::Register,
        b'.' => Kind::Suffix,
        b if b.is_ascii_digit() => Kind::Number,
        b if b.is_ascii_alphabetic() || matches!(b, b'_' | b'$') => Kind::Word,
        _ => Kind::Other,
    }
}

/// Takes text apart such that joined together the tokens are the text.
fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$');
        let run = |from: usize, take: &dyn Fn(&u8) -> bool| {
            bytes[from..].iter().take_while(|b| take(b)).count() + from - at
        };
        let len = match bytes[at] {
            b if b.is_ascii_whitespace() => run(at, &u8::is_ascii_whitespace),
            b'%' | b'.' => run(at + 1, &word),
            b if word(&b) => run(at, &word),
            _ => text[at..].chars().next().map_or(1, char::len_utf8),
        };
        all.push(&text[at..at + len]);
        at += len;
    }
    all
}

/// Makes `edits` changes to `text`; lines and tokens may come from `seeds`.
pub fn edit(text: &str, seeds: &[String], edits: usize, choices: &mut impl Choices) -> String {
    let mut text = text.to_owned();
    for _ in 0..edits {
        text = if choices.once_in(3) { edit_line(&text, seeds, choices) } else { edit_token(&text, choices) };
    }
    text
}

fn edit_line(text: &str, seeds: &[String], choices: &mut impl Choices) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let at = choices.below(lines.len());
    let other = choices.below(lines.len());
    match choices.below(5) {
        0 => {
            lines.remove(at);
        }
        1 => lines.insert(at, lines[at]),
        2 => lines.swap(at, other),
        3 => lines.insert(at, lines[other]),
        _ => {
            let seed: Vec<&str> = choices.one(seeds).lines().collect();
            if !seed.is_empty() {
                lines.insert(at, *choices.one(&seed));
            }
        }
    }
    lines.join("\n")
}

fn edit_token(text: &str, choices: &mut impl Choices) -> String {
    let mut all = tokens(text);
    let real: Vec<usize> = (0..all.len()).filter(|&i| kind(all[i]) != Kind::Space).collect();
    if real.is_empty() {
        return text.to_owned();
    }
    let pool = words();
    let pool: Vec<&str> = pool.iter().map(String::as_str).collect();
    let at = *choices.one(&real);
    match choices.below(9) {
        0 => {
            all.remove(at);
        }
        1 => all.insert(at, all[at]),
        2 => all.swap(at, *choices.one(&real)),
        3 => all[at] = *choices.one(&pool),
        4 => all.insert(at, *choices.one(&pool)),
        5 => {
            let numbers: Vec<usize> =
                real.iter().copied().filter(|&i| kind(all[i]) == Kind::Number).collect();
            if !numbers.is_empty() {
                all[*choices.one(&numbers)] = *choices.one(NUMBERS);
            }
        }
        6 => {
            let suffixes: Vec<usize> =
                real.iter().copied().filter(|&i| kind(all[i]) == Kind::Suffix).collect();
            let known: Vec<&str> = pool.iter().copied().filter(|w| w.starts_with('.')).collect();
            if !suffixes.is_empty() {
                all[*choices.one(&suffixes)] = *choices.one(&known);
            }
        }
        _ => {
            let same: Vec<usize> = real.iter().copied().filter(|&i| kind(all[i]) == kind(all[at])).collect();
            all[at] = all[*choices.one(&same)];
        }
    }
    all.concat()
}
