//! Suite work yields the same instruction stream in memory, from a tape file, and from an exported and imported trace.
//!
//! Streams are compared by what affects timing: for each warp the instructions' classes and lanes; for each access its kind, the
//! bytes per lane, and its 32-byte sectors in order of first use, with generic addresses resolved.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction};
use warploom_kernel::execute::{CtaId, LaneMask, Mode};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{BackgroundSource, Cta, GenericWindows, Launch, Source, Step, WarpTape};
use warploom_suite::{Application, Size, applications, facts};
use warploom_tape::accelsim::export::Exporter;
use warploom_tape::accelsim::{Compression, Options, import};
use warploom_tape::file::{TapeFile, Writer};

/// Bytes of a sector.
const SECTOR: u64 = 32;

/// The properties of an access that affect timing.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Access {
    kind: AccessKind,
    bytes: u32,
    /// Sectors with their memory, in order of first use.
    sectors: Vec<(Space, u64)>,
}

/// The properties of a step that affect timing.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Observation {
    class: Class,
    lanes: LaneMask,
    access: Option<Access>,
}

/// In a trace, constants and parameters share a memory.
fn merged(space: Space) -> Space {
    if space == Space::Param { Space::Const } else { space }
}

fn observe(launch: &Launch, step: &Step<'_>) -> Observation {
    let instruction = &launch.code.instructions[step.pc.index()];
    let access = step.access.map(|addresses| {
        let Effect::Memory { space, kind, bytes } = instruction.effect else {
            panic!("`{}` has addresses but accesses nothing", instruction.opcode);
        };
        let mut sectors = Vec::new();
        for address in addresses.of(step.lanes) {
            let (space, address) = launch.windows.resolve(space, address);
            let last = address.wrapping_add(u64::from(bytes.max(1)) - 1);
            for sector in address / SECTOR..=last / SECTOR {
                let sector = (merged(space), sector);
                if !sectors.contains(&sector) {
                    sectors.push(sector);
                }
            }
        }
        Access { kind, bytes, sectors }
    });
    Observation { class: instruction.class, lanes: step.lanes, access }
}

/// True if two steps are equal without further analysis.
fn alike(a: (&Launch, &Step<'_>), b: (&Launch, &Step<'_>)) -> bool {
    let of = |(launch, step): (&Launch, &Step<'_>)| {
        let Instruction { class, effect, .. } = launch.code.instructions[step.pc.index()];
        (class, effect, step.lanes)
    };
    let generic = matches!(of(a).1, Effect::Memory { space: Space::Generic, .. });
    of(a) == of(b) && a.1.access == b.1.access && !generic
}

/// The first difference between two streams.
#[derive(PartialEq, Eq, Debug)]
struct Difference {
    kernel: String,
    cta: u64,
    /// Warp and step, if both have that warp.
    at: Option<(usize, u64)>,
    expected: String,
    found: String,
}

impl Error for Difference {}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { kernel, cta, at, expected, found } = self;
        write!(f, "kernel `{kernel}`, CTA {cta}")?;
        if let Some((warp, step)) = at {
            write!(f, ", warp {warp}, step {step}")?;
        }
        write!(f, ": expected {expected}, found {found}")
    }
}

/// Compares a CTA on two tapes; returns its number of steps.
fn compare(expected: (&Launch, &Cta), found: (&Launch, &Cta)) -> Result<u64, Box<Difference>> {
    let differ = |at, a: &dyn fmt::Debug, b: &dyn fmt::Debug| {
        let (kernel, cta) = (expected.0.kernel.clone(), expected.1.id().0);
        Box::new(Difference { kernel, cta, at, expected: format!("{a:?}"), found: format!("{b:?}") })
    };
    if expected.1.id() != found.1.id() {
        return Err(differ(None, &expected.1.id(), &found.1.id()));
    }
    let warps = (expected.1.warps(), found.1.warps());
    if warps.0 != warps.1 {
        return Err(differ(None, &format_args!("{} warps", warps.0), &format_args!("{} warps", warps.1)));
    }
    let mut total = 0;
    for warp in 0..warps.0 {
        let mut a = expected.1.warp(warp).steps(&expected.0.code);
        let mut b = found.1.warp(warp).steps(&found.0.code);
        for at in 0.. {
            let (a, b) = (a.next(), b.next());
            if let (Some(a), Some(b)) = (&a, &b)
                && alike((expected.0, a), (found.0, b))
            {
                continue;
            }
            let a = a.map(|step| observe(expected.0, &step));
            let b = b.map(|step| observe(found.0, &step));
            if a != b {
                return Err(differ(Some((warp, at)), &a, &b));
            }
            if a.is_none() {
                total += at;
                break;
            }
        }
    }
    Ok(total)
}

