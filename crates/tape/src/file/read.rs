//! Reading.

use super::columns::Columns;
use super::decode::{Context, Decoder};
use super::message::Unpacker;
use super::open::{Batch, Contents, ReadAt, contents};
use super::{Error, LaunchCounts, Totals};
use std::collections::VecDeque;
use std::fmt;
use std::fs;
use std::io::{self, Cursor};
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};

/// A tape file: see [the module](super) for an example. Its batches are read when they are asked for, from any thread.
pub struct TapeFile {
    /// What errors call it.
    name: String,
    bytes: Mutex<Box<dyn ReadAt>>,
    contents: Contents,
    /// Batches decoded for [`TapeFile::cta`], the last used first.
    kept: Mutex<VecDeque<(usize, Arc<Vec<Cta>>)>>,
    keep: usize,
}

impl fmt::Debug for TapeFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TapeFile")
            .field("name", &self.name)
            .field("totals", &self.totals())
            .finish_non_exhaustive()
    }
}

impl TapeFile {
    /// Opens a file.
    pub fn open(path: impl AsRef<Path>) -> Result<TapeFile, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        match fs::File::open(path) {
            Ok(file) => TapeFile::of(Box::new(file), name),
            Err(error) => Err(Error::Io { file: name, error }),
        }
    }

    /// A file whose bytes are in memory.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<TapeFile, Error> {
        TapeFile::of(Box::new(Cursor::new(bytes)), "the tape".to_owned())
    }

    fn of(mut bytes: Box<dyn ReadAt>, name: String) -> Result<TapeFile, Error> {
        let contents = contents(&mut *bytes, &name)?;
        Ok(TapeFile { name, bytes: Mutex::new(bytes), contents, kept: Mutex::default(), keep: 1 })
    }

    /// Keeps this many decoded batches for [`TapeFile::cta`], instead of only the last. Where several cta_ranges of a grid are
    /// read in turn, as by SMs that each have a part of it, this is how many there are.
    pub fn with_batch_cache(mut self, batches: usize) -> TapeFile {
        self.keep = batches.max(1);
        self
    }

    /// The launches, in order.
    pub fn launches(&self) -> &[Arc<Launch>] {
        &self.contents.launches
    }

    /// What a launch's part holds.
    ///
    /// # Panics
    /// If there is no such launch.
    pub fn counts(&self, launch: usize) -> LaunchCounts {
        self.contents.parts[launch].counts
    }

    /// What the file holds.
    pub fn totals(&self) -> Totals {
        self.contents.totals
    }

    /// A CTA of a launch; `None` if the tape has no such CTA. Its batch is decoded, and kept for the next.
    ///
    /// # Panics
    /// If there is no such launch.
    pub fn cta(&self, launch: usize, id: CtaId) -> Result<Option<Cta>, Error> {
        let cta_ranges = &self.contents.parts[launch].cta_ranges;
        let after = cta_ranges.partition_point(|&(first, ..)| first <= id.0);
        let Some(&(first, count, batch)) = after.checked_sub(1).map(|at| &cta_ranges[at]) else {
            return Ok(None);
        };
        if id.0 - first >= count {
            return Ok(None);
        }
        let ctas = match self.kept(batch) {
            Some(ctas) => ctas,
            None => {
                let ctas = Arc::new(self.batch(batch)?);
                let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.truncate(self.keep - 1);
                kept.push_front((batch, ctas.clone()));
                ctas
            }
        };
        Ok(ctas.iter().find(|cta| cta.id() == id).cloned())
    }

    /// A batch that is kept, which is now the last used.
    fn kept(&self, batch: usize) -> Option<Arc<Vec<Cta>>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(there, _)| *there == batch)?;
        let found = kept.remove(at)?;
        kept.push_front(found.clone());
        Some(found.1)
    }

    /// How many batches it consists of.
    pub fn batches(&self) -> usize {
        self.contents.batches.len()
    }

    /// The launch that a batch belongs to.
    ///
    /// # Panics
    /// If there is no such batch.
    pub fn launch_of(&self, batch: usize) -> usize {
        self.contents.batches[batch].launch
    }

    /// The CTAs of a batch. Batches do not depend on each other: several can be decoded at once.
    ///
    /// # Panics
    /// If there is no such batch.
    pub fn batch(&self, batch: usize) -> Result<Vec<Cta>, Error> {
        let mut decoder = BatchDecoder::new(self)?;
        decoder.begin(self, batch)?;
        std::iter::from_fn(|| decoder.next(self).transpose()).collect()
    }

    fn context(&self, batch: usize) -> Context<'_> {
        let index = self.contents.batches[batch].launch;
        let program = &self.contents.programs[self.contents.parts[index].program];
        Context { index, launch: &self.contents.launches[index], program }
    }

    /// All launches and CTAs, in the order they were written in.
    pub fn reader(&self) -> Reader<&TapeFile> {
        Reader::new(self)
    }
}

