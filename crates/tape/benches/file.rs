//! How fast tape files are: written, decoded in sequence, and one CTA at random from a gigabyte.
//!
//! `cargo bench -p warploom-tape --bench file` takes a gigabyte in the directory for temporary files, for as long as it runs.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{Cta, GenericWindows, InstructionRun, Launch, Source, WarpTape};
use warploom_tape::file::{TapeFile, Totals, Writer};

/// What a loop's body is: loads at these places, a part that only some lanes execute from the second on.
const BODY: u32 = 24;
const LOADS: [u32; 5] = [2, 3, 8, 13, 20];
const PARTED: u32 = 12;
const WARPS: u32 = 8;
const ALL: LaneMask = LaneMask(0xffff_ffff);

fn launch(ctas: u32) -> Launch {
    let load = Effect::Memory { space: Space::Global, kind: AccessKind::Load, bytes: 4 };
    let instruction = |at: u32| match LOADS.contains(&at) {
        true => Instruction { effect: load, ..Instruction::new("ld.global.u32", Class::Global) },
        false => Instruction::new("add.u32", Class::Integer),
    };
    Launch {
        kernel: "loop".to_owned(),
        code: Arc::new(Code { instructions: (0..BODY).map(instruction).collect(), ..Code::default() }),
        grid: [ctas, 1, 1],
        block: [32 * WARPS, 1, 1],
        shared: 0,
        registers: 32,
        scalar_registers: 0,
        width: 32,
        windows: GenericWindows::default(),
        copies: Vec::new(),
        number: None,
    }
}

/// Numbers without a pattern (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

/// What all warps do alike, each walking through its own part of memory.
fn regular(warp: &mut WarpTape, nth: u64, _: &mut Dice) {
    let start = 0x7f00_0000_0000 + nth * 128;
    for turn in 0..40 {
        warp.run(InstructionRun { first: Pc(0), count: BODY, lanes: ALL });
        LOADS.iter().for_each(|&load| warp.affine(start + u64::from(load) * 65536 + turn * 4096, 4));
    }
}

/// What no other warp does: other trips and lanes, and one load in five is a gather.
fn irregular(warp: &mut WarpTape, nth: u64, dice: &mut Dice) {
    let start = 0x7f00_0000_0000 + nth * 128;
    for turn in 0..20 + dice.below(40) {
        let some = LaneMask(dice.below(1 << 32) | 1);
        warp.run(InstructionRun { first: Pc(0), count: PARTED, lanes: ALL });
        warp.run(InstructionRun { first: Pc(PARTED), count: BODY - PARTED, lanes: some });
        for load in LOADS {
            let base = start + u64::from(load) * 65536 + turn * 4096;
            match load {
                8 => warp.list((0..32).map(|_| base + dice.below(1 << 14) * 4)),
                _ => warp.affine(base, 4),
            }
        }
    }
}

/// Fills the tape of the nth warp.
type Fill = fn(&mut WarpTape, u64, &mut Dice);

/// Writes a tape of at least so many bytes or CTAs, and says how long that took, without making the CTAs.
fn write(path: &Path, fill: Fill, bytes: u64, ctas: u32) -> (Totals, f64) {
    let dice = &mut Dice(88_172_645_463_325_252);
    let mut writer = Writer::create(path).unwrap();
    let (mut seconds, mut warp) = (0.0, WarpTape::default());
    let mut id = 0;
    while id < ctas || writer.bytes() < bytes {
        let mut cta = Cta::new(CtaId(id.into()));
        for index in 0..WARPS {
            warp.clear();
            fill(&mut warp, u64::from(id) * u64::from(WARPS) + u64::from(index), dice);
            cta.push(&warp);
        }
        let start = Instant::now();
        writer.cta(&cta, |number| LOADS.contains(&number)).unwrap();
        seconds += start.elapsed().as_secs_f64();
        id += 1;
    }
    let start = Instant::now();
    writer.end_launch(&launch(id), None).unwrap();
    let totals = writer.finish().unwrap();
    (totals, seconds + start.elapsed().as_secs_f64())
}

/// Seconds to decode all, in sequence.
fn decode(file: &TapeFile) -> f64 {
    let start = Instant::now();
    let (mut reader, mut instructions) = (file.reader(), 0);
    while reader.launch().unwrap().is_some() {
        while let Some(cta) = reader.cta().unwrap() {
            instructions += cta.warp(0).instructions();
        }
    }
    assert!(instructions > 0);
    start.elapsed().as_secs_f64()
}

fn main() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.tape");
    let contents: [(&str, Fill, u64, u32); 3] = [
        ("repeating", regular, 0, 4096),
        ("not repeating", irregular, 0, 4096),
        ("a gigabyte", irregular, 1_000_000_000, 0),
    ];
    for (name, fill, bytes, ctas) in contents {
        let (totals, seconds) = write(&path, fill, bytes, ctas);
        let millions = totals.warp_instructions as f64 / 1e6;
        let each = totals.bytes as f64 / totals.warp_instructions as f64;
        println!(
            "{name}: {millions:.0} million warp instructions, {} MB, {each:.3} bytes each; written at {:.0} million/s",
            totals.bytes / 1_000_000,
            millions / seconds,
        );
        let start = Instant::now();
        let file = TapeFile::open(&path).unwrap();
        let open = start.elapsed().as_secs_f64();
        let best = (0..3).map(|_| decode(&file)).fold(f64::MAX, f64::min);
        println!("  opened in {:.1} ms; decoded in sequence at {:.0} million/s", open * 1e3, millions / best);
        let dice = &mut Dice(1 << 40);
        let times = (0..500).map(|_| {
            let id = CtaId(dice.below(totals.ctas));
            let start = Instant::now();
            assert!(file.cta(0, id).unwrap().is_some());
            start.elapsed().as_secs_f64() * 1e3
        });
        let mut times: Vec<f64> = times.collect();
        times.sort_by(f64::total_cmp);
        println!("  a CTA at random: {:.2} ms, at most {:.2} ms", times[250], times[499]);
    }
}
