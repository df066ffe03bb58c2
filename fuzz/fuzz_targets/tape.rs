//! Bytes taken for a tape file: every CTA of it is decoded and walked.
#![no_main]

use warploom_tape::file::TapeFile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = TapeFile::from_bytes(bytes.to_vec()) else { return };
    for batch in 0..file.batches() {
        let Ok(ctas) = file.batch(batch) else { continue };
        let launch = &file.launches()[file.launch_of(batch)];
        for cta in &ctas {
            for warp in 0..cta.warps() {
                for step in cta.warp(warp).steps(&launch.code).take(10_000) {
                    if let Some(access) = step.access {
                        assert_eq!(access.of(step.lanes).count() as u32, step.lanes.count());
                    }
                }
            }
        }
    }
});
