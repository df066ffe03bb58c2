//! The launch file's syntax, and key paths into it.
//!
//! These types hold the file as written; [`Plan`](super::Plan) checks it against a module. An error names its place by a
//! [`KeyPath`], which is resolved to a span of the text only when the error is shown, so the types carry no spans.

use super::element::{ELEMENT_TYPES, ElementType, Number};
use super::texture::{ArrayEntry, SurfaceEntry, TextureEntry};
use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::PathBuf;
use toml::de::{DeTable, DeValue};
use warploom_kernel::names::nearest;

/// A launch file: buffers, launches, and the results to show, check and save.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchFile {
    /// Buffers on the device, by name.
    #[serde(default)]
    pub buffers: BTreeMap<String, Buffer>,
    /// Arrays of texels, by name.
    #[serde(default)]
    pub arrays: BTreeMap<String, ArrayEntry>,
    /// Texture objects, by name.
    #[serde(default)]
    pub textures: BTreeMap<String, TextureEntry>,
    /// Surface objects, by name.
    #[serde(default)]
    pub surfaces: BTreeMap<String, SurfaceEntry>,
    /// Launches, in order.
    #[serde(default)]
    pub launch: Vec<LaunchEntry>,
    /// Buffers to print.
    #[serde(default)]
    pub show: Vec<Show>,
    /// Buffers to compare with expected values.
    #[serde(default)]
    pub check: Vec<Check>,
    /// Buffers to write to files.
    #[serde(default)]
    pub save: Vec<Save>,
}

/// `[buffers.NAME]`: device memory and its initial contents.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// Element type.
    #[serde(rename = "type")]
    pub ty: Option<ElementType>,
    /// Sizes of the dimensions.
    pub shape: Option<OneOrMany<u64>>,
    /// The module variable that the buffer stands for.
    pub symbol: Option<String>,
    pub zeros: Option<bool>,
    /// One number for every element.
    pub value: Option<Number>,
    /// A number for each element.
    pub values: Option<Vec<Number>>,
    /// Equally spaced numbers.
    pub iota: Option<Iota>,
    /// Pseudo-random numbers.
    pub random: Option<Random>,
    /// An `.npy` file, or raw little-endian elements.
    pub file: Option<PathBuf>,
}

/// Equally spaced numbers: `start`, `start + step`, …
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Iota {
    /// The first element.
    pub start: Number,
    /// The difference between neighbours.
    pub step: Number,
}

impl Default for Iota {
    fn default() -> Iota {
        Iota { start: Number::Int(0), step: Number::Int(1) }
    }
}

/// Pseudo-random numbers from `low` (inclusive) to `high` (exclusive).
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Random {
    /// Seed of the PCG64 generator.
    pub seed: u64,
    /// Lower bound; 0 if absent.
    pub low: Option<Number>,
    /// Upper bound; 1 if absent, for floating-point types.
    pub high: Option<Number>,
}

/// `[[launch]]`: a kernel launch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchEntry {
    /// The kernel's symbol in the PTX, or its C++ name.
    pub kernel: String,
    /// CTAs of the grid, in x, y and z.
    pub grid: OneOrMany<u32>,
    /// Threads of a CTA, in x, y and z.
    pub block: OneOrMany<u32>,
    /// Bytes of dynamic shared memory.
    #[serde(default)]
    pub shared: u32,
    /// Whether the CTAs may synchronise with each other, as after `cudaLaunchCooperativeKernel`.
    #[serde(default)]
    pub cooperative: bool,
    /// Kernel arguments, in order.
    #[serde(default)]
    pub args: Vec<Arg>,
}

impl LaunchEntry {
    /// CTAs of the grid.
    pub fn ctas(&self) -> u64 {
        self.grid.0.iter().fold(1, |ctas: u64, &n| ctas.saturating_mul(n.into()))
    }
}

