//! Pages: `compare --html` and `reproduce --html`.

use crate::common;

use common::{Ended, warploom};
use std::fs;
use std::path::Path;

/// The largest page that is allowed, in bytes.
const LARGEST: usize = 2_000_000;

fn fine(directory: &Path, args: &[&str]) -> Ended {
    let ended = warploom(directory, args);
    assert_eq!(ended.code, 0, "{ended}");
    ended
}

fn page(directory: &Path, name: &str) -> String {
    let html = fs::read_to_string(directory.join(name)).unwrap();
    assert!(html.len() <= LARGEST, "{name} has {} bytes", html.len());
    html
}

#[test]
fn a_comparison_is_a_page() {
    let place = tempfile::tempdir().unwrap();
    let here = place.path();
    let compare = ["compare", "lud", "bfs", "--size", "tiny", "--policies", "lrr,gto,phase", "--quiet"];
    let printed = fine(here, &compare).stdout;
    let with_page = |file: &str| fine(here, &[&compare[..], &["--html", file]].concat());
    let ended = with_page("a.html");
    assert_eq!(ended.stdout, printed, "a page does not change what is printed");
    let html = page(here, "a.html");
    for text in [
        "<h1>lrr, gto, phase on gtx480</h1>",
        "<dt>command</dt><dd><code>warploom compare lud bfs --size tiny --policies lrr,gto,phase --quiet</code></dd>",
        "<td class=\"s\" data-v=\"bfs at tiny\">bfs at tiny</td>",
        "scoreboard_memory",
        "Change of scheduler-cycles by cause",
        "<tfoot>",
    ] {
        assert!(html.contains(text), "{text}");
    }
    assert_eq!(html.matches("<script type=\"application/json\">").count(), 2, "speedups and causes");
    let place_of = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text}"));
    assert!(place_of("times as fast as <code>lrr</code>") < place_of("<table"), "the conclusion is first");
    assert!(
        place_of("<td class=\"s\" data-v=\"bfs at tiny\"") < place_of("<dl class=\"facts\""),
        "the setting is last"
    );
    let (table, scrolls) = ("<table class=\"sortable\"", "<div class=\"scroll\"><table class=\"sortable\"");
    assert_eq!(html.matches(table).count(), html.matches(scrolls).count(), "every table scrolls");
    // The table on the page has the printed numbers.
    let row = printed.lines().find(|line| line.starts_with("lud")).unwrap();
    let speedup = row.split_whitespace().last().unwrap();
    assert!(html.contains(&format!(">{speedup}</td>")), "{speedup}");
    with_page("b.html");
    assert!(html == page(here, "b.html"), "the same comparison gives the same bytes");
}

#[test]
fn a_reproduction_is_a_page() {
    let place = tempfile::tempdir().unwrap();
    let here = place.path();
    fine(
        here,
        &[
            "reproduce",
            "pro",
            "--size",
            "tiny",
            "--only",
            "fig1,fig2,table4,pro/speedup",
            "--html",
            "pro.html",
            "--quiet",
        ],
    );
    let html = page(here, "pro.html");
    for text in
        ["<h1>Reproduction: pro</h1>", "<h2 id=\"s1\">Claims</h2>", "PRO Fig. 2: CTAs of AES on SM 0, PRO"]
    {
        assert!(html.contains(text), "{text}");
    }
    assert!(html.contains(">not judged</span>"), "one run of each measurement");
    assert!(html.find("<h2 id=\"s1\">Claims</h2>") < html.find("<dl class=\"facts\""), "the setting is last");
    assert_eq!(
        html.matches("<script type=\"application/json\">").count(),
        1 + 2,
        "Fig. 1, and two panels of Fig. 2"
    );
}

/// The commands of the book's example pages write them. `cargo xtask site` runs them as they are, here they run at size `tiny`.
#[test]
fn the_books_commands_write_their_pages() {
    let place = tempfile::tempdir().unwrap();
    let here = place.path();
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/how-to/pages.md");
    let text = fs::read_to_string(book).unwrap();
    let commands: Vec<&str> =
        text.lines().filter(|line| line.starts_with("warploom ") && line.contains(" --html ")).collect();
    assert_eq!(commands.len(), 3, "{commands:?}");
    for command in commands {
        let command = command.replace("--size small", "--size tiny");
        let args: Vec<&str> = command.split_whitespace().skip(1).collect();
        fine(here, &args);
        let name = *args.last().unwrap();
        let (without, _) = command.split_once(" --html ").unwrap();
        let html = page(here, name);
        assert!(html.contains(&format!("<code>{without}</code>")), "{name} does not show its command");
    }
}

#[test]
fn a_page_that_cannot_be_written_is_said_before_the_runs() {
    let place = tempfile::tempdir().unwrap();
    let here = place.path();
    let compare = ["compare", "lud", "--size", "tiny", "--html"];
    let ended = warploom(here, &[&compare[..], &["no/such/folder.html"]].concat());
    assert_eq!(ended.code, 2, "{ended}");
    assert!(ended.stderr.contains("no/such/folder.html cannot be written"), "{ended}");
    assert!(ended.stdout.is_empty(), "{ended}");
    fine(here, &["tape", "lud", "--size", "tiny", "-o", "lud.tape"]);
    let ended = warploom(here, &["compare", "lud.tape", "--html", "lud.tape"]);
    assert_eq!(ended.code, 2, "{ended}");
    assert!(ended.stderr.contains("would overwrite its own input"), "{ended}");
    let ended = warploom(here, &["reproduce", "motrr", "--variants", "--html", "a.html"]);
    assert_eq!(ended.code, 2, "{ended}");
}
