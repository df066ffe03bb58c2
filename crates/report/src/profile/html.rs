//! A profile as a page.

use super::source::Sources;
use super::text::{stall_shares, waits};
use super::{KernelPage, Variant};
use crate::figure::{Fill, LineStyle, Shape, StackPart, Titles, sampled_phase_graph};
use crate::html::chart::{self, Lane, LaneSpan, Timeline, Xy, XyPoint, XySeries};
use crate::html::{Cell, Chart, Column, Listing, ListingLine, Page, Section, Svg, Table};
use crate::units;
use std::collections::BTreeMap;
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::L2Start;
use warploom_lab::profile::{
    Change, InstructionProfile, KernelProfile, LineProfile, Roofline, SchedulerSpans,
};
use warploom_lab::record::by_line::CodeLocation;
use warploom_lab::watch::{Graph, Observation};

/// What probes saw during the profiled run.
pub struct Seen {
    /// What the schedulers of SM 0 did.
    pub spans: Vec<SchedulerSpans>,
    /// The fullest launch of the fullest SM.
    pub phases: Option<Observation>,
}

/// The page of all kernels of a work, which a command profiled.
pub fn page(
    (work, command): (&str, &str),
    pages: &[KernelPage],
    machine: &Machine,
    sources: &Sources,
    seen: &Seen,
) -> Page {
    let mut page = Page::new(format!("Profile of {work}"), format!("on {}: {}", machine.name, machine.about));
    if pages.len() > 1 {
        page.heading("Kernels");
        page.extend(conclusion(pages).map(Section::Paragraph));
        page.push(overview(pages));
    }
    for kernel in pages {
        sections(&mut page, kernel, sources, seen);
    }
    page.heading("Setting");
    page.push(Section::Facts(facts(pages, machine, command)));
    page
}

/// The result in a sentence: the kernel that takes most of the time, and its limit.
fn conclusion(pages: &[KernelPage]) -> Option<String> {
    let all: f64 = pages.iter().map(|page| page.profile.record.microseconds).sum();
    let time = |page: &&KernelPage| page.profile.record.microseconds;
    let longest = pages.iter().max_by(|a, b| time(a).total_cmp(&time(b)))?;
    let KernelProfile { kernel_name, verdict, record, .. } = &longest.profile;
    let share = units::percent(record.microseconds / all.max(f64::MIN_POSITIVE));
    let bound_by = verdict.bound_by;
    Some(format!(
        "`{kernel_name}` takes **{share}** of the time and is bound by **{}**: {}.",
        bound_by.name(),
        bound_by.meaning()
    ))
}

fn facts(pages: &[KernelPage], machine: &Machine, command: &str) -> Vec<(String, String)> {
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let clock = format!("{} MHz, DRAM {} MHz", machine.clock.sm, machine.clock.dram);
    let mut facts = vec![fact("machine", format!("`{}`, {clock}", machine.name))];
    if let Some(setting) = pages.first().map(|page| &page.profile.record.setting) {
        let l2 = match setting.l2_start {
            L2Start::Cold => "empty before each launch",
            L2Start::Warm => "with what the host copied and earlier launches left",
        };
        facts.push(fact("policy", format!("`{}`", setting.policy)));
        facts.push(fact("CTA policy", format!("`{}`", setting.cta_policy)));
        facts.push(fact("L2", l2.to_owned()));
        facts.push(fact("version", format!("Warploom {}", setting.version)));
        facts.push(fact("digest", format!("`{}`", setting.digest)));
    }
    facts.push(fact("command", format!("`{command}`")));
    facts
}

fn overview(pages: &[KernelPage]) -> Table {
    let columns = [
        Column::text("kernel"),
        Column::number("launches"),
        Column::number("cycles"),
        Column::number("µs"),
        Column::number("share of time"),
        Column::text("bound by"),
    ];
    let mut table = Table::new("Kernels, in the order of their first launches", columns);
    let all: f64 = pages.iter().map(|page| page.profile.record.microseconds).sum();
    for KernelPage { profile, .. } in pages {
        table.row([
            Cell::code(&profile.kernel_name),
            Cell::count(profile.launches),
            Cell::count(profile.record.cycles),
            Cell::number(profile.record.microseconds, 1),
            Cell::share(profile.record.microseconds / all.max(f64::MIN_POSITIVE)),
            Cell::text(profile.verdict.bound_by.name()),
        ]);
    }
    table
}

