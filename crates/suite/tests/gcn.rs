//! The suite's GCN code: every application computes what its reference says.

use warploom_kernel::execute::Mode;
use warploom_suite::{APPLICATIONS, Size};

#[test]
fn every_application_computes_its_results_in_gcn_code() {
    let mut wrong = Vec::new();
    for application in APPLICATIONS {
        let run = || -> Result<Vec<String>, Box<dyn std::error::Error>> {
            let mut work = application.prepare_gcn(Size::Tiny, 1)?;
            work.run(Mode::Warps64, |_, _, _| {})?;
            let checks = work.check()?;
            Ok(checks.iter().filter(|v| !v.passed()).map(|v| format!("{}: {v:?}", v.buffer)).collect())
        };
        match run() {
            Ok(failed) if failed.is_empty() => {}
            Ok(failed) => wrong.push(format!("{}: {}", application.name, failed.join("; "))),
            Err(error) => wrong.push(format!("{}: {error}", application.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
