//! What holds for every application.

use warploom_kernel::class::Class;
use warploom_kernel::execute::{Launch, Mode};
use warploom_kernel::ptx::Module;
use warploom_suite::{
    APPLICATIONS, BENCHMARK_TABLES, BufferCheck, InstructionMix, KernelFacts, MEMORY_INTENSIVE,
    MICROBENCHMARKS, Paper, Size, application, applications, extra_operations, facts,
};

#[test]
fn there_are_37_of_the_papers_and_each_is_told_of() {
    assert_eq!(APPLICATIONS.len(), 37);
    for application in applications() {
        let (name, description) = (application.name, application.description());
        assert!(
            application.title().contains(": "),
            "{name}: the description's first line is `Title: what it is`"
        );
        assert!(description.lines().count() > 2, "{name}: the source begins with the description");
        assert!(description.lines().all(|line| line.len() <= 110), "{name}: the description is wrapped");
    }
    for (list, ours) in [(APPLICATIONS, false), (MICROBENCHMARKS, true)] {
        for application in list {
            let name = application.name;
            assert_eq!(application.papers.is_empty(), ours, "{name}: whether some paper uses it");
        }
    }
}

#[test]
fn the_kernels_are_those_of_the_ptx() {
    for application in applications() {
        let module = Module::parse(application.ptx).unwrap_or_else(|e| panic!("{}: {e}", application.name));
        let mut entries: Vec<String> = module.programs.iter().map(|p| p.name.clone()).collect();
        let mut declared: Vec<String> =
            application.kernels.iter().map(|k| application.entry(k.name)).collect();
        entries.sort();
        declared.sort();
        assert_eq!(entries, declared);
    }
}

