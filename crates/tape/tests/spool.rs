//! Tapes are made once and found again.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier};
use warploom_kernel::class::Class;
use warploom_kernel::code::{Code, Instruction};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{Cta, GenericWindows, Launch, WarpTape};
use warploom_tape::file::{Error, TapeFile, Writer};
use warploom_tape::spool::Spool;

fn make(writer: &mut Writer) -> Result<(), Error> {
    let code = Code { instructions: vec![Instruction::new("ret", Class::Control)], ..Code::default() };
    let launch = Launch {
        kernel: "k".to_owned(),
        code: Arc::new(code),
        grid: [1, 1, 1],
        block: [32, 1, 1],
        shared: 0,
        registers: 8,
        scalar_registers: 0,
        width: 32,
        windows: GenericWindows::default(),
        copies: Vec::new(),
        number: None,
    };
    let mut warp = WarpTape::default();
    warp.step(Pc(0), LaneMask(1));
    let mut cta = Cta::new(CtaId(0));
    cta.push(&warp);
    writer.cta(&cta, |_| false)?;
    writer.end_launch(&launch, None)
}

fn holds_it(file: &TapeFile) -> bool {
    file.totals().warp_instructions == 1 && file.cta(0, CtaId(0)).unwrap().is_some()
}

fn never(_: &mut Writer) -> Result<(), Error> {
    panic!("it is there")
}

#[test]
fn made_once() {
    let dir = tempfile::tempdir().unwrap();
    let spool = Spool::new(dir.path().join("not/there/yet"));
    assert!(holds_it(&spool.file("0a", make).unwrap()));
    assert!(holds_it(&spool.file("0a", never).unwrap()));
    assert!(holds_it(&Spool::new(spool.dir()).file("0a", never).unwrap()));
    assert!(holds_it(&spool.file("0b", make).unwrap()), "another key, another tape");
}

#[test]
fn what_cannot_be_read_is_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    let spool = Spool::new(dir.path());
    let path = dir.path().join("0a.tape");
    spool.file("0a", make).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let at = whole.windows(12).rposition(|w| w == br#"{"version":1"#).unwrap() + 11;
    let mut older = whole.clone();
    older[at] = b'0';
    for bytes in [older, whole[..whole.len() - 1].to_vec(), Vec::new(), b"something else".to_vec()] {
        std::fs::write(&path, bytes).unwrap();
        assert!(holds_it(&spool.file("0a", make).unwrap()));
        assert!(holds_it(&spool.file("0a", never).unwrap()));
    }
}

#[test]
fn what_cannot_be_made_is_not_there() {
    let dir = tempfile::tempdir().unwrap();
    let spool = Spool::new(dir.path());
    let fails = |writer: &mut Writer| {
        make(writer)?;
        Err(Error::Io { file: "work".to_owned(), error: std::io::Error::other("no more") })
    };
    assert!(spool.file("0a", fails).is_err());
    let names = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| name.ends_with(".lock")));
    assert!(holds_it(&spool.file("0a", make).unwrap()));
}

#[test]
fn many_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let (made, start) = (AtomicU32::new(0), Barrier::new(8));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                let file = Spool::new(dir.path()).file("0a", |writer| {
                    made.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(std::time::Duration::from_millis(20));
                    make(writer)
                });
                assert!(holds_it(&file.unwrap()));
            });
        }
    });
    assert_eq!(made.into_inner(), 1, "the others waited");
}

#[test]
#[should_panic(expected = "`../0a` is no key")]
fn a_key_is_a_name() {
    let _ = Spool::new("x").file("../0a", never);
}
