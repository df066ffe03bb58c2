//! CTAs per SM in the phase-aware paper's Table II, compared with the occupancy of the machine `m2090`.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use warploom_gpu::machine::named;
use warploom_gpu::occupancy::{Limiter, occupancy};
use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::lower::Options;
use warploom_kernel::tape::{Launch, Source};
use warploom_report::Table;
use warploom_suite::{KernelFacts, Paper, Size, TABLE_TWO, application, facts};

/// Reasons why our CTAs per SM differ from the paper's; kernels that agree have none.
const WHY: &[(&str, &str)] = &[
    (
        "backprop/adjust_weights",
        "5 CTAs imply 21 to 24 registers; ours takes fewer, since the lowering folds addresses into instructions",
    ),
    (
        "histogram/256",
        "6 CTAs imply 25 to 28 registers or 6.9 to 8 KiB of shared memory; ours has, like the SDK's, 6 KiB. The SDK's other \
         kernel, histogram/merge256, has 6 CTAs",
    ),
    (
        "montecarlo/one_block",
        "5 CTAs imply 21 to 24 registers or 8 to 9.6 KiB of shared memory; ours takes fewer registers and 2 KiB",
    ),
];

/// The launch of `work` at the size of `fact`, in the code of a GT200, which the paper ran. Registers and shared memory come from a
/// launch at `tiny`, which is quick to make; the shared memory must equal that recorded for the size.
fn launch(work: &str, fact: &KernelFacts) -> Launch {
    let (name, _) = work.split_once('/').expect("an application and a kernel");
    let application = application(name).expect("it is in the suite");
    let code = Module::parse(application.ptx).expect("the suite can be read").lower(&Options::gt200());
    let mut tapes =
        application.prepare_code(code, Size::Tiny, 1).expect("it can be made").tapes(Mode::Warps32, 8);
    let entry = work.replace('/', "_");
    let mut found: Option<Arc<Launch>> = None;
    while let Some(launch) = tapes.launch().expect("it runs") {
        while tapes.cta().expect("it runs").is_some() {}
        if launch.kernel == entry {
            found = Some(launch);
            break;
        }
    }
    let found = found.unwrap_or_else(|| panic!("{work} is not launched"));
    assert_eq!(u64::from(found.shared), fact.shared, "{work}");
    Launch { grid: fact.grid, block: fact.block, ..(*found).clone() }
}

/// The table of the book, and how many of its rows agree.
fn table() -> (String, usize) {
    let m2090 = named("m2090").expect("there is an M2090").machine();
    let facts = facts();
    let titles = [
        "kernel",
        "in the paper",
        ">paper",
        ">ours",
        "limited by",
        ">threads",
        ">registers",
        ">shared",
        "reason for the difference",
    ];
    let (mut table, mut equal) = (Table::new(&titles), 0);
    for row in TABLE_TWO {
        let at = Size::Paper(Paper::PhaseAware);
        let fact = facts.iter().find(|fact| fact.work() == row.work && fact.size == at);
        let launch = launch(row.work, fact.unwrap_or_else(|| panic!("{} was not measured", row.work)));
        let ours = occupancy(m2090.sm(), &launch);
        assert_eq!(
            row.measured(&facts).expect("the suite can be read").ctas_per_sm,
            ours.ctas,
            "{}",
            row.work
        );
        let why = WHY.iter().find(|(work, _)| *work == row.work).map_or("", |(_, why)| why);
        assert_eq!(ours.ctas == row.ctas_per_sm, why.is_empty(), "{}: {ours:?}, and why: {why}", row.work);
        equal += usize::from(why.is_empty());
        let limiter = if ours.limiter == Limiter::Warps { "warps, threads" } else { ours.limiter.name() };
        let mut cells = vec![row.work.to_owned(), row.label.to_owned()];
        cells.extend([row.ctas_per_sm.to_string(), ours.ctas.to_string(), limiter.to_owned()]);
        let threads: u32 = launch.block.iter().product();
        cells.extend([threads, launch.registers, launch.shared].map(|number| number.to_string()));
        cells.push(why.to_owned());
        table.row(cells);
    }
    (table.markdown(), equal)
}

/// The suite prints CTAs per SM and waves without a machine: by the rule of `m2090`, for every kernel at every size.
#[test]
fn the_suites_ctas_per_sm_are_the_occupancy_of_m2090() {
    let m2090 = named("m2090").expect("there is an M2090").machine();
    for fact in facts() {
        let launch = Launch {
            grid: fact.grid,
            block: fact.block,
            shared: u32::try_from(fact.shared).expect("shared memory of a CTA fits into 32 bits"),
            registers: fact.registers,
            ..Launch::synthetic(&fact.work(), Arc::default(), 1, 1)
        };
        let held = occupancy(m2090.sm(), &launch).ctas;
        assert_eq!(fact.ctas_per_sm(), held, "{} at {}", fact.work(), fact.size);
    }
}

/// `INSTA_UPDATE=always` writes the table into the book anew.
#[test]
fn ctas_per_sm_are_those_of_the_paper_or_it_is_said_why_not() {
    let (table, equal) = table();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/machines.md");
    let page = std::fs::read_to_string(&path).expect("the page can be read");
    let (begin, end) = ("<!-- CTAs per SM -->\n", "<!-- end of CTAs per SM -->\n");
    let (before, rest) = page.split_once(begin).expect("the page has a place for the table");
    let (_, after) = rest.split_once(end).expect("the table has an end");
    let mut wanted = format!("{before}{begin}");
    let _ = write!(
        wanted,
        "For {equal} of the {} kernels the CTAs per SM are the same.\n\n{table}{end}",
        TABLE_TWO.len()
    );
    wanted.push_str(after);
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(&path, &wanted).expect("the page can be written");
    } else {
        assert!(
            page == wanted,
            "docs/reference/machines.md is not what fits: run with INSTA_UPDATE=always\n{table}"
        );
    }
}
