//! Every fault of GCN code, with its whole text: it is what a person has to find the mistake with.

use warploom_kernel::execute::{Arg, Launch, Memory};
use warploom_kernel::gcn::{self, Module};

/// A module whose kernel `k(a)` has this body from line 6 on. At the start, s[0:1] = kernel arguments,
/// s2 = work-group, v0 = work-item; with scratch, s[0:3] = its resource and s[4:5] = kernel arguments.
fn file(target: &str, scratch: u32, body: &str) -> String {
    let (buffer, count) = if scratch > 0 { (1, 6) } else { (0, 2) };
    format!(
        "\t.text
\t.amdgcn_target \"amdgcn-amd-amdhsa--{target}\"
\t.type k,@function
k:
\t.file 0 \"k.cu\"
{body}
\ts_endpgm
\t.amdhsa_kernel k
\t\t.amdhsa_private_segment_fixed_size {scratch}
\t\t.amdhsa_kernarg_size 8
\t\t.amdhsa_user_sgpr_private_segment_buffer {buffer}
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_user_sgpr_count {count}
\t\t.amdhsa_next_free_vgpr 16
\t\t.amdhsa_next_free_sgpr 32
\t.end_amdhsa_kernel
\t.type table,@object
\t.section .rodata,\"a\",@progbits
table:
\t.long 7
\t.size table, 4
\t.amdgpu_metadata
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           8
        .value_kind:     global_buffer
    .name:           k
\t.end_amdgpu_metadata
"
    )
}

/// The fault of a launch with 2 work-groups of 96 work-items; `a` points to 64 bytes of that name.
fn fault_with(text: &str, change: impl FnOnce(&mut Launch, &mut Memory, u64)) -> String {
    let module = Module::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut memory = Memory::new();
    let globals = memory.load_variables(&module.variables).expect("room for the variables");
    let a = memory.allocate("a", 64).expect("room for a");
    let mut launch = Launch::new([2, 1, 1], [96, 1, 1]).arg(Arg::u64(a));
    change(&mut launch, &mut memory, a);
    let ran = gcn::run(&module.programs[0], &globals, &launch, &mut memory, &mut ());
    ran.expect_err("this should be a fault").to_string()
}

fn fault(target: &str, body: &str) -> String {
    fault_with(&file(target, 0, body), |_, _, _| {})
}

/// Loads the address of `a` into the buffer resource s[4:7].
const RESOURCE: &str = "\ts_load_dwordx2 s[4:5], s[0:1], 0x0
\ts_mov_b32 s6, -1
\ts_mov_b32 s7, 0
\ts_waitcnt lgkmcnt(0)";
/// Loads the address of `a` plus four times the work-item into v[2:3].
const ADDRESS: &str = "\ts_load_dwordx2 s[4:5], s[0:1], 0x0
\ts_waitcnt lgkmcnt(0)
\tv_lshlrev_b32_e32 v2, 2, v0
\tv_mov_b32_e32 v3, s5
\tv_add_u32_e32 v2, vcc, s4, v2
\tv_addc_u32_e32 v3, vcc, 0, v3, vcc";

#[test]
fn a_buffer_access_past_the_end_names_lane_and_allocation() {
    assert_eq!(
        fault(
            "gfx600",
            &format!(
                "{RESOURCE}\n\tv_lshlrev_b32_e32 v1, 2, v0\n\t.loc 0 12 7\n\tbuffer_store_dword v0, v1, s[4:7], 0 offen"
            )
        ),
        "out of bounds: `buffer_store_dword v0, v1, s[4:7], 0 offen` accesses 4 bytes at global address 0x7f0000000040\n\
         \x20 in kernel `k`, GCN line 12 (k.cu:12), CTA (0,0,0), thread (16,0,0), wave 0, lane 16\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts right at its end"
    );
}

