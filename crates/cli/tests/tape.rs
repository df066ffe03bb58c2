//! The output and exit codes of `warploom tape`, `import` and `export`.

use crate::common;
use crate::common::saxpy;

use common::{Ended, warploom};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const TRACES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tape/tests/traces");
const REFERENCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reference");
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/tapes.md");

/// A temporary directory with the example's kernel and launch file.
struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        Bench(saxpy::saxpy())
    }

    /// Runs the program; `TRACES` in an argument is the directory of sample formats, `VECADD` a small trace.
    fn run(&self, command: &str) -> Ended {
        let command = command.replace("VECADD", "REFERENCE/traces/mgpusim_vecadd_50000_sm80");
        let command = command.replace("REFERENCE", REFERENCE).replace("TRACES", TRACES);
        let args: Vec<&str> = command.split(' ').collect();
        let mut ended = warploom(self.0.path(), &args);
        let relative = |text: &str| text.replace(TRACES, "TRACES").replace(REFERENCE, "REFERENCE");
        ended.stdout = steady(&relative(&ended.stdout));
        ended.stderr = unhurried(&relative(&ended.stderr));
        ended
    }

    /// Runs the program, which must succeed.
    fn fine(&self, command: &str) -> Ended {
        let ended = self.run(command);
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{command}\n{ended}");
        ended
    }

    fn json(&self, tape: &str) -> Value {
        serde_json::from_str(&self.fine(&format!("tape info {tape} --mix --json")).stdout).unwrap()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.0.path().join(name), bytes).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).unwrap()
    }

    /// The files, sorted.
    fn files(&self, of: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.path().join(of)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Without values that depend on the host or on the compression of tapes.
fn steady(text: &str) -> String {
    let line = |line: &str| match line {
        _ if line.ends_with("B/s") => "[speed]".to_owned(),
        _ if line.ends_with(" per warp instruction") => "[bytes]".to_owned(),
        _ if line.starts_with("digest ") => "[digest]".to_owned(),
        _ => line.to_owned(),
    };
    text.lines().map(|l| line(l) + "\n").collect()
}

/// Without the progress lines of slow work.
fn unhurried(text: &str) -> String {
    let now_and_then =
        |line: &str| line.contains(" of ") && line.contains(" after ") && !line.starts_with(' ');
    text.lines().filter(|line| !now_and_then(line)).map(|line| format!("{line}\n")).collect()
}

#[test]
fn help() {
    let bench = Bench::new();
    for (name, command) in [
        ("help", "tape --help"),
        ("help_info", "tape info --help"),
        ("help_import", "import --help"),
        ("help_export", "export --help"),
    ] {
        insta::assert_snapshot!(name, bench.fine(command));
    }
}

#[test]
fn an_application_becomes_a_tape() {
    let bench = Bench::new();
    insta::assert_snapshot!("made", bench.fine("tape backprop --size tiny -o b.tape"));
    insta::assert_snapshot!("info", bench.fine("tape info b.tape --mix"));
    assert_eq!(bench.fine("tape backprop --size tiny --quiet -o c.tape").stdout, "");
    assert!(bench.read("b.tape") == bench.read("c.tape"), "the same work gives the same tape");
    bench.fine("tape backprop --size tiny --seed 2 -o d.tape");
    assert_ne!(bench.json("b.tape")["digest"], bench.json("d.tape")["digest"]);
}

#[test]
fn json_has_all_of_it() {
    let bench = Bench::new();
    bench.fine("tape reduction --size tiny --warp 64 -o r.tape");
    let mut json = bench.json("r.tape");
    assert_eq!(json["bytes"].as_u64(), Some(bench.read("r.tape").len() as u64));
    assert_eq!(json["digest"].as_str().unwrap().len(), 32);
    json["launches"][0]["bytes"] = "[bytes]".into();
    for (key, text) in [("bytes", "[bytes]"), ("bytes_per_instruction", "[bytes]"), ("digest", "[digest]")] {
        json[key] = text.into();
    }
    insta::assert_snapshot!("json", format!("{json:#}"));
}

/// The facts of every kernel, measured without tapes: launches, instructions, registers, mix.
#[test]
fn tapes_match_the_facts_of_the_suite() {
    let bench = Bench::new();
    let list: Vec<Value> = serde_json::from_str(&bench.fine("suite list --json").stdout).unwrap();
    for name in ["backprop", "lud", "histogram", "bfs"] {
        bench.fine(&format!("tape {name} --size tiny -o x.tape"));
        let tape = bench.json("x.tape");
        let launches = tape["launches"].as_array().unwrap();
        let application = list.iter().find(|a| a["name"] == name).unwrap();
        for kernel in application["kernels"].as_array().unwrap() {
            let fact = &kernel["sizes"][0];
            let entry = format!("{name}_{}", kernel["name"].as_str().unwrap());
            let own: Vec<&Value> = launches.iter().filter(|l| l["kernel"] == entry.as_str()).collect();
            let sum = |key: &str| own.iter().map(|l| l[key].as_u64().unwrap()).sum::<u64>();
            for key in ["ctas", "warp_instructions", "thread_instructions"] {
                assert_eq!(Some(sum(key)), fact[key].as_u64(), "{entry}: {key}");
            }
            assert_eq!(Some(own.len() as u64), fact["launches"].as_u64(), "{entry}");
            assert_eq!(own[0]["registers"], fact["registers"], "{entry}");
            let mix = |class: &str| own.iter().map(|l| l["mix"][class].as_u64().unwrap()).sum::<u64>();
            for (class, count) in fact["mix"].as_object().unwrap() {
                assert_eq!(Some(mix(class)), count.as_u64(), "{entry}: {class}");
            }
        }
    }
}

#[test]
fn a_kernel_alone_has_the_tape_it_has_in_its_application() {
    let bench = Bench::new();
    bench.fine("tape lud --size tiny -o all.tape");
    bench.fine("tape lud/internal --size tiny -o one.tape");
    let all = bench.json("all.tape");
    let mut wanted: Vec<Value> = all["launches"].as_array().unwrap().clone();
    wanted.retain(|launch| launch["kernel"] == "lud_internal");
    wanted.iter_mut().enumerate().for_each(|(at, launch)| launch["launch"] = at.into());
    assert_eq!(bench.json("one.tape")["launches"], Value::Array(wanted));
}

#[test]
fn a_tape_of_a_tape_is_the_same() {
    let bench = Bench::new();
    bench.fine("tape transpose --size tiny -o a.tape");
    let before = bench.read("a.tape");
    bench.fine("tape a.tape -o b.tape");
    insta::assert_snapshot!("of_a_tape", bench.fine("tape a.tape -o a.tape"));
    assert!(before == bench.read("a.tape") && before == bench.read("b.tape"));
    fs::rename(bench.0.path().join("a.tape"), bench.0.path().join("mine")).unwrap();
    bench.fine("tape mine -o c.tape");
    assert_eq!(bench.files(""), ["b.tape", "c.tape", "launch.toml", "mine", "saxpy.ptx"]);
}

#[test]
fn ptx_with_a_launch_file_becomes_a_tape() {
    let bench = Bench::new();
    insta::assert_snapshot!("of_ptx", bench.fine("tape saxpy.ptx --launch launch.toml -o s.tape"));
    insta::assert_snapshot!("of_ptx_info", bench.fine("tape info s.tape --mix"));
}

/// Replacements in the example's launch file.
fn broken(from: &str, to: &str) -> Bench {
    let bench = Bench::new();
    let launch = String::from_utf8(bench.read("launch.toml")).unwrap();
    assert!(launch.contains(from), "{from}");
    bench.write("launch.toml", launch.replacen(from, to, 1));
    bench
}

#[test]
fn ptx_that_goes_wrong_is_shown_as_exec_shows_it() {
    let make = "tape saxpy.ptx --launch launch.toml -o s.tape";
    let bench = broken("i32 = 1000", "i32 = 1024");
    insta::assert_snapshot!("fault", bench.run(make));
    assert_eq!(bench.files(""), ["launch.toml", "saxpy.ptx"], "nothing is left half written");
    insta::assert_snapshot!("mistake", broken("{ f32 = 2.0 }", "{ i32 = 2 }").run(make));
    insta::assert_snapshot!("endless", Bench::new().run(&format!("{make} --budget 10")));
    let bench = Bench::new();
    bench.write("saxpy.ptx", "__global__");
    let ended = bench.run(make);
    assert!(ended.code == 2 && ended.stderr.contains("saxpy.ptx:1:1"), "{ended}");
}

#[test]
fn options_belong_to_kinds_of_work() {
    let bench = Bench::new();
    bench.fine("tape transpose --size tiny -o a.tape");
    let mut all = String::new();
    for command in [
        "tape lud --launch launch.toml -o x.tape",
        "tape lud --architecture volta -o x.tape",
        "tape a.tape --size tiny -o x.tape",
        "tape a.tape --warp 64 -o x.tape",
        "tape saxpy.ptx --launch launch.toml --seed 3 -o x.tape",
        "tape saxpy.ptx --launch launch.toml --opcodes x.toml -o x.tape",
        "export VECADD --warp 64 -o x",
        "tape VECADD --budget 7 -o x.tape",
        "tape lud --registers 18 -o x.tape",
        "tape lud --partial -o x.tape",
        "tape saxpy.ptx -o x.tape",
    ] {
        let ended = bench.run(command);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{command}");
        all.push_str(&format!("$ warploom {command}\n{}", ended.stderr));
    }
    insta::assert_snapshot!("unfit_options", all);
}

#[test]
fn work_that_is_none() {
    let bench = Bench::new();
    bench.write("other", "hello\n");
    bench.write("hello.tape", "hello\n");
    bench.fine("tape transpose --size tiny -o cut.tape");
    let whole = bench.read("cut.tape");
    bench.write("cut.tape", &whole[..whole.len() / 2]);
    fs::create_dir(bench.0.path().join("empty")).unwrap();
    let mut all = String::new();
    for command in [
        "tape backpop -o x.tape",
        "tape lud/intern -o x.tape",
        "tape lud --size huge -o x.tape",
        "tape fwt/step --size paper -o x.tape",
        "tape nowhere.tape -o x.tape",
        "tape nowhere.xyz -o x.tape",
        "tape other -o x.tape",
        "tape hello.tape -o x.tape",
        "tape info hello.tape",
        "tape info cut.tape",
        "tape info empty",
        "tape empty -o x.tape",
        "import nowhere",
        "import other",
        "tape kernel-1.trace -o x.tape",
        "tape lud --size tiny -o none/x.tape",
        "tape lud --size tiny -o empty",
    ] {
        let ended = bench.run(command);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{command}");
        all.push_str(&format!("$ warploom {command}\n{}", ended.stderr));
    }
    insta::assert_snapshot!("no_work", all);
    for command in ["tape", "tape lud", "tape info", "import", "export lud", "tape lud --warp 48 -o x.tape"] {
        assert_eq!(bench.run(command).code, 2, "{command}");
    }
    assert!(!bench.files("").iter().any(|name| name.contains("x.tape")), "{:?}", bench.files(""));
}

#[test]
fn a_trace_is_imported() {
    let bench = Bench::new();
    insta::assert_snapshot!("imported", bench.fine("import VECADD"));
    insta::assert_snapshot!("imported_info", bench.fine("tape info mgpusim_vecadd_50000_sm80.tape --mix"));
    bench.fine("import TRACES/formats/v4/vecadd_100_sm61.traceg --quiet");
    bench.fine("import VECADD/kernelslist.g -o list.tape");
    bench.fine("tape VECADD -o work.tape");
    let made = "mgpusim_vecadd_50000_sm80.tape";
    let names = ["launch.toml", "list.tape", made, "saxpy.ptx", "vecadd_100_sm61.tape", "work.tape"];
    assert_eq!(bench.files(""), names);
    assert!(bench.read(made) == bench.read("list.tape"));
    assert_eq!(bench.json(made)["digest"], bench.json("work.tape")["digest"]);
}

#[test]
fn a_header_of_garbage_can_be_corrected() {
    let bench = Bench::new();
    let ended = bench.run("import TRACES/formats/malformed");
    insta::assert_snapshot!("garbage", ended);
    assert_eq!(bench.files(""), ["launch.toml", "saxpy.ptx"]);
    let ended = bench.run("tape TRACES/formats/malformed --registers 32 -o x.tape");
    insta::assert_snapshot!("garbage_architecture", ended);
    bench.fine("tape TRACES/formats/malformed --registers 32 --architecture ampere -o x.tape");
    assert_eq!(bench.json("x.tape")["launches"][0]["registers"], 32);
    insta::assert_snapshot!("no_architecture", bench.run("import TRACES/formats/v3 --architecture fermi"));
}

/// A trace of a kernel of one warp per CTA, of a GPU that does not exist.
fn trace(ctas: u32) -> String {
    let header = "-kernel name = k\n-kernel id = 1\n-grid dim = (3,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n-nregs = 8\n\
        -binary version = 200\n-cuda stream id = 0\n-shmem base_addr = 0x0\n-local mem base_addr = 0x0\n-nvbit version = 1\n\
        -accelsim tracer version = 5\n-enable lineinfo = 0\n\n#traces format = …\n\n";
    let cta = |x: u32| {
        format!(
            "#BEGIN_TB\n\nthread block = {x},0,0\n\nwarp = 0\ninsts = 4\n0000 ffffffff 1 R0 MOV 0 0 0\n\
             0010 ffffffff 1 R2 LDG.E 1 R0 4 1 0x7f00000000 4 0\n0020 ffffffff 1 R2 HYPER.ADD 2 R2 R2 0 0\n\
             0030 ffffffff 0 EXIT 0 0 0\n\n#END_TB\n\n"
        )
    };
    (0..ctas).fold(header.to_owned(), |text, x| text + &cta(x))
}

/// The opcode map in the book adds an architecture.
#[test]
fn a_gpu_is_added_by_a_map_alone() {
    let bench = Bench::new();
    bench.write("k.traceg", trace(3));
    insta::assert_snapshot!("unknown_gpu", bench.run("import k.traceg"));
    let book = fs::read_to_string(BOOK).unwrap();
    let map = book.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    bench.write("mine.toml", map);
    bench.fine("import k.traceg --opcodes mine.toml");
    assert_eq!(bench.json("k.tape")["mix"]["tensor"], 3);
    bench.write("k.traceg", trace(3).replace("binary version = 200", "binary version = 70"));
    insta::assert_snapshot!("unknown_opcode", bench.run("import k.traceg"));
    bench.fine("import k.traceg --opcodes mine.toml --architecture mine");
    bench.fine("import k.traceg --opcodes mine.toml --architecture sm_200");
    bench.write("mine.toml", map.replace("tensor =", "tenser ="));
    insta::assert_snapshot!("wrong_map", bench.run("import k.traceg --opcodes mine.toml"));
    insta::assert_snapshot!("no_map", bench.run("import k.traceg --opcodes none.toml"));
}

#[test]
fn missing_ctas_are_reported() {
    let bench = Bench::new();
    bench.write("k.traceg", trace(2).replace("HYPER.ADD", "HADD2").replace("version = 200", "version = 70"));
    insta::assert_snapshot!("missing", bench.run("import k.traceg"));
    bench.fine("import k.traceg --partial");
    insta::assert_snapshot!("missing_info", bench.fine("tape info k.tape"));
    let ended = bench.run("export k.tape -o out");
    insta::assert_snapshot!("missing_export", ended);
}

#[test]
fn an_exported_trace_imports_to_the_same_tape() {
    let bench = Bench::new();
    insta::assert_snapshot!("exported", bench.fine("export backprop --size tiny -o traces/b"));
    assert_eq!(bench.files("traces/b"), ["kernel-1.traceg.xz", "kernel-2.traceg.xz", "kernelslist.g"]);
    bench.fine("tape backprop --size tiny -o a.tape");
    bench.fine("import traces/b");
    let (one, other) = (bench.json("a.tape"), bench.json("b.tape"));
    for key in ["ctas", "warp_instructions", "thread_instructions", "mix"] {
        assert_eq!(one[key], other[key], "{key}");
    }
    for (how, name) in
        [("none", "kernel-1.traceg"), ("gz", "kernel-1.traceg.gz"), ("zst", "kernel-1.traceg.zst")]
    {
        bench.fine(&format!("export saxpy.ptx --launch launch.toml --compress {how} -o s-{how} --quiet"));
        assert_eq!(bench.files(&format!("s-{how}")), [name, "kernelslist.g"]);
        bench.fine(&format!("import s-{how} -o s.tape"));
        assert_eq!(bench.json("s.tape")["warp_instructions"], 576);
    }
}

#[test]
fn unsupported_exports_are_rejected() {
    let bench = Bench::new();
    insta::assert_snapshot!("export_64", bench.run("export transpose --size tiny --warp 64 -o x"));
    bench.fine("export transpose --size tiny -o t");
    insta::assert_snapshot!("export_in_place", bench.run("export t -o ./t"));
    assert_eq!(bench.run("export t/kernelslist.g -o t").code, 2);
    bench.fine("export transpose --size tiny -o transpose");
    bench.fine("export transpose --size tiny -o transpose");
    bench.write("file", "");
    let ended = bench.run("export transpose --size tiny -o file");
    assert!(ended.code == 2 && ended.stderr.contains("`file`"), "{ended}");
}

/// Lines without times.
fn speedless(text: &str) -> Vec<&str> {
    let timeless = |line: &'_ str| line.ends_with("B/s").then(|| line.find(" in ")).flatten();
    text.lines().map(|line| timeless(line).map_or(line, |at| &line[..at])).collect()
}

#[test]
fn the_book_shows_the_python_that_is_tested() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tape/src/file/opcodes.py");
    let script = format!("```python\n{}```", fs::read_to_string(script).unwrap());
    assert!(fs::read_to_string(BOOK).unwrap().contains(&script), "{script}");
}

