//! A trace that is imported and exported again says what it said.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use warploom_kernel::tape::Source;
use warploom_tape::accelsim::export::export;
use warploom_tape::accelsim::{Compression, LineReader, Options, find_compressed, import};
use warploom_tape::file::{TapeFile, Writer};

/// Traces of every architecture that there are any of: Pascal, Volta, Ampere, Hopper.
const SAMPLES: [&str; 7] = [
    "traces/romnn_matrixmul_32_gtx1080",
    "traces/romnn_vecadd_100_gtx1080",
    "accelsim/traces/gather",
    "traces/mgpusim_bfs_rodinia2ft_sm80",
    "traces/mgpusim_vecadd_50000_sm80",
    "traces/mgpusim_backprop_128_b32",
    "traces/mgpusim_btree_1000_b128",
];

fn sample(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference").join(path)
}

/// A trace as a tape.
fn imported(path: &Path) -> TapeFile {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes).unwrap();
    import(path, &Options::default(), &mut writer, |_| ControlFlow::Continue(()))
        .unwrap_or_else(|e| panic!("{e}"));
    writer.finish().unwrap();
    TapeFile::from_bytes(bytes).unwrap()
}

#[test]
fn classes_lanes_and_accesses_stay() {
    for sample in SAMPLES.map(sample) {
        let first = imported(&sample);
        let directory = tempfile::tempdir().unwrap();
        let exported = export(&mut first.reader(), directory.path(), Compression::Zstd).unwrap();
        let second = imported(directory.path());
        let (mut one, mut other) = (first.reader(), second.reader());
        let mut steps = 0;
        while let Some(a) = one.launch().unwrap() {
            let b = other.launch().unwrap().expect("as many launches");
            assert_eq!((&a.kernel, a.grid, a.block), (&b.kernel, b.grid, b.block));
            assert_eq!((a.shared, a.registers, &a.copies), (b.shared, b.registers, &b.copies));
            while let Some(cta) = one.cta().unwrap() {
                let again = other.cta().unwrap().expect("as many CTAs");
                assert_eq!((cta.id(), cta.warps()), (again.id(), again.warps()));
                for warp in 0..cta.warps() {
                    let (left, right) = (cta.warp(warp).steps(&a.code), again.warp(warp).steps(&b.code));
                    assert_eq!(cta.warp(warp).instructions(), again.warp(warp).instructions());
                    for (x, y) in left.zip(right) {
                        let [p, q] = [&a.code.instructions[x.pc.index()], &b.code.instructions[y.pc.index()]];
                        let place = || format!("{}: {p:?} became {q:?}", sample.display());
                        assert_eq!((p.class, p.effect, x.lanes), (q.class, q.effect, y.lanes), "{}", place());
                        assert_eq!(x.access, y.access, "{}", place());
                        steps += 1;
                    }
                }
            }
        }
        let counted: u64 = exported.iter().map(|launch| launch.written.warp_instructions).sum();
        assert_eq!((steps, first.totals().warp_instructions), (counted, counted));
        assert!(other.launch().unwrap().is_none());
    }
}

/// The lines of instructions, without the registers that are always zero: they are no dependencies.
fn instructions(path: &Path) -> Vec<String> {
    let mut lines = LineReader::open(path).unwrap();
    let mut kept = Vec::new();
    while let Some(line) = lines.next().unwrap() {
        let line = std::str::from_utf8(line).unwrap();
        if !line.starts_with(|c: char| c.is_ascii_hexdigit()) {
            continue;
        }
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let mut at = 2;
        for _ in ["destinations", "sources"] {
            let count: usize = words[at].parse().unwrap();
            let (from, zero) = (at + 1, |word: &String| word == "R255");
            let zeros = words[from..from + count].iter().filter(|word| zero(word)).count();
            words[at] = (count - zeros).to_string();
            let listed: Vec<String> = words.drain(from..from + count).filter(|word| !zero(word)).collect();
            at = from + listed.len() + 1;
            words.splice(from..from, listed);
        }
        kept.push(words.join(" "));
    }
    kept
}

#[test]
fn of_volta_every_line_stays() {
    for name in ["rowwalk", "vecadd"] {
        let sample = sample(&format!("accelsim/traces/{name}"));
        let directory = tempfile::tempdir().unwrap();
        export(&mut imported(&sample).reader(), directory.path(), Compression::None).unwrap();
        let before = instructions(&find_compressed(&sample.join("kernel-1.traceg")).unwrap());
        let after = instructions(&directory.path().join("kernel-1.traceg"));
        assert_eq!(before.len(), after.len());
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before, after, "{name}");
        }
    }
}
