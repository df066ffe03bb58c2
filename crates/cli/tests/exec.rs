//! The output and exit codes of `warploom exec`.

use crate::common;

use common::{Ended, warploom};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const PTX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernel/tests/samples/ptx/nvcc13-compute_75");
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/saxpy");

/// A temporary directory with a kernel and a launch file.
struct Bench(TempDir);

impl Bench {
    /// A bench with this sample as `kernel.ptx`, and this launch file.
    fn new(sample: &str, launch: &str) -> Bench {
        let bench = Bench(tempfile::tempdir().unwrap());
        bench.write("kernel.ptx", &fs::read(format!("{PTX}/{sample}.ptx")).unwrap());
        bench.write("launch.toml", launch.as_bytes());
        bench
    }

    /// The documented example.
    fn example() -> Bench {
        Bench::broken("", "")
    }

    /// The documented example with a replacement in its launch file.
    fn broken(from: &str, to: &str) -> Bench {
        let launch = fs::read_to_string(format!("{EXAMPLE}/launch.toml")).unwrap();
        assert!(launch.contains(from), "{from}");
        Bench::new("saxpy", &launch.replacen(from, to, 1))
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.path().join(name), bytes).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).unwrap()
    }

    fn exec(&self, flags: &[&str]) -> Ended {
        let mut args = vec!["exec", "kernel.ptx", "--launch", "launch.toml"];
        args.extend(flags);
        warploom(self.0.path(), &args)
    }
}

#[test]
fn the_example_passes() {
    let ended = warploom(Path::new(EXAMPLE), &["exec", "saxpy.ptx", "--launch", "launch.toml"]);
    insta::assert_snapshot!(ended);
}

/// Replacements in the launch file of the texture example, and the message of each.
const BROKEN_TEXTURES: &[(&str, &str, &str)] = &[
    ("array = \"picture\"", "array = \"pictur\"", "there is no array `pictur`"),
    ("array = \"picture\"", "", "a texture reads an array or a buffer"),
    (
        "array = \"picture\"",
        "array = \"picture\"\nbuffer = \"pixels\"",
        "a texture reads an array or a buffer",
    ),
    ("address = \"border\"", "address = \"edge\"", "textures.picture.address: "),
    ("address = \"border\"", "address = []", "`address` must have one to three sizes"),
    ("address = \"border\"", "border = [1, 2, 3, 4, 5]", "a border has up to four channels"),
    ("buffer = \"pixels\"", "buffer = \"pixel\"", "there is no buffer `pixel`"),
    ("buffer = \"pixels\"", "buffer = \"pixels\"\nchannels = 3", "no texel has 3 channels of 32 bits"),
    (
        "buffer = \"pixels\"",
        "buffer = \"pixels\"\nchannels = 2",
        "a texel has 2 channels, but the buffer has shape [3, 4]",
    ),
    (
        "buffer = \"pixels\"",
        "buffer = \"pixels\"\ngeometry = \"cubemap\"",
        "a buffer of shape [3, 4] does not have",
    ),
    ("type = \"f32\"", "type = \"f64\"", "a texel cannot have channels of type f64"),
    ("{ surface = \"result\" }", "{ surface = \"results\" }", "there is no surface `results`"),
    ("{ texture = \"picture\" }", "{ texture = \"result\" }", "there is no texture `result`"),
    ("{ texture = \"picture\" }", "{ surface = \"result\" }", "bad texture: `tex.2d.v4.f32.f32` uses 0x"),
];

