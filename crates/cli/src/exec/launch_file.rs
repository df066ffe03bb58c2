//! The launch file: what it can say, and where in it something stands.
//!
//! Types here hold what was written, unjudged; [`plan`](super::plan) gives it meaning. A judgement needs
//! the place it is about: [`Place`] is a path of keys, and turns into a stretch of the text only when
//! there is an error to show. So no type has to carry spans.

use super::element::{ELEMENT_TYPES, ElementType, Number};
use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::PathBuf;
use toml::de::{DeTable, DeValue};
use warploom_kernel::ptx::nearest;

/// A whole launch file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchFile {
    #[serde(default)]
    pub buffers: BTreeMap<String, Buffer>,
    #[serde(default)]
    pub launch: Vec<Launch>,
    #[serde(default)]
    pub show: Vec<Show>,
    #[serde(default)]
    pub check: Vec<Check>,
    #[serde(default)]
    pub save: Vec<Save>,
}

impl LaunchFile {
    /// How many CTAs it launches.
    pub fn ctas(&self) -> u64 {
        let ctas = |launch: &Launch| launch.grid.0.iter().fold(1, |n: u64, &d| n.saturating_mul(d.into()));
        self.launch.iter().map(ctas).fold(0, u64::saturating_add)
    }
}

/// `[buffers.NAME]`: device memory and what it holds at first.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    #[serde(rename = "type")]
    pub ty: Option<ElementType>,
    pub shape: Option<OneOrMany<u64>>,
    pub symbol: Option<String>,
    pub zeros: Option<bool>,
    pub value: Option<Number>,
    pub values: Option<Vec<Number>>,
    pub iota: Option<Iota>,
    pub random: Option<Random>,
    pub file: Option<PathBuf>,
}

/// `start`, `start + step`, …
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Iota {
    pub start: Number,
    pub step: Number,
}

impl Default for Iota {
    fn default() -> Iota {
        Iota { start: Number::Int(0), step: Number::Int(1) }
    }
}

/// Pseudo-random numbers from `low` up to, not including, `high`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Random {
    pub seed: u64,
    pub low: Option<Number>,
    pub high: Option<Number>,
}

/// `[[launch]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    pub kernel: String,
    pub grid: OneOrMany<u32>,
    pub block: OneOrMany<u32>,
    #[serde(default)]
    pub shared: u32,
    #[serde(default)]
    pub args: Vec<Arg>,
}

/// An argument: `{ buffer = "x" }`, `{ f32 = 2.0 }`, `{ struct = […] }`, `{ bytes = […] }`.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    Buffer(String),
    Scalar(ElementType, Number),
    Struct(Vec<Arg>),
    Bytes(Vec<u8>),
}

/// `[[check]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    pub buffer: String,
    pub equals: Equals,
    #[serde(default)]
    pub abs: f64,
    #[serde(default)]
    pub rel: f64,
    #[serde(default)]
    pub nan: NanRule,
}

/// What a buffer is compared with.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Equals {
    Buffer(String),
    File(PathBuf),
    Value(Number),
    Values(Vec<Number>),
    Iota(Iota),
}

/// What a NaN means in a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NanRule {
    /// A NaN equals a NaN and nothing else.
    #[default]
    Equal,
    /// A NaN on either side is a mismatch.
    Fail,
}

/// `[[show]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Show {
    pub buffer: String,
    #[serde(default)]
    pub from: u64,
    #[serde(default = "sixteen")]
    pub first: u64,
}

fn sixteen() -> u64 {
    16
}

/// `[[save]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    pub buffer: String,
    pub file: PathBuf,
}