#[test]
fn a_flat_access_past_the_end_is_found() {
    assert_eq!(
        fault("gfx803", &format!("{ADDRESS}\n\t.loc 0 9 3\n\tflat_store_dword v[2:3], v0")),
        "out of bounds: `flat_store_dword v[2:3], v0` accesses 4 bytes at global address 0x7f0000000040\n\
         \x20 in kernel `k`, GCN line 13 (k.cu:9), CTA (0,0,0), thread (16,0,0), wave 0, lane 16\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts right at its end"
    );
}

#[test]
fn a_null_pointer_is_called_one() {
    assert_eq!(
        fault("gfx803", "\tv_mov_b32_e32 v2, 16\n\tv_mov_b32_e32 v3, 0\n\tflat_load_dword v4, v[2:3]"),
        "out of bounds: `flat_load_dword v4, v[2:3]` accesses 4 bytes at global address 0x10\n\
         \x20 in kernel `k`, GCN line 8, CTA (0,0,0), thread (0,0,0), wave 0, lane 0\n\
         \x20 the address is a null pointer plus a small offset"
    );
}

#[test]
fn a_fault_in_a_later_wave_and_group_says_so() {
    assert_eq!(
        fault(
            "gfx600",
            &format!(
                "{RESOURCE}\n\ts_cmp_eq_u32 s2, 1\n\ts_cbranch_scc0 .L1\n\tv_cmpx_eq_u32_e32 vcc, 0x46, v0\n\ts_cbranch_execz .L1\n\tbuffer_load_dwordx4 v[4:7], off, s[4:7], 0 offset:60\n.L1:"
            )
        ),
        "out of bounds: `buffer_load_dwordx4 v[4:7], off, s[4:7], 0 offset:60` accesses 16 bytes at global address 0x7f000000003c\n\
         \x20 in kernel `k`, GCN line 14, CTA (1,0,0), thread (70,0,0), wave 1, lane 6\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts at its byte 60"
    );
}

#[test]
fn an_access_to_local_memory_past_the_end_is_found() {
    assert_eq!(
        fault_with(
            &file(
                "gfx600",
                0,
                "\ts_mov_b32 m0, -1\n\tv_lshlrev_b32_e32 v1, 2, v0\n\tds_write_b32 v1, v0 offset:32"
            ),
            |launch, _, _| launch.shared = 256
        ),
        "out of bounds: `ds_write_b32 v1, v0 offset:32` accesses 4 bytes at shared address 0x100\n\
         \x20 in kernel `k`, GCN line 8, CTA (0,0,0), thread (56,0,0), wave 0, lane 56\n\
         \x20 the shared memory of the CTA: 256 bytes; the access starts right at its end"
    );
    assert_eq!(
        fault("gfx600", "\tds_write_b32 v0, v0"),
        "out of bounds: `ds_write_b32 v0, v0` accesses 4 bytes at shared address 0x0\n\
         \x20 in kernel `k`, GCN line 6, CTA (0,0,0), thread (0,0,0), wave 0, lane 0\n\
         \x20 the shared memory of the CTA is empty"
    );
}

#[test]
fn local_memory_that_nobody_wrote_is_not_read() {
    assert_eq!(
        fault_with(
            &file(
                "gfx803",
                0,
                "\ts_mov_b32 m0, -1\n\tv_lshlrev_b32_e32 v1, 3, v0\n\tds_write_b32 v1, v0\n\tds_read_b64 v[2:3], v1"
            ),
            |launch, _, _| launch.shared = 1024
        ),
        "uninitialised: `ds_read_b64 v[2:3], v1` reads 8 bytes at shared address 0x0 that no thread has written\n\
         \x20 in kernel `k`, GCN line 9, CTA (0,0,0), thread (0,0,0), wave 0, lane 0\n\
         \x20 write it first and put a barrier between the write and the read"
    );
}

#[test]
fn a_scalar_load_beyond_the_arguments_is_found() {
    assert_eq!(
        fault("gfx600", "\ts_load_dwordx4 s[8:11], s[0:1], 0x4"),
        "out of bounds: `s_load_dwordx4 s[8:11], s[0:1], 0x4` accesses 16 bytes at parameter address 0x10\n\
         \x20 in kernel `k`, GCN line 6, CTA (0,0,0), thread (0,0,0), wave 0, lane 0\n\
         \x20 the parameters of the kernel: 16 bytes; the access starts right at its end"
    );
}

