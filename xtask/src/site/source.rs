//! The sources of the book: a copy of `docs/` with the pages that are generated.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use warploom_report::suite;
use warploom_suite::{Application, KernelFacts, Size, applications, facts};

use super::copy;
use crate::Result;
use crate::command::printed;

/// Writes the book's sources to `target/book-source`, and returns this directory.
pub(super) fn write(root: &Path, warploom: &Path) -> Result<PathBuf> {
    let sources = empty(root.join("target/book-source"))?;
    copy(&root.join("docs"), &sources)?;
    let folder = empty(sources.join("reference/suite"))?;
    let facts = facts();
    for application in applications() {
        let page = folder.join(format!("{}.md", application.name));
        fs::write(&page, describe_application(application, &facts))
            .map_err(|e| format!("{}: {e}", page.display()))?;
    }
    // A command may write more than its page.
    let place = empty(root.join("target/book-pages"))?;
    let pages = empty(sources.join("pages"))?;
    for arguments in examples(root)? {
        printed(Command::new(warploom).args(&arguments).current_dir(&place))?;
        let page = arguments.last().ok_or("a command without arguments")?;
        fs::copy(place.join(page), pages.join(page)).map_err(|e| format!("{page}: {e}"))?;
    }
    Ok(sources)
}

/// Makes an empty directory, in place of one that is there.
fn empty(directory: PathBuf) -> Result<PathBuf> {
    let made = || {
        if directory.exists() {
            fs::remove_dir_all(&directory)?;
        }
        fs::create_dir_all(&directory)
    };
    made().map_err(|e| format!("{}: {e}", directory.display()))?;
    Ok(directory)
}

/// Arguments of the commands that write the book's example pages, as `docs/how-to/pages.md` shows them.
fn examples(root: &Path) -> Result<Vec<Vec<String>>> {
    let file = root.join("docs/how-to/pages.md");
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let commands = text.lines().filter_map(|line| line.strip_prefix("warploom "));
    let commands = commands.filter(|command| command.contains(" --html "));
    Ok(commands.map(|command| command.split_whitespace().map(str::to_owned).collect()).collect())
}

/// The page of an application, from its declaration and its measured launches.
fn describe_application(application: &Application, facts: &[KernelFacts]) -> String {
    let name = application.name;
    let own = || facts.iter().filter(move |f| f.application == name);
    let description = application.description();
    let (title, description) = description.split_once('\n').unwrap_or((&description, ""));
    let title = title.trim_end_matches('.');
    let mut text = format!("# {name}\n\n**{title}.**\n{description}\n\n## Kernels\n\n");
    for kernel in application.kernels {
        let _ = write!(text, "- `{}`: {}.", kernel.name, kernel.description);
        if let Some(note) = kernel.size_note {
            let _ = write!(text, " Outside the usual size range: {note}.");
        }
        text.push('\n');
    }
    let _ = write!(
        text,
        "\n## Launches\n\nFigures are for seed 1. Grid, block and waves are those of the largest launch. Shared memory is in bytes per \
         CTA, registers are per thread.\nA wave is as many CTAs as a Fermi with 16 SMs holds at once.\n\n{}",
        suite::launches(own()).markdown()
    );
    if let Some(table) = suite::papers(application.rows(), facts) {
        let _ = write!(text, "\n## In the papers' tables\n\n{}", table.markdown());
    }
    let small = own().filter(|f| f.size == Size::Small);
    let _ = write!(
        text,
        "\n## Instruction mix\n\nIn percent of warp instructions at size `small`, by class \
         (`warploom suite show {name} --mix`).\n\n{}",
        suite::mixes(small).markdown()
    );
    let _ = write!(text, "\n## Source\n\n```cpp\n{}```\n", application.source);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::workspace;

    #[test]
    fn every_application_has_a_page_with_its_kernels_and_source() {
        let facts = facts();
        for application in applications() {
            let page = describe_application(application, &facts);
            assert!(page.starts_with(&format!("# {}\n\n**", application.name)), "{page}");
            for kernel in application.kernels {
                assert!(page.contains(&format!("- `{}`: ", kernel.name)), "{page}");
                assert!(page.contains(&format!("\n| {} | ", kernel.name)), "{}: {page}", kernel.name);
            }
            assert!(page.ends_with(&format!("{}```\n", application.source)), "{page}");
        }
    }

    #[test]
    fn three_commands_write_the_example_pages_of_the_book() {
        let examples = examples(&workspace().unwrap()).unwrap();
        let pages: Vec<&str> =
            examples.iter().filter_map(|command| command.last()).map(String::as_str).collect();
        assert_eq!(pages, ["compare.html", "reproduce.html", "profile.html"]);
    }
}
