//! Microbenchmarks: inputs, launches and references.
//!
//! Each kernel is launched three times: once to warm what can be warm, then with n and with 2n steps.

use crate::application::workload::args;
use crate::{Application, Error, Kernel, Random, Size, Tolerance, Workload};

pub const APPLICATION: Application = Application {
    name: "micro",
    source: include_str!("../../kernels/micro.cu"),
    ptx: include_str!("../../kernels/micro.ptx"),
    gcn: Err("it measures NVIDIA's machines, with inline PTX"),
    cubins: super::cubins!("micro"),
    kernels: &[
        Kernel::new("ffma_chain", "one warp, each FFMA needs the one before"),
        Kernel::new("ffma_many", "a full SM, independent FFMA"),
        Kernel::new("chase_shared", "one thread follows pointers through shared memory"),
        Kernel::new("chase_l1", "one thread follows pointers around a ring of 4 KB"),
        Kernel::new("chase_l2", "one thread follows pointers around a ring of 512 KB"),
        Kernel::new("chase_dram", "one thread follows pointers through fresh memory"),
        Kernel::new("conflict_1", "one warp reads shared memory, each lane a bank of its own"),
        Kernel::new("conflict_2", "the same, two lanes to a bank"),
        Kernel::new("conflict_4", "the same, four lanes to a bank"),
        Kernel::new("conflict_8", "the same, eight lanes to a bank"),
        Kernel::new("conflict_16", "the same, 16 lanes to a bank"),
        Kernel::new("conflict_32", "the same, all lanes at one bank"),
        Kernel::new("stream_l1", "one CTA reads 8 KB over and over"),
        Kernel::new("stream_l2", "the whole GPU reads 512 KB over and over"),
        Kernel::new("stream_dram", "the whole GPU reads fresh memory"),
        Kernel::new("misses", "one CTA, each lane of a load misses in a line of its own"),
        Kernel::new("atomic_chain", "one thread, each atomic needs the one before"),
        Kernel::new("atomic_same", "256 threads add to one word"),
        Kernel::new("atomic_spread", "256 threads add to words of their own"),
        Kernel::new("barrier", "256 threads meet at a barrier over and over"),
        Kernel::new("empty", "CTAs of one warp that do next to nothing"),
    ],
    papers: &[],
    build,
};

/// Bytes of a line: what a chase goes on by, at least.
const LINE: u32 = 128;
/// Lines of the ring that an L1 holds. 31, so that no number of steps used here ends where it began.
const L1_RING: u32 = 31;
/// Bytes between the places of a path through DRAM: each is in a row or a channel of its own, nearly always.
const DRAM_STRIDE: u32 = 1024;
/// Threads of a CTA that fills an SM, and words of a row.
const FULL: usize = 1024;
/// Threads of a CTA where a full SM is not the point.
const SOME: usize = 256;
/// Rows that `stream_l2` reads: 512 KB.
const L2_ROWS: usize = 128;
/// Bytes of a word.
const WORD: u64 = 4;

/// How often a kernel repeats what it is about, in the second of its launches; the third does so twice as often.
struct Sizes {
    /// FFMA of a chain.
    ffma: u32,
    /// FFMA of a thread of many.
    many: u32,
    /// Loads of a chase through shared memory or the L1.
    near: u32,
    /// Lines of the ring that an L2 holds, and loads of the chase around it: a little more than a lap.
    ring: u32,
    /// Loads of a chase through DRAM.
    far: u32,
    /// Loads with conflicts.
    conflict: u32,
    /// How often a thread reads four words from an L1.
    l1: u32,
    /// CTAs that read from the L2 or from DRAM, and words of each of their threads.
    stream: (u32, u32),
    /// Misses of a thread.
    misses: u32,
    /// Atomics of a thread.
    atomics: u32,
    barriers: u32,
    ctas: u32,
}