/// `4` or `[4, 2]`.
#[derive(Debug, Clone, PartialEq)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<'de, T: Deserialize<'de> + TryFrom<i64>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OneOrMany<T>, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de> + TryFrom<i64>> Visitor<'de> for Either<T> {
            type Value = OneOrMany<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a size or a list of sizes")
            }
            fn visit_i64<E: de::Error>(self, v: i64) -> Result<OneOrMany<T>, E> {
                let size = T::try_from(v);
                let size = size.map_err(|_| E::invalid_value(de::Unexpected::Signed(v), &"a size"))?;
                Ok(OneOrMany(vec![size]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<OneOrMany<T>, A::Error> {
                let mut sizes = Vec::new();
                while let Some(size) = seq.next_element()? {
                    sizes.push(size);
                }
                Ok(OneOrMany(sizes))
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Arg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Arg, D::Error> {
        struct Args;
        impl<'de> Visitor<'de> for Args {
            type Value = Arg;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an argument such as { f32 = 2.0 } or { buffer = \"x\" }")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Arg, A::Error> {
                let one = || de::Error::custom("an argument has one key, its type or `buffer`");
                let key: String = map.next_key()?.ok_or_else(one)?;
                let arg = match key.as_str() {
                    "buffer" => Arg::Buffer(map.next_value()?),
                    "struct" => Arg::Struct(map.next_value()?),
                    "bytes" => Arg::Bytes(map.next_value()?),
                    name => match ElementType::from_name(name) {
                        Some(ty) => Arg::Scalar(ty, map.next_value()?),
                        None => return Err(unknown_key(name)),
                    },
                };
                if map.next_key::<String>()?.is_some() { Err(one()) } else { Ok(arg) }
            }
        }
        deserializer.deserialize_any(Args)
    }
}

/// Serde's words for it, so that it is treated like any other unknown key.
fn unknown_key<E: de::Error>(name: &str) -> E {
    let known: Vec<String> = ["buffer", "struct", "bytes"]
        .into_iter()
        .chain(ELEMENT_TYPES.iter().map(|t| t.name()))
        .map(|k| format!("`{k}`"))
        .collect();
    E::custom(format!("unknown field `{name}`, expected one of {}", known.join(", ")))
}

/// A text that is no launch file.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxError {
    pub message: String,
    /// Where, in bytes.
    pub span: Option<Range<usize>>,
    pub help: Option<String>,
}

/// Reads a launch file.
pub fn read(text: &str) -> Result<LaunchFile, SyntaxError> {
    let plain =
        |e: toml::de::Error| SyntaxError { message: e.message().to_owned(), span: e.span(), help: None };
    let deserializer = toml::Deserializer::parse(text).map_err(plain)?;
    serde_path_to_error::deserialize(deserializer).map_err(|e| {
        let path = e.path().to_string();
        explain(&path, plain(e.into_inner()))
    })
}

/// Says which key serde did not know and which it would have, and in which table.
fn explain(path: &str, error: SyntaxError) -> SyntaxError {
    // A table where a list of tables is due, and the other way round.
    let wrong_type = error.message.starts_with("invalid type: ");
    if wrong_type && ["launch", "show", "check", "save"].contains(&path) {
        let message = format!("`{path}` is a list: there may be more than one");
        return SyntaxError { message, help: Some(format!("write [[{path}]]")), ..error };
    }
    // Serde takes a list's first element for a buffer's first key.
    let listed = path.strip_suffix("[0]").filter(|p| p.matches('.').count() == 1);
    if let Some(table) = listed.filter(|p| p.starts_with("buffers.")) {
        let message = format!("`{table}` is one table, not a list");
        return SyntaxError { message, help: Some(format!("write [{table}]")), ..error };
    }
    // A form's name alone is taken for the form with nothing in it.
    let alone = error.message.contains("unit variant");
    let path = if alone { path.rsplit_once('.').map_or(path, |(table, _)| table) } else { path };
    let equals = path.starts_with("check[") && path.ends_with("].equals");
    // The word and the known ones stand between backticks.
    let words: Vec<&str> = error.message.split('`').skip(1).step_by(2).collect();
    let what = match error.message.as_str() {
        m if m.starts_with("unknown field") => Some("key"),
        m if m.starts_with("unknown variant") => Some("word"),
        _ => None,
    };
    if let (Some(what), Some((word, known))) = (what, words.split_first()) {
        let near = nearest(word, known.iter().copied());
        let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
        let known = if equals { FORMS.to_owned() } else { format!("known here: {}", known.join(", ")) };
        let help = Some(format!("{near}{known}"));
        let table = path.strip_suffix(word).map_or(path, |p| p.trim_end_matches('.'));
        let table = if table.is_empty() { String::new() } else { format!(" in `{table}`") };
        return SyntaxError { message: format!("unknown {what} `{word}`{table}"), help, ..error };
    }
    let message = match error.message.as_str() {
        m if m.starts_with("wanted exactly 1 element") => "one key is due here".to_owned(),
        _ if equals => "a table of one key is due here".to_owned(),
        m => match m.rsplit_once(", expected ") {
            Some((given, due)) => format!("{given}, expected {}", in_words(due)),
            None => m.replace("missing field", "missing key"),
        },
    };
    let help = if equals { Some(FORMS.to_owned()) } else { error.help };
    SyntaxError { message: format!("{path}: {message}"), help, ..error }
}

/// What `equals` can be.
const FORMS: &str = "write { value = 3 }, { values = [1, 2, 3] }, { iota = { start = 0, step = 1 } }, \
                     { buffer = \"x\" } or { file = \"x.npy\" }";

/// Serde's name of a type, for those who do not write Rust.
fn in_words(due: &str) -> &str {
    match due {
        "u8" => "a whole number from 0 to 255",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" => "a whole number from 0",
        "f64" => "a number",
        _ if due.starts_with("struct ") => "a table",
        _ => due,
    }
}

/// A step of a [`Place`].
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

/// Where in a launch file something stands: `launch[0].args[2]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place(Vec<Step>);

impl Place {
    /// The place of a key of the file's outermost table.
    pub fn of(key: &str) -> Place {
        Place::default().key(key)
    }

    /// The place of a key of the table here.
    pub fn key(&self, key: &str) -> Place {
        self.then(Step::Key(key.to_owned()))
    }

    /// The place of an element of the list here.
    pub fn index(&self, index: usize) -> Place {
        self.then(Step::Index(index))
    }

    fn then(&self, step: Step) -> Place {
        Place(self.0.iter().cloned().chain([step]).collect())
    }

    /// The bytes it takes in `text`; of the nearest thing around it where it is not written.
    pub fn span(&self, text: &str) -> Option<Range<usize>> {
        let document = DeTable::parse(text).ok()?;
        let mut span = None;
        let mut table = Some(document.get_ref());
        let mut list = None;
        for step in &self.0 {
            let found = match step {
                Step::Key(key) => table.and_then(|t| t.get(key.as_str())),
                Step::Index(index) => list.and_then(|l: &toml::de::DeArray<'_>| l.get(*index)),
            };
            let Some(value) = found else { break };
            span = Some(value.span());
            (table, list) = match value.get_ref() {
                DeValue::Table(table) => (Some(table), None),
                DeValue::Array(list) => (None, Some(list)),
                _ => break,
            };
        }
        span
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if i == 0 => write!(f, "{key}")?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_64_bits_stay_exact() {
        let file = read("[buffers.x]\nvalues = [18446744073709551615, -1, 0xff, 1.5, nan]").unwrap();
        let values = file.buffers["x"].values.as_ref().unwrap();
        assert_eq!(values[0], Number::Int(u64::MAX.into()));
        assert_eq!(values[1..4], [Number::Int(-1), Number::Int(255), Number::Float(1.5)]);
        assert!(values[4].as_f64().is_nan());
    }

    #[test]
    fn a_place_is_found_in_the_text() {
        let text = "[buffers.x]\nvalues = [1, 23, 4]\n[[launch]]\nkernel = 'k'\nargs = [{ u8 = 1 }]\n";
        let at = |place: Place| place.span(text).map(|s| &text[s]);
        assert_eq!(at(Place::of("buffers").key("x").key("values").index(1)), Some("23"));
        assert_eq!(at(Place::of("launch").index(0).key("kernel")), Some("'k'"));
        assert_eq!(at(Place::of("launch").index(0).key("args").index(0)), Some("{ u8 = 1 }"));
        assert_eq!(at(Place::of("launch").index(0).key("args").index(7)), Some("[{ u8 = 1 }]"));
        assert_eq!(at(Place::of("buffers").key("x").key("shape")), Some("[buffers.x]"));
        assert_eq!(at(Place::of("launch").index(0).key("grid")), Some("[[launch]]"));
        assert_eq!(at(Place::of("save")), None);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_table() {
        let explain = |text: &str| {
            let e = read(text).unwrap_err();
            let at = e.span.map_or("-".to_owned(), |s| text[s].to_owned());
            format!("{} | {} | {at}", e.message, e.help.unwrap_or_default())
        };
        let all = [
            explain("[buffers.x]\ntyp = 'f32'"),
            explain("[buffers.x]\ntype = 'f23'"),
            explain("bufers = 1"),
            explain("[[launch]]\nkernel = 'k'\ngrid = 1"),
            explain("[[launch]]\nkernel = 'k'\ngrid = -1\nblock = 1"),
            explain("[[launch]]\nkernel = 'k'\ngrid = 1.5\nblock = 1"),
            explain("[[launch]]\nkernel = 'k'\ngrid = [1, 'x']\nblock = 1"),
            explain("[[launch]]\nkernel = 'k'\ngrid = 1\nblock = 1\nargs = [{ flaot = 1 }]"),
            explain("[[launch]]\nkernel = 'k'\ngrid = 1\nblock = 1\nargs = [{ f23 = 1 }]"),
            explain("[[launch]]\nkernel = 'k'\ngrid = 1\nblock = 1\nargs = [1]"),
            explain("[[launch]]\nkernel = 'k'\ngrid = 1\nblock = 1\nargs = [{ u8 = 1, u16 = 2 }]"),
            explain("[[check]]\nbuffer = 'x'\nequals = { fil = 'a.npy' }"),
            explain("[[check]]\nbuffer = 'x'\nequals = { value = 1, iota = {} }"),
            explain("[[check]]\nbuffer = 'x'\nequals = { value = 1 }\nnan = 'equals'"),
            explain("[buffers.x\ntype = 'f32'"),
            explain("[launch]\nkernel = 'k'"),
            explain("[show]\nbuffer = 'x'"),
            explain("save = 3"),
            explain("[[buffers.x]]\ntype = 'f32'"),
            explain("[buffers]\nx = 3"),
            explain("[[show]]\nbuffer = 'x'\nfirst = -1"),
            explain("[[show]]\nbuffer = 'x'\nfrom = 1.5"),
            explain("[[launch]]\nkernel = 'k'\ngrid = 1\nblock = 1\nargs = [{ bytes = [256] }]"),
            explain("[[check]]\nbuffer = 'x'\nequals = 3"),
            explain("[[check]]\nbuffer = 'x'\nequals = [1, 2]"),
            explain("[[check]]\nbuffer = 'x'\nequals = 'ones'"),
            explain("[[check]]\nbuffer = 'x'\nequals = 'value'"),
            explain("[[check]]\nbuffer = 'x'\nequals = { value = 'x' }"),
            explain("[[check]]\nbuffer = 'x'\nequals = {}"),
            explain("[[check]]\nbuffer = 'x'\nequals = { value = 1 }\nabs = 'x'"),
        ];
        insta::assert_snapshot!(all.join("\n"));
    }
}
