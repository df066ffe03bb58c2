//! Machines as a user names them: a built-in one or a file, with some keys set.

use crate::diagnosis::Diagnosis;
use crate::work::text::{self, line_span};
use std::borrow::Cow;
use std::path::Path;
use warploom_gpu::machine::{BUILT_IN, Machine, MachineError, named, span_of_key};
use warploom_kernel::names::nearest;

/// Help for a wrong key or value.
const KEYS: &str = "`warploom machines keys` lists the keys and their types";

/// The machine of a name or file, with these keys set, under a name that shows them: `gtx480 with sm.count=4`.
///
/// ```
/// use std::path::Path;
/// use warploom_lab::machine_choice::machine;
///
/// let wrong = machine(Path::new("gtx48"), &[]).unwrap_err();
/// assert_eq!(wrong.message, "unknown machine `gtx48`");
/// assert!(wrong.help.is_some_and(|help| help.starts_with("did you mean `gtx480`?")));
/// ```
///
/// # Errors
/// If there is no such machine, or its description or a setting is invalid.
pub fn machine(name: &Path, set: &[(String, String)]) -> Result<Machine, Diagnosis> {
    let mut machine = Description::find(name)?.machine(set)?;
    if !set.is_empty() {
        machine.name = format!("{} with {}", machine.name, settings(set, "").join(" "));
    }
    Ok(machine)
}

/// The settings, each as `KEY=VALUE` after a prefix.
fn settings(set: &[(String, String)], prefix: &str) -> Vec<String> {
    set.iter().map(|(key, value)| format!("{prefix}{key}={value}")).collect()
}

/// A machine description.
pub struct Description {
    /// The machine's name, or the file's.
    pub name: String,
    pub text: Cow<'static, str>,
}

impl Description {
    /// The built-in machine of this name, or else the file of this name, or else the built-in machine of this name in other
    /// letters: `H100` is a file if there is one.
    ///
    /// # Errors
    /// If there is neither, or the file cannot be read.
    pub fn find(path: &Path) -> Result<Description, Diagnosis> {
        Description::find_from(Path::new(""), path)
    }

    /// As [`Description::find`], but the file's path is relative to a directory.
    ///
    /// # Errors
    /// As [`Description::find`].
    pub fn find_from(directory: &Path, path: &Path) -> Result<Description, Diagnosis> {
        let (name, file) = (path.to_string_lossy(), directory.join(path));
        let built_in = path.to_str().and_then(named);
        let is_path = file.is_file() || name.contains(['/', '\\']) || name.ends_with(".toml");
        if let Some(machine) = built_in.filter(|machine| machine.name == name || !is_path) {
            return Ok(Description { name: machine.name.to_owned(), text: machine.text.into() });
        }
        if is_path {
            let text = text::read(&file).map_err(|error| {
                Diagnosis::mistake(format!("`{}` cannot be read: {error}", file.display()), None)
            })?;
            return Ok(Description { name: name.into_owned(), text: text.into() });
        }
        let near = nearest(&name, BUILT_IN.iter().map(|machine| machine.name));
        let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
        let help = format!("{near}`warploom machines` lists all; a file needs a path, like ./my.toml");
        Err(Diagnosis::mistake(format!("unknown machine `{name}`"), Some(help)))
    }

    /// The described machine with these keys set.
    ///
    /// # Errors
    /// If the description or a setting is invalid.
    pub fn machine(&self, set: &[(String, String)]) -> Result<Machine, Diagnosis> {
        let machine = Machine::read(&self.text).map_err(|error| self.diagnosis(&error))?;
        if set.is_empty() {
            return Ok(machine);
        }
        // The description alone is valid, so one of the changes is wrong.
        Machine::read_with(&self.text, set).map_err(|error| {
            let help = error.key().map(|_| KEYS.to_owned());
            let set = settings(set, "--set ").join(" ");
            Diagnosis::mistake(format!("{} with {set}: {error}", self.name), help)
        })
    }

    /// An error in the description, with its line.
    fn diagnosis(&self, error: &MachineError) -> Diagnosis {
        let span = match error {
            MachineError::Syntax { line, .. } => line_span(&self.text, *line as u32),
            _ => error.key().and_then(|key| span_of_key(&self.text, key)),
        };
        let help = error.key().map(|_| KEYS.to_owned());
        let mistake = Diagnosis::mistake(format!("{}: {error}", self.name), help);
        match span {
            Some(span) => mistake.at(&self.name, &self.text, span, "here"),
            None => mistake,
        }
    }
}
