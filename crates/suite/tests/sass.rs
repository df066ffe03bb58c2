//! The suite's machine code: every application computes what its reference says, on every architecture.

use warploom_kernel::execute::Mode;
use warploom_kernel::image::Isa;
use warploom_kernel::sass;
use warploom_kernel::tape::Source as _;
use warploom_suite::{Size, applications};

#[test]
fn every_application_computes_its_results_in_machine_code() {
    let mut wrong = Vec::new();
    for application in applications() {
        for (architecture, cubin) in application.cubins {
            let run = || -> Result<Vec<String>, Box<dyn std::error::Error>> {
                let mut work = application.prepare_cubin(cubin, Size::Tiny, 1)?;
                work.run(Mode::Warps32, |_, _, _| {})?;
                let checks = work.check()?;
                Ok(checks.iter().filter(|v| !v.passed()).map(|v| format!("{}: {v:?}", v.buffer)).collect())
            };
            match run() {
                Ok(failed) if failed.is_empty() => {}
                Ok(failed) => {
                    wrong.push(format!("{} sm_{architecture}: {}", application.name, failed.join("; ")))
                }
                Err(error) => wrong.push(format!("{} sm_{architecture}: {error}", application.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Two ways lead into the analyses: from a cubin, and from disassembled text. They find the same.
#[test]
fn a_cubins_listing_is_read_as_the_cubin_is() {
    for application in applications() {
        for (architecture, cubin) in application.cubins {
            let module = sass::Module::parse(cubin).expect("the suite's cubins can be read");
            let listed = sass::parse(&module.listing()).expect("a listing can be read");
            assert_eq!(listed.len(), module.programs.len());
            for (program, listed) in module.programs.iter().zip(&listed) {
                let name = format!("{} sm_{architecture} {}", application.name, program.name);
                let code = sass::code(program);
                assert_eq!(listed.body, program.body().min(listed.lines.len()), "{name}");
                assert_eq!(listed.unknown, Vec::<String>::new(), "{name}");
                // The listing leaves out the padding at the end.
                for (at, (ours, theirs)) in
                    code.instructions.iter().zip(&listed.code.instructions).enumerate()
                {
                    let line = &listed.lines[at].text;
                    assert_eq!((&ours.opcode, ours.class), (&theirs.opcode, theirs.class), "{name} {line}");
                    assert_eq!((&ours.reads, &ours.writes), (&theirs.reads, &theirs.writes), "{name} {line}");
                    assert_eq!(ours.address, theirs.address, "{name} {line}");
                    assert_eq!(program.code[at].line as usize, listed.lines[at].line, "{name} {line}");
                }
            }
        }
    }
}

/// A tape has what was executed, with the addresses of every access, and no more.
#[test]
fn tapes_of_machine_code_hold_what_was_executed() {
    for application in applications() {
        let mut work = application
            .prepare_cubin(application.cubins[1].1, Size::Tiny, 1)
            .expect("the suite's cubins can be read");
        let mut counts = 0;
        work.run(Mode::Warps32, |_, _, counted| counts += counted.warp_instructions).expect("it runs");
        let work = application
            .prepare_cubin(application.cubins[1].1, Size::Tiny, 1)
            .expect("the suite's cubins can be read");
        let mut tapes = work.tapes(Mode::Warps32, 8);
        let mut taped = 0;
        while let Some(launch) = tapes.launch().expect("it runs") {
            assert_eq!(launch.isa(), Isa::Sass, "{}", application.name);
            while let Some(cta) = tapes.cta().expect("it runs") {
                for warp in 0..cta.warps() {
                    let warp = cta.warp(warp);
                    let steps: Vec<_> = warp.steps(&launch.code).collect();
                    let accesses = steps.iter().filter(|step| step.access.is_some()).count();
                    assert_eq!(accesses, warp.accesses(), "{}", application.name);
                    taped += steps.len() as u64;
                }
            }
        }
        assert_eq!(taped, counts, "{}", application.name);
    }
}
