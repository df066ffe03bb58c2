//! How fast a trace is read and imported, and how much memory that takes, whatever its size.
//!
//! `cargo bench -p warploom-tape --bench import`; an argument is how many gigabytes the trace has (2 unless told). The trace is
//! made on the fly, so none is stored.

use std::io::{self, Read, Write};
use std::sync::LazyLock;
use std::time::Instant;
use warploom_tape::accelsim::{KernelReader, Options};
use warploom_tape::file::Writer;

const WARPS: usize = 8;

/// A trace of as many CTAs as it takes to be so long. All CTAs do the same, at addresses of their own.
struct Synthetic {
    /// A CTA's text after the line that names it, and where addresses are in it, twelve digits each.
    body: Vec<u8>,
    addresses: Vec<(usize, u64)>,
    cta: u64,
    ctas: u64,
    /// What is to be read next.
    ready: Vec<u8>,
    at: usize,
}

impl Synthetic {
    fn new(bytes: u64, lines: fn(u64) -> Vec<String>) -> Synthetic {
        let (mut body, mut addresses) = (Vec::new(), Vec::new());
        for warp in 0..WARPS {
            let lines = lines(warp as u64);
            body.extend_from_slice(format!("\nwarp = {warp}\ninsts = {}\n", lines.len()).as_bytes());
            for line in lines {
                if let Some(at) = line.find("0x") {
                    let base = u64::from_str_radix(&line[at + 2..at + 14], 16).expect("twelve digits");
                    addresses.push((body.len() + at + 2, base));
                }
                body.extend_from_slice(line.as_bytes());
                body.extend_from_slice(b" \n");
            }
        }
        body.extend_from_slice(b"\n#END_TB\n");
        let ctas = bytes / body.len() as u64 + 1;
        let header = format!(
            "-kernel name = synthetic\n-kernel id = 1\n-grid dim = ({ctas},1,1)\n-block dim = (256,1,1)\n-shmem = 4096\n\
             -nregs = 32\n-binary version = 70\n-shmem base_addr = 0x00007f0000000000\n\
             -local mem base_addr = 0x00007e0000000000\n-accelsim tracer version = 5\n-enable lineinfo = 0\n\n\
             #traces format = …\n\n"
        );
        Synthetic { body, addresses, cta: 0, ctas, ready: header.into_bytes(), at: 0 }
    }

    fn next_cta(&mut self) {
        self.ready.clear();
        self.at = 0;
        if self.cta == self.ctas {
            return;
        }
        self.ready.extend_from_slice(format!("\n#BEGIN_TB\n\nthread block = {},0,0\n", self.cta).as_bytes());
        let start = self.ready.len();
        self.ready.extend_from_slice(&self.body);
        for &(at, base) in &self.addresses {
            let mut address = base + self.cta * 0x1000;
            for digit in self.ready[start + at..][..12].iter_mut().rev() {
                *digit = b"0123456789abcdef"[(address & 15) as usize];
                address >>= 4;
            }
        }
        self.cta += 1;
    }
}

impl Read for Synthetic {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.ready.len() {
            self.next_cta();
        }
        let read = buffer.len().min(self.ready.len() - self.at);
        buffer[..read].copy_from_slice(&self.ready[self.at..][..read]);
        self.at += read;
        Ok(read)
    }
}

/// A warp's lines: arithmetic alone.
fn compute(_: u64) -> Vec<String> {
    let step = |pc: u64| format!("{:04x} ffffffff 1 R3 FFMA 2 R3 R0 0 0", 16 * pc);
    (0..8).flat_map(|_| (0..64).map(step)).collect()
}

