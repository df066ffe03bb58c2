//! Applications and kernels of the suite.

use super::{AHEAD, Options, Work};
use crate::command::Failure;
use crate::suite;
use warploom_kernel::execute::Mode;
use warploom_kernel::tape::Source;
use warploom_lab::run::WorkLabel;
use warploom_suite::Error;

/// An application, or a kernel of it: then the others are executed too, and leave no tape.
pub fn open(name: &str, options: &Options) -> Result<Work, Failure> {
    let (application, kernel) = suite::find(name)?;
    let (size, seed) = (suite::size(application, options.size())?, options.seed());
    let tell = move |error: Error| suite::failure(error, application);
    let work = application.work(size, seed).map_err(tell)?;
    let wanted = work.launches().filter(|(k, _)| kernel.is_none_or(|only| only.name == k.name));
    let (mut launches, mut ctas) = (0_u64, 0_u64);
    for (_, launch) in wanted {
        launches += 1;
        ctas = ctas.saturating_add(launch.ctas());
    }
    if launches == 0 {
        let help = format!("`warploom suite show {}` tells what is launched at which size", application.name);
        return Err(Failure::mistake(format!("`{name}` is not launched at size {size}"), Some(help)));
    }
    let tapes = match kernel {
        Some(kernel) => work.tapes_of(kernel, options.mode(), AHEAD),
        None => work.tapes(options.mode(), AHEAD),
    };
    let lanes = if options.mode() == Mode::Warps64 { ", 64 lanes" } else { "" };
    let label = WorkLabel { work: name.to_owned(), size: Some(size.to_string()), seed: Some(seed) };
    let name = format!("{name} at {size}, seed {seed}{lanes}");
    Ok(Work { name, label, ctas, tapes: Box::new(tapes.map_err(tell)) })
}