/// Compares two sources; returns their number of steps.
fn same<A: Source, B: Source>(expected: &mut A, found: &mut B) -> Result<u64, Box<dyn Error>>
where
    A::Error: Error + 'static,
    B::Error: Error + 'static,
{
    let mut total = 0;
    loop {
        let (a, b) = match (expected.launch()?, found.launch()?) {
            (None, None) => return Ok(total),
            (Some(a), Some(b)) => (a, b),
            (a, b) => return Err(format!("launches: expected {a:?}, found {b:?}").into()),
        };
        let shape = |l: &Launch| {
            (l.kernel.clone(), l.grid, l.block, l.shared, l.registers, l.width, l.copies.clone())
        };
        if shape(&a) != shape(&b) {
            return Err(format!("launches: expected {:?}, found {:?}", shape(&a), shape(&b)).into());
        }
        loop {
            total += match (expected.cta()?, found.cta()?) {
                (None, None) => break,
                (Some(one), Some(other)) => compare((&a, &one), (&b, &other))?,
                (one, other) => {
                    let (one, other) = (one.map(|cta| cta.id()), other.map(|cta| cta.id()));
                    return Err(format!("kernel `{}`: expected {one:?}, found {other:?}", a.kernel).into());
                }
            };
        }
    }
}

/// CTAs that execution may be ahead.
const AHEAD: usize = 8;

fn tapes(
    application: &'static Application,
) -> Result<BackgroundSource<warploom_suite::Error>, warploom_suite::Error> {
    Ok(application.prepare(Size::Tiny, 1)?.tapes(Mode::Warps32, AHEAD))
}

/// Compares an application with its tape file and its trace; returns its number of steps.
fn through_files(application: &'static Application) -> Result<u64, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let (path, trace) = (directory.path().join("x.tape"), directory.path().join("trace"));
    let mut writer = Writer::create(&path)?;
    let mut exporter = Exporter::new(&trace, Compression::None)?;
    let mut source = tapes(application)?;
    while let Some(launch) = source.launch()? {
        exporter.launch(Arc::clone(&launch))?;
        while let Some(cta) = source.cta()? {
            writer.cta(&cta, |number| launch.code.instructions[number as usize].accesses())?;
            exporter.cta(&cta)?;
        }
        writer.end_launch(&launch, None)?;
    }
    let written = writer.finish()?.warp_instructions;
    let exported: u64 = exporter.finish()?.iter().map(|launch| launch.written.warp_instructions).sum();
    let read = same(&mut tapes(application)?, &mut TapeFile::open(&path)?.reader())?;
    let path = directory.path().join("imported.tape");
    let mut writer = Writer::create(&path)?;
    import(&trace, &Options::default(), &mut writer, |_| ControlFlow::Continue(()))?;
    writer.finish()?;
    let imported = same(&mut tapes(application)?, &mut TapeFile::open(&path)?.reader())?;
    if [written, exported, read] != [imported; 3] {
        return Err(format!(
            "steps: written {written}, exported {exported}, read {read}, imported {imported}"
        )
        .into());
    }
    Ok(read)
}