#[test]
fn a_scalar_load_past_the_end_of_a_buffer_is_found() {
    assert_eq!(
        fault("gfx803", &format!("{RESOURCE}\n\ts_buffer_load_dwordx8 s[8:15], s[4:7], 0x24")),
        "out of bounds: `s_buffer_load_dwordx8 s[8:15], s[4:7], 0x24` accesses 32 bytes at global address 0x7f0000000024\n\
         \x20 in kernel `k`, GCN line 10, CTA (0,0,0), thread (0,0,0), wave 0, lane 0\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts at its byte 36"
    );
}

#[test]
fn misaligned_addresses_are_found() {
    assert_eq!(
        fault("gfx600", &format!("{RESOURCE}\n\tbuffer_load_dword v1, v0, s[4:7], 0 offen")),
        "misaligned: `buffer_load_dword v1, v0, s[4:7], 0 offen` needs an address aligned to 4 bytes, but global address 0x7f0000000001 is not\n\
         \x20 in kernel `k`, GCN line 10, CTA (0,0,0), thread (1,0,0), wave 0, lane 1\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts at its byte 1"
    );
    assert_eq!(
        fault_with(
            &file(
                "gfx600",
                0,
                "\ts_mov_b32 m0, -1\n\tv_lshlrev_b32_e32 v1, 2, v0\n\tds_write_b64 v1, v[2:3]"
            ),
            |launch, _, _| launch.shared = 1024
        ),
        "misaligned: `ds_write_b64 v1, v[2:3]` needs an address aligned to 8 bytes, but shared address 0x4 is not\n\
         \x20 in kernel `k`, GCN line 8, CTA (0,0,0), thread (1,0,0), wave 0, lane 1\n\
         \x20 the shared memory of the CTA: 1024 bytes; the access starts at its byte 4"
    );
}

#[test]
fn scratch_ends_where_the_descriptor_says() {
    assert_eq!(
        fault_with(
            &file(
                "gfx803",
                16,
                "\tbuffer_store_dword v0, off, s[0:3], 0 offset:12\n\tbuffer_store_dword v0, off, s[0:3], 0 offset:16"
            ),
            |_, _, _| {}
        ),
        "out of bounds: `buffer_store_dword v0, off, s[0:3], 0 offset:16` accesses 4 bytes at local address 0x10\n\
         \x20 in kernel `k`, GCN line 7, CTA (0,0,0), thread (0,0,0), wave 0, lane 0\n\
         \x20 the stack of the thread: 16 bytes; the access starts right at its end"
    );
}

#[test]
fn memory_that_was_freed_is_not_accessed() {
    assert_eq!(
        fault_with(
            &file("gfx600", 0, &format!("{RESOURCE}\n\tbuffer_atomic_add v0, off, s[4:7], 0 offset:4")),
            |_, memory, a| memory.free(a).expect("it was allocated")
        ),
        "use after free: `buffer_atomic_add v0, off, s[4:7], 0 offset:4` accesses 4 bytes at global address 0x7f0000000004\n\
         \x20 in kernel `k`, GCN line 10, CTA (0,0,0), thread (0,0,0), wave 0, lane 0\n\
         \x20 the address is in `a`, which was freed"
    );
}

#[test]
fn constants_are_not_written() {
    assert_eq!(
        fault(
            "gfx803",
            "\ts_getpc_b64 s[4:5]\n\ts_add_u32 s4, s4, table@rel32@lo+4\n\ts_addc_u32 s5, s5, table@rel32@hi+12\n\tv_mov_b32_e32 v2, s4\n\tv_mov_b32_e32 v3, s5\n\tflat_load_dword v4, v[2:3]\n\tflat_store_dword v[2:3], v0"
        ),
        "read-only: `flat_store_dword v[2:3], v0` writes to `table`, which is in constant memory, at 0x7b0000000000\n\
         \x20 in kernel `k`, GCN line 12, CTA (0,0,0), thread (0,0,0), wave 0, lane 0"
    );
}