#[test]
fn textures_and_surfaces_are_declared_in_the_launch_file() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/blur");
    let ptx = fs::read(format!("{example}/blur.ptx")).unwrap();
    let launch = fs::read_to_string(format!("{example}/launch.toml")).unwrap();
    let exec = |launch: &str, flags: &[&str]| {
        let bench = Bench(tempfile::tempdir().unwrap());
        bench.write("kernel.ptx", &ptx);
        bench.write("launch.toml", launch.as_bytes());
        bench.exec(flags)
    };
    for flags in [&[][..], &["--warp", "64"], &["--one-thread-at-a-time"]] {
        let ended = exec(&launch, flags);
        assert_eq!(ended.code, 0, "{ended}");
        assert!(ended.to_string().contains("passed, 12 elements equal"), "{ended}");
    }
    for (from, to, message) in BROKEN_TEXTURES {
        assert!(launch.contains(from), "{from}");
        let ended = exec(&launch.replacen(from, to, 1), &[]);
        assert_eq!(ended.code, if message.starts_with("bad texture") { 1 } else { 2 }, "{to}: {ended}");
        assert!(ended.to_string().contains(message), "{to}: {ended}");
    }
    // A texture of a buffer in place, without an array.
    let linear = launch.replacen("array = \"picture\"", "buffer = \"pixels\"", 1);
    assert_eq!(exec(&linear, &[]).code, 0);
}

#[test]
fn the_example_is_the_tested_sample() {
    let read = |path: String| fs::read_to_string(path).unwrap();
    assert_eq!(read(format!("{EXAMPLE}/saxpy.ptx")), read(format!("{PTX}/saxpy.ptx")));
}

/// The book shows real output.
#[test]
fn the_book_shows_real_output() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tutorials/exec.md");
    let book = fs::read_to_string(book).unwrap();
    let shows = |from: &str, to: &str| {
        let bench = Bench::broken(from, to);
        fs::rename(bench.0.path().join("kernel.ptx"), bench.0.path().join("saxpy.ptx")).unwrap();
        let ended = warploom(bench.0.path(), &["exec", "saxpy.ptx", "--launch", "launch.toml"]);
        assert!(book.contains(&ended.stdout), "{ended}");
        assert!(book.contains(&ended.stderr), "{ended}");
    };
    shows("", "");
    shows("{ i32 = 1000 }", "{ i32 = 1024 }");
    shows("{ i32 = 1000 }", "{ i32 = 990 }");
    shows("{ f32 = 2.0 }", "{ i32 = 2 }");
    shows("\"saxpy\"", "\"saxpi\"");
    let launch = fs::read_to_string(format!("{EXAMPLE}/launch.toml")).unwrap();
    assert!(book.contains(&launch));
}

#[test]
fn json_has_all_of_it() {
    insta::assert_snapshot!(Bench::example().exec(&["--json"]));
}

#[test]
fn quiet_prints_errors_only() {
    let ended = Bench::example().exec(&["--quiet"]);
    assert_eq!(ended.to_string(), "exit code 0\n----- stdout\n----- stderr\n");
}

