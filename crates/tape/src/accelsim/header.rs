//! Header of a trace file: launch parameters.

use super::Options;
use super::error::{Error, Reason, shown};
use super::fields::{triple, value_of};
use super::lines::LineReader;
use super::opcodes::OpcodeMap;
use std::sync::Arc;
use warploom_kernel::tape::GenericWindows;

/// Header of the trace of one launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub kernel: String,
    /// CTAs in x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA in x, y, z.
    pub block: [u32; 3],
    /// Bytes of shared memory per CTA.
    pub shared: u32,
    /// Registers per thread.
    pub registers: u32,
    /// The NN of sm_NN that the kernel was compiled for.
    pub version: u32,
    /// Tracer version, from 3 to 6.
    pub tracer: u32,
    /// Whether each instruction has a source line.
    pub lineinfo: bool,
    /// Generic start address of shared memory; 0 if unknown.
    pub shared_base: u64,
    /// Generic start address of local memory; 0 if unknown.
    pub local_base: u64,
}

/// Maximum number of CTAs per launch.
pub const MAX_CTAS: u64 = 1 << 31;

/// Bytes of the generic address ranges of shared and local memory: the distance of the bases on every GPU seen.
const WINDOW: u64 = 16 << 20;

/// Maximum shared memory per CTA, above that of any GPU.
const MAX_SHARED: u64 = 1 << 20;

impl Header {
    /// Threads per CTA.
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }

    /// Warps per CTA.
    pub fn warps(&self) -> u32 {
        self.threads().div_ceil(32)
    }

    /// Number of CTAs in the grid.
    pub fn ctas(&self) -> u64 {
        self.grid.iter().map(|&d| u64::from(d)).product()
    }

    /// Generic address ranges of shared and local memory: see the [module](super).
    pub fn windows(&self) -> GenericWindows {
        let window = |base: u64| if base == 0 { 0..0 } else { base..base.saturating_add(WINDOW) };
        GenericWindows { shared: window(self.shared_base), local: window(self.local_base), param: 0..0 }
    }

    /// Reads a header and selects the opcode map of its architecture.
    pub(super) fn read(
        lines: &mut LineReader<'_>,
        options: &Options,
    ) -> Result<(Header, Arc<OpcodeMap>), Error> {
        let mut found = HeaderFields::default();
        let mut first = true;
        loop {
            let line = match lines.next_filled()? {
                None => return Err(lines.error(if first { no_header(b"") } else { Reason::HeaderEnds })),
                Some(line) => line.trim_ascii(),
            };
            if line.contains(&0) {
                return Err(lines.error(Reason::Tracez));
            }
            let result = match line {
                [b'-', rest @ ..] => found.line(rest),
                [b'#', ..] if !first => break,
                _ if first => Err(no_header(line)),
                _ => Err(Reason::Expected {
                    expected: "a line of the header or `#traces format = …`",
                    found: shown(line),
                }),
            };
            let number = lines.line();
            match result {
                Err(reason) => return Err(lines.error(reason)),
                Ok(Some(at)) => found.lines[at] = number,
                Ok(None) => {}
            }
            first = false;
        }
        found.check(options).map_err(|(reason, key)| {
            let line = key.map_or(lines.line(), |key| found.lines[key as usize]);
            reason.at(lines.file(), line)
        })
    }
}

fn no_header(line: &[u8]) -> Reason {
    Reason::NoHeader { found: shown(line) }
}

/// Header keys in use.
#[derive(Clone, Copy)]
enum Key {
    Name,
    Grid,
    Block,
    Shared,
    Registers,
    Version,
    SharedBase,
    LocalBase,
    Tracer,
    Lineinfo,
}

/// Text of the keys, in the same order.
const KEYS: [&str; 10] = [
    "kernel name",
    "grid dim",
    "block dim",
    "shmem",
    "nregs",
    "binary version",
    "shmem base_addr",
    "local mem base_addr",
    "accelsim tracer version",
    "enable lineinfo",
];

/// Text and line of each header value.
#[derive(Default)]
struct HeaderFields {
    values: [Option<String>; KEYS.len()],
    lines: [u64; KEYS.len()],
}

/// An error and the key that it concerns.
type Wrong = (Reason, Option<Key>);

impl HeaderFields {
    /// Parses a header line. Unknown keys are ignored: newer tracers add some.
    fn line(&mut self, line: &[u8]) -> Result<Option<usize>, Reason> {
        let known = KEYS.iter().enumerate().find_map(|(at, key)| Some((at, value_of(line, key)?)));
        let Some((at, value)) = known else { return Ok(None) };
        let text = String::from_utf8_lossy(value).into_owned();
        if self.values[at].is_some() {
            return Err(Reason::HeaderValue {
                key: KEYS[at],
                found: text,
                expected: "the key appears twice",
            });
        }
        self.values[at] = Some(text);
        Ok(Some(at))
    }