#[test]
fn arguments_are_not_written() {
    assert_eq!(
        fault("gfx803", "\tv_mov_b32_e32 v2, s0\n\tv_mov_b32_e32 v3, s1\n\tflat_store_dword v[2:3], v0"),
        "out of bounds: `flat_store_dword v[2:3], v0` accesses 4 bytes at parameter address 0x0\n\
         \x20 in kernel `k`, GCN line 8, CTA (0,0,0), thread (0,0,0), wave 0, lane 0\n\
         \x20 the parameters of the kernel: 16 bytes; the access starts at its byte 0"
    );
}

#[test]
fn an_endless_loop_ends_at_the_budget() {
    assert_eq!(
        fault_with(&file("gfx600", 0, ".L1:\n\ts_add_i32 s4, s4, 1\n\ts_branch .L1"), |launch, _, _| {
            launch.limits.instructions = 1000
        }),
        "endless: a warp has executed 1000 instructions without finishing\n\
         \x20 in kernel `k`, GCN line 8, CTA (0,0,0), thread (0,0,0), wave 0, lane 0\n\
         \x20 raise the instruction limit if the kernel is meant to run this long; a thread that spins on a value from its own warp or from a later CTA never finishes"
    );
}

#[test]
fn a_jump_goes_to_an_instruction() {
    assert_eq!(
        fault("gfx600", "\ts_getpc_b64 s[4:5]\n\ts_add_u32 s4, s4, 2\n\ts_setpc_b64 s[4:5]"),
        "bad jump: `s_setpc_b64 s[4:5]` jumps to byte 0x6 of the code, where no instruction starts\n\
         \x20 in kernel `k`, GCN line 8, CTA (0,0,0), thread (0,0,0), wave 0, lane 0"
    );
    assert_eq!(
        fault("gfx600", "\ts_mov_b64 s[4:5], 0\n\ts_swappc_b64 s[6:7], s[4:5]"),
        "bad jump: `s_swappc_b64 s[6:7], s[4:5]` jumps to byte 0xffff860000000000 of the code, where no instruction starts\n\
         \x20 in kernel `k`, GCN line 7, CTA (0,0,0), thread (0,0,0), wave 0, lane 0"
    );
}

#[test]
fn a_trap_is_reported() {
    assert_eq!(
        fault("gfx803", "\t.loc 0 77 1\n\ts_trap 2"),
        "trap: the kernel executed `trap`\n\
         \x20 in kernel `k`, GCN line 7 (k.cu:77), CTA (0,0,0), thread (0,0,0), wave 0, lane 0"
    );
}

#[test]
fn launches_that_do_not_fit_are_refused() {
    assert_eq!(
        fault_with(&file("gfx600", 0, ""), |launch, _, _| launch.shared = (32 << 10) + 4),
        "32772 bytes of shared memory exceed the limit of 32768 bytes per CTA"
    );
    assert_eq!(
        fault_with(&file("gfx600", 0, ""), |launch, _, _| launch.block = [2048, 1, 1]),
        "invalid block [2048, 1, 1]: a CTA has 1 to 1024 threads"
    );
    assert_eq!(
        fault_with(&file("gfx600", 0, ""), |launch, _, _| launch.args.clear()),
        "kernel `k` takes 1 argument, but the launch gives 0"
    );
    assert_eq!(
        fault_with(&file("gfx600", 0, ""), |launch, _, _| launch.args = vec![Arg::u32(1)]),
        "argument 0 of kernel `k` (`0`) has 8 bytes, but the launch gives 4"
    );
    assert_eq!(
        fault_with(&file("gfx600", 1 << 20, ""), |_, _, _| {}),
        "kernel `k` needs 1048576 bytes of stack per thread, but the limit is 524288"
    );
}
