//! The suite's machine code: every application computes what its reference says, on every architecture.

use warploom_kernel::execute::Mode;
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