#[test]
fn the_suite_is_the_same_through_memory_a_tape_file_and_a_trace() {
    let (next, steps, wrong) = (AtomicUsize::new(0), AtomicU64::new(0), Mutex::new(Vec::new()));
    let all: Vec<&Application> = applications().collect();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(application) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match through_files(application) {
                        Ok(count) => _ = steps.fetch_add(count, Ordering::Relaxed),
                        Err(e) => wrong.lock().unwrap().push(format!("{}: {e}", application.name)),
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let known = facts().into_iter().filter(|fact| fact.size == Size::Tiny).map(|fact| fact.warp_instructions);
    assert_eq!(steps.into_inner(), known.sum::<u64>(), "all that the suite executes was compared");
}

/// A change of a warp's steps: instruction, lanes, addresses.
type Change = fn(&mut Vec<(u32, u32, Vec<u64>)>);

/// A warp that loads from two places, computes, and ends; and its code.
fn sample(change: Change) -> (Launch, Cta) {
    let load = |space, class| Instruction {
        effect: Effect::Memory { space, kind: AccessKind::Load, bytes: 4 },
        ..Instruction::new("ld", class)
    };
    let instructions = vec![
        load(Space::Global, Class::Global),
        load(Space::Generic, Class::Global),
        Instruction::new("add", Class::Integer),
        Instruction::new("mul", Class::Float),
    ];
    let launch = Launch {
        kernel: "sample".to_owned(),
        code: Arc::new(Code { instructions, ..Code::default() }),
        grid: [8, 1, 1],
        block: [64, 1, 1],
        shared: 0,
        registers: 8,
        scalar_registers: 0,
        width: 32,
        windows: GenericWindows { shared: 0x1_0000..0x2_0000, ..GenericWindows::default() },
        copies: Vec::new(),
        number: None,
    };
    let row = |f: &dyn Fn(u64) -> u64| (0..32).map(f).collect::<Vec<u64>>();
    let mut steps = vec![
        (0, !0, row(&|lane| 0x8000 + 4 * lane)),
        (1, 0xf0f, row(&|lane| 0x1_0000 + 64 * lane * lane)),
        (2, !0, Vec::new()),
        (3, 1, Vec::new()),
    ];
    let mut cta = Cta::new(CtaId(3));
    for warp in 0..2 {
        if warp == 1 {
            change(&mut steps);
        }
        let mut tape = WarpTape::default();
        for (pc, lanes, addresses) in &steps {
            tape.step(Pc(*pc), LaneMask(u64::from(*lanes)));
            if *pc < 2 {
                tape.access(LaneMask(u64::from(*lanes)), addresses);
            }
        }
        cta.push(&tape);
    }
    (launch, cta)
}

#[test]
fn every_change_of_a_stream_is_noticed_and_named() {
    let (launch, cta) = sample(|_| ());
    assert_eq!(compare((&launch, &cta), (&launch, &cta)), Ok(8));
    let changes: [(&str, u64, Change); 9] = [
        ("a mask", 2, |steps| steps[2].1 = 0xffff),
        ("a mask of an access", 1, |steps| steps[1].1 = 0xf07),
        ("a class", 2, |steps| steps[2].0 = 3),
        ("an address", 0, |steps| steps[0].2[31] += 32),
        ("all addresses", 0, |steps| steps[0].2.iter_mut().for_each(|address| *address += 32)),
        ("the order of sectors", 0, |steps| steps[0].2.reverse()),
        ("the memory of a generic address", 1, |steps| steps[1].2[0] = 0x2000),
        ("the end", 3, |steps| _ = steps.pop()),
        ("more", 4, |steps| steps.push((2, 1, Vec::new()))),
    ];
    for (what, step, change) in changes {
        let changed = sample(change);
        let difference = compare((&launch, &cta), (&changed.0, &changed.1)).expect_err(what);
        assert_eq!(difference.at, Some((1, step)), "{what}: {difference}");
        let start = format!("kernel `sample`, CTA 3, warp 1, step {step}: expected ");
        assert!(difference.to_string().starts_with(&start), "{difference}");
    }
    let kind = |effect: Effect| match effect {
        Effect::Memory { space, bytes, .. } => Effect::Memory { space, bytes, kind: AccessKind::Store },
        other => other,
    };
    let width = |effect: Effect| match effect {
        Effect::Memory { space, kind, .. } => Effect::Memory { space, bytes: 8, kind },
        other => other,
    };
    for change in [kind, width] {
        let mut other = launch.clone();
        let code = Arc::make_mut(&mut other.code);
        code.instructions.iter_mut().for_each(|instruction| instruction.effect = change(instruction.effect));
        assert_eq!(compare((&launch, &cta), (&other, &cta)).map_err(|d| d.at), Err(Some((0, 0))));
    }
    let mut elsewhere = Cta::new(CtaId(4));
    elsewhere.push(&WarpTape::default());
    assert_eq!(compare((&launch, &cta), (&launch, &elsewhere)).map_err(|d| d.at), Err(None));
    let mut fewer = Cta::new(CtaId(3));
    fewer.push(&WarpTape::default());
    let difference = compare((&launch, &cta), (&launch, &fewer)).unwrap_err();
    assert_eq!(difference.to_string(), "kernel `sample`, CTA 3: expected 2 warps, found 1 warps");
}

#[test]
fn comparison_is_limited_to_timing_inputs() {
    let (launch, cta) = sample(|_| ());
    let near = sample(|steps| steps[0].2[1] += 4);
    assert_eq!(compare((&launch, &cta), (&near.0, &near.1)), Ok(8), "in the same sector");
    // The window and all its addresses moved.
    let mut other = launch.clone();
    other.windows.shared = 0x5_0000..0x6_0000;
    let mut moved = Cta::new(cta.id());
    for warp in 0..cta.warps() {
        let mut tape = WarpTape::default();
        for step in cta.warp(warp).steps(&launch.code) {
            tape.step(step.pc, step.lanes);
            let shift = if step.pc == Pc(1) { 0x4_0000 } else { 0 };
            if let Some(addresses) = step.access {
                tape.list(addresses.of(step.lanes).map(|address| address + shift));
            }
        }
        moved.push(&tape);
    }
    assert_eq!(compare((&launch, &cta), (&other, &moved)), Ok(8));
    assert!(compare((&launch, &cta), (&launch, &moved)).is_err());
}
