//! A description's text, and the machine it describes.

use super::keys::{Found, Keys, Kind};
use super::write::layout;
use super::{Machine, MachineError};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

impl Machine {
    /// Reads a description and sees that such a machine can be.
    ///
    /// # Errors
    /// If the text is no TOML, has keys that mean nothing or lacks some, or if such a machine cannot be.
    pub fn read(text: &str) -> Result<Machine, MachineError> {
        Machine::read_with::<&str>(text, &[])
    }

    /// Reads a description in which some values are others: keys as `sm.units.sp.count`, values as TOML has them; quotes
    /// around words may be left out. `none` leaves out what may be.
    ///
    /// ```
    /// use warploom_gpu::machine::{Machine, named};
    /// let text = named("gtx480").unwrap().text;
    /// let small = Machine::read_with(text, &[("sm.count", "4"), ("sm.l1.cache.replacement", "fifo")])?;
    /// assert_eq!(small.sm.count, 4);
    /// let error = Machine::read_with(text, &[("sm.cuont", "4")]).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no key `sm.cuont`: did you mean `sm.count`?");
    /// # Ok::<(), warploom_gpu::machine::MachineError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Machine::read`]; also if a description has no such key.
    pub fn read_with<S: AsRef<str>>(text: &str, set: &[(S, S)]) -> Result<Machine, MachineError> {
        let mut table: Table = text.parse().map_err(|e: toml::de::Error| {
            let line =
                e.span().map_or(1, |span| 1 + text.bytes().take(span.start).filter(|&b| b == b'\n').count());
            MachineError::Syntax { line, fault: e.message().to_owned() }
        })?;
        let keys = Keys::new();
        keys.judge(&table)?;
        for (key, value) in set {
            put(&keys, &mut table, key.as_ref(), value.as_ref())?;
        }
        let machine: Machine = serde_path_to_error::deserialize(Value::Table(table)).map_err(|e| {
            // All else has been judged: only what is not there can be wrong, or a name that is a key.
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

    /// The description, resolved: every value that counts, in one order, so that two machines are the same exactly if
    /// their texts are.
    pub fn to_toml(&self) -> String {
        layout(self, &BTreeMap::new())
    }
}

/// Changes a value.
fn put(keys: &Keys, table: &mut Table, key: &str, text: &str) -> Result<(), MachineError> {
    let path: Vec<&str> = key.split('.').map(str::trim).collect();
    let Some(found) = keys.at(&path) else { return Err(keys.near(&path, table)) };
    let value = parse(text, found);
    let (last, before) = path.split_last().expect("a text split has a part");
    let mut inner = &mut *table;
    for (depth, step) in before.iter().enumerate() {
        // A unit is not made by setting one of its values.
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
    keys.judge(table)
}

/// The value a text stands for; nothing, if it is to be left out.
fn parse(text: &str, found: Found) -> Option<Value> {
    let text = text.trim();
    let is_word = match found {
        Found::Value(Kind::Word(words)) => words.contains(&text),
        Found::Value(Kind::Text) => true,
        _ => false,
    };
    if text == "none" && !is_word {
        return None;
    }
    let read = format!("value = {text}").parse::<Table>().ok().filter(|t| t.len() == 1);
    let value = read.and_then(|mut table| table.remove("value"));
    // A word without its quotes.
    Some(value.unwrap_or_else(|| Value::String(text.to_owned())))
}

/// The bytes that a key and its value take in a description's text; those of the nearest table around it where it is
/// not written.
pub fn place(text: &str, key: &str) -> Option<Range<usize>> {
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
