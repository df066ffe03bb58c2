//! Multi2Sim's traces, read.

mod errors;
mod execution;
mod mutations;
mod order;
mod reference;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;
use warploom_kernel::tape::{Cta, Launch, Source};
use warploom_tape::multi2sim::{Error, Options, Reader};

/// A kernel of 32 items and more: loads its parameters and its element, exchanges it through LDS, and stores the first ten.
pub const LISTING: &str = "; a kernel written for this test
  s_mov_b32     s2, 0x80001000
  s_mov_b32     s3, 0
  s_load_dwordx2  s[4:5], s[2:3], 0x02
  s_mov_b32     s8, 0x80000000
  s_mov_b32     s9, 0
  s_mov_b32     s10, 0x00001000
  s_mov_b32     s11, 0
  v_lshlrev_b32  v1, 2, v0
  s_waitcnt     lgkmcnt(0)
  buffer_load_dword  v2, v1, s[8:11], 0 offen
  s_waitcnt     vmcnt(0)
  ds_write_b32  v1, v2
  s_waitcnt     lgkmcnt(0)
  s_barrier
  ds_read_b32   v3, v1
  s_waitcnt     lgkmcnt(0)
  v_add_i32     v3, vcc, v3, v2
  v_cmp_gt_u32  vcc, 10, v0
  s_and_saveexec_b64  s[6:7], vcc
  buffer_store_dword  v3, v1, s[8:11], 0 offen
  s_endpgm
";

/// A launch of one work-group of 100 items: wavefronts of 64 and 36 lanes.
pub const LAUNCH: &str = "H write 80000000 400 fnv 00000000 seq 0
N 0 exchange dim 1 global 100 1 1 local 100 1 1 groups 1 wgs_per_cu 20 vgpr 5 sgpr 12 lds 512 wgid_sgpr 12
T 0 consttab 80002000 restab 80002100 uavtab 80002300 cb 80003000
R 0 class 23 slot 0 sreg 2 count 2
A 0 x pointer cb 1 off 0 scope 4 buf 11 ptr 80000000 size 400
A 0 n value cb 1 off 16 size 4 64000000
P 0 80001000 80001000
P 0 80000000 80000000
";

/// Its trace.
pub const TRACE: &str = "# a trace written for this test
wf 0 0 0
0 1 S
8 4 S
c 4 M 80001008 8
10 4 S
18 4 S
1c 4 S
24 4 S
28 4 V
2c 4 W
30 100 G r ffffffffffffffff 4 80000000 4*63
38 4 W
3c 113 L w ffffffffffffffff 4 1 0 4*63
44 7 W
48 9 Y
4c 4 L r ffffffffffffffff 4 1 0 4*63
54 9 W
58 4 V
5c 4 V
60 7 S
64 4 G w 3ff 4 80000000 4*9
6c 4 E
wf 0 0 1
0 2 S
8 4 S
c 4 M 80001008 8
10 4 S
18 4 S
1c 4 S
24 4 S
28 4 V
2c 4 W
30 100 G r fffffffff 4 80000100 4*35
38 4 W
3c 113 L w fffffffff 4 1 100 4*35
44 7 W
48 9 Y
4c 4 L r fffffffff 4 1 100 4*17 4*18
54 9 W
58 4 V
5c 4 V
60 7 S
64 4 G w 0 0 -
6c 4 E
";

/// A recorded run in a temporary directory.
pub struct Recording {
    directory: TempDir,
}

impl Recording {
    /// A run with this launch file and trace, and [`LISTING`].
    pub fn new(launch: &str, trace: impl AsRef<[u8]>) -> Recording {
        let recording = Recording { directory: tempfile::tempdir().expect("a temporary directory") };
        recording.write("isa/Test.exchange.s", LISTING);
        recording.write("launch/r.txt", launch);
        recording.write("trace/r.trace", trace);
        recording
    }

    /// Writes a file of the folder.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.directory.path().join(name);
        let parent = path.parent().expect("a directory");
        std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, content)).expect("a file");
    }

    /// Removes a file of the folder.
    pub fn remove(&self, name: &str) {
        std::fs::remove_file(self.directory.path().join(name)).expect("the file exists");
    }

    /// Path of the trace.
    pub fn trace(&self) -> PathBuf {
        self.directory.path().join("trace/r.trace")
    }

    /// The error of reading the run to its end, with file names relative to the folder.
    pub fn error(&self) -> String {
        let error = read(&self.trace(), false).expect_err("the run is wrong");
        error.to_string().replace(&format!("{}/", self.directory.path().display()), "")
    }
}

/// A launch and its work-groups.
pub type Read = Vec<(Arc<Launch>, Vec<Cta>)>;

/// Reads a source to its end.
pub fn drain(reader: &mut Reader<'_>) -> Result<Read, Error> {
    let mut all = Vec::new();
    while let Some(launch) = reader.launch()? {
        let mut ctas = Vec::new();
        while let Some(cta) = reader.cta()? {
            ctas.push(cta);
        }
        all.push((launch, ctas));
    }
    Ok(all)
}

/// Reads a trace to its end.
pub fn read(trace: &Path, partial: bool) -> Result<Read, Error> {
    drain(&mut Reader::open(trace, &Options { partial })?)
}
