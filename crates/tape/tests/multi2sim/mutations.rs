//! Whatever the bytes, nothing panics.

use super::{LAUNCH, LISTING, Recording, TRACE, drain, read};
use proptest::prelude::*;
use std::sync::LazyLock;
use warploom_tape::multi2sim::{Options, Reader, RecordedRun, fetch_times};

static RUN: LazyLock<RecordedRun> =
    LazyLock::new(|| RecordedRun::open(Recording::new(LAUNCH, TRACE).trace()).expect("the run is right"));

/// Words that are valid somewhere, and extreme numbers.
const WORDS: [&str; 28] = [
    "0",
    "1",
    "2",
    "-1",
    "+1",
    "ffffffffffffffff",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808*1",
    "9223372036854775807*64",
    "4*18446744073709551615",
    "*",
    "-",
    "|",
    "| w 1 0",
    "wf",
    "wf 0 0 1",
    "S",
    "G",
    "L",
    "r",
    "a",
    "rg",
    "E",
    "P",
    "N",
    "",
    "\n",
];

fn survives(trace: &[u8]) -> bool {
    let partial = Reader::from_reader(RUN.clone(), "r", trace, &Options { partial: true });
    let _ = partial.and_then(|mut reader| drain(&mut reader));
    let whole = Reader::from_reader(RUN.clone(), "r", trace, &Options::default());
    whole.and_then(|mut reader| drain(&mut reader)).is_ok()
}

/// The text with one word replaced.
fn replaced(text: &str, at: prop::sample::Index, to: &str) -> String {
    let words: Vec<(usize, &str)> = text
        .split([' ', '\n'])
        .scan(0, |start, word| {
            let at = *start;
            *start += word.len() + 1;
            Some((at, word))
        })
        .collect();
    let (start, word) = words[at.index(words.len())];
    format!("{}{to}{}", &text[..start], &text[start + word.len()..])
}

#[test]
fn cut_anywhere() {
    for end in 0..TRACE.len() {
        let whole = TRACE[end..].trim().is_empty();
        assert_eq!(survives(&TRACE.as_bytes()[..end]), whole, "{end}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bytes_changed(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = TRACE.as_bytes().to_vec();
        for (at, to) in changes {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        survives(&bytes);
    }

    #[test]
    fn words_changed(at in any::<prop::sample::Index>(), to in prop::sample::select(&WORDS[..])) {
        survives(replaced(TRACE, at, to).as_bytes());
    }

    #[test]
    fn lines_moved(from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), twice in any::<bool>()) {
        let mut lines: Vec<&str> = TRACE.lines().collect();
        let line = lines[from.index(lines.len())];
        if !twice {
            lines.remove(from.index(lines.len()));
        }
        lines.insert(to.index(lines.len()), line);
        survives(lines.join("\n").as_bytes());
    }

    #[test]
    fn anything(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn launch_files_changed(
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(&WORDS[..])), 1..3),
    ) {
        let mut text = LAUNCH.to_owned();
        for (at, to) in changes {
            text = replaced(&text, at, to);
        }
        let recording = Recording::new(&text, TRACE);
        let _ = read(&recording.trace(), true);
        let _ = fetch_times(recording.trace());
    }

    #[test]
    fn listings_changed(at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let mut bytes = LISTING.as_bytes().to_vec();
        let at = at.index(bytes.len());
        bytes[at] = to;
        let recording = Recording::new(LAUNCH, TRACE);
        recording.write("isa/Test.exchange.s", bytes);
        let _ = read(&recording.trace(), true);
    }
}