    fn text(&self, key: Key) -> Result<&str, Wrong> {
        self.values[key as usize].as_deref().ok_or((Reason::HeaderLacks { key: KEYS[key as usize] }, None))
    }

    fn wrong(&self, key: Key, expected: &'static str) -> Wrong {
        let found = self.values[key as usize].as_deref().unwrap_or_default();
        let found = shown(found.as_bytes());
        (Reason::HeaderValue { key: KEYS[key as usize], found, expected }, Some(key))
    }

    fn number(&self, key: Key, most: u64, expected: &'static str) -> Result<u32, Wrong> {
        let number = self.text(key)?.parse().ok().filter(|&number: &u64| number <= most);
        number.map(|number| number as u32).ok_or_else(|| self.wrong(key, expected))
    }

    fn dimensions(&self, key: Key, most: u64, expected: &'static str) -> Result<[u32; 3], Wrong> {
        let text = self.text(key)?;
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let product = |dims: &[u64; 3]| dims.iter().try_fold(1_u64, |all, &d| all.checked_mul(d));
        let dims = inner.and_then(|text| triple(text.as_bytes()));
        let fits = |dims: &[u64; 3]| product(dims).is_some_and(|all| (1..=most).contains(&all));
        dims.filter(fits).map(|dims| dims.map(|d| d as u32)).ok_or_else(|| self.wrong(key, expected))
    }

    fn address(&self, key: Key) -> Result<u64, Wrong> {
        let Some(text) = &self.values[key as usize] else { return Ok(0) };
        let digits = text.strip_prefix("0x").unwrap_or(text);
        u64::from_str_radix(digits, 16).map_err(|_| self.wrong(key, "it should be a hexadecimal address"))
    }

    fn tracer(&self) -> Result<u32, Wrong> {
        let text = self.text(Key::Tracer)?;
        let major = text.split('.').next().and_then(|major| major.parse().ok());
        let found = shown(text.as_bytes());
        match major {
            Some(tracer @ 3..=6) => Ok(tracer),
            Some(0..3) => Err((Reason::OldVersion { found }, Some(Key::Tracer))),
            Some(_) => Err((Reason::NewVersion { found }, Some(Key::Tracer))),
            None => Err(self.wrong(Key::Tracer, "it should be a number")),
        }
    }

    fn check(&self, options: &Options) -> Result<(Header, Arc<OpcodeMap>), Wrong> {
        // The version comes first: other errors would be misleading for an unsupported format.
        let tracer = self.tracer()?;
        let grid = self.dimensions(
            Key::Grid,
            MAX_CTAS,
            "the grid should have three dimensions, like (8,1,1), and from 1 to 2^31 CTAs",
        )?;
        let block = self.dimensions(
            Key::Block,
            1024,
            "a CTA should have three dimensions, like (256,1,1), and from 1 to 1024 threads",
        )?;
        let shared = self.number(
            Key::Shared,
            MAX_SHARED,
            "no GPU has so many bytes of shared memory; correct the header",
        )?;
        let registers = match options.registers {
            Some(registers) => registers,
            None => self.number(
                Key::Registers,
                255,
                "a thread has at most 255 registers; pass the number of registers with --registers",
            )?,
        };
        let version = match options.architecture {
            Some(version) => version,
            None => self.number(
                Key::Version,
                u64::from(u32::MAX),
                "it should be the NN of sm_NN; pass the architecture with --architecture (sm_70, volta, …)",
            )?,
        };
        if version == 0 {
            let expected = "sm_0 does not exist; pass the architecture with --architecture (sm_70, volta, …)";
            return Err(self.wrong(Key::Version, expected));
        }
        let map = options.map(version).ok_or((Reason::Architecture { version }, Some(Key::Version)))?;
        let lineinfo = match self.values[Key::Lineinfo as usize].as_deref() {
            None | Some("0") => false,
            Some("1") => true,
            Some(_) => return Err(self.wrong(Key::Lineinfo, "it should be 0 or 1")),
        };
        let header = Header {
            kernel: self.text(Key::Name)?.to_owned(),
            grid,
            block,
            shared,
            registers,
            version,
            tracer,
            lineinfo,
            shared_base: self.address(Key::SharedBase)?,
            local_base: self.address(Key::LocalBase)?,
        };
        Ok((header, map))
    }
}
