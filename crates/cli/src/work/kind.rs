//! What kind of work a name on the command line means.

use super::begins;
use crate::command::Failure;
use crate::{suite, text};
use std::path::Path;
use warploom_suite::application;

/// What WORK can be.
pub const WANTED: &str = "\
WORK is one of
  lud, lud/internal             an application or a kernel of the suite (`warploom suite list`)
  x.tape                        a tape file
  DIR, kernelslist.g, k.traceg  an Accel-Sim trace, also compressed (.xz, .gz, .zst)
  kernel.ptx                    a kernel of yours, with --launch FILE";

/// A kind of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An application of the suite or one of its kernels.
    Suite,
    /// A tape file.
    Tape,
    /// An Accel-Sim trace.
    Trace,
    /// PTX and a launch file.
    Ptx,
}

impl Kind {
    /// What `work` means. The suite's names come first: a directory of such a name is written `./lud`.
    pub fn of(work: &str) -> Result<Kind, Failure> {
        let path = Path::new(work);
        let head = work.split('/').next().unwrap_or(work);
        if application(head).is_some() {
            return Ok(Kind::Suite);
        }
        if path.is_dir() {
            return Ok(Kind::Trace);
        }
        if let Some(kind) = path.file_name().and_then(|name| Kind::of_file(&name.to_string_lossy())) {
            return Ok(kind);
        }
        if path.exists() {
            return Kind::of_content(path).ok_or_else(|| {
                Failure::mistake(format!("it does not show what `{work}` is"), Some(WANTED.to_owned()))
            });
        }
        if work.contains('.') || head.is_empty() {
            return Err(Failure::mistake(format!("there is no file `{work}`"), Some(WANTED.to_owned())));
        }
        // It has a text for names that are nearly right.
        suite::find(work).map(|_| Kind::Suite)
    }

    fn of_file(name: &str) -> Option<Kind> {
        let compressed = [".xz", ".gz", ".zst"].into_iter().find_map(|end| name.strip_suffix(end));
        let plain = compressed.unwrap_or(name);
        match plain.rsplit_once('.').map_or("", |(_, extension)| extension) {
            "tape" => Some(Kind::Tape),
            "ptx" | "cu" => Some(Kind::Ptx),
            // Raw traces and containers too: what is to be done with them is the importer's to tell.
            "g" | "traceg" | "trace" | "tracez" => Some(Kind::Trace),
            _ if plain == "kernelslist" => Some(Kind::Trace),
            _ => None,
        }
    }

    fn of_content(path: &Path) -> Option<Kind> {
        if begins(path, b"ARROW1") {
            return Some(Kind::Tape);
        }
        if begins(path, b"-kernel name") {
            return Some(Kind::Trace);
        }
        let text = text::read(path).ok()?;
        text.lines().any(|line| line.trim_start().starts_with(".version")).then_some(Kind::Ptx)
    }

    /// All of the kind, in a few words.
    pub fn plural(self) -> &'static str {
        match self {
            Kind::Suite => "work of the suite",
            Kind::Tape => "tapes",
            Kind::Trace => "Accel-Sim traces",
            Kind::Ptx => "PTX",
        }
    }

    /// One of the kind, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Suite => "work of the suite",
            Kind::Tape => "a tape",
            Kind::Trace => "an Accel-Sim trace",
            Kind::Ptx => "PTX",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(work: &str) -> Option<Kind> {
        Kind::of(work).ok()
    }

    #[test]
    fn names_tell_what_is_meant() {
        assert_eq!(of("lud"), Some(Kind::Suite));
        assert_eq!(of("lud/internal"), Some(Kind::Suite));
        assert_eq!(of("no/such.tape"), Some(Kind::Tape));
        assert_eq!(of("kernel.ptx"), Some(Kind::Ptx));
        for trace in ["kernelslist.g", "kernel-1.traceg", "kernel-1-ctx_0x55c.traceg.xz", "a/b.traceg.zst"] {
            assert_eq!(of(trace), Some(Kind::Trace), "{trace}");
        }
        for unfit in ["kernelslist", "kernel-1.trace", "kernel-1.tracez"] {
            assert_eq!(of(unfit), Some(Kind::Trace), "the importer tells why {unfit} is not read");
        }
        assert_eq!(of("."), Some(Kind::Trace));
        assert_eq!((of("lut"), of("no/such.file"), of("")), (None, None, None));
    }

    #[test]
    fn files_of_other_names_are_looked_into() {
        let directory = tempfile::tempdir().unwrap();
        let looked = |bytes: &[u8]| {
            let path = directory.path().join("file");
            std::fs::write(&path, bytes).unwrap();
            of(path.to_str().unwrap())
        };
        assert_eq!(looked(b"ARROW1\0\0"), Some(Kind::Tape));
        assert_eq!(looked(b"-kernel name = k\n"), Some(Kind::Trace));
        assert_eq!(looked(b"//\n.version 8.0\n"), Some(Kind::Ptx));
        assert_eq!((looked(b""), looked(b"\xff\xfe"), looked(b"hello\n")), (None, None, None));
    }
}
