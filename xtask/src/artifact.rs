//! `cargo xtask artifact`: the commands of the paper's artifact appendix, run and compared with the output it expects.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde::Deserialize;

use crate::Result;
use crate::compile::workspace;

const HELP: &str = "\
Runs the commands of paper/artifact.md and compares their output with the lines that the appendix expects.

usage: cargo xtask artifact [--quick | --only NAME,…] [--write] [--warploom FILE]

  --quick           only the commands of the kick-the-tires phase
  --only NAME,…     only these commands of paper/commands.toml
  --write           write the measured seconds to paper/commands.toml; `WARPLOOM_WRITE=1 cargo nextest run paper::` then writes
                    the appendix anew
  --warploom FILE   the command (default: target/release/warploom)

Commands run one after the other in target/artifact, which is emptied first, so that no stored run is reused.
";

/// `paper/commands.toml`.
#[derive(Deserialize)]
struct Commands {
    command: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    run: String,
    #[serde(default)]
    kick_the_tires: bool,
}

/// Seconds of a command that ended as expected.
struct Measured {
    seconds: f64,
    processor_seconds: f64,
}

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let root = workspace()?;
    let mut warploom = root.join("target/release/warploom");
    let (mut quick, mut write, mut only) = (false, false, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            "--quick" => quick = true,
            "--write" => write = true,
            "--only" => {
                let names = arguments.next().ok_or("--only wants names of commands")?;
                only.extend(names.split(',').map(str::to_owned));
            }
            "--warploom" => warploom = PathBuf::from(arguments.next().ok_or("--warploom wants a file")?),
            other => return Err(format!("unknown argument `{other}`\n\n{HELP}")),
        }
    }
    let warploom = warploom.canonicalize().map_err(|e| format!("{}: {e}", warploom.display()))?;
    let table = root.join("paper/commands.toml");
    let text = read(&table)?;
    let commands: Commands = toml::from_str(&text).map_err(|e| format!("{}: {e}", table.display()))?;
    if let Some(name) = only.iter().find(|name| commands.command.iter().all(|command| command.name != **name))
    {
        return Err(format!("{} has no command `{name}`", table.display()));
    }
    let expected = console_blocks(&read(&root.join("paper/artifact.md"))?);
    let place = clean_directory(&root)?;
    let mut failed = Vec::new();
    for command in &commands.command {
        let chosen =
            if only.is_empty() { !quick || command.kick_the_tires } else { only.contains(&command.name) };
        if !chosen {
            continue;
        }
        let lines = expected.iter().find(|(run, _)| *run == command.run).map(|(_, lines)| lines.as_slice());
        let lines = lines.ok_or_else(|| format!("paper/artifact.md does not show `{}`", command.run))?;
        println!("$ {}", command.run);
        match check(&command.run, lines, &place, &warploom) {
            Ok(measured) => {
                println!("{}: as expected, {:.1} s\n", command.name, measured.seconds);
                // Written at once: later commands take minutes, and may be interrupted.
                if write {
                    update(&table, |text| with_seconds(text, &command.name, &measured))?;
                }
            }
            Err(why) => {
                println!("{}: {why}\n", command.name);
                failed.push(command.name.as_str());
            }
        }
    }
    if write {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        update(&table, |text| with_line(text, "cores", &cores.to_string(), ""))?;
        let host = format!("{:?}", processor()?);
        update(&table, |text| with_line(text, "host", &host, ""))?;
        let checkout = checkout_megabytes(&root)?.to_string();
        update(&table, |text| with_line(text, "checkout_megabytes", &checkout, ""))?;
        // A part of the commands leaves a part of the results.
        if !quick && only.is_empty() {
            let results = megabytes(disk_use(&place)?).to_string();
            update(&table, |text| with_line(text, "results_megabytes", &results, ""))?;
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("not as expected: {}", failed.join(", "))) }
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Writes a file anew from its text.
fn update(path: &Path, change: impl FnOnce(&str) -> Result<String>) -> Result<()> {
    let new = change(&read(path)?)?;
    fs::write(path, new).map_err(|e| format!("{}: {e}", path.display()))
}

/// `target/artifact` with nothing but the reference results.
fn clean_directory(root: &Path) -> Result<PathBuf> {
    let place = root.join("target/artifact");
    if place.exists() {
        fs::remove_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    }
    fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    let link = place.join("reference");
    std::os::unix::fs::symlink(root.join("reference"), &link)
        .map_err(|e| format!("{}: {e}", link.display()))?;
    Ok(place)
}

/// The commands of the console blocks, each with the lines that follow it.
fn console_blocks(page: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut console = false;
    for line in page.lines() {
        if line.starts_with("```") {
            console = line == "```console";
        } else if console && let Some(command) = line.strip_prefix("$ ") {
            found.push((command.to_owned(), Vec::new()));
        } else if console && let Some((_, lines)) = found.last_mut() {
            lines.push(squeezed(line));
        }
    }
    found
}

/// Columns may be wider where more rows are printed.
fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The first expected line that the output has not, at or after the lines before it.
fn missing<'a>(output: &str, expected: &'a [String]) -> Option<&'a str> {
    let mut lines = output.lines().map(squeezed);
    let mut expected = expected.iter().filter(|line| !line.is_empty() && *line != "…");
    expected.find(|wanted| !lines.any(|line| line.contains(wanted.as_str()))).map(String::as_str)
}

