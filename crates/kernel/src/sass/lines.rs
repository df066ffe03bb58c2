//! Line tables of cubins: DWARF of version 2, with NVIDIA's extension for inlined calls.

use std::collections::BTreeMap;

/// A row: from this address on, code is of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub address: u64,
    /// Index in [`LineTable::files`].
    pub file: u64,
    pub line: u64,
    /// Number of the row that calls the inlined function whose line this is, from 1; 0 if it is not inlined.
    pub caller: u64,
}

/// The rows of a function.
#[derive(Debug, Default)]
pub(super) struct LineTable {
    pub files: BTreeMap<u64, String>,
    /// Rows by symbol, in the order of the table.
    pub rows: BTreeMap<u32, Vec<Row>>,
}

/// Bytes that are read in order. Reading beyond the end gives none.
struct Bytes<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.data.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn number(&mut self, bytes: usize) -> Option<u64> {
        Some(self.take(bytes)?.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|byte| byte[0])
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= i64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let unused = 64u32.saturating_sub(shift as u32 + 7);
                return Some(value << unused >> unused);
            }
        }
        None
    }

    fn text(&mut self) -> Option<String> {
        let rest = self.data.get(self.at..)?;
        let end = rest.iter().position(|&byte| byte == 0)?;
        self.at += end + 1;
        Some(String::from_utf8_lossy(&rest[..end]).into())
    }
}

impl LineTable {
    /// Reads the section `.debug_line`. `symbol` says whose address is at an offset of the section. A malformed table ends early: line
    /// numbers are only shown.
    pub fn read(section: &[u8], symbol: &dyn Fn(u64) -> Option<u32>) -> LineTable {
        let mut table = LineTable::default();
        let mut bytes = Bytes { data: section, at: 0 };
        while let Some(length) = bytes.number(4) {
            let start = bytes.at;
            let Some(unit) = bytes.take(length as usize) else { break };
            if table.unit(unit, start, symbol).is_none() {
                break;
            }
        }
        table
    }

    fn unit(&mut self, unit: &[u8], start: usize, symbol: &dyn Fn(u64) -> Option<u32>) -> Option<()> {
        let mut bytes = Bytes { data: unit, at: 0 };
        let version = bytes.number(2)?;
        let header = bytes.number(4)? as usize;
        let program = bytes.at.checked_add(header)?;
        if !(2..=3).contains(&version) {
            return None;
        }
        let shortest = u64::from(bytes.byte()?);
        let _is_statement = bytes.byte()?;
        let line_base = bytes.byte()? as i8;
        let line_range = bytes.byte()?.max(1);
        let opcode_base = bytes.byte()?.max(1);
        let arguments = bytes.take(usize::from(opcode_base) - 1)?;
        let mut folders = vec![String::new()];
        while let Some(folder) = bytes.text().filter(|folder| !folder.is_empty()) {
            folders.push(folder);
        }
        // Files of a unit are numbered from 1; those of all units are numbered through.
        let before = self.files.keys().next_back().map_or(0, |last| last + 1);
        let mut files = 0;
        while let Some(name) = bytes.text().filter(|name| !name.is_empty()) {
            let folder = folders.get(bytes.unsigned()? as usize).map_or("", String::as_str);
            let (_modified, _length) = (bytes.unsigned()?, bytes.unsigned()?);
            let path =
                if folder.is_empty() || name.starts_with('/') { name } else { format!("{folder}/{name}") };
            files += 1;
            self.files.insert(before + files, path);
        }
        bytes.at = program;
        // Damaged numbers may be of any size: an address behind the code has no instruction.
        let advance = |row: &mut Row, by: u64| row.address = row.address.wrapping_add(by);
        let first = Row { address: 0, file: before + 1, line: 1, caller: 0 };
        let (mut row, mut owner) = (first, None);
        while bytes.at < unit.len() {
            let opcode = bytes.byte()?;
            let mut emits = false;
            match opcode {
                0 => {
                    let length = bytes.unsigned()? as usize;
                    let place = bytes.at;
                    let mut inner = Bytes { data: bytes.take(length)?, at: 0 };
                    match inner.byte()? {
                        // The end of a sequence.
                        1 => (row, owner) = (first, None),
                        2 => {
                            row.address = inner.number(8)?;
                            owner = symbol((start + place + 1) as u64);
                        }
                        // NVIDIA's: the row of the call, then the name of the inlined function.
                        0x90 => row.caller = inner.unsigned()?,
                        _ => {}
                    }
                }
                1 => emits = true,
                2 => advance(&mut row, bytes.unsigned()?.wrapping_mul(shortest)),
                3 => row.line = row.line.wrapping_add_signed(bytes.signed()?),
                4 => row.file = before.wrapping_add(bytes.unsigned()?),
                8 => advance(&mut row, u64::from((255 - opcode_base) / line_range) * shortest),
                9 => advance(&mut row, bytes.number(2)?),
                special if special >= opcode_base => {
                    let adjusted = special - opcode_base;
                    advance(&mut row, u64::from(adjusted / line_range) * shortest);
                    row.line =
                        row.line.wrapping_add_signed(i64::from(line_base) + i64::from(adjusted % line_range));
                    emits = true;
                }
                // Columns, blocks, statements and opcodes of later versions.
                other => {
                    for _ in 0..*arguments.get(usize::from(other) - 1)? {
                        bytes.unsigned()?;
                    }
                }
            }
            if let (true, Some(owner)) = (emits, owner) {
                self.rows.entry(owner).or_default().push(row);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit with one file, then a program.
    fn unit(program: &[u8]) -> Vec<u8> {
        let mut rest = vec![16, 1, 0xfb, 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1];
        rest.extend(b"/src\0\0k.cu\0\x01\0\0\0");
        let mut unit = 2u16.to_le_bytes().to_vec();
        unit.extend((rest.len() as u32).to_le_bytes());
        unit.extend(&rest);
        unit.extend(program);
        let mut section = (unit.len() as u32).to_le_bytes().to_vec();
        section.extend(&unit);
        section
    }

    #[test]
    fn rows_have_files_lines_and_callers() {
        let program = [
            &[0, 9, 2, 0, 0, 0, 0, 0, 0, 0, 0][..],
            // File 1, line 5, a row; 2 × 16 bytes on, line 7 of an inlined function that row 1 calls.
            &[4, 1, 3, 4, 1, 2, 2, 3, 2, 0, 3, 0x90, 1, 9, 1],
            // A special opcode: 16 bytes and 1 line on. Then the end.
            &[10 + 14 + 6, 0, 1, 1],
        ];
        let table = LineTable::read(&unit(&program.concat()), &|_| Some(3));
        assert_eq!(table.files[&1], "/src/k.cu");
        let row = |address, line, caller| Row { address, file: 1, line, caller };
        assert_eq!(table.rows[&3], [row(0, 5, 0), row(32, 7, 1), row(48, 8, 1)]);
    }

    #[test]
    fn a_cut_table_ends_early() {
        let whole = unit(&[0, 9, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 1, 0, 1, 1]);
        for end in 0..whole.len() {
            LineTable::read(&whole[..end], &|_| Some(0));
        }
        assert_eq!(LineTable::read(&whole, &|_| None).rows, BTreeMap::new());
    }
}
