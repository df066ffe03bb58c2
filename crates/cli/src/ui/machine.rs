//! Options that choose a machine.

use crate::ui::command::Failure;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_lab::machine_choice;

const HEADING: &str = "Machine options";

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
        self.overrides.resolve(&self.machine)
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
            let machine = self.overrides.resolve(path)?;
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
    /// The keys that are set, with their values.
    pub fn set(&self) -> &[(String, String)] {
        &self.set
    }

    /// The machine of a name or file with these keys set, under a name that shows them.
    pub fn resolve(&self, machine: &Path) -> Result<Machine, Failure> {
        Ok(machine_choice::machine(machine, &self.set)?)
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