/// A kernel argument: `{ buffer = "x" }`, `{ texture = "t" }`, `{ surface = "s" }`, `{ f32 = 2.0 }`, `{ struct = […] }`, `{ bytes = […] }`.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    /// A buffer's address.
    Buffer(String),
    Texture(String),
    Surface(String),
    Scalar(ElementType, Number),
    /// Fields, laid out as C does.
    Struct(Vec<Arg>),
    /// The bytes themselves.
    Bytes(Vec<u8>),
}

/// `[[check]]`: a comparison of a buffer after the launches.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    pub buffer: String,
    /// The expected elements.
    pub equals: Equals,
    /// Accepted absolute difference.
    #[serde(default)]
    pub abs: f64,
    /// Accepted difference relative to the expected value.
    #[serde(default)]
    pub rel: f64,
    /// Treatment of NaN.
    #[serde(default)]
    pub nan: NanRule,
}

/// The expected elements of a [`Check`].
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Equals {
    /// Another buffer, after the launches.
    Buffer(String),
    /// An `.npy` file, or raw elements of the buffer's type.
    File(PathBuf),
    /// One number for every element.
    Value(Number),
    /// A number for each element.
    Values(Vec<Number>),
    /// Equally spaced numbers.
    Iota(Iota),
}

/// How a check treats NaN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NanRule {
    /// A NaN equals a NaN and nothing else.
    #[default]
    Equal,
    /// A NaN on either side is a mismatch.
    Fail,
}

/// `[[show]]`: elements of a buffer to print.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Show {
    pub buffer: String,
    /// Index of the first element to print.
    #[serde(default)]
    pub from: u64,
    /// Number of elements to print.
    #[serde(default = "sixteen")]
    pub first: u64,
}

fn sixteen() -> u64 {
    16
}

/// `[[save]]`: a buffer to write to a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    pub buffer: String,
    /// The file: `.npy`, or raw elements.
    pub file: PathBuf,
}

/// One size or a list of them: `4` or `[4, 2]`.
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
                let one = || de::Error::custom("an argument has exactly one key: its type, or `buffer`");
                let key: String = map.next_key()?.ok_or_else(one)?;
                let arg = match key.as_str() {
                    "buffer" => Arg::Buffer(map.next_value()?),
                    "texture" => Arg::Texture(map.next_value()?),
                    "surface" => Arg::Surface(map.next_value()?),
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

/// An unknown key, worded as serde does, so that [`explain`] treats it like any other.
fn unknown_key<E: de::Error>(name: &str) -> E {
    let known: Vec<String> = ["buffer", "texture", "surface", "struct", "bytes"]
        .into_iter()
        .chain(ELEMENT_TYPES.iter().map(|t| t.name()))
        .map(|k| format!("`{k}`"))
        .collect();
    E::custom(format!("unknown field `{name}`, expected one of {}", known.join(", ")))
}

/// Why a text is not a launch file.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// What is wrong.
    pub message: String,
    /// The bytes of the text that are wrong.
    pub span: Option<Range<usize>>,
    /// How to fix it.
    pub help: Option<String>,
}

/// Parses a launch file.
///
/// # Errors
/// See [`SyntaxError`].
pub fn parse(text: &str) -> Result<LaunchFile, SyntaxError> {
    let plain =
        |e: toml::de::Error| SyntaxError { message: e.message().to_owned(), span: e.span(), help: None };
    let deserializer = toml::Deserializer::parse(text).map_err(plain)?;
    serde_path_to_error::deserialize(deserializer).map_err(|e| {
        let path = e.path().to_string();
        explain(&path, plain(e.into_inner()))
    })
}

