//! The book's instruction table is the parser's. `INSTA_UPDATE=always` writes it anew.

use std::fmt::Write as _;
use std::path::Path;
use warploom_kernel::ptx::forms::{Group, SETS, forms};

fn page() -> String {
    let mut text = String::from(
        "# The instruction table\n\n\
         Every form of every instruction Warploom reads and executes. The parser accepts exactly these; the\n\
         conformance test walks every combination of suffixes and checks at least 1,000 cases of each against an\n\
         independent reference.\n\n\
         `.x` is a suffix, `.(x|y)` one of several, `[.x]` optional, `.$name` one of a set (listed at the end). A `~` marks a\n\
         hint that does not change the value computed. Operands: `d` is written, `a`, `b`, `c`, `e` are read, `p` and `q` are\n\
         predicates (`!p` may be negated), `[a]` is an address, `v` a register or a `{vector}`, `i` an integer; `a:u32` is of that type\n\
         whatever the suffixes, `:w` of twice the width, `:0` and `:1` of the first or second type named; `d|p` is a pair whose\n\
         second part may be left out.\n",
    );
    let mut groups: Vec<Group> = forms().iter().map(|f| f.group).collect();
    groups.dedup();
    let mut total = 0;
    for group in groups {
        let rows: Vec<_> = forms().iter().filter(|f| f.group == group).collect();
        let count: usize = rows.iter().map(|f| f.combinations().len()).sum();
        total += count;
        let _ = write!(text, "\n## {}\n\n{count} combinations.\n\n```text\n", group.title());
        for row in rows {
            let _ = writeln!(text, "{}", row.syntax);
        }
        text.push_str("```\n");
    }
    text.push_str("\n## Sets\n\n| name | suffixes |\n|---|---|\n");
    for (name, members) in SETS {
        let _ = writeln!(text, "| `${name}` | `.{}` |", members.replace('|', "` `."));
    }
    let _ = writeln!(text, "\nIn all, {total} combinations of opcode, types and modifiers.");
    text
}

#[test]
fn the_table_in_the_book_is_the_parsers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/instructions.md");
    let page = page();
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == page,
        "docs/instructions.md is not the table of ptx::forms: run with INSTA_UPDATE=always"
    );
}