/// What decoding a batch needs, and the next can use again.
struct BatchDecoder {
    batch: usize,
    bytes: Vec<u8>,
    unpacker: Unpacker,
    columns: Columns,
    decoder: Decoder,
}

impl BatchDecoder {
    fn new(file: &TapeFile) -> Result<BatchDecoder, Error> {
        let unpacker = Unpacker::new().map_err(|error| Error::Io { file: file.name.clone(), error })?;
        let (columns, decoder) = (Columns::default(), Decoder::default());
        Ok(BatchDecoder { batch: 0, bytes: Vec::new(), unpacker, columns, decoder })
    }

    /// A batch begins.
    fn begin(&mut self, file: &TapeFile, batch: usize) -> Result<(), Error> {
        let described = &file.contents.batches[batch];
        let Batch { block, ctas, digest, .. } = described;
        let read = |bytes: &mut Vec<u8>| {
            bytes.resize(usize::try_from(described.bytes()).map_err(io::Error::other)?, 0);
            file.bytes.lock().unwrap_or_else(PoisonError::into_inner).at(block.offset() as u64, bytes)
        };
        read(&mut self.bytes).map_err(|error| Error::Io { file: file.name.clone(), error })?;
        let damaged = |reason| Error::Damaged { file: file.name.clone(), batch: Some(batch), reason };
        self.unpacker.unpack(block, &self.bytes, &mut self.columns).map_err(damaged)?;
        self.batch = batch;
        self.decoder.begin(&self.columns, file.context(batch).program).map_err(damaged)?;
        let found = self.columns.cta.chunk_by(|a, b| a == b).map(|rows| rows[0]);
        let listed = ctas.iter().flat_map(|&(first, count)| first..first.saturating_add(count));
        if !found.eq(listed) {
            return Err(damaged("its CTAs are not those the index lists".to_owned()));
        }
        if self.columns.digest() != *digest {
            // What is wrong may be found; if not, this is all that can be said.
            while self.next(file)?.is_some() {}
            return Err(damaged("its contents are not those it was written with".to_owned()));
        }
        Ok(())
    }

    /// The batch's next CTA.
    fn next(&mut self, file: &TapeFile) -> Result<Option<Cta>, Error> {
        self.decoder.next(&self.columns, file.context(self.batch)).map_err(|reason| Error::Damaged {
            file: file.name.clone(),
            batch: Some(self.batch),
            reason,
        })
    }
}

/// A file's launches and CTAs, in the order they were written in: a [`Source`]. One batch is in memory at a time, its CTAs
/// being decoded as they are asked for. Those asked for by number are had of the file: see [`TapeFile::with_batch_cache`].
pub struct Reader<F: Deref<Target = TapeFile>> {
    file: F,
    /// Made when first needed.
    decoder: Option<BatchDecoder>,
    /// Whether a batch has begun there.
    begun: bool,
    /// The next batch.
    batch: usize,
    /// Launches that were asked for.
    launches: usize,
}

impl<F: Deref<Target = TapeFile>> Reader<F> {
    /// Reads a file that is borrowed, or shared: an `Arc<TapeFile>` can go to another thread with its reader.
    pub fn new(file: F) -> Reader<F> {
        Reader { file, decoder: None, begun: false, batch: 0, launches: 0 }
    }
}

impl<F: Deref<Target = TapeFile>> Source for Reader<F> {
    type Error = Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Error> {
        let contents = &self.file.contents;
        let Some(launch) = contents.launches.get(self.launches) else { return Ok(None) };
        self.begun = false;
        self.batch = contents.parts[self.launches].batches.start;
        self.launches += 1;
        Ok(Some(launch.clone()))
    }

    fn cta(&mut self) -> Result<Option<Cta>, Error> {
        let part = self.launches.checked_sub(1).map(|launch| &self.file.contents.parts[launch]);
        let Some(end) = part.map(|part| part.batches.end) else { return Ok(None) };
        let decoder = match &mut self.decoder {
            Some(decoder) => decoder,
            none => none.insert(BatchDecoder::new(&self.file)?),
        };
        loop {
            if self.begun
                && let Some(cta) = decoder.next(&self.file)?
            {
                return Ok(Some(cta));
            }
            self.begun = false;
            if self.batch >= end {
                return Ok(None);
            }
            decoder.begin(&self.file, self.batch)?;
            (self.batch, self.begun) = (self.batch + 1, true);
        }
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, Error> {
        let Some(launch) = self.launches.checked_sub(1) else { return Ok(CtaLookup::Missing) };
        Ok(self.file.cta(launch, id)?.map_or(CtaLookup::Missing, CtaLookup::Cta))
    }
}
