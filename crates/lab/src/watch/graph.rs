//! The samples of an SM over time, for figures.

use super::{COMPUTE, MEMORY, Observation, PHASES, RESIDENT};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The samples of an SM over time: means over bins.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Graph {
    /// The first cycle.
    pub start: u64,
    /// Cycles per bin.
    pub width: u64,
    /// Resident warps of a full SM.
    pub full: u32,
    /// Resident warps.
    pub resident: Vec<f64>,
    /// Instructions of execution units in flight.
    pub compute: Vec<f64>,
    /// Memory instructions in flight.
    pub memory: Vec<f64>,
    /// Warps by phase.
    pub phases: Vec<Vec<f64>>,
}

impl Graph {
    /// The samples of an observation, from the first bin with a resident warp on.
    pub fn of(seen: &Observation) -> Graph {
        let tracks = &seen.tracks;
        let skip = tracks.sums(RESIDENT).take_while(|&sum| sum == 0).count();
        // Three digits are enough of a mean, and make files small.
        let of = |track: usize| -> Vec<f64> {
            tracks.means(track).skip(skip).map(|mean| (mean * 1000.0).round() / 1000.0).collect()
        };
        Graph {
            start: tracks.starts().nth(skip).unwrap_or(seen.start),
            width: tracks.width(),
            full: seen.full,
            resident: of(RESIDENT),
            compute: of(COMPUTE),
            memory: of(MEMORY),
            phases: (0..seen.phases).map(|phase| of(PHASES + phase)).collect(),
        }
    }

    /// The cycles of the samples.
    pub fn cycles(&self) -> Range<u64> {
        self.start..self.start + self.resident.len() as u64 * self.width
    }

    /// The samples up to the last warp or instruction in flight.
    #[must_use]
    pub fn active(&self) -> Graph {
        let bins = self.resident.iter().zip(&self.compute).zip(&self.memory);
        let idle = bins.rev().take_while(|((warps, compute), memory)| **warps + **compute + **memory == 0.0);
        self.first((self.resident.len() - idle.count()) as u64 * self.width)
    }

    /// The first cycles of the samples.
    #[must_use]
    pub fn first(&self, cycles: u64) -> Graph {
        let bins = (cycles / self.width.max(1)) as usize;
        let of = |list: &[f64]| list.iter().copied().take(bins).collect::<Vec<f64>>();
        Graph {
            resident: of(&self.resident),
            compute: of(&self.compute),
            memory: of(&self.memory),
            phases: self.phases.iter().map(|phase| of(phase)).collect(),
            ..*self
        }
    }

    /// A summary in one sentence.
    pub fn summary(&self) -> String {
        let graph = self;
        let bins = graph.resident.len().max(1);
        let share = |of: &dyn Fn(usize) -> bool| {
            100.0 * (0..bins).filter(|&bin| of(bin)).count() as f64 / bins as f64
        };
        let at = |list: &[f64], bin: usize| list.get(bin).copied().unwrap_or(0.0);
        // An SM that is never full collects its warps all the same.
        let resident = graph.resident.iter().copied().fold(0.0, f64::max);
        // The phase that collects most of the SM's warps at a time, of those that end in a wait.
        let most = graph.phases.iter().enumerate().map(|(phase, warps)| {
            let (bin, most) = warps
                .iter()
                .enumerate()
                .fold((0, 0.0), |best, (bin, &w)| if w > best.1 { (bin, w) } else { best });
            (phase, bin, most)
        });
        let collected: Vec<String> = most
            .filter(|&(phase, _, most)| phase > 0 && most > 0.0 && most >= 0.75 * resident)
            .map(|(phase, bin, most)| {
                format!(
                    "phase {} collects {most:.0} of {resident:.0} warps at cycle {}",
                    phase + 1,
                    graph.start + bin as u64 * graph.width
                )
            })
            .collect();
        let collected = if collected.is_empty() {
            "no phase but the first collects three quarters of the warps".to_owned()
        } else {
            collected.join("; ")
        };
        let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len().max(1) as f64;
        format!(
            "{collected}; memory instructions in flight {:.1} on average, none in {:.0} % of the time; ALU instructions {:.1}, fewer than one in {:.0} % of the time",
            mean(&graph.memory),
            share(&|bin| at(&graph.memory, bin) < 0.05),
            mean(&graph.compute),
            share(&|bin| at(&graph.compute, bin) < 1.0),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_active_cycles_end_with_the_last_warp_or_instruction() {
        let graph = Graph {
            start: 100,
            width: 10,
            full: 1,
            resident: vec![1.0, 0.0, 0.0, 0.0],
            compute: vec![0.0; 4],
            memory: vec![0.0, 0.5, 0.0, 0.0],
            phases: vec![vec![1.0, 0.0, 0.0, 0.0]],
        };
        assert_eq!((graph.cycles(), graph.active().cycles()), (100..140, 100..120));
        assert_eq!(graph.active().phases, [[1.0, 0.0]]);
        assert_eq!(graph.active().active(), graph.active());
    }

    #[test]
    fn a_phase_graph_is_told_in_numbers() {
        let graph = Graph {
            start: 100,
            width: 10,
            full: 8,
            resident: vec![8.0, 8.0],
            compute: vec![2.0, 0.0],
            memory: vec![0.0, 4.0],
            phases: vec![vec![8.0, 0.0], vec![0.0, 7.0]],
        };
        let told = graph.summary();
        assert!(
            told.starts_with("phase 2 collects 7 of 8 warps at cycle 110; memory instructions in flight 2.0"),
            "{told}"
        );
        assert!(told.contains("none in 50 % of the time"), "{told}");
    }
}
