//! Reader of the trace of one launch, CTA by CTA.

use super::code_builder::{CodeBuilder, Dialect};
use super::error::{CtaCoordinates, Error, Reason, shown};
use super::fields::{triple, value_of};
use super::header::Header;
use super::line::{self, WarpProgress};
use super::lines::LineReader;
use super::options::Options;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_kernel::execute::{CtaId, HostCopy};
use warploom_kernel::tape::{Cta, CtaSet, Launch, WarpTape};

/// Maximum memory of the tape of a CTA in bytes, also for well-compressed traces.
const MAX_CTA_BYTES: usize = 512 << 20;

/// Maximum number of ranges of CTA numbers: CTAs in random order would take memory for each.
const MAX_RANGES: usize = 1 << 20;

/// Reader of the trace of one launch.
///
/// ```
/// use warploom_tape::accelsim::{KernelReader, Options};
/// let text = "-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n-nregs = 8\n\
///     -binary version = 70\n-accelsim tracer version = 5\n#traces format = …\n\
///     #BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 3\n\
///     0000 ffffffff 1 R0 S2R 0 0 0\n\
///     0010 ffffffff 1 R2 LDG.E.SYS 1 R2 4 1 0x7f0000000000 4 0\n\
///     0020 ffffffff 0 EXIT 0 0 0\n\
///     #END_TB\n";
/// let mut kernel = KernelReader::from_reader("k.traceg", text.as_bytes(), &Options::default())?;
/// while let Some(cta) = kernel.next_cta()? {
///     assert_eq!((cta.id().0, cta.instructions()), (0, 3));
/// }
/// let (launch, numbers) = kernel.finish()?;
/// assert_eq!(launch.code.instructions[1].opcode, "LDG.E.SYS");
/// assert_eq!(numbers, [0, 1, 2]);
/// # Ok::<(), warploom_tape::accelsim::Error>(())
/// ```
#[derive(Debug)]
pub struct KernelReader<'a> {
    lines: LineReader<'a>,
    header: Header,
    dialect: Dialect,
    code: CodeBuilder,
    seen: CtaSet,
    partial: bool,
    copies: Vec<HostCopy>,
    tape: WarpTape,
    instructions: u64,
}

impl KernelReader<'static> {
    /// Opens the trace at `path`. The extension of the compression may be missing.
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<KernelReader<'static>, Error> {
        KernelReader::new(LineReader::open(path)?, options)
    }
}

