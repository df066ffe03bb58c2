//! Every sample imports, with exactly the counts that are known of it.

use super::{Read, sample};
use std::collections::BTreeMap;
use std::path::Path;
use warploom_kernel::code::{Effect, Instruction};
use warploom_kernel::phase::{Phases, Rules};
use warploom_tape::accelsim::{KernelReader, OpcodeMap, Options, list};

/// What is counted in a trace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Counts {
    ctas: u64,
    warps: u64,
    warp_instructions: u64,
    thread_instructions: u64,
    /// Executions with some lanes of 32, and with none.
    partial: u64,
    none: u64,
    barriers: u64,
    /// By the opcode's first part.
    opcodes: BTreeMap<String, u64>,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.ctas += other.ctas;
        self.warps += other.warps;
        self.warp_instructions += other.warp_instructions;
        self.thread_instructions += other.thread_instructions;
        self.partial += other.partial;
        self.none += other.none;
        self.barriers += other.barriers;
        for (opcode, count) in &other.opcodes {
            *self.opcodes.entry(opcode.clone()).or_default() += count;
        }
    }
}

fn count(read: &Read) -> Counts {
    let mut counts = Counts::default();
    let code = &read.launch.code.instructions;
    // How many instructions before each access memory, and how much more often each is executed than the one before.
    let mut accessing = vec![0; code.len() + 1];
    for (at, instruction) in code.iter().enumerate() {
        accessing[at + 1] = accessing[at] + usize::from(instruction.accesses());
    }
    let mut more = vec![0_i64; code.len() + 1];
    for cta in &read.ctas {
        counts.ctas += 1;
        for warp in (0..cta.warps()).map(|warp| cta.warp(warp)) {
            counts.warps += 1;
            counts.warp_instructions += warp.instructions();
            counts.thread_instructions += warp.thread_instructions();
            let mut accesses = 0;
            for run in warp.runs() {
                // A stretch of numbers is a stretch of instructions.
                let (first, last) = (read.place(run.first.0), read.place(run.first.0 + run.count - 1));
                assert_eq!(last - first, run.count as usize - 1);
                more[first] += 1;
                more[last + 1] -= 1;
                match run.lanes.count() {
                    0 => counts.none += u64::from(run.count),
                    32 => {}
                    _ => counts.partial += u64::from(run.count),
                }
                if run.lanes.0 != 0 {
                    accesses += accessing[last + 1] - accessing[first];
                }
            }
            assert_eq!(accesses, warp.accesses());
        }
    }
    let mut executed = 0;
    for (instruction, more) in code.iter().zip(more) {
        executed += more;
        assert!(executed > 0);
        if matches!(instruction.effect, Effect::Barrier { .. }) {
            counts.barriers += executed as u64;
        }
        let stem = instruction.opcode.split('.').next().unwrap();
        *counts.opcodes.entry(stem.to_owned()).or_default() += executed as u64;
    }
    counts
}

