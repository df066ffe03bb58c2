//! Accel-Sim's traces, read.

mod errors;
mod import;
mod mutations;
mod samples;
mod traps;

use std::path::PathBuf;
use warploom_kernel::tape::{Cta, Launch};
use warploom_tape::accelsim::{Error, KernelReader, Options};

/// A file or directory of traces: the formats are beside these tests, the rest is what Warploom is measured against.
fn sample(path: &str) -> PathBuf {
    let own = path.starts_with("formats");
    let traces = if own { "tests/traces" } else { "../../reference" };
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(traces).join(path)
}

/// A launch with its CTAs, whose instructions are places in its code.
struct Read {
    launch: Launch,
    numbers: Vec<u32>,
    ctas: Vec<Cta>,
}

impl Read {
    /// Reads to the end.
    fn new(mut kernel: KernelReader<'_>) -> Result<Read, Error> {
        let mut ctas = Vec::new();
        while let Some(cta) = kernel.next_cta()? {
            ctas.push(cta);
        }
        let (launch, numbers) = kernel.finish()?;
        Ok(Read { launch, numbers, ctas })
    }

    fn text(text: &str) -> Result<Read, Error> {
        Read::new(KernelReader::from_reader("k.traceg", text.as_bytes(), &Options::default())?)
    }

    /// The place in the code of what CTAs call `number`.
    fn place(&self, number: u32) -> usize {
        self.numbers.binary_search(&number).expect("every number on a tape is of an instruction")
    }
}

/// A trace of one CTA of one warp that executes `lines`: header on lines 1 to 8, the first instruction on line 13.
fn trace(tracer: u32, version: u32, lines: &[&str]) -> String {
    let mut text = format!(
        "-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n-nregs = 8\n-binary version = {version}\n\
         -accelsim tracer version = {tracer}\n#traces format = …\n\
         #BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = {}\n",
        lines.len()
    );
    lines.iter().for_each(|line| text.extend([line, "\n"]));
    text + "#END_TB\n"
}
