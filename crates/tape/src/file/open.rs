//! Reader of the footer and the metadata of a file.

use super::footer::{self, MAGIC, key};
use super::metadata::{BatchMetadata, LaunchMetadata, TapeMetadata, VersionMetadata, digest_text};
use super::program::{Program, ProgramMetadata};
use super::{Error, LaunchCounts, Totals, VERSION, digest};
use arrow_ipc::Block;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;
use warploom_kernel::tape::Launch;

/// Random access to the bytes of a file.
pub(super) trait ReadAt: Read + Seek + Send {
    /// Reads bytes at an offset.
    fn at(&mut self, start: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(start))?;
        self.read_exact(bytes)
    }
}

impl<T: Read + Seek + Send> ReadAt for T {}

/// Checked metadata of a file.
pub(super) struct Contents {
    pub batches: Vec<Batch>,
    pub programs: Vec<Program>,
    pub launches: Vec<Arc<Launch>>,
    pub launch_index: Vec<LaunchIndex>,
    pub totals: Totals,
}

/// A record batch.
pub(super) struct Batch {
    pub block: Block,
    pub launch: usize,
    /// CTAs in order, as ranges: first number and count.
    pub ctas: Vec<(u64, u64)>,
    pub digest: u128,
}

impl Batch {
    /// Bytes of the batch in the file.
    pub fn bytes(&self) -> u64 {
        self.block.metaDataLength() as u64 + self.block.bodyLength() as u64
    }
}

/// Index of a launch: its batches and CTAs.
pub(super) struct LaunchIndex {
    pub program: usize,
    pub counts: LaunchCounts,
    pub batches: Range<usize>,
    /// Ranges of CTAs, ascending: first number, count, and batch.
    pub cta_ranges: Vec<(u64, u64, usize)>,
}

/// Reads and checks the metadata of a file.
pub(super) fn contents(bytes: &mut dyn ReadAt, name: &str) -> Result<Contents, Error> {
    let io = |error| Error::Io { file: name.to_owned(), error };
    let damaged = |reason: String| Error::Damaged { file: name.to_owned(), batch: None, reason };
    let foreign = |reason: &str| Error::NotATape { file: name.to_owned(), reason: reason.to_owned() };
    let length = bytes.seek(SeekFrom::End(0)).map_err(io)?;
    let (magic, mut first) = (MAGIC.len() as u64, *MAGIC);
    if length >= magic {
        bytes.at(0, &mut first).map_err(io)?;
    }
    if length < magic || first != *MAGIC {
        return Err(foreign("it does not start with the Arrow magic"));
    }
    // The file ends with the footer, its length, and the magic bytes.
    let end = length.checked_sub(magic + 4).filter(|&end| end >= magic);
    let end = end.ok_or_else(|| damaged("the end of the file is missing".to_owned()))?;
    let (mut footer_length, mut last) = ([0; 4], [0; MAGIC.len()]);
    bytes.at(end, &mut footer_length).and_then(|()| bytes.at(end + 4, &mut last)).map_err(io)?;
    if last != *MAGIC {
        return Err(damaged("the end of the file is missing".to_owned()));
    }
    let footer_length = u32::from_le_bytes(footer_length);
    let start = end.checked_sub(footer_length.into()).filter(|&start| start >= magic);
    let start = start.ok_or_else(|| damaged("the footer is longer than the file".to_owned()))?;
    let mut footer = vec![0; footer_length as usize];
    bytes.at(start, &mut footer).map_err(io)?;
    let footer = footer::parse(&footer).map_err(damaged)?;
    let text = |key| footer.text(key).ok_or_else(|| foreign("the footer has no tape metadata"));

    let version: VersionMetadata = json(text(key::TAPE)?).map_err(damaged)?;
    if version.version != u64::from(VERSION) {
        let (file, found) = (name.to_owned(), version.version);
        return Err(Error::Version { file, found, known: VERSION });
    }
    if !footer.columns_fit {
        return Err(damaged("the columns are not those of a tape".to_owned()));
    }
    let texts = [text(key::PROGRAMS)?, text(key::LAUNCHES)?, text(key::INDEX)?];
    let mut contents = parse_metadata(texts, &footer.blocks, start).map_err(damaged)?;
    let tape: TapeMetadata = json(text(key::TAPE)?).map_err(damaged)?;
    contents.totals.bytes = length;
    contents.totals.digest = digest(texts.map(str::as_bytes));
    if tape != TapeMetadata::of(&contents.totals) {
        return Err(damaged("the metadata does not match its digest".to_owned()));
    }
    Ok(contents)
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("metadata: {error}"))
}

