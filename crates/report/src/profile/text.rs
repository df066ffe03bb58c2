//! The page of a kernel for the terminal.

use super::source::Sources;
use super::{KernelPage, Variant, Variants};
use crate::{Table, units};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::L2Start;
use warploom_lab::profile::{Change, InstructionProfile, KernelProfile, LineProfile, Roofline, Wait};
use warploom_lab::record::by_line::CodeLocation;
use warploom_lab::record::{Record, stall_parts};

/// Cells of a bar.
const BAR: usize = 30;

/// Smallest share of a bar that is shown.
const SMALLEST: f64 = 0.005;

/// Share of the time from which on a line is shown, with the lines around it.
const SHOWN: f64 = 0.01;

/// Lines shown around a line that takes time.
const AROUND: u32 = 1;

/// How much of the source is shown, and the columns of the terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextOptions {
    pub all_lines: bool,
    /// Whether the machine code of each line is under it.
    pub instructions: bool,
    pub width: Option<usize>,
}

/// The pages of all kernels.
pub fn text(pages: &[KernelPage], machine: &Machine, sources: &Sources, options: TextOptions) -> String {
    let mut text = String::new();
    if pages.len() > 1 {
        text += &overview(pages, options.width);
    }
    for page in pages {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &kernel(page, machine, sources, options);
    }
    text
}

/// A line for each kernel.
fn overview(pages: &[KernelPage], width: Option<usize>) -> String {
    let mut table = Table::new(&["kernel", ">launches", ">cycles", ">µs", ">share", "bound by"]);
    let all: f64 = pages.iter().map(|page| page.profile.record.microseconds).sum();
    for KernelPage { profile, .. } in pages {
        table.row([
            profile.kernel_name.clone(),
            profile.launches.to_string(),
            profile.record.cycles.to_string(),
            units::decimal(profile.record.microseconds),
            units::percent(profile.record.microseconds / all.max(f64::MIN_POSITIVE)),
            profile.verdict.bound_by.name().to_owned(),
        ]);
    }
    table.shown(width)
}

fn kernel(page: &KernelPage, machine: &Machine, sources: &Sources, options: TextOptions) -> String {
    let width = options.width;
    let profile = &page.profile;
    let mut text = heading(profile, machine);
    text += &verdict(page);
    let limit = page.limit_change().map_or(String::new(), |change| format!("bound by {change}\n"));
    let moved = page.changes.as_deref().map_or(String::new(), |moved| changed(moved, width));
    text += &section("Since the baseline", &(limit + &moved));
    text += &section("Use of the machine, as a share of its peak", &peaks(profile));
    text += &section("Scheduler-cycles", &stalls(&profile.record));
    text += &section("Efficiency", &efficiency(profile, machine));
    text += &section("Source", &source(profile, sources, options));
    text += &section("What would change it", &what_if(page, width));
    text
}

fn section(title: &str, body: &str) -> String {
    if body.is_empty() { String::new() } else { format!("\n{title}\n{body}") }
}

fn heading(profile: &KernelProfile, machine: &Machine) -> String {
    let record = &profile.record;
    let rule = "─".repeat(profile.kernel_name.chars().count().clamp(20, 100));
    let l2 = match record.setting.l2_start {
        L2Start::Cold => "L2 empty before each launch (--warm keeps it)",
        L2Start::Warm => "L2 with what the host copied and earlier launches left",
    };
    let ended = match &*record.ended {
        "complete" => String::new(),
        limit => format!("; the run ended early, by --{limit}"),
    };
    format!(
        "{}\n{rule}\n{}, grid {}, CTAs of {}, {} registers, {} shared\non {} under {}, {l2}{ended}\n\n",
        profile.kernel_name,
        units::counted(profile.launches, "launch", "launches"),
        units::extents(profile.grid),
        units::extents(profile.block),
        profile.registers,
        units::bytes(profile.shared_bytes.into()),
        machine.name,
        record.setting.policy,
    )
}