#[test]
fn the_book_knows_every_role_and_map() {
    use warploom_tape::accelsim::{OpcodeMap, Role};
    let book = fs::read_to_string(BOOK).unwrap();
    for role in Role::ALL {
        assert!(book.contains(&format!("`{}`", role.name())), "{}", role.name());
    }
    for map in OpcodeMap::all() {
        assert!(book.contains(map.name()), "{}", map.name());
    }
}

/// The book shows the real output of its commands. `INSTA_UPDATE=always` updates the book.
#[test]
fn the_book_shows_real_output() {
    let bench = Bench::new();
    let traces = bench.0.path().join("traces");
    fs::create_dir(&traces).unwrap();
    let bfs = Path::new(REFERENCE).join("traces/mgpusim_bfs_rodinia2ft_sm80");
    for (name, from) in [("bfs", bfs), ("unclear", Path::new(TRACES).join("formats/malformed"))] {
        fs::create_dir(traces.join(name)).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, traces.join(name).join(path.file_name().unwrap())).unwrap();
        }
    }
    let book = fs::read_to_string(BOOK).unwrap();
    let (mut real, mut commands) = (String::new(), 0);
    let mut lines = book.lines().peekable();
    while let Some(line) = lines.next() {
        real.push_str(&format!("{line}\n"));
        let Some(command) = line.strip_prefix("$ warploom ") else { continue };
        let mut shown = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```")) {
            shown.push_str(&format!("{line}\n"));
        }
        let ended = warploom(bench.0.path(), &command.split(' ').collect::<Vec<_>>());
        let printed = ended.stdout + &unhurried(&ended.stderr);
        // A line that differs only in the host's speed stays as it is.
        real.push_str(if speedless(&printed) == speedless(&shown) { &shown } else { &printed });
        commands += 1;
    }
    assert!(commands > 4);
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        return fs::write(BOOK, &real).unwrap();
    }
    assert!(real == book, "run with INSTA_UPDATE=always to write it anew; it should be\n{real}");
}
