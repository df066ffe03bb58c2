//! Commands of other programs that must succeed.

use std::process::{Command, Stdio};

use crate::Result;

/// Runs a command to its successful end.
pub(crate) fn complete(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|e| format!("{name}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} ended with {status}")) }
}

/// Runs a command to its successful end and returns what it printed. Its messages are shown.
pub(crate) fn printed(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stderr(Stdio::inherit()).output().map_err(|e| format!("{name}: {e}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} ended with {}", output.status));
    }
    let text = String::from_utf8(output.stdout).map_err(|e| format!("{name}: {e}"))?;
    Ok(text.trim_end().to_owned())
}
