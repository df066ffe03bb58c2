//! The profile to compare with: another workload, or a file of an earlier profile.

use super::{Args, Runner, tape};
use crate::ui::command::Failure;
use crate::ui::work;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_lab::profile::profiles;
use warploom_lab::record::Record;
use warploom_lab::work_tape::WorkTape;
use warploom_policy::CorePolicy;

/// A baseline that is not simulated yet.
pub enum Baseline<'a> {
    Work { path: PathBuf, args: &'a Args },
    Records(BaselineRecords),
}

/// A record for each kernel of the baseline.
pub struct BaselineRecords(Vec<Record>);

impl BaselineRecords {
    /// The record of a kernel. If each side has `only` one kernel, it may have another name.
    pub fn of(&self, kernel: &str, only: bool) -> Option<&Record> {
        let same = self.0.iter().find(|record| record.kernel == kernel);
        same.or_else(|| self.0.first().filter(|_| only && self.0.len() == 1))
    }
}

impl<'a> Baseline<'a> {
    /// Finds the baseline: a JSON file is read now, a workload is simulated later.
    pub fn open(path: &Path, args: &'a Args, machine: &Machine) -> Result<Baseline<'a>, Failure> {
        if path.extension().is_none_or(|extension| extension != "json") {
            // A mistake is better reported before the runs than after them.
            work::kinds(std::slice::from_ref(&path), &args.options.resolve_for(machine))?;
            return Ok(Baseline::Work { path: path.to_owned(), args });
        }
        let broken = |why: String| {
            let help = "write it with `warploom profile WORK --json > FILE`".to_owned();
            Failure::mistake(format!("`{}` is not a profile: {why}", path.display()), Some(help))
        };
        let text = warploom_lab::work::text::read(path).map_err(|error| broken(error.to_string()))?;
        let pages: Vec<serde_json::Value> =
            serde_json::from_str(&text).map_err(|error| broken(error.to_string()))?;
        let record = |page: &serde_json::Value| serde_json::from_value(page["record"].clone());
        let records: Result<Vec<Record>, _> = pages.iter().map(record).collect();
        let records = records.map_err(|error| broken(error.to_string()))?;
        if let Some(other) = records.iter().find(|record| record.setting.machine != machine.name) {
            let (was, is) = (&other.setting.machine, &machine.name);
            let help = format!("choose --machine {was}, or profile the baseline again");
            return Err(Failure::mistake(format!("the baseline is of {was}, not of {is}"), Some(help)));
        }
        Ok(Baseline::Records(BaselineRecords(records)))
    }

    /// The records, simulated on the machine under the policy if they are not known.
    pub fn records(
        self,
        runner: &Runner<'_>,
        machine: &Machine,
        policy: &CorePolicy,
    ) -> Result<BaselineRecords, Failure> {
        let (path, args) = match self {
            Baseline::Records(records) => return Ok(records),
            Baseline::Work { path, args } => (path, args),
        };
        let taped: WorkTape = tape(&path, args, machine, runner)?;
        let result = runner.run(&taped, machine, policy)?;
        let records = profiles(&result, machine).into_iter().map(|profile| profile.record);
        Ok(BaselineRecords(records.collect()))
    }
}
