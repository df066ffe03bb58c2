//! Numbers over time, in bins.

use std::ops::Range;

/// The maximum number of bins. Beyond it pairs of bins are merged, so that a run of any length fits.
const MOST: usize = 2048;

/// Several numbers over time, each as its sum over the cycles of a bin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tracks {
    /// The sampled cycles.
    cycles: Range<u64>,
    /// Cycles per bin.
    width: u64,
    /// Whether bins may be merged.
    widens: bool,
    /// Sums by track, then bin; missing bins at the end of a track are 0.
    sums: Vec<Vec<u64>>,
}

impl Tracks {
    /// Tracks over these cycles. Without a width, bins have the smallest width that needs at most 2048 bins.
    pub fn new(cycles: Range<u64>, width: Option<u64>) -> Tracks {
        Tracks { cycles, width: width.unwrap_or(1).max(1), widens: width.is_none(), sums: Vec::new() }
    }

    /// Adds a track's number `value` over the cycles from `from` up to `to`.
    pub fn add(&mut self, track: usize, from: u64, to: u64, value: u64) {
        let (mut from, to) = (from.max(self.cycles.start), to.min(self.cycles.end));
        if from >= to || value == 0 {
            return;
        }
        if self.sums.len() <= track {
            self.sums.resize(track + 1, Vec::new());
        }
        while self.widens && (to - 1 - self.cycles.start) / self.width >= MOST as u64 {
            self.widen();
        }
        while from < to {
            let bin = (from - self.cycles.start) / self.width;
            let end = (self.cycles.start + (bin + 1) * self.width).min(to);
            let sums = &mut self.sums[track];
            if sums.len() <= bin as usize {
                sums.resize(bin as usize + 1, 0);
            }
            sums[bin as usize] += value * (end - from);
            from = end;
        }
    }

    fn widen(&mut self) {
        self.width *= 2;
        for sums in &mut self.sums {
            *sums = sums.chunks(2).map(|pair| pair.iter().sum()).collect();
        }
    }

    /// Cycles per bin.
    pub fn width(&self) -> u64 {
        self.width
    }

    /// The first cycle of each bin.
    pub fn starts(&self) -> impl Iterator<Item = u64> + use<> {
        let (start, width) = (self.cycles.start, self.width);
        (0..self.len() as u64).map(move |bin| start + bin * width)
    }

    /// The number of bins.
    pub fn len(&self) -> usize {
        self.sums.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether there are no bins.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The sum of a track in each bin.
    pub fn sums(&self, track: usize) -> impl Iterator<Item = u64> + '_ {
        let sums = self.sums.get(track).map_or(&[][..], Vec::as_slice);
        (0..self.len()).map(|bin| sums.get(bin).copied().unwrap_or(0))
    }

    /// The mean of a track over the cycles of each bin.
    pub fn means(&self, track: usize) -> impl Iterator<Item = f64> + '_ {
        let width = self.width as f64;
        self.sums(track).map(move |sum| sum as f64 / width)
    }
}

/// A number that changes in steps, and feeds a track.
#[derive(Clone, Copy, Default, Debug)]
pub struct Level {
    value: u64,
    since: u64,
    /// The sum over all cycles, sampled or not.
    pub sum: u64,
}

impl Level {
    /// Sets the number to 0 at cycle `at`.
    pub fn begin(&mut self, at: u64) {
        *self = Level { value: 0, since: at, sum: self.sum };
    }

    /// The current number.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Sets the number at cycle `at`.
    pub fn set(&mut self, at: u64, value: u64, tracks: &mut Tracks, track: usize) {
        if value == self.value {
            return;
        }
        let cycles = at.saturating_sub(self.since);
        self.sum += cycles * self.value;
        tracks.add(track, self.since, self.since + cycles, self.value);
        (self.value, self.since) = (value, at.max(self.since));
    }

    /// Increments the number at cycle `at`.
    pub fn more(&mut self, at: u64, tracks: &mut Tracks, track: usize) {
        self.set(at, self.value + 1, tracks, track);
    }

    /// Decrements the number at cycle `at`.
    pub fn less(&mut self, at: u64, tracks: &mut Tracks, track: usize) {
        self.set(at, self.value.saturating_sub(1), tracks, track);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_spans_bins_is_divided() {
        let mut tracks = Tracks::new(10..40, Some(10));
        tracks.add(1, 5, 25, 3);
        tracks.add(0, 39, 90, 1);
        assert_eq!(tracks.sums(1).collect::<Vec<_>>(), [30, 15, 0]);
        assert_eq!(tracks.sums(0).collect::<Vec<_>>(), [0, 0, 1]);
        assert_eq!(tracks.means(1).collect::<Vec<_>>(), [3.0, 1.5, 0.0]);
        assert_eq!(tracks.starts().collect::<Vec<_>>(), [10, 20, 30]);
    }

    #[test]
    fn bins_widen_and_lose_nothing() {
        let mut tracks = Tracks::new(0..u64::MAX, None);
        let mut sum = 0;
        for at in (0..100_000).step_by(7) {
            tracks.add(0, at, at + 3, at % 5);
            sum += 3 * (at % 5);
        }
        assert!(tracks.len() <= MOST && tracks.len() > MOST / 2, "{}", tracks.len());
        assert_eq!(tracks.sums(0).sum::<u64>(), sum);
        assert_eq!(tracks.width(), 64);
    }

    #[test]
    fn a_level_counts_from_change_to_change() {
        let mut tracks = Tracks::new(0..u64::MAX, Some(4));
        let mut level = Level::default();
        level.more(2, &mut tracks, 0);
        level.more(3, &mut tracks, 0);
        level.less(3, &mut tracks, 0);
        level.less(6, &mut tracks, 0);
        assert_eq!((level.sum, level.value()), (4, 0));
        assert_eq!(tracks.sums(0).collect::<Vec<_>>(), [2, 2]);
    }
}
