//! What is exported says what the tape says, to a reader that knows as little as Accel-Sim's.

use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction, Register};
use warploom_kernel::execute::{CtaId, HostCopy, LaneMask};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{Cta, GenericWindows, Launch, Source, WarpTape};
use warploom_tape::accelsim::Compression;
use warploom_tape::accelsim::export::{ExportError, Exporter, KernelWriter, export};

const SHARED: u64 = 0x7e00_0000_0000;
const LOCAL: u64 = 0x7d00_0000_0000;

fn memory(opcode: &str, class: Class, space: Space, kind: AccessKind, bytes: u32) -> Instruction {
    Instruction { effect: Effect::Memory { space, kind, bytes }, ..Instruction::new(opcode, class) }
}

fn registers(names: &str) -> Vec<Register> {
    names.split(' ').filter_map(Register::named).collect()
}

/// A load, a generic store, something of each other kind, and the end.
fn code() -> Code {
    let mut instructions = vec![
        memory("ld.global.v2.f32", Class::Global, Space::Global, AccessKind::Load, 8),
        memory("st.u8", Class::Global, Space::Generic, AccessKind::Store, 1),
        memory("ld.const.f32", Class::Constant, Space::Const, AccessKind::Load, 4),
        Instruction::new("fma.rn.f32", Class::Float),
        Instruction {
            effect: Effect::Barrier { id: 3, threads: None, waits: true },
            ..Instruction::new("bar.sync", Class::Barrier)
        },
        Instruction::new("ret", Class::Control),
    ];
    instructions[0].reads = registers("R2 R3 P0");
    instructions[0].writes = registers("R4 R5");
    instructions[3].reads = registers("R4 R5 R6");
    instructions[3].writes = registers("R7");
    for (at, instruction) in instructions.iter_mut().enumerate() {
        instruction.address = 16 * at as u64;
    }
    Code { instructions, functions: vec![0], ..Code::default() }
}

fn launch(code: Code) -> Launch {
    Launch {
        kernel: "sample".to_owned(),
        code: Arc::new(code),
        grid: [2, 2, 2],
        block: [40, 1, 1],
        shared: 1024,
        registers: 17,
        scalar_registers: 0,
        width: 32,
        windows: GenericWindows {
            shared: SHARED..SHARED + (1 << 30),
            local: LOCAL..LOCAL + (1 << 30),
            ..GenericWindows::default()
        },
        copies: vec![HostCopy { address: 0x7f00_0000_0100, bytes: 4096 }],
        number: None,
    }
}

/// A step as it is made: instruction, lanes, addresses of the 32 lanes.
type Made = (u32, u32, Vec<u64>);

fn cta(id: u64, code: &Code, warps: &[Vec<Made>]) -> Cta {
    let mut cta = Cta::new(CtaId(id));
    for steps in warps {
        let mut tape = WarpTape::default();
        for (pc, lanes, addresses) in steps {
            let lanes = LaneMask(u64::from(*lanes));
            tape.step(Pc(*pc), lanes);
            if code.instructions[*pc as usize].accesses() && lanes.0 != 0 {
                tape.access(lanes, addresses);
            }
        }
        cta.push(&tape);
    }
    cta
}

/// A line as Accel-Sim takes it.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    pc: u32,
    mask: u32,
    destinations: Vec<String>,
    opcode: String,
    sources: Vec<String>,
    width: u32,
    /// An address for each lane; 0 where none was read.
    addresses: Vec<u64>,
    immediate: u64,
}

fn hex(word: &str) -> u64 {
    u64::from_str_radix(word.strip_prefix("0x").unwrap_or(word), 16).unwrap()
}

/// Reads a line as Accel-Sim does: a stride goes on from the first active lane to the first inactive one, and no further.
fn line(text: &str) -> Line {
    let mut words = text.split(' ');
    let mut word = || words.next().unwrap_or_else(|| panic!("`{text}` ends too early"));
    let (pc, mask) = (hex(word()) as u32, hex(word()) as u32);
    let count: usize = word().parse().unwrap();
    assert!(count <= 1, "{text}");
    let destinations = (0..count).map(|_| word().to_owned()).collect();
    let opcode = word().to_owned();
    let count: usize = word().parse().unwrap();
    assert!(count <= 4, "{text}");
    let sources = (0..count).map(|_| word().to_owned()).collect();
    let width: u32 = word().parse().unwrap();
    let mut addresses = vec![0; 32];
    if width > 0 {
        let active = (0..32).filter(|lane| mask >> lane & 1 == 1);
        match word() {
            "0" => active.for_each(|lane| addresses[lane] = hex(word())),
            "1" => {
                let (base, stride) = (hex(word()), word().parse::<i32>().unwrap());
                let first = mask.trailing_zeros() as usize;
                for lane in (first..32).take_while(|lane| mask >> lane & 1 == 1) {
                    addresses[lane] = base.wrapping_add_signed(i64::from(stride) * (lane - first) as i64);
                }
            }
            mode => panic!("mode {mode} in `{text}`"),
        }
    }
    let immediate = word().parse().unwrap();
    assert_eq!(words.next(), None, "`{text}` goes on");
    Line { pc, mask, destinations, opcode, sources, width, addresses, immediate }
}

