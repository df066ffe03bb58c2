//! Execution of a run that is written here, and of the recorded runs where their folder exists.

use super::super::table::Table;
use super::super::{LaunchComparison, MACHINE, launches, runs as table_runs, unanswered};
use super::data::fnv;
use super::*;
use std::fmt::Write as _;
use tempfile::TempDir;
use warploom_gpu::machine::named;

/// A kernel that reads sizes, arguments and a resource, exchanges elements through LDS, and stores the first `n`.
const LISTING: &str = "; a kernel written for this test
  s_buffer_load_dword  s0, s[4:7], 0x04
  s_buffer_load_dword  s1, s[8:11], 0x08
  s_buffer_load_dword  s14, s[8:11], 0x04
  s_load_dwordx4  s[16:19], s[2:3], 0x58
  s_waitcnt     lgkmcnt(0)
  s_mul_i32     s0, s12, s0
  v_add_i32     v1, vcc, s0, v0
  v_lshlrev_b32  v1, 2, v1
  v_lshlrev_b32  v2, 2, v0
  v_add_i32     v2, vcc, s14, v2
  buffer_load_dword  v3, v1, s[16:19], 0 offen
  s_waitcnt     vmcnt(0)
  ds_write_b32  v2, v3
  s_waitcnt     lgkmcnt(0)
  s_barrier
  ds_read_b32   v4, v2
  s_waitcnt     lgkmcnt(0)
  v_cmp_gt_u32  vcc, s1, v0
  s_and_saveexec_b64  s[20:21], vcc
  buffer_store_dword  v4, v1, s[16:19], 0 offen
  s_endpgm
";

/// Two work-groups of 100 items. LDS has 16 bytes of variables before the argument `y`.
const LAUNCH: &str = "H write 80000000 800 fnv HASH seq 0
N 0 exchange dim 1 global 200 1 1 local 100 1 1 groups 2 wgs_per_cu 20 vgpr 5 sgpr 22 lds 528 wgid_sgpr 12
T 0 consttab 80002000 restab 80002100 uavtab 80002300 cb 80003000
R 0 class 23 slot 0 sreg 2 count 2
R 0 class 2 slot 0 sreg 4 count 4
R 0 class 2 slot 1 sreg 8 count 4
A 0 x pointer cb 1 off 0 scope 4 buf 11 ptr 80000000 size 800
A 0 y pointer cb 1 off 16 scope 7 buf 1 ptr 0 size 512
A 0 n value cb 1 off 32 size 4 0a000000
P 0 80003000 0
P 0 80007000 1000
P 0 80002000 2000
P 0 80000000 7000
";

/// The element of x at each of its 800 bytes.
fn input() -> Vec<u8> {
    (0..200).flat_map(|n: u32| (3 * n).to_le_bytes()).collect()
}

fn launch_file() -> String {
    LAUNCH.replace("HASH", &format!("{:08x}", fnv(&input())))
}

/// The trace of the kernel: each wavefront of both work-groups.
fn trace_text() -> String {
    let mut text = String::new();
    for (group, wave) in [(0_u64, 0_u64), (0, 1), (1, 0), (1, 1)] {
        let (lanes, runs) = if wave == 0 { (u64::MAX, 63) } else { ((1 << 36) - 1, 35) };
        let (x, y) = (0x8000_0000 + 4 * (100 * group + 64 * wave), 16 + 4 * 64 * wave);
        let stored = if wave == 0 { format!("3ff 4 {x:x} 4*9") } else { "0 0 -".to_owned() };
        let _ = write!(
            text,
            "wf 0 {group} {}
0 1 M 80003010 4\n4 4 M 80007020 4\n8 4 M 80007010 4\nc 4 M 80002460 16\n10 4 W\n14 9 S\n18 4 V\n1c 4 V\n20 4 V\n24 4 V
28 4 G r {lanes:x} 4 {x:x} 4*{runs}\n30 4 W\n34 9 L w {lanes:x} 4 1 {y:x} 4*{runs}\n3c 4 W\n40 4 Y
44 4 L r {lanes:x} 4 1 {y:x} 4*{runs}\n4c 4 W\n50 4 V\n54 4 S\n58 4 G w {stored}\n60 4 E\n",
            2 * group + wave
        );
    }
    text
}

