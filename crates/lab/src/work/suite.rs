//! Applications and kernels of the suite.

use super::error::WorkError;
use super::options::{CodeTarget, WorkOptions};
use super::select::LaunchOutline;
use super::{AHEAD, Work};
use crate::run::WorkLabel;
use warploom_kernel::execute::{Launch, Mode};
use warploom_kernel::names::nearest;
use warploom_kernel::ptx::Module;
use warploom_kernel::tape::Source as _;
use warploom_suite::{Application, Kernel, Size, applications, facts};

/// The application of a name such as `lud`, with the kernel if the name is `lud/internal`. Capital and small letters are equal.
///
/// # Errors
/// [`WorkError::NoApplication`] or [`WorkError::NoKernel`].
pub fn find(name: &str) -> Result<(&'static Application, Option<&'static Kernel>), WorkError> {
    let (head, kernel) = name.split_once('/').map_or((name, None), |(head, kernel)| (head, Some(kernel)));
    let named = |application: &&Application| application.name.eq_ignore_ascii_case(head);
    let Some(found) = applications().find(named) else {
        let near = nearest(head, applications().map(|a| a.name));
        return Err(WorkError::NoApplication { name: head.to_owned(), near });
    };
    let Some(kernel) = kernel else { return Ok((found, None)) };
    match found.kernels.iter().find(|k| k.name.eq_ignore_ascii_case(kernel)) {
        Some(kernel) => Ok((found, Some(kernel))),
        None => Err(WorkError::NoKernel {
            application: found.name,
            kernel: kernel.to_owned(),
            known: found.kernels.iter().map(|k| k.name).collect(),
        }),
    }
}

/// The size of this name; `paper` alone is the size of the application's first paper.
///
/// # Errors
/// [`WorkError::NoSize`].
pub fn size(application: &'static Application, name: &str) -> Result<Size, WorkError> {
    let sizes = application.sizes();
    if let (true, Some(first)) = (name.eq_ignore_ascii_case("paper"), application.papers.first()) {
        return Ok(Size::Paper(*first));
    }
    sizes.iter().copied().find(|size| size.to_string().eq_ignore_ascii_case(name)).ok_or_else(|| {
        WorkError::NoSize {
            application: application.name,
            size: name.to_owned(),
            known: sizes.iter().map(Size::to_string).collect(),
        }
    })
}

/// Opens an application, or one of its kernels. The other kernels then execute too, but leave no tape.
pub(super) fn open(name: &str, options: &WorkOptions) -> Result<Work, WorkError> {
    let (application, kernel) = find(name)?;
    let name = kernel.map_or(application.name.to_owned(), |k| format!("{}/{}", application.name, k.name));
    let (size, seed) = (size(application, options.size())?, options.seed());
    let failed = move |error| WorkError::Suite { application, error: Box::new(error) };
    let code = options.code();
    let work = match code.architecture() {
        _ if code == CodeTarget::GCN => application.prepare_gcn(size, seed),
        _ if code == CodeTarget::SASS => {
            let machine = options.machine.as_ref().map_or_else(String::new, |machine| machine.name.clone());
            return Err(WorkError::NoMachineCode { machine });
        }
        Some(architecture) => match application.cubin(architecture) {
            Some(cubin) => application.prepare_cubin(cubin, size, seed),
            None => unreachable!("the suite has cubins of every architecture that a target names"),
        },
        None => {
            let module = Module::parse(application.ptx).map_err(|error| failed(error.into()))?;
            application.prepare_code(code.of(module), size, seed)
        }
    };
    let work = work.map_err(failed)?;
    let wanted = work.launches().filter(|(k, _)| kernel.is_none_or(|only| only.name == k.name));
    let outline = |(number, (kernel, launch)): (u64, (&Kernel, &Launch))| LaunchOutline {
        kernel: work.program(kernel).map_or(kernel.name.to_owned(), |program| program.name().to_owned()),
        alias: Some(kernel.name),
        number,
        ctas: launch.ctas(),
    };
    let launches: Vec<LaunchOutline> = (0..).zip(wanted).map(outline).collect();
    if launches.is_empty() {
        let (work, size) = (name, size.to_string());
        return Err(WorkError::NotLaunched { work, application: application.name, size });
    }
    let tapes = match kernel {
        Some(kernel) => work.tapes_of(kernel, options.mode(), AHEAD),
        None => work.tapes(options.mode(), AHEAD),
    };
    let lanes = if options.mode == Some(Mode::Warps64) { ", 64 lanes" } else { "" };
    let label = WorkLabel { work: name.clone(), size: Some(size.to_string()), seed: Some(seed) };
    let code = options.code.map_or(String::new(), |_| format!(", code: {}", code.name()));
    let name = format!("{name} at {size}, seed {seed}{lanes}{code}");
    Ok(Work::new(name, label, launches, Box::new(tapes.map_err(failed))))
}

/// The warp instructions of a work of the suite: of an application, or of one of its kernels.
pub fn warp_instructions(work: &str, size: Size) -> u64 {
    let is_part = |fact: &warploom_suite::KernelFacts| fact.application == work || fact.work() == work;
    let parts = facts().into_iter().filter(|fact| fact.size == size && is_part(fact));
    parts.map(|fact| fact.warp_instructions).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_of_an_application_is_the_sum_of_its_kernels() {
        let kernels = ["diagonal", "perimeter", "internal"]
            .map(|name| warp_instructions(&format!("lud/{name}"), Size::Tiny));
        assert!(kernels.iter().all(|&weight| weight > 0), "{kernels:?}");
        assert_eq!(warp_instructions("lud", Size::Tiny), kernels.iter().sum::<u64>());
    }
}
