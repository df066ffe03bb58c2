//! Kernels of known character, and a GPU to run them on.

#![allow(dead_code, reason = "each bench uses some of it")]

use warploom_kernel::execute::{Arg, Counts, Globals, Launch, Memory, run};
use warploom_kernel::program::Module;

/// A kernel ready to be launched.
pub struct Bench {
    module: Module,
    globals: Globals,
    memory: Memory,
    launch: Launch,
}

/// Bytes of the buffer kernels work on.
const BUFFER: u64 = 1 << 22;

impl Bench {
    /// `body` is the loop body; `%n` counts down, `%x` is this thread's address, `%f0` to `%f15`,
    /// `%r0` to `%r15` and `%d0` to `%d7` are free.
    pub fn new(body: &str, iterations: u32) -> Bench {
        let source = format!(
            "
            .version 8.0 .target sm_75 .address_size 64
            .visible .entry k(.param .u64 x, .param .u32 n) {{
                .reg .b32 %n, %t, %c, %b; .reg .b64 %x, %o; .reg .pred %p;
                .reg .f32 %f<16>; .reg .b32 %r<16>; .reg .b64 %d<8>; .reg .pred %q<4>;
                ld.param.u64 %x, [x];
                ld.param.u32 %n, [n];
                mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x; mov.u32 %b, %ntid.x;
                mad.lo.s32 %t, %c, %b, %t;
                mul.wide.u32 %o, %t, 4;
                add.u64 %x, %x, %o;
                mov.u32 %r0, %t;
                mov.f32 %f0, 0f3F800000; mov.f32 %f1, 0f3F000000;
            loop:
                {body}
                sub.u32 %n, %n, 1;
                setp.ne.u32 %p, %n, 0;
                @%p bra loop;
                st.global.f32 [%x], %f0;
                st.global.u32 [%x], %r0;
                ret;
            }}"
        );
        let module = Module::parse(&source).unwrap_or_else(|e| panic!("{e}"));
        let mut memory = Memory::new();
        let globals = memory.load(&module).unwrap_or_else(|e| panic!("{e}"));
        let x = memory.allocate("x", BUFFER).unwrap_or_else(|e| panic!("{e}"));
        let launch = Launch::new([8, 1, 1], [256, 1, 1]).arg(Arg::u64(x)).arg(Arg::u32(iterations));
        Bench { module, globals, memory, launch }
    }

    /// Runs it to its end.
    pub fn run(&mut self) -> Counts {
        let program = &self.module.programs[0];
        run(program, &self.globals, &self.launch, &mut self.memory, &mut ()).unwrap_or_else(|e| panic!("{e}"))
    }
}

/// Fused multiply-adds and nothing else: 32 of them per turn.
pub fn ffma(iterations: u32) -> Bench {
    let line = |i: u32| format!("fma.rn.f32 %f{}, %f0, %f1, %f{};", 2 + i % 14, 2 + i % 14);
    Bench::new(&(0..32).map(line).collect::<String>(), iterations)
}

/// Coalesced loads and nothing else: 16 of them per turn.
pub fn coalesced(iterations: u32) -> Bench {
    let line = |i: u32| format!("ld.global.f32 %f{}, [%x+{}];", i % 16, i * 8192);
    Bench::new(&(0..16).map(line).collect::<String>(), iterations)
}

/// Loads each lane of which goes elsewhere.
pub fn scattered(iterations: u32) -> Bench {
    let line = |i: u32| {
        format!(
            "mad.lo.u32 %r1, %r0, 1664525, 1013904223; mov.u32 %r0, %r1;
             and.b32 %r2, %r1, 0xFFFFC; cvt.u64.u32 %d0, %r2; ld.param.u64 %d1, [x];
             add.u64 %d2, %d1, %d0; ld.global.u32 %r{}, [%d2];",
            3 + i
        )
    };
    Bench::new(&(0..8).map(line).collect::<String>(), iterations)
}

/// Branches that split the warp in half at every turn.
pub fn divergent(iterations: u32) -> Bench {
    Bench::new(
        "and.b32 %r1, %t, 1; setp.eq.u32 %q0, %r1, 0; @%q0 bra even;
         add.u32 %r0, %r0, 3; xor.b32 %r0, %r0, 5; bra join;
         even: mul.lo.u32 %r0, %r0, 7; add.u32 %r0, %r0, 1;
         join: add.u32 %r0, %r0, 1;",
        iterations,
    )
}
