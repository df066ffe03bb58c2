//! Templates: text with the names of facts in double braces.

use super::facts::Facts;
use std::collections::BTreeSet;

/// Numbers as words, for prose.
const WORDS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// The text with its facts, and the names of those that were used.
///
/// `{{name}}` is the fact itself, `{{name|word}}` a number as a word.
///
/// # Errors
/// Placeholders without an end, without a fact, or with an unknown filter, one per line.
pub fn render(template: &str, facts: &Facts) -> Result<(String, BTreeSet<String>), String> {
    let (mut text, mut used, mut wrong) = (String::new(), BTreeSet::new(), Vec::new());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        text += before;
        let Some((placeholder, after)) = after.split_once("}}") else {
            return Err(format!("no end: `{{{{{}`", after.lines().next().unwrap_or_default()));
        };
        let (name, filter) = placeholder.split_once('|').unwrap_or((placeholder, ""));
        match facts.get(name).and_then(|fact| filtered(fact, filter)) {
            Some(fact) => text += &fact,
            None => wrong.push(format!("no fact: `{placeholder}`")),
        }
        used.insert(name.to_owned());
        rest = after;
    }
    text += rest;
    if wrong.is_empty() { Ok((text, used)) } else { Err(wrong.join("\n")) }
}

fn filtered(fact: &str, filter: &str) -> Option<String> {
    match filter {
        "" => Some(fact.to_owned()),
        "word" => fact.parse::<usize>().ok().and_then(|n| WORDS.get(n)).map(|&word| word.to_owned()),
        _ => None,
    }
}

/// Words with digits that are names, not measurements: a simulator, a GPU, a cache, and the rows of the appendix.
pub const NAMES: &[&str] =
    &["Multi2Sim", "V100", "GT200", "L1", "L2", "C1", "C2", "C3", "C4", "C5", "C6", "C7"];

/// Numbers as words that are not measurements.
const PHRASES: &[&str] = &["two-level"];

/// Numbers that were typed by hand: words with digits, and numbers as words, outside of placeholders, citations, targets of links,
/// widths of figures, code, quotations, names of sections (IV-B2), and the front matter, whose numbers are a date and the indices of
/// affiliations.
pub fn typed_numbers(template: &str) -> Vec<String> {
    let body = match template.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) {
        Some((_, body)) => body,
        None => template,
    };
    let text = without(&without(&without(body, "{{", "}}"), "](", ")"), "{width=", "}");
    // The front of a line of code is a word of its own; what is quoted is the paper's.
    let text = if text.contains("```") { text } else { outside(&outside(&text, '`'), '"') };
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '@');
    let words = text.split(|c| !is_word(c)).filter(|word| !word.is_empty() && !word.starts_with('@'));
    // The number of a figure or table is a name.
    let before = std::iter::once("").chain(words.clone());
    let words =
        before.zip(words).filter(|(before, _)| !["Fig", "Table"].contains(before)).map(|(_, word)| word);
    let typed = |word: &&str| {
        let lower = word.to_lowercase();
        let is_section =
            word.split_once('-').is_some_and(|(part, _)| part.chars().all(|c| "IVX".contains(c)));
        let digits = word.contains(|c: char| c.is_ascii_digit()) && !NAMES.contains(word) && !is_section;
        // "one" is mostly a pronoun.
        let number =
            lower.split('-').any(|part| WORDS[2..].contains(&part)) && !PHRASES.contains(&lower.as_str());
        digits || number
    };
    words.filter(typed).map(str::to_owned).collect()
}

/// The text without what lies between `start` and `end`.
fn without(text: &str, start: &str, end: &str) -> String {
    let mut parts = text.split(start);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + " " + part.split_once(end).map_or("", |(_, after)| after))
}

/// The text outside of pairs of a mark.
fn outside(text: &str, mark: char) -> String {
    text.split(mark).step_by(2).collect::<Vec<_>>().join(" ")
}