/// A CTA as Accel-Sim takes it: its place, and the lines of its warps.
type Block = (String, Vec<Vec<Line>>);

/// A trace as Accel-Sim takes it: the header's fields, and the CTAs.
fn read(text: &str) -> (BTreeMap<String, String>, Vec<Block>) {
    let (header, body) = text.split_once("\n#traces format = ").expect("a line tells the format");
    let fields = header.lines().filter(|l| !l.is_empty()).map(|line| {
        let (key, value) = line.strip_prefix('-').and_then(|l| l.split_once(" = ")).expect("`-key = value`");
        (key.to_owned(), value.to_owned())
    });
    let mut ctas: Vec<Block> = Vec::new();
    let mut left = None;
    for text in body.lines().skip(1).filter(|l| !l.is_empty()) {
        if text == "#BEGIN_TB" {
            assert_eq!(left, None);
            left = Some(0);
        } else if text == "#END_TB" {
            assert_eq!(left.take(), Some(0), "as many lines as `insts` says");
        } else if let Some(place) = text.strip_prefix("thread block = ") {
            ctas.push((place.to_owned(), Vec::new()));
        } else if let Some(warp) = text.strip_prefix("warp = ") {
            let warps = &mut ctas.last_mut().unwrap().1;
            assert_eq!((warp, left), (warps.len().to_string().as_str(), Some(0)));
            warps.push(Vec::new());
        } else if let Some(count) = text.strip_prefix("insts = ") {
            left = Some(count.parse().unwrap());
        } else {
            left = left.map(|left: u64| left - 1);
            ctas.last_mut().unwrap().1.last_mut().unwrap().push(line(text));
        }
    }
    (fields.collect(), ctas)
}

fn written(launch: Launch, ctas: &[Cta]) -> Result<String, ExportError> {
    let mut writer = KernelWriter::new(Vec::new(), Path::new("kernel-7.traceg"), Arc::new(launch), 7)?;
    ctas.iter().try_for_each(|cta| writer.cta(cta))?;
    Ok(String::from_utf8(writer.finish()?.0).unwrap())
}

/// The line of a step.
fn told(launch: Launch, pc: u32, lanes: u32, addresses: &[u64]) -> Result<Line, ExportError> {
    let warp = vec![(pc, lanes, addresses.to_vec())];
    let cta = cta(5, &launch.code, &[warp.clone(), warp]);
    let text = written(launch, &[cta])?;
    Ok(read(&text).1.remove(0).1.remove(0).remove(0))
}

fn row(f: impl Fn(u64) -> u64) -> Vec<u64> {
    (0..32).map(f).collect()
}

#[test]
fn the_header_has_what_real_ones_have() {
    let last = |lanes| vec![(5, lanes, row(|_| 0))];
    let code = code();
    let text = written(launch(code.clone()), &[cta(5, &code, &[last(!0), last(0xff)])]).unwrap();
    let (fields, ctas) = read(&text);
    let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    assert_eq!(
        fields,
        [
            "accelsim tracer version: 5",
            "binary version: 70",
            "block dim: (40,1,1)",
            "cuda stream id: 0",
            "enable lineinfo: 0",
            "grid dim: (2,2,2)",
            "kernel id: 7",
            "kernel name: sample",
            "local mem base_addr: 0x0000000002000000",
            "nregs: 17",
            "nvbit version: none",
            "shmem: 1024",
            "shmem base_addr: 0x0000000001000000",
        ]
    );
    assert_eq!(ctas[0].0, "1,0,1");
    assert_eq!((ctas[0].1[1][0].mask, ctas[0].1[1][0].opcode.as_str()), (0xff, "EXIT"));
}