/// A warp's lines: a loop with arithmetic, coalesced and scattered accesses, divergence and a barrier.
fn mixed(warp: u64) -> Vec<String> {
    let mut lines = vec![
        "0000 ffffffff 1 R1 IMAD.MOV.U32 2 R255 R255 0 0".to_owned(),
        "0010 ffffffff 1 R0 S2R 0 0 0".to_owned(),
        "0020 ffffffff 1 R2 IMAD.WIDE 2 R0 R5 0 4".to_owned(),
    ];
    for turn in 0..16_u64 {
        let address = |array: u64| 0x7fc8_0000_0000 + (array << 32) + turn * 0x8_0000 + warp * 128;
        let scattered: String = (0..31).map(|lane| format!(" {}", 64 + lane * lane * 32 - 8000)).collect();
        lines.extend([
            format!("0030 ffffffff 1 R4 LDG.E.SYS 1 R2 4 1 0x{:012x} 4 0", address(0)),
            format!("0040 ffffffff 1 R5 LDG.E.SYS 1 R2 4 2 0x{:012x}{scattered} 0", address(1)),
            "0050 ffffffff 1 R6 FFMA 3 R4 R5 R6 0 0".to_owned(),
            "0060 ffffffff 1 R7 FFMA 3 R6 R5 R6 0 0".to_owned(),
            "0070 ffffffff 1 R8 FADD 2 R6 R7 0 0".to_owned(),
            "0080 ffffffff 1 R9 MUFU.RCP 1 R8 0 0".to_owned(),
            "0090 ffffffff 0 ISETP.GE.AND 1 R9 0 352".to_owned(),
            "00a0 0000ffff 1 R9 IADD3 2 R9 R255 0 -1".to_owned(),
            format!("00b0 0000ffff 0 STS 2 R10 R9 4 1 0x{:012x} 4 0", warp * 128),
            "00c0 ffffffff 0 BAR.SYNC.DEFER_BLOCKING 0 0 0".to_owned(),
            "00d0 ffffffff 1 R2 IADD3 2 R2 R255 0 4096".to_owned(),
            "00e0 ffffffff 1 R3 IADD3.X 2 R3 R255 0 0".to_owned(),
            format!("00f0 ffffffff 0 STG.E.SYS 2 R2 R9 4 1 0x{:012x} 4 0", address(2)),
            "0100 ffffffff 0 BRA 0 0 -224".to_owned(),
        ]);
    }
    lines.push("0110 ffffffff 0 EXIT 0 0 0".to_owned());
    lines
}

/// Seconds that this thread has computed: others may share the machine. Seconds that have passed, where that is not told.
fn computed() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// The most that was resident, in MiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim_end_matches("kB").trim().parse::<u64>().unwrap_or(0) >> 10
}

/// Counts what is written, and forgets it.
#[derive(Default)]
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gigabytes = std::env::args().filter_map(|a| a.parse::<f64>().ok()).next().unwrap_or(2.0);
    let bytes = (gigabytes * 1e9) as u64;
    println!("lines    what         MB   MB/s  million instructions/s     CTAs  tape MB  MiB at most");
    for (name, lines) in [("mixed", mixed as fn(u64) -> Vec<String>), ("compute", compute)] {
        // What making the trace costs is not the reader's.
        let mut synthetic = Synthetic::new(bytes, lines);
        let (start, mut buffer) = (computed(), vec![0; 256 << 10]);
        while synthetic.read(&mut buffer)? > 0 {}
        let making = computed() - start;
        for write in [false, true] {
            let (start, mut tape, mut ctas) = (computed(), Counted::default(), 0_u64);
            let mut writer = Writer::new(&mut tape)?;
            let mut kernel =
                KernelReader::from_reader("synthetic", Synthetic::new(bytes, lines), &Options::default())?;
            while let Some(cta) = kernel.next_cta()? {
                ctas += 1;
                if write {
                    writer.cta(&cta, |number| kernel.accesses(number))?;
                }
            }
            let text = kernel.lines().text_bytes() as f64 / 1e6;
            let instructions = kernel.instructions() as f64 / 1e6;
            if write {
                let (launch, numbers) = kernel.finish()?;
                writer.end_launch(&launch, Some(&numbers))?;
                writer.finish()?;
            }
            let seconds = computed() - start - making;
            let (what, speed, rate) =
                (if write { "import" } else { "read" }, text / seconds, instructions / seconds);
            println!(
                "{name:<8} {what:<6} {text:>8.0} {speed:>6.0} {rate:>23.1} {ctas:>8} {:>8.1} {:>12}",
                tape.0 as f64 / 1e6,
                peak()
            );
        }
    }
    Ok(())
}
