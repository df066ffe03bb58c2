//! What is known of real GPUs, measured on the machines that describe them by kernels like those of the papers.

use super::common::*;
use super::latency::{chain, chase, one_lane, two_passes};
use super::rates::{bandwidth, rate, read_all, stream};
use std::fmt::Write;
use std::path::Path;
use warploom_gpu::machine::{Machine, named};
use warploom_kernel::class::Class;
use warploom_kernel::code::AccessKind;
use warploom_kernel::program::Space;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Figure {
    /// Cycles from the issue of one to the issue of another that needs its result: of these classes.
    Dependent(Class),
    /// The same, of loads: a lane follows pointers.
    Shared,
    L1,
    L2,
    /// Sector after sector, so that the row is mostly open.
    Dram,
    /// Here and there, so that another row mostly is.
    DramRow,
    /// Lanes that begin a multiply-add in a cycle, of an SM.
    Lanes,
    /// Bytes in a cycle that all SMs read of the L2.
    L2Bytes,
    /// GB/s that all SMs read of DRAM.
    DramBytes,
}
use Figure::*;

impl Figure {
    fn name(self) -> String {
        match self {
            Dependent(class) => format!("dependent {class}, cycles"),
            Shared => "shared memory, cycles".to_owned(),
            L1 => "L1 hit, cycles".to_owned(),
            L2 => "L2 hit, cycles".to_owned(),
            Dram => "DRAM, next sector, cycles".to_owned(),
            DramRow => "DRAM, another row, cycles".to_owned(),
            Lanes => "floats per cycle and SM".to_owned(),
            L2Bytes => "L2 reads, bytes per cycle".to_owned(),
            DramBytes => "DRAM reads, GB/s".to_owned(),
        }
    }

    fn measure(self, machine: &Machine) -> f64 {
        let one = bare(machine.clone());
        // The first comes from elsewhere.
        let mean = |took: &[u64]| took[1..].iter().sum::<u64>() as f64 / (took.len() - 1) as f64;
        match self {
            Dependent(class) => mean(&chain(&one, alu(class, &[2], &[2]), Warp::default().steps([0; 20])).1),
            Shared => {
                let load = access(Space::Shared, AccessKind::Load, 4, &[2], &[2]);
                mean(&chain(&one, load, one_lane(&[64; 20])).1)
            }
            L1 => mean(&chase(&one, &[0x1000; 20]).1),
            L2 => {
                let addresses = two_passes(&one);
                mean(&chase(&one, &addresses).1[addresses.len() / 2..])
            }
            Dram => {
                let sectors: Vec<u64> = (0..1 << 15).map(|sector| 0x1000_0000 + sector * 32).collect();
                mean(&chase(&one, &sectors).1)
            }
            DramRow => {
                // Fibonacci hashing: lines all over 128 GiB.
                let place = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 34 << 7;
                let places: Vec<u64> = (0..1 << 14).map(place).collect();
                mean(&chase(&one, &places).1)
            }
            Lanes => 32.0 * rate(machine, stream(Class::Float)),
            L2Bytes => {
                let warps = u64::from(machine.sm().count * machine.sm().warps);
                let l2 = u64::from(machine.l2.partitions * machine.l2.slices * machine.l2.cache.bytes());
                // Half of the L2. The second time a line is another SM's, whose L1 does not have it.
                let lines = l2 / 2 / 128 / warps * warps + 5 * 8;
                let record = read_all(machine, 32, 4, Some(lines));
                assert_eq!(record.counters.dram.bytes, 0, "{}: all is in the L2", machine.name);
                record.counters.l2.reads.accesses() as f64 * 32.0 / record.cycles as f64
            }
            DramBytes => {
                let channels = f64::from(machine.l2.partitions);
                bandwidth(machine, 32, 4).0 * channels * machine.clock.dram / 1000.0
            }
        }
    }

    /// What may be, if this was published.
    fn range(self, published: f64) -> (f64, f64) {
        let near = (0.02 * published).max(2.0);
        match self {
            Dependent(_) => (published, published),
            Shared | L1 | L2 | Dram | DramRow => (published - near, published + near),
            Lanes => (0.98 * published, published),
            // A port of the model carries 32 bytes in a cycle.
            L2Bytes => (0.85 * published, 1.02 * published),
            // Of the peak; measured are 90 to 96 % of it.
            DramBytes => (0.88 * published, published),
        }
    }
}

/// What was published of a machine.
struct Known {
    machine: &'static str,
    /// Whether the description was made from it; else it is of another source, and only stated.
    described: bool,
    figures: &'static [(Figure, f64, &'static str)],
}