fn verdict(page: &KernelPage) -> String {
    let (verdict, record) = (&page.profile.verdict, &page.profile.record);
    let bound_by = verdict.bound_by;
    let mut text = format!("bound by  {}: {}\n", bound_by.name(), bound_by.meaning());
    for evidence in &verdict.evidence {
        let _ = writeln!(text, "          {:>7} {}", units::percent(evidence.share), evidence.what);
    }
    let _ = writeln!(text, "try       {}", verdict.remedy);
    if let Some(gain) = &page.variants.gain {
        let _ = writeln!(text, "gain      at most {}", gain.gain());
    }
    let clock = record.cycles as f64 / record.microseconds.max(f64::MIN_POSITIVE);
    let _ = writeln!(
        text,
        "time      {} cycles, {} µs at {clock:.0} MHz",
        record.cycles,
        units::decimal(record.microseconds)
    );
    if let Some(bound) = &page.variants.lower_bound {
        let above = record.cycles as f64 / bound.cycles.max(1) as f64 - 1.0;
        let _ = writeln!(
            text,
            "floor     no policy takes fewer than {} cycles ({}); this one takes {} more",
            bound.cycles,
            bound.limit,
            units::percent(above)
        );
    }
    text
}

/// A bar of a share up to 1.
fn bar(share: f64) -> String {
    let eighths = (share.clamp(0.0, 1.0) * (BAR * 8) as f64).round() as usize;
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    let bar = "█".repeat(eighths / 8) + partial;
    format!("{bar}{}", "·".repeat(BAR - bar.chars().count()))
}

fn peaks(profile: &KernelProfile) -> String {
    let worth: Vec<_> = profile.peaks.iter().filter(|peak| peak.share >= SMALLEST).collect();
    let width = worth.iter().map(|peak| peak.part.len()).max().unwrap_or(0);
    let mut text = String::new();
    for peak in worth {
        let (part, share) = (&peak.part, units::percent(peak.share));
        let _ = writeln!(text, "  {part:<width$} {} {share:>7}  {}", bar(peak.share), peak.rate);
    }
    if let Some(roofline) = &profile.roofline {
        text += &roof(roofline);
    }
    text
}

fn roof(roofline: &Roofline) -> String {
    let Roofline { operations, gflops, flops_per_dram_byte, .. } = roofline;
    let intensity = flops_per_dram_byte.map_or("no byte of DRAM".to_owned(), |flops| {
        format!("{} FLOP per byte of DRAM", units::decimal(flops))
    });
    let roof = roofline.roof().map_or(String::new(), |(roof, of)| {
        format!(", {} of the {roof:.0} GFLOP/s that {of} allows", units::percent(gflops / roof))
    });
    format!("  roofline: {operations}, {intensity}, {gflops:.0} GFLOP/s{roof}\n")
}

/// Scheduler-cycles by cause and detail, the most first.
pub fn stall_shares(record: &Record) -> Vec<(String, u64)> {
    let mut parts = stall_parts(&record.stalls, &record.details);
    parts.sort_by_key(|&(_, cycles)| std::cmp::Reverse(cycles));
    parts
}

fn stalls(record: &Record) -> String {
    let all = record.scheduler_cycles.max(1) as f64;
    let mut parts = stall_shares(record);
    parts.retain(|&(_, cycles)| cycles as f64 / all >= SMALLEST);
    let width = parts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, cycles) in parts {
        let share = cycles as f64 / all;
        let _ = writeln!(text, "  {name:<width$} {} {:>7}", bar(share), units::percent(share));
    }
    text
}