impl Sizes {
    fn of(size: Size) -> Sizes {
        match size {
            Size::Tiny => Sizes {
                ffma: 256,
                many: 128,
                near: 112,
                ring: 256,
                far: 112,
                conflict: 128,
                l1: 32,
                stream: (8, 8),
                misses: 8,
                atomics: 32,
                barriers: 64,
                ctas: 128,
            },
            _ => Sizes {
                ffma: 2048,
                many: 512,
                near: 1008,
                ring: 4096,
                far: 1008,
                conflict: 512,
                l1: 128,
                // Twice the SMs of the largest GPU that is described, so that each has its share.
                stream: (264, 16),
                misses: 32,
                atomics: 128,
                barriers: 512,
                ctas: 5280,
            },
        }
    }

    /// Loads of the chase around the ring that an L2 holds.
    fn lap(&self) -> u32 {
        self.ring + 16
    }
}

/// Operations that the last launch of a microbenchmark executes more than the launch before: FFMA of a lane, loads of a
/// chain, bytes, lines missed, atomics of a lane, barriers or CTAs. `None` if there is no such microbenchmark.
pub fn extra_operations(kernel: &str, size: Size) -> Option<u64> {
    let sizes = Sizes::of(size);
    let (ctas, words) = sizes.stream;
    let (full, some) = (FULL as u64, SOME as u64);
    Some(match kernel {
        "ffma_chain" => sizes.ffma.into(),
        "ffma_many" => full * u64::from(sizes.many),
        "chase_shared" | "chase_l1" => sizes.near.into(),
        "chase_l2" => sizes.lap().into(),
        "chase_dram" => sizes.far.into(),
        "conflict_1" | "conflict_2" | "conflict_4" | "conflict_8" | "conflict_16" | "conflict_32" => {
            sizes.conflict.into()
        }
        "stream_l1" => some * 4 * WORD * u64::from(sizes.l1),
        "stream_l2" | "stream_dram" => full * WORD * u64::from(ctas) * u64::from(words),
        "misses" => some * u64::from(sizes.misses),
        "atomic_chain" => sizes.atomics.into(),
        "atomic_same" | "atomic_spread" => some * u64::from(sizes.atomics),
        "barrier" => sizes.barriers.into(),
        "empty" => sizes.ctas.into(),
        _ => return None,
    })
}

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let sizes = Sizes::of(size);
    let mut random = work.random();
    // What the host has copied would else be found in the L2: on a real GPU it is driven out.
    work.host(|memory| {
        memory.take_copies();
        Ok(())
    });
    arithmetic(work, &mut random, &sizes)?;
    chases(work, &mut random, &sizes)?;
    for ways in [1, 2, 4, 8, 16, 32] {
        conflict(work, ways, sizes.conflict)?;
    }
    streams(work, &mut random, &sizes)?;
    atomics(work, sizes.atomics)?;
    for steps in launches(sizes.barriers) {
        let out = work.zeros("barrier", SOME)?;
        work.launch("barrier", 1, SOME as u32, args![out, steps]);
        work.expect(out, Tolerance::Exact, move || (steps..steps + SOME as u32).collect());
    }
    for ctas in launches(sizes.ctas) {
        let out = work.zeros("empty", ctas as usize)?;
        work.launch("empty", ctas, 32, args![out]);
        work.expect(out, Tolerance::Exact, move || (1..=ctas).collect());
    }
    Ok(())
}

/// The steps of a kernel's launches.
fn launches(steps: u32) -> [u32; 3] {
    [steps, steps, 2 * steps]
}

