//! Micro kernels that were measured with Multi2Sim, written again: cycles of several waves (`microwaves.csv`) and from one
//! instruction to the next (`microlat.csv`).

use warploom_gpu::fixture::WaveKernel;

/// Addresses of what the prologue loads, of data, and of data that push other data out of the L1: as many bytes apart as a way has.
const ARGUMENTS: [u64; 2] = [0x10_0000, 0x10_1000];
const DATA: u64 = 0x100_0000;
const WAY: u64 = 4096;

/// The prologue that all kernels have: two scalar loads from memory, a wait, and six instructions. Which six is not recorded: of ten
/// mixtures of vector and scalar arithmetic, this one agrees best with the kernels that only use units.
fn prologue(kernel: &mut WaveKernel) {
    ARGUMENTS.into_iter().for_each(|address| kernel.scalar_load(address));
    kernel.wait();
    kernel.repeat(4, WaveKernel::valu);
    kernel.repeat(2, WaveKernel::salu);
}

/// The kernel of a row of `microwaves.csv`, by its name.
pub fn waves_kernel(name: &str) -> Option<WaveKernel> {
    let mut kernel = WaveKernel::new();
    prologue(&mut kernel);
    let stream = |kernel: &mut WaveKernel, blocks: u64, store: bool| {
        for n in 0..8 {
            let address = DATA + n * blocks * 64;
            if store { kernel.store(address, blocks) } else { kernel.load(address, blocks) }
        }
        kernel.wait();
    };
    let mut stride = 0;
    match name {
        "barrier" => kernel.repeat(16, WaveKernel::barrier),
        "branch" => kernel.repeat(12, WaveKernel::branch),
        "l2_ld_b4" => {
            // Ten instructions compute the addresses.
            kernel.repeat(10, WaveKernel::valu);
            // Eight addresses of the same sets, twice: none stays in the L1, all stay in the L2.
            for n in (0..8).chain(0..8) {
                kernel.load(DATA + n * WAY, 4);
                kernel.wait();
            }
        }
        "lds_read_b1" => lds(&mut kernel, |kernel| kernel.lds_read(1)),
        "lds_read_b4" => lds(&mut kernel, |kernel| kernel.lds_read(4)),
        "lds_read_b64" => lds(&mut kernel, |kernel| kernel.lds_read(64)),
        "lds_write_b4" => lds(&mut kernel, |kernel| kernel.lds_write(4)),
        "mix_bv" => kernel.repeat(8, |kernel| {
            kernel.branch();
            kernel.valu();
        }),
        "mix_vs" => kernel.repeat(12, |kernel| {
            kernel.valu();
            kernel.salu();
        }),
        "salu_dep" => kernel.repeat(24, WaveKernel::salu),
        "smrd_same" => {
            kernel.repeat(16, |kernel| kernel.scalar_load(ARGUMENTS[0]));
            kernel.wait();
        }
        "valu_dep" => kernel.repeat(24, WaveKernel::valu),
        "vm_load_b4" => {
            kernel.repeat(2, WaveKernel::valu);
            kernel.repeat(4, |kernel| {
                kernel.load(DATA, 4);
                kernel.wait();
            });
        }
        "waitcnt" => kernel.repeat(16, WaveKernel::wait),
        _ => {
            let (store, blocks) = match name.split_once("_b")? {
                ("stream_ld", blocks) => (false, blocks.parse().ok()?),
                ("stream_st", blocks) => (true, blocks.parse().ok()?),
                _ => return None,
            };
            stride = 32 << 10;
            // Twelve instructions compute the addresses.
            kernel.repeat(12, WaveKernel::valu);
            stream(&mut kernel, blocks, store);
        }
    }
    kernel.end();
    Some(kernel.with_stride(stride))
}

/// Ten accesses to the LDS, an instruction before and a wait after them.
fn lds(kernel: &mut WaveKernel, access: fn(&mut WaveKernel)) {
    kernel.valu();
    kernel.repeat(10, access);
    kernel.wait();
}