#[test]
fn lines_of_each_kind() {
    let of = |pc, lanes, addresses: &[u64]| told(launch(code()), pc, lanes, addresses).unwrap();
    let load = of(0, 0xff0, &row(|l| 0x7f00_0000_0000 + 8 * l));
    assert_eq!((load.pc, load.opcode.as_str(), load.width), (0, "LDG.E.64", 8));
    assert_eq!((load.destinations, load.sources), (vec!["R4".to_owned()], vec!["R2".to_owned()]));
    assert_eq!(load.addresses[4], 0x7f00_0000_0020);
    let none = of(0, 0, &row(|_| 0));
    assert_eq!((none.mask, none.width, none.addresses), (0, 8, row(|_| 0)));
    let float = of(3, 1, &[]);
    assert_eq!((float.opcode.as_str(), float.width, float.sources.len()), ("FFMA", 0, 3));
    assert_eq!(of(2, 1, &row(|_| 0x7b00_0000_0004)).addresses[0], 0x7b00_0000_0004);
    let barrier = of(4, !0, &[]);
    assert_eq!((barrier.opcode.as_str(), barrier.immediate), ("BAR.SYNC", 3));
}

#[test]
fn generic_addresses_lead_where_the_header_says() {
    let of = |addresses: &[u64]| told(launch(code()), 1, !0, addresses).map(|line| line.addresses);
    assert_eq!(of(&row(|l| SHARED + l)).unwrap(), row(|l| 0x0100_0000 + l));
    assert_eq!(of(&row(|l| LOCAL + 64 - l)).unwrap(), row(|l| 0x0200_0000 + 64 - l));
    assert_eq!(of(&row(|l| 0x7f00_0000_0000 + l)).unwrap(), row(|l| 0x7f00_0000_0000 + l));
    let mixed = |l| if l % 2 == 0 { SHARED } else { 0x7f00_0000_0000 };
    assert_eq!(of(&row(mixed)).unwrap()[..2], [0x0100_0000, 0x7f00_0000_0000]);
    for address in [0x0100_0000, 0x02ff_ffff, SHARED + (1 << 24), LOCAL + (1 << 29)] {
        assert!(
            matches!(of(&row(|_| address)), Err(ExportError::Generic { address: a, .. }) if a == address)
        );
    }
}

#[test]
fn what_cannot_be_told_is_refused_with_its_place() {
    let refused = |change: &dyn Fn(&mut Launch)| {
        let mut changed = launch(code());
        change(&mut changed);
        told(changed, 0, 1, &row(|_| 0)).unwrap_err().to_string()
    };
    let with = |change: fn(&mut Instruction)| {
        refused(&|launch| {
            let mut code = code();
            change(&mut code.instructions[3]);
            launch.code = Arc::new(code);
        })
    };
    let messages = [
        refused(&|launch| launch.width = 64),
        refused(&|launch| launch.kernel = "two\nlines".to_owned()),
        refused(&|launch| launch.grid = [1, 1, 1]),
        refused(&|launch| launch.block = [32, 1, 1]),
        with(|instruction| instruction.reads = registers("%r8")),
        with(|instruction| instruction.class = Class::Shared),
    ];
    assert_eq!(
        messages,
        [
            "kernel `sample` has warps of 64 lanes, but traces support only 32; record the tape with 32 lanes",
            "the kernel name \"two\\nlines\" is empty or has control characters; rename the kernel",
            "kernel `sample` has no CTA 5: its grid has 1",
            "kernel `sample`, CTA 5: the tape has 2 warps, but the CTA has 1; Accel-Sim needs all of them",
            "kernel `sample`, instruction 3 (`fma.rn.f32`): traces have registers R0 to R254, not `%r8`; record the tape from lowered code",
            "kernel `sample`, instruction 3 (`fma.rn.f32`): Volta has no instruction of class `shared` that accesses no memory",
        ]
    );
    let idle = cta(1, &code(), &[vec![(5, 1, Vec::new())], Vec::new()]);
    assert_eq!(
        written(launch(code()), &[idle]).unwrap_err().to_string(),
        "kernel `sample`, CTA 1, warp 1: the warp executed no instructions, which Accel-Sim does not support"
    );
}

/// Launches with their CTAs, in memory.
struct Given(std::vec::IntoIter<(Launch, Vec<Cta>)>, std::vec::IntoIter<Cta>);

impl Source for Given {
    type Error = std::convert::Infallible;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Self::Error> {
        let Some((launch, ctas)) = self.0.next() else { return Ok(None) };
        self.1 = ctas.into_iter();
        Ok(Some(Arc::new(launch)))
    }

    fn cta(&mut self) -> Result<Option<Cta>, Self::Error> {
        Ok(self.1.next())
    }
}

