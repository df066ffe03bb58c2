//! The lines of a launch file that matter to execution only: host copies, tables, initial registers and arguments.
//!
//! The importer of traces reads the same file for shapes, resources and pages, and checks the order of its lines.

use super::error::{ExecutionError, ExecutionReason as Reason};
use std::path::Path;
use warploom_tape::accelsim::LineReader;

/// Bytes of a constant buffer. Buffer n begins n times as many bytes after the first.
pub(super) const CONSTANT_BUFFER: u64 = 0x4000;
/// Constant buffers of a launch.
const CONSTANT_BUFFERS: u64 = 16;
/// Entries of the table of UAVs.
pub(super) const UAVS: u64 = 16;
/// SGPRs of a wavefront.
const SGPRS: u64 = 104;

/// The state in which a launch begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LaunchState {
    /// Copies from the host since the previous launch.
    pub copies: Vec<DataCopy>,
    pub dimensions: u32,
    /// First of the SGPRs with the work-group's number in x, y and z.
    pub group_ids: u8,
    pub tables: Option<Tables>,
    pub registers: Vec<UserRegisters>,
    pub arguments: Vec<Argument>,
    /// Line of the launch, from 1.
    pub line: u64,
}

/// Addresses of a launch's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tables {
    /// Table of the resources of UAVs.
    pub uavs: u64,
    /// The first constant buffer.
    pub constants: u64,
}

/// A copy from the host whose bytes are in a file of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DataCopy {
    pub address: u64,
    pub bytes: u64,
    /// FNV-1a of the bytes.
    pub hash: u32,
    /// Number in the run, which is part of the file's name.
    pub sequence: u64,
    pub line: u64,
}

/// Initial value of adjacent SGPRs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UserRegisters {
    pub content: Content,
    /// First of the SGPRs.
    pub first: usize,
    pub line: u64,
}

/// What adjacent SGPRs have at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// The resource of a constant buffer.
    ConstantBuffer(u64),
    /// The resource of a UAV.
    Uav(u64),
    /// The address of the table of UAVs.
    UavTable,
}

impl Content {
    /// Registers that it takes.
    pub fn registers(self) -> u64 {
        if self == Content::UavTable { 2 } else { 4 }
    }
}

/// An argument, and its place in the constant buffers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Argument {
    pub name: String,
    pub buffer: u64,
    pub offset: u64,
    pub value: Value,
    pub line: u64,
}

/// Value of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Bytes(Vec<u8>),
    /// A buffer in global memory, which the kernel reaches through entry `uav` of the table.
    Global {
        uav: u64,
        address: u64,
        bytes: u64,
    },
    /// Bytes of LDS.
    Local(u32),
}

/// Reads a launch file.
pub(super) fn read(path: &Path) -> Result<Vec<LaunchState>, ExecutionError> {
    let mut lines = LineReader::open(path)?;
    let (mut launches, mut copies, mut number) = (Vec::new(), Vec::new(), 0);
    while let Some(line) = lines.next()? {
        number += 1;
        let taken = std::str::from_utf8(line).map_err(|_| Reason::Text);
        taken
            .and_then(|text| take(text, number, &mut launches, &mut copies))
            .map_err(|reason| reason.at(path, number))?;
    }
    Ok(launches)
}

fn take(
    text: &str,
    line: u64,
    launches: &mut Vec<LaunchState>,
    copies: &mut Vec<DataCopy>,
) -> Result<(), Reason> {
    let mut words = text.split_whitespace();
    let kind = words.next().unwrap_or("");
    // Names of kernels and arguments are skipped: they may be like a key.
    let fields = |skipped: usize| Fields(text.split_whitespace().skip(1 + skipped).collect());
    match kind {
        "H" => copies.push(copy(&fields(0), line)?),
        "N" => {
            let fields = fields(2);
            launches.push(LaunchState {
                copies: std::mem::take(copies),
                dimensions: fields.number("dim", 0, 3, "a number of dimensions, at most 3")? as u32,
                group_ids: fields.number("wgid_sgpr", 0, SGPRS - 3, "an SGPR from 0 to 101")? as u8,
                line,
                ..LaunchState::default()
            });
        }
        "T" | "R" | "A" => {
            let launch = launches.last_mut().ok_or(Reason::Misplaced)?;
            match kind {
                "T" => {
                    let fields = fields(1);
                    let (uavs, constants) = (fields.address("uavtab")?, fields.address("cb")?);
                    launch.tables = Some(Tables { uavs, constants });
                }
                "R" => launch.registers.push(registers(&fields(1), line)?),
                _ => {
                    let name = words.nth(1).unwrap_or("").to_owned();
                    launch.arguments.push(argument(&fields(2), name, line)?);
                }
            }
        }
        // The importer reads pages.
        _ => {}
    }
    Ok(())
}

