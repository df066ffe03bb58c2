//! The table `[suite]` of `accelsim.toml`, and its results.

use super::super::ValidateError;
use super::super::csv::{ResultRow, ResultTable};
use super::super::points::{Gpu, Policy};
use super::{CacheAccesses, LaunchResult, Suite, SuiteLimits, SuiteRun};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use warploom_kernel::names::nearest;

/// The table `[suite]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteFile {
    /// The file of Accel-Sim's results: one row per launch.
    results: PathBuf,
    /// The directory of the traces: one directory per application.
    traces: PathBuf,
    /// Names of policies of the file.
    policies: Vec<String>,
    /// Applications that may be tuned on.
    tuned_on: Vec<String>,
    /// Applications that are held out of tuning.
    held_out: Vec<String>,
    limits: SuiteLimits,
}

/// The parts of `accelsim.toml` that the suite shares with the other points.
pub struct SuiteSetting<'a> {
    pub file: &'a Path,
    /// The directory of reference results.
    pub reference: &'a Path,
    /// The machines.
    pub gpus: &'a [Gpu],
    /// The policies, with Accel-Sim's names.
    pub policies: &'a [(Policy, String)],
}

impl SuiteFile {
    /// Reads the results.
    ///
    /// # Errors
    /// If the file of results is missing, has a mistake, or lacks a run.
    pub fn read(self, setting: &SuiteSetting<'_>) -> Result<Suite, ValidateError> {
        let table = ResultTable::read(&setting.reference.join(&self.results))?;
        let policies = self.policies(setting)?;
        self.check_applications(&table, setting.file)?;
        let parts = self.tuned_on.iter().map(|name| (name, false));
        let mut applications: Vec<(&String, bool)> =
            parts.chain(self.held_out.iter().map(|name| (name, true))).collect();
        applications.sort();
        let mut runs = Vec::new();
        for gpu in setting.gpus {
            for (application, held_out) in &applications {
                for (policy, theirs) in &policies {
                    runs.push(SuiteRun {
                        application: (*application).clone(),
                        gpu: gpu.clone(),
                        policy: policy.clone(),
                        trace: setting.reference.join(&self.traces).join(application),
                        held_out: *held_out,
                        launches: launches(&table, &gpu.label, application, theirs)?,
                    });
                }
            }
        }
        Ok(Suite { results: table.file, limits: self.limits, runs, whole: true })
    }

    /// The suite's policies, with Accel-Sim's names.
    fn policies(&self, setting: &SuiteSetting<'_>) -> Result<Vec<(Policy, String)>, ValidateError> {
        let found = self.policies.iter().map(|name| {
            let known = setting.policies.iter().find(|(policy, _)| policy.name == *name);
            known.cloned().ok_or_else(|| {
                let near = nearest(name, setting.policies.iter().map(|(policy, _)| policy.name.as_str()));
                ValidateError::Wrong {
                    file: setting.file.to_owned(),
                    place: "`suite.policies`".to_owned(),
                    fault: format!("there is no `[[policies]]` with the name `{name}`"),
                    help: near.map(|near| format!("did you mean `{near}`?")),
                }
            })
        });
        found.collect()
    }

    /// Checks that every application of the results is on exactly one of the two lists.
    fn check_applications(&self, table: &ResultTable, file: &Path) -> Result<(), ValidateError> {
        let listed: Vec<&String> = self.tuned_on.iter().chain(&self.held_out).collect();
        let twice = listed.iter().enumerate().find(|(at, name)| listed[..*at].contains(name));
        if let Some((_, name)) = twice {
            let fault = format!("`{name}` is listed twice: list it in `tuned_on` or in `held_out`");
            return Err(ValidateError::wrong(file, "`suite`", fault));
        }
        for row in table.rows() {
            let application = row.text("app")?;
            if !listed.iter().any(|name| *name == application) {
                return Err(row.wrong(format!(
                    "`{application}` is on no list of {}: add it to `tuned_on` or to `held_out`",
                    file.display()
                )));
            }
        }
        Ok(())
    }
}

/// The results of an application's launches. Cumulative counts are subtracted.
fn launches(
    table: &ResultTable,
    machine: &str,
    application: &str,
    scheduler: &str,
) -> Result<Vec<LaunchResult>, ValidateError> {
    let wanted = [("config", machine), ("app", application), ("sched", scheduler)];
    let (mut launches, mut before) = (Vec::new(), [CacheAccesses::default(); 2]);
    for row in table.rows().filter(|row| row.has(&wanted)) {
        let (number, expected) = (row.get::<usize>("launch")?, launches.len() + 1);
        if number != expected {
            let fault = format!("`launch` is {number} instead of {expected}: launches are numbered from 1");
            return Err(row.wrong(fault));
        }
        let total = [accesses(&row, ["l1_acc", "l1_miss"])?, accesses(&row, ["l2_acc", "l2_miss"])?];
        let difference = |level: usize| {
            total[level].since(before[level]).ok_or_else(|| {
                let fault =
                    format!("counts of the L{} are smaller than those of the launch before", level + 1);
                row.wrong(format!("{fault}: give the sums from the first launch on"))
            })
        };
        launches.push(LaunchResult {
            kernel: row.text("kernel")?.to_owned(),
            cycles: row.get("cycles")?,
            thread_instructions: row.get("insn")?,
            l1: difference(0)?,
            l2: difference(1)?,
        });
        before = total;
    }
    if launches.is_empty() {
        let fault = "this run is missing (columns config, app, sched)";
        return Err(ValidateError::wrong(
            &table.file,
            format!("{machine}, {application}, {scheduler}"),
            fault,
        ));
    }
    Ok(launches)
}