fn efficiency(profile: &KernelProfile, machine: &Machine) -> String {
    let found = &profile.efficiency;
    let slots = f64::from(found.warp_slots.max(1));
    let limiter =
        profile.record.occupancy.as_ref().map_or(String::new(), |of| format!(", limited by {}", of.limiter));
    let mut text = format!(
        "  occupancy        {} warps per SM of {}: {} achieved, {} theoretical{limiter}\n",
        units::decimal(found.achieved_warps),
        found.warp_slots,
        units::percent(found.achieved_warps / slots),
        units::percent(f64::from(found.theoretical_warps) / slots),
    );
    let _ = writeln!(
        text,
        "  active lanes     {} of {} per instruction",
        units::decimal(found.active_lanes),
        found.lanes
    );
    if let (Some(sectors), Some(ideal)) = (found.sectors_per_request, found.ideal_sectors_per_request) {
        let _ = writeln!(
            text,
            "  global memory    {} sectors per request; its bytes fill {}",
            units::decimal(sectors),
            units::decimal(ideal)
        );
    }
    if let Some(passes) = found.passes_per_shared_request {
        let _ = writeln!(
            text,
            "  shared memory    {} passes per request; {} cycles lost to bank conflicts",
            units::decimal(passes),
            found.bank_conflicts
        );
    }
    let hits = |name: &str, rate: Option<f64>| rate.map(|rate| format!("{name} {}", units::percent(rate)));
    let rates = [hits("L1", profile.record.l1.hit_rate()), hits("L2", profile.record.l2.hit_rate())];
    let rates: Vec<String> = rates.into_iter().flatten().collect();
    if !rates.is_empty() {
        let again = found.refetched.filter(|share| *share >= SMALLEST).map_or(String::new(), |share| {
            format!("; {} of the sectors that L1s fetched had been evicted before", units::percent(share))
        });
        let _ = writeln!(text, "  hits             {}{again}", rates.join(", "));
    }
    if machine.launch_latency > 0 {
        let _ = writeln!(text, "  launch latency   {} cycles", machine.launch_latency);
    }
    text
}

/// The source with the share of each line. Without its text, a table of the lines that take time.
fn source(
    profile: &KernelProfile,
    sources: &Sources,
    TextOptions { all_lines, instructions, width }: TextOptions,
) -> String {
    let mut code: BTreeMap<(&str, u32), Vec<&InstructionProfile>> = BTreeMap::new();
    let mut unplaced: Vec<&InstructionProfile> = Vec::new();
    for instruction in profile.instructions.iter().filter(|_| instructions) {
        match &instruction.source {
            Some(CodeLocation::Source { file, line }) if sources.text(file).is_some() => {
                code.entry((file, *line)).or_default().push(instruction);
            }
            _ => unplaced.push(instruction),
        }
    }
    let mut files: BTreeMap<&str, BTreeMap<u32, &LineProfile>> = BTreeMap::new();
    let mut others: Vec<&LineProfile> = Vec::new();
    let mut inlined: BTreeMap<(&str, u32), f64> = BTreeMap::new();
    for line in &profile.lines {
        match &line.place {
            CodeLocation::Source { file, line: number } => {
                files.entry(file).or_default().insert(*number, line);
            }
            CodeLocation::Instruction { .. } => others.push(line),
        }
        for (place, share) in &line.inlined {
            if let CodeLocation::Source { file, line } = place {
                *inlined.entry((file, *line)).or_default() += share;
            }
        }
    }
    let mut text = String::new();
    for (file, lines) in &files {
        match sources.text(file) {
            Some(source) => text += &listing((file, &source), lines, &inlined, &code, all_lines),
            None => others.extend(lines.values()),
        }
    }
    others.sort_by(|a, b| b.share.total_cmp(&a.share));
    others.retain(|line| line.share >= SHOWN);
    if !others.is_empty() {
        let mut table = Table::new(&["line", ">time", ">issued", "waits for"]);
        let all: u64 = profile.lines.iter().map(|line| line.stalls.total()).sum();
        for line in others {
            let issued = line.stalls.of(Cause::Issued) as f64 / all.max(1) as f64;
            table.row([
                place(&line.place),
                units::percent(line.share),
                units::percent(issued),
                waits(line, None),
            ]);
        }
        text += &table.shown(width);
    }
    if !unplaced.is_empty() {
        text += "  machine code without a source text\n     time  address\n";
        unplaced.iter().for_each(|instruction| text += &instruction_line(instruction));
    }
    text
}