/// Runs a command and checks its exit code and its output.
fn check(command: &str, expected: &[String], place: &Path, warploom: &Path) -> Result<Measured> {
    let folder = warploom.parent().unwrap_or(Path::new("."));
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    // `times` prints the processor time of the shell, then that of the commands it ran.
    let script = format!("set -o pipefail\n{command}\nstatus=$?\ntimes >&2\nexit $status");
    let begun = Instant::now();
    let mut bash = Command::new("bash");
    let ended = bash.arg("-c").arg(&script).env("PATH", path).current_dir(place).output();
    let ended = ended.map_err(|e| format!("bash: {e}"))?;
    let seconds = begun.elapsed().as_secs_f64();
    let (output, errors) = (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    if !ended.status.success() {
        return Err(format!("{}\n{output}{errors}", ended.status));
    }
    if let Some(line) = missing(&output, expected) {
        return Err(format!("`{line}` is missing in\n{output}{errors}"));
    }
    let children = errors.lines().last().unwrap_or_default();
    let processor_seconds = children.split_whitespace().map(of_times).sum::<Option<f64>>();
    let processor_seconds =
        processor_seconds.ok_or_else(|| format!("no times of the shell: `{children}`"))?;
    Ok(Measured { seconds, processor_seconds })
}

/// Seconds of `1m2.345s`.
fn of_times(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

/// Rounded up.
fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}

/// Bytes of the files in a directory and those below it. Links are not followed.
fn disk_use(directory: &Path) -> Result<u64> {
    let failed = |e| format!("{}: {e}", directory.display());
    let mut bytes = 0;
    for entry in fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let about = entry.metadata().map_err(failed)?;
        bytes += if about.is_dir() { disk_use(&entry.path())? } else { about.len() };
    }
    Ok(bytes)
}

/// Size of the tracked files.
fn checkout_megabytes(root: &Path) -> Result<u64> {
    let files = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output();
    let files = files.map_err(|e| format!("git: {e}"))?.stdout;
    let files = String::from_utf8_lossy(&files).into_owned();
    let sizes = files
        .split_terminator('\0')
        .map(|file| root.join(file).symlink_metadata().map_or(0, |about| about.len()));
    Ok(megabytes(sizes.sum()))
}

/// The processor's name.
fn processor() -> Result<String> {
    let text = read(Path::new("/proc/cpuinfo"))?;
    let name =
        text.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(": "));
    Ok(name.map_or("an unknown processor", |(_, name)| name).to_owned())
}

/// The table of commands with these seconds; its comments stay.
fn with_seconds(text: &str, name: &str, measured: &Measured) -> Result<String> {
    let after = format!("name = {name:?}");
    let text = with_line(text, "seconds", &format!("{:.1}", measured.seconds), &after)?;
    with_line(&text, "processor_seconds", &format!("{:.1}", measured.processor_seconds), &after)
}

/// The text with another value in the first line of this key after the line `after`.
fn with_line(text: &str, key: &str, value: &str, after: &str) -> Result<String> {
    let mut seen = after.is_empty();
    let mut written = false;
    let line = |line: &str| {
        seen |= line == after;
        let is_key = line.split_once('=').is_some_and(|(name, _)| name.trim() == key);
        if !seen || written || !is_key {
            return format!("{line}\n");
        }
        written = true;
        format!("{key} = {value}\n")
    };
    let new: String = text.lines().map(line).collect();
    if written { Ok(new) } else { Err(format!("paper/commands.toml has no `{key}` after `{after}`")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_commands_with_their_lines() {
        let page = "```sh\n$ no\n```\n```console\n$ a  b\n x   1\n\n$ c\n…\n```\n$ no\n";
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<String>>();
        let expected = [("a  b".to_owned(), lines(&["x 1", ""])), ("c".to_owned(), lines(&["…"]))];
        assert_eq!(console_blocks(page), expected);
    }

    #[test]
    fn lines_are_expected_in_their_order() {
        let expected = ["b 1".to_owned(), "…".to_owned(), "c".to_owned()];
        assert_eq!(missing("a\nb    1  x\nc\n", &expected), None);
        assert_eq!(missing("c\nb 1\n", &expected), Some("c"));
        assert_eq!(missing("b 2\nc\n", &expected), Some("b 1"));
    }

    #[test]
    fn seconds_are_written_to_their_command() {
        let text = "host = \"x\"\n[[command]]\nname = \"a\"\nseconds = 1.0\nprocessor_seconds = 1.0\n\
                    [[command]]\nname = \"b\"\nseconds = 2.0\nprocessor_seconds = 2.0\n";
        let measured = Measured { seconds: 3.06, processor_seconds: 4.0 };
        let new = with_seconds(text, "b", &measured).unwrap();
        assert_eq!(
            new,
            text.replace("seconds = 2.0\nprocessor_seconds = 2.0", "seconds = 3.1\nprocessor_seconds = 4.0")
        );
        assert!(with_seconds(text, "c", &measured).is_err());
        assert_eq!(of_times("1m2.5s"), Some(62.5));
    }
}
