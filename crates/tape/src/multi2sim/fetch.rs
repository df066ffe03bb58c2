//! Fetch times of a trace.

use super::error::{Error, Reason};
use super::reader::{Options, Reader, WaveId};
use std::collections::BTreeMap;
use std::path::Path;

/// Fetch times of each instruction of a wavefront, by launch, work-group and number of the wavefront in its work-group.
///
/// Times are cycles of the compute units since the launch's first work-group was mapped.
pub type FetchTimes = BTreeMap<(u32, u64, u32), Vec<u64>>;

/// Reads the fetch times of the trace at `path`.
pub fn fetch_times(path: impl AsRef<Path>) -> Result<FetchTimes, Error> {
    let mut reader = Reader::open(path, &Options { partial: true })?;
    let mut times = FetchTimes::new();
    while let Some((WaveId { launch, group, wave }, _)) = reader.next_wave()? {
        let known = times.insert((launch as u32, group, wave), reader.fetch_times().to_vec());
        if known.is_some() {
            let twice = Reason::Twice { wave: reader.run().launches()[launch].number(group, wave), launch };
            return Err(twice.at(reader.lines().file(), reader.lines().line()));
        }
    }
    Ok(times)
}