fn sections(page: &mut Page, kernel: &KernelPage, sources: &Sources, seen: &Seen) {
    let KernelPage { profile, variants, changes, .. } = kernel;
    let record = &profile.record;
    let bound_by = profile.verdict.bound_by;
    page.heading(&profile.kernel_name);
    page.paragraph(format!("Bound by **{}**: {}.", bound_by.name(), bound_by.meaning()));
    let evidence = profile.verdict.evidence.iter();
    let mut notes: Vec<String> = evidence
        .map(|evidence| format!("**{}** {}", units::percent(evidence.share), evidence.what))
        .collect();
    notes.push(format!("Try: {}.", profile.verdict.remedy));
    notes.extend(variants.gain.as_ref().map(|gain| format!("Gain: at most {}.", gain.gain())));
    notes.extend(kernel.limit_change().map(|change| format!("Since the baseline: bound by {change}.")));
    if let Some(bound) = &variants.lower_bound {
        let above = record.cycles as f64 / bound.cycles.max(1) as f64 - 1.0;
        notes.push(format!(
            "No policy takes fewer than {} cycles ({}); this run takes {} more.",
            bound.cycles,
            bound.limit,
            units::percent(above)
        ));
    }
    page.push(Section::Notes(notes));
    page.push(Section::Facts(kernel_facts(profile)));
    if let Some(changes) = changes {
        page.push(changed(changes));
    }
    page.push(Section::Subheading("Use of the machine".to_owned()));
    page.push(peaks(profile));
    let roofline = profile.roofline.as_ref().and_then(|roofline| roof(&profile.kernel_name, roofline));
    page.extend(roofline.map(Section::Chart));
    page.push(Section::Subheading("Where scheduler-cycles go".to_owned()));
    page.push(stalls(profile));
    let spans = seen.spans.iter().find(|spans| spans.kernel == profile.kernel);
    page.extend(spans.and_then(schedulers).map(Section::Chart));
    page.extend(
        seen.phases.iter().filter(|of| of.kernel == profile.kernel).filter_map(phases).map(Section::Svg),
    );
    page.push(Section::Subheading("Source".to_owned()));
    page.extend(listings(profile, sources));
    page.push(Section::Subheading("What would change it".to_owned()));
    if variants.machines.len() > 1 {
        page.push(variant_table("Other machines", ("machine", "speedup"), &variants.machines));
    }
    if variants.policies.len() > 1 {
        page.push(variant_table("Other policies", ("policy", "speedup"), &variants.policies));
    }
    if variants.grids.len() > 1 {
        let caption = "A grid twice as large, whose second half accesses other data";
        page.push(variant_table(caption, ("grid", "speedup per CTA"), &variants.grids));
    }
    page.push(block_sizes(profile));
    page.push(register_limits(profile));
}

fn kernel_facts(profile: &KernelProfile) -> Vec<(String, String)> {
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let (record, found) = (&profile.record, &profile.efficiency);
    let slots = f64::from(found.warp_slots.max(1));
    let mut facts = vec![
        fact("time", format!("{} cycles, {} µs", record.cycles, units::decimal(record.microseconds))),
        fact(
            "launch",
            format!(
                "{} of {} CTAs of {} threads, {} registers, {} shared",
                units::counted(profile.launches, "launch", "launches"),
                units::extents(profile.grid),
                units::extents(profile.block),
                profile.registers,
                units::bytes(profile.shared_bytes.into())
            ),
        ),
        fact(
            "occupancy",
            format!(
                "{} achieved, {} theoretical of {} warps per SM{}",
                units::percent(found.achieved_warps / slots),
                units::percent(f64::from(found.theoretical_warps) / slots),
                found.warp_slots,
                record.occupancy.as_ref().map_or(String::new(), |of| format!(", limited by {}", of.limiter))
            ),
        ),
        fact("active lanes", format!("{} of {}", units::decimal(found.active_lanes), found.lanes)),
    ];
    if let (Some(sectors), Some(ideal)) = (found.sectors_per_request, found.ideal_sectors_per_request) {
        let text = format!("{}; the requested bytes fill {}", units::decimal(sectors), units::decimal(ideal));
        facts.push(fact("sectors per request", text));
    }
    if let Some(passes) = found.passes_per_shared_request {
        let text =
            format!("{}; {} cycles lost to bank conflicts", units::decimal(passes), found.bank_conflicts);
        facts.push(fact("passes per shared request", text));
    }
    facts
}