#[test]
fn help_and_version() {
    let here = Path::new(EXAMPLE);
    insta::assert_snapshot!("help", warploom(here, &["--help"]));
    insta::assert_snapshot!("help_exec", warploom(here, &["exec", "--help"]));
    assert_eq!(warploom(here, &["--version"]).stdout, concat!("warploom ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(warploom(here, &["exec", "saxpy.ptx"]).code, 2);
    assert_eq!(warploom(here, &["exce"]).code, 2);
}

#[test]
fn a_failing_check_tells_the_first_mismatches_and_saves_all_the_same() {
    let save = "step = 2 } }\nabs = 0.5\n[[save]]\nbuffer = \"y\"\nfile = \"y.npy\"";
    let bench = Bench::broken("step = 2 } }", save);
    let launch = String::from_utf8(bench.read("launch.toml")).unwrap();
    bench.write("launch.toml", launch.replace("i32 = 1000 }", "i32 = 990 }").as_bytes());
    insta::assert_snapshot!(bench.exec(&[]));
    assert_eq!(bench.read("y.npy").len(), 128 + 4000);
    let quiet = bench.exec(&["--quiet"]);
    assert!(quiet.code == 1 && quiet.stdout.contains("FAILED") && !quiet.stdout.contains("saved"));
    insta::assert_snapshot!("a_failing_check_json", bench.exec(&["--json"]));
}

#[test]
fn a_fault_is_shown_with_its_line() {
    let bench = Bench::broken("i32 = 1000", "i32 = 1010");
    insta::assert_snapshot!(bench.exec(&[]));
    let json = bench.exec(&["--json"]);
    assert_eq!(json.code, 1);
    insta::assert_snapshot!("a_fault_json", json.stdout);
}

#[test]
fn checks_that_warn_let_pass_what_a_gpu_lets_pass() {
    let bench = Bench::broken("i32 = 1000", "i32 = 1010");
    insta::assert_snapshot!(bench.exec(&["--checks", "warn"]));
    let json = bench.exec(&["--checks", "warn", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let counts: Vec<_> = value["warnings"].as_array().unwrap().iter().map(|w| w["count"].clone()).collect();
    assert_eq!((json.code, counts), (0, vec![10.into(); 3]));
    assert_eq!(value["warnings"][0]["kind"], "out_of_bounds");
    let off = bench.exec(&["--checks", "off"]);
    assert_eq!((off.code, off.stderr.as_str()), (0, ""));
    assert_eq!(bench.exec(&["--checks", "strict"]).code, 1);
}

#[test]
fn an_endless_kernel_is_stopped() {
    insta::assert_snapshot!(Bench::broken("grid = 4", "grid = 1").exec(&["--budget", "20"]));
}

#[test]
fn a_ptx_syntax_error_is_shown_with_its_line() {
    let bench = Bench::example();
    let ptx = String::from_utf8(bench.read("kernel.ptx")).unwrap();
    bench.write("kernel.ptx", ptx.replacen("mad.lo.s32", "mad.low.s32", 1).as_bytes());
    insta::assert_snapshot!(bench.exec(&[]));
}

#[test]
fn a_file_that_is_not_ptx_gets_help() {
    let bench = Bench::example();
    bench.write("kernel.cu", b"__global__ void k() {}\n");
    let source = warploom(bench.0.path(), &["exec", "kernel.cu", "--launch", "launch.toml"]);
    insta::assert_snapshot!("what_is_no_ptx_source", source);
    bench.write("kernel.ptx", b"\x7fELF\x02\xff\xfe");
    insta::assert_snapshot!("what_is_no_ptx_binary", bench.exec(&[]));
}

/// Errors in a launch file: replacements in the example.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("an unknown key", "value = 1\n", "vlaue = 1\n"),
    ("a missing key", "block = 256\n", ""),
    ("a wrong kernel", "\"saxpy\"", "\"saxpi\""),
    ("too few arguments", ", { i32 = 1000 }]", "]"),
    ("an argument too wide", "{ i32 = 1000 }", "{ i64 = 1000 }"),
    ("bits of another kind", "{ f32 = 2.0 }", "{ i32 = 2 }"),
    ("an unknown buffer", "{ buffer = \"x\" }", "{ buffer = \"z\" }"),
    ("a number out of range", "{ i32 = 1000 }", "{ i32 = 2147483648 }"),
    ("a missing file", "iota = { start = 0, step = 1 }", "file = \"inputs/x.npy\""),
    ("two contents", "value = 1\n", "value = 1\nrandom = { seed = 1 }\n"),
    ("no shape", "shape = 1000\n", ""),
    ("an absurd shape", "shape = 1000\n", "shape = [4294967296, 4294967296, 16]\n"),
    ("a block too large", "block = 256", "block = [256, 8]"),
    ("four dimensions", "grid = 4", "grid = [1, 1, 1, 4]"),
    ("too few values", "value = 1\n", "values = [1, 2, 3]\n"),
    ("not TOML", "[buffers.y]", "[buffers.y"),
    ("no launch", "[[launch]]", "[[launches]]"),
    ("a negative tolerance", "step = 2 } }", "step = 2 } }\nabs = -1\n"),
    ("a table for a list", "[[launch]]", "[launch]"),
    ("a negative number", "first = 8", "first = -1"),
    ("a show past the end", "first = 8", "from = 2000"),
    ("a number for a form", "{ iota = { start = 1, step = 2 } }", "3"),
    (
        "a save without its directory",
        "step = 2 } }",
        "step = 2 } }\n[[save]]\nbuffer = 'y'\nfile = 'none/y.npy'",
    ),
    ("a save to a directory", "step = 2 } }", "step = 2 } }\n[[save]]\nbuffer = 'y'\nfile = '.'"),
    (
        "a save below a file",
        "step = 2 } }",
        "step = 2 } }\n[[save]]\nbuffer = 'y'\nfile = 'kernel.ptx/y.npy'",
    ),
    ("a save to an archive", "step = 2 } }", "step = 2 } }\n[[save]]\nbuffer = 'y'\nfile = 'y.npz'"),
    ("too much shared memory", "block = 256\n", "block = 256\nshared = 1000000\n"),
];

#[test]
fn mistakes_in_a_launch_file_are_shown_with_their_remedy() {
    let mut all = String::new();
    for (title, from, to) in MISTAKES {
        let ended = Bench::broken(from, to).exec(&[]);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{title}");
        all.push_str(&format!("===== {title}\n{}\n", ended.stderr));
    }
    let empty = Bench::new("saxpy", "");
    all.push_str(&format!("===== an empty file\n{}", empty.exec(&[]).stderr));
    insta::assert_snapshot!(all);
}

#[test]
fn a_missing_kernel_is_named() {
    let bench = Bench::example();
    let ended = warploom(bench.0.path(), &["exec", "nothing.ptx", "--launch", "launch.toml"]);
    insta::assert_snapshot!(ended);
}

/// Transposes a 3 × 4 matrix and back, through files of every kind.
const TRANSPOSE: &str = r#"
[buffers.a]
file = "a.npy"
[buffers.b]
type = "f32"
shape = [4, 3]
[buffers.back]
type = "f32"
shape = [3, 4]

[[launch]]
kernel = "transpose"
grid = 1
block = [16, 4]
args = [{ buffer = "a" }, { buffer = "b" }, { i32 = 3 }, { i32 = 4 }]
[[launch]]
kernel = "transpose"
grid = [1, 1, 1]
block = [16, 4]
args = [{ buffer = "b" }, { buffer = "back" }, { i32 = 4 }, { i32 = 3 }]

[[show]]
buffer = "b"
[[show]]
buffer = "b"
from = 4
first = 4
[[check]]
buffer = "b"
equals = { values = [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11] }
[[check]]
buffer = "back"
equals = { buffer = "a" }
[[check]]
buffer = "back"
equals = { file = "a.npy" }
[[check]]
buffer = "back"
equals = { file = "a.raw" }
[[check]]
buffer = "back"
equals = { iota = {} }
[[save]]
buffer = "b"
file = "b.npy"
[[save]]
buffer = "back"
file = "back.raw"
"#;

/// The file that `np.save` writes for an array of this type and shape.
fn npy(descr: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    [b"\x93NUMPY\x01\x00\x76\x00", format!("{text:<117}\n").as_bytes(), elements].concat()
}

#[test]
fn npy_files_go_in_and_out() {
    let bytes = |order: [u8; 12]| order.map(|i| f32::from(i).to_le_bytes()).concat();
    let iota = bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    let transposed = bytes([0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
    let bench = Bench::new("transpose", TRANSPOSE);
    bench.write("a.npy", &npy("<f4", "(3, 4)", &iota));
    bench.write("a.raw", &iota);
    insta::assert_snapshot!(bench.exec(&[]));
    assert_eq!(bench.read("b.npy"), npy("<f4", "(4, 3)", &transposed));
    assert_eq!(bench.read("back.raw"), iota);

    // A file without .npy in its name is recognised by its first bytes; an archive is rejected.
    bench.write("a.raw", &npy("<f4", "(3, 4)", &iota));
    assert_eq!(bench.exec(&[]).code, 0);
    bench.write("a.npz", b"PK\x03\x04");
    bench.write("archive.toml", TRANSPOSE.replace("a.npy", "a.npz").as_bytes());
    let archive = warploom(bench.0.path(), &["exec", "kernel.ptx", "--launch", "archive.toml"]);
    insta::assert_snapshot!("an_npz_file", archive);

    // A truncated file, as after a full disk, is rejected.
    bench.write("a.npy", &npy("<f4", "(3, 4)", &iota[..40]));
    insta::assert_snapshot!("an_npy_file_cut_short", bench.exec(&[]));
}

#[test]
fn results_do_not_depend_on_how_lanes_are_grouped() {
    let launch = r#"
        [buffers.a]
        type = "f64"
        shape = 1000
        random = { seed = 1, low = -1, high = 1 }
        [buffers.b]
        type = "i32"
        shape = 1000
        random = { seed = 2, high = 1000 }
        [buffers.out]
        type = "f64"
        shape = 1000
        [[launch]]
        kernel = "shared_dynamic"
        grid = 10
        block = 100
        shared = 1200
        args = [{ buffer = "a" }, { buffer = "b" }, { buffer = "out" }, { i32 = 1000 }]
        [[save]]
        buffer = "out"
        file = "out.npy"
    "#;
    let bench = Bench::new("shared_dynamic", launch);
    let modes = [&["--warp", "32"][..], &["--warp", "64"], &["--one-thread-at-a-time"]];
    let results = modes.map(|flags| (bench.exec(flags).to_string(), bench.read("out.npy")));
    assert!(results[0].1[128..].iter().any(|&b| b != 0));
    assert_eq!(results[0].1, results[1].1);
    assert_eq!(results[0].1, results[2].1);
    insta::assert_snapshot!(results.map(|r| r.0).join("\n"));
}

#[test]
fn structs_are_laid_out_as_c_does() {
    let launch = r#"
        [buffers.out]
        type = "f32"
        shape = 4
        [[launch]]
        kernel = "params"
        grid = 1
        block = 4
        args = [
            { i8 = -1 }, { u16 = 1 }, { u8 = 1 }, { i64 = 100 }, { f32 = 0.5 }, { f64 = 0.25 },
            { struct = [{ i8 = 3 }, { i16 = 4 }] },
            { struct = [
                { f64 = 1000 }, { i32 = 0 }, { i32 = 1 }, { i32 = 2 }, { i32 = 3 }, { i32 = 4 },
                { struct = [{ i8 = 0 }, { i16 = 0 }] }, { struct = [{ i8 = 1 }, { i16 = 11 }] },
                { buffer = "out" },
            ] },
            { bytes = [0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64] },
            { i32 = 0 },
        ]
        [[check]]
        buffer = "out"
        equals = { values = [1127.75, 1138.75, 1129.75, 1140.75] }
    "#;
    let ended = Bench::new("params", launch).exec(&[]);
    assert_eq!(ended.code, 0, "{ended}");
}

#[test]
fn variables_of_the_module_are_buffers_by_their_symbol() {
    let launch = r#"
        [buffers.zeroed]
        symbol = "zeroed"
        type = "i32"
        shape = 16
        [buffers.counter]
        symbol = "counter"
        type = "u32"
        shape = 1
        value = 7
        [buffers.table]
        symbol = "table"
        type = "f32"
        shape = [2, 4]
        [[launch]]
        kernel = "constants_write"
        grid = 1
        block = 32
        args = [{ i32 = 5 }]
        [[check]]
        buffer = "zeroed"
        equals = { iota = { start = 5 } }
        [[check]]
        buffer = "counter"
        equals = { value = 167 }
        [[show]]
        buffer = "table"
    "#;
    insta::assert_snapshot!(Bench::new("constants", launch).exec(&[]));
    let wrong = launch.replace("symbol = \"counter\"", "symbol = \"countr\"");
    insta::assert_snapshot!("an_unknown_symbol", Bench::new("constants", &wrong).exec(&[]));
    let wide = launch.replace("shape = 16", "shape = 17");
    insta::assert_snapshot!("a_symbol_too_small", Bench::new("constants", &wide).exec(&[]));
}

#[test]
fn sixteen_bit_floats_and_nan() {
    let launch = r#"
        [buffers.a]
        type = "f16"
        values = [1, 65504, -inf, nan]
        [buffers.b]
        type = "f16"
        values = [0.1, 65504, inf, 1]
        [buffers.out]
        type = "f16"
        shape = [100, 4]
        [[launch]]
        kernel = "half_scalar"
        grid = 1
        block = 32
        args = [{ buffer = "a" }, { buffer = "b" }, { buffer = "a" }, { buffer = "out" }, { i32 = 4 }]
        [[show]]
        buffer = "out"
        first = 8
        [[check]]
        buffer = "a"
        equals = { values = [1, 65504, -inf, nan] }
        [[check]]
        buffer = "a"
        equals = { values = [1, 65472, inf, nan] }
        rel = 0.001
        nan = "fail"
    "#;
    insta::assert_snapshot!(Bench::new("half", launch).exec(&[]));
}

#[test]
fn an_expected_npy_file_may_be_of_another_type() {
    let launch = r#"
        [buffers.x]
        type = "f32"
        values = [0.1, 0.2]
        [buffers.y]
        type = "f32"
        shape = 2
        [[launch]]
        kernel = "saxpy"
        grid = 1
        block = 32
        args = [{ f32 = 1 }, { buffer = "x" }, { buffer = "y" }, { i32 = 2 }]
        [[check]]
        buffer = "y"
        equals = { file = "y.npy" }
        [[check]]
        buffer = "y"
        equals = { file = "y.npy" }
        rel = 1e-7
    "#;
    let bench = Bench::new("saxpy", launch);
    bench.write("y.npy", &npy("<f8", "(2,)", &[0.1f64, 0.2].map(f64::to_le_bytes).concat()));
    insta::assert_snapshot!(bench.exec(&[]));
}

/// A device that is always full.
#[cfg(target_os = "linux")]
const FULL: &str = "/dev/full";

#[test]
#[cfg(target_os = "linux")]
fn a_failed_save_is_reported_after_the_rest() {
    let saves = format!(
        "step = 2 }} }}\n[[save]]\nbuffer = \"y\"\nfile = \"{FULL}\"\n\
         [[save]]\nbuffer = \"x\"\nfile = \"x.raw\""
    );
    let bench = Bench::broken("step = 2 } }", &saves);
    insta::assert_snapshot!(bench.exec(&[]));
    assert_eq!(bench.read("x.raw").len(), 4000);
    let json = bench.exec(&["--json"]);
    assert_eq!(json.code, 2);
    let saves = json.stdout.find("\"saves\"").unwrap();
    insta::assert_snapshot!("what_cannot_be_saved_json", &json.stdout[saves..]);
}

#[test]
#[cfg(target_os = "linux")]
fn lost_output_is_an_error_and_a_reader_gone_is_none() {
    let run = |bench: &Bench, flags: &[&str], stdout: std::process::Stdio| {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("warploom"));
        command.current_dir(bench.0.path()).env("NO_COLOR", "1").stdout(stdout);
        command.args(["exec", "kernel.ptx", "--launch", "launch.toml"]).args(flags);
        let output = command.output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let full = || fs::OpenOptions::new().write(true).open(FULL).unwrap().into();
    let (example, fault) = (Bench::example(), Bench::broken("i32 = 1000", "i32 = 1010"));
    for flags in [&[][..], &["--json"]] {
        let (code, stderr) = run(&example, flags, full());
        assert!(code == 2 && stderr.contains("standard output cannot be written"), "{code} {stderr}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(run(&example, flags, writer.into()), (0, String::new()));
    }
    let (code, stderr) = run(&fault, &["--json"], full());
    assert!(
        code == 2 && stderr.contains("out of bounds") && stderr.contains("cannot be written"),
        "{stderr}"
    );
    assert_eq!(run(&example, &["--quiet"], full()), (0, String::new()));
}