/// A measurement of `microlat.csv`: the kernel, and the instruction whose distance to the next is measured.
pub struct Latency {
    pub kernel: WaveKernel,
    pub instruction: usize,
}

impl Latency {
    fn of(phase: u32, append: impl FnOnce(&mut WaveKernel)) -> Latency {
        let mut kernel = WaveKernel::new();
        kernel.repeat(phase, WaveKernel::valu);
        append(&mut kernel);
        let instruction = kernel.len() - 1;
        kernel.valu();
        kernel.end();
        Latency { kernel, instruction }
    }
}

/// The measurement of a row, by its test, the blocks of an access, and the state of the caches. `None` for a row that is not an
/// interval between two instructions. `phase` instructions precede it, which shift it against the clock of memory.
pub fn latency(test: &str, blocks: &str, state: &str, phase: u32) -> Option<Latency> {
    let count = blocks.trim_end_matches(" each").parse().unwrap_or(1);
    let access = |kernel: &mut WaveKernel, store: bool, address: u64| {
        if store { kernel.store(address, count) } else { kernel.load(address, count) }
    };
    let waited = |kernel: &mut WaveKernel, store: bool, address: u64| {
        access(kernel, store, address);
        kernel.wait();
    };
    // Four accesses to the same sets push a line out of the L1.
    let push_out = |kernel: &mut WaveKernel, store: bool, from: u64| {
        (0..4).for_each(|n| waited(kernel, store, from + n * WAY));
    };
    let twice = |append: fn(&mut WaveKernel)| Latency::of(phase, |kernel| kernel.repeat(4, append));
    let store = test.contains("store");
    Some(match test {
        _ if test.starts_with("vector ALU") => twice(WaveKernel::valu),
        _ if test.starts_with("scalar ALU") || test == "scalar compare" => twice(WaveKernel::salu),
        "scalar load, same block, back to back" => twice(|kernel| kernel.scalar_load(DATA)),
        "s_waitcnt, nothing outstanding" => twice(WaveKernel::wait),
        "s_barrier, lone wave" => twice(WaveKernel::barrier),
        _ if test.starts_with("s_branch") || test.starts_with("s_cbranch") => twice(WaveKernel::branch),
        "LDS read" => Latency::of(phase, |kernel| kernel.repeat(4, |kernel| kernel.lds_read(count))),
        "LDS write" => Latency::of(phase, |kernel| kernel.repeat(4, |kernel| kernel.lds_write(count))),
        _ if test.starts_with("vector load, back to back")
            || test.starts_with("vector store, back to back") =>
        {
            Latency::of(phase, |kernel| kernel.repeat(4, |kernel| access(kernel, store, DATA)))
        }
        "s_waitcnt right after a scalar load" => Latency::of(phase, |kernel| {
            kernel.scalar_load(DATA);
            kernel.wait();
            if state.ends_with("hit") {
                kernel.scalar_load(DATA);
                kernel.wait();
            }
        }),
        _ if test.starts_with("s_waitcnt right after a vector") => Latency::of(phase, |kernel| {
            let dirty = state.contains("dirty");
            if state.contains("L2 hit") && !dirty {
                waited(kernel, false, DATA);
                push_out(kernel, false, DATA + WAY);
            } else if dirty {
                if state.contains("L2 hit") {
                    waited(kernel, false, DATA);
                }
                push_out(kernel, true, DATA + WAY);
            } else if state.starts_with("L1 hit") {
                let written = store && state.contains("written");
                waited(kernel, written, DATA);
            }
            waited(kernel, store, DATA);
        }),
        _ if test.starts_with("s_waitcnt after 8 vector") => Latency::of(phase, |kernel| {
            (0..8).for_each(|n| access(kernel, store, DATA + n * count * 64));
            kernel.wait();
        }),
        _ => return None,
    })
}
