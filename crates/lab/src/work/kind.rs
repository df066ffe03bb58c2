//! The kinds of work that a WORK argument can name.

use super::code_form::{CodeForm, PtxCommand, check_compiled, is_cubin_file, is_gcn, is_ptx, is_sass};
use super::error::WorkError;
use super::{suite, text};
use std::path::Path;
use warploom_suite::application;
use warploom_tape::capture::Capture;
use warploom_tape::multi2sim;

/// The forms of WORK, for help texts.
pub const WORK_FORMS: &str = "\
WORK is one of
  lud, lud/internal             an application or a kernel of the suite (`warploom suite list`)
  x.tape                        a tape file
  DIR of `warploom capture`     the recorded launches of a captured program
  DIR, kernelslist.g, k.traceg  an Accel-Sim trace, also compressed (.xz, .gz, .zst)
  DIR/trace/RUN.trace           a Multi2Sim trace of GCN kernels, also compressed
  k.ptx, k.cubin, k.s           a kernel of yours, PTX, machine code or GCN assembly, with --launch FILE";

/// A kind of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkKind {
    /// An application of the suite or one of its kernels.
    Suite,
    Tape,
    Trace,
    Multi2Sim,
    /// A folder of a captured program.
    Capture,
    /// PTX and a launch file.
    Ptx,
    /// GCN assembly and a launch file.
    Gcn,
    /// A cubin, NVIDIA's machine code, and a launch file.
    Sass,
}

impl WorkKind {
    /// The kind of `work`. Names of the suite take precedence: a directory of the same name is written `./lud`.
    ///
    /// # Errors
    /// If `work` is neither a suite name nor a file of a known kind.
    pub fn of(work: &Path) -> Result<WorkKind, WorkError> {
        let head = work.to_str().map(|name| name.split('/').next().unwrap_or(name));
        if head.is_some_and(|head| application(head).is_some()) {
            return Ok(WorkKind::Suite);
        }
        if Capture::is_one(work) {
            return Ok(WorkKind::Capture);
        }
        if work.is_dir() {
            return Ok(WorkKind::Trace);
        }
        if multi2sim::is_trace(work) {
            return Ok(WorkKind::Multi2Sim);
        }
        check_compiled(work, PtxCommand::Run)?;
        if let Some(kind) = work.file_name().and_then(|name| WorkKind::of_file(&name.to_string_lossy())) {
            return Ok(kind);
        }
        if work.exists() {
            return WorkKind::of_content(work);
        }
        match work.to_str() {
            // A misspelt name of the suite: the error suggests the nearest.
            Some(name) if !name.contains('.') && head.is_some_and(|head| !head.is_empty()) => {
                suite::find(name).map(|_| WorkKind::Suite)
            }
            _ => Err(WorkError::NoFile { path: work.to_owned() }),
        }
    }

    fn of_file(name: &str) -> Option<WorkKind> {
        let compressed = [".xz", ".gz", ".zst"].into_iter().find_map(|end| name.strip_suffix(end));
        let plain = compressed.unwrap_or(name);
        match plain.rsplit_once('.').map_or("", |(_, extension)| extension) {
            "tape" => Some(WorkKind::Tape),
            "ptx" => Some(WorkKind::Ptx),
            "s" => Some(WorkKind::Gcn),
            "cubin" => Some(WorkKind::Sass),
            // Raw traces and containers too: the importer's error explains how to convert them.
            "g" | "traceg" | "trace" | "tracez" => Some(WorkKind::Trace),
            _ if plain == "kernelslist" => Some(WorkKind::Trace),
            _ => None,
        }
    }

    fn of_content(path: &Path) -> Result<WorkKind, WorkError> {
        let starts_with = |start: &[u8]| text::beginning(path, start.len()).is_ok_and(|found| found == start);
        if starts_with(b"ARROW1") {
            return Ok(WorkKind::Tape);
        }
        if starts_with(b"-kernel name") {
            return Ok(WorkKind::Trace);
        }
        let path = path.to_owned();
        if is_cubin_file(&path) {
            return Ok(WorkKind::Sass);
        }
        match text::read(&path) {
            Ok(text) if is_ptx(&text) => Ok(WorkKind::Ptx),
            Ok(text) if is_gcn(&text) => Ok(WorkKind::Gcn),
            Ok(text) if is_sass(&text) => {
                Err(WorkError::NotPtx { path, form: CodeForm::Sass, command: PtxCommand::Run })
            }
            _ => Err(WorkError::UnknownKind { path }),
        }
    }

