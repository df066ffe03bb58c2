//! Structs whose fields are keys of a machine description: the macro that declares them, and the values that keys take.

use toml::Value;
use warploom_kernel::names::nearest;

/// Declares the structs of a machine description, with the keys that their fields are read from.
///
/// A field is written `/// description`, an optional `#[serde(…)]`, then `pub name: Type = entry`, where the entry is
/// [`value`], [`optional`], [`table`] or one of the other constructors of [`Entry`]. The struct gets a constant `FIELDS`.
/// The first sentence of the documentation is the key's description.
macro_rules! described {
    ($(
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $(#[serde($($serde:tt)+)])?
                pub $field:ident: $type:ty = $entry:expr,
            )*
        }
    )*) => {$(
        $(#[$attribute])*
        pub struct $name {
            $(
                $(#[doc = $doc])+
                $(#[serde($($serde)+)])?
                pub $field: $type,
            )*
        }

        impl $name {
            pub(crate) const FIELDS: &'static [$crate::described::Field] = &[$(
                $crate::described::Field { name: stringify!($field), doc: &[$($doc),+], entry: $entry },
            )*];
        }
    )*};
}
pub(crate) use described;

/// A field of a description.
pub(crate) struct Field {
    pub name: &'static str,
    /// Lines of its documentation.
    pub doc: &'static [&'static str],
    pub entry: Entry,
}

/// The TOML entry of a field.
pub(crate) enum Entry {
    Value {
        kind: Kind,
        required: bool,
    },
    Table {
        fields: &'static [Field],
        optional: bool,
    },
    /// Tables with names of their own: `*` in a path.
    ByName(&'static [Field]),
    /// Tables named by instruction classes: `%` in a path.
    ByClass(&'static [Field]),
    /// A table with the keys of a cache, which are listed at the end.
    Cache {
        optional: bool,
    },
}

/// A required value.
pub(crate) const fn value(kind: Kind) -> Entry {
    Entry::Value { kind, required: true }
}

/// An optional value.
pub(crate) const fn optional(kind: Kind) -> Entry {
    Entry::Value { kind, required: false }
}

/// A required table.
pub(crate) const fn table(fields: &'static [Field]) -> Entry {
    Entry::Table { fields, optional: false }
}

/// A table that may be left out with all its keys.
pub(crate) const fn optional_table(fields: &'static [Field]) -> Entry {
    Entry::Table { fields, optional: true }
}

/// Tables with names of their own.
pub(crate) const fn by_name(fields: &'static [Field]) -> Entry {
    Entry::ByName(fields)
}

/// Tables named by instruction classes.
pub(crate) const fn by_class(fields: &'static [Field]) -> Entry {
    Entry::ByClass(fields)
}

/// A required cache.
pub(crate) const fn cache() -> Entry {
    Entry::Cache { optional: false }
}

pub(crate) const fn optional_cache() -> Entry {
    Entry::Cache { optional: true }
}

/// The valid values of a key.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Any text of one line.
    Text,
    /// True or false.
    Flag,
    /// A whole number from the first to the second.
    Whole(u32, u32),
    /// A number from the first to the second.
    Number(f64, f64),
    Word(&'static [&'static str]),
    /// A list of whole numbers.
    Wholes,
}

use Kind::{Flag, Number, Text, Whole, Wholes, Word};

impl Kind {
    /// The valid values in words, for messages.
    pub fn words(&self) -> String {
        match self {
            Text => "a text of one line".to_owned(),
            Flag => "true or false".to_owned(),
            Whole(least, most) => format!("a whole number from {least} to {most}"),
            Number(least, most) => format!("a number from {least} to {most}"),
            Word(words) => format!("one of \"{}\"", words.join("\", \"")),
            Wholes => "a list of whole numbers".to_owned(),
        }
    }

    /// The valid values in brief, for tables.
    pub fn brief(&self) -> String {
        match self {
            Text => "text".to_owned(),
            Flag => "true, false".to_owned(),
            Whole(least, most) => format!("{least} to {most}"),
            Number(least, most) => format!("{least} to {most}"),
            Word(words) => words.join(", "),
            Wholes => "list of numbers".to_owned(),
        }
    }

    /// Checks a value. The error names the valid values and the nearest of them.
    pub(crate) fn check(&self, value: &Value) -> Result<(), String> {
        let near = match (self, value) {
            (Flag, Value::Boolean(_)) => return Ok(()),
            (Text, Value::String(text)) if !text.contains(char::is_control) => return Ok(()),
            (Whole(least, most), Value::Integer(n)) => {
                let nearest = (*n).clamp(i64::from(*least), i64::from(*most));
                if nearest == *n {
                    return Ok(());
                }
                format!("; the nearest is {nearest}")
            }
            (Number(..), Value::Integer(n)) => return self.check(&Value::Float(*n as f64)),
            (Number(least, most), Value::Float(n)) => {
                if (*least..=*most).contains(n) {
                    return Ok(());
                }
                if n.is_nan() {
                    String::new()
                } else {
                    format!("; the nearest is {}", n.clamp(*least, *most))
                }
            }
            (Word(words), Value::String(word)) => {
                if words.contains(&word.as_str()) {
                    return Ok(());
                }
                nearest(word, words.iter().copied())
                    .map_or(String::new(), |w| format!(": did you mean \"{w}\"?"))
            }
            (Wholes, Value::Array(list)) => match list.iter().find(|v| Whole(0, 1 << 24).check(v).is_err()) {
                None => return Ok(()),
                Some(wrong) => format!(" from 0 to {}; {wrong} is not", 1 << 24),
            },
            _ => String::new(),
        };
        Err(format!("it must be {}{near}", self.words()))
    }
}
