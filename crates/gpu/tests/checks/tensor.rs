//! Matrix products: latency and throughput that real GPUs were measured with, by type of numbers.
//!
//! | key | source |
//! |---|---|
//! | V100 | NVIDIA, Tesla V100 GPU Architecture: 512 multiply-adds of FP16 per cycle and SM |
//! | Raihan | Raihan et al., Modeling Deep Learning Accelerator Enabled GPUs, ISPASS 2019, arXiv 1811.08309 |
//! | Yan | Yan et al., Demystifying Tensor Cores to Optimize Half-Precision Matrix Multiply, IPDPS 2020 |
//! | Sun | Sun et al., Dissecting Tensor Cores via Microbenchmarks, arXiv 2206.02874, Tables 4 and 5 (RTX 2080 Ti, A100) |
//! | GA102 | NVIDIA, Ampere GA102 GPU Architecture, 2020: the GPUs of a GeForce RTX 30 |
//! | A100 | NVIDIA, A100 Tensor Core GPU Architecture, 2020 |
//! | Abdelkhalik | Abdelkhalik et al., Demystifying the Nvidia Ampere Architecture, arXiv 2208.11174, Table 3 |
//! | Luo | Luo et al., Dissecting the NVIDIA Hopper Architecture, arXiv 2501.12084 |
//! | H100 | NVIDIA, H100 Tensor Core GPU Architecture, 2022 |

use super::common::*;
use super::latency::chain;
use super::rates::rate;
use warploom_gpu::machine::{Machine, named};
use warploom_kernel::class::Class;
use warploom_kernel::code::Instruction;
use warploom_kernel::operation::MatrixProduct;
use warploom_kernel::ptx::isa::{Mod, Opcode};
use warploom_kernel::ptx::matrix::{Matrix, fragment};

/// How far a machine may be from a published value.
const TOLERANCE: f64 = 0.10;

fn machine(name: &str) -> Machine {
    bare(named(name).unwrap_or_else(|| panic!("there is no machine {name}")).machine())
}

/// A product whose matrices are in registers from `d` and `a` on; D is C.
fn product(opcode: &str, d: u32, a: u32) -> Instruction {
    let mut words = opcode.split('.');
    let stem = Opcode::from_text(words.next().expect("a stem")).expect("an opcode");
    let mods: Vec<Mod> = words.map(|word| Mod::from_text(word).expect("a suffix")).collect();
    // In registers of 32 bits.
    let count = |matrix| {
        let fragment = fragment(stem, &mods, Some(matrix)).expect("a fragment");
        fragment.registers as u32 * fragment.register().bits() / 32
    };
    let results: Vec<u32> = (d..d + count(Matrix::D)).collect();
    let factors = (a..a + count(Matrix::A) + count(Matrix::B)).collect();
    let reads = [factors, results.clone()].concat();
    Instruction { opcode: opcode.to_owned(), ..alu(Class::Tensor, &results, &reads) }
}

/// Multiply-adds per cycle of an SM full of warps with four independent products each.
fn throughput(machine: &Machine, opcode: &str) -> f64 {
    let code: Vec<Instruction> = (0..4).map(|n| product(opcode, 64 + 16 * n, 0)).collect();
    let work = MatrixProduct::of(&code[0]).expect("a product").multiply_adds;
    rate(machine, code) * f64::from(work)
}

/// Cycles from a product to the next, which adds to its result.
fn latency(machine: &Machine, opcode: &str) -> f64 {
    let (_, took) = chain(machine, product(opcode, 64, 0), Warp::default().steps([0; 10]));
    took[4] as f64
}

fn near(value: f64, published: f64, what: &str) {
    let error = (value - published).abs() / published;
    assert!(error <= TOLERANCE, "{what}: {value}, published {published}");
}