/// An instruction, to stand under its line.
fn instruction_line(instruction: &InstructionProfile) -> String {
    let InstructionProfile { text, charged, .. } = instruction;
    let address = match &charged.place {
        CodeLocation::Instruction { address, .. } => *address,
        CodeLocation::Source { .. } => 0,
    };
    let share = if charged.share >= 0.0005 { units::percent(charged.share) } else { String::new() };
    let waiting = if charged.share >= SHOWN { waits(charged, None) } else { String::new() };
    match waiting.is_empty() {
        true => format!("  {share:>7}       ┆ {address:04x}  {text}\n"),
        false => format!("  {share:>7}       ┆ {address:04x}  {text:<44}  ◂ {waiting}\n"),
    }
}

/// Lines of a file with their shares. Lines without a share are shown near others, or all of them between the first and the last.
fn listing(
    (file, source): (&str, &[String]),
    lines: &BTreeMap<u32, &LineProfile>,
    inlined: &BTreeMap<(&str, u32), f64>,
    code: &BTreeMap<(&str, u32), Vec<&InstructionProfile>>,
    all_lines: bool,
) -> String {
    let matters = |number: u32| {
        lines.get(&number).is_some_and(|line| line.share >= SHOWN)
            || inlined.get(&(file, number)).is_some_and(|&share| share >= SHOWN)
    };
    let known = lines.keys().copied().chain(inlined.keys().filter(|key| key.0 == file).map(|key| key.1));
    let (mut first, mut last) = (u32::MAX, 0);
    known
        .filter(|&number| number > 0)
        .for_each(|number| (first, last) = (first.min(number), last.max(number)));
    let shown = |number: u32| all_lines || (number.saturating_sub(AROUND)..=number + AROUND).any(matters);
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let mut text = format!("  {name}\n     time  line\n");
    let mut skipped = false;
    for number in first..=last.min(source.len() as u32) {
        if !shown(number) {
            skipped = true;
            continue;
        }
        if std::mem::take(&mut skipped) {
            text += "             ⋮\n";
        }
        let text_of = source.get(number as usize - 1).map_or("", |line| line.trim_end());
        let line = lines.get(&number);
        let own = line.map(|line| line.share).filter(|share| *share >= 0.0005);
        let inner = inlined.get(&(file, number)).copied().filter(|share| *share >= 0.0005);
        let share = match (own, inner) {
            (Some(share), _) => units::percent(share),
            // Its time is that of the line which calls it.
            (None, Some(share)) => format!("({:.0} %)", 100.0 * share),
            (None, None) => String::new(),
        };
        let waiting =
            line.filter(|line| line.share >= SHOWN).map_or(String::new(), |line| waits(line, Some(file)));
        let text_of = text_of.replace('\t', "    ");
        if waiting.is_empty() {
            let _ = writeln!(text, "  {share:>7} {number:>5} │ {text_of}");
        } else {
            let _ = writeln!(text, "  {share:>7} {number:>5} │ {text_of:<50}  ◂ {waiting}");
        }
        for instruction in code.get(&(file, number)).into_iter().flatten() {
            text += &instruction_line(instruction);
        }
    }
    text
}

/// What a line waits for, and how well its accesses are coalesced. Lines of `file` are named by their number alone.
pub fn waits(line: &LineProfile, file: Option<&str>) -> String {
    let total = line.share.max(f64::MIN_POSITIVE);
    let worth = line.waits.iter().filter(|wait| wait.share / total >= 0.2).take(2);
    let mut parts: Vec<String> = worth.map(|wait| waits_for(wait, total, file)).collect();
    if let (Some(sectors), Some(ideal)) = (line.sectors_per_request, line.ideal_sectors_per_request)
        && sectors >= 2.0 * ideal.max(1.0)
    {
        parts.push(format!(
            "{} sectors per request, {} needed",
            units::decimal(sectors),
            units::decimal(ideal)
        ));
    }
    if let Some(passes) = line.passes_per_shared_request.filter(|passes| *passes >= 1.5) {
        parts.push(format!("{} passes per request", units::decimal(passes)));
    }
    parts.join("; ")
}