impl<'a> KernelReader<'a> {
    /// Reads a trace, compressed or not, from `input`. Error messages use the name `file`.
    pub fn from_reader(
        file: impl Into<PathBuf>,
        input: impl Read + Send + 'a,
        options: &Options,
    ) -> Result<KernelReader<'a>, Error> {
        KernelReader::new(LineReader::new(file, input)?, options)
    }

    fn new(mut lines: LineReader<'a>, options: &Options) -> Result<KernelReader<'a>, Error> {
        let (header, map) = Header::read(&mut lines, options)?;
        Ok(KernelReader {
            lines,
            dialect: Dialect { tracer: header.tracer, lineinfo: header.lineinfo, map },
            header,
            code: CodeBuilder::default(),
            seen: CtaSet::default(),
            partial: options.partial,
            copies: Vec::new(),
            tape: WarpTape::default(),
            instructions: 0,
        })
    }

    /// Sets the host copies before the launch.
    pub fn with_host_copies(mut self, copies: Vec<HostCopy>) -> KernelReader<'a> {
        self.copies = copies;
        self
    }

    /// Header of the trace.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The underlying line reader, for its position.
    pub fn lines(&self) -> &LineReader<'a> {
        &self.lines
    }

    /// Warp instructions read so far.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Whether the instruction accesses memory. `number` must occur in a CTA returned so far.
    pub fn accesses(&self, number: u32) -> bool {
        self.code.accesses(number)
    }

    /// Reads the next CTA, in file order; `None` after the last.
    ///
    /// The static code is not complete yet: program counters are instruction numbers, see [`KernelReader::finish`].
    pub fn next_cta(&mut self) -> Result<Option<Cta>, Error> {
        let Some(line) = self.lines.next_filled()? else {
            return self.end().map(|()| None);
        };
        if line.trim_ascii() != b"#BEGIN_TB" {
            let raw = line.trim_ascii_start().first().is_some_and(u8::is_ascii_digit) && self.seen.is_empty();
            let found = shown(line.trim_ascii());
            let reason = if raw { Reason::Raw } else { Reason::Expected { expected: "`#BEGIN_TB`", found } };
            return Err(self.lines.error(reason));
        }
        let coordinates = self.coordinates()?;
        let [x, y, z] = coordinates.0.map(u64::from);
        let [width, height, _] = self.header.grid.map(u64::from);
        let id = x + width * (y + height * z);
        let id = CtaId(id);
        if !self.seen.insert(id) {
            return Err(self.lines.error(Reason::Twice { cta: coordinates }));
        }
        if self.seen.ranges() > MAX_RANGES {
            return Err(self.lines.error(Reason::NoOrder));
        }
        self.cta(Cta::new(id), coordinates).map(Some)
    }

    /// Checks the number of CTAs at the end of the file.
    fn end(&self) -> Result<(), Error> {
        let (found, all) = (self.seen.len(), self.header.ctas());
        if found == all || self.partial && found > 0 {
            return Ok(());
        }
        let CtaId(first) = self.seen.next_missing(CtaId(0));
        let [width, height, _] = self.header.grid.map(u64::from);
        let first = [first % width, first / width % height, first / width / height].map(|d| d as u32);
        Err(self.lines.error(Reason::Missing { missing: all - found, all, first: CtaCoordinates(first) }))
    }

    /// Reads the line with the CTA coordinates.
    fn coordinates(&mut self) -> Result<CtaCoordinates, Error> {
        const EXPECTED: &str = "`thread block = x,y,z`";
        let grid = self.header.grid;
        let found = match self.lines.next_filled()? {
            None => Err(Reason::Expected { expected: EXPECTED, found: "the end of the file".to_owned() }),
            Some(line) => value_of(line, "thread block")
                .and_then(triple)
                .ok_or_else(|| Reason::Expected { expected: EXPECTED, found: shown(line.trim_ascii()) }),
        };
        let coordinates = found.map_err(|reason| self.lines.error(reason))?;
        let cta = CtaCoordinates(coordinates.map(|d| u32::try_from(d).unwrap_or(u32::MAX)));
        if coordinates.iter().zip(grid).any(|(&at, size)| at >= u64::from(size)) {
            return Err(self.lines.error(Reason::OutsideGrid { cta, grid: CtaCoordinates(grid) }));
        }
        Ok(cta)
    }

    /// Reads the warps of a CTA.
    fn cta(&mut self, mut cta: Cta, coordinates: CtaCoordinates) -> Result<Cta, Error> {
        let warps = self.header.warps();
        loop {
            let next = cta.warps() as u32;
            let reason = match self.lines.next_filled()?.map(CtaLine::new) {
                Some(CtaLine::End) if next == warps => return Ok(cta),
                Some(CtaLine::End) => Reason::TooFewWarps { cta: coordinates, found: next, warps },
                Some(CtaLine::Warp(found)) if found >= u64::from(warps) => {
                    Reason::TooManyWarps { found, cta: coordinates, warps }
                }
                Some(CtaLine::Warp(found)) if found != u64::from(next) => {
                    Reason::Warp { found, expected: next, cta: coordinates }
                }
                Some(CtaLine::Warp(_)) => {
                    self.warp(next, &cta, coordinates)?;
                    cta.push(&self.tape);
                    continue;
                }
                Some(CtaLine::Cluster(_)) if self.dialect.tracer >= 6 && next == 0 => continue,
                Some(CtaLine::Instruction(_)) if next > 0 => {
                    let announced = self.tape.runs().iter().map(|run| u64::from(run.count)).sum();
                    Reason::TooManyInstructions { warp: next - 1, cta: coordinates, announced }
                }
                Some(CtaLine::Cluster(found) | CtaLine::Instruction(found) | CtaLine::Other(found)) => {
                    Reason::Expected { expected: "`warp = …` or `#END_TB`", found }
                }
                None => Reason::Ends { cta: coordinates },
            };
            return Err(self.lines.error(reason));
        }
    }

    /// Reads the instructions of a warp into `self.tape`.
    fn warp(&mut self, warp: u32, cta: &Cta, coordinates: CtaCoordinates) -> Result<(), Error> {
        const EXPECTED: &str = "`insts = …`, how many instructions the warp has";
        let announced = match self.lines.next_filled()? {
            None => Err(Reason::Ends { cta: coordinates }),
            Some(line) => value_of(line, "insts")
                .and_then(whole)
                .ok_or_else(|| Reason::Expected { expected: EXPECTED, found: shown(line.trim_ascii()) }),
        };
        let announced = announced.map_err(|reason| self.lines.error(reason))?;
        let threads = self.header.threads() - 32 * warp;
        let lanes = u32::MAX >> (32 - threads.min(32));
        let before = cta.bytes();
        self.tape.clear();
        let mut progress = WarpProgress::default();
        for done in 0..announced {
            let taken = match self.lines.next_filled()? {
                None => Err(Box::new(Reason::Ends { cta: coordinates })),
                // The next section starts: no instruction address starts with these bytes.
                Some([b'#' | b'w' | b'i' | b't', ..]) => Err(Box::new(Reason::TooFewInstructions {
                    warp,
                    cta: coordinates,
                    found: done,
                    announced,
                })),
                Some(line) => {
                    line::take(line, &self.dialect, &mut self.code, lanes, &mut progress, &mut self.tape)
                }
            };
            taken.map_err(|reason| self.lines.error(*reason))?;
            if done % 4096 == 0 && before + self.tape.bytes() > MAX_CTA_BYTES {
                return Err(self
                    .lines
                    .error(Reason::LargeCta { cta: coordinates, most: MAX_CTA_BYTES >> 20 }));
            }
        }
        line::end_region(&mut self.code, &progress, &self.tape);
        self.instructions += announced;
        Ok(())
    }

    /// Reads the rest of the trace and returns the launch with its static code, and the number of each instruction.
    ///
    /// Number `numbers[i]` in the CTAs is `launch.code.instructions[i]`. Numbers ascend, and consecutive numbers are consecutive
    /// instructions.
    pub fn finish(mut self) -> Result<(Launch, Vec<u32>), Error> {
        while self.next_cta()?.is_some() {}
        let (code, numbers) = self.code.code(self.header.lineinfo);
        let windows = self.header.windows();
        let Header { kernel, grid, block, shared, registers, .. } = self.header;
        let copies = self.copies;
        let code = Arc::new(code);
        Ok((
            Launch {
                kernel,
                code,
                grid,
                block,
                shared,
                registers,
                scalar_registers: 0,
                width: 32,
                windows,
                copies,
                number: None,
            },
            numbers,
        ))
    }
}

/// A line between the warps of a CTA.
enum CtaLine {
    Warp(u64),
    End,
    /// Cluster of the CTA, from version 6 on. Tapes have no clusters.
    Cluster(String),
    /// A line that looks like an instruction.
    Instruction(String),
    Other(String),
}

impl CtaLine {
    fn new(line: &[u8]) -> CtaLine {
        let line = line.trim_ascii();
        match line {
            b"#END_TB" => CtaLine::End,
            _ if line.starts_with(b"cluster ") => CtaLine::Cluster(shown(line)),
            [b'0'..=b'9' | b'a'..=b'f', ..] => CtaLine::Instruction(shown(line)),
            _ => {
                let warp = value_of(line, "warp").and_then(whole);
                warp.map_or_else(|| CtaLine::Other(shown(line)), CtaLine::Warp)
            }
        }
    }
}

/// Parses a decimal number.
fn whole(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