const TABLE: &[Known] = &[
    Known {
        machine: "titanx",
        described: true,
        figures: &[
            (Dependent(Class::Float), 6.0, "Jia et al. 2019"),
            (Dependent(Class::Integer), 6.0, "Jia et al. 2019"),
            (Shared, 23.0, "Jia et al. 2019, P4"),
            (L2, 216.0, "Jia et al. 2019, P4"),
            (Dram, 398.0, "mt4g, P6000: 413 less the 15 its loop adds"),
            (Lanes, 128.0, "whitepaper of the GTX 1080"),
            (L2Bytes, 768.0, "peak: 24 banks of 32 bytes, Accel-Sim"),
            (DramBytes, 480.0, "peak: 384 bits of 10 Gbit/s"),
        ],
    },
    Known {
        machine: "v100",
        described: false,
        figures: &[
            (Dependent(Class::Float), 4.0, "Jia et al. 2018"),
            (Dependent(Class::Integer), 4.0, "Jia et al. 2018"),
            (Shared, 19.0, "Jia et al. 2018"),
            (L1, 28.0, "Jia et al. 2018; gpu-benches"),
            (L2, 212.0, "gpu-benches; 193 in Jia et al. 2018"),
            (DramRow, 425.0, "gpu-benches; 375 in Jia et al. 2018"),
            (Lanes, 64.0, "whitepaper"),
            (L2Bytes, 2048.0, "peak: 64 banks of 32 bytes, Accel-Sim"),
            (DramBytes, 870.0, "peak: 4096 bits of 1.7 Gbit/s"),
        ],
    },
    Known {
        machine: "rtx2060",
        described: true,
        figures: &[
            (Dependent(Class::Float), 4.0, "Jia et al. 2019, T4"),
            (Dependent(Class::Integer), 4.0, "Jia et al. 2019, T4"),
            (Shared, 23.0, "sjfeng1999, RTX 2070"),
            (L1, 32.0, "Jia et al. 2019, T4; sjfeng1999, RTX 2070; Accel-Sim"),
            (L2, 226.0, "L1 + 194, Accel-Sim; 236 on an RTX 2070, sjfeng1999"),
            (DramRow, 472.0, "sjfeng1999, RTX 2070: L2 misses, TLB hits"),
            (Lanes, 64.0, "whitepaper"),
            (L2Bytes, 768.0, "peak: 24 banks of 32 bytes, Accel-Sim"),
            (DramBytes, 336.0, "peak: 192 bits of 14 Gbit/s"),
        ],
    },
    Known {
        machine: "a100",
        described: true,
        figures: &[
            (Dependent(Class::Float), 4.0, "Abdelkhalik et al. 2022"),
            (Dependent(Class::Integer), 4.0, "Abdelkhalik et al. 2022"),
            (Shared, 23.0, "Abdelkhalik et al. 2022"),
            (L1, 33.0, "Abdelkhalik et al. 2022; gpu-benches"),
            (L2, 282.3, "Luo et al. 2025: mean of the near half, 208, and the far, 356.6"),
            (DramRow, 548.8, "Luo et al. 2025: mean of 474.9 and 622.7; 515 to 552, gpu-benches"),
            (Lanes, 64.0, "whitepaper"),
            (L2Bytes, 3830.0, "gpu-benches: 5.4 TB/s (the peak is 5120)"),
            (DramBytes, 1555.0, "peak: 5120 bits of 2.43 Gbit/s"),
        ],
    },
    Known {
        machine: "rtx3070",
        described: true,
        figures: &[
            (Dependent(Class::Float), 4.0, "Huerta et al. 2025"),
            (Dependent(Class::Integer), 4.0, "Huerta et al. 2025"),
            (Shared, 24.0, "Huerta et al. 2025, RTX A6000"),
            (L1, 33.0, "gpu-benches, A40; 32 in Huerta et al. 2025"),
            (L2, 220.0, "L1 + 187, Accel-Sim; 219 on an RTX 3060, YKTian-x2b"),
            (DramRow, 516.0, "L2 + 296, gpu-benches, A40; 515 to 530 on an RTX 3060, YKTian-x2b"),
            (Lanes, 128.0, "whitepaper"),
            (L2Bytes, 1024.0, "peak: 32 banks of 32 bytes, Accel-Sim"),
            (DramBytes, 448.0, "peak: 256 bits of 14 Gbit/s"),
        ],
    },
    Known {
        machine: "h100",
        described: true,
        figures: &[
            (Dependent(Class::Float), 4.0, "Jia et al. 2018: since Volta"),
            (Dependent(Class::Integer), 4.0, "Jia et al. 2018: since Volta"),
            (Shared, 23.0, "as on the A100, Luo et al. 2025"),
            (L1, 33.0, "gpu-benches, GH200"),
            (L2, 336.1, "Luo et al. 2025: mean of the near half, 258, and the far, 414.1"),
            (DramRow, 649.6, "Luo et al. 2025: mean of 555.5 and 743.7; 611 to 689, gpu-benches, GH200"),
            (Lanes, 128.0, "whitepaper"),
            (L2Bytes, 3942.0, "Luo et al. 2025; 3930, gpu-benches"),
            (DramBytes, 2039.0, "peak: 5120 bits of 3.19 Gbit/s"),
        ],
    },
];

/// `INSTA_UPDATE=always` writes the table into the book anew.
#[test]
fn machines_are_as_published() {
    let mut table = "| machine | figure | published | here | source |\n|---|---|---:|---:|---|\n".to_owned();
    let mut wrong = String::new();
    for known in TABLE {
        let machine = named(known.machine).expect("it is built in").machine();
        for &(figure, published, source) in known.figures {
            let measured = figure.measure(&machine);
            let (least, most) = figure.range(published);
            let row = format!(
                "| `{}` | {} | {published} | {measured:.1} | {source} |",
                machine.name,
                figure.name()
            );
            if known.described && !(least..=most).contains(&measured) {
                let _ = writeln!(wrong, "{row} not from {least} to {most}");
            }
            let _ = writeln!(table, "{row}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/machines.md");
    let page = std::fs::read_to_string(&path).expect("the page can be read");
    let (begin, end) = ("<!-- headlines -->\n", "<!-- end of headlines -->\n");
    let (before, rest) = page.split_once(begin).expect("the page has a place for the table");
    let (_, after) = rest.split_once(end).expect("the table has an end");
    let wanted = format!("{before}{begin}{table}{end}{after}");
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(&path, &wanted).expect("the page can be written");
    } else {
        assert!(
            page == wanted,
            "docs/reference/machines.md is not what was measured: run with INSTA_UPDATE=always\n{table}"
        );
    }
}
