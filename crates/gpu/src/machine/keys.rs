//! The keys of a machine description: path, valid values and description of each.
//!
//! Files and overrides are checked against this list, so that an error can name the intended key and the valid values.
//! `warploom machines keys` prints it. The list is collected from the structs that `described!` declares.

pub use crate::described::Kind;

use super::{Machine, MachineError};
use crate::described::{Entry, Field};
use crate::memory::cache;
use toml::{Table, Value};
use warploom_kernel::class::Class;
use warploom_kernel::names::nearest;

/// A key of a machine description.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Key {
    /// Path from the top of the file, such as `sm.units.*.count`: `*` is any name, `%` an instruction class.
    pub path: String,
    /// Valid values.
    pub kind: Kind,
    /// Whether its table must have it.
    pub required: bool,
    /// Description.
    pub about: String,
}

/// The keys of a machine description.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct KeyList {
    /// Every key: values of a table before its subtables, and the keys of caches at the end.
    pub keys: Vec<Key>,
    /// Paths of the caches, which all have the same keys.
    pub caches: Vec<String>,
    /// Paths of the tables that may be left out with all their keys.
    pub optional_tables: Vec<String>,
}

/// The keys of a machine description.
pub fn keys() -> KeyList {
    let mut list = KeyList { keys: Vec::new(), caches: Vec::new(), optional_tables: Vec::new() };
    list.collect("", Machine::FIELDS);
    for cache in list.caches.clone() {
        list.collect(&format!("{cache}."), cache::Description::FIELDS);
    }
    list
}

impl KeyList {
    fn collect(&mut self, prefix: &str, fields: &[Field]) {
        for field in fields {
            if let Entry::Value { kind, required } = field.entry {
                let path = format!("{prefix}{}", field.name);
                self.keys.push(Key { path, kind, required, about: about(field.doc) });
            }
        }
        for Field { name, entry, .. } in fields {
            let path = format!("{prefix}{name}");
            match *entry {
                Entry::Value { .. } => {}
                Entry::Table { fields, optional } => {
                    self.optional_tables.extend(optional.then(|| path.clone()));
                    self.collect(&format!("{path}."), fields);
                }
                Entry::ByName(fields) => self.collect(&format!("{path}.*."), fields),
                Entry::ByClass(fields) => self.collect(&format!("{path}.%."), fields),
                Entry::Cache { optional } => {
                    self.optional_tables.extend(optional.then(|| path.clone()));
                    self.caches.push(path);
                }
            }
        }
    }
}

/// The first sentence of a documentation comment, as a phrase in a table: without its full stop, and in lower case unless it
/// starts with an abbreviation.
fn about(doc: &[&str]) -> String {
    let text =
        doc.iter().map(|line| line.trim()).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let sentence = text.split_once(". ").map_or(text.trim_end_matches('.'), |(first, _)| first);
    let mut letters = sentence.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => sentence.to_owned(),
    }
}

/// Whether a path matches a pattern; `None` if the path is a proper prefix of it.
fn matches(pattern: &str, path: &[&str]) -> Option<bool> {
    let mut steps = pattern.split('.');
    for step in path {
        match steps.next() {
            Some(known) if known == "*" || known == *step || known == "%" && is_class(step) => {}
            _ => return Some(false),
        }
    }
    steps.next().is_none().then_some(true)
}

fn is_class(name: &str) -> bool {
    Class::SM.into_iter().any(|class| class.name() == name)
}

/// What a description may have at a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Target {
    Value(Kind),
    Table,
}

/// The keys of a description, for lookups.
pub(super) struct Keys(Vec<Key>);

impl Keys {
    pub fn new() -> Keys {
        Keys(keys().keys)
    }

    /// What a description may have at a path, if anything.
    pub fn at(&self, path: &[&str]) -> Option<Target> {
        let mut found = None;
        for key in &self.0 {
            match matches(&key.path, path) {
                Some(true) => return Some(Target::Value(key.kind)),
                Some(false) => {}
                None => found = Some(Target::Table),
            }
        }
        found
    }

    /// The error for an unknown path, with the most similar key of the description.
    pub fn near(&self, path: &[&str], table: &Table) -> MachineError {
        let key = path.join(".");
        let mut known = Vec::new();
        for pattern in &self.0 {
            expand(&pattern.path, table, &mut known);
        }
        // The path may have been meant for a table.
        let tables: Vec<String> = known
            .iter()
            .flat_map(|path| path.match_indices('.').map(|(end, _)| path[..end].to_owned()))
            .collect();
        known.extend(tables);
        // A similar key of the same table is more likely than a similar path elsewhere.
        let (table, last) = path.split_at(path.len().saturating_sub(1));
        let (table, last) = (table.join("."), last.first().copied().unwrap_or(""));
        let siblings = known.iter().filter_map(|k| {
            let (before, name) = k.rsplit_once('.').unwrap_or(("", k));
            (before == table).then_some(name)
        });
        let near = match nearest(last, siblings) {
            Some(name) if table.is_empty() => Some(name.to_owned()),
            Some(name) => Some(format!("{table}.{name}")),
            None => nearest(&key, known.iter().map(String::as_str)).map(str::to_owned),
        };
        MachineError::Unknown { key, near }
    }

    /// Checks that every key of a table exists and has a valid value.
    pub fn check(&self, table: &Table) -> Result<(), MachineError> {
        self.walk(table, table, &mut Vec::new())
    }

    fn walk<'t>(&self, all: &Table, table: &'t Table, path: &mut Vec<&'t str>) -> Result<(), MachineError> {
        for (key, value) in table {
            path.push(key);
            match (self.at(path), value) {
                (None, _) => return Err(self.near(path, all)),
                (Some(Target::Table), Value::Table(inner)) => self.walk(all, inner, path)?,
                (Some(Target::Table), other) => {
                    let (key, found) = (path.join("."), other.to_string());
                    return Err(MachineError::Value {
                        key,
                        found,
                        limit: "it must be a table of keys".to_owned(),
                    });
                }
                (Some(Target::Value(kind)), value) => {
                    kind.check(value).map_err(|limit| MachineError::Value {
                        key: path.join("."),
                        found: value.to_string(),
                        limit,
                    })?;
                }
            }
            path.pop();
        }
        Ok(())
    }
}

/// The paths that match a pattern, with the names that a table has for `*`.
fn expand(pattern: &str, table: &Table, paths: &mut Vec<String>) {
    let Some((before, after)) = pattern.split_once(".*") else {
        match pattern.split_once('%') {
            None => paths.push(pattern.to_owned()),
            Some((before, after)) => {
                paths.extend(Class::SM.into_iter().map(|class| format!("{before}{}{after}", class.name())));
            }
        }
        return;
    };
    let names = before.split('.').try_fold(table, |t, step| t.get(step).and_then(Value::as_table));
    for name in names.into_iter().flat_map(Table::keys) {
        expand(&format!("{before}.{name}{after}"), table, paths);
    }
}
