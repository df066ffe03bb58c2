//! The output and exit codes of `warploom machines`.

use crate::common;

use common::{Ended, warploom};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const CONFIGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reference/accelsim/configs");
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/machines.md");

/// A temporary directory with GPGPU-Sim's configurations.
struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        let bench = Bench(tempfile::tempdir().unwrap());
        for name in ["SM2_GTX480", "SM7_QV100"] {
            fs::create_dir(bench.0.path().join(name)).unwrap();
            for entry in fs::read_dir(format!("{CONFIGS}/{name}")).unwrap() {
                let path = entry.unwrap().path();
                fs::copy(&path, bench.0.path().join(name).join(path.file_name().unwrap())).unwrap();
            }
        }
        bench
    }

    fn run(&self, command: &str) -> Ended {
        let args: Vec<&str> =
            ["machines"].into_iter().chain(command.split(' ').filter(|a| !a.is_empty())).collect();
        warploom(self.0.path(), &args)
    }

    fn fine(&self, command: &str) -> String {
        let ended = self.run(command);
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{command}\n{ended}");
        ended.stdout
    }

    fn wrong(&self, command: &str) -> Ended {
        let ended = self.run(command);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{command}\n{ended}");
        ended
    }

    /// Replaces a text in a file that must contain it.
    fn change(&self, file: &str, from: &str, to: &str) {
        let path = self.0.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }
}

#[test]
fn help() {
    let bench = Bench::new();
    insta::assert_snapshot!("help", bench.fine("--help"));
    insta::assert_snapshot!("help_show", bench.fine("show --help"));
    insta::assert_snapshot!("help_keys", bench.fine("keys --help"));
    insta::assert_snapshot!("help_import", bench.fine("import --help"));
}

#[test]
fn list_as_json() {
    let list: Vec<Value> = serde_json::from_str(&Bench::new().fine("--json")).unwrap();
    let names: Vec<&str> = list.iter().map(|m| m["name"].as_str().unwrap()).collect();
    let papers = ["gtx480", "gtx480-pro", "gtx480-motrr", "m2090", "v100"];
    let public = ["titanx", "rtx2060", "a100", "rtx3070", "h100"];
    assert_eq!(names, [&papers[..], &public, &["hd7970-thesis", "hd7970"]].concat());
    insta::assert_snapshot!("json", format!("{:#}", list[4]));
}

/// `show` prints the file itself, or the modified machine with `--set`.
#[test]
fn show_and_go_on_from() {
    let bench = Bench::new();
    let shown = bench.fine("show gtx480");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../gpu/machines/gtx480.toml");
    assert_eq!(shown, fs::read_to_string(file).unwrap());
    let small = bench.fine("show gtx480 --set sm.count=4 --set sm.l1.cache.replacement=fifo");
    fs::write(bench.0.path().join("small.toml"), &small).unwrap();
    assert_eq!(bench.fine("show small.toml"), small);
    assert_eq!(bench.fine("show ./small.toml --set sm.count=4"), small, "it is what it says");
    let json: Value = serde_json::from_str(&bench.fine("show small.toml --json")).unwrap();
    assert_eq!(
        (&json["sm"]["count"], &json["sm"]["l1"]["cache"]["replacement"]),
        (&4.into(), &"fifo".into())
    );
    assert_eq!(json["dram"]["channel"]["row_policy"], "open", "what was left out is there");
}

#[test]
fn invalid_descriptions_are_rejected() {
    let bench = Bench::new();
    insta::assert_snapshot!("no_machine", bench.wrong("show gtx48"));
    insta::assert_snapshot!("no_file", bench.wrong("show gtx48.toml"));
    insta::assert_snapshot!("no_key", bench.wrong("show gtx480 --set sm.unit.sp.count=2"));
    insta::assert_snapshot!("no_value", bench.wrong("show gtx480 --set sm.count=0"));
    insta::assert_snapshot!("no_pair", bench.wrong("show gtx480 --set sm.count"));
    insta::assert_snapshot!("no_unit", bench.wrong("show gtx480 --set sm.units.sfu.work.special=none"));
    insta::assert_snapshot!("no_table", bench.wrong("keys dram.chanel"));
    let file = |from: &str, to: &str| {
        fs::write(bench.0.path().join("my.toml"), bench.fine("show gtx480")).unwrap();
        bench.change("my.toml", from, to);
        bench.wrong("show my.toml")
    };
    insta::assert_snapshot!("file_key", file("schedulers = 2", "shedulers = 2"));
    insta::assert_snapshot!("file_value", file("sets = 32", "sets = 33"));
    insta::assert_snapshot!("file_missing", file("schedulers = 2", "# schedulers = 2"));
    insta::assert_snapshot!("file_syntax", file("schedulers = 2", "schedulers 2"));
}

