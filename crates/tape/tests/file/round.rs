//! What is written is read.

use super::make::{self, Part};
use proptest::prelude::*;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{CtaLookup, Source};
use warploom_tape::file::{Error, TapeFile, Writer};

fn same(parts: &[Part], file: &TapeFile) -> Result<(), TestCaseError> {
    let read = make::read(file)?;
    prop_assert_eq!(read.len(), parts.len());
    for ((launch, ctas), part) in read.iter().zip(parts) {
        prop_assert_eq!(launch, &part.launch);
        prop_assert_eq!(ctas, &part.read);
    }
    Ok(())
}

proptest! {
    #[test]
    fn in_sequence(seed: u64) {
        let parts = make::tape(seed);
        let (bytes, totals) = make::write(&parts)?;
        let file = TapeFile::from_bytes(bytes.clone())?;
        same(&parts, &file)?;
        prop_assert_eq!(file.totals(), totals);
        prop_assert_eq!(totals.bytes, bytes.len() as u64);
        let ctas = parts.iter().flat_map(|part| &part.read);
        prop_assert_eq!(totals.ctas, ctas.clone().count() as u64);
        prop_assert_eq!(totals.warp_instructions, ctas.map(|cta| cta.instructions()).sum::<u64>());
        // The same is written as the same bytes.
        prop_assert_eq!(make::write(&parts)?, (bytes, totals));
    }

    #[test]
    fn at_random(seed: u64) {
        let parts = make::tape(seed);
        let file = TapeFile::from_bytes(make::write(&parts)?.0)?.with_batch_cache(1 + seed as usize % 3);
        for (launch, part) in parts.iter().enumerate() {
            for id in (0..part.launch.ctas() + 1).rev() {
                let expected = part.read.iter().find(|cta| cta.id() == CtaId(id)).cloned();
                prop_assert_eq!(file.cta(launch, CtaId(id))?, expected);
            }
        }
    }

    #[test]
    fn by_number_and_in_sequence_at_once(seed: u64) {
        let parts = make::tape(seed);
        let file = TapeFile::from_bytes(make::write(&parts)?.0)?.with_batch_cache(2);
        let mut reader = file.reader();
        prop_assert_eq!(reader.cta_at(CtaId(0))?, CtaLookup::Missing, "there is no launch yet");
        for part in &parts {
            prop_assert!(reader.launch()?.is_some());
            for (cta, other) in part.read.iter().zip(part.read.iter().rev()) {
                prop_assert_eq!(reader.cta_at(other.id())?, CtaLookup::Cta(other.clone()));
                let next = reader.cta()?;
                prop_assert_eq!(next.as_ref(), Some(cta));
            }
            prop_assert_eq!(reader.cta_at(CtaId(part.launch.ctas()))?, CtaLookup::Missing);
        }
    }

    #[test]
    fn by_batches(seed: u64) {
        let parts = make::tape(seed);
        let file = TapeFile::from_bytes(make::write(&parts)?.0)?;
        let mut found = vec![Vec::new(); parts.len()];
        for batch in 0..file.batches() {
            let ctas = file.batch(batch)?;
            let (_, earlier) = ctas.split_last().expect("no batch is empty");
            prop_assert!(earlier.iter().map(|cta| cta.instructions()).sum::<u64>() < 65536);
            found[file.launch_of(batch)].extend(ctas);
        }
        for (ctas, part) in found.iter().zip(&parts) {
            prop_assert_eq!(ctas, &part.read);
        }
    }
}

proptest! {
    // Each case is written several times.
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A digest is of what is on a tape, and of all of it.
    #[test]
    fn digests(seed: u64) {
        let parts = make::tape(seed);
        let digest = make::write(&parts)?.1.digest;
        for at in 0..parts.len() {
            let mut other = parts.clone();
            other[at].launch.registers ^= 1;
            prop_assert_ne!(make::write(&other)?.1.digest, digest);
            let mut other = parts.clone();
            let part = &mut other[at];
            if part.written.pop().is_some() {
                prop_assert_ne!(make::write(&other)?.1.digest, digest);
            }
        }
    }
}

/// What a reader reads can be written again.
#[test]
fn copied() -> Result<(), Error> {
    for seed in 0..50 {
        let (bytes, totals) = make::write(&make::tape(seed))?;
        let file = TapeFile::from_bytes(bytes)?;
        let mut copy = Vec::new();
        let mut writer = Writer::new(&mut copy)?;
        writer.copy(&mut file.reader())?;
        let again = writer.finish()?;
        assert_eq!((again.ctas, again.thread_instructions), (totals.ctas, totals.thread_instructions));
        assert_eq!(make::read(&TapeFile::from_bytes(copy)?)?, make::read(&file)?);
    }
    Ok(())
}

/// Batches do not depend on each other, nor on who decodes them.
#[test]
fn on_several_threads() -> Result<(), Error> {
    let many = |seed| TapeFile::from_bytes(make::write(&make::tape(seed)).ok()?.0).ok();
    let file = (0..).filter_map(many).find(|file| file.batches() > 3).expect("there is one");
    let file = &file;
    let parallel: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..file.batches()).map(|batch| scope.spawn(move || file.batch(batch))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it did not panic")).collect()
    });
    let parallel: Result<Vec<_>, Error> = parallel.into_iter().collect();
    let sequence = make::read(file)?.into_iter().flat_map(|(_, ctas)| ctas);
    assert!(parallel?.into_iter().flatten().eq(sequence));
    Ok(())
}

/// Launches can be passed over.
#[test]
fn only_what_is_asked_for() -> Result<(), Error> {
    let parts = (0..).map(make::tape).find(|parts| parts.len() == 3 && !parts[2].read.is_empty());
    let parts = parts.expect("there is one");
    let file = TapeFile::from_bytes(make::write(&parts)?.0)?;
    let mut reader = file.reader();
    assert_eq!(reader.cta()?, None, "no launch was asked for");
    reader.launch()?;
    reader.cta()?;
    reader.launch()?;
    reader.launch()?;
    assert_eq!(reader.cta()?.as_ref(), parts[2].read.first());
    assert_eq!(reader.launch()?, None);
    assert_eq!(reader.launch()?, None);
    Ok(())
}

/// Launches that share code in memory share it in the file, and again in memory.
#[test]
fn code_is_there_once() -> Result<(), Error> {
    let dice = &mut make::Dice(1);
    let (code, numbers) = make::program(dice);
    let equal = std::sync::Arc::new((*code).clone());
    let parts = [code.clone(), equal, code].map(|code| make::part(dice, code, numbers.clone()));
    let mut apart = 0;
    for part in &parts {
        apart += make::write(std::slice::from_ref(part))?.0.len() as u64;
    }
    let file = TapeFile::from_bytes(make::write(&parts)?.0)?;
    let [a, b, c] = file.launches() else { panic!("three were written") };
    assert!(std::sync::Arc::ptr_eq(&a.code, &b.code) && std::sync::Arc::ptr_eq(&a.code, &c.code));
    assert!(file.totals().bytes < apart);
    Ok(())
}
