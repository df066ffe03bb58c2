//! The book's instruction table is the parser's. `INSTA_UPDATE=always` writes it anew.

use std::fmt::Write as _;
use std::path::Path;
use warploom_kernel::ptx::forms::{Group, SETS, forms};

fn page() -> String {
    let mut text = String::from(
        "# The instruction table\n\n\
         This table lists every form of every instruction that Warploom reads and executes. The parser accepts exactly these forms.\n\
         The conformance test runs every combination of suffixes. It compares at least 1,000 cases of each form with an independent reference.\n\n\
         | notation | meaning |\n\
         |---|---|\n\
         | `.x` | a suffix |\n\
         | `.(x\\|y)` | one of several suffixes |\n\
         | `[.x]` | an optional suffix |\n\
         | `.$name` | one of a [set](#sets) of suffixes |\n\
         | `~` | a hint that does not change the computed value |\n\
         | `d` | the operand that is written |\n\
         | `a`, `b`, `c`, `e` | operands that are read |\n\
         | `p`, `q` | predicates; `!p` may be negated |\n\
         | `[a]` | an address |\n\
         | `v` | a register or a `{vector}` |\n\
         | `i` | an integer |\n\
         | `a:u32` | an operand of this type, whatever the suffixes |\n\
         | `:w` | twice the width |\n\
         | `:0`, `:1` | the first or second type of the suffixes |\n\
         | `d\\|p` | a pair whose second part is optional |\n",
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
