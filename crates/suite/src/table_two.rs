//! Table II of the phase-aware paper: phases of its kernels and of the suite's.

use crate::table::Table;
use crate::{Error, Fact, Paper, Size, application, facts};
use warploom_kernel::code::Code;
use warploom_kernel::latency::Latencies;
use warploom_kernel::lower::Options;
use warploom_kernel::phase::{Phases, Rules};
use warploom_kernel::program::Module;

/// One kernel of the paper's table.
#[derive(Debug)]
pub struct PhaseRow {
    /// The kernel in the suite.
    pub work: &'static str,
    /// The kernel's name in the paper.
    pub label: &'static str,
    /// CTAs per SM in the paper.
    pub ctas_per_sm: u32,
    /// Number of phases in the paper.
    pub phases: usize,
    /// Longest phase in the paper, in cycles.
    pub longest: u32,
    /// Shortest phase in the paper, in cycles.
    pub shortest: u32,
    /// Why the suite's phases differ.
    pub why: &'static str,
}

const fn row(
    (work, label): (&'static str, &'static str),
    (ctas_per_sm, phases, longest, shortest): (u32, usize, u32, u32),
    why: &'static str,
) -> PhaseRow {
    PhaseRow { work, label, ctas_per_sm, phases, longest, shortest, why }
}

/// Every kernel of the table.
pub const TABLE_TWO: &[PhaseRow] = &[
    row(
        ("backprop/layerforward", "BP - K1"),
        (6, 5, 206, 26),
        "only the input and the weights are long loads, the node's value is in shared memory; the reduction tree became \
         guards, where the paper's compiler may have kept branches",
    ),
    row(
        ("backprop/adjust_weights", "BP - K2"),
        (5, 5, 99, 14),
        "the lowering moves all loads of the first part up together and folds addresses into one instruction",
    ),
    row(
        ("btree/find_range_k", "B+T - K1"),
        (5, 16, 40, 5),
        "17 without the block rule; the rule adds the blocks of the loop and of the comparisons",
    ),
    row(("btree/find_k", "B+T - K2"), (6, 11, 32, 3), "same count without the block rule"),
    row(
        ("heartwall/track", "Heart"),
        (4, 45, 212, 41),
        "a separate implementation with more and shorter stages; loops are not unrolled; it spills at 63 registers (95 \
         phases without that limit and the block rule)",
    ),
    row(
        ("kmeans/assign", "KM"),
        (6, 2, 48, 14),
        "the compiler unrolled the loop over features by four and added a remainder loop; each has its own wait",
    ),
    row(("lud/internal", "LUD"), (6, 3, 150, 7), "same count"),
    row(
        ("srad/srad1", "SRAD"),
        (6, 4, 218, 31),
        "the four edges of the tile are loaded on separate paths, each with its own wait; a division is one instruction",
    ),
    row(
        ("cfd/compute_flux", "CFD"),
        (3, 9, 985, 86),
        "same count without the block rule; phases are shorter because a division or root is one instruction, against \
         about 15 on the machine",
    ),
    row(("dwt/haar", "DWT"), (3, 2, 144, 44), "same count without the block rule"),
    row(
        ("dxtc/compress", "DXTC"),
        (4, 3, 1159, 24),
        "spills at 63 registers; without that limit it takes 89 registers (ptxas: 95 for sm_50) and has 3 phases without \
         the block rule",
    ),
    row(("fwt/batch1", "FWT"), (3, 2, 174, 45), "same count without the block rule"),
    row(("histogram/256", "HIST"), (6, 2, 44, 24), "same count without the block rule"),
    row(("montecarlo/one_block", "MCO"), (5, 2, 284, 38), "same count without the block rule"),
];

/// The paper's table next to the suite's figures: kernels lowered for a Fermi, with the latencies of the paper's Table I.
pub fn table_two() -> Result<Table, Error> {
    let titles = [
        "kernel",
        "in the paper",
        ">CTAs per SM: paper",
        ">ours",
        ">phases: paper",
        ">with blocks",
        ">without",
        ">longest: paper",
        ">with blocks",
        ">without",
        ">shortest: paper",
        ">with blocks",
        ">without",
        "remark",
    ];
    let (mut table, facts) = (Table::new(&titles), facts());
    for row in TABLE_TWO {
        let (name, _) = row.work.split_once('/').unwrap_or((row.work, ""));
        let application = application(name).unwrap_or_else(|| panic!("there is no `{name}`"));
        let module = Module::parse(application.ptx)?.lower(&Options::fermi());
        let entry = row.work.replace('/', "_");
        let program = module.kernel(&entry).unwrap_or_else(|| panic!("there is no `{entry}`"));
        let code = Code::of(program);
        let measured = [true, false].map(|blocks| {
            let phases = Phases::new(&code, Rules { blocks, ..Rules::default() });
            let lengths = phases.timing(&code, &Latencies::paper()).lengths().to_vec();
            let extreme = |value: Option<&u32>| value.map_or("-".to_owned(), u32::to_string);
            [lengths.len().to_string(), extreme(lengths.iter().max()), extreme(lengths.iter().min())]
        });
        let at_the_papers_size = |f: &&Fact| f.work() == row.work && f.size == Size::Paper(Paper::PhaseAware);
        let per_sm = facts.iter().find(at_the_papers_size).map_or(0, Fact::ctas_per_sm);
        let mut cells = vec![row.work.to_owned(), row.label.to_owned()];
        cells.extend([row.ctas_per_sm.to_string(), per_sm.to_string()]);
        for (at, paper) in [row.phases.to_string(), row.longest.to_string(), row.shortest.to_string()]
            .into_iter()
            .enumerate()
        {
            cells.extend([paper, measured[0][at].clone(), measured[1][at].clone()]);
        }
        cells.push(row.why.to_owned());
        table.row(cells);
    }
    Ok(table)
}