fn peaks(profile: &KernelProfile) -> Table {
    let columns = [Column::text("part"), Column::number("share of its peak"), Column::text("rate and peak")];
    let mut table = Table::new("Use of each part, as a share of its peak", columns);
    for peak in &profile.peaks {
        table.row([Cell::code(&peak.part), Cell::share(peak.share), Cell::text(&peak.rate)]);
    }
    table
}

/// The roofline of DRAM and of the unit, with the kernel below it. A kernel that moves no byte of DRAM has no place in it.
fn roof(kernel: &str, roofline: &Roofline) -> Option<Chart> {
    let point = roofline.flops_per_dram_byte?;
    let peak = roofline.peak_gflops.unwrap_or(roofline.gflops * 4.0);
    let ridge = peak / roofline.dram_gbps;
    let (from, to) = ((point.min(ridge) / 8.0).max(1e-3), point.max(ridge) * 8.0);
    let line = |label: &str, points: Vec<(f64, f64)>, line| XySeries {
        label: label.to_owned(),
        fill: Fill::Black,
        shape: None,
        line: Some(line),
        is_stepped: false,
        points: points.into_iter().map(XyPoint::from).collect(),
    };
    let mut series = vec![
        line("bandwidth of DRAM", vec![(from, from * roofline.dram_gbps), (ridge, peak)], LineStyle::Solid),
        line("peak of the unit", vec![(ridge, peak), (to, peak)], LineStyle::Dashed),
    ];
    let name = format!("{kernel}: {:.0} GFLOP/s of {}", roofline.gflops, roofline.operations);
    series.push(XySeries {
        label: kernel.to_owned(),
        fill: Fill::Dark,
        shape: Some(Shape::Circle),
        line: None,
        is_stepped: false,
        points: vec![XyPoint { x: point, y: roofline.gflops, name }],
    });
    let titles = Titles { figure: "Roofline", x: "FLOP per byte of DRAM", y: "GFLOP/s" };
    let caption = format!(
        "Floating-point operations ({}) for the bytes that DRAM moved. Below the slope the kernel lacks bandwidth, below the \
         level line it lacks arithmetic units; the distance to both is latency, or another limit.",
        roofline.operations
    );
    Some(chart::xy(&titles, &Xy { is_x_log: true, is_y_log: true, series }).with_caption(caption))
}

fn stalls(profile: &KernelProfile) -> Table {
    let columns =
        [Column::text("cause and detail"), Column::number("share"), Column::number("scheduler-cycles")];
    let mut table = Table::new("Scheduler-cycles by cause: each is counted once", columns);
    let all = profile.record.scheduler_cycles.max(1) as f64;
    for (name, cycles) in stall_shares(&profile.record) {
        table.row([Cell::code(name), Cell::share(cycles as f64 / all), Cell::count(cycles)]);
    }
    table
}

/// What the schedulers of SM 0 did at the start of the launch.
fn schedulers(spans: &SchedulerSpans) -> Option<Chart> {
    let kinds: Vec<StackPart> = Cause::ALL
        .into_iter()
        .map(|cause| StackPart { label: cause.name().to_owned(), fill: chart::cause_fill(cause) })
        .collect();
    let lane = |(number, spans): (usize, &Vec<warploom_lab::profile::CauseSpan>)| Lane {
        label: format!("scheduler {number}"),
        spans: spans
            .iter()
            .map(|span| LaneSpan {
                from: span.from as f64,
                to: span.to as f64,
                kind: span.cause as usize,
                detail: String::new(),
            })
            .collect(),
    };
    let lanes: Vec<Lane> = spans.schedulers.iter().enumerate().map(lane).collect();
    let mut shown = lanes.iter().flat_map(|lane| lane.spans.iter().map(|span| span.kind));
    // Schedulers that do the same all the time show nothing.
    let first = shown.next()?;
    if shown.all(|kind| kind == first) {
        return None;
    }
    let titles =
        Titles { figure: "Schedulers of SM 0 in the first cycles", x: "cycle of the launch", y: "scheduler" };
    let caption = "What each scheduler did, cycle by cycle, from its first warp on. Shift with the wheel zooms, dragging moves.";
    Some(chart::timeline(&titles, &Timeline { kinds, lanes }).with_caption(caption))
}

