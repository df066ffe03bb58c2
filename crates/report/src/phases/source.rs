//! The kernels to show: of the suite, or of a file.

use super::listing::Listing;
use std::io::ErrorKind;
use std::path::Path;
use warploom_kernel::gcn;
use warploom_kernel::image::Isa;
use warploom_kernel::names::nearest;
use warploom_kernel::ptx::lower::{Options, PASSES, lower, lower_until};
use warploom_kernel::ptx::{Module, Program};
use warploom_kernel::sass;
use warploom_lab::diagnosis::Diagnosis;
use warploom_lab::work::symbol::{self, SymbolError};
use warploom_lab::work::{PtxCommand, check_compiled, is_cubin_file, is_gcn, is_sass, suite, text};
use warploom_suite::application;

const EXPECTED: &str = "expected a kernel of the suite (`warploom suite list`) or a file of PTX, machine code or GCN assembly: \
                        nvcc -ptx -arch=compute_75 kernel.cu";

/// How far PTX is lowered.
#[derive(Debug, Clone, Copy)]
pub enum Lowering<'a> {
    /// Not at all.
    None,
    /// Up to and including this pass.
    Until(Options, &'a str),
    /// By all passes.
    Full(Options),
}

/// The kernels of `work`, or only the one named `kernel`.
///
/// # Errors
/// If they cannot be read.
pub fn listings(
    work: &Path,
    kernel: Option<&str>,
    isa: Isa,
    lowering: Lowering<'_>,
) -> Result<Vec<Listing>, Diagnosis> {
    let mut all = match suite_name(work) {
        Some(name) if isa == Isa::Gcn => gcn_of_suite(name)?,
        Some(name) if isa == Isa::Sass => sass_of_suite(name)?,
        Some(name) => of_suite(name, lowering)?,
        None => of_file(work, isa, lowering)?,
    };
    if all.is_empty() {
        let message = format!("`{}` has no kernels", work.display());
        return Err(Diagnosis::mistake(message, Some(EXPECTED.to_owned())));
    }
    let Some(wanted) = kernel else { return Ok(all) };
    let short = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let names: Vec<String> = all.iter().map(|l| short(&l.name)).collect();
    let symbol = match all.iter().find(|l| l.name == wanted) {
        Some(_) => wanted,
        None => symbol::find(wanted, names.iter().map(String::as_str))
            .map_err(|error| no_kernel(work, wanted, &names, &error))?,
    };
    all.retain(|l| l.name == symbol || short(&l.name) == symbol);
    Ok(all)
}

/// The error for a name that no kernel has, or several.
fn no_kernel(work: &Path, wanted: &str, names: &[String], error: &SymbolError) -> Diagnosis {
    if let SymbolError::Ambiguous(symbols) = error {
        let help = format!("write the symbol of one:{}", symbol::choices(symbols));
        return Diagnosis::mistake(
            format!("`{wanted}` is the name of {} kernels", symbols.len()),
            Some(help),
        );
    }
    let bases: Vec<String> = names.iter().map(|name| symbol::base_name(name)).collect();
    let help = match nearest(wanted, names.iter().chain(&bases).map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("its kernels are {}", names.join(", ")),
    };
    Diagnosis::mistake(format!("`{}` has no kernel `{wanted}`", work.display()), Some(help))
}

/// The pass of this name.
pub fn pass(name: &str) -> Result<&'static str, Diagnosis> {
    if let Some(pass) = PASSES.iter().find(|p| p.name == name) {
        return Ok(pass.name);
    }
    let names: Vec<&str> = PASSES.iter().map(|p| p.name).collect();
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None => (!names.is_empty()).then(|| format!("the passes are {}", names.join(", "))),
    };
    Err(Diagnosis::mistake(format!("unknown pass `{name}`"), help))
}

