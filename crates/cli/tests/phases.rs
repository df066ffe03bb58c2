//! The output and exit codes of `warploom phases`.
//!
//! Tests of the format use `--no-lower`, since lowering has tests of its own.

use crate::common;

use common::{Ended, warploom};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A load, a branch around a second one, a barrier, and names that need escaping in markup.
const KERNEL: &str = r#".version 8.0
.target sm_75
.address_size 64
.visible .entry first(.param .u64 x) {
    .reg .b32 %r<5>; .reg .b64 %d<2>; .reg .pred %p<1>;
    .shared .align 4 .b8 s[128];
    .loc 1 3 0
    ld.param.u64 %d0, [x];
    ld.global.u32 %r0, [%d0];
    mov.u32 %r1, %tid.x;
    .loc 1 4 0
    setp.lt.u32 %p0, %r0, 16;
    @!%p0 bra END;
    .loc 1 5 0
    ld.global.u32 %r2, [%d0+64];
    ld.shared.u32 %r3, [s];
    bar.sync 0;
    add.u32 %r4, %r2, %r3;
    st.global.u32 [%d0], %r4;
END:
    .loc 1 7 0
    ret;
}
.visible .entry second() {
    .reg .b32 %r<2>;
    .shared .align 4 .b8 s[128];
    ld.shared.u32 %r0, [s];
    bar.sync 0;
    add.u32 %r1, %r0, 1;
    ret;
}
.file 1 "dir/kernel.cu"
"#;

fn phases(args: &[&str]) -> Ended {
    warploom(Path::new("."), &[&["phases"], args].concat())
}

fn bench() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("kernel.ptx"), KERNEL).unwrap();
    directory
}

/// Runs `phases --no-lower` on the kernels above.
fn here(flags: &[&str]) -> Ended {
    warploom(bench().path(), &[&["phases", "kernel.ptx", "--no-lower"], flags].concat())
}

fn json(ended: &Ended) -> Vec<Value> {
    assert_eq!(ended.code, 0, "{ended}");
    serde_json::from_str(&ended.stdout).unwrap()
}

#[test]
fn listing() {
    insta::assert_snapshot!("listing", here(&[]));
    insta::assert_snapshot!("listing_of_one", here(&["--kernel", "second"]));
}