/// A folder with the run `r`.
struct Folder(TempDir);

impl Folder {
    fn new(launch: &str, trace: &str) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        folder.write("isa/Test.exchange.s", LISTING);
        folder.write("launch/r.txt", launch);
        folder.write("data/r.w000.80000000.bin", input());
        folder.write("trace/r.trace.gz", trace);
        folder
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Executes all launches. Returns the execution at its end.
    fn execute(&self) -> Result<Execution, ExecutionError> {
        let mut execution = Execution::open(self.path(), "r")?;
        while execution.launch()?.is_some() {}
        Ok(execution)
    }

    /// The error of executing the run, with file names relative to the folder.
    fn error(&self) -> String {
        let error = self.execute().err().expect("the run is wrong").to_string();
        error.replace(&format!("{}/", self.path().display()), "")
    }
}

#[test]
fn an_execution_has_the_tapes_of_its_trace() {
    let folder = Folder::new(&launch_file(), &trace_text());
    let compared = compare(folder.path(), "r").unwrap();
    let expected = ExecutionComparison {
        run: "r".to_owned(),
        launches: 1,
        waves: 4,
        instructions: 84,
        addresses: 2 * (8 + 3 * 100 + 10),
        ..ExecutionComparison::default()
    };
    assert_eq!(compared, expected);
    assert!(compared.is_equal());
}

#[test]
fn an_execution_computes_and_copies_to_physical_pages() {
    let folder = Folder::new(&launch_file(), &trace_text());
    let mut execution = Execution::open(folder.path(), "r").unwrap();
    let launch = execution.launch().unwrap().unwrap();
    let copy = warploom_kernel::execute::HostCopy { address: 0x7000, bytes: 800 };
    // LDS that is passed as an argument does not limit the occupancy.
    assert_eq!((launch.shared, &launch.copies[..]), (16, &[copy][..]));
    assert_eq!(execution.memory.read(0x8000_0000, 800).unwrap(), input());
    assert_eq!(std::iter::from_fn(|| execution.cta().unwrap()).count(), 2);
    assert!(execution.launch().unwrap().is_none() && execution.launch().unwrap().is_none());
}

#[test]
fn differences_are_counted_and_the_first_is_named() {
    let trace = trace_text().replacen("44 4 L r fffffffff 4 1 110", "44 4 L r fffffffff 4 1 114", 2);
    let compared = compare(Folder::new(&launch_file(), &trace).path(), "r").unwrap();
    assert_eq!((compared.waves, compared.unequal_waves, compared.is_equal()), (4, 2, false));
    assert_eq!(
        compared.difference.unwrap(),
        "launch 0, work-group 0, wavefront 1, instruction 15: executed offset 44, lanes fffffffff, first address 110, \
         traced offset 44, lanes fffffffff, first address 114"
    );
    // A wavefront that goes on in the trace.
    let trace = trace_text().replace("50 4 V\n54 4 S\n", "50 4 V\n50 4 V\n54 4 S\n");
    let compared = compare(Folder::new(&launch_file(), &trace).path(), "r").unwrap();
    assert_eq!((compared.unequal_waves, compared.instructions), (4, 84));
}

