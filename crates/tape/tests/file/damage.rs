//! No file is believed.

use super::make::{self, Part};
use warploom_kernel::tape::Launch;
use warploom_tape::file::{Error, TapeFile};

/// Reads all there is, in every way.
fn read(bytes: Vec<u8>) -> Result<Vec<(Launch, Vec<warploom_kernel::tape::Cta>)>, Error> {
    let file = TapeFile::from_bytes(bytes)?;
    let all = make::read(&file)?;
    for (launch, (_, ctas)) in all.iter().enumerate() {
        for cta in ctas.iter().take(2) {
            assert_eq!(file.cta(launch, cta.id())?.as_ref(), Some(cta));
        }
    }
    Ok(all)
}

/// A tape of a few kilobytes that has something of everything.
fn small() -> Vec<Part> {
    let some = |part: &Part| part.read.len() > 2 && part.launch.code.instructions.len() < 20;
    let listed = |bytes: &[u8]| bytes.len() < 9000;
    let fits = |parts: &Vec<Part>| {
        parts.len() == 2 && parts.iter().all(some) && parts.iter().any(|p| p.numbers.is_some())
    };
    let mut found = (0..).map(make::tape).filter(fits);
    found.find(|parts| make::write(parts).is_ok_and(|(bytes, _)| listed(&bytes))).expect("there is one")
}

#[test]
fn cut_anywhere() {
    let (bytes, _) = make::write(&small()).unwrap();
    for length in 0..bytes.len() {
        assert!(read(bytes[..length].to_vec()).is_err(), "cut to {length} of {} bytes", bytes.len());
    }
}

/// Each byte altered: it is noticed, or it is where nothing is said.
#[test]
fn altered_anywhere() {
    let (bytes, _) = make::write(&small()).unwrap();
    let whole = read(bytes.clone()).unwrap();
    let mut noticed = 0;
    for at in 0..bytes.len() {
        for flip in [0xff, 1, 0x80] {
            let mut bytes = bytes.clone();
            bytes[at] ^= flip;
            match read(bytes) {
                Ok(read) => assert_eq!(read, whole, "byte {at} ^ {flip}"),
                Err(_) => noticed += 1,
            }
        }
    }
    // Apart from the leading schema, which only others read, and padding.
    assert!(noticed > 3 * bytes.len() / 2, "{noticed} of {}", 3 * bytes.len());
}

#[test]
fn other_files() {
    let error = |bytes: &[u8]| read(bytes.to_vec()).unwrap_err();
    assert!(matches!(error(b""), Error::NotATape { .. }));
    assert!(matches!(error(b"-kernel name = k\n"), Error::NotATape { .. }));
    assert!(matches!(error(b"ARROW1"), Error::Damaged { .. }));
    let (bytes, _) = make::write(&small()).unwrap();
    let place = |bytes: &[u8], text: &[u8]| bytes.windows(text.len()).rposition(|w| w == text).unwrap();
    // The footer's is the last. A later version, whatever else it may be.
    let mut later = bytes.clone();
    let at = place(&bytes, br#"{"version":1"#) + 11;
    later[at] = b'7';
    let text = error(&later).to_string();
    assert_eq!(
        text,
        "the tape: the tape has format version 7, but this program reads version 1; record the tape again"
    );
    // An Arrow file that is no tape.
    let mut foreign = bytes.clone();
    let at = place(&bytes, b"warploom.tape");
    foreign[at] = b'W';
    assert!(matches!(error(&foreign), Error::NotATape { .. }));
}

#[test]
fn files_that_are_not_there() {
    let error = TapeFile::open("no/such.tape").unwrap_err();
    assert!(matches!(error, Error::Io { .. }));
    assert!(error.to_string().starts_with("no/such.tape: "), "{error}");
}
