//! The page and its figures.

use super::failure;
use crate::ui::command::Failure;
use std::fs;
use std::path::{Path, PathBuf};
use warploom_lab::work::text;
use warploom_papers::validate::{Report, ValidationFigure, fill, pictures};
use warploom_tape::atomic_file;

/// The hand-written text of the page, with placeholders.
pub struct Template {
    file: PathBuf,
    text: String,
}

/// Reads the template, and checks its placeholders.
pub fn template(reference: &Path) -> Result<Template, Failure> {
    let file = reference.join("explained.md");
    let text = text::read(&file)
        .map_err(|error| Failure::mistake(format!("`{}` cannot be read: {error}", file.display()), None))?;
    fill(&text, &file, &[], &[]).map_err(failure)?;
    Ok(Template { file, text })
}

/// Writes the page and its figures into a directory.
pub fn write(directory: &Path, page: &Template, reports: &[Report]) -> Result<(), Failure> {
    let drawn = reports.iter().map(pictures).collect::<Result<Vec<_>, _>>();
    let drawn = drawn.map_err(|error| Failure::mistake(error.to_string(), None))?;
    let drawn: Vec<ValidationFigure> = drawn.into_iter().flatten().collect();
    let text = fill(&page.text, &page.file, reports, &drawn).map_err(failure)?;
    let cannot = |path: &Path, error: std::io::Error| {
        Failure::mistake(format!("`{}` cannot be written: {error}", path.display()), None)
    };
    fs::create_dir_all(directory).map_err(|error| cannot(directory, error))?;
    let files = drawn.iter().map(|picture| (picture.file.as_str(), &picture.svg));
    for (name, text) in files.chain([("validation.md", &text)]) {
        let path = directory.join(name);
        atomic_file::write(&path, text.as_bytes()).map_err(|error| cannot(&path, error))?;
    }
    Ok(())
}