#[test]
fn copies_without_recorded_bytes_are_small_integers() {
    let folder = Folder::new(&launch_file(), &trace_text());
    std::fs::remove_file(folder.path().join("data/r.w000.80000000.bin")).unwrap();
    let execution = folder.execute().unwrap();
    assert_eq!(execution.substituted(), 1);
    assert_eq!(execution.memory.read(0x8000_0000, 12).unwrap(), [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
}

#[test]
fn errors_name_their_place_and_a_remedy() {
    let error = |from: &str, to: &str| {
        let launch = launch_file();
        assert!(launch.contains(from), "{from}");
        Folder::new(&launch.replace(from, to), "").error()
    };
    assert_eq!(
        error("P 0 80007000 1000\n", ""),
        "launch/r.txt, line 2: launch 0 of `exchange` accesses 80007020, which is in a page without a `P` line; \
         add the line with its physical page"
    );
    assert_eq!(
        error("lds 528", "lds 500"),
        "launch/r.txt, line 2: arguments take 512 bytes of LDS, and the launch has 500; correct `lds` or the sizes"
    );
    assert_eq!(
        error("class 2 slot 1", "class 4 slot 3"),
        "launch/r.txt, line 6: no argument of the launch is in UAV 3; add its `A` line"
    );
    assert_eq!(
        error("size 800", "size 2000000000"),
        "launch/r.txt, line 7: cannot allocate 2000000000 bytes for `x`: the device has 1073741824 bytes, of which 0 are in use; \
         correct the addresses and sizes of the launch file"
    );
    assert_eq!(
        error("T 0 consttab 80002000 restab 80002100 uavtab 80002300 cb 80003000\n", ""),
        "launch/r.txt, line 2: the launch has no line `T …` with the addresses of its tables; record the launch file again"
    );
    let fault = error("buf 11", "buf 12");
    assert!(
        fault.starts_with("launch/r.txt, line 2: launch 0 of `exchange`: ")
            && fault.ends_with("; use the data, launch file and listing of one recording"),
        "{fault}"
    );
}

/// A table with one launch of the run `r`.
const RESULTS: &str = "run,cycles,scalar_alu,scalar_mem,branch,vector_alu,lds,vector_mem,lds_accesses_read,lds_accesses_write,\
    lds_accesses_read_unmerged,lds_accesses_write_unmerged,l1_hits,l1_misses,l2_evictions\nr,1,1,1,1,1,1,1,1,1,1,1,1,1,1\n";

/// Comparisons of a folder with [`RESULTS`].
fn compared(folder: &Folder) -> (Vec<LaunchComparison>, Vec<ExecutionComparison>) {
    folder.write("multi2sim.csv", RESULTS);
    let machine = named(MACHINE).unwrap().machine();
    let table = Table::read(&folder.path().join("multi2sim.csv")).unwrap();
    let rows = table_runs(&table).unwrap();
    assert_eq!(unanswered(folder.path(), &rows, &machine, &|_| {}).unwrap(), []);
    launches(folder.path(), &table.file, &rows, &machine, &|_| {}).unwrap()
}

#[test]
fn results_are_compared_with_a_trace_or_an_execution() {
    let traced = Folder::new(&launch_file(), &trace_text());
    let (imported, executions) = compared(&traced);
    assert!(imported[0].cycles.ours > 100 && imported[0].lds[0].ours == 200, "{imported:?}");
    assert!(executions[0].is_equal() && executions[0].cycles == imported[0].cycles.ours);
    std::fs::remove_file(trace(traced.path(), "r")).unwrap();
    assert_eq!(compared(&traced), (imported.clone(), vec![]));
    // A run that cannot be executed is compared by its trace.
    let tables = LAUNCH.lines().nth(2).unwrap();
    let (same, executions) = compared(&Folder::new(&launch_file().replace(tables, ""), &trace_text()));
    assert_eq!(same, imported);
    assert!(!executions[0].is_equal());
    assert!(executions[0].difference.as_ref().unwrap().contains("no line `T …`"), "{executions:?}");
}

#[test]
fn runs_without_results_have_cycles_by_launch() {
    let folder = Folder::new(&launch_file(), &trace_text());
    let machine = named(MACHINE).unwrap().machine();
    let executed = unanswered(folder.path(), &[], &machine, &|_| {}).unwrap();
    let [launch] = &executed[..] else { panic!("one launch: {executed:?}") };
    assert_eq!((launch.run.as_str(), launch.launch, launch.kernel.as_str()), ("r", 0, "exchange"));
    assert_eq!((launch.groups, launch.waves, launch.instructions), (2, 4, 84));
    assert_eq!(launch.cycles, compared(&folder).0[0].cycles.ours);
}

#[test]
fn damaged_files_are_errors_and_not_panics() {
    let launch = launch_file();
    let lines: Vec<&str> = launch.lines().collect();
    let odd = ["", "x", "0", "104", "ffffffffffff", "18446744073709551615"];
    let folder = Folder::new(&launch, "");
    for (at, line) in lines.iter().enumerate() {
        for word in 0..line.split(' ').count() {
            for odd in odd {
                let mut words: Vec<&str> = line.split(' ').collect();
                words[word] = odd;
                let (before, after) = (lines[..at].join("\n"), lines[at + 1..].join("\n"));
                folder.write("launch/r.txt", format!("{before}\n{}\n{after}\n", words.join(" ")));
                if let Err(error) = folder.execute() {
                    assert!(error.to_string().len() > 20, "{error}");
                }
            }
        }
    }
    folder.write("launch/r.txt", &launch);
    for listing in [&b""[..], b"; nothing\n", b"\xff\n", b"  s_nothing s0\n", b"  s_branch 4\n  s_endpgm\n"] {
        folder.write("isa/Test.exchange.s", listing);
        assert!(folder.execute().is_err());
    }
}

/// The folder with the recorded runs if it exists. Otherwise prints why the calling test is skipped.
fn recorded() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/multi2sim");
    let folder = std::env::var_os("WARPLOOM_MULTI2SIM").map_or(beside, PathBuf::from);
    if folder.join("launch").is_dir() {
        return Some(folder);
    }
    println!("skipped: {} does not exist; name the folder in WARPLOOM_MULTI2SIM", folder.display());
    None
}

#[test]
fn executions_of_amds_code_have_the_tapes_of_their_traces() {
    let Some(folder) = recorded() else { return };
    let traced: Vec<String> =
        runs(&folder).unwrap().into_iter().filter(|run| trace(&folder, run).is_file()).collect();
    assert!(traced.len() >= 13, "{traced:?}");
    for run in traced {
        let compared = compare(&folder, &run).unwrap();
        assert!(compared.is_equal() && compared.substituted_copies == 0, "{compared:?}");
    }
}

/// A copy of some runs of the recorded folder, without traces, and without the data whose names begin with `left_out`.
fn without_traces(folder: &Path, runs: &[&str], left_out: &str) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    let of_a_run = |name: &str| runs.iter().any(|run| name.starts_with(&format!("{run}.")));
    for part in ["isa", "launch", "data"] {
        std::fs::create_dir(copy.path().join(part)).unwrap();
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if part == "isa" || of_a_run(&name) && !(part == "data" && name.starts_with(left_out)) {
                std::fs::copy(&path, copy.path().join(part).join(name)).unwrap();
            }
        }
    }
    copy
}

#[test]
fn runs_without_a_trace_have_the_cycles_of_their_import() {
    let Some(folder) = recorded() else { return };
    let machine = named(MACHINE).unwrap().machine();
    let table = Table::read(&folder.join("multi2sim.csv")).unwrap();
    let compared = |folder: &Path, run: &str| -> (Vec<LaunchComparison>, Vec<ExecutionComparison>) {
        let rows: Vec<_> = table_runs(&table).unwrap().into_iter().filter(|(name, _)| *name == run).collect();
        launches(folder, &table.file, &rows, &machine, &|_| {}).unwrap()
    };
    // The addresses of a reduction do not depend on its input: it is left out.
    let runs = ["MM-64", "FWT-512", "Scan-1024", "RD-8192"];
    let copy = without_traces(&folder, &runs, "RD-8192.w000");
    for run in runs {
        let (executed, none) = compared(copy.path(), run);
        let (imported, executions) = compared(&folder, run);
        assert_eq!((&executed, none.len()), (&imported, 0), "{run}");
        assert!(!executed.is_empty() && executions[0].is_equal(), "{run}: {executions:?}");
    }
}
