//! Smaller GPUs for smaller grids: as many waves of CTAs per SM as in a paper.
//!
//! A grid that is a fraction of the paper's fills the GPU only a few times. Launches then begin and end for much of their time, which
//! favours policies that finish CTAs early. A GPU with fewer SMs and, in proportion, fewer memory partitions has more waves of the
//! same grid, and each SM the same share of bandwidth. What this does not keep is the L2's size compared with the data.

use super::grid;
use warploom_gpu::machine::Machine;
use warploom_suite::{KernelFacts, Paper, Size, facts};

/// The part of a GPU that runs a work.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    pub sms: u32,
    pub partitions: u32,
    /// Waves of CTAs per SM of the work's largest launch on this part.
    pub waves: f64,
    /// Waves of the same launch at the paper's size on the whole GPU.
    pub papers: f64,
}

/// The part of a machine on which a work at a size has at least `waves` waves of CTAs, or as many as at the paper's size if these are
/// fewer. If no part has so many, the part with one memory partition. None for works without facts, and for machines of CUs.
///
/// The kernels of an application run on one part: the largest that any of them needs. A kernel whose grid is the paper's would
/// otherwise have more waves than in the paper.
pub fn part(machine: &Machine, work: &str, (size, paper): (Size, Paper), waves: u32) -> Option<Part> {
    let here = facts_of(work, grid::size_of(work, size));
    let parts = here.filter_map(|kernel| kernel_part(machine, &kernel, paper, waves));
    // Of equal parts, that of the kernel with the fewest waves.
    parts.max_by(|a, b| a.partitions.cmp(&b.partitions).then(b.waves.total_cmp(&a.waves)))
}

/// The part for one kernel.
fn kernel_part(machine: &Machine, here: &KernelFacts, paper: Paper, waves: u32) -> Option<Part> {
    let sm = machine.sm.as_ref()?;
    let name = format!("{}/{}", here.application, here.kernel);
    let at_paper = facts_of(&name, Size::Paper(paper)).next()?;
    let of = |facts: &KernelFacts, sms: u32| {
        facts.largest_ctas() as f64 / f64::from(sms) / f64::from(facts.ctas_per_sm())
    };
    let papers = of(&at_paper, sm.count);
    let all = machine.l2.partitions;
    let with = |partitions: u32| {
        // Rounded: the bandwidth of an SM stays as near to that of the whole GPU as whole SMs allow.
        let sms = (sm.count * partitions + all / 2) / all;
        Part { sms: sms.max(1), partitions, waves: of(here, sms.max(1)), papers }
    };
    let enough = |part: &Part| part.waves >= papers.min(waves.into());
    (1..=all).rev().map(with).find(enough).or_else(|| Some(with(1)))
}

/// The machine with only this part of its SMs and partitions.
pub fn shrunk(machine: &Machine, part: Part) -> Machine {
    let mut machine = machine.clone();
    machine.sm_mut().count = part.sms;
    machine.l2.partitions = part.partitions;
    machine
}

/// Facts at a size of a kernel, or of each kernel of an application.
fn facts_of(work: &str, size: Size) -> impl Iterator<Item = KernelFacts> {
    let (application, kernel) = match work.split_once('/') {
        Some((application, kernel)) => (application, Some(kernel)),
        None => (work, None),
    };
    facts().into_iter().filter(move |facts| {
        facts.application == application
            && kernel.is_none_or(|kernel| facts.kernel == kernel)
            && facts.size == size
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::machine::named;

    #[test]
    fn a_part_has_the_waves_of_the_paper_or_as_many_as_asked_for() {
        let machine = named("m2090").unwrap().machine();
        let part = |work, waves| part(&machine, work, (Size::Small, Paper::PhaseAware), waves).unwrap();
        let of = |part: Part| (part.sms, part.partitions);
        let fwt = part("fwt/batch1", 16);
        assert_eq!(of(fwt), (3, 1), "192 CTAs, 3 per SM: 4 waves on 16 SMs, 21 on 3");
        assert!(fwt.waves > 16.0 && fwt.papers > 85.0);
        assert_eq!(of(part("fwt/batch1", 4)), (16, 6), "enough on the whole GPU");
        assert_eq!(of(part("fwt/batch1", 8)), (8, 3));
        assert_eq!(of(part("heartwall/track", 16)), (3, 1), "the paper's grid does not fill the GPU once");
        assert!(part("heartwall/track", 16).papers < 1.0);
    }

    #[test]
    fn the_kernels_of_an_application_share_the_part_of_the_kernel_that_needs_most() {
        let machine = named("gtx480-pro").unwrap().machine();
        let part = |work| part(&machine, work, (Size::Small, Paper::Pro), 16).unwrap();
        assert_eq!(part("histogram/64").partitions, 1, "512 CTAs for the paper's 4370");
        let of = part("histogram");
        assert_eq!((of.sms, of.partitions), (14, 6), "the merging kernels have the paper's grids");
        assert_eq!(part("convsep"), part("convsep/rows"));
        assert!(part("convsep/columns").partitions < part("convsep").partitions);
    }

    #[test]
    fn a_part_of_a_machine_is_a_machine() {
        for name in ["m2090", "gtx480-pro", "gtx480-motrr"] {
            let machine = named(name).unwrap().machine();
            for partitions in 1..=machine.l2.partitions {
                let part = Part { sms: 2 * partitions, partitions, waves: 1.0, papers: 1.0 };
                let text = toml::to_string(&shrunk(&machine, part)).unwrap();
                Machine::read(&text).unwrap_or_else(|error| panic!("{name}, {partitions}: {error}"));
            }
        }
    }

    #[test]
    fn machines_of_cus_stay_whole() {
        let machine = named("hd7970-thesis").unwrap().machine();
        assert_eq!(part(&machine, "matmul", (Size::Small, Paper::Thesis), 16), None);
    }
}
