//! Traces made tape files hold what the traces do.

use super::{Read, sample};
use std::ops::ControlFlow;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::tape::Warp;
use warploom_tape::accelsim::{ImportError, ImportProgress, KernelReader, Options, import, list};
use warploom_tape::file::{TapeFile, Totals, Writer};

fn imported(
    path: &str,
    mut told: impl FnMut(&ImportProgress),
) -> Result<(Vec<u8>, Totals, ImportProgress), ImportError> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes)?;
    let progress = import(sample(path), &Options::default(), &mut writer, |progress| {
        told(progress);
        ControlFlow::Continue(())
    })?;
    let totals = writer.finish()?;
    Ok((bytes, totals, progress))
}

/// What a warp did: stretches as `place` has them, and the addresses of each access.
fn stream(
    warp: Warp<'_>,
    accesses: impl Fn(u32) -> bool,
    place: impl Fn(u32) -> u32,
) -> Vec<(u32, u64, Vec<u64>)> {
    let (mut steps, mut access) = (Vec::new(), 0);
    for run in warp.runs() {
        for number in run.first.0..run.first.0 + run.count {
            let mut addresses = Vec::new();
            if accesses(number) && run.lanes != LaneMask(0) {
                addresses.extend(warp.addresses(access, run.lanes.count()).of(run.lanes));
                access += 1;
            }
            steps.push((place(number), run.lanes.0, addresses));
        }
    }
    steps
}

#[test]
fn an_import_stops_when_its_caller_says_so() {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes).unwrap();
    let mut last = 0;
    let stopped =
        import(sample("traces/mgpusim_vecadd_50000_sm80"), &Options::default(), &mut writer, |progress| {
            last = progress.ctas;
            if last == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    assert!(matches!(stopped, Err(ImportError::Interrupted)), "{stopped:?}");
    assert_eq!(last, 3);
}

#[test]
fn a_tape_holds_what_its_trace_does() {
    let paths = [
        "traces/mgpusim_bfs_rodinia2ft_sm80",
        "traces/mgpusim_btree_1000_b128",
        "traces/mgpusim_backprop_128_b32",
        "traces/mgpusim_vecadd_50000_sm80",
        "traces/romnn_matrixmul_32_gtx1080",
        "formats/v5/backprop_k5_sm90.traceg",
        "formats/edge_v5_swayhrl/r0_mode2_two_lane.traceg",
    ];
    for path in paths {
        let mut last = ImportProgress::default();
        let (bytes, totals, progress) = imported(path, |told| {
            assert!(told.bytes >= last.bytes && told.ctas == last.ctas + 1 && told.bytes <= told.total_bytes);
            last = *told;
        })
        .unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((progress.bytes, progress.ctas), (progress.total_bytes, last.ctas), "{path}");
        assert_eq!(totals.warp_instructions, progress.warp_instructions, "{path}");
        assert_eq!((totals.launches, totals.ctas), (progress.launches, progress.ctas), "{path}");
        let file = TapeFile::from_bytes(bytes).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(file.totals(), totals);
        for (at, listed) in list(sample(path)).unwrap().into_iter().enumerate() {
            let read = Read::new(KernelReader::open(&listed.file, &Options::default()).unwrap()).unwrap();
            let launch = &file.launches()[at];
            assert_eq!(launch.code, read.launch.code, "{path}");
            assert_eq!(launch.copies, listed.copies, "{path}");
            assert_eq!((&launch.kernel, launch.grid), (&read.launch.kernel, read.launch.grid), "{path}");
            for cta in &read.ctas {
                let kept = file.cta(at, cta.id()).unwrap().expect("every CTA is there");
                assert_eq!(kept.warps(), cta.warps());
                for warp in 0..cta.warps() {
                    let place = |number| read.place(number) as u32;
                    let accesses = |place: u32| launch.code.instructions[place as usize].accesses();
                    let given = stream(cta.warp(warp), |number| accesses(place(number)), place);
                    assert_eq!(stream(kept.warp(warp), accesses, |place| place), given, "{path}");
                }
            }
        }
    }
}

#[test]
fn the_same_trace_makes_the_same_tape() {
    let path = "traces/mgpusim_btree_1000_b128";
    let [one, two] = [0, 1].map(|_| imported(path, |_| {}).unwrap());
    assert_eq!(one, two);
    let launches = TapeFile::from_bytes(one.0).unwrap();
    assert_eq!(
        launches.launches()[0].code,
        launches.launches()[1].code,
        "launches of a kernel share its code"
    );
}

#[test]
fn what_is_wrong_with_a_trace_is_told() {
    let error = imported("formats/malformed", |_| {}).unwrap_err();
    assert!(error.to_string().contains(", line 6: `-nregs = 21955`"), "{error}");
    // The list names files that are not beside it.
    let error = imported("formats/v3", |_| {}).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("kernel-1.traceg: the file does not exist, not even with .xz, .gz or .zst appended")
    );
}