    /// The kind's name in the plural.
    pub fn plural(self) -> &'static str {
        match self {
            WorkKind::Suite => "suite workloads",
            WorkKind::Tape => "tapes",
            WorkKind::Trace => "Accel-Sim traces",
            WorkKind::Multi2Sim => "Multi2Sim traces",
            WorkKind::Capture => "captured programs",
            WorkKind::Ptx => "PTX",
            WorkKind::Gcn => "GCN assembly",
            WorkKind::Sass => "cubins",
        }
    }

    /// The kind's name with its article.
    pub fn with_article(self) -> &'static str {
        match self {
            WorkKind::Suite => "a suite workload",
            WorkKind::Tape => "a tape",
            WorkKind::Trace => "an Accel-Sim trace",
            WorkKind::Multi2Sim => "a Multi2Sim trace",
            WorkKind::Capture => "a captured program",
            WorkKind::Ptx => "PTX",
            WorkKind::Gcn => "GCN assembly",
            WorkKind::Sass => "a cubin",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(work: &str) -> Option<WorkKind> {
        WorkKind::of(Path::new(work)).ok()
    }

    #[test]
    fn names_determine_the_kind() {
        assert_eq!(of("lud"), Some(WorkKind::Suite));
        assert_eq!(of("lud/internal"), Some(WorkKind::Suite));
        assert_eq!(of("no/such.tape"), Some(WorkKind::Tape));
        assert_eq!(of("kernel.ptx"), Some(WorkKind::Ptx));
        assert_eq!(of("kernel.cubin"), Some(WorkKind::Sass));
        assert_eq!(of("kernel.s"), Some(WorkKind::Gcn));
        for trace in ["kernelslist.g", "kernel-1.traceg", "kernel-1-ctx_0x55c.traceg.xz", "a/b.traceg.zst"] {
            assert_eq!(of(trace), Some(WorkKind::Trace), "{trace}");
        }
        for raw in ["kernelslist", "kernel-1.trace", "kernel-1.tracez"] {
            assert_eq!(of(raw), Some(WorkKind::Trace), "the importer explains why it does not read {raw}");
        }
        assert_eq!(of("."), Some(WorkKind::Trace));
        assert_eq!((of("lut"), of("no/such.file"), of("")), (None, None, None));
    }

    #[test]
    fn contents_determine_the_kind_of_other_files() {
        let directory = tempfile::tempdir().unwrap();
        let kind = |bytes: &[u8]| {
            let path = directory.path().join("file");
            std::fs::write(&path, bytes).unwrap();
            WorkKind::of(&path).ok()
        };
        assert_eq!(kind(b"ARROW1\0\0"), Some(WorkKind::Tape));
        assert_eq!(kind(b"-kernel name = k\n"), Some(WorkKind::Trace));
        assert_eq!(kind(b"//\n.version 8.0\n"), Some(WorkKind::Ptx));
        assert_eq!(kind(b"\t.text\n\t.amdgcn_target \"gfx600\"\n"), Some(WorkKind::Gcn));
        assert_eq!((kind(b""), kind(b"\xff\xfe"), kind(b"hello\n")), (None, None, None));
    }

    #[test]
    fn wavefronts_distinguish_traces_of_multi2sim_from_raw_traces() {
        let directory = tempfile::tempdir().unwrap();
        let kind = |text: &str| {
            let path = directory.path().join("r.trace");
            std::fs::write(&path, text).unwrap();
            WorkKind::of(&path).ok()
        };
        assert_eq!(kind("wf 0 0 0\n"), Some(WorkKind::Multi2Sim));
        assert_eq!(kind("-kernel name = k\n"), Some(WorkKind::Trace));
    }

    #[cfg(unix)]
    #[test]
    fn a_path_need_not_be_utf_8() {
        use std::os::unix::ffi::OsStrExt as _;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(std::ffi::OsStr::from_bytes(b"\xff.x"));
        std::fs::write(&path, b"ARROW1\0\0").unwrap();
        assert_eq!(WorkKind::of(&path).ok(), Some(WorkKind::Tape));
    }
}
