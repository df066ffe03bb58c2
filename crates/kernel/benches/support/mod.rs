//! Kernels of known character, and a GPU to run them on.

#![allow(dead_code, reason = "each bench uses some of it")]

use warploom_kernel::execute::{Arg, Counts, Globals, Launch, Memory};
use warploom_kernel::gcn;
use warploom_kernel::image::Image;
use warploom_kernel::ptx::Module;
use warploom_kernel::sass;

/// A kernel ready to be launched.
pub struct Bench {
    image: Image,
    kernel: &'static str,
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
        Bench::of(module.into(), "k", iterations)
    }

    /// The same loop in GCN code: `v[2:3]` is this work-item's offset in the buffer `s[8:11]`, `v0` its number, `v4` to
    /// `v31` and `s16` to `s31` are free.
    pub fn gcn(body: &str, iterations: u32) -> Bench {
        let source = format!(
            "
            .amdgcn_target \"amdgcn-amd-amdhsa--gfx600\"
            .type k,@function
        k:
            s_load_dwordx2 s[8:9], s[4:5], 0x0
            s_load_dword s12, s[4:5], 0x2
            s_mov_b32 s10, 0
            s_mov_b32 s11, 0x100f000
            s_mov_b32 m0, -1
            s_lshl_b32 s13, s6, 8
            v_add_i32_e32 v1, vcc, s13, v0
            v_lshlrev_b32_e32 v2, 2, v1
            v_mov_b32_e32 v3, 0
            v_lshlrev_b32_e32 v1, 2, v0
            v_mov_b32_e32 v4, 1.0
            v_mov_b32_e32 v5, 0.5
            ds_write_b32 v1, v0
            s_waitcnt lgkmcnt(0)
        loop:
            {body}
            s_add_i32 s12, s12, -1
            s_cmp_lg_u32 s12, 0
            s_cbranch_scc1 loop
            buffer_store_dword v4, v[2:3], s[8:11], 0 addr64
            s_endpgm
            .amdhsa_kernel k
                .amdhsa_group_segment_fixed_size 1024
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_count 6
                .amdhsa_user_sgpr_private_segment_buffer 1
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_next_free_vgpr 32
                .amdhsa_next_free_sgpr 32
                .amdhsa_float_denorm_mode_32 0
            .end_amdhsa_kernel
            .amdgpu_metadata
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .value_kind:     by_value
    .name:           k
            .end_amdgpu_metadata"
        );
        let module = gcn::Module::parse(&source).unwrap_or_else(|e| panic!("{e}"));
        Bench::of(module.into(), "k", iterations)
    }

    /// A loop in machine code of sm_80, from `loops.ptx`.
    pub fn sass(kernel: &'static str, iterations: u32) -> Bench {
        let module = sass::Module::parse(include_bytes!("loops.cubin")).unwrap_or_else(|e| panic!("{e}"));
        Bench::of(module.into(), kernel, iterations)
    }

    fn of(image: Image, kernel: &'static str, iterations: u32) -> Bench {
        let mut memory = Memory::new();
        let globals = image.load(&mut memory).unwrap_or_else(|e| panic!("{e}"));
        let x = memory.allocate("x", BUFFER).unwrap_or_else(|e| panic!("{e}"));
        let launch = Launch::new([8, 1, 1], [256, 1, 1]).arg(Arg::u64(x)).arg(Arg::u32(iterations));
        Bench { image, kernel, globals, memory, launch }
    }

    /// Runs it to its end.
    pub fn run(&mut self) -> Counts {
        let entry = self.image.kernel(self.kernel).unwrap_or_else(|| panic!("there is no {}", self.kernel));
        entry.run(&self.globals, &self.launch, &mut self.memory, &mut ()).unwrap_or_else(|e| panic!("{e}"))
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

/// GCN: multiply-adds and nothing else, 32 of them per turn.
pub fn gcn_valu(iterations: u32) -> Bench {
    let line = |i: u32| format!("v_mac_f32_e32 v{}, v4, v5\n", 6 + i % 14);
    Bench::gcn(&(0..32).map(line).collect::<String>(), iterations)
}

/// GCN: coalesced loads and nothing else, 16 of them per turn.
pub fn gcn_coalesced(iterations: u32) -> Bench {
    let line =
        |i: u32| format!("buffer_load_dword v{}, v[2:3], s[8:11], 0 addr64 offset:{}\n", 6 + i, i * 128);
    Bench::gcn(&(0..16).map(line).collect::<String>(), iterations)
}

/// GCN: loads each lane of which goes elsewhere, with the arithmetic of their addresses.
pub fn gcn_scattered(iterations: u32) -> Bench {
    let line = |i: u32| {
        format!(
            "v_mul_lo_u32 v6, v0, s12\n v_add_i32_e32 v0, vcc, 0x3c6ef35f, v6\n v_and_b32_e32 v8, 0xffffc, v0
             v_mov_b32_e32 v9, 0\n buffer_load_dword v{}, v[8:9], s[8:11], 0 addr64\n",
            10 + i
        )
    };
    Bench::gcn(&(0..8).map(line).collect::<String>(), iterations)
}

/// GCN: reads of the local data share, 16 per turn.
pub fn gcn_local(iterations: u32) -> Bench {
    let line = |i: u32| format!("ds_read_b32 v{}, v1\n", 6 + i);
    Bench::gcn(&(0..16).map(line).collect::<String>(), iterations)
}

/// Machine code: fused multiply-adds, 32 per turn.
pub fn sass_ffma(iterations: u32) -> Bench {
    Bench::sass("ffma", iterations)
}

/// Machine code: coalesced loads, 16 per turn.
pub fn sass_coalesced(iterations: u32) -> Bench {
    Bench::sass("coalesced", iterations)
}

/// Machine code: loads each lane of which goes elsewhere, 8 per turn.
pub fn sass_scattered(iterations: u32) -> Bench {
    Bench::sass("scattered", iterations)
}

/// Machine code: a branch per turn that splits the warp in half.
pub fn sass_divergent(iterations: u32) -> Bench {
    Bench::sass("divergent", iterations)
}
