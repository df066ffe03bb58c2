//! The README and the book: links lead to pages and headings that exist, and the contents list every page.

use crate::common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::BUILT_IN;
use warploom_papers::reproduce::evaluation;
use warploom_policy::WARP_POLICIES;
use warploom_suite::{APPLICATIONS, MICROBENCHMARKS, Paper, TABLE_TWO, application, applications};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Markdown file of a directory and those below it.
fn pages(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found.sort();
}

/// The lines of a page outside its code blocks.
fn prose(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let mut code = false;
    let is_prose = |line: &&str| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !fence && !code
    };
    text.lines().filter(is_prose).map(str::to_owned).collect()
}

/// The anchors of a page's headings, as mdBook and GitHub derive them from the text.
fn anchors(page: &Path) -> BTreeSet<String> {
    let heading =
        |line: String| line.starts_with('#').then(|| line.trim_start_matches('#').trim().to_owned());
    let keep = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let anchor =
        |text: String| text.to_lowercase().chars().filter(keep).collect::<String>().replace(' ', "-");
    prose(page).into_iter().filter_map(heading).map(anchor).collect()
}

/// The targets of a line's links, without those on the web.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let ends = line.match_indices("](").map(|(at, found)| &line[at + found.len()..]);
    ends.filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target)
        .filter(|target| !target.contains("://"))
}

/// The file that a link leads to, if the page is in this directory.
fn resolve(directory: &Path, path: &str) -> PathBuf {
    let mut to = directory.to_owned();
    for part in path.split('/') {
        match part {
            ".." => assert!(to.pop()),
            part => to.push(part),
        }
    }
    to
}

/// Whether `cargo xtask site` makes the page: that of an application, or an example of `how-to/pages.md`.
fn is_generated(page: &Path) -> bool {
    let name = page.file_stem().unwrap_or_default().to_string_lossy();
    let docs = root().join("docs");
    let command = || fs::read_to_string(docs.join("how-to/pages.md")).unwrap();
    page == docs.join(format!("reference/suite/{name}.md")) && application(&name).is_some()
        || page == docs.join(format!("pages/{name}.html"))
            && command().contains(&format!(" --html {name}.html\n"))
}

/// Whether a page and its heading exist. Headings of generated pages are not known here.
fn exists(page: &Path, anchor: &str) -> bool {
    is_generated(page) || page.exists() && (anchor.is_empty() || anchors(page).contains(anchor))
}

