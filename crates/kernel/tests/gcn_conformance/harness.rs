//! Kernels around the instructions under test: assembly text, launch, and the memory that they share with the test.

use std::fmt::Write as _;
use warploom_kernel::execute::{Arg, Launch, Memory};
use warploom_kernel::gcn::table::Target;
use warploom_kernel::gcn::{self, Module};

pub const TARGETS: [Target; 2] = [Target::SouthernIslands, Target::VolcanicIslands];

/// Work-items of a launch: 16 waves of 64 lanes, one case each.
pub const CASES: usize = 1024;
pub const LANES: usize = 64;
pub const WAVES: usize = CASES / LANES;

/// A module with one kernel `k`, whose only argument is the address of the data.
///
/// The kernel starts with s[0:1] = kernel arguments, s2 = work-group and v0 = work-item.
pub struct Kernel {
    pub target: Target,
    pub flush: bool,
    pub local: u32,
    pub scratch: u32,
    pub body: String,
}

impl Kernel {
    pub fn new(target: Target) -> Kernel {
        Kernel { target, flush: false, local: 0, scratch: 0, body: String::new() }
    }

    pub fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.body, "\t{}", text.as_ref());
    }

    pub fn lines(&mut self, text: &str) {
        text.lines().for_each(|line| self.line(line.trim()));
    }

    /// The address of the data in s[4:5], a buffer resource in s[4:7], and the wave's number times 8 in s3.
    /// With scratch, s[0:3] stays its resource, and s3 is not the wave's number.
    pub fn prologue(&mut self) {
        self.line("v_lshlrev_b32 v62, 2, v0");
        let arguments = if self.scratch > 0 { "s[4:5]" } else { "s[0:1]" };
        self.line(format!("s_load_dwordx2 s[4:5], {arguments}, 0x0"));
        self.lines(
            "s_mov_b32 s6, -1
            s_mov_b32 s7, 0
            s_waitcnt lgkmcnt(0)",
        );
        if self.scratch == 0 {
            self.lines("v_readfirstlane_b32 s3, v0\ns_lshr_b32 s3, s3, 3");
        }
    }

    /// Loads the column `column` (one dword per work-item) into VGPR `vgpr`.
    pub fn load_column(&mut self, vgpr: u32, column: usize) {
        self.line(format!("s_mov_b32 s8, {:#x}", column * CASES * 4));
        self.line(format!("buffer_load_dword v{vgpr}, v62, s[4:7], s8 offen"));
        self.line("s_waitcnt vmcnt(0)");
    }

    pub fn store_column(&mut self, vgpr: u32, column: usize) {
        self.line(format!("s_mov_b32 s8, {:#x}", column * CASES * 4));
        self.line(format!("buffer_store_dword v{vgpr}, v62, s[4:7], s8 offen"));
    }

    /// Loads two SGPRs from `sgpr` on with the wave's own 8 bytes of column `column`.
    pub fn load_uniform(&mut self, sgpr: u32, column: usize) {
        self.line(format!("s_add_u32 s8, s3, {:#x}", column * CASES * 4));
        self.line(format!("s_load_dwordx2 s[{sgpr}:{}], s[4:5], s8", sgpr + 1));
        self.line("s_waitcnt lgkmcnt(0)");
    }

    pub fn text(&self) -> String {
        let (target, body, local, scratch) = (self.target.name(), &self.body, self.local, self.scratch);
        let denormals = if self.flush { 0 } else { 3 };
        format!(
            "\t.text
\t.amdgcn_target \"amdgcn-amd-amdhsa--{target}\"
\t.type k,@function
k:
{body}\ts_endpgm
\t.section .rodata,\"a\",@progbits
\t.amdhsa_kernel k
\t\t.amdhsa_group_segment_fixed_size {local}
\t\t.amdhsa_private_segment_fixed_size {scratch}
\t\t.amdhsa_kernarg_size 16
\t\t.amdhsa_user_sgpr_count 6
\t\t.amdhsa_user_sgpr_private_segment_buffer {}
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_next_free_vgpr 64
\t\t.amdhsa_next_free_sgpr 100
\t\t.amdhsa_float_denorm_mode_32 {denormals}
\t.end_amdhsa_kernel
\t.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .value_kind:     hidden_shared_base
    .name:           k
    .max_flat_workgroup_size: 1024
...
\t.end_amdgpu_metadata
",
            u32::from(scratch > 0),
        )
    }

    /// Runs the kernel over `data` with `items` work-items and returns the data afterwards.
    pub fn run(&self, data: &[u32], items: usize) -> Vec<u32> {
        let text = self.text();
        let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e} ({:?})\n{text}", e.help));
        let mut memory = Memory::new();
        let globals = memory.load_variables(&module.variables).expect("no variables");
        let address = memory.allocate("data", data.len() as u64 * 4).expect("room for the data");
        let bytes: Vec<u8> = data.iter().flat_map(|word| word.to_le_bytes()).collect();
        memory.write(address, &bytes).expect("the data fit");
        let launch = Launch::new([1, 1, 1], [items as u32, 1, 1]).arg(Arg::u64(address));
        gcn::run(&module.programs[0], &globals, &launch, &mut memory, &mut ())
            .unwrap_or_else(|e| panic!("{e}\n{text}"));
        let after = memory.read(address, bytes.len() as u64).expect("the data are there");
        after.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
    }
}
