//! Tables that describe applications, for the command line and the book.

use crate::table::{Table, short};
use warploom_kernel::class::Class;
use warploom_suite::{
    BenchmarkRow, Error, HIST_MERGE, InstructionMix, KernelFacts, Size, TABLE_TWO, applications, facts,
};

/// Every kernel with its papers, shared memory and warp instructions at `tiny`, `small` and the size of the
/// first paper, if any.
pub fn overview(facts: &[KernelFacts]) -> Table {
    let mut table = Table::new(&["application", "kernel", "papers", ">shared", ">tiny", ">small", ">paper"]);
    for application in applications() {
        let paper = application.papers.first().map(|&paper| Size::Paper(paper));
        let sizes = [Some(Size::Tiny), Some(Size::Small), paper];
        for (at, kernel) in application.kernels.iter().enumerate() {
            let named = |f: &&KernelFacts| f.application == application.name && f.kernel == kernel.name;
            let own: Vec<&KernelFacts> = facts.iter().filter(named).collect();
            // What is the application's stands on its first line alone.
            let first = |text: String| if at == 0 { text } else { String::new() };
            let mut row = vec![first(application.name.to_owned()), kernel.name.to_owned()];
            let papers = application.paper_names().join(", ");
            row.push(first(if papers.is_empty() { "-".to_owned() } else { papers }));
            row.push(own.iter().map(|f| f.shared).max().unwrap_or(0).to_string());
            let count = |size| own.iter().find(|f| Some(f.size) == size).map(|f| short(f.warp_instructions));
            row.extend(sizes.map(|size| count(size).unwrap_or_else(|| "-".to_owned())));
            table.row(row);
        }
    }
    table
}

/// Launches by size and kernel.
pub fn launches<'a>(facts: impl Iterator<Item = &'a KernelFacts>) -> Table {
    let mut table = Table::new(&[
        "size",
        "kernel",
        ">launches",
        ">CTAs",
        ">grid",
        ">block",
        ">shared",
        ">registers",
        ">waves",
        ">warp instructions",
    ]);
    let mut facts: Vec<&KernelFacts> = facts.collect();
    facts.sort_by_key(|f| f.size);
    for f in facts {
        table.row([
            f.size.to_string(),
            f.kernel.clone(),
            f.launches.to_string(),
            f.ctas.to_string(),
            shape(f.grid),
            shape(f.block),
            f.shared.to_string(),
            f.registers.to_string(),
            format!("{:.1}", f.waves()),
            f.warp_instructions.to_string(),
        ]);
    }
    table
}

/// Rows of the papers' tables next to the suite's launches; `None` if the papers have none.
pub fn papers<'a>(rows: impl Iterator<Item = &'a BenchmarkRow>, facts: &[KernelFacts]) -> Option<Table> {
    let mut rows = rows.peekable();
    rows.peek()?;
    let titles = [
        "table",
        "in the paper",
        "in the suite",
        ">CTAs: paper",
        ">CTAs: suite",
        "threads",
        "launches",
        "note",
    ];
    let mut table = Table::new(&titles);
    for row in rows {
        let (ctas, threads, launches) = row.measured(facts);
        // Both where they differ, once where they do not.
        let both = |there: Option<u64>, here: Option<u64>| match (there, here) {
            (Some(there), Some(here)) if there == here => there.to_string(),
            (Some(there), here) => format!("{there}, suite {}", here.unwrap_or(0)),
            (None, _) => "not given".to_owned(),
        };
        table.row([
            row.paper.table().to_owned(),
            row.label.to_owned(),
            row.work.to_owned(),
            row.ctas.to_string(),
            ctas.to_string(),
            both(row.threads.map(u64::from), threads.map(u64::from)),
            both(row.launches, launches),
            row.differs.unwrap_or(if row.agrees(facts) { "equal" } else { "differs" }).to_owned(),
        ]);
    }
    Some(table)
}

/// Instruction mix of kernels in percent of warp instructions, with the total last.
pub fn mixes<'a>(facts: impl Iterator<Item = &'a KernelFacts>) -> Table {
    let facts: Vec<&KernelFacts> = facts.collect();
    let total: InstructionMix = facts.iter().map(|f| f.mix).sum();
    // Columns of zeros would hide the others.
    let classes: Vec<Class> = Class::ALL.into_iter().filter(|&class| total.of(class) > 0).collect();
    let mut titles = vec!["kernel".to_owned(), ">warp instructions".to_owned()];
    titles.extend(classes.iter().map(|class| format!(">{class}")));
    titles.extend([">memory".to_owned(), "memory-intensive".to_owned()]);
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    let mut row = |name: &str, mix: &InstructionMix| {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let mut cells = vec![name.to_owned(), mix.total().to_string()];
        cells.extend(classes.iter().map(|&class| percent(mix.share(class))));
        cells.push(percent(mix.memory_share()));
        cells.push(if mix.is_memory_intensive() { "yes" } else { "no" }.to_owned());
        table.row(cells);
    };
    facts.iter().for_each(|f| row(&f.kernel, &f.mix));
    if facts.len() > 1 {
        row("all", &total);
    }
    table
}

/// Extents without trailing ones: `16x16`.
fn shape(extents: [u32; 3]) -> String {
    let used = 3 - extents.iter().rev().take_while(|&&e| e == 1).count();
    let words: Vec<String> = extents[..used.max(1)].iter().map(u32::to_string).collect();
    words.join("x")
}

/// The paper's table next to the suite's figures, and a sentence on their agreement.
pub fn table_two() -> Result<(Table, String), Error> {
    let titles = [
        "kernel",
        "in the paper",
        ">CTAs per SM: paper",
        ">ours",
        ">phases: paper",
        ">ours",
        ">longest: paper",
        ">ours",
        ">shortest: paper",
        ">ours",
        ">phases with block rule",
        "remark",
    ];
    let (mut table, facts) = (Table::new(&titles), facts());
    let mut agree = [0; 3];
    for row in TABLE_TWO.iter().chain([&HIST_MERGE]) {
        let ours = row.measured(&facts)?;
        let mut cells = vec![row.work.to_owned(), row.label.to_owned()];
        cells.extend([row.ctas_per_sm, ours.ctas_per_sm].map(|n| n.to_string()));
        cells.extend([row.phases, ours.phases].map(|n| n.to_string()));
        cells.extend([row.longest, ours.longest, row.shortest, ours.shortest].map(|n| n.to_string()));
        cells.extend([ours.with_blocks.to_string(), row.why.to_owned()]);
        table.row(cells);
        // Of the two kernels that HIST may be, the evaluation runs the one in the table.
        if row.work != HIST_MERGE.work {
            let same = [ours.ctas_per_sm == row.ctas_per_sm, row.has_phases(&ours), row.has_lengths(&ours)];
            agree.iter_mut().zip(same).for_each(|(count, same)| *count += usize::from(same));
        }
    }
    let [ctas, phases, lengths] = agree;
    let of = TABLE_TWO.len();
    let summary = format!(
        "Of {of} kernels, HIST as `histogram/256`: CTAs per SM are equal for {ctas}. Phases are equal by 20 % or one for {phases}. \
         The longest and the shortest phase both agree by a factor of 1.5 for {lengths}.\n"
    );
    Ok((table, summary))
}