fn waits_for(wait: &Wait, total: f64, file: Option<&str>) -> String {
    let share = units::percent(wait.share / total);
    let what = match &wait.detail {
        Some(detail) => format!("{}.{detail}", wait.cause),
        None => wait.cause.to_owned(),
    };
    let origin = match wait.operand_of.as_ref().map(|origin| &origin.place) {
        Some(CodeLocation::Source { file: of, line }) if Some(of.as_str()) == file => {
            format!(" (line {line})")
        }
        Some(other) => format!(" ({})", place(other)),
        None => String::new(),
    };
    format!("{what}{origin} {share}")
}

/// The place as text.
pub fn place(place: &CodeLocation) -> String {
    match place {
        CodeLocation::Source { file, line } => {
            let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
            if *line == 0 { format!("{name}, no line") } else { format!("{name}:{line}") }
        }
        CodeLocation::Instruction { address, opcode, .. } => format!("{address:#x} {opcode}"),
    }
}

fn changed(changes: &[Change], width: Option<usize>) -> String {
    let mut table = Table::new(&["stalls in cycles per scheduler", ">before", ">now", ">change"]);
    let number = |value: f64| if value >= 1000.0 { format!("{value:.0}") } else { units::decimal(value) };
    for Change { what, before, now, of_cycles, .. } in
        changes.iter().filter(|c| c.before != c.now || c.what == "cycles")
    {
        let change = match of_cycles {
            Some(share) => format!("{:+.1} % of cycles", 100.0 * share),
            None if *before == 0.0 => "new".to_owned(),
            None => format!("{:+.1} %", 100.0 * (now / before - 1.0)),
        };
        table.row([what.clone(), number(*before), number(*now), change]);
    }
    table.shown(width)
}

fn what_if(page: &KernelPage, width: Option<usize>) -> String {
    let mut text = String::new();
    let Variants { machines, policies, grids, .. } = &page.variants;
    let lists = [
        ("machine", machines, "speedup"),
        ("policy", policies, "speedup"),
        ("grid", grids, "speedup per CTA"),
    ];
    for (what, list, speedup) in lists {
        if list.len() > 1 {
            text += &format!("{}\n", variants((what, speedup), list, width));
        }
    }
    let profile = &page.profile;
    let sizes =
        profile.block_sizes.iter().map(|size| (size.threads, size.warps, size.limiter, size.launched));
    text += &occupancy("threads per CTA", sizes);
    let limits = profile.register_limits.iter();
    let limits = limits.map(|limit| (limit.registers, limit.warps, limit.limiter, limit.compiled));
    text + "\n" + &occupancy("registers", limits)
}

/// Occupancy at several values, one per column: the value, the warps, the limiter, and whether it is the kernel's own.
fn occupancy<'a>(what: &str, columns: impl Iterator<Item = (u32, u32, &'a str, bool)>) -> String {
    let mut rows =
        [format!("{what:<17}"), format!("{:<17}", "warps per SM"), format!("{:<17}", "limited by")];
    for (value, warps, limiter, own) in columns {
        let value = if own { format!("[{value}]") } else { value.to_string() };
        let cells = [value, warps.to_string(), limiter.to_owned()];
        rows.iter_mut().zip(cells).for_each(|(row, cell)| *row += &format!(" {cell:>9}"));
    }
    rows.map(|row| format!("  {}\n", row.trim_end())).concat()
}

fn variants((what, speedup): (&str, &str), variants: &[Variant], width: Option<usize>) -> String {
    let mut table = Table::new(&[what, ">cycles", ">µs", &format!(">{speedup}"), "bound by"]);
    for variant in variants {
        table.row([
            variant.name.clone(),
            variant.cycles.to_string(),
            units::decimal(variant.microseconds),
            format!("{:.3}", variant.speedup),
            variant.bound_by.name().to_owned(),
        ]);
    }
    table.shown(width).lines().map(|line| format!("  {line}\n")).collect()
}