fn accesses(row: &ResultRow<'_>, titles: [&str; 2]) -> Result<CacheAccesses, ValidateError> {
    let found = CacheAccesses { accesses: row.get(titles[0])?, misses: row.get(titles[1])? };
    if found.misses > found.accesses {
        let (accesses, misses) = (found.accesses, found.misses);
        return Err(row.wrong(format!("`{}` is {misses}, more than the {accesses} accesses", titles[1])));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::super::points::{Description, policy};
    use super::*;

    const HEADER: &str = "config,sched,app,launch,kernel,cycles,insn,l1_acc,l1_miss,l2_acc,l2_miss\n";
    const ROWS: &str = "m,lrr,aes,1,aes_a,100,3200,10,4,4,4\nm,lrr,aes,2,aes_b,90,320,30,9,9,4\n";
    const FILE: &str = r#"
results = "suite.csv"
traces = "suite"
policies = ["lrr"]
tuned_on = []
held_out = ["aes"]
limits = {}
"#;

    /// Reads a file with these results.
    fn read(file: &str, rows: &str) -> Result<Suite, String> {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("suite.csv"), format!("{HEADER}{rows}")).expect("written");
        let path = Path::new("accelsim.toml");
        let parsed: SuiteFile = toml::from_str(file).map_err(|error| error.to_string())?;
        let lrr = policy("lrr", path, "policy").expect("a policy");
        let gpu = Gpu { label: "m".to_owned(), from: Description::Configuration(PathBuf::new()) };
        let setting = SuiteSetting {
            file: path,
            reference: directory.path(),
            gpus: &[gpu],
            policies: &[(lrr, "lrr".to_owned())],
        };
        let directory = format!("{}/", directory.path().display());
        let said = |error: ValidateError| {
            let help = error.help().map_or(String::new(), |help| format!(" ({help})"));
            format!("{error}{help}").replace(&directory, "")
        };
        parsed.read(&setting).map_err(said)
    }

    #[test]
    fn l1_and_l2_counts_of_a_launch_are_differences_of_sums() {
        let suite = read(FILE, ROWS).expect("it is valid");
        let [run] = &suite.runs[..] else { panic!("one run: {:?}", suite.runs) };
        assert!(run.held_out && run.trace.ends_with("suite/aes"));
        let counts =
            |launch: &LaunchResult| (launch.cycles, launch.thread_instructions, launch.l1, launch.l2);
        let of = |accesses, misses| CacheAccesses { accesses, misses };
        assert_eq!(counts(&run.launches[0]), (100, 3200, of(10, 4), of(4, 4)));
        assert_eq!(counts(&run.launches[1]), (90, 320, of(20, 5), of(5, 0)));
    }

    #[test]
    fn mistakes_in_results_name_line_and_remedy() {
        let changes = [
            ("aes_a,100", "aes_a,fast", "suite.csv, line 2: `cycles` is `fast`: give a number"),
            ("aes_a,100", ",100", "suite.csv, line 2: `kernel` is missing: give a name"),
            (
                ",2,aes_b",
                ",3,aes_b",
                "suite.csv, line 3: `launch` is 3 instead of 2: launches are numbered from 1",
            ),
            (
                "30,9,9,4",
                "30,9,3,3",
                "suite.csv, line 3: counts of the L2 are smaller than those of the launch before: give the sums from the first launch on",
            ),
            ("10,4,4,4", "10,11,4,4", "suite.csv, line 2: `l1_miss` is 11, more than the 10 accesses"),
            (
                "m,lrr,aes,2",
                "m,lrr,eas,2",
                "suite.csv, line 3: `eas` is on no list of accelsim.toml: add it to `tuned_on` or to `held_out`",
            ),
        ];
        for (from, to, expected) in changes {
            let rows = ROWS.replacen(from, to, 1);
            assert_ne!(rows, ROWS, "{from}");
            assert_eq!(read(FILE, &rows).err(), Some(expected.to_owned()));
        }
        let missing = "suite.csv, m, aes, lrr: this run is missing (columns config, app, sched)";
        assert_eq!(read(FILE, "").err(), Some(missing.to_owned()));
    }

    #[test]
    fn mistakes_in_the_lists_of_applications_and_policies_name_the_key() {
        let twice = FILE.replace("tuned_on = []", "tuned_on = [\"aes\"]");
        let expected =
            "accelsim.toml, `suite`: `aes` is listed twice: list it in `tuned_on` or in `held_out`";
        assert_eq!(read(&twice, ROWS).err(), Some(expected.to_owned()));
        let unknown = FILE.replace("\"lrr\"", "\"lrt\"");
        let expected = "accelsim.toml, `suite.policies`: there is no `[[policies]]` with the name `lrt` (did you mean `lrr`?)";
        assert_eq!(read(&unknown, ROWS).err(), Some(expected.to_owned()));
        assert!(read(&FILE.replace("held_out", "heldout"), ROWS).is_err());
    }
}