/// Rewords a serde error: names the table, and the keys that it knows.
fn explain(path: &str, error: SyntaxError) -> SyntaxError {
    // A table in place of a list of tables.
    let wrong_type = error.message.starts_with("invalid type: ");
    if wrong_type && ["launch", "show", "check", "save"].contains(&path) {
        let message = format!("`{path}` must be a list of tables");
        return SyntaxError { message, help: Some(format!("write [[{path}]]")), ..error };
    }
    // A list in place of a table: serde takes its first element for the buffer's first key.
    let listed = path.strip_suffix("[0]").filter(|p| p.matches('.').count() == 1);
    if let Some(table) = listed.filter(|p| p.starts_with("buffers.")) {
        let message = format!("`{table}` must be a table, not a list");
        return SyntaxError { message, help: Some(format!("write [{table}]")), ..error };
    }
    // Serde takes a form's name alone for a variant without content.
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
        m if m.starts_with("wanted exactly 1 element") => "expected exactly one key".to_owned(),
        _ if equals => "expected a table with one key".to_owned(),
        m => match m.rsplit_once(", expected ") {
            Some((given, expected)) => format!("{given}, expected {}", in_words(expected)),
            None => m.replace("missing field", "missing key"),
        },
    };
    let help = if equals { Some(FORMS.to_owned()) } else { error.help };
    SyntaxError { message: format!("{path}: {message}"), help, ..error }
}

/// The forms of `equals`.
const FORMS: &str = "write { value = 3 }, { values = [1, 2, 3] }, { iota = { start = 0, step = 1 } }, \
                     { buffer = \"x\" } or { file = \"x.npy\" }";

/// A Rust type's name in plain English.
fn in_words(expected: &str) -> &str {
    match expected {
        "u8" => "an integer from 0 to 255",
        "u32" => "an integer from 0 to 4294967295",
        "u64" => "a non-negative integer",
        "f64" => "a number",
        _ if expected.starts_with("struct ") => "a table",
        _ => expected,
    }
}

/// A step of a [`KeyPath`].
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

/// A path of keys in a launch file: `launch[0].args[2]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyPath(Vec<Step>);

impl KeyPath {
    /// The path of a key of the outermost table.
    pub fn of(key: &str) -> KeyPath {
        KeyPath::default().key(key)
    }

    /// The path of a key in the table at this path.
    pub fn key(&self, key: &str) -> KeyPath {
        self.then(Step::Key(key.to_owned()))
    }

    /// The path of an element in the list at this path.
    pub fn index(&self, index: usize) -> KeyPath {
        self.then(Step::Index(index))
    }

    fn then(&self, step: Step) -> KeyPath {
        KeyPath(self.0.iter().cloned().chain([step]).collect())
    }

    /// The bytes of the value at this path in `text`; those of the innermost enclosing value if the key is absent.
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

impl fmt::Display for KeyPath {
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
    fn integers_of_64_bits_stay_exact() {
        let file = parse("[buffers.x]\nvalues = [18446744073709551615, -1, 0xff, 1.5, nan]").unwrap();
        let values = file.buffers["x"].values.as_ref().unwrap();
        assert_eq!(values[0], Number::Int(u64::MAX.into()));
        assert_eq!(values[1..4], [Number::Int(-1), Number::Int(255), Number::Float(1.5)]);
        assert!(values[4].as_f64().is_nan());
    }

    #[test]
    fn a_key_path_resolves_to_its_span() {
        let text = "[buffers.x]\nvalues = [1, 23, 4]\n[[launch]]\nkernel = 'k'\nargs = [{ u8 = 1 }]\n";
        let at = |path: KeyPath| path.span(text).map(|s| &text[s]);
        assert_eq!(at(KeyPath::of("buffers").key("x").key("values").index(1)), Some("23"));
        assert_eq!(at(KeyPath::of("launch").index(0).key("kernel")), Some("'k'"));
        assert_eq!(at(KeyPath::of("launch").index(0).key("args").index(0)), Some("{ u8 = 1 }"));
        assert_eq!(at(KeyPath::of("launch").index(0).key("args").index(7)), Some("[{ u8 = 1 }]"));
        assert_eq!(at(KeyPath::of("buffers").key("x").key("shape")), Some("[buffers.x]"));
        assert_eq!(at(KeyPath::of("launch").index(0).key("grid")), Some("[[launch]]"));
        assert_eq!(at(KeyPath::of("save")), None);
    }

    #[test]
    fn errors_name_their_table() {
        let explain = |text: &str| {
            let e = parse(text).unwrap_err();
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
