//! A tool on `warploom-kernel` alone: it reads PTX, prints each kernel's registers, instruction mix and phases, and executes a kernel.
//!
//! ```console
//! $ cargo run --release --example ptx_tool
//! scale: 15 PTX instructions, 12 lowered, 5 registers, 0 bytes of shared memory
//!   mix: control 2, conversion 1, float 1, global 2, integer 6
//!   phase of 9 instructions and 17 cycles, from `mov.u32`
//!   phase of 3 instructions and 7 cycles, from `fma.rn.f32`
//! executed: 60 warp instructions, 1596 thread instructions; all 100 results are right
//! ```
//!
//! With an argument, it describes the kernels of a PTX file:
//!
//! ```console
//! $ cargo run --release --example ptx_tool -- examples/blur/blur.ptx
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use warploom_kernel::code::Code;
use warploom_kernel::execute::{Arg, Launch, Memory};
use warploom_kernel::latency::gpgpusim;
use warploom_kernel::phase::{Phases, Rules};
use warploom_kernel::ptx::lower;
use warploom_kernel::ptx::run;
use warploom_kernel::ptx::{Module, Program};

/// `x[i] = a * x[i] + i` for 100 elements.
const PTX: &str = r"
.version 8.0
.target sm_75
.address_size 64
.visible .entry scale(.param .u64 x, .param .f32 a)
{
    .reg .pred %p; .reg .b32 %i<4>; .reg .b64 %d<4>; .reg .f32 %f<5>;
    mov.u32 %i0, %ctaid.x;
    mov.u32 %i1, %ntid.x;
    mov.u32 %i2, %tid.x;
    mad.lo.u32 %i3, %i0, %i1, %i2;
    setp.ge.u32 %p, %i3, 100;
    @%p bra DONE;
    ld.param.u64 %d0, [x];
    mul.wide.u32 %d1, %i3, 4;
    add.u64 %d2, %d0, %d1;
    ld.param.f32 %f0, [a];
    ld.global.f32 %f1, [%d2];
    cvt.rn.f32.u32 %f2, %i3;
    fma.rn.f32 %f3, %f1, %f0, %f2;
    st.global.f32 [%d2], %f3;
DONE:
    ret;
}
";

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1);
    let text = file.as_ref().map_or(Ok(PTX.to_owned()), std::fs::read_to_string)?;
    // An error names the line and the column; anything that cannot be executed is an error here, not a wrong result later.
    let module = Module::parse(&text)?;
    for program in &module.programs {
        describe(program);
    }
    if file.is_none() {
        execute(&module)?;
    }
    Ok(())
}

/// Prints a kernel as a GPU would run it: scheduled, with physical registers.
fn describe(program: &Program) {
    let lowered = lower::lower(program, &lower::Options::turing());
    let code = Code::of(&lowered);
    let phases = Phases::new(&code, Rules::default());
    println!(
        "{}: {} PTX instructions, {} lowered, {} registers, {} bytes of shared memory",
        program.name,
        program.code.len(),
        code.instructions.len(),
        lowered.registers.unwrap_or_default(),
        program.shared,
    );
    let mut mix: BTreeMap<&str, usize> = BTreeMap::new();
    for instruction in &code.instructions {
        *mix.entry(instruction.class.name()).or_default() += 1;
    }
    let mix: Vec<String> = mix.iter().map(|(class, count)| format!("{class} {count}")).collect();
    println!("  mix: {}", mix.join(", "));
    // A phase ends where the code needs a value that is still on its way from memory.
    let timing = phases.timing(&code, gpgpusim);
    for (phase, length) in phases.list().iter().zip(timing.lengths()) {
        let first = &code.instructions[phase.code.start].opcode;
        println!("  phase of {} instructions and {length} cycles, from `{first}`", phase.code.len());
    }
}

/// Executes the kernel in 4 CTAs of 32 threads and checks the result.
fn execute(module: &Module) -> Result<(), Box<dyn Error>> {
    let kernel = module.kernel("scale").ok_or("PTX has the kernel")?;
    let mut memory = Memory::new();
    let globals = memory.load(module)?;
    let x = memory.allocate("x", 400)?;
    let input: Vec<u8> = (0..100).flat_map(|i| (i as f32 / 4.0).to_le_bytes()).collect();
    memory.write(x, &input)?;
    let launch = Launch::new([4, 1, 1], [32, 1, 1]).arg(Arg::u64(x)).arg(Arg::f32(2.0));
    let counts = run(kernel, &globals, &launch, &mut memory, &mut ())?;
    for (i, bytes) in memory.read(x, 400)?.as_chunks::<4>().0.iter().enumerate() {
        assert_eq!(f32::from_le_bytes(*bytes), 1.5 * i as f32, "element {i}");
    }
    println!(
        "executed: {} warp instructions, {} thread instructions; all 100 results are right",
        counts.warp_instructions, counts.thread_instructions
    );
    Ok(())
}