/// Warps by phase; none if warps are in one phase only, which shows nothing.
fn phases(seen: &Observation) -> Option<Svg> {
    let title = format!("Warps by phase on SM {}", seen.sm.0);
    let graph = Graph::of(seen).active();
    if graph.phases.iter().filter(|warps| warps.iter().any(|&count| count > 0.0)).count() < 2 {
        return None;
    }
    let svg = sampled_phase_graph(&title, &graph).ok()?;
    let caption =
        "Phases are the code between waits for memory; the lower panel has the instructions in flight."
            .to_owned();
    Some(Svg { label: title.clone(), title, caption, svg })
}

/// The source files of the kernel, with a share for each line.
fn listings(profile: &KernelProfile, sources: &Sources) -> Vec<Section> {
    let mut files: BTreeMap<&str, BTreeMap<u32, &LineProfile>> = BTreeMap::new();
    let mut others = Vec::new();
    for line in &profile.lines {
        match &line.place {
            CodeLocation::Source { file, line: number } => {
                files.entry(file).or_default().insert(*number, line);
            }
            CodeLocation::Instruction { .. } => others.push(line),
        }
    }
    let all: u64 = profile.lines.iter().map(|line| line.stalls.total()).sum();
    let mut sections = Vec::new();
    for (file, lines) in files {
        let Some(source) = sources.text(file) else {
            others.extend(lines.values().copied());
            continue;
        };
        let share: f64 = lines.values().map(|line| line.share).sum();
        let (first, last) = (lines.keys().next().copied(), lines.keys().last().copied());
        let range = first.unwrap_or(1).saturating_sub(3).max(1)..=last.unwrap_or(1) + 3;
        let lines = range.filter_map(|number| {
            let text = source.get(number as usize - 1)?;
            let line = listing_line(number.into(), text, lines.get(&number).copied(), file, all);
            Some(ListingLine { link: number.to_string(), ..line })
        });
        let listing = Listing {
            file: file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned(),
            summary: format!("{} of the time", units::percent(share)),
            heat: "time".to_owned(),
            issued: "issued".to_owned(),
            waits: "waits for".to_owned(),
            lines: lines.collect(),
            is_open: share >= 0.1,
            columns: ("line", "source"),
        };
        let own = profile.instructions.iter().enumerate().filter(|(_, instruction)| {
            matches!(&instruction.source, Some(CodeLocation::Source { file: of, .. }) if of == file)
        });
        let own: Vec<_> = own.collect();
        sections.push(match own.is_empty() {
            true => Section::Listing(listing),
            false => Section::Beside(Box::new([listing, machine_code(&own, file, share, all)])),
        });
    }
    if !others.is_empty() {
        let columns = [Column::text("place"), Column::number("time"), Column::text("waits for")];
        let mut table = Table::new("Lines and instructions without a source text", columns);
        others.sort_by(|a, b| b.share.total_cmp(&a.share));
        for line in others.into_iter().take(100) {
            table.row([
                Cell::code(super::text::place(&line.place)),
                Cell::share(line.share),
                Cell::text(waits(line, None)),
            ]);
        }
        sections.push(Section::Table(table));
    }
    sections
}

/// The machine code of a file's lines, with its numbers in the kernel.
fn machine_code(instructions: &[(usize, &InstructionProfile)], file: &str, share: f64, all: u64) -> Listing {
    let line = |&(at, instruction): &(usize, &InstructionProfile)| {
        let InstructionProfile { text, control, source, charged, .. } = instruction;
        let number = match source {
            Some(CodeLocation::Source { line, .. }) => *line,
            _ => 0,
        };
        let address = match &charged.place {
            CodeLocation::Instruction { address, .. } => *address,
            CodeLocation::Source { .. } => 0,
        };
        let line = listing_line(at as u64, &format!("{address:04x}  {text}"), Some(charged), file, all);
        let tooltip = [format!("line {number}"), control.clone(), line.tooltip];
        let tooltip = tooltip.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        ListingLine { tooltip, link: number.to_string(), ..line }
    };
    Listing {
        file: "machine code".to_owned(),
        summary: "the pointer marks what belongs to a line".to_owned(),
        heat: "time".to_owned(),
        issued: "issued".to_owned(),
        waits: "waits for".to_owned(),
        lines: instructions.iter().map(line).collect(),
        is_open: share >= 0.1,
        columns: ("", "SASS"),
    }
}