#[test]
fn an_import_is_the_machine_it_describes() {
    let bench = Bench::new();
    let printed = bench.fine("import SM7_QV100/gpgpusim.config SM7_QV100/trace.config");
    insta::assert_snapshot!("imported", printed);
    bench.fine("import SM7_QV100/gpgpusim.config SM7_QV100/trace.config -o v100.toml");
    let json = |name: &str| {
        let mut json: Value = serde_json::from_str(&bench.fine(&format!("show {name} --json"))).unwrap();
        json["about"] = Value::Null;
        json
    };
    // Built-in machines have no launch latency; an import has that of its configuration, and quirks of GPGPU-Sim.
    let mut expected = json(
        "v100 --set launch_latency=5000 --set l2.copies=32-bit --set sm.fetch.overlap=true --set network.in_order=true \
         --set sm.load_store.shared_atomic=0",
    );
    let work = &mut expected["sm"]["units"]["int"]["work"];
    work["constant"] = work["integer"].clone();
    // Configurations time instructions of SASS, not products of matrices and fetches of textures in PTX.
    for table in ["tensor", "texture"] {
        expected["sm"].as_object_mut().unwrap().remove(table);
    }
    assert_eq!(json("./v100.toml"), expected);
    let ptx = bench.fine("import SM7_QV100/gpgpusim.config --name mine");
    assert!(ptx.contains("name = \"mine\"") && ptx.contains("# Assumed: no trace.config is given"), "{ptx}");
}

/// Unknown options and those that change cycles are listed with what they change, the others only with --verbose.
#[test]
fn an_import_lists_first_what_changes_results() {
    let bench = Bench::new();
    let import = "import SM7_QV100/gpgpusim.config SM7_QV100/trace.config";
    insta::assert_snapshot!("import_unused", bench.fine(&format!("{import} -o v100.toml")));
    insta::assert_snapshot!("import_unused_verbose", bench.fine(&format!("{import} -o v100.toml --verbose")));
    let verbose = bench.fine(&format!("{import} --verbose"));
    assert_eq!(
        fs::read_to_string(bench.0.path().join("v100.toml")).unwrap(),
        verbose.replace("SM7_QV100", "v100")
    );
    assert!(verbose.contains("# Unused options without an effect on cycles:"), "{verbose}");
    bench.change("SM7_QV100/gpgpusim.config", "-gpgpu_TB_launch_latency 0", "-gpgpu_TB_lunch_latency 0");
    let unknown = bench.fine(&format!("{import} -o v100.toml"));
    insta::assert_snapshot!("import_unknown", unknown.lines().take(6).collect::<Vec<_>>().join("\n"));
}

#[test]
fn invalid_configurations_are_rejected() {
    let bench = Bench::new();
    let both = "import SM7_QV100/gpgpusim.config SM7_QV100/trace.config";
    bench.change("SM7_QV100/trace.config", "initiation_dp 8,4", "initiation_dp 8;4");
    insta::assert_snapshot!("import_trace", bench.wrong(both));
    bench.change("SM7_QV100/gpgpusim.config", "-gpgpu_n_mem 32", "-gpgpu_n_mem lots");
    insta::assert_snapshot!("import_config", bench.wrong(both));
    bench.change("SM2_GTX480/config_fermi_islip.icnt", "vc_buf_size = 64;", "vc_buf_size 64;");
    insta::assert_snapshot!("import_network", bench.wrong("import SM2_GTX480/gpgpusim.config"));
    fs::remove_file(bench.0.path().join("SM2_GTX480/config_fermi_islip.icnt")).unwrap();
    bench.change("SM2_GTX480/gpgpusim.config", "-gpgpu_cache:dl2 ", "-gpgpu_cache:dl3 ");
    insta::assert_snapshot!("import_missing", bench.wrong("import SM2_GTX480/gpgpusim.config"));
    bench.change("SM2_GTX480/gpgpusim.config", "-gpgpu_cache:dl3 ", "-gpgpu_cache:dl2 ");
    insta::assert_snapshot!("import_no_file", bench.wrong("import nowhere.config"));
    insta::assert_snapshot!(
        "import_no_place",
        bench.wrong("import SM2_GTX480/gpgpusim.config -o no/where.toml")
    );
    bench.change("SM2_GTX480/gpgpusim.config", "1536:32", "4096:32");
    insta::assert_snapshot!("import_impossible", bench.wrong("import SM2_GTX480/gpgpusim.config"));
}

/// The book shows real output. `INSTA_UPDATE=always` updates the book.
#[test]
fn the_book_shows_real_output() {
    let bench = Bench::new();
    let book = fs::read_to_string(BOOK).unwrap();
    let mut real = String::new();
    let mut lines = book.lines().peekable();
    while let Some(line) = lines.next() {
        real.push_str(&format!("{line}\n"));
        let Some(command) = line.strip_prefix("$ warploom ") else { continue };
        while lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```")).is_some() {}
        let ended = warploom(Path::new(bench.0.path()), &command.split(' ').collect::<Vec<_>>());
        real.push_str(&(ended.stdout + &ended.stderr));
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        return fs::write(BOOK, &real).unwrap();
    }
    assert!(real == book, "run with INSTA_UPDATE=always to write it anew; it should be\n{real}");
}