const HALF: &str = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16";
const SINGLE: &str = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
const BRAIN: &str = "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32";
const TF32: &str = "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32";
const BYTE: &str = "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32";
const NIBBLE: &str = "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32";
const BIT: &str = "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc";
const DOUBLE: &str = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64";
const TURING_HALF: &str = "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16";
const TURING_SINGLE: &str = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32";
const TURING_BYTE: &str = "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32";
const WMMA_SINGLE: &str = "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32";
const WMMA_HALF: &str = "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16";
const WMMA_BRAIN: &str = "wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32";
const WMMA_TF32: &str = "wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32";
const WMMA_BYTE: &str = "wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.u8.s32";
const WMMA_DOUBLE: &str = "wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.rn";

#[test]
fn independent_mma_reach_the_published_multiply_adds_per_cycle() {
    for (name, opcode, published, source) in [
        ("v100", WMMA_SINGLE, 512.0, "V100"),
        ("v100", WMMA_HALF, 512.0, "V100"),
        ("rtx2060", TURING_HALF, 509.4, "Sun"),
        ("rtx2060", TURING_SINGLE, 255.1, "Sun"),
        ("rtx2060", TURING_BYTE, 1012.6, "Sun"),
        ("rtx3070", HALF, 512.0, "GA102"),
        ("rtx3070", SINGLE, 256.0, "GA102"),
        ("rtx3070", BRAIN, 256.0, "GA102"),
        ("rtx3070", TF32, 128.0, "GA102"),
        ("rtx3070", BYTE, 1024.0, "GA102"),
        ("rtx3070", NIBBLE, 2048.0, "GA102"),
        ("a100", HALF, 1024.0, "A100"),
        ("a100", SINGLE, 1024.0, "A100"),
        ("a100", BRAIN, 1024.0, "A100"),
        ("a100", TF32, 512.0, "A100"),
        ("a100", BYTE, 2048.0, "A100"),
        ("a100", NIBBLE, 4096.0, "A100"),
        ("a100", BIT, 16384.0, "A100"),
        ("a100", DOUBLE, 64.0, "A100"),
        // 494 TFLOP/s of 114 SMs at 1755 MHz.
        ("h100", SINGLE, 1234.6, "Luo"),
        ("h100", DOUBLE, 128.0, "H100"),
    ] {
        near(throughput(&machine(name), opcode), published, &format!("{name} {opcode} ({source})"));
    }
}

/// Abdelkhalik et al. give the cycles of each product on one tensor core of an A100.
#[test]
fn wmma_of_an_a100_takes_the_published_cycles() {
    let machine = machine("a100");
    for (opcode, products, cycles) in [
        (WMMA_HALF, 4096.0, 16.0),
        (WMMA_SINGLE, 4096.0, 16.0),
        (WMMA_BRAIN, 4096.0, 16.0),
        (WMMA_TF32, 2048.0, 16.0),
        (WMMA_DOUBLE, 256.0, 16.0),
        (WMMA_BYTE, 4096.0, 8.0),
    ] {
        near(throughput(&machine, opcode) / 4.0, products / cycles, opcode);
    }
}

#[test]
fn a_dependent_mma_waits_for_the_published_latency() {
    for (name, opcode, published, source) in [
        ("v100", WMMA_SINGLE, 54.0, "Raihan"),
        ("rtx2060", TURING_HALF, 14.0, "Yan"),
        ("a100", SINGLE, 24.6, "Luo"),
        ("a100", SINGLE, 24.7, "Sun"),
        ("h100", SINGLE, 24.1, "Luo"),
    ] {
        near(latency(&machine(name), opcode), published, &format!("{name} {opcode} ({source})"));
    }
}

/// An instruction of SASS, and a product of a machine without tensor units, has the timing of its class.
#[test]
fn other_tensor_instructions_have_the_timing_of_their_class() {
    let a100 = machine("a100");
    let sass = Instruction { opcode: "HMMA.16816.F32".to_owned(), ..product(SINGLE, 64, 0) };
    let (_, took) = chain(&a100, sass, Warp::default().steps([0; 10]));
    assert_eq!(took[4], 25);
    let titanx = machine("titanx");
    assert_eq!(latency(&titanx, SINGLE), latency(&titanx, BYTE));
}