#[test]
fn every_link_leads_to_a_page_and_a_heading() {
    let mut all = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    pages(&root().join("docs"), &mut all);
    let mut broken = Vec::new();
    for page in &all {
        for line in prose(page) {
            for target in targets(&line) {
                let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
                let to = if path.is_empty() { page.clone() } else { resolve(page.parent().unwrap(), path) };
                if !exists(&to, anchor) {
                    broken.push(format!("{}: {target}", page.display()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_contents_list_every_page() {
    let docs = root().join("docs");
    let summary = prose(&docs.join("SUMMARY.md"));
    let listed: BTreeSet<PathBuf> =
        summary.iter().flat_map(|line| targets(line)).map(|to| docs.join(to)).collect();
    let mut all = Vec::new();
    pages(&docs, &mut all);
    all.retain(|page| !page.ends_with("SUMMARY.md"));
    all.extend(applications().map(|app| docs.join(format!("reference/suite/{}.md", app.name))));
    assert_eq!(listed, all.into_iter().collect());
}

/// The redirects in `book.toml`, which are relative to the old address.
#[test]
fn every_old_address_leads_to_a_page_and_a_heading() {
    let settings = fs::read_to_string(root().join("docs/book.toml")).unwrap();
    let (_, redirects) = settings.split_once("[output.html.redirect]\n").unwrap();
    let mut broken = Vec::new();
    for line in redirects.lines() {
        let parts = line.strip_prefix("\"/").and_then(|line| line.strip_suffix('"')?.split_once("\" = \""));
        let (old, new) = parts.unwrap_or_else(|| panic!("not a redirect: {line}"));
        let (path, anchor) = new.split_once('#').unwrap_or((new, ""));
        let to = match path.strip_prefix("https://github.com/warploom/warploom/blob/main/") {
            Some(file) => root().join(file),
            None => {
                let directory =
                    resolve(&root().join("docs"), old.rsplit_once('/').map_or("", |(folder, _)| folder));
                resolve(&directory, path).with_extension("md")
            }
        };
        if !exists(&to, anchor) {
            broken.push(line);
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(redirects.lines().count() >= 96, "an address that was once published stays");
}

/// The texts in backticks of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The errors of the validation page, in the order of its tables: all points, tuned on, held out; Accel-Sim, then hardware.
fn validation_errors() -> Vec<f64> {
    let page = prose(&root().join("docs/explanation/validation.md"));
    let rows = page
        .iter()
        .filter(|line| ["| all |", "| tuned on |", "| held out |"].iter().any(|row| line.starts_with(row)));
    rows.filter_map(|row| row.split('|').nth(3)?.trim().strip_suffix(" %")?.parse().ok()).collect()
}

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

/// The held-out measurements of real GPUs on the validation page: the name and the absolute error of each, in percent. A measurement
/// counts once, under `gto`, which every one of them has; the page's summary counts it once for each policy.
fn held_out_measurements() -> Vec<(String, f64)> {
    let page = fs::read_to_string(root().join("docs/explanation/validation.md")).unwrap();
    let (_, hardware) = page.split_once("\nCycles, compared with hardware:\n").unwrap();
    let table = hardware.lines().skip(1).take_while(|line| line.starts_with('|')).map(cells);
    let held_out: Vec<Vec<&str>> = table.filter(|row| row.last() == Some(&"held out")).collect();
    let names: BTreeSet<&str> = held_out.iter().map(|row| row[1]).collect();
    let once = held_out.iter().filter(|row| row[2] == "gto");
    let measured: Vec<(String, f64)> = once
        .map(|row| {
            let [cycles, truth] = [row[3], row[4]].map(|cell| cell.parse::<f64>().unwrap());
            (row[1].to_owned(), 100.0 * (cycles - truth).abs() / truth)
        })
        .collect();
    assert_eq!(measured.len(), names.len(), "{held_out:?}");
    measured
}

/// The number of V100 kernels on the validation page, and their errors as shipped and with a cold L2 and the cost of a launch.
fn v100_errors() -> [String; 3] {
    let page = fs::read_to_string(root().join("docs/explanation/validation.md")).unwrap();
    let row = page.lines().find(|line| line.starts_with("| V100, all |")).map(cells).unwrap();
    [row[1], row[2], row[4]].map(str::to_owned)
}

#[test]
fn the_readme_states_the_errors_of_the_validation_page() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let introduction = fs::read_to_string(root().join("docs/introduction.md")).unwrap();
    let validation = fs::read_to_string(root().join("docs/explanation/validation.md")).unwrap();
    let errors = validation_errors();
    assert_eq!(errors.len(), 6, "{errors:?}");
    let [all, tuned, held_out] = [errors[0], errors[1], errors[2]];
    let measured = held_out_measurements();
    let count = measured.len();
    let microbenchmarks = measured.iter().filter(|(name, _)| name.starts_with("ffma")).count();
    let sum: f64 = measured.iter().map(|(_, error)| error).sum();
    let largest = measured.iter().map(|(_, error)| *error).fold(0.0, f64::max);
    let hardware = sum / count as f64;
    let others = (sum - largest) / (count - 1) as f64;
    assert!(2 * microbenchmarks > count, "mostly microbenchmarks: {measured:?}");
    for stated in [
        format!("{all:.1} % over all 30 runs"),
        format!("{tuned:.1} % over 24 runs"),
        format!("{held_out:.1} % over 6 held-out runs"),
        format!("{hardware:.1} % over {count} held-out measurements**, of which {microbenchmarks} are FFMA"),
        format!("the largest error is {largest:.0} %"),
        format!("Do not conclude from the {hardware:.1} % how far"),
    ] {
        assert!(readme.contains(&stated), "the README should say `{stated}`");
    }
    for stated in [
        format!(
            "{hardware:.1} % over {count} held-out measurements. {microbenchmarks} of the {count} are FFMA"
        ),
        format!("the other {} have {others:.1} %", count - 1),
        format!("Do not conclude from {hardware:.1} % how far"),
    ] {
        assert!(validation.contains(&stated), "the validation page should say `{stated}`");
    }
    let [kernels, shipped, cold] = v100_errors();
    let row = format!(
        "a real V100, {kernels} kernels of the CUDA samples, Rodinia and Parboil, by hand | \
         {shipped} as shipped, {cold} with cold caches"
    );
    assert!(readme.contains(&row), "the README should say `{row}`");
    let headline = format!(
        "Its cycles differ from Accel-Sim's by {tuned:.1} % on the 24 runs used for tuning and by {held_out:.1} % on 6 held-out runs, \
         and from real GPUs' by {hardware:.1} % on {count} held-out measurements, mostly microbenchmarks"
    );
    let warning = format!(
        "Real kernels are further off: {kernels} of them on a V100 by {shipped}, or by {cold} with cold caches"
    );
    for page in [&readme, &introduction] {
        let first_screen = page.lines().take(20).collect::<Vec<&str>>().join("\n");
        for stated in [&headline, &warning] {
            assert!(first_screen.contains(stated), "the first screen should say `{stated}`:\n{page}");
        }
    }
}

/// The first command that a reader sees compares policies on a kernel where they differ.
#[test]
fn the_first_command_is_a_comparison() {
    let help = common::warploom(&root(), &["--help"]).stdout;
    let (_, start_here) = help.split_once("Start here:\n").unwrap();
    let pages = ["README.md", "docs/introduction.md", "docs/tutorials/first-comparison.md"];
    let pages = pages.map(|page| fs::read_to_string(root().join(page)).unwrap());
    for text in pages.iter().map(String::as_str).chain([start_here]) {
        let commands = text.lines().map(|line| line.trim_start().trim_start_matches("$ "));
        let mut commands = commands.filter(|line| line.starts_with("warploom "));
        let first = commands.next().unwrap();
        assert!(first.starts_with("warploom compare ") && first.contains("nn/layer1"), "{first}");
    }
}

/// GitHub shows `{{#include FILE}}` as it is: only mdBook puts the file in its place.
#[test]
fn no_page_includes_a_file() {
    let mut all = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    pages(&root().join("docs"), &mut all);
    all.retain(|page| fs::read_to_string(page).unwrap().contains("{{#"));
    assert!(all.is_empty(), "{all:?}");
}

/// The page on studies shows the file that its commands run.
#[test]
fn the_page_on_studies_shows_its_study() {
    let page = fs::read_to_string(root().join("docs/how-to/studies.md")).unwrap();
    let study = fs::read_to_string(root().join("studies/ready.toml")).unwrap();
    assert!(page.contains(&format!("```toml\n{study}```\n")));
}

/// Every paper is cited where its reproduction is described.
#[test]
fn the_reproductions_cite_their_papers() {
    let help = common::warploom(&root(), &["reproduce", "--help"]).stdout;
    let page = fs::read_to_string(root().join("docs/how-to/reproduce.md")).unwrap();
    for paper in [Paper::PhaseAware, Paper::Pro, Paper::Motrr, Paper::Thesis] {
        for text in [&help, &page] {
            assert!(text.contains(paper.title()) && text.contains(paper.published()), "{text}");
        }
    }
}

#[test]
fn counts_of_applications_policies_machines_and_claims_are_those_of_the_code() {
    let applications = APPLICATIONS.len();
    let papers = [Paper::PhaseAware, Paper::Pro, Paper::Motrr, Paper::Thesis];
    let evaluations = papers.map(|p| evaluation(p).unwrap().unwrap());
    let [phase_aware, pro, motrr, gcn] = evaluations.each_ref().map(|evaluation| {
        let all = evaluation.required_runs(&evaluation.select(&[]).unwrap());
        let policies: BTreeSet<&String> = all.iter().map(|(_, policy)| policy).collect();
        (evaluation.works.len(), policies.len())
    });
    let claims: usize = evaluations.iter().map(|evaluation| evaluation.claims.len()).sum();
    let policies = WARP_POLICIES.len();
    for (file, stated) in [
        ("README.md", format!("with {policies} built-in policies on {applications} CUDA applications")),
        ("README.md", format!("Of {claims} claims from [four papers]")),
        ("CHANGELOG.md", format!("The suite: {applications} applications from the papers")),
        (
            "docs/reference/suite.md",
            format!("The suite has {applications} applications that compute the same"),
        ),
        (
            "crates/cli/src/commands/suite/mod.rs",
            format!("check the papers' {applications} applications, and micro"),
        ),
        (
            "crates/cli/tests/snapshots/tests__suite__list.snap",
            format!("{applications} applications of the papers, and"),
        ),
        ("docs/how-to/reproduce.md", format!("{} kernels under {} policies", phase_aware.0, phase_aware.1)),
        ("docs/how-to/reproduce.md", format!("{} applications under {} policies", pro.0, pro.1)),
        ("docs/how-to/reproduce.md", format!("{} applications under {} policies", motrr.0, motrr.1)),
        ("docs/how-to/reproduce.md", format!("{} workloads under {} policies and placements", gcn.0, gcn.1)),
        ("docs/explanation/phases.md", format!("gives, for {} kernels,", TABLE_TWO.len())),
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert!(text.contains(&stated), "{file} should say `{stated}`");
    }
    let files = |folder: &str, ending: &str| {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        entries.filter(|e| e.as_ref().unwrap().path().extension().is_some_and(|x| x == ending)).count()
    };
    assert_eq!(files("crates/suite/kernels", "cu"), applications + MICROBENCHMARKS.len());
    assert_eq!(files("crates/gpu/machines", "toml"), BUILT_IN.len());
    let machines = prose(&root().join("docs/reference/machines.md"));
    let rows = |name: &str| machines.iter().any(|line| line.starts_with(&format!("| `{name}` |")));
    assert!(BUILT_IN.iter().all(|machine| rows(machine.name)), "the book describes every machine");
}

#[test]
fn the_readme_counts_the_claims_of_the_reproductions() {
    let mut sums = [0; 5];
    for paper in ["phase-aware", "pro", "motrr", "gcn"] {
        let page = prose(&root().join("docs/reference/reproduce").join(paper).join("README.md"));
        let grades = page.iter().skip_while(|line| *line != "## Claims").nth(2).unwrap();
        let numbers: Vec<u32> =
            grades.split([' ', ',']).filter_map(|word| word.parse().ok()).take(sums.len()).collect();
        assert_eq!(numbers.len(), sums.len(), "{grades}");
        assert_eq!(numbers[0], numbers[1..].iter().sum::<u32>(), "{grades}");
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    let [all, reproduced, direction, not, undecided] = sums;
    let stated = format!(
        "Of {all} claims from [four papers](docs/reference/reproduce/README.md), {reproduced} are reproduced, {direction} in direction only, {not} are not, and \
         {undecided} are undecided"
    );
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.contains(&stated), "the README should say `{stated}`");
}

/// The first picture that a reader sees is the page of a profile, with the command that writes it.
#[test]
fn the_first_picture_is_a_profile_with_its_command() {
    let pages = fs::read_to_string(root().join("docs/how-to/pages.md")).unwrap();
    let command = pages.lines().find(|line| line.ends_with(" --html profile.html")).unwrap();
    for (page, picture) in
        [("README.md", "docs/images/profile.png"), ("docs/introduction.md", "images/profile.png")]
    {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let first = text.lines().filter(|line| line.starts_with("![")).flat_map(targets).next();
        assert_eq!(first, Some(picture), "{page}");
        assert!(text.contains(command), "{page} should have `{command}`");
    }
}

/// Files that the page for contributors names. Names in capitals stand for the reader's.
#[test]
fn the_page_for_contributors_names_files_that_exist() {
    let is_file = |text: &&str| {
        [".ci/", "crates/", "docs/", "examples/", "fuzz/"].iter().any(|folder| text.starts_with(folder))
    };
    let page = prose(&root().join("CONTRIBUTING.md"));
    let files = page.iter().flat_map(|line| quoted(line)).filter(is_file);
    let named = files.filter(|file| !["NAME", "PASS"].iter().any(|own| file.contains(own)));
    let missing: Vec<&str> = named.filter(|file| !root().join(file).exists()).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Modules and files that the page on the architecture names.
#[test]
fn the_page_on_the_architecture_names_modules_and_files_that_exist() {
    let page = fs::read_to_string(root().join("docs/explanation/architecture.md")).unwrap();
    let is_file = |text: &str| ["crates/", "fuzz", "xtask"].iter().any(|folder| text.starts_with(folder));
    let mut missing: Vec<String> =
        page.lines().flat_map(quoted).filter(|text| is_file(text)).map(str::to_owned).collect();
    assert!(missing.len() > 20, "the table of invariants was found");
    missing.retain(|file| !root().join(file).exists());
    let crates = page.split("\n## ").find(|part| part.starts_with("Crates")).expect("the table of crates");
    for row in crates.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let name = quoted(cells[0]).next().expect("a crate");
        for module in quoted(cells[1]) {
            let path = root().join("crates").join(name).join("src").join(module.replace("::", "/"));
            if !path.is_dir() && !path.with_extension("rs").exists() {
                missing.push(format!("{name}::{module}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Every figure of the gallery exists, is described, and has the command that draws it.
#[test]
fn every_figure_of_the_gallery_exists_and_has_a_command() {
    let page = fs::read_to_string(root().join("docs/how-to/gallery.md")).unwrap();
    let figures: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert!((10..=15).contains(&figures.len()), "{} figures", figures.len());
    for figure in figures {
        let blocks: Vec<&str> = figure.split("\n\n").map(str::trim).collect();
        let [_title, image, sentence, command] = blocks[..] else {
            panic!("not a title, a figure, a sentence and a command:\n{figure}")
        };
        let image = image.strip_prefix("![").and_then(|rest| rest.strip_suffix(')'));
        let (description, path) =
            image.and_then(|rest| rest.split_once("](")).unwrap_or_else(|| panic!("{figure}"));
        assert!(
            description.len() > 20,
            "the figure has no description for those who cannot see it:\n{figure}"
        );
        assert!(root().join("docs/how-to").join(path).is_file(), "{path} does not exist");
        assert!(sentence.ends_with('.'), "{sentence}");
        let command = command.strip_prefix("```sh\n").and_then(|rest| rest.strip_suffix("\n```"));
        let command = command.unwrap_or_else(|| panic!("no command:\n{figure}"));
        assert!(command.lines().count() == 1 && command.starts_with("warploom "), "{command}");
    }
}

/// What is stated about versions outside of the manifest.
#[test]
fn the_citation_and_the_stability_page_state_the_versions_of_the_manifest() {
    let citation = fs::read_to_string(root().join("CITATION.cff")).unwrap();
    let version = concat!("version: ", env!("CARGO_PKG_VERSION"));
    assert!(citation.lines().any(|line| line == version), "CITATION.cff should say `{version}`");
    let page = fs::read_to_string(root().join("docs/reference/stability.md")).unwrap();
    let stated = concat!("(MSRV) is **", env!("CARGO_PKG_RUST_VERSION"), "**");
    assert!(page.contains(stated), "docs/reference/stability.md should say `{stated}`");
    let introduction = fs::read_to_string(root().join("docs/introduction.md")).unwrap();
    let stated = concat!("with Rust ", env!("CARGO_PKG_RUST_VERSION"), " or later");
    assert!(introduction.contains(stated), "docs/introduction.md should say `{stated}`");
}

/// The stability page lists the modules that the documentation of `gpu` calls its surface, and every crate of the workspace.
#[test]
fn the_stability_page_lists_the_surface_of_the_crates() {
    let page = prose(&root().join("docs/reference/stability.md"));
    let row =
        |name: &str| page.iter().find(|line| line.starts_with('|') && quoted(line).any(|text| text == name));
    let stated: BTreeSet<&str> = quoted(row("warploom-gpu").unwrap()).skip(1).collect();
    let source = fs::read_to_string(root().join("crates/gpu/src/lib.rs")).unwrap();
    let surface = source.split("# Semver surface").nth(1).unwrap();
    let rows = surface.lines().filter_map(|line| line.strip_prefix("//! | ["));
    let modules: BTreeSet<&str> =
        rows.flat_map(|line| quoted(line.split('|').next().unwrap_or_default())).collect();
    assert_eq!(stated, modules);
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let manifest = fs::read_to_string(entry.unwrap().path().join("Cargo.toml")).unwrap();
        let name =
            manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).unwrap();
        assert!(row(name).is_some(), "docs/reference/stability.md should say what is stable in `{name}`");
    }
}

#[test]
fn the_badge_of_the_readme_states_the_oldest_supported_rust() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let badge = concat!("https://img.shields.io/badge/rust-", env!("CARGO_PKG_RUST_VERSION"), "%2B-blue");
    assert_eq!(readme.matches("https://img.shields.io/badge/rust-").count(), 1, "one badge");
    assert!(readme.contains(badge), "README.md should have the badge {badge}");
}