#[test]
fn a_directory_is_the_same_however_it_is_compressed() {
    let ctas = || -> Vec<Cta> {
        let warp = |lanes| vec![(0, lanes, row(|l| l * l)), (5, lanes, Vec::new())];
        (0..8).map(|id| cta(id, &code(), &[warp(!0), warp(0xff)])).collect()
    };
    let given = || {
        Given(vec![(launch(code()), ctas()), (launch(code()), ctas())].into_iter(), Vec::new().into_iter())
    };
    let mut texts = Vec::new();
    let compressions = [
        (Compression::None, ""),
        (Compression::Xz, ".xz"),
        (Compression::Gzip, ".gz"),
        (Compression::Zstd, ".zst"),
    ];
    for (compression, extension) in compressions {
        let directory = tempfile::tempdir().unwrap();
        let exported = export(&mut given(), directory.path(), compression).unwrap();
        assert_eq!(exported.len(), 2);
        assert_eq!((exported[1].written.warp_instructions, exported[1].missing()), (32, 0));
        let copy = "MemcpyHtoD,0x00007f0000000100,4096";
        assert_eq!(
            fs::read_to_string(directory.path().join("kernelslist.g")).unwrap(),
            format!("{copy}\nkernel-1.traceg{extension}\n{copy}\nkernel-2.traceg{extension}\n")
        );
        let bytes = fs::read(directory.path().join(format!("kernel-2.traceg{extension}"))).unwrap();
        let mut text = String::new();
        match compression {
            Compression::None => (&bytes[..]).read_to_string(&mut text),
            Compression::Xz => liblzma::read::XzDecoder::new(&bytes[..]).read_to_string(&mut text),
            Compression::Gzip => flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text),
            Compression::Zstd => zstd::Decoder::new(&bytes[..]).unwrap().read_to_string(&mut text),
        }
        .unwrap();
        texts.push(text);
    }
    assert!(texts.windows(2).all(|pair| pair[0] == pair[1]));
    let (_, ctas) = read(&texts[0]);
    assert!(
        ctas.iter()
            .map(|(place, _)| place.as_str())
            .eq(["0,0,0", "1,0,0", "0,1,0", "1,1,0", "0,0,1", "1,0,1", "0,1,1", "1,1,1"])
    );
}

#[test]
fn a_list_stands_only_where_all_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let list = directory.path().join("kernelslist.g");
    fs::write(&list, "kernel-1.traceg\n").unwrap();
    let mut exporter = Exporter::new(directory.path(), Compression::None).unwrap();
    assert!(!list.exists());
    assert!(matches!(exporter.cta(&Cta::new(CtaId(0))), Err(ExportError::NoLaunch)));
    exporter.launch(Arc::new(launch(code()))).unwrap();
    assert!(!list.exists());
    assert_eq!(exporter.finish().unwrap()[0].missing(), 8);
    assert!(list.exists());
    let file = directory.path().join("kernelslist.g/below");
    let error = Exporter::new(&file, Compression::None).err().unwrap().to_string();
    assert!(error.contains("kernelslist.g/below"), "{error}");
}

proptest! {
    #[test]
    fn lanes_and_addresses_are_those_of_the_tape(
        raw in prop::collection::vec((0..6u32, any::<u32>(), any::<u32>(), 0..4u32, any::<u64>(), any::<u32>()), 1..40),
    ) {
        let steps: Vec<Made> = raw
            .into_iter()
            .map(|(pc, lanes, more, kind, base, seed)| {
                // Few lanes are side by side by chance.
                let lanes = match kind {
                    0 => lanes & more,
                    1 => !0 << (lanes % 32),
                    2 => !0 >> (lanes % 32),
                    _ => !0,
                };
                let address = |lane: u64| match seed % 3 {
                    0 => base.wrapping_add(u64::from(seed % 64) * lane),
                    1 => base.wrapping_sub(u64::from(seed) * lane),
                    _ => base ^ (u64::from(seed).wrapping_mul(lane * lane) << 7),
                };
                // Above all windows, where generic addresses stay as they are.
                (pc, lanes, row(|lane| address(lane) | 1 << 63))
            })
            .collect();
        let code = code();
        let given = cta(0, &code, &[steps.clone(), steps.clone()]);
        let (_, ctas) = read(&written(launch(code.clone()), &[given]).unwrap());
        for (line, (pc, lanes, addresses)) in ctas[0].1[1].iter().zip(&steps) {
            prop_assert_eq!((line.pc, line.mask), (16 * pc, *lanes));
            let accesses = code.instructions[*pc as usize].accesses();
            prop_assert_eq!(line.width > 0, accesses);
            for lane in 0..32 {
                let expected = if accesses && lanes >> lane & 1 == 1 { addresses[lane] } else { 0 };
                prop_assert_eq!(line.addresses[lane], expected);
            }
        }
        prop_assert_eq!(ctas[0].1[1].len(), steps.len());
    }
}