fn copy(fields: &Fields<'_>, line: u64) -> Result<DataCopy, Reason> {
    let hash = fields.word("fnv", 0)?;
    let invalid = || Reason::Field { expected: "a hash of 32 bits", found: shown(hash) };
    Ok(DataCopy {
        address: fields.address("write")?,
        bytes: fields.number("write", 1, u64::MAX, "a number of bytes")?,
        hash: digits(hash, 16).and_then(|hash| u32::try_from(hash).ok()).ok_or_else(invalid)?,
        sequence: fields.number("seq", 0, u64::MAX, "the number of a copy")?,
        line,
    })
}

fn registers(fields: &Fields<'_>, line: u64) -> Result<UserRegisters, Reason> {
    let class = fields.number("class", 0, u64::from(u32::MAX), "the class of a register")? as u32;
    let slot = |count| fields.number("slot", 0, count - 1, "a slot from 0 to 15");
    let content = match class {
        2 => Content::ConstantBuffer(slot(CONSTANT_BUFFERS)?),
        4 => Content::Uav(slot(UAVS)?),
        23 => Content::UavTable,
        class => return Err(Reason::RegisterClass { class }),
    };
    let most = SGPRS - content.registers();
    let first = fields.number("sreg", 0, most, "an SGPR with as many after it as its class takes")?;
    Ok(UserRegisters { content, first: first as usize, line })
}

fn argument(fields: &Fields<'_>, name: String, line: u64) -> Result<Argument, Reason> {
    const INSIDE: &str = "an offset in a constant buffer of 16384 bytes";
    let global = || fields.number("scope", 0, u64::MAX, "4 for global memory or 7 for LDS").map(|s| s == 4);
    let value = match fields.0.first().copied() {
        Some("value") => Value::Bytes(bytes(fields)?),
        _ if global()? => Value::Global {
            uav: fields.number("buf", 0, UAVS - 1, "a UAV from 0 to 15")?,
            address: fields.address("ptr")?,
            bytes: fields.number("size", 0, u64::MAX, "a number of bytes")?,
        },
        _ => Value::Local(fields.number("size", 0, u64::from(u32::MAX), "a number of bytes")? as u32),
    };
    let taken = match &value {
        Value::Bytes(bytes) => bytes.len() as u64,
        _ => 4,
    };
    let most = CONSTANT_BUFFER.checked_sub(taken);
    let most = most.ok_or_else(|| Reason::Field { expected: "a shorter value", found: shown(&name) })?;
    let buffer = fields.number("cb", 0, CONSTANT_BUFFERS - 1, "a constant buffer from 0 to 15")?;
    Ok(Argument { name, buffer, offset: fields.number("off", 0, most, INSIDE)?, value, line })
}

/// The bytes of a value: its size, then two hexadecimal digits for each.
fn bytes(fields: &Fields<'_>) -> Result<Vec<u8>, Reason> {
    let size = fields.number("size", 0, u64::MAX, "a number of bytes")?;
    let word = fields.word("size", 1)?;
    let invalid = || Reason::Field { expected: "two hexadecimal digits per byte", found: shown(word) };
    let pairs = word.as_bytes().chunks(2);
    let byte = |pair: &[u8]| match pair {
        [_, _] => std::str::from_utf8(pair).ok().and_then(|pair| digits(pair, 16)).map(|byte| byte as u8),
        _ => None,
    };
    let bytes: Vec<u8> = pairs.map(byte).collect::<Option<_>>().ok_or_else(invalid)?;
    if bytes.len() as u64 == size { Ok(bytes) } else { Err(invalid()) }
}

/// Words of a line, found by the key before them.
struct Fields<'a>(Vec<&'a str>);

