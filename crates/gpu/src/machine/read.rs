//! Reading machine descriptions.

use super::keys::{Keys, Kind, Target};
use super::write::layout;
use super::{Machine, MachineError};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

impl Machine {
    /// Parses and checks a description.
    ///
    /// # Errors
    /// If the text is not TOML, has unknown keys or lacks required ones, or if a value is invalid.
    pub fn read(text: &str) -> Result<Machine, MachineError> {
        Machine::read_with::<&str>(text, &[])
    }

    /// Parses and checks a description with some values replaced: keys such as `sm.units.sp.count`, values in TOML, where
    /// quotes around words may be omitted. `none` removes an optional key or table.
    ///
    /// ```
    /// use warploom_gpu::machine::{Machine, named};
    /// let text = named("gtx480").unwrap().text;
    /// let small = Machine::read_with(text, &[("sm.count", "4"), ("sm.l1.cache.replacement", "fifo")])?;
    /// assert_eq!(small.sm().count, 4);
    /// let error = Machine::read_with(text, &[("sm.cuont", "4")]).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no key `sm.cuont`: did you mean `sm.count`?");
    /// # Ok::<(), warploom_gpu::machine::MachineError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Machine::read`]; also if a replaced key does not exist.
    pub fn read_with<S: AsRef<str>>(text: &str, set: &[(S, S)]) -> Result<Machine, MachineError> {
        let mut table: Table = text.parse().map_err(|e: toml::de::Error| {
            let line =
                e.span().map_or(1, |span| 1 + text.bytes().take(span.start).filter(|&b| b == b'\n').count());
            MachineError::Syntax { line, fault: e.message().to_owned() }
        })?;
        let keys = Keys::new();
        keys.check(&table)?;
        for (key, value) in set {
            put(&keys, &mut table, key.as_ref(), value.as_ref())?;
        }
        let machine: Machine = serde_path_to_error::deserialize(Value::Table(table)).map_err(|e| {
            // The values are already checked: only a missing key, or a name used as a key, can be wrong here.
            let path = e.path().to_string();
            let fault = e.into_inner().message().to_owned();
            let name = fault.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
            match (name, path.as_str()) {
                (Some(name), "" | ".") => MachineError::Missing { key: name.to_owned() },
                (Some(name), path) => MachineError::Missing { key: format!("{path}.{name}") },
                (None, path) => {
                    MachineError::Value { key: path.to_owned(), found: "wrong".to_owned(), limit: fault }
                }
            }
        })?;
        machine.check()?;
        Ok(machine)
    }

    /// The description in canonical form: every value, in a fixed order. Two machines are equal exactly if their texts are.
    pub fn to_toml(&self) -> String {
        layout(self, &BTreeMap::new())
    }
}

/// Replaces a value.
fn put(keys: &Keys, table: &mut Table, key: &str, text: &str) -> Result<(), MachineError> {
    let path: Vec<&str> = key.split('.').map(str::trim).collect();
    let Some(target) = keys.at(&path) else { return Err(keys.near(&path, table)) };
    let value = parse(text, target);
    let (last, before) = path.split_last().expect("a text split has a part");
    let mut inner = &mut *table;
    for (depth, step) in before.iter().enumerate() {
        // Setting a value of a unit does not create the unit.
        if path[..depth] == ["sm", "units"] && !inner.contains_key(*step) {
            return Err(keys.near(&path, table));
        }
        let entry = inner.entry(*step).or_insert_with(|| Value::Table(Table::new()));
        let Value::Table(next) = entry else { return Err(keys.near(&path, table)) };
        inner = next;
    }
    match value {
        None => inner.remove(*last),
        Some(value) => inner.insert((*last).to_owned(), value),
    };
    keys.check(table)
}

/// The value of a text, or `None` to remove the key.
fn parse(text: &str, target: Target) -> Option<Value> {
    let text = text.trim();
    let is_word = match target {
        Target::Value(Kind::Word(words)) => words.contains(&text),
        Target::Value(Kind::Text) => true,
        _ => false,
    };
    if text == "none" && !is_word {
        return None;
    }
    let read = format!("value = {text}").parse::<Table>().ok().filter(|t| t.len() == 1);
    let value = read.and_then(|mut table| table.remove("value"));
    // A word without quotes.
    Some(value.unwrap_or_else(|| Value::String(text.to_owned())))
}

/// The byte range of a key and its value in the text of a description. If the text lacks the key, the range is that of the
/// innermost table around it.
pub fn span_of_key(text: &str, key: &str) -> Option<Range<usize>> {
    let document = DeTable::parse(text).ok()?;
    let mut span = None;
    let mut table = document.get_ref();
    for step in key.split('.') {
        let Some((name, value)) = table.iter().find(|(name, _)| name.get_ref() == step) else { break };
        span = Some(name.span().start..value.span().end.max(name.span().end));
        let DeValue::Table(inner) = value.get_ref() else { break };
        table = inner;
    }
    span
}
