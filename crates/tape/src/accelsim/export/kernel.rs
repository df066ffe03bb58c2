//! Writer of the trace of one launch.

use super::line::LineFormatter;
use super::{BINARY_VERSION, ExportError, LOCAL_BASE, SHARED_BASE, TRACER_VERSION};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_kernel::image::Isa;
use warploom_kernel::tape::{Cta, Launch};

/// Bytes of text to buffer before writing.
const PIECE: usize = 1 << 16;

/// Counts of an exported launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TraceCounts {
    /// Number of CTAs. If CTAs of the grid are missing, Accel-Sim does not finish the launch.
    pub ctas: u64,
    pub warp_instructions: u64,
    /// Thread instructions: each warp instruction counts once per active lane.
    pub thread_instructions: u64,
    pub accesses: u64,
}

/// Writer of the trace of one launch: the text of a `kernel-N.traceg`.
///
/// ```
/// use std::sync::Arc;
/// use warploom_kernel::class::Class;
/// use warploom_kernel::code::{Code, Instruction};
/// use warploom_kernel::execute::{CtaId, LaneMask};
/// use warploom_kernel::program::Pc;
/// use warploom_kernel::tape::{Cta, Launch, WarpTape, GenericWindows};
/// use warploom_tape::accelsim::export::KernelWriter;
///
/// let code = Code { instructions: vec![Instruction::new("ret", Class::Control)], ..Code::default() };
/// let launch = Launch {
///     kernel: "nothing".to_owned(), code: Arc::new(code), grid: [1, 1, 1], block: [32, 1, 1], shared: 0,
///     registers: 8, scalar_registers: 0, width: 32, windows: GenericWindows::default(), copies: Vec::new(), number: None,
/// };
/// let (mut warp, mut cta) = (WarpTape::default(), Cta::new(CtaId(0)));
/// warp.step(Pc(0), LaneMask(0xffff_ffff));
/// cta.push(&warp);
/// let mut trace = KernelWriter::new(Vec::new(), "kernel-1.traceg".as_ref(), Arc::new(launch), 1)?;
/// trace.cta(&cta)?;
/// let (text, written) = trace.finish()?;
/// assert_eq!(written.warp_instructions, 1);
/// assert!(String::from_utf8(text)?.contains("warp = 0\ninsts = 1\n0000 ffffffff 0 EXIT 0 0 0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct KernelWriter<W> {
    output: W,
    /// Path for error messages.
    path: PathBuf,
    launch: Arc<Launch>,
    lines: LineFormatter,
    text: Vec<u8>,
    written: TraceCounts,
}

impl<W: Write> KernelWriter<W> {
    /// Starts the trace of launch number `id` (from 1). Error messages use the name `path`.
    pub fn new(output: W, path: &Path, launch: Arc<Launch>, id: u64) -> Result<KernelWriter<W>, ExportError> {
        if launch.isa() == Isa::Gcn {
            return Err(ExportError::Gcn { kernel: launch.kernel.clone() });
        }
        if launch.width != 32 {
            return Err(ExportError::Width { kernel: launch.kernel.clone(), width: launch.width });
        }
        if launch.kernel.is_empty() || launch.kernel.contains(char::is_control) {
            return Err(ExportError::Name { kernel: launch.kernel.clone() });
        }
        let lines = LineFormatter::new(&launch)?;
        let text = header(&launch, id).into_bytes();
        let written = TraceCounts::default();
        Ok(KernelWriter { output, path: path.to_owned(), launch, lines, text, written })
    }

    /// Writes the next CTA. Accel-Sim accepts CTAs in any order.
    pub fn cta(&mut self, cta: &Cta) -> Result<(), ExportError> {
        let launch = Arc::clone(&self.launch);
        let (kernel, id) = (&launch.kernel, cta.id().0);
        if id >= launch.ctas() {
            return Err(ExportError::Cta { kernel: kernel.clone(), cta: id, ctas: launch.ctas() });
        }
        if cta.warps() != launch.warps() as usize {
            let (found, expected) = (cta.warps(), launch.warps());
            return Err(ExportError::Warps { kernel: kernel.clone(), cta: id, found, expected });
        }
        // The CTA is in the grid, so that no dimension is 0.
        let [gx, gy, _] = launch.grid.map(u64::from);
        let (x, y, z) = (id % gx, id / gx % gy, id / gx / gy);
        self.add(format_args!("#BEGIN_TB\n\nthread block = {x},{y},{z}\n\n"));
        for warp in 0..cta.warps() {
            let tape = cta.warp(warp);
            if tape.instructions() == 0 {
                return Err(ExportError::Idle { kernel: kernel.clone(), cta: id, warp });
            }
            self.add(format_args!("warp = {warp}\ninsts = {}\n", tape.instructions()));
            for step in tape.steps(&launch.code) {
                self.lines.write(&step, &mut self.text).map_err(|address| ExportError::Generic {
                    kernel: kernel.clone(),
                    cta: id,
                    warp,
                    at: step.pc.index(),
                    address,
                })?;
                if self.text.len() >= PIECE {
                    self.hand_on()?;
                }
            }
            self.add(format_args!("\n"));
            self.written.warp_instructions += tape.instructions();
            self.written.thread_instructions += tape.thread_instructions();
            self.written.accesses += tape.accesses() as u64;
        }
        self.add(format_args!("#END_TB\n\n"));
        self.written.ctas += 1;
        Ok(())
    }

    /// Writes the buffered text and returns the output.
    pub fn finish(mut self) -> Result<(W, TraceCounts), ExportError> {
        self.hand_on()?;
        self.output.flush().map_err(|source| self.failed(source))?;
        Ok((self.output, self.written))
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a vector cannot fail.
        let _ = self.text.write_fmt(text);
    }

    fn hand_on(&mut self) -> Result<(), ExportError> {
        self.output.write_all(&self.text).map_err(|source| self.failed(source))?;
        self.text.clear();
        Ok(())
    }

    fn failed(&self, source: io::Error) -> ExportError {
        ExportError::Io { path: self.path.clone(), source }
    }
}

fn header(launch: &Launch, id: u64) -> String {
    let Launch { kernel, grid: [gx, gy, gz], block: [bx, by, bz], shared, registers, .. } = launch;
    format!(
        "-kernel name = {kernel}
-kernel id = {id}
-grid dim = ({gx},{gy},{gz})
-block dim = ({bx},{by},{bz})
-shmem = {shared}
-nregs = {registers}
-binary version = {BINARY_VERSION}
-cuda stream id = 0
-shmem base_addr = {SHARED_BASE:#018x}
-local mem base_addr = {LOCAL_BASE:#018x}
-nvbit version = none
-accelsim tracer version = {TRACER_VERSION}
-enable lineinfo = 0

#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] \
[mem_addresses] immediate

"
    )
}