impl<'a> Fields<'a> {
    /// The word `nth` after the key.
    fn word(&self, key: &'static str, nth: usize) -> Result<&'a str, Reason> {
        let at = self.0.iter().position(|word| *word == key);
        let found = at.and_then(|at| self.0.get(at + 1 + nth));
        found.copied().ok_or(Reason::Lacks { key })
    }

    fn number(
        &self,
        key: &'static str,
        nth: usize,
        most: u64,
        expected: &'static str,
    ) -> Result<u64, Reason> {
        let found = self.word(key, nth)?;
        let number = digits(found, 10).filter(|&number| number <= most);
        number.ok_or_else(|| Reason::Field { expected, found: shown(found) })
    }

    fn address(&self, key: &'static str) -> Result<u64, Reason> {
        let found = self.word(key, 0)?;
        let expected = "a hexadecimal address below 2^48";
        let address = digits(found, 16).filter(|&address| address < 1 << 48);
        address.ok_or_else(|| Reason::Field { expected, found: shown(found) })
    }
}

/// A number without a sign: the standard library accepts `+1`.
fn digits(word: &str, radix: u32) -> Option<u64> {
    let plain = word.starts_with(|c: char| c.is_digit(radix));
    plain.then(|| u64::from_str_radix(word, radix).ok()).flatten()
}

/// Excerpt of a word for an error message: short and printable.
fn shown(word: &str) -> String {
    const MOST: usize = 60;
    word.chars().take(MOST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: &str =
        "N 0 local dim 2 global 8 8 1 local 8 8 1 groups 1 wgs_per_cu 8 vgpr 5 sgpr 16 lds 96 wgid_sgpr 12";

    fn lines(lines: &[&str]) -> Result<Vec<LaunchState>, Reason> {
        let (mut launches, mut copies) = (Vec::new(), Vec::new());
        for (line, number) in lines.iter().zip(1..) {
            take(line, number, &mut launches, &mut copies)?;
        }
        Ok(launches)
    }

    #[test]
    fn a_launch_has_its_copies_tables_registers_and_arguments() {
        let launches = lines(&[
            "H write 80000000 256 fnv 0b49acfb seq 3",
            N,
            "T 0 consttab 80002000 restab 80002100 uavtab 80002300 cb 80003000",
            "R 0 class 23 slot 0 sreg 2 count 2",
            "R 0 class 4 slot 10 sreg 8 count 4",
            "A 0 size pointer cb 1 off 0 scope 4 buf 11 ptr 80000000 size 256",
            "A 0 y pointer cb 1 off 16 scope 7 buf 1 ptr 0 size 64",
            "A 0 n value cb 1 off 32 size 4 0800fe00",
            "P 0 80000000 0",
        ])
        .unwrap();
        let [launch] = &launches[..] else { panic!("one launch") };
        let copy = DataCopy { address: 0x8000_0000, bytes: 256, hash: 0x0b49_acfb, sequence: 3, line: 1 };
        assert_eq!((&launch.copies[..], launch.dimensions, launch.group_ids), (&[copy][..], 2, 12));
        assert_eq!(launch.tables, Some(Tables { uavs: 0x8000_2300, constants: 0x8000_3000 }));
        let contents: Vec<_> = launch.registers.iter().map(|r| (r.content, r.first)).collect();
        assert_eq!(contents, [(Content::UavTable, 2), (Content::Uav(10), 8)]);
        let values: Vec<_> = launch.arguments.iter().map(|a| (a.name.as_str(), a.offset, &a.value)).collect();
        let global = Value::Global { uav: 11, address: 0x8000_0000, bytes: 256 };
        let (local, bytes) = (Value::Local(64), Value::Bytes(vec![8, 0, 0xfe, 0]));
        assert_eq!(values, [("size", 0, &global), ("y", 16, &local), ("n", 32, &bytes)]);
    }

    #[test]
    fn wrong_lines_are_explained() {
        let error = |line: &str| lines(&[N, line]).unwrap_err().to_string();
        assert_eq!(
            error("A 0 n value cb 1 off 0 size 4 08000"),
            "`08000` should be two hexadecimal digits per byte; record the launch file again"
        );
        assert_eq!(error("A 0 n value cb 1 off 0"), "the line has no `size …`; record the launch file again");
        assert_eq!(
            error("A 0 n value cb 1 off 16381 size 4 08000000"),
            "`16381` should be an offset in a constant buffer of 16384 bytes; record the launch file again"
        );
        assert_eq!(
            error("R 0 class 5 slot 0 sreg 2 count 2"),
            "registers of class 5 are not supported; 2 (constant buffer), 4 (UAV) and 23 (table of UAVs) are"
        );
        assert_eq!(
            error("R 0 class 2 slot 0 sreg 101 count 4"),
            "`101` should be an SGPR with as many after it as its class takes; record the launch file again"
        );
        assert_eq!(
            error("T 0 consttab 0 restab 0 uavtab 1000000000000 cb 0"),
            "`1000000000000` should be a hexadecimal address below 2^48; record the launch file again"
        );
        assert_eq!(
            error("H write 80000000 4 fnv 123456789 seq 0"),
            "`123456789` should be a hash of 32 bits; record the launch file again"
        );
        let misplaced = lines(&["R 0 class 23 slot 0 sreg 2 count 2"]).unwrap_err().to_string();
        assert_eq!(misplaced, "the line belongs to no launch; put it after its `N` line");
    }
}
