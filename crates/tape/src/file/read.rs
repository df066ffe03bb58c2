//! Reader of tape files.

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

/// An open tape file: see [the module](super) for an example. Batches are read on demand, from any thread.
pub struct TapeFile {
    /// Name for error messages.
    name: String,
    bytes: Mutex<Box<dyn ReadAt>>,
    contents: Contents,
    /// Decoded batches for [`TapeFile::cta`], most recently used first.
    cache: Mutex<VecDeque<(usize, Arc<Vec<Cta>>)>>,
    cache_size: usize,
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
    /// Opens a tape file and reads its metadata.
    pub fn open(path: impl AsRef<Path>) -> Result<TapeFile, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        match fs::File::open(path) {
            Ok(file) => TapeFile::of(Box::new(file), name),
            Err(error) => Err(Error::Io { file: name, error }),
        }
    }

    /// Opens a tape in memory.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<TapeFile, Error> {
        TapeFile::of(Box::new(Cursor::new(bytes)), "the tape".to_owned())
    }

    fn of(mut bytes: Box<dyn ReadAt>, name: String) -> Result<TapeFile, Error> {
        let contents = contents(&mut *bytes, &name)?;
        Ok(TapeFile { name, bytes: Mutex::new(bytes), contents, cache: Mutex::default(), cache_size: 1 })
    }

    /// Sets the number of decoded batches that [`TapeFile::cta`] caches (default 1).
    ///
    /// If readers alternate between several positions of the grid, such as SMs with a part of it each, use the number of positions.
    pub fn with_batch_cache(mut self, batches: usize) -> TapeFile {
        self.cache_size = batches.max(1);
        self
    }

    /// The launches, in order.
    pub fn launches(&self) -> &[Arc<Launch>] {
        &self.contents.launches
    }

    /// Counts of a launch.
    ///
    /// # Panics
    /// If the launch does not exist.
    pub fn counts(&self, launch: usize) -> LaunchCounts {
        self.contents.launch_index[launch].counts
    }

    /// Counts of the whole file.
    pub fn totals(&self) -> Totals {
        self.contents.totals
    }

    /// Returns a CTA of a launch; `None` if it is not on the tape. Decodes its batch and caches it.
    ///
    /// # Panics
    /// If the launch does not exist.
    pub fn cta(&self, launch: usize, id: CtaId) -> Result<Option<Cta>, Error> {
        let cta_ranges = &self.contents.launch_index[launch].cta_ranges;
        let after = cta_ranges.partition_point(|&(first, ..)| first <= id.0);
        let Some(&(first, count, batch)) = after.checked_sub(1).map(|at| &cta_ranges[at]) else {
            return Ok(None);
        };
        if id.0 - first >= count {
            return Ok(None);
        }
        let ctas = match self.cached(batch) {
            Some(ctas) => ctas,
            None => {
                let ctas = Arc::new(self.batch(batch)?);
                let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
                cache.truncate(self.cache_size - 1);
                cache.push_front((batch, ctas.clone()));
                ctas
            }
        };
        Ok(ctas.iter().find(|cta| cta.id() == id).cloned())
    }

    /// Returns a cached batch and marks it as most recently used.
    fn cached(&self, batch: usize) -> Option<Arc<Vec<Cta>>> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let at = cache.iter().position(|(there, _)| *there == batch)?;
        let found = cache.remove(at)?;
        cache.push_front(found.clone());
        Some(found.1)
    }

    /// Number of batches.
    pub fn batches(&self) -> usize {
        self.contents.batches.len()
    }

    /// Launch of a batch.
    ///
    /// # Panics
    /// If the batch does not exist.
    pub fn launch_of(&self, batch: usize) -> usize {
        self.contents.batches[batch].launch
    }

    /// Decodes the CTAs of a batch. Batches are independent and can be decoded in parallel.
    ///
    /// # Panics
    /// If the batch does not exist.
    pub fn batch(&self, batch: usize) -> Result<Vec<Cta>, Error> {
        let mut decoder = BatchDecoder::new(self)?;
        decoder.begin(self, batch)?;
        std::iter::from_fn(|| decoder.next(self).transpose()).collect()
    }

    fn context(&self, batch: usize) -> Context<'_> {
        let index = self.contents.batches[batch].launch;
        let program = &self.contents.programs[self.contents.launch_index[index].program];
        Context { index, launch: &self.contents.launches[index], program }
    }

    /// A [`Source`] of all launches and CTAs, in file order.
    pub fn reader(&self) -> Reader<&TapeFile> {
        Reader::new(self)
    }
}

/// Decoder of a batch, with buffers that the next batch reuses.
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

    /// Reads a batch and checks it.
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
            return Err(damaged("the CTAs do not match the index".to_owned()));
        }
        if self.columns.digest() != *digest {
            // Decoding may find a more specific error.
            while self.next(file)?.is_some() {}
            return Err(damaged("the content does not match its digest".to_owned()));
        }
        Ok(())
    }

    /// Decodes the next CTA of the batch.
    fn next(&mut self, file: &TapeFile) -> Result<Option<Cta>, Error> {
        self.decoder.next(&self.columns, file.context(self.batch)).map_err(|reason| Error::Damaged {
            file: file.name.clone(),
            batch: Some(self.batch),
            reason,
        })
    }
}

/// A [`Source`] of the launches and CTAs of a tape file, in file order.
///
/// One batch is in memory at a time; its CTAs are decoded on demand. Lookups by number use the batch cache of the file: see
/// [`TapeFile::with_batch_cache`].
pub struct Reader<F: Deref<Target = TapeFile>> {
    file: F,
    /// Created on first use.
    decoder: Option<BatchDecoder>,
    /// Whether the decoder holds a batch.
    decoding: bool,
    /// The next batch.
    batch: usize,
    /// Number of launches returned so far.
    launches: usize,
}

impl<F: Deref<Target = TapeFile>> Reader<F> {
    /// Reads a borrowed or shared file. A reader of an `Arc<TapeFile>` can move to another thread.
    pub fn new(file: F) -> Reader<F> {
        Reader { file, decoder: None, decoding: false, batch: 0, launches: 0 }
    }
}

impl<F: Deref<Target = TapeFile>> Source for Reader<F> {
    type Error = Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Error> {
        let contents = &self.file.contents;
        let Some(launch) = contents.launches.get(self.launches) else { return Ok(None) };
        self.decoding = false;
        self.batch = contents.launch_index[self.launches].batches.start;
        self.launches += 1;
        Ok(Some(launch.clone()))
    }

    fn cta(&mut self) -> Result<Option<Cta>, Error> {
        let part = self.launches.checked_sub(1).map(|launch| &self.file.contents.launch_index[launch]);
        let Some(end) = part.map(|part| part.batches.end) else { return Ok(None) };
        let decoder = match &mut self.decoder {
            Some(decoder) => decoder,
            none => none.insert(BatchDecoder::new(&self.file)?),
        };
        loop {
            if self.decoding
                && let Some(cta) = decoder.next(&self.file)?
            {
                return Ok(Some(cta));
            }
            self.decoding = false;
            if self.batch >= end {
                return Ok(None);
            }
            decoder.begin(&self.file, self.batch)?;
            (self.batch, self.decoding) = (self.batch + 1, true);
        }
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, Error> {
        let Some(launch) = self.launches.checked_sub(1) else { return Ok(CtaLookup::Missing) };
        Ok(self.file.cta(launch, id)?.map_or(CtaLookup::Missing, CtaLookup::Cta))
    }
}
