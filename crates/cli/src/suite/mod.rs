//! `warploom suite`: the papers' applications.

mod check;
mod list;
mod show;

use crate::command::{self, Command, Context, Failure, Outcome};
use crate::diagnose;
use clap::{ArgMatches, Args as _};
use miette::Report;
use serde_json::{Value, json};
use warploom_kernel::class::Class;
use warploom_kernel::execute::RunError;
use warploom_kernel::ptx::nearest;
use warploom_suite::{Application, Error, Fact, Kernel, Mix, Size, application, applications};

/// The command.
pub const COMMAND: Command = Command { name: "suite", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom suite list                      what there is
  warploom suite show lud                  its story, launches and source
  warploom suite show lud --mix            what its instructions are
  warploom suite check                     does everything compute what it should?
  warploom suite check lud fwt --size small

An application is named as in the list, a kernel as `lud/internal`.";

/// The papers' 37 applications: list, look at and check them
///
/// They are Warploom's own implementations of the algorithms on which the papers evaluate, with inputs made
/// from a seed and a reference computed on the host. Nothing is downloaded or compiled.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    List(list::Args),
    Show(show::Args),
    Check(check::Args),
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    match args.what {
        What::List(args) => list::run(&args),
        What::Show(args) => show::run(&args),
        What::Check(args) => check::run(&args),
    }
}

/// Why an application of the suite cannot be made ready or go on: 1 if a kernel is at fault.
pub fn failure(error: Error, application: &Application) -> Failure {
    let code = if matches!(error, Error::Run(RunError::Fault(_))) { 1 } else { 2 };
    let file = format!("{}.ptx", application.name);
    Failure { report: diagnosis(error, application, &file, application.ptx), code }
}

/// The error with the line of the PTX it is about.
fn diagnosis(error: Error, application: &Application, file: &str, ptx: &str) -> Report {
    match error {
        Error::Ptx(error) => diagnose::ptx(&error, file.to_owned(), ptx),
        Error::Run(RunError::Fault(fault)) => diagnose::fault(&fault, None, file.to_owned(), ptx),
        other => diagnose::plain(format!("{}: {other}", application.name), None),
    }
}

/// The application, and the kernel if one is named after a slash.
pub fn find(name: &str) -> Result<(&'static Application, Option<&'static Kernel>), Failure> {
    let (head, kernel) = name.split_once('/').map_or((name, None), |(head, kernel)| (head, Some(kernel)));
    let Some(found) = application(head) else {
        let near = nearest(head, applications().map(|a| a.name));
        let help =
            near.map_or("`warploom suite list` shows all".to_owned(), |n| format!("did you mean `{n}`?"));
        return Err(Failure::mistake(format!("the suite has no application `{head}`"), Some(help)));
    };
    let Some(kernel) = kernel else { return Ok((found, None)) };
    match found.kernels.iter().find(|k| k.name == kernel) {
        Some(kernel) => Ok((found, Some(kernel))),
        None => {
            let names: Vec<&str> = found.kernels.iter().map(|k| k.name).collect();
            let help = format!("its kernels are {}", names.join(", "));
            Err(Failure::mistake(format!("`{head}` has no kernel `{kernel}`"), Some(help)))
        }
    }
}

/// The size of an application that is typed so; plain `paper` is that of its first paper.
pub fn size(application: &Application, text: &str) -> Result<Size, Failure> {
    let sizes = application.sizes();
    if let ("paper", Some(first)) = (text, application.papers.first()) {
        return Ok(Size::Paper(*first));
    }
    sizes.iter().copied().find(|size| size.to_string() == text).ok_or_else(|| {
        let names: Vec<String> = sizes.iter().map(Size::to_string).collect();
        let help = format!("its sizes are {}; `paper` is the first paper's", names.join(", "));
        Failure::mistake(format!("`{}` has no size `{text}`", application.name), Some(help))
    })
}

/// Warp instructions by class.
pub fn mix_json(mix: &Mix) -> Value {
    Class::ALL.into_iter().map(|class| (class.name().to_owned(), json!(mix.of(class)))).collect()
}

fn fact_json(fact: &Fact) -> Value {
    json!({
        "size": fact.size.to_string(),
        "launches": fact.launches,
        "ctas": fact.ctas,
        "grid": fact.grid,
        "block": fact.block,
        "shared_bytes": fact.shared,
        "registers": fact.registers,
        "ctas_per_sm": fact.ctas_per_sm(),
        "warp_instructions": fact.warp_instructions,
        "thread_instructions": fact.thread_instructions,
        "memory_share": fact.mix.memory_share(),
        "memory_intensive": fact.mix.is_memory_intensive(),
        "mix": mix_json(&fact.mix),
    })
}

/// What is known of an application, from its declaration and from what was measured.
fn application_json(application: &Application, facts: &[Fact]) -> Value {
    let kernel = |kernel: &Kernel| {
        let own = facts.iter().filter(|f| f.application == application.name && f.kernel == kernel.name);
        json!({
            "name": kernel.name,
            "what": kernel.what,
            "aside": kernel.aside,
            "sizes": own.map(fact_json).collect::<Vec<_>>(),
        })
    };
    json!({
        "name": application.name,
        "title": application.title(),
        "papers": application.paper_names(),
        "sizes": application.sizes().iter().map(Size::to_string).collect::<Vec<_>>(),
        "kernels": application.kernels.iter().map(kernel).collect::<Vec<_>>(),
    })
}