fn arithmetic(work: &mut Workload, random: &mut Random, sizes: &Sizes) -> Result<(), Error> {
    let input = random.floats(FULL, 1.0, 2.0);
    // Near 1 and near 0, so that every step still shows in the end.
    let (a, b) = (random.float(0.9990, 0.9999), random.float(0.001, 0.002));
    let (d_input, d_factors) = (work.buffer("input", &input)?, work.buffer("factors", &[a, b])?);
    let repeated = move |x: f32, steps: u32| (0..steps).fold(x, |x, _| x.mul_add(a, b));
    for steps in launches(sizes.ffma) {
        let out = work.zeros("ffma_chain", 32)?;
        work.launch("ffma_chain", 1, 32, args![d_input, d_factors, out, steps]);
        let input = input[..32].to_vec();
        work.expect(out, Tolerance::Exact, move || input.iter().map(|&x| repeated(x, steps)).collect());
    }
    for steps in launches(sizes.many) {
        let out = work.zeros("ffma_many", FULL)?;
        work.launch("ffma_many", 1, FULL as u32, args![d_input, d_factors, out, steps]);
        let input = input.clone();
        let sum = move |&x: &f32| {
            let [p, q, r, s] = [0.0, 1.0, 2.0, 3.0].map(|more| repeated(x + more, steps / 4));
            (p + q) + (r + s)
        };
        work.expect(out, Tolerance::Exact, move || input.iter().map(sum).collect());
    }
    Ok(())
}

fn chases(work: &mut Workload, random: &mut Random, sizes: &Sizes) -> Result<(), Error> {
    for steps in launches(sizes.near) {
        let out = work.zeros("chase_shared", 1)?;
        work.launch("chase_shared", 1, 1, args![out, steps]);
        work.expect(out, Tolerance::Exact, move || vec![steps * 36 % 1024]);
    }
    let l1 = Ring::new(work, random, L1_RING, LINE)?;
    for steps in launches(sizes.near) {
        l1.chase(work, "chase_l1", steps)?;
    }
    let l2 = Ring::new(work, random, sizes.ring, LINE)?;
    for steps in launches(sizes.lap()) {
        l2.chase(work, "chase_l2", steps)?;
    }
    for steps in launches(sizes.far) {
        // One place more than steps: no place is read twice.
        Ring::new(work, random, steps + 1, DRAM_STRIDE)?.chase(work, "chase_dram", steps)?;
    }
    Ok(())
}

/// Places in memory, each with the address of the next, in an order by chance.
struct Ring {
    /// Their addresses, in that order.
    places: Vec<u64>,
}

impl Ring {
    fn new(work: &mut Workload, random: &mut Random, places: u32, stride: u32) -> Result<Ring, Error> {
        let apart = (stride / 8) as usize;
        let buffer = work.zeros::<u64>("ring", places as usize * apart)?;
        let order = random.permutation(places);
        let address = |place: u32| buffer.address() + u64::from(place) * u64::from(stride);
        let mut words = vec![0; places as usize * apart];
        for (at, &place) in order.iter().enumerate() {
            words[place as usize * apart] = address(order[(at + 1) % order.len()]);
        }
        work.fill(buffer, &words)?;
        Ok(Ring { places: order.into_iter().map(address).collect() })
    }

    fn chase(&self, work: &mut Workload, kernel: &'static str, steps: u32) -> Result<(), Error> {
        let out = work.zeros(kernel, 1)?;
        let end = self.places[steps as usize % self.places.len()];
        work.launch(kernel, 1, 1, args![self.places[0], out, steps]);
        work.expect(out, Tolerance::Exact, move || vec![end]);
        Ok(())
    }
}

fn conflict(work: &mut Workload, ways: u32, steps: u32) -> Result<(), Error> {
    let name = match ways {
        1 => "conflict_1",
        2 => "conflict_2",
        4 => "conflict_4",
        8 => "conflict_8",
        16 => "conflict_16",
        _ => "conflict_32",
    };
    for steps in launches(steps) {
        let out = work.zeros(name, 32)?;
        work.launch(name, 1, 32, args![out, steps]);
        let end = move |lane: u32| if lane < 31 { (lane + steps) % 31 } else { lane };
        work.expect(out, Tolerance::Exact, move || (0..32).map(|lane| end(lane) * ways * 4).collect());
    }
    Ok(())
}

