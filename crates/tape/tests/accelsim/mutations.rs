//! Whatever the bytes, nothing panics.

use super::{Read, sample, trace};
use proptest::prelude::*;
use warploom_tape::accelsim::{KernelReader, Options};

/// A trace with something of everything.
fn text() -> String {
    let lines = [
        "0000 ffffffff 1 R1 IMAD.MOV.U32 2 R255 R255 0 0 ",
        "0010 ffffffff 1 R4 LDG.E.128 1 R2 16 1 0x7f5800000000 16 0 ",
        "0020 0000ffff 1 R4 LDG.E 1 R2 4 2 0x7f5800000000 4 8 -12 4 4 4 4 4 4 4 4 4 4 4 4 0 ",
        "0030 00000003 0 STG.E 2 R2 R4 4 0 0x7f5800000000 0x10 0 ",
        "0040 00000000 0 STS 2 R2 R4 4 1 0x0 0 0 ",
        "0050 ffffffff 0 BAR.SYNC 0 0 0 ",
        "0060 ffffffff 0 EXIT 0 0 0 ",
    ];
    trace(5, 70, &lines)
}

fn survives(bytes: &[u8]) {
    let options = Options { partial: true, ..Options::default() };
    if let Ok(kernel) = KernelReader::from_reader("k", bytes, &options) {
        let _ = Read::new(kernel);
    }
}

#[test]
fn cut_anywhere() {
    let text = text();
    assert!(Read::text(&text).is_ok());
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        survives(&text.as_bytes()[..end]);
        // All but the very end is missed.
        let whole = text[end..].trim().is_empty();
        assert_eq!(Read::text(&text[..end]).is_ok(), whole, "{end}");
    }
}

#[test]
fn compressed_samples_cut_anywhere() {
    let bytes = std::fs::read(sample("formats/v4/matrixmul_32_sm61.traceg.xz")).unwrap();
    for end in (0..bytes.len()).step_by(37) {
        survives(&bytes[..end]);
        assert!(
            KernelReader::from_reader("k", &bytes[..end], &Options::default()).and_then(Read::new).is_err()
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bytes_changed(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = text().into_bytes();
        for (at, to) in changes {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        survives(&bytes);
    }

    #[test]
    fn fields_changed(
        at in any::<prop::sample::Index>(),
        to in prop::sample::select(vec![
            "0", "1", "2", "3", "-1", "ffffffff", "00000000", "4294967295", "18446744073709551615", "0xffffffffffffffff",
            "-9223372036854775808", "R255", "R1", "EXIT", "LDG.E", "LDGSTS.E", "#END_TB", "warp", "=", "insts", "1,1,1", "", "\n",
        ]),
    ) {
        let text = text();
        let words: Vec<(usize, &str)> = text.split([' ', '\n']).scan(0, |start, word| {
            let at = *start;
            *start += word.len() + 1;
            Some((at, word))
        }).collect();
        let (start, word) = words[at.index(words.len())];
        survives(format!("{}{to}{}", &text[..start], &text[start + word.len()..]).as_bytes());
    }

    #[test]
    fn lines_moved(from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), twice in any::<bool>()) {
        let text = text();
        let mut lines: Vec<&str> = text.lines().collect();
        let line = lines[from.index(lines.len())];
        if !twice {
            lines.remove(from.index(lines.len()));
        }
        lines.insert(to.index(lines.len()), line);
        survives(lines.join("\n").as_bytes());
    }

    #[test]
    fn compressed_bytes_changed(at in any::<prop::sample::Index>(), to in any::<u8>(), which in 0..3_usize) {
        let text = text();
        let mut bytes = match which {
            0 => std::fs::read(sample("formats/v5/ffma_sm90.traceg.xz")).unwrap(),
            1 => zstd::encode_all(text.as_bytes(), 3).unwrap(),
            _ => {
                let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
                std::io::Write::write_all(&mut out, text.as_bytes()).unwrap();
                out.finish().unwrap()
            }
        };
        let at = at.index(bytes.len());
        bytes[at] = to;
        survives(&bytes);
    }

    #[test]
    fn anything(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(&bytes);
    }
}
