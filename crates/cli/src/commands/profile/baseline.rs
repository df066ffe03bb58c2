//! The profile to compare with: another workload, or a file of an earlier profile.

use super::variants::lower_bounds;
use super::{Args, Runner, tape};
use crate::ui::command::Failure;
use crate::ui::work;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_lab::profile::{KernelProfile, profiles};
use warploom_lab::record::Record;
use warploom_lab::work_tape::WorkTape;
use warploom_policy::CorePolicy;

/// A baseline that is not simulated yet.
pub enum Baseline<'a> {
    Work { path: PathBuf, args: &'a Args },
    Kernels(BaselineKernels),
}

/// A kernel of the baseline.
pub struct BaselineKernel {
    pub record: Record,
    /// The word for its limit; none in a file that has none.
    pub bound_by: Option<String>,
}

/// The kernels of the baseline.
pub struct BaselineKernels(Vec<BaselineKernel>);

impl BaselineKernels {
    /// The kernel of a name. If each side has `only` one kernel, it may have another name.
    pub fn of(&self, kernel: &str, only: bool) -> Option<&BaselineKernel> {
        let same = self.0.iter().find(|before| before.record.kernel == kernel);
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
        let kernel = |page: &serde_json::Value| {
            let record = serde_json::from_value(page["record"].clone())?;
            Ok(BaselineKernel { record, bound_by: page["bound_by"].as_str().map(str::to_owned) })
        };
        let kernels: Result<Vec<BaselineKernel>, serde_json::Error> = pages.iter().map(kernel).collect();
        let kernels = kernels.map_err(|error| broken(error.to_string()))?;
        if let Some(other) = kernels.iter().find(|before| before.record.setting.machine != machine.name) {
            let (was, is) = (&other.record.setting.machine, &machine.name);
            let help = format!("choose --machine {was}, or profile the baseline again");
            return Err(Failure::mistake(format!("the baseline is of {was}, not of {is}"), Some(help)));
        }
        Ok(Baseline::Kernels(BaselineKernels(kernels)))
    }

    /// The kernels, simulated on the machine under the policy if they are not known.
    pub fn kernels(
        self,
        runner: &Runner<'_>,
        machine: &Machine,
        policy: &CorePolicy,
    ) -> Result<BaselineKernels, Failure> {
        let (path, args) = match self {
            Baseline::Kernels(kernels) => return Ok(kernels),
            Baseline::Work { path, args } => (path, args),
        };
        let taped: WorkTape = tape(&path, args, machine, runner)?;
        let result = runner.run(&taped, machine, policy)?;
        let mut profiles = profiles(&result, machine);
        // The bound may change a verdict, as it does in the profile that is compared.
        lower_bounds(runner, &taped, machine, &mut profiles)?;
        let kernel = |profile: KernelProfile| BaselineKernel {
            bound_by: Some(profile.verdict.bound_by.name().to_owned()),
            record: profile.record,
        };
        Ok(BaselineKernels(profiles.into_iter().map(kernel).collect()))
    }
}