/// The start of each phase and its reason, as `0 entry 2 barrier`.
fn starts(kernel: &str, flags: &[&str]) -> String {
    let list = json(&here(&[&["--kernel", kernel, "--json"], flags].concat()));
    let phases = list[0]["phases"].as_array().unwrap();
    let one = |p: &Value| format!("{} {}", p["start"], p["why"]["kind"].as_str().unwrap());
    phases.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn rules() {
    assert_eq!(starts("first", &[]), "0 entry 3 uses 8 uses");
    assert_eq!(starts("first", &["--blocks"]), "0 entry 3 uses 5 block 8 uses 10 block");
    assert_eq!(starts("first", &["--barrier-phase"]), "0 entry 3 uses 8 uses");
    assert_eq!(starts("second", &[]), "0 entry");
    assert_eq!(starts("second", &["--shared-long"]), "0 entry 2 uses");
    assert_eq!(starts("second", &["--barrier-phase"]), "0 entry 2 barrier");
    assert_eq!(starts("second", &["--barrier-phase", "--shared-long"]), "0 entry 2 uses");
}

#[test]
fn summary() {
    insta::assert_snapshot!("summary", here(&["--summary"]));
    insta::assert_snapshot!("summary_of_an_application", phases(&["lud", "--summary", "--no-lower"]));
}

/// Without `--no-lower`, the number of phases depends on lowering and is not checked.
#[test]
fn every_application_has_phases() {
    for name in ["lud", "fwt", "heartwall/track", "btree"] {
        for kernel in json(&phases(&[name, "--json"])) {
            let list = kernel["phases"].as_array().unwrap();
            let code = kernel["code"].as_array().unwrap();
            assert_eq!(kernel["instructions"].as_u64(), Some(code.len() as u64));
            assert_eq!(list.last().unwrap()["end"].as_u64(), Some(code.len() as u64), "{name}");
            for phase in list {
                let start = phase["start"].as_u64().unwrap() as usize;
                assert_eq!(code[start]["phase"], phase["phase"]);
                assert_eq!(code[start]["distance"], phase["length"]);
            }
        }
    }
}

#[test]
fn json_has_all_of_it() {
    insta::assert_snapshot!("json", here(&["--kernel", "first", "--json"]));
}

#[test]
fn explain() {
    let first = |what: &str| here(&["--kernel", "first", "--explain", what]);
    insta::assert_snapshot!("explain_a_wait", first("9"));
    insta::assert_snapshot!("explain_a_block", first("5"));
    insta::assert_snapshot!("explain_the_entry", first("0"));
    insta::assert_snapshot!("explain_a_source_line", here(&["--explain", "kernel.cu:5"]));
    insta::assert_snapshot!("explain_a_ptx_line", here(&["--explain", "kernel.ptx:9"]));
    insta::assert_snapshot!("explain_no_such_instruction", first("11"));
    insta::assert_snapshot!("explain_no_such_line", here(&["--explain", "kernel.cu:6"]));
    insta::assert_snapshot!("explain_no_such_file", here(&["--explain", "lud.cu:6"]));
    insta::assert_snapshot!("explain_no_number", first("add"));
    insta::assert_snapshot!("explain_of_which_kernel", here(&["--explain", "0"]));
}

#[test]
fn mistakes() {
    insta::assert_snapshot!("no_application", phases(&["backpop"]));
    insta::assert_snapshot!("no_kernel_of_an_application", phases(&["lud/intern"]));
    insta::assert_snapshot!("no_kernel_of_a_file", here(&["--kernel", "frist"]));
    insta::assert_snapshot!("no_pass", phases(&["lud", "--dump-after", "no such pass"]));
    insta::assert_snapshot!("no_file", phases(&["nowhere.ptx"]));
    insta::assert_snapshot!("picture_of_which_kernel", here(&["--svg", "out.svg"]));
    assert_eq!(phases(&["lud", "--json", "--summary"]).code, 2);
    assert_eq!(phases(&["lud", "--no-lower", "--registers", "32"]).code, 2);
    assert_eq!(phases(&["lud", "--registers", "0"]).code, 2);
}

#[test]
fn files_that_are_no_ptx() {
    let bench = bench();
    let read = |name: &str, bytes: &[u8]| {
        fs::write(bench.path().join(name), bytes).unwrap();
        warploom(bench.path(), &["phases", name])
    };
    insta::assert_snapshot!("binary", read("kernel.cubin", b"\x7fELF\xff\xfe"));
    insta::assert_snapshot!("not_ptx", read("kernel.cu", b"__global__ void k() {}\n"));
    insta::assert_snapshot!(
        "no_kernels",
        read("empty.ptx", b".version 8.0 .target sm_75 .address_size 64\n")
    );
}

#[test]
fn a_name_without_a_dot_may_be_a_file() {
    let bench = bench();
    fs::rename(bench.path().join("kernel.ptx"), bench.path().join("mine")).unwrap();
    assert_eq!(warploom(bench.path(), &["phases", "mine", "--summary"]).code, 0);
}

/// Every opening tag is closed, in order.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains(['"', '>']), "{text}");
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn a_picture() {
    let bench = bench();
    let args = ["phases", "kernel.ptx", "--no-lower", "--kernel", "first", "--svg", "out.svg"];
    insta::assert_snapshot!("picture", warploom(bench.path(), &args));
    let svg = fs::read_to_string(bench.path().join("out.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title>first: 3 phases, 11 instructions, 14 cycles</title>"));
    assert!(svg.contains("<title>4: @!%p0 bra -&gt; 10</title>"), "text is escaped");
    assert_eq!(svg.matches("url(#head)").count(), 2, "two waits");
    assert_well_formed(&svg);
    let nowhere = ["phases", "kernel.ptx", "--kernel", "first", "--svg", "no/such/place.svg"];
    insta::assert_snapshot!("picture_not_written", warploom(bench.path(), &nowhere));
}

#[test]
fn a_long_picture_has_rows() {
    let bench = bench();
    let ended = warploom(bench.path(), &["phases", "heartwall/track", "--svg", "out.svg"]);
    assert_eq!(ended.code, 0, "{ended}");
    let svg = fs::read_to_string(bench.path().join("out.svg")).unwrap();
    assert_well_formed(&svg);
    let height = svg.split("height=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(height.parse::<f64>().unwrap() > 500.0, "{height}");
}

#[test]
fn help() {
    insta::assert_snapshot!("help", phases(&["--help"]));
}

/// The book shows real output.
#[test]
fn the_book_shows_real_output() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/explanation/phases.md");
    let book = fs::read_to_string(book).unwrap();
    let commands: Vec<&str> =
        book.lines().filter_map(|line| line.strip_prefix("$ warploom phases ")).collect();
    assert!(!commands.is_empty());
    for command in commands {
        let ended = phases(&command.split(' ').collect::<Vec<_>>());
        let shown = format!("$ warploom phases {command}\n{}```", ended.stdout);
        assert!(book.contains(&shown), "{shown}");
    }
}

/// `INSTA_UPDATE=always` redraws it.
#[test]
fn the_picture_in_the_book_is_the_programs() {
    let directory = tempfile::tempdir().unwrap();
    let ended = warploom(directory.path(), &["phases", "lud/internal", "--svg", "strip.svg"]);
    assert_eq!(ended.code, 0, "{ended}");
    let drawn = fs::read_to_string(directory.path().join("strip.svg")).unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/images/phases-lud-internal.svg");
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        fs::write(path, &drawn).unwrap();
    }
    assert!(fs::read_to_string(path).unwrap() == drawn, "run with INSTA_UPDATE=always");
}

#[test]
fn a_pass_can_be_looked_at() {
    insta::assert_snapshot!("dump_after", phases(&["scan/add", "--dump-after", "branch"]));
    let ended = phases(&["scan/add", "--dump-after", "shedule"]);
    assert!(ended.code == 2 && ended.stderr.contains("did you mean `schedule`?"), "{ended}");
}

#[test]
fn sass_is_read_as_disassemblers_print_it() {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernel/src/sass/samples");
    insta::assert_snapshot!("sass", phases(&[&format!("{samples}/modulate-sm75.sass")]));
    let ended = phases(&[&format!("{samples}/modulate-sm75.cuobjdump"), "--summary"]);
    assert!(ended.code == 0 && ended.stdout.contains("fwt_modulate"), "{ended}");
}