fn streams(work: &mut Workload, random: &mut Random, sizes: &Sizes) -> Result<(), Error> {
    let input = random.integers(L2_ROWS * FULL, 1 << 16);
    let d_input = work.buffer("input", &input)?;
    for steps in launches(sizes.l1) {
        let out = work.zeros("stream_l1", SOME)?;
        work.launch("stream_l1", 1, SOME as u32, args![d_input, out, steps]);
        let four = |thread: usize, step: usize| &input[(thread + (step & 8) + step % 8 * 32) * 4..][..4];
        let sum = |thread| (0..steps as usize).flat_map(|step| four(thread, step)).sum::<u32>();
        let sums: Vec<u32> = (0..SOME).map(sum).collect();
        work.expect(out, Tolerance::Exact, move || sums);
    }
    let (ctas, words) = sizes.stream;
    for steps in launches(words) {
        let out = work.zeros("stream_l2", FULL)?;
        work.launch("stream_l2", ctas, FULL as u32, args![d_input, out, steps]);
        let input = input.clone();
        // Rows are read by eight, and so begin.
        let first = move |cta: u32| (cta * (L2_ROWS as u32 / 8) / ctas * 8) as usize;
        work.expect(out, Tolerance::Exact, move || {
            sums(&input, ctas, steps, |cta, step| (first(cta) + step) % L2_ROWS)
        });
    }
    for steps in launches(words) {
        let input = random.integers((ctas * steps) as usize * FULL, 1 << 16);
        let fresh = work.buffer("fresh", &input)?;
        let out = work.zeros("stream_dram", FULL)?;
        work.launch("stream_dram", ctas, FULL as u32, args![fresh, out, steps]);
        work.expect(out, Tolerance::Exact, move || {
            sums(&input, ctas, steps, |cta, step| step * ctas as usize + cta as usize)
        });
    }
    for steps in launches(sizes.misses) {
        let apart = (u64::from(LINE) / WORD) as usize;
        let input = random.integers(steps as usize * SOME * apart, 1 << 16);
        let fresh = work.buffer("fresh", &input)?;
        let out = work.zeros("misses", SOME)?;
        work.launch("misses", 1, SOME as u32, args![fresh, out, steps]);
        let of_thread =
            move |thread| (0..steps as usize).map(|step| input[(step * SOME + thread) * apart]).sum::<u32>();
        work.expect(out, Tolerance::Exact, move || (0..SOME).map(of_thread).collect());
    }
    Ok(())
}

/// For each thread, the sum of what it reads in all CTAs: at each step a word of a row.
fn sums(input: &[u32], ctas: u32, steps: u32, row: impl Fn(u32, usize) -> usize) -> Vec<u32> {
    let mut sums = vec![0_u32; FULL];
    for cta in 0..ctas {
        for step in 0..steps as usize {
            let words = &input[row(cta, step) * FULL..][..FULL];
            sums.iter_mut().zip(words).for_each(|(sum, &word)| *sum = sum.wrapping_add(word));
        }
    }
    sums
}

fn atomics(work: &mut Workload, steps: u32) -> Result<(), Error> {
    for steps in launches(steps) {
        let (place, out) = (work.buffer("atomic_chain", &[1_u32])?, work.zeros("found", 1)?);
        work.launch("atomic_chain", 1, 1, args![place, out, 0, steps]);
        // What is there and what is added next: Fibonacci's numbers, modulo 2³².
        let end = (0..steps).fold((1_u32, 1_u32), |(there, v), _| (there.wrapping_add(v), there));
        work.expect(place, Tolerance::Exact, move || vec![end.0]);
        work.expect(out, Tolerance::Exact, move || vec![end.1]);
    }
    for steps in launches(steps) {
        let place = work.zeros("atomic_same", 1)?;
        work.launch("atomic_same", 1, SOME as u32, args![place, 0, steps]);
        work.expect(place, Tolerance::Exact, move || vec![(1..=SOME as u32).sum::<u32>() * steps]);
    }
    for steps in launches(steps) {
        let place = work.zeros("atomic_spread", SOME)?;
        work.launch("atomic_spread", 1, SOME as u32, args![place, 1, steps]);
        work.expect(place, Tolerance::Exact, move || (1..=SOME as u32).map(|v| v * steps).collect());
    }
    Ok(())
}
