//! Which machine is meant, for every command that needs one.

use crate::command::Failure;
use crate::diagnose;
use std::borrow::Cow;
use std::path::Path;
use warploom_gpu::machine::{BUILT_IN, Machine, MachineError, named, place};
use warploom_kernel::ptx::nearest;

const HEADING: &str = "Options of the machine";

/// Where to look.
const KEYS: &str = "`warploom machines keys` lists keys and what they may be";

/// `--machine` and `--set`.
#[derive(Debug, Clone, clap::Args)]
pub struct MachineOptions {
    /// The GPU: a name that `warploom machines` lists, or the file of a description
    #[arg(long, value_name = "NAME|FILE", default_value = "gtx480", help_heading = HEADING)]
    machine: String,
    #[command(flatten)]
    overrides: Overrides,
}

/// `--set`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Overrides {
    /// Change a value of the machine, as sm.count=4; may be given again. `warploom machines keys` lists them
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair, help_heading = HEADING)]
    set: Vec<(String, String)>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("a key and a value are meant, as sm.count=4")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

impl MachineOptions {
    /// The machine that is meant.
    ///
    /// # Errors
    /// If there is none, or if such a machine cannot be.
    pub fn resolve(&self) -> Result<Machine, Failure> {
        self.overrides.resolve(&Description::find(&self.machine)?)
    }
}

impl Overrides {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// The machine described, with what is changed.
    pub fn resolve(&self, description: &Description) -> Result<Machine, Failure> {
        let machine = Machine::read(&description.text).map_err(|error| description.wrong(&error))?;
        if self.is_empty() {
            return Ok(machine);
        }
        // What is wrong now was not before: one of the changes is.
        Machine::read_with(&description.text, &self.set).map_err(|error| {
            let set: Vec<String> =
                self.set.iter().map(|(key, value)| format!("--set {key}={value}")).collect();
            let help = error.key().map(|_| KEYS.to_owned());
            Failure::mistake(format!("{} with {}: {error}", description.name, set.join(" ")), help)
        })
    }
}

/// A machine's text.
pub struct Description {
    /// The machine's name, or the file's.
    pub name: String,
    /// The text.
    pub text: Cow<'static, str>,
}

impl Description {
    /// The built-in machine of this name, or else what is in this file.
    pub fn find(name: &str) -> Result<Description, Failure> {
        if let Some(machine) = named(name) {
            return Ok(Description { name: name.to_owned(), text: machine.text.into() });
        }
        let path = Path::new(name);
        if path.is_file() || name.contains(['/', '\\']) || name.ends_with(".toml") {
            return Ok(Description { name: name.to_owned(), text: super::read(path)?.into() });
        }
        let near = nearest(name, BUILT_IN.iter().map(|machine| machine.name));
        let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
        let help = format!("{near}`warploom machines` lists them, and a file is named with its path");
        Err(Failure::mistake(format!("there is no machine `{name}`"), Some(help)))
    }

    /// What is wrong with it, with its line.
    fn wrong(&self, error: &MachineError) -> Failure {
        let span = match error {
            MachineError::Syntax { line, .. } => diagnose::line(&self.text, *line as u32),
            _ => error.key().and_then(|key| place(&self.text, key)),
        };
        let help = error.key().map(|_| KEYS.to_owned());
        let message = format!("{}: {error}", self.name);
        let report = match span {
            Some(span) => diagnose::located(message, "here", help, self.name.clone(), &self.text, span),
            None => diagnose::plain(message, help),
        };
        Failure { report, code: 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        machine: MachineOptions,
    }

    #[test]
    fn a_machine_by_name_with_changes() {
        let machine = |args: &[&str]| {
            let line = Line::try_parse_from([&["run"], args].concat()).expect("it can be typed");
            line.machine.resolve().ok()
        };
        assert_eq!(machine(&[]).map(|m| m.name), Some("gtx480".to_owned()));
        let changed = machine(&["--machine", "v100", "--set", "sm.count = 4", "--set", "l2.slices=1"]);
        assert_eq!(changed.map(|m| (m.sm.count, m.l2.slices)), Some((4, 1)));
        assert_eq!(machine(&["--machine", "v101"]), None);
        assert_eq!(machine(&["--set", "sm.count=0"]), None);
        assert!(Line::try_parse_from(["run", "--set", "sm.count"]).is_err());
    }
}
