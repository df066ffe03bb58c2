//! Digests of machines, runs and files. That of work is in [`warploom_tape::digest`].

use serde::Serialize;
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::{L2Start, Options};
use warploom_tape::digest::Encoding;
use xxhash_rust::xxh3::Xxh3;

/// The digest of all inputs that determine a record. Threads of the host and the accounting by instruction are not among them.
pub(crate) fn run_digest(
    machine: &Machine,
    policy: &str,
    cta_policy: &str,
    options: Options,
    tape: u128,
) -> u128 {
    let mut encoding = Encoding::default();
    put_value(&mut encoding, &value(machine));
    encoding.text(policy);
    encoding.text(cta_policy);
    let (limits, l2_start) = options.limits();
    limits.into_iter().for_each(|limit| encoding.optional(limit));
    // The default adds nothing: digests are those of versions without the option.
    if l2_start != L2Start::Warm {
        encoding.text(l2_start.name());
    }
    encoding.bytes(&tape.to_le_bytes());
    encoding.digest()
}

/// The digest of a machine's description.
pub fn machine_digest(machine: &Machine) -> u128 {
    let mut encoding = Encoding::default();
    put_value(&mut encoding, &value(machine));
    encoding.digest()
}

/// The digest of files, and of all files below directories: their names from there, and their contents. The error names the file.
pub fn files_digest(roots: &[PathBuf]) -> Result<u128, (PathBuf, io::Error)> {
    let mut hash = Xxh3::new();
    for root in roots {
        let mut files = Vec::new();
        list_files(root, &mut files)?;
        files.sort();
        for file in files {
            let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().into_owned();
            hash.update(&(name.len() as u64).to_le_bytes());
            hash.update(name.as_bytes());
            let digest = file_digest(&file).map_err(|error| (file.clone(), error))?;
            hash.update(&digest.to_le_bytes());
        }
    }
    Ok(hash.digest128())
}

/// The files at or below a path.
fn list_files(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let failed = |error| (path.to_owned(), error);
    for entry in std::fs::read_dir(path).map_err(failed)? {
        list_files(&entry.map_err(failed)?.path(), files)?;
    }
    Ok(())
}

/// The digest of a file's content.
pub fn file_digest(path: &Path) -> io::Result<u128> {
    let (mut file, mut hash) = (File::open(path)?, Xxh3::new());
    let mut block = vec![0; 1 << 20];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hash.digest128()),
            read => hash.update(&block[..read]),
        }
    }
}

/// A description as a tree of keys and values. The names of its keys are those of its file, which serde has.
fn value(machine: &impl Serialize) -> Value {
    serde_json::to_value(machine).expect("a machine's keys are texts and its numbers are finite")
}

/// A tree of keys and values, keys in the order of their bytes.
fn put_value(encoding: &mut Encoding, value: &Value) {
    match value {
        Value::Null => encoding.tag(0),
        Value::Bool(flag) => {
            encoding.tag(1);
            encoding.flag(*flag);
        }
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => {
                encoding.tag(2);
                encoding.number(number);
            }
            (None, Some(number)) => {
                encoding.tag(3);
                encoding.number(number as u64);
            }
            (None, None) => {
                encoding.tag(4);
                encoding.number(number.as_f64().unwrap_or(f64::NAN).to_bits());
            }
        },
        Value::String(text) => {
            encoding.tag(5);
            encoding.text(text);
        }
        Value::Array(items) => {
            encoding.tag(6);
            encoding.list(items, put_value);
        }
        Value::Object(table) => {
            encoding.tag(7);
            let mut keys: Vec<&String> = table.keys().collect();
            keys.sort_unstable();
            encoding.length(keys.len());
            for key in keys {
                encoding.text(key);
                put_value(encoding, &table[key]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_of_a_run_change_its_digest_and_its_threads_do_not() {
        let machine = warploom_gpu::machine::named("gtx480").unwrap().machine();
        let of = |options: Options| run_digest(&machine, "lrr", "rr", options, 5);
        let plain = of(Options::default());
        assert_eq!(plain, of(Options::default().with_threads(2).with_by_instruction(true)));
        let limited = [
            Options::default().with_max_cycles(0),
            Options::default().with_max_ctas(0),
            Options::default().with_window(0),
            Options::default().with_l2_start(L2Start::Cold),
        ];
        limited.into_iter().for_each(|options| assert_ne!(plain, of(options)));
        assert_ne!(plain, run_digest(&machine, "gto", "rr", Options::default(), 5));
        assert_ne!(plain, run_digest(&machine, "lrr", "fill", Options::default(), 5));
        assert_ne!(plain, run_digest(&machine, "lrr", "rr", Options::default(), 6));
    }

    #[test]
    fn the_digest_of_a_fixed_machine_is_the_same_on_every_toolchain() {
        let mut machine = warploom_gpu::machine::named("gtx480").unwrap().machine();
        machine.name = "fixed".to_owned();
        let mut encoding = Encoding::default();
        put_value(
            &mut encoding,
            &serde_json::json!({"b": [1, -2, 0.5, null], "a": {"text": "é", "flag": true}}),
        );
        assert_eq!(format!("{:032x}", encoding.digest()), "4a913a931e3e243a37af51174626adb6");
        let digest = |machine: &Machine| run_digest(machine, "lrr", "rr", Options::default(), 0);
        let before = digest(&machine);
        machine.launch_latency += 1;
        assert_ne!(before, digest(&machine));
    }
}
