//! What does not fit together cannot be written; what can has its name only when it is whole.

use super::make::{self, Part};
use std::sync::Arc;
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{Cta, InstructionRun, WarpTape};
use warploom_tape::file::{Error, TapeFile, Writer};

fn one() -> Part {
    let some = |part: &Part| part.read.len() > 3 && part.numbers.is_none() && part.launch.width == 32;
    (0..).flat_map(make::tape).find(some).expect("there is one")
}

fn refused(change: impl FnOnce(&mut Part)) -> String {
    let mut part = one();
    change(&mut part);
    match make::write(&[part]) {
        Err(Error::Unfit { reason, launch: 0, .. }) => reason,
        Err(error) => panic!("another error: {error}"),
        Ok(_) => panic!("it was written"),
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let reason = refused(|part| part.written.push(part.written[1].clone()));
    assert!(reason.contains("is there twice"), "{reason}");
    let reason = refused(|part| part.launch.grid = [1, 1, 1]);
    assert!(reason.contains("outside the grid"), "{reason}");
    let reason = refused(|part| part.launch.width = 16);
    assert!(reason.contains("higher lanes were active"), "{reason}");
    let reason = refused(|part| part.launch.block = [1, 1, 1]);
    assert!(reason.contains("its block has 1"), "{reason}");
    let reason = refused(|part| part.written.push(Cta::new(CtaId(0))));
    assert!(reason.contains("has no warps"), "{reason}");
    let reason = refused(|part| {
        let numbers = 1..part.launch.code.instructions.len() as u32 + 1;
        part.written.clear();
        part.numbers = Some(numbers.rev().collect());
    });
    assert!(reason.contains("the same number of ascending numbers"), "{reason}");
    let reason = refused(|part| Arc::make_mut(&mut part.launch.code).functions = vec![5000]);
    assert!(reason.contains("are outside the code"), "{reason}");
    let reason = refused(|part| Arc::make_mut(&mut part.launch.code).files.clear());
    assert!(reason.contains("unknown source file"), "{reason}");
    let reason = refused(|part| {
        let mut warp = WarpTape::default();
        warp.run(InstructionRun { first: Pc(0), count: 0, lanes: LaneMask(1) });
        part.written[0].push(&warp);
    });
    assert!(reason.ends_with("invalid run of 0 instructions from 0"), "{reason}");
}

#[test]
fn accesses_must_be_those_of_the_code() {
    let part = one();
    let mut writer = Writer::new(Vec::new()).unwrap();
    let mut warp = WarpTape::default();
    warp.step(Pc(0), LaneMask(1));
    let mut cta = Cta::new(CtaId(0));
    cta.push(&warp);
    let error = writer.cta(&cta, |_| true).unwrap_err();
    assert!(error.to_string().contains("the instructions need more"), "{error}");
    assert!(matches!(writer.finish(), Err(Error::Unfit { .. })), "after an error");

    let mut writer = Writer::new(Vec::new()).unwrap();
    warp.affine(0, 0);
    let mut cta = Cta::new(CtaId(0));
    cta.push(&warp);
    writer.cta(&cta, |_| true).unwrap();
    assert!(writer.end_launch(&part.launch, Some(&[7])).is_err(), "not as many as there are");
    let mut writer = Writer::new(Vec::new()).unwrap();
    let error = writer.cta(&cta, |_| false).unwrap_err();
    assert!(error.to_string().contains("the instructions need 0"), "{error}");
    // Executed, but not in the code; and accessing memory only for the caller.
    let mut bare = part.launch.clone();
    bare.code = Default::default();
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.cta(&cta, |_| true).unwrap();
    let error = writer.end_launch(&bare, None).unwrap_err();
    assert!(error.to_string().contains("instruction 0 was executed"), "{error}");
}

#[test]
fn a_launch_must_end() {
    let part = one();
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.cta(&part.written[0], |number| make::accesses(&part, number)).unwrap();
    assert!(matches!(writer.finish(), Err(Error::Unfit { .. })));
}

#[test]
fn a_file_has_its_name_when_it_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let names = || {
        let names =
            std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    let path = dir.path().join("x.tape");
    let part = one();
    let write = |finish: bool| {
        let mut writer = Writer::create(&path).unwrap();
        for cta in &part.written {
            writer.cta(cta, |number| make::accesses(&part, number)).unwrap();
        }
        assert_eq!(names().iter().filter(|name| name.ends_with(".part")).count(), 1);
        writer.end_launch(&part.launch, None).unwrap();
        finish.then(|| writer.finish().unwrap())
    };
    write(false);
    assert!(names().is_empty(), "what is given up is removed");
    let totals = write(true).unwrap();
    assert_eq!(names(), ["x.tape"]);
    assert_eq!(TapeFile::open(&path).unwrap().totals(), totals);
    write(false);
    assert_eq!(TapeFile::open(&path).unwrap().totals(), totals, "what was there is there");
    assert_eq!(totals.bytes, std::fs::metadata(&path).unwrap().len());
}