/// The name, if it is one of the suite and not a file's. Names of the suite have no dots.
fn suite_name(work: &Path) -> Option<&str> {
    let name = work.to_str()?;
    let head = name.split('/').next().unwrap_or(name);
    let is_file = name.contains('.') || head.is_empty() || work.exists();
    (application(head).is_some() || !is_file).then_some(name)
}

fn of_suite(work: &str, lowering: Lowering<'_>) -> Result<Vec<Listing>, Diagnosis> {
    let (application, kernel) = suite::find(work)?;
    let file = format!("{}.ptx", application.name);
    let module =
        Module::parse(application.ptx).map_err(|error| Diagnosis::ptx(&error, &file, application.ptx))?;
    let chosen = application.kernels.iter().filter(|k| kernel.is_none_or(|only| only.name == k.name));
    let listing = |kernel: &warploom_suite::Kernel| {
        let entry = application.entry(kernel.name);
        let missing =
            || Diagnosis::mistake(format!("the PTX of `{}` has no kernel `{entry}`", application.name), None);
        let program = lowered(module.kernel(&entry).ok_or_else(missing)?, lowering)?;
        Ok(Listing::of_program(format!("{}/{}", application.name, kernel.name), &file, &program))
    };
    chosen.map(listing).collect()
}

fn gcn_of_suite(work: &str) -> Result<Vec<Listing>, Diagnosis> {
    let (application, kernel) = suite::find(work)?;
    let missing = |why| {
        let message = format!("`{}` has no GCN code: {why}", application.name);
        Diagnosis::mistake(message, Some("remove `--isa gcn`".to_owned()))
    };
    let text = application.gcn.map_err(missing)?;
    let file = format!("{}.s", application.name);
    let module = gcn::Module::parse(text).map_err(|error| Diagnosis::gcn(&error, &file, text))?;
    let chosen = application.kernels.iter().filter(|k| kernel.is_none_or(|only| only.name == k.name));
    let listing = |kernel: &warploom_suite::Kernel| {
        let entry = application.entry(kernel.name);
        let missing = || {
            Diagnosis::mistake(
                format!("the GCN code of `{}` has no kernel `{entry}`", application.name),
                None,
            )
        };
        let program = module.kernel(&entry).ok_or_else(missing)?;
        Ok(Listing::of_gcn(format!("{}/{}", application.name, kernel.name), &file, program))
    };
    chosen.map(listing).collect()
}

/// Architecture of the suite's machine code whose phases are shown.
const ARCHITECTURE: u32 = 80;

fn sass_of_suite(work: &str) -> Result<Vec<Listing>, Diagnosis> {
    let (application, kernel) = suite::find(work)?;
    let wrong = |error: &dyn std::fmt::Display| {
        Diagnosis::mistake(format!("the cubin of `{}`: {error}", application.name), None)
    };
    let cubin = application.cubin(ARCHITECTURE).ok_or_else(|| wrong(&"it does not exist"))?;
    let module = sass::Module::parse(cubin).map_err(|error| wrong(&error))?;
    let file = format!("{}.cubin", application.name);
    let chosen = application.kernels.iter().filter(|k| kernel.is_none_or(|only| only.name == k.name));
    let listing = |kernel: &warploom_suite::Kernel| {
        let entry = application.entry(kernel.name);
        let program =
            module.kernel(&entry).ok_or_else(|| wrong(&format_args!("it has no kernel `{entry}`")))?;
        Ok(Listing::of_cubin(format!("{}/{}", application.name, kernel.name), &file, program))
    };
    chosen.map(listing).collect()
}

fn of_cubin(cubin: &[u8], file: &str, lowering: Lowering<'_>) -> Result<Vec<Listing>, Diagnosis> {
    if matches!(lowering, Lowering::Until(..)) {
        let help = "remove --dump-after: machine code is not lowered".to_owned();
        return Err(Diagnosis::mistake(
            format!("`{file}` is a cubin, which the passes do not apply to"),
            Some(help),
        ));
    }
    let module =
        sass::Module::parse(cubin).map_err(|error| Diagnosis::mistake(format!("`{file}`: {error}"), None))?;
    let listing = |p: &sass::Program| Listing::of_cubin(p.name.clone(), file, p);
    Ok(module.programs.iter().map(listing).collect())
}