/// Parses the metadata of programs, launches and batches. The batches end before offset `end`.
fn parse_metadata(
    [programs, launches, index]: [&str; 3],
    blocks: &[Block],
    end: u64,
) -> Result<Contents, String> {
    let programs: Vec<ProgramMetadata> = json(programs)?;
    let program = |(at, text)| Program::of(text).map_err(|reason| format!("program {at}: {reason}"));
    let programs: Vec<Program> = programs.into_iter().enumerate().map(program).collect::<Result<_, _>>()?;
    let texts: Vec<LaunchMetadata> = json(launches)?;
    let index: Vec<BatchMetadata> = json(index)?;
    if index.len() != blocks.len() {
        return Err(format!("the file has {} batches, but the index has {}", blocks.len(), index.len()));
    }
    let batch =
        |(at, (text, block))| batch(text, block, end).map_err(|reason| format!("batch {at}: {reason}"));
    let batches = index.into_iter().zip(blocks).enumerate().map(batch).collect::<Result<Vec<_>, _>>()?;
    if !batches.is_sorted_by_key(|batch| batch.launch)
        || batches.last().is_some_and(|b| b.launch >= texts.len())
    {
        return Err("the batches are not in launch order".to_owned());
    }
    let mut totals = Totals { launches: texts.len() as u64, ..Totals::default() };
    let (mut launches, mut launch_index) = (Vec::new(), Vec::new());
    let mut next = 0;
    for (at, text) in texts.iter().enumerate() {
        let wrong = |what: &str| format!("launch {at}: {what}");
        let program = programs.get(text.program).ok_or_else(|| wrong("unknown program"))?;
        if !(1..=64).contains(&text.width) {
            return Err(wrong("invalid warp width"));
        }
        let launch = text.launch(program.code.clone());
        let start = next;
        next += batches[start..].partition_point(|batch| batch.launch == at);
        let part = LaunchIndex::of(text, start..next, &batches, launch.ctas()).map_err(wrong)?;
        let LaunchCounts { ctas, warp_instructions, thread_instructions, .. } = part.counts;
        totals.ctas = totals.ctas.saturating_add(ctas);
        totals.warp_instructions = totals.warp_instructions.saturating_add(warp_instructions);
        totals.thread_instructions = totals.thread_instructions.saturating_add(thread_instructions);
        launches.push(Arc::new(launch));
        launch_index.push(part);
    }
    Ok(Contents { batches, programs, launches, launch_index, totals })
}

fn batch(text: BatchMetadata, block: &Block, end: u64) -> Result<Batch, String> {
    let range = || {
        let start = u64::try_from(block.offset()).ok()?;
        let head = u64::try_from(block.metaDataLength()).ok()?;
        let body = u64::try_from(block.bodyLength()).ok()?;
        start.checked_add(head)?.checked_add(body).filter(|&last| last <= end)
    };
    range().ok_or("the batch is outside the file")?;
    let digest = u128::from_str_radix(&text.digest, 16).ok().filter(|&d| digest_text(d) == text.digest);
    let digest = digest.ok_or("the digest is malformed")?;
    Ok(Batch { block: *block, launch: text.launch, ctas: text.ctas, digest })
}

impl LaunchIndex {
    fn of(
        text: &LaunchMetadata,
        range: Range<usize>,
        batches: &[Batch],
        grid: u64,
    ) -> Result<LaunchIndex, &'static str> {
        let mut cta_ranges = Vec::new();
        let mut bytes = 0;
        for (at, batch) in range.clone().zip(&batches[range.clone()]) {
            bytes = batch.bytes().saturating_add(bytes);
            cta_ranges.extend(batch.ctas.iter().map(|&(first, count)| (first, count, at)));
        }
        cta_ranges.sort_unstable();
        let ranges = cta_ranges.iter().map(|&(first, count, _)| (first, count));
        if super::misplaced(ranges, grid).is_some() {
            return Err("a CTA appears twice or is outside the grid");
        }
        let counts = LaunchCounts {
            ctas: cta_ranges.iter().map(|&(_, count, _)| count).sum(),
            warp_instructions: text.warp_instructions,
            thread_instructions: text.thread_instructions,
            bytes,
        };
        match counts.ctas == text.ctas {
            true => Ok(LaunchIndex { program: text.program, counts, batches: range, cta_ranges }),
            false => Err("the number of CTAs does not match"),
        }
    }
}