fn listing_line(number: u64, text: &str, line: Option<&LineProfile>, file: &str, all: u64) -> ListingLine {
    let issued = |line: &LineProfile| line.stalls.of(Cause::Issued) as f64 / all.max(1) as f64;
    let tooltip = |line: &LineProfile| {
        let lanes = line.active_lanes.map(|lanes| format!("{} active lanes", units::decimal(lanes)));
        let sectors = line
            .sectors_per_request
            .map(|sectors| format!("{} sectors per request", units::decimal(sectors)));
        let passes =
            line.passes_per_shared_request.map(|n| format!("{} passes per request", units::decimal(n)));
        [lanes, sectors, passes].into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    ListingLine {
        number,
        text: text.to_owned(),
        heat: line.map(|line| line.share),
        issued: line.map(issued),
        waits: line.filter(|line| line.share >= 0.005).map_or(String::new(), |line| waits(line, Some(file))),
        tooltip: line.map_or(String::new(), tooltip),
        link: String::new(),
    }
}

fn changed(changes: &[Change]) -> Table {
    let columns = [
        Column::text("quantity"),
        Column::number("before"),
        Column::number("now"),
        Column::number("change, %"),
        Column::number("of the cycles, %"),
    ];
    let mut table = Table::new("Since the baseline", columns);
    for Change { what, before, now, of_cycles, .. } in changes {
        let change = if *before == 0.0 { Cell::Empty } else { Cell::number(100.0 * (now / before - 1.0), 1) };
        let share = of_cycles.map_or(Cell::Empty, |share| Cell::number(100.0 * share, 1));
        table.row([Cell::text(what), Cell::number(*before, 0), Cell::number(*now, 0), change, share]);
    }
    table
}

fn variant_table(caption: &str, (what, speedup): (&str, &str), variants: &[Variant]) -> Table {
    let columns = [
        Column::text(what),
        Column::number("cycles"),
        Column::number("µs"),
        Column::number(speedup),
        Column::text("bound by"),
    ];
    let mut table = Table::new(caption, columns);
    for variant in variants {
        table.row([
            Cell::code(&variant.name),
            Cell::count(variant.cycles),
            Cell::number(variant.microseconds, 1),
            Cell::number(variant.speedup, 3),
            Cell::text(variant.bound_by.name()),
        ]);
    }
    table
}

/// Occupancy at other sizes or limits: the value, warps, limiter, and whether it is the kernel's own.
fn occupancy_table(caption: &str, what: &str, rows: Vec<(u32, u32, &str, bool)>, slots: u32) -> Table {
    let columns = [
        Column::number(what),
        Column::number("warps per SM"),
        Column::number("occupancy"),
        Column::text("limited by"),
    ];
    let mut table = Table::new(caption, columns);
    for (value, warps, limiter, own) in rows {
        let limiter = if own { format!("{limiter} (now)") } else { limiter.to_owned() };
        let share = f64::from(warps) / f64::from(slots.max(1));
        table.row([
            Cell::count(value.into()),
            Cell::count(warps.into()),
            Cell::share(share),
            Cell::text(limiter),
        ]);
    }
    table
}

fn block_sizes(profile: &KernelProfile) -> Table {
    let sizes = profile.block_sizes.iter();
    let rows = sizes.map(|size| (size.threads, size.warps, size.limiter, size.launched)).collect();
    occupancy_table("Occupancy by CTA size", "threads per CTA", rows, profile.efficiency.warp_slots)
}

fn register_limits(profile: &KernelProfile) -> Table {
    let limits = profile.register_limits.iter();
    let rows = limits.map(|limit| (limit.registers, limit.warps, limit.limiter, limit.compiled)).collect();
    occupancy_table(
        "Occupancy by register limit",
        "registers per thread",
        rows,
        profile.efficiency.warp_slots,
    )
}
