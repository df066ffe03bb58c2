//! Writer of tape files.

use super::encode::Encoder;
use super::footer::{self, key};
use super::message::{MAX_BYTES, Packer};
use super::metadata::{BatchMetadata, LaunchMetadata, TapeMetadata, digest_text};
use super::program::ProgramMetadata;
use super::{BATCH, Error, LaunchCounts, Totals};
use crate::atomic_file::AtomicFile;
use arrow_ipc::Block;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_kernel::tape::{Cta, Launch, Source};

/// Writer of a tape file, CTA by CTA: see [the module](super) for an example. It cannot be used after an error.
pub struct Writer<W: Write = BufWriter<fs::File>> {
    out: W,
    /// Name for error messages.
    name: String,
    bytes: u64,
    file: Option<AtomicFile>,
    encoder: Encoder,
    packer: Packer,
    blocks: Vec<Block>,
    batches: Vec<BatchMetadata>,
    /// Static code and instruction numbers.
    programs: Vec<(Arc<Code>, Vec<u32>)>,
    launches: Vec<LaunchMetadata>,
    current: CurrentLaunch,
    failed: bool,
}

/// State of the launch whose CTAs are being written.
#[derive(Default)]
struct CurrentLaunch {
    counts: LaunchCounts,
    /// Warp instructions of the current batch.
    batch: u64,
    /// CTAs of the current batch, as ranges: first number and count.
    ctas: Vec<(u64, u64)>,
    /// Union of all active lanes.
    lanes: u64,
    /// Maximum number of warps of a CTA.
    warps: usize,
}

impl Writer {
    /// Creates a tape file. The file appears at `path`, and replaces an existing one, when [`finish`](Writer::finish) succeeds.
    pub fn create(path: impl AsRef<Path>) -> Result<Writer, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let create = || {
            let file = AtomicFile::create(path)?;
            Ok((BufWriter::new(file.file()?), file))
        };
        let (out, file) = create().map_err(|error| Error::Io { file: name.clone(), error })?;
        Writer { file: Some(file), ..Writer::named(out, name)? }.begin()
    }
}