#[test]
fn tiny_is_tiny_and_small_is_small() {
    let facts = facts();
    let mut wrong = Vec::new();
    for application in APPLICATIONS {
        for kernel in application.kernels {
            let find = |wanted: fn(Size) -> bool| {
                let own = |f: &&KernelFacts| f.application == application.name && f.kernel == kernel.name;
                facts.iter().filter(own).filter(|f| wanted(f.size)).collect::<Vec<&KernelFacts>>()
            };
            let name = format!("{}/{}", application.name, kernel.name);
            let (tiny, small) = (find(|s| s == Size::Tiny), find(|s| s == Size::Small));
            let ([tiny], [small]) = (&tiny[..], &small[..]) else {
                wrong.push(format!("{name}: not launched at tiny and small"));
                continue;
            };
            // Whole templates and windows are what the paper's kernel does: see `heartwall`.
            let most = if application.name == "heartwall" { 100_000_000 } else { 5_000_000 };
            if small.warp_instructions > most {
                wrong.push(format!("{name}: {} warp instructions at small", small.warp_instructions));
            }
            // The papers' own grid may not have as many CTAs.
            let allowed = find(|s| matches!(s, Size::Paper(_))).iter().map(|f| f.waves()).fold(0.0, f64::max);
            let meets = tiny.warp_instructions <= 100_000
                && (500_000..=3_000_000).contains(&small.warp_instructions)
                && small.waves() >= allowed.min(4.0);
            if meets == kernel.size_note.is_some() {
                let (count, waves) = (small.warp_instructions, small.waves());
                let has = if meets { "needs no size note" } else { "needs a size note" };
                wrong.push(format!(
                    "{name}: {has}: {count} warp instructions, {waves:.2} of {allowed:.2} waves"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A microbenchmark is as large as what it asks needs: at most as large as others.
#[test]
fn microbenchmarks_are_launched_three_times_the_last_time_with_twice_the_steps() {
    let micro = application("micro").expect("it is there");
    for fact in facts().iter().filter(|fact| fact.application == micro.name) {
        let most = if fact.size == Size::Tiny { 100_000 } else { 3_000_000 };
        assert!(fact.warp_instructions <= most, "{} at {}", fact.work(), fact.size);
        assert_eq!(fact.launches, 3, "{}", fact.work());
    }
    let work = micro.prepare(Size::Tiny, 1).expect("it can be made ready");
    for kernel in micro.kernels {
        let own = work.launches().filter(|(launched, _)| launched.name == kernel.name);
        // Steps are the last argument, or CTAs where a step is a CTA.
        let steps = |launch: &Launch| match kernel.name {
            "empty" => launch.grid[0],
            _ => launch.args.last().map_or(0, |arg| {
                let bytes: [u8; 4] = arg.0.as_slice().try_into().expect("steps are 32 bits");
                u32::from_le_bytes(bytes)
            }),
        };
        let steps: Vec<u32> = own.map(|(_, launch)| steps(launch)).collect();
        assert!(matches!(steps[..], [warm, n, twice] if warm == n && 2 * n == twice), "{}", kernel.name);
        let more = extra_operations(kernel.name, Size::Tiny).expect("what it does more is known");
        assert_eq!(more % u64::from(steps[1]), 0, "{}: each step does as much", kernel.name);
    }
    assert_eq!(extra_operations("warp", Size::Tiny), None);
}

#[test]
fn grids_are_those_of_the_papers_tables() {
    let facts = facts();
    for row in BENCHMARK_TABLES {
        let (ours, theirs) = (row.measured(&facts), (row.ctas, row.threads, row.launches));
        let what = format!("{} in {}: ours {ours:?}, theirs {theirs:?}", row.work, row.paper.table());
        assert_eq!(row.agrees(&facts), row.differs.is_none(), "{what}");
    }
    for application in APPLICATIONS {
        for &paper in application.papers.iter().filter(|&&p| p != Paper::Motrr) {
            let named = |work: &str| work.split('/').next() == Some(application.name);
            let stands = BENCHMARK_TABLES.iter().any(|row| row.paper == paper && named(row.work));
            assert!(stands, "{} is not in {}", application.name, paper.table());
        }
    }
}

/// Thesis 4.4.3 iv: "a significant amount" of vector memory instructions, or "a very small number".
#[test]
fn memory_intensive_are_those_the_thesis_says() {
    let intensive = ["backprop", "radixsort", "fwt", "bitonic", "matmul", "floyd_warshall", "transpose"];
    let others = ["binomial", "scan", "reduction", "blackscholes", "hotspot"];
    let facts = facts();
    for (names, expected) in [(&intensive[..], true), (&others[..], false)] {
        for &name in names {
            let own = facts.iter().filter(|f| f.application == name && f.size == Size::Paper(Paper::Thesis));
            let mix: InstructionMix = own.map(|f| f.mix).sum();
            assert!(mix.total() > 0, "{name} was not measured");
            let share = mix.memory_share();
            assert_eq!(mix.is_memory_intensive(), expected, "{name}: {share:.3}, line at {MEMORY_INTENSIVE}");
        }
    }
}

#[test]
fn every_application_computes_the_same_with_64_lanes_and_other_seeds() {
    for application in applications() {
        for (mode, seed) in [(Mode::Warps64, 2), (Mode::Warps32, 3)] {
            let run = || {
                let mut work = application.prepare(Size::Tiny, seed)?;
                work.run(mode, |_, _, _| ())?;
                work.check()
            };
            let what = format!("{} with {mode:?} and seed {seed}", application.name);
            let checks = run().unwrap_or_else(|e| panic!("{what}: {e}"));
            assert!(checks.iter().all(BufferCheck::passed), "{what}: {checks:#?}");
        }
    }
}

#[test]
fn the_seed_moves_buffers_and_alone_decides() {
    for application in applications() {
        let arguments = |seed| {
            let work =
                application.prepare(Size::Tiny, seed).unwrap_or_else(|e| panic!("{}: {e}", application.name));
            work.launches().map(|(_, launch)| launch.args.clone()).collect::<Vec<_>>()
        };
        assert_eq!(arguments(1), arguments(1), "{}", application.name);
        assert_ne!(arguments(1), arguments(2), "{}", application.name);
    }
}

#[test]
fn a_broken_kernel_is_seen() {
    let backprop = application("backprop").expect("it is there");
    let broken = backprop.ptx.replacen("add.f32", "sub.f32", 1);
    assert_ne!(broken, backprop.ptx);
    let mut work = backprop.prepare_ptx(&broken, Size::Tiny, 1).expect("it can be read");
    work.run(Mode::Warps32, |_, _, _| ()).expect("it runs");
    let checks = work.check().expect("it can be checked");
    assert!(checks.iter().any(|v| v.buffer == "partial" && !v.passed() && v.first.is_some()));
}

#[test]
fn heartwall_is_one_long_kernel() {
    let module = Module::parse(application("heartwall").expect("it is there").ptx).expect("it can be read");
    let [program] = &module.programs[..] else { panic!("heartwall is one kernel") };
    let barriers = program.code.iter().filter(|i| Class::of(i) == Class::Barrier).count();
    assert!(program.code.len() > 1000 && barriers > 10, "{} instructions", program.code.len());
}