fn of_file(path: &Path, isa: Isa, lowering: Lowering<'_>) -> Result<Vec<Listing>, Diagnosis> {
    check_compiled(path, PtxCommand::Phases)?;
    let file = path.display().to_string();
    let unread = |error: std::io::Error| {
        let help = (error.kind() == ErrorKind::InvalidData).then(|| EXPECTED.to_owned());
        Diagnosis::mistake(format!("`{file}` cannot be read: {error}"), help)
    };
    if is_cubin_file(path) || path.extension().is_some_and(|extension| extension == "cubin") {
        return of_cubin(&std::fs::read(path).map_err(unread)?, &file, lowering);
    }
    let text = text::read(path).map_err(unread)?;
    match language(&text) {
        other if isa == Isa::Gcn && other != Language::Gcn => {
            let help = Some("`--isa gcn` is for names of the suite and GCN assembly: remove it".to_owned());
            Err(Diagnosis::mistake(format!("`{file}` is not GCN assembly"), help))
        }
        Language::Gcn if matches!(lowering, Lowering::Until(..)) => {
            let help = "remove --dump-after: GCN assembly is machine code".to_owned();
            let message = format!("`{file}` is GCN assembly, which the passes do not apply to");
            Err(Diagnosis::mistake(message, Some(help)))
        }
        Language::Gcn => {
            let module = gcn::Module::parse(&text).map_err(|error| Diagnosis::gcn(&error, &file, &text))?;
            let listing = |p: &gcn::Program| Listing::of_gcn(p.name.clone(), &file, p);
            Ok(module.programs.iter().map(listing).collect())
        }
        Language::Ptx => of_ptx(&text, &file, lowering),
        Language::Sass if matches!(lowering, Lowering::Until(..)) => {
            let help = "remove --dump-after: SASS is already lowered".to_owned();
            Err(Diagnosis::mistake(format!("`{file}` is SASS, which the passes do not apply to"), Some(help)))
        }
        Language::Sass => {
            let kernels =
                sass::parse(&text).map_err(|error| Diagnosis::mistake(format!("`{file}`: {error}"), None))?;
            Ok(kernels.into_iter().map(|kernel| Listing::of_sass(&file, kernel)).collect())
        }
    }
}

fn of_ptx(text: &str, file: &str, lowering: Lowering<'_>) -> Result<Vec<Listing>, Diagnosis> {
    let module = Module::parse(text).map_err(|error| Diagnosis::ptx(&error, file, text))?;
    let listing =
        |program: &Program| Ok(Listing::of_program(program.name.clone(), file, &lowered(program, lowering)?));
    module.programs.iter().map(listing).collect()
}

fn lowered(program: &Program, lowering: Lowering<'_>) -> Result<Program, Diagnosis> {
    match lowering {
        Lowering::None => Ok(program.clone()),
        Lowering::Full(options) => Ok(lower(program, &options)),
        Lowering::Until(options, pass) => lower_until(program, &options, pass)
            .ok_or_else(|| Diagnosis::mistake(format!("unknown pass `{pass}`"), None)),
    }
}

/// The language of a file.
#[derive(Debug, PartialEq, Eq)]
enum Language {
    Ptx,
    Sass,
    Gcn,
}

/// The language, by content. What shows nothing else is treated as PTX, whose errors have lines.
fn language(text: &str) -> Language {
    if is_gcn(text) {
        Language::Gcn
    } else if is_sass(text) {
        Language::Sass
    } else {
        Language::Ptx
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_dot_is_a_file() {
        let is_file = |work: &str| suite_name(Path::new(work)).is_none();
        assert!(is_file("lud.ptx") && is_file("./lud") && is_file("nowhere/kernel.ptx"));
        assert!(!is_file("lud") && !is_file("lud/internal") && !is_file("lut"));
    }
}