impl<W: Write> Writer<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Result<Writer<W>, Error> {
        Writer::named(out, "the tape".to_owned())?.begin()
    }

    fn named(out: W, name: String) -> Result<Writer<W>, Error> {
        let packer = Packer::new().map_err(|error| Error::Io { file: name.clone(), error })?;
        let mut encoder = Encoder::default();
        encoder.clear();
        Ok(Writer {
            out,
            name,
            bytes: 0,
            file: None,
            encoder,
            packer,
            blocks: Vec::new(),
            batches: Vec::new(),
            programs: Vec::new(),
            launches: Vec::new(),
            current: CurrentLaunch::default(),
            failed: false,
        })
    }

    fn begin(mut self) -> Result<Writer<W>, Error> {
        self.write(&footer::head())?;
        Ok(self)
    }

    /// Writes the next CTA of the current launch. [`Writer::end_launch`] describes the launch after its last CTA.
    ///
    /// `Pc(n)` in the CTA is the instruction with *number* n. `accesses` returns whether an instruction number accesses memory;
    /// it is called once per executed number.
    pub fn cta(&mut self, cta: &Cta, accesses: impl Fn(u32) -> bool) -> Result<(), Error> {
        let id = cta.id().0;
        if cta.warps() == 0 {
            return Err(self.unfit(format!("CTA {id} has no warps")));
        }
        let launch = self.launches.len() as u32;
        if let Err(reason) = self.encoder.cta(launch, cta, accesses) {
            return Err(self.unfit(format!("CTA {id}, {reason}")));
        }
        if self.encoder.columns.sizes().total() > MAX_BYTES {
            return Err(self.unfit(format!("CTA {id} exceeds the limit of {MAX_BYTES} bytes per batch")));
        }
        let CurrentLaunch { counts, batch, ctas, lanes, warps } = &mut self.current;
        counts.ctas += 1;
        for index in 0..cta.warps() {
            let warp = cta.warp(index);
            *batch += warp.instructions();
            counts.warp_instructions += warp.instructions();
            counts.thread_instructions += warp.thread_instructions();
            *lanes |= warp.runs().iter().fold(0, |all, run| all | run.lanes.0);
        }
        *warps = cta.warps().max(*warps);
        match ctas.last_mut() {
            Some((first, count)) if first.checked_add(*count) == Some(id) => *count += 1,
            _ => ctas.push((id, 1)),
        }
        if *batch >= BATCH { self.end_batch() } else { Ok(()) }
    }

    fn end_batch(&mut self) -> Result<(), Error> {
        if self.current.ctas.is_empty() {
            return Ok(());
        }
        let digest = self.encoder.columns.digest();
        let packed = self.packer.pack(&self.encoder.columns);
        let written = packed.and_then(|(head, body)| {
            self.out.write_all(&head)?;
            self.out.write_all(body)?;
            Ok((head.len(), body.len()))
        });
        let (head, body) = written.map_err(|error| self.io(error))?;
        self.blocks.push(Block::new(self.bytes as i64, head as i32, body as i64));
        self.bytes += (head + body) as u64;
        self.batches.push(BatchMetadata {
            launch: self.launches.len(),
            ctas: std::mem::take(&mut self.current.ctas),
            digest: digest_text(digest),
        });
        self.current.batch = 0;
        self.encoder.clear();
        Ok(())
    }

    /// Ends the current launch: the CTAs written since the previous launch belong to `launch`.
    ///
    /// `numbers` are the numbers of the instructions of its code, ascending, with gaps if necessary. `None` means 0, 1, 2, …
    /// A trace has such gaps, because its code is known only at its end.
    pub fn end_launch(&mut self, launch: &Launch, numbers: Option<&[u32]>) -> Result<(), Error> {
        self.end_batch()?;
        let count = launch.code.instructions.len() as u32;
        let numbers = numbers.map_or_else(|| (0..count).collect(), <[u32]>::to_vec);
        if let Err(reason) = self.check(launch, &numbers) {
            return Err(self.unfit(reason));
        }
        let same = |(code, known): &(Arc<Code>, Vec<u32>)| {
            *known == numbers && (Arc::ptr_eq(code, &launch.code) || *code == launch.code)
        };
        let known = self.programs.iter().position(same);
        if known.is_none() {
            // A reader must accept the metadata.
            match ProgramMetadata::of(&launch.code, &numbers).code() {
                Err(reason) => return Err(self.unfit(format!("code: {reason}"))),
                Ok((code, _)) if code != *launch.code => {
                    return Err(self.unfit("the code cannot be serialised".to_owned()));
                }
                Ok(_) => self.programs.push((launch.code.clone(), numbers)),
            }
        }
        let program = known.unwrap_or(self.programs.len() - 1);
        let LaunchCounts { ctas, warp_instructions, thread_instructions, .. } = self.current.counts;
        let text = LaunchMetadata::of(launch, program);
        self.launches.push(LaunchMetadata { ctas, warp_instructions, thread_instructions, ..text });
        self.current = CurrentLaunch::default();
        self.encoder.forget();
        Ok(())
    }

    /// Checks that the launch matches the CTAs written.
    fn check(&self, launch: &Launch, numbers: &[u32]) -> Result<(), String> {
        let instructions = &launch.code.instructions;
        if numbers.len() != instructions.len() || !numbers.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(format!(
                "{} instructions need the same number of ascending numbers",
                instructions.len()
            ));
        }
        for (number, accesses) in self.encoder.executed() {
            let known = numbers.binary_search(&number).ok().map(|at| instructions[at].accesses());
            match known {
                None => return Err(format!("instruction {number} was executed, but is not in the code")),
                Some(known) if known != accesses => {
                    return Err(format!(
                        "instruction {number} differs from the code in whether it accesses memory"
                    ));
                }
                Some(_) => {}
            }
        }
        let CurrentLaunch { lanes, warps, .. } = self.current;
        if !(1..=64).contains(&launch.width) || lanes.checked_shr(launch.width).unwrap_or(0) != 0 {
            return Err(format!("a warp has {} lanes, but higher lanes were active", launch.width));
        }
        if warps > launch.warps() as usize {
            return Err(format!("a CTA has {warps} warps, but its block has {}", launch.warps()));
        }
        let here = self.batches.iter().rev().take_while(|batch| batch.launch == self.launches.len());
        let mut ctas: Vec<_> = here.flat_map(|batch| &batch.ctas).copied().collect();
        ctas.sort_unstable();
        match super::misplaced(ctas, launch.ctas()) {
            Some(cta) => Err(format!("CTA {cta} is there twice, or outside the grid")),
            None => Ok(()),
        }
    }

    /// Writes all launches and CTAs of `source`, whose program counters are indices of its code.
    pub fn copy<S: Source>(&mut self, source: &mut S) -> Result<(), S::Error>
    where
        S::Error: From<Error>,
    {
        while let Some(launch) = source.launch()? {
            let instructions = &launch.code.instructions;
            while let Some(cta) = source.cta()? {
                self.cta(&cta, |n| instructions.get(n as usize).is_some_and(|i| i.accesses()))?;
            }
            self.end_launch(&launch, None)?;
        }
        Ok(())
    }

    /// Bytes written so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes the metadata, completes the file and returns its totals.
    pub fn finish(mut self) -> Result<Totals, Error> {
        if self.failed || self.current.counts.ctas > 0 {
            return Err(self.unfit("a previous call failed, or the last launch was not ended".to_owned()));
        }
        let mut totals = Totals { launches: self.launches.len() as u64, ..Totals::default() };
        for launch in &self.launches {
            totals.ctas += launch.ctas;
            totals.warp_instructions += launch.warp_instructions;
            totals.thread_instructions += launch.thread_instructions;
        }
        let programs: Vec<_> =
            self.programs.iter().map(|(code, numbers)| ProgramMetadata::of(code, numbers)).collect();
        let texts = [
            serde_json::to_string(&programs),
            serde_json::to_string(&self.launches),
            serde_json::to_string(&self.batches),
        ];
        let [programs, launches, index] = texts.map(|text| text.expect("plain data can be written"));
        totals.digest = super::digest([programs.as_bytes(), launches.as_bytes(), index.as_bytes()]);
        let tape = serde_json::to_string(&TapeMetadata::of(&totals)).expect("plain data can be written");
        let metadata =
            [(key::TAPE, tape), (key::PROGRAMS, programs), (key::LAUNCHES, launches), (key::INDEX, index)];
        let Some(tail) = footer::tail(&self.blocks, metadata.into()) else {
            return Err(self.unfit("the footer exceeds the size limit of Arrow".to_owned()));
        };
        self.write(&footer::END)?;
        self.write(&tail)?;
        totals.bytes = self.bytes;
        self.out.flush().map_err(|error| self.io(error))?;
        if let Some(file) = self.file.take() {
            file.commit().map_err(|error| self.io(error))?;
        }
        Ok(totals)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.out.write_all(bytes).map_err(|error| self.io(error))?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    fn io(&mut self, error: io::Error) -> Error {
        self.failed = true;
        Error::Io { file: self.name.clone(), error }
    }

    fn unfit(&mut self, reason: String) -> Error {
        self.failed = true;
        Error::Unfit { file: self.name.clone(), launch: self.launches.len(), reason }
    }
}
