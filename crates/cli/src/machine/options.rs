//! Options that choose a machine.

use crate::command::Failure;
use crate::diagnose;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::{BUILT_IN, Machine, MachineError, named, span_of_key};
use warploom_kernel::ptx::nearest;
use warploom_lab::work::text::line_span;

const HEADING: &str = "Machine options";

/// Help for a wrong key or value.
const KEYS: &str = "`warploom machines keys` lists the keys and their types";

/// `--machine` and `--set`.
#[derive(Debug, Clone, clap::Args)]
pub struct MachineOptions {
    /// GPU: a name from `warploom machines`, or a machine description file
    #[arg(long, value_name = "NAME|FILE", default_value = "gtx480", help_heading = HEADING)]
    machine: PathBuf,
    #[command(flatten)]
    overrides: Overrides,
}

/// `--machine` with one or several machines, and `--set`.
#[derive(Debug, Clone, clap::Args)]
pub struct MachineListOptions {
    /// GPUs, separated by commas: names from `warploom machines`, or machine description files; repeatable
    #[arg(long, value_name = "NAME|FILE,…", default_value = "gtx480", value_delimiter = ',', help_heading = HEADING)]
    machine: Vec<PathBuf>,
    #[command(flatten)]
    overrides: Overrides,
}

/// `--set`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Overrides {
    /// Set a key of the machine, e.g. sm.count=4; repeatable. `warploom machines keys` lists the keys
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair, help_heading = HEADING)]
    set: Vec<(String, String)>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE, as in sm.count=4")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

impl MachineOptions {
    /// The machine.
    ///
    /// # Errors
    /// If it does not exist or its description is invalid.
    pub fn resolve(&self) -> Result<Machine, Failure> {
        self.overrides
            .resolve(&Description::find(&self.machine)?)
            .map(|machine| self.overrides.named(machine))
    }

    /// The name or file of the machine.
    pub fn path(&self) -> &Path {
        &self.machine
    }
}

impl MachineListOptions {
    /// The machines, each with the same keys set.
    ///
    /// # Errors
    /// If one does not exist or its description is invalid, or two have the same name.
    pub fn resolve(&self) -> Result<Vec<Machine>, Failure> {
        let mut machines: Vec<Machine> = Vec::new();
        for path in &self.machine {
            let machine = self.overrides.resolve(&Description::find(path)?)?;
            let machine = self.overrides.named(machine);
            if machines.iter().any(|known| known.name == machine.name) {
                let message = format!("the machine `{}` is listed twice", machine.name);
                let help = "remove one, or give its description another name".to_owned();
                return Err(Failure::mistake(message, Some(help)));
            }
            machines.push(machine);
        }
        Ok(machines)
    }

    /// The names or files of the machines.
    pub fn paths(&self) -> &[PathBuf] {
        &self.machine
    }
}

impl Overrides {
    /// These keys and values.
    pub fn new(set: &[(String, String)]) -> Overrides {
        Overrides { set: set.to_vec() }
    }

    /// True if no key is set.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// The settings, each as `KEY=VALUE`.
    pub fn settings(&self) -> impl Iterator<Item = String> {
        self.set.iter().map(|(key, value)| format!("{key}={value}"))
    }

    /// The machine under a name that shows which keys were set, for tables and records: `gtx480 with sm.count=4`.
    pub fn named(&self, mut machine: Machine) -> Machine {
        let settings: Vec<String> = self.settings().collect();
        if !settings.is_empty() {
            machine.name = format!("{} with {}", machine.name, settings.join(" "));
        }
        machine
    }

    /// The described machine with these keys set.
    pub fn resolve(&self, description: &Description) -> Result<Machine, Failure> {
        let machine = Machine::read(&description.text).map_err(|error| description.failure(&error))?;
        if self.is_empty() {
            return Ok(machine);
        }
        // The description alone is valid, so one of the changes is wrong.
        Machine::read_with(&description.text, &self.set).map_err(|error| {
            let set: Vec<String> = self.settings().map(|setting| format!("--set {setting}")).collect();
            let help = error.key().map(|_| KEYS.to_owned());
            Failure::mistake(format!("{} with {}: {error}", description.name, set.join(" ")), help)
        })
    }
}

/// A machine description.
pub struct Description {
    /// The machine's name, or the file's.
    pub name: String,
    /// The text.
    pub text: Cow<'static, str>,
}

impl Description {
    /// The built-in machine of this name, or else the file of this name, or else the built-in machine of this name in other
    /// letters: `H100` is a file if there is one.
    pub fn find(path: &Path) -> Result<Description, Failure> {
        let name = path.to_string_lossy();
        let built_in = path.to_str().and_then(named);
        let is_path = path.is_file() || name.contains(['/', '\\']) || name.ends_with(".toml");
        if let Some(machine) = built_in.filter(|machine| machine.name == name || !is_path) {
            return Ok(Description { name: machine.name.to_owned(), text: machine.text.into() });
        }
        if is_path {
            return Ok(Description { name: name.into_owned(), text: super::read(path)?.into() });
        }
        let near = nearest(&name, BUILT_IN.iter().map(|machine| machine.name));
        let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
        let help = format!("{near}`warploom machines` lists all; a file needs a path, like ./my.toml");
        Err(Failure::mistake(format!("unknown machine `{name}`"), Some(help)))
    }

    /// The failure for an error in the description, with its line.
    fn failure(&self, error: &MachineError) -> Failure {
        let span = match error {
            MachineError::Syntax { line, .. } => line_span(&self.text, *line as u32),
            _ => error.key().and_then(|key| span_of_key(&self.text, key)),
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
    struct CommandLine {
        #[command(flatten)]
        machine: MachineOptions,
    }

    #[test]
    fn a_machine_by_name_with_changes() {
        let machine = |args: &[&str]| {
            let line = CommandLine::try_parse_from([&["run"], args].concat()).expect("valid arguments");
            line.machine.resolve().ok()
        };
        assert_eq!(machine(&[]).map(|m| m.name), Some("gtx480".to_owned()));
        let changed = machine(&["--machine", "v100", "--set", "sm.count = 4", "--set", "l2.slices=1"]);
        assert_eq!(changed.map(|m| (m.sm().count, m.l2.slices)), Some((4, 1)));
        assert_eq!(machine(&["--machine", "H100"]).map(|m| m.name), Some("h100".to_owned()));
        assert_eq!(machine(&["--machine", "v101"]), None);
        assert_eq!(machine(&["--set", "sm.count=0"]), None);
        assert!(CommandLine::try_parse_from(["run", "--set", "sm.count"]).is_err());
    }
}