fn read(path: &Path) -> Read {
    let kernel = KernelReader::open(path, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    let read = Read::new(kernel).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(read.ctas.len() as u64, read.launch.ctas());
    assert!(read.numbers.is_sorted_by(|a, b| a < b));
    read
}

/// The number after `words` in an INFO.
fn number_after(info: &str, words: &str) -> Option<u64> {
    let rest = &info[info.find(words)? + words.len()..];
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[test]
fn captured_traces_have_the_counts_of_their_info() {
    let (mut directories, mut rows) = (0, 0);
    let entries = std::fs::read_dir(sample("traces")).unwrap().map(|e| e.unwrap().path());
    let mut entries: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    entries.sort();
    for directory in entries {
        directories += 1;
        let info = std::fs::read_to_string(directory.join("INFO")).unwrap();
        // file | kernel | grid | block | shmem | nregs | CTAs | warps | warp insts | partial-mask | zero-mask | BAR
        let table: Vec<Vec<&str>> = info
            .lines()
            .filter(|line| line.contains(" | ") && !line.starts_with("file"))
            .map(|line| line.split(" | ").collect())
            .collect();
        let launches = list(&directory).unwrap_or_else(|e| panic!("{e}"));
        let mut total = Counts::default();
        for (at, launch) in launches.iter().enumerate() {
            let read = read(&launch.file);
            let counts = count(&read);
            total.add(&counts);
            if table.is_empty() {
                continue;
            }
            let row = &table[at];
            rows += 1;
            assert_eq!(launch.file.file_name().unwrap(), row[0]);
            assert_eq!(read.launch.kernel, row[1]);
            let dims = |d: [u32; 3]| format!("({},{},{})", d[0], d[1], d[2]);
            assert_eq!((dims(read.launch.grid).as_str(), dims(read.launch.block).as_str()), (row[2], row[3]));
            assert_eq!(
                (read.launch.shared.to_string(), read.launch.registers.to_string()),
                (row[4].into(), row[5].into())
            );
            let numbers: Vec<u64> = row[6..].iter().map(|n| n.parse().unwrap()).collect();
            let found = [
                counts.ctas,
                counts.warps,
                counts.warp_instructions,
                counts.partial,
                counts.none,
                counts.barriers,
            ];
            assert_eq!(numbers, found, "{} {}", directory.display(), row[0]);
        }
        assert!(table.is_empty() || table.len() == launches.len());
        let expected = number_after(&info, "warp instructions total: ")
            .or_else(|| number_after(&info, "; warp instructions "))
            .expect("an INFO says how many");
        assert_eq!(total.warp_instructions, expected, "{}", directory.display());
        if let Some(kernels) = number_after(&info, "kernels     : ") {
            assert_eq!(launches.len() as u64, kernels);
        }
    }
    assert_eq!((directories, rows), (17, 33 + 16 + 2 + 5 + 1 + 2));
}

#[test]
fn synthetic_traces_have_the_counts_of_their_manifest() {
    let manifest = std::fs::read_to_string(sample("accelsim/traces/manifest.json")).unwrap();
    let manifest: BTreeMap<String, BTreeMap<String, u64>> = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest.len(), 5);
    for (name, expected) in manifest {
        let launches = list(sample("accelsim/traces").join(&name)).unwrap();
        assert_eq!(launches.len(), 1);
        let mut kernel = KernelReader::open(&launches[0].file, &Options::default()).unwrap();
        let mut ctas = Vec::new();
        while let Some(cta) = kernel.next_cta().unwrap() {
            ctas.push(cta);
        }
        assert_eq!(kernel.lines().bytes(), expected["xz_bytes"]);
        assert_eq!(kernel.instructions(), expected["warp_insts"]);
        let (launch, numbers) = kernel.finish().unwrap();
        let counts = count(&Read { launch: launch.clone(), numbers, ctas });
        assert_eq!(counts.warp_instructions, expected["warp_insts"], "{name}");
        assert_eq!(counts.thread_instructions, expected["thread_insts"], "{name}");
        assert_eq!((counts.ctas, counts.warps), (expected["blocks"], expected["warps"]), "{name}");
        assert_eq!(u64::from(launch.shared), expected["shmem"]);
        assert_eq!(u64::from(launch.registers), expected["nregs"]);
        let opcodes: BTreeMap<String, u64> = expected
            .iter()
            .filter_map(|(key, &count)| Some((key.strip_prefix("op:")?.to_owned(), count)))
            .collect();
        assert_eq!(counts.opcodes, opcodes, "{name}");
    }
}

#[test]
fn samples_of_each_version() {
    // Lists that name files of a larger trace: the files that are there are imported by themselves.
    let expected = [
        ("formats/v3/kernel-14.traceg", 3, 80, 1694),
        ("formats/v4/matrixmul_32_sm61.traceg", 4, 61, 4416),
        ("formats/v4/vecadd_100_sm61.traceg", 4, 61, 344),
        ("formats/v5/backprop_k5_sm90.traceg", 5, 90, 1008),
        ("formats/v5/ffma_sm90.traceg", 5, 90, 1328),
        ("formats/edge_v5_swayhrl/r0_mode2_two_lane.traceg", 5, 89, 1),
        ("formats/edge_v5_swayhrl/r0_uldc_width0.traceg", 5, 89, 1),
    ];
    for (path, tracer, version, instructions) in expected {
        let path = sample(path);
        let kernel = KernelReader::open(&path, &Options::default()).unwrap();
        assert_eq!((kernel.header().tracer, kernel.header().version), (tracer, version));
        assert_eq!(count(&read(&path)).warp_instructions, instructions, "{}", path.display());
    }
    let file = sample("formats/v3/kernel-14.traceg.xz");
    assert_eq!(list(&file).unwrap()[0].file, file);
}

#[test]
fn a_malformed_header_is_an_error_until_it_is_overridden() {
    let file = list(sample("formats/malformed")).unwrap().remove(0).file;
    let shown = format!("{}.xz", file.display());
    let error = |options: &Options| {
        KernelReader::open(&file, options).unwrap_err().to_string().replace(&shown, "FILE")
    };
    assert_eq!(
        error(&Options::default()),
        "FILE, line 6: `-nregs = 21955`: a thread has at most 255 registers; pass the number of registers \
         with --registers"
    );
    let mut options = Options { registers: Some(18), ..Options::default() };
    assert_eq!(
        error(&options),
        "FILE, line 7: `-binary version = 0`: sm_0 does not exist; pass the architecture with --architecture (sm_70, \
         volta, …)"
    );
    options.architecture = OpcodeMap::version_named("volta");
    let read = Read::new(KernelReader::open(&file, &options).unwrap()).unwrap();
    assert_eq!(count(&read).warp_instructions, 7260);
    assert_eq!((read.launch.registers, read.launch.ctas()), (18, 55));
}

#[test]
fn a_raw_trace_is_told_from_a_processed_one() {
    let file = sample("formats/v6_raw/kernel-2.trace");
    let raw = "this is a raw trace with interleaved warps; run Accel-Sim's post-traces-processing on its kernelslist and import the resulting kernelslist.g";
    let error = KernelReader::open(&file, &Options::default()).unwrap().next_cta().unwrap_err();
    assert_eq!(error.to_string(), format!("{}, line 17: {raw}", file.display()));
}

#[test]
fn code_is_recovered_from_a_divergent_trace() {
    // A loop over a node's edges, with a body that only some lanes take.
    let read = read(&sample("traces/mgpusim_bfs_rodinia2ft_sm80/kernel-9.traceg"));
    let code = &read.launch.code;
    let addresses = |of: fn(&Instruction) -> bool| -> Vec<u64> {
        code.instructions.iter().filter(|i| of(i)).map(|i| i.address).collect()
    };
    assert_eq!(code.instructions.len(), 50);
    // After each EXIT, at the loop's start and after its branch.
    assert_eq!(addresses(|i| i.leader), [0x0, 0x60, 0xc0, 0x120, 0x180, 0x310]);
    let body = [0x1f0, 0x200, 0x210, 0x230, 0x240, 0x250, 0x260, 0x270, 0x280, 0x290, 0x2a0];
    let expected = [&[0x50, 0xb0, 0x110][..], &body, &[0x300]].concat();
    assert_eq!(addresses(|i| i.guarded), expected);
    let phases = Phases::new(code, Rules { blocks: true, ..Rules::default() });
    assert_eq!(phases.list().len(), 13);
}
