//! The kernels to show: of the suite, or of a file.

use super::Lowering;
use super::listing::Listing;
use crate::command::Failure;
use crate::diagnose;
use std::io::ErrorKind;
use std::path::Path;
use warploom_kernel::lower::{PASSES, lower, lower_until};
use warploom_kernel::program::{Module, Program};
use warploom_kernel::ptx::nearest;
use warploom_kernel::sass;
use warploom_lab::work::{suite, text};
use warploom_suite::application;

const EXPECTED: &str = "expected a kernel of the suite (`warploom suite list`) or a file of PTX or SASS: \
                        nvcc -ptx -arch=compute_75 kernel.cu";

/// The kernels of `work`, or only the one named `kernel`.
pub fn listings(work: &str, kernel: Option<&str>, lowering: Lowering<'_>) -> Result<Vec<Listing>, Failure> {
    let mut all = if is_file(work) { of_file(Path::new(work), lowering)? } else { of_suite(work, lowering)? };
    if all.is_empty() {
        return Err(Failure::mistake(format!("`{work}` has no kernels"), Some(EXPECTED.to_owned())));
    }
    let Some(wanted) = kernel else { return Ok(all) };
    let short = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let names: Vec<String> = all.iter().map(|l| short(&l.name)).collect();
    all.retain(|l| l.name == wanted || short(&l.name) == wanted);
    if all.is_empty() {
        let near = nearest(wanted, names.iter().map(String::as_str));
        let help = near.map_or_else(
            || format!("its kernels are {}", names.join(", ")),
            |n| format!("did you mean `{n}`?"),
        );
        return Err(Failure::mistake(format!("`{work}` has no kernel `{wanted}`"), Some(help)));
    }
    Ok(all)
}

/// The pass of this name.
pub fn pass(name: &str) -> Result<&'static str, Failure> {
    if let Some(pass) = PASSES.iter().find(|p| p.name == name) {
        return Ok(pass.name);
    }
    let names: Vec<&str> = PASSES.iter().map(|p| p.name).collect();
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None => (!names.is_empty()).then(|| format!("the passes are {}", names.join(", "))),
    };
    Err(Failure::mistake(format!("unknown pass `{name}`"), help))
}

/// True if this names a file. Names of the suite have no dots.
fn is_file(work: &str) -> bool {
    let head = work.split('/').next().unwrap_or(work);
    application(head).is_none() && (work.contains('.') || head.is_empty() || Path::new(work).exists())
}

fn of_suite(work: &str, lowering: Lowering<'_>) -> Result<Vec<Listing>, Failure> {
    let (application, kernel) = suite::find(work)?;
    let file = format!("{}.ptx", application.name);
    let module =
        Module::parse(application.ptx).map_err(|error| ptx_failure(&error, &file, application.ptx))?;
    let chosen = application.kernels.iter().filter(|k| kernel.is_none_or(|only| only.name == k.name));
    let listing = |kernel: &warploom_suite::Kernel| {
        let entry = application.entry(kernel.name);
        let missing =
            || Failure::mistake(format!("the PTX of `{}` has no kernel `{entry}`", application.name), None);
        let program = lowered(module.kernel(&entry).ok_or_else(missing)?, lowering)?;
        Ok(Listing::of_program(format!("{}/{}", application.name, kernel.name), &file, &program))
    };
    chosen.map(listing).collect()
}

fn of_file(path: &Path, lowering: Lowering<'_>) -> Result<Vec<Listing>, Failure> {
    let file = path.display().to_string();
    let text = text::read(path).map_err(|error| {
        let help = (error.kind() == ErrorKind::InvalidData).then(|| EXPECTED.to_owned());
        Failure::mistake(format!("`{file}` cannot be read: {error}"), help)
    })?;
    match language(&text) {
        Language::Ptx => of_ptx(&text, &file, lowering),
        Language::Sass if matches!(lowering, Lowering::Until(..)) => {
            let help = "remove --dump-after: SASS is already lowered".to_owned();
            Err(Failure::mistake(format!("`{file}` is SASS, which the passes do not apply to"), Some(help)))
        }
        Language::Sass => {
            let kernels =
                sass::parse(&text).map_err(|error| Failure::mistake(format!("`{file}`: {error}"), None))?;
            Ok(kernels.into_iter().map(|kernel| Listing::of_sass(&file, kernel)).collect())
        }
    }
}

fn of_ptx(text: &str, file: &str, lowering: Lowering<'_>) -> Result<Vec<Listing>, Failure> {
    let module = Module::parse(text).map_err(|error| ptx_failure(&error, file, text))?;
    let listing =
        |program: &Program| Ok(Listing::of_program(program.name.clone(), file, &lowered(program, lowering)?));
    module.programs.iter().map(listing).collect()
}

fn ptx_failure(error: &warploom_kernel::ptx::Error, file: &str, text: &str) -> Failure {
    let mut error = error.clone();
    if file.ends_with(".cu") {
        error.help = Some(EXPECTED.to_owned());
    }
    Failure { report: diagnose::ptx(&error, file.to_owned(), text), code: 2 }
}

fn lowered(program: &Program, lowering: Lowering<'_>) -> Result<Program, Failure> {
    match lowering {
        Lowering::None => Ok(program.clone()),
        Lowering::Full(options) => Ok(lower(program, &options)),
        Lowering::Until(options, pass) => lower_until(program, &options, pass)
            .ok_or_else(|| Failure::mistake(format!("unknown pass `{pass}`"), None)),
    }
}

/// The language of a file.
#[derive(Debug, PartialEq, Eq)]
enum Language {
    Ptx,
    Sass,
}

/// The language, by content: a disassembler prints each instruction's address before it, as `/*0000*/`, and PTX has a
/// `.version`. Anything else is treated as PTX, whose errors have lines.
fn language(text: &str) -> Language {
    let address = |line: &str| {
        let digits = line.trim_start().strip_prefix("/*").and_then(|rest| rest.split_once("*/"));
        digits.is_some_and(|(d, _)| d.len() >= 4 && d.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    let ptx = text.lines().any(|line| line.trim_start().starts_with(".version"));
    if !ptx && text.lines().any(address) { Language::Sass } else { Language::Ptx }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_follows_from_the_content() {
        let sass = "\tFunction : k\n        /*0000*/                   MOV R1, c[0x0][0x44] ;";
        assert_eq!(language(sass), Language::Sass);
        assert_eq!(language("  .version 8.0\n/*0000*/ ret;"), Language::Ptx);
        assert_eq!(language("/* 0000 */ nothing"), Language::Ptx);
        assert_eq!(language(""), Language::Ptx);
    }

    #[test]
    fn a_name_with_a_dot_is_a_file() {
        assert!(is_file("lud.ptx") && is_file("./lud") && is_file("nowhere/kernel.ptx"));
        assert!(!is_file("lud") && !is_file("lud/internal") && !is_file("lut"));
    }
}
