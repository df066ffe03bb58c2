//! Every fault, with its whole text: it is what a person has to find the mistake with.

use crate::common;

use common::{Gpu, HEADER};
use warploom_kernel::execute::{Arg, Launch, Limits, Mode};
use warploom_kernel::ptx::run;

/// What a CTA of `threads` threads of `k(a)` ends with; `a` points to 64 bytes of that name.
fn fault(module: &str, body: &str, threads: u32) -> String {
    fault_with(module, body, |launch| launch.block = [threads, 1, 1])
}

fn file(module: &str, body: &str) -> String {
    // The body starts at line 7 of the file if there is nothing at module scope.
    let registers = ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %d<9>;";
    format!("{HEADER}{module}.visible .entry k(.param .u64 a)\n{{\n\t{registers}\n{body}\n}}\n")
}

fn fault_with(module: &str, body: &str, change: impl FnOnce(&mut Launch)) -> String {
    let mut gpu = Gpu::new(&file(module, body));
    let a = gpu.memory.allocate("a", 64).unwrap();
    let mut launch = Launch::new([1, 1, 1], [1, 1, 1]).arg(Arg::u64(a));
    change(&mut launch);
    gpu.run(&launch).expect_err("this should be a fault").to_string()
}

#[test]
fn past_the_end() {
    let fault = fault(
        "",
        "	ld.param.u64 %d0, [a];
	ld.global.u32 %r0, [%d0+64];",
        1,
    );
    assert_eq!(
        fault,
        "out of bounds: `ld.global.u32` accesses 4 bytes at global address 0x7f0000000040\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts right at its end"
    );
}

#[test]
fn across_the_end() {
    let fault = fault(
        "",
        "\tld.param.u64 %d0, [a];\n\tadd.u64 %d0, %d0, 56;\n\tld.global.v4.u16 {%h0, %h1, %h2, %h3}, [%d0];\n\tst.global.u64 [%d0+8], %d0;",
        1,
    );
    assert_eq!(
        fault,
        "out of bounds: `st.global.u64` accesses 8 bytes at global address 0x7f0000000040\n\
         \x20 in kernel `k`, PTX line 10, CTA (0,0,0), thread (0,0,0)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts right at its end"
    );
}

#[test]
fn each_thread_further() {
    let fault = fault(
        "",
        "\tmov.u32 %r0, %tid.x;\n\tld.param.u64 %d0, [a];\n\tmad.wide.u32 %d1, %r0, 4, %d0;\n\tst.global.u32 [%d1], %r0;",
        32,
    );
    assert_eq!(
        fault,
        "out of bounds: `st.global.u32` accesses 4 bytes at global address 0x7f0000000040\n\
         \x20 in kernel `k`, PTX line 10, CTA (0,0,0), thread (16,0,0)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts right at its end"
    );
}

#[test]
fn before_the_start() {
    let fault = fault("", "\tld.param.u64 %d0, [a];\n\tatom.global.add.u32 %r0, [%d0-4], 1;", 1);
    assert_eq!(
        fault,
        "out of bounds: `atom.global.add.u32` accesses 4 bytes at global address 0x7efffffffffc\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts 4 bytes before it"
    );
}

#[test]
fn null_pointer() {
    let fault = fault("", "\tmov.u64 %d0, 0;\n\tld.global.f32 %f0, [%d0+8];", 1);
    assert_eq!(
        fault,
        "out of bounds: `ld.global.f32` accesses 4 bytes at global address 0x8\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 the address is a null pointer plus a small offset"
    );
}

#[test]
fn generic_null_pointer() {
    let fault = fault("", "\tmov.u64 %d0, 0;\n\tst.u8 [%d0], 1;", 1);
    assert_eq!(
        fault,
        "out of bounds: `st.u8` accesses 1 byte at global address 0x0\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 the address is a null pointer plus a small offset"
    );
}

#[test]
fn nothing_is_allocated() {
    let mut gpu = Gpu::new(&file(
        "",
        "	ld.param.u64 %d0, [a];
	ld.global.u8 %r0, [%d0];",
    ));
    let launch = Launch::new([1, 1, 1], [1, 1, 1]).arg(Arg::u64(0x7f00_0000_0000));
    assert_eq!(
        gpu.run(&launch).unwrap_err().to_string(),
        "out of bounds: `ld.global.u8` accesses 1 byte at global address 0x7f0000000000\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 nothing is allocated there"
    );
}

#[test]
fn shared_past_the_end() {
    let fault = fault("", "\t.shared .align 4 .b8 room[20];\n\tst.shared.u32 [room+20], 1;", 1);
    assert_eq!(
        fault,
        "out of bounds: `st.shared.u32` accesses 4 bytes at shared address 0x14\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 the shared memory of the CTA: 20 bytes; the access starts right at its end"
    );
}

#[test]
fn shared_before_the_start() {
    for address in
        ["mov.u32 %r0, -4;\n\tst.shared.u32 [%r0], 1;", "mov.u64 %d0, -4;\n\tst.shared.u32 [%d0], 1;"]
    {
        let fault = fault(
            "",
            &format!("\t.shared .align 4 .b8 room[20];\n\tst.shared.u32 [room], 1;\n\t{address}"),
            1,
        );
        let note = fault.lines().last().unwrap_or_default();
        assert_eq!(note, "  the shared memory of the CTA: 20 bytes; the access starts 4 bytes before it");
    }
}

#[test]
fn no_shared_memory() {
    let fault = fault("", "\tst.shared.u32 [0], 1;", 1);
    assert_eq!(
        fault,
        "out of bounds: `st.shared.u32` accesses 4 bytes at shared address 0x0\n\
         \x20 in kernel `k`, PTX line 7, CTA (0,0,0), thread (0,0,0)\n\
         \x20 the shared memory of the CTA is empty"
    );
}

#[test]
fn local_past_the_end() {
    let fault =
        fault("", "\t.local .align 4 .b8 stack[32];\n\tmov.u32 %r0, stack;\n\tst.local.u32 [%r0+32], 1;", 1);
    assert_eq!(
        fault,
        "out of bounds: `st.local.u32` accesses 4 bytes at local address 0x20\n\
         \x20 in kernel `k`, PTX line 9, CTA (0,0,0), thread (0,0,0)\n\
         \x20 the stack of the thread: 32 bytes; the access starts right at its end"
    );
}

#[test]
fn parameter_past_the_end() {
    let fault = fault("", "\tld.param.u32 %r0, [a+8];", 1);
    assert_eq!(
        fault,
        "out of bounds: `ld.param.u32` accesses 4 bytes at parameter address 0x8\n\
         \x20 in kernel `k`, PTX line 7, CTA (0,0,0), thread (0,0,0)\n\
         \x20 the parameters of the kernel: 8 bytes; the access starts right at its end"
    );
}

#[test]
fn misaligned() {
    let fault = fault("", "\tld.param.u64 %d0, [a];\n\tld.global.u32 %r0, [%d0+2];", 1);
    assert_eq!(
        fault,
        "misaligned: `ld.global.u32` needs an address aligned to 4 bytes, but global address 0x7f0000000002 is not\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts at its byte 2"
    );
}

#[test]
fn misaligned_vector() {
    let fault = fault("", "\tld.param.u64 %d0, [a];\n\tld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%d0+8];", 1);
    assert_eq!(
        fault,
        "misaligned: `ld.global.v4.f32` needs an address aligned to 16 bytes, but global address 0x7f0000000008 is not\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts at its byte 8"
    );
}

#[test]
fn misaligned_shared() {
    let fault = fault("", "\t.shared .align 16 .b8 room[16];\n\tst.shared.u64 [room+4], %d0;", 1);
    assert_eq!(
        fault,
        "misaligned: `st.shared.u64` needs an address aligned to 8 bytes, but shared address 0x4 is not\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 the shared memory of the CTA: 16 bytes; the access starts at its byte 4"
    );
}

#[test]
fn used_after_free() {
    let mut gpu = Gpu::new(&file("", "\tld.param.u64 %d0, [a];\n\tst.global.u32 [%d0+12], 1;"));
    let a = gpu.memory.allocate("weights", 64).unwrap();
    gpu.memory.allocate("bias", 64).unwrap();
    gpu.memory.free(a).unwrap();
    let fault = gpu.run(&Launch::new([1, 1, 1], [1, 1, 1]).arg(Arg::u64(a))).unwrap_err().to_string();
    assert_eq!(
        fault,
        "use after free: `st.global.u32` accesses 4 bytes at global address 0x7f000000000c\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 the address is in `weights`, which was freed"
    );
}

#[test]
fn write_to_constant_memory() {
    let fault =
        fault(".const .align 4 .b32 table[4];\n", "\tmov.u64 %d0, table;\n\tst.global.u32 [%d0+4], 1;", 1);
    assert_eq!(
        fault,
        "read-only: `st.global.u32` writes to `table`, which is in constant memory, at 0x7b0000000004\n\
         \x20 in kernel `k`, PTX line 9, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn uninitialised_shared_memory() {
    let fault = fault(
        "",
        "\t.shared .align 4 .b32 room[8];\n\tst.shared.u8 [room+4], 1;\n\tld.shared.u32 %r0, [room+4];",
        1,
    );
    assert_eq!(
        fault,
        "uninitialised: `ld.shared.u32` reads 4 bytes at shared address 0x4 that no thread has written\n\
         \x20 in kernel `k`, PTX line 9, CTA (0,0,0), thread (0,0,0)\n\
         \x20 write it first and put a barrier between the write and the read"
    );
}

#[test]
fn barrier_in_one_arm() {
    let fault = fault(
        "",
        "\tmov.u32 %r0, %tid.x;\n\tsetp.lt.u32 %p0, %r0, 5;\n\t@%p0 bra SKIP;\n\tbar.sync 0;\nSKIP:\n\tmov.u32 %r1, 1;\n\tret;",
        32,
    );
    assert_eq!(
        fault,
        "barrier divergence: lanes 0xffffffe0 of the warp reach `bar.sync` while lanes 0x1f are elsewhere\n\
         \x20 in kernel `k`, PTX line 10, CTA (0,0,0), thread (5,0,0)\n\
         \x20 all threads of the warp that have not exited must reach the barrier together"
    );
}

#[test]
fn two_barriers() {
    let fault = fault(
        "",
        "\tmov.u32 %r0, %tid.x;\n\tsetp.lt.u32 %p0, %r0, 32;\n\t@%p0 bra B;\n\tbar.sync 0;\n\tbra DONE;\nB:\n\tbar.sync 1;\nDONE:\n\tmov.u32 %r1, 1;\n\tret;",
        96,
    );
    assert_eq!(
        fault,
        "barrier deadlock: no warp can continue: 64 of all live threads are at barrier 0, 32 of all live threads are at barrier 1\n\
         \x20 in kernel `k`, PTX line 13, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn barrier_for_more_threads_than_come() {
    let fault = fault("", "\tbar.sync 1, 64;", 32);
    assert_eq!(
        fault,
        "barrier deadlock: no warp can continue: 32 of 64 threads are at barrier 1\n\
         \x20 in kernel `k`, PTX line 7, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn bad_barrier() {
    let fault = fault("", "\tmov.u32 %r0, 16;\n\tbar.sync %r0;", 1);
    assert_eq!(
        fault,
        "bad barrier: `bar.sync` uses barrier 16, but barriers are numbered 0 to 15\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn endless_loop() {
    let fault = fault_with("", "LOOP:\n\tadd.u32 %r0, %r0, 1;\n\tbra LOOP;", |launch| {
        launch.limits = Limits { instructions: 1000, ..Limits::default() };
    });
    assert_eq!(
        fault,
        "endless: a warp has executed 1000 instructions without finishing\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 raise the instruction limit if the kernel is meant to run this long; a thread that spins on a value from its own warp or from a later CTA never finishes"
    );
}

#[test]
fn endless_recursion() {
    let fault = fault(
        ".func f(.reg .b32 x) { .local .align 8 .b8 room[100]; call f, (x); ret; }\n",
        "\tcall f, (7);",
        1,
    );
    assert_eq!(
        fault,
        "stack overflow: calls are nested 1024 deep, 118780 bytes of stack per thread\n\
         \x20 in kernel `k`, function `f`, PTX line 4, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn recursion_with_much_stack() {
    let fault = fault(".func f { .local .align 8 .b8 room[100000]; call f; ret; }\n", "\tcall f;", 1);
    assert_eq!(
        fault,
        "stack overflow: calls are nested 6 deep, 600000 bytes of stack per thread\n\
         \x20 in kernel `k`, function `f`, PTX line 4, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn branch_index() {
    let fault =
        fault("", "\tmov.u32 %r0, %tid.x;\nT: .branchtargets A, B;\n\tbrx.idx %r0, T;\nA:\nB:\n\tret;", 8);
    assert_eq!(
        fault,
        "bad branch: `brx.idx` has index 2, but its table has 2 targets, numbered from 0\n\
         \x20 in kernel `k`, PTX line 9, CTA (0,0,0), thread (2,0,0)"
    );
}

#[test]
fn trap() {
    let fault = fault("", "\tmov.u32 %r0, %tid.x;\n\tsetp.eq.u32 %p0, %r0, 3;\n\t@%p0 trap;", 8);
    assert_eq!(
        fault,
        "trap: the kernel executed `trap`\n\
         \x20 in kernel `k`, PTX line 9, CTA (0,0,0), thread (3,0,0)"
    );
}

#[test]
fn failed_assertion() {
    // As nvcc writes `assert(i < n)`.
    let text = |name: &str, text: &str| {
        let bytes: Vec<String> = text.bytes().chain([0]).map(|b| b.to_string()).collect();
        format!(".global .align 1 .b8 {name}[{}] = {{{}}};\n", bytes.len(), bytes.join(", "))
    };
    let module = format!(
        "{}{}{}.extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 s);\n",
        text("message", "i < n"),
        text("name", "app.cu"),
        text("function", "void scale(float *, int)"),
    );
    let body = "
	.param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s;
	mov.u64 %d0, message;
	cvta.global.u64 %d0, %d0;
	st.param.b64 [m], %d0;
	mov.u64 %d0, name;
	st.param.b64 [f], %d0;
	st.param.b32 [l], 42;
	mov.u64 %d0, function;
	st.param.b64 [n], %d0;
	st.param.b64 [s], 1;
	mov.u32 %r0, %tid.x;
	setp.lt.u32 %p0, %r0, 3;
	@!%p0 call.uni __assertfail, (m, f, l, n, s);";
    let fault = fault(&module, body, 8);
    assert_eq!(
        fault,
        "assertion failed: `i < n` (app.cu:42, void scale(float *, int))\n\
         \x20 in kernel `k`, PTX line 24, CTA (0,0,0), thread (3,0,0)"
    );
}

#[test]
fn shuffle_in_one_arm() {
    let fault = fault(
        "",
        "\tmov.u32 %r0, %tid.x;\n\tsetp.lt.u32 %p0, %r0, 5;\n\t@%p0 bra SKIP;\n\tshfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;\nSKIP:\n\tmov.u32 %r2, 1;\n\tret;",
        32,
    );
    assert_eq!(
        fault,
        "warp divergence: the mask of `shfl.sync.bfly.b32` includes lanes 0xffffffff, but lanes 0x1f do not execute it\n\
         \x20 in kernel `k`, PTX line 10, CTA (0,0,0), thread (5,0,0)\n\
         \x20 all lanes in the mask must execute the instruction together"
    );
}

#[test]
fn warp_barrier_in_one_arm() {
    let fault =
        fault("", "\tmov.u32 %r0, %tid.x;\n\tsetp.lt.u32 %p0, %r0, 5;\n\t@!%p0 bar.warp.sync 255;", 32);
    assert_eq!(
        fault,
        "warp divergence: the mask of `bar.warp.sync` includes lanes 0xff, but lanes 0x1f do not execute it\n\
         \x20 in kernel `k`, PTX line 9, CTA (0,0,0), thread (5,0,0)\n\
         \x20 all lanes in the mask must execute the instruction together"
    );
}

#[test]
fn masks_that_overlap_but_differ() {
    let fault = fault(
        "",
        "\tmov.u32 %r0, %laneid;\n\tsetp.lt.u32 %p0, %r0, 4;\n\tselp.b32 %r1, 0xff, 0xfffffff0, %p0;\n\tvote.sync.ballot.b32 %r2, %p0, %r1;",
        32,
    );
    assert_eq!(
        fault,
        "warp divergence: the mask of `vote.sync.ballot.b32` includes lanes 0xff, but lanes 0xf0 do not execute it\n\
         \x20 in kernel `k`, PTX line 10, CTA (0,0,0), thread (0,0,0)\n\
         \x20 all lanes in the mask must execute the instruction together"
    );
}

#[test]
fn a_lane_outside_its_mask() {
    let fault = fault("", "\tmov.u32 %r0, %laneid;\n\tredux.sync.add.u32 %r1, %r0, 0xffff;", 32);
    assert_eq!(
        fault,
        "outside its mask: the mask of `redux.sync.add.u32` includes lanes 0xffff, but not the lane that executes it\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (16,0,0)\n\
         \x20 each lane names itself and the lanes that it communicates with"
    );
}

#[test]
fn barriers_that_differ_within_a_warp() {
    let fault = fault("", "\tmov.u32 %r0, %laneid;\n\tshr.u32 %r0, %r0, 4;\n\tbar.sync %r0;", 32);
    assert_eq!(
        fault,
        "barrier mismatch: lanes 0xffff and 0xffff0000 of the warp reach `bar.sync` with different operands\n\
         \x20 in kernel `k`, PTX line 9, CTA (0,0,0), thread (0,0,0)\n\
         \x20 a warp arrives as a whole: its threads must name the same barrier and the same number of threads"
    );
}

#[test]
fn matrix_product_in_one_arm() {
    let fault = fault(
        "",
        "\tmov.u32 %r0, %tid.x;\n\tsetp.lt.u32 %p0, %r0, 5;\n\t@!%p0 mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r1, %r2}, {%r3}, {%r4}, {%r1, %r2};",
        32,
    );
    assert_eq!(
        fault,
        "warp divergence: the mask of `mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32` includes lanes 0xffffffff, but lanes 0x1f do not execute it\n\
         \x20 in kernel `k`, PTX line 9, CTA (0,0,0), thread (5,0,0)\n\
         \x20 all lanes in the mask must execute the instruction together"
    );
}

#[test]
fn matrix_product_in_part_of_a_warp() {
    let fault = fault("", "\tmovmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2;", 16);
    assert_eq!(
        fault,
        "warp divergence: the mask of `movmatrix.sync.aligned.m8n8.trans.b16` includes lanes 0xffffffff, but lanes 0xffff0000 do not execute it\n\
         \x20 in kernel `k`, PTX line 7, CTA (0,0,0), thread (0,0,0)\n\
         \x20 all lanes in the mask must execute the instruction together"
    );
}

#[test]
fn a_matrix_product_needs_a_warp() {
    let body = "\tmma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r1, %r2}, {%r3}, {%r4}, {%r1, %r2};";
    let fault = fault_with("", body, |launch| launch.mode = Mode::Threads);
    assert_eq!(
        fault,
        "`mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32` needs a warp, but this mode executes one thread at a time\n\
         \x20 in kernel `k`, PTX line 7, CTA (0,0,0), thread (0,0,0)"
    );
}

/// 8 × 8 doubles with a stride of 8 have 512 bytes: the fifth lane has the first share behind `a`.
#[test]
fn matrix_past_the_end() {
    let fault = fault(
        "",
        "\tld.param.u64 %d0, [a];\n\twmma.load.c.sync.aligned.row.m8n8k4.global.f64 {%d1, %d2}, [%d0], 8;",
        32,
    );
    assert_eq!(
        fault,
        "out of bounds: `wmma.load.c.sync.aligned.row.m8n8k4.global.f64` accesses 16 bytes at global address 0x7f0000000040\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (4,0,0)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts right at its end"
    );
}

/// A stride of 3 bytes: the first row is aligned, the second is not.
#[test]
fn matrix_with_misaligned_rows() {
    let fault = fault(
        "",
        "\tld.param.u64 %d0, [a];\n\tmov.u32 %r0, 3;\n\twmma.load.a.sync.aligned.row.m8n32k16.s8 {%r1}, [%d0], %r0;",
        32,
    );
    assert_eq!(
        fault,
        "misaligned: `wmma.load.a.sync.aligned.row.m8n32k16.s8` needs an address aligned to 4 bytes, but global address 0x7f0000000003 is not\n\
         \x20 in kernel `k`, PTX line 9, CTA (0,0,0), thread (4,0,0)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts at its byte 3"
    );
}

#[test]
fn matrix_row_misaligned_and_past_the_end() {
    let module = ".shared .align 16 .b8 room[160];\n";
    let rows = |step: u32| {
        format!(
            "\tmov.u32 %r0, %tid.x;\n\tmov.u32 %r3, room;\n\tmad.lo.u32 %r0, %r0, {step}, %r3;\n\tstmatrix.sync.aligned.m8n8.x2.shared.b16 [%r0], {{%r1, %r2}};"
        )
    };
    assert_eq!(
        fault(module, &rows(24), 32),
        "misaligned: `stmatrix.sync.aligned.m8n8.x2.shared.b16` needs an address aligned to 16 bytes, but shared address 0x18 is not\n\
         \x20 in kernel `k`, PTX line 11, CTA (0,0,0), thread (1,0,0)\n\
         \x20 the shared memory of the CTA: 160 bytes; the access starts at its byte 24"
    );
    // The second matrix starts at lane 8: rows 8 and 9 are inside, row 10 is not.
    let text = fault(module, &rows(16), 32);
    assert!(text.contains("16 bytes at shared address 0xa0") && text.contains("thread (10,0,0)"), "{text}");
}

#[test]
fn matrix_from_uninitialised_shared_memory() {
    let fault = fault(
        ".shared .align 16 .b8 room[512];\n",
        "\tmov.u32 %r0, %tid.x;\n\tmov.u32 %r3, room;\n\tmad.lo.u32 %r0, %r0, 16, %r3;\n\tldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r0];",
        32,
    );
    assert_eq!(
        fault,
        "uninitialised: `ldmatrix.sync.aligned.m8n8.x1.shared.b16` reads 16 bytes at shared address 0x0 that no thread has written\n\
         \x20 in kernel `k`, PTX line 11, CTA (0,0,0), thread (0,0,0)\n\
         \x20 write it first and put a barrier between the write and the read"
    );
}

#[test]
fn a_vote_needs_a_warp() {
    let fault = fault_with("", "\tvote.sync.any.pred %p0, %p1, -1;", |launch| launch.mode = Mode::Threads);
    assert_eq!(
        fault,
        "`vote.sync.any.pred` needs a warp, but this mode executes one thread at a time\n\
         \x20 in kernel `k`, PTX line 7, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn source_line() {
    let body = "\t.loc 1 12 5\n\tld.param.u64 %d0, [a];\n\t.loc 1 17 9\n\tld.global.u32 %r0, [%d0+64];";
    let fault = fault(".file 1 \"src/app.cu\"\n", body, 1);
    assert_eq!(
        fault,
        "out of bounds: `ld.global.u32` accesses 4 bytes at global address 0x7f0000000040\n\
         \x20 in kernel `k`, PTX line 11 (src/app.cu:17), CTA (0,0,0), thread (0,0,0)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts right at its end"
    );
}

#[test]
fn inside_a_function() {
    let module = ".file 1 \"app.cu\"
.func store(.reg .b64 to)
{
	.loc 1 3 1
	st.global.u32 [to+100], 1;
	ret;
}
";
    let fault = fault(
        module,
        "	ld.param.u64 %d0, [a];
	.loc 1 9 1
	call store, (%d0);",
        1,
    );
    assert_eq!(
        fault,
        "out of bounds: `st.global.u32` accesses 4 bytes at global address 0x7f0000000064\n\
         \x20 in kernel `k`, function `store`, PTX line 8 (app.cu:3), CTA (0,0,0), thread (0,0,0)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts 36 bytes past its end"
    );
}

#[test]
fn three_dimensions() {
    let fault = fault_with(
        "",
        "\tld.param.u64 %d0, [a];\n\tmov.u32 %r0, %tid.z;\n\tsetp.eq.u32 %p0, %r0, 1;\n\t@%p0 ld.global.u32 %r1, [%d0+100];",
        |launch| {
            (launch.grid, launch.block) = ([2, 2, 2], [3, 4, 2]);
        },
    );
    assert_eq!(
        fault,
        "out of bounds: `ld.global.u32` accesses 4 bytes at global address 0x7f0000000064\n\
         \x20 in kernel `k`, PTX line 10, CTA (0,0,0), thread (0,0,1)\n\
         \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts 36 bytes past its end"
    );
}

fn refused(module: &str, change: impl FnOnce(&mut Launch)) -> String {
    fault_with(module, "", change)
}

#[test]
fn launches_that_cannot_be() {
    let block = |block| refused("", |launch| launch.block = block);
    assert_eq!(block([0, 1, 1]), "invalid block [0, 1, 1]: a CTA has 1 to 1024 threads");
    assert_eq!(block([32, 33, 1]), "invalid block [32, 33, 1]: a CTA has 1 to 1024 threads");
    assert_eq!(
        block([u32::MAX; 3]),
        "invalid block [4294967295, 4294967295, 4294967295]: a CTA has 1 to 1024 threads"
    );
    assert_eq!(block([1, 1, 65]), "invalid block [1, 1, 65]: a CTA has at most 64 threads in z");
    let grid = |grid| refused("", |launch| launch.grid = grid);
    assert_eq!(
        grid([1, 0, 1]),
        "invalid grid [1, 0, 1]: a grid has 1 to 2147483647 CTAs in x, 1 to 65535 in y and z"
    );
    assert_eq!(
        grid([1, 1, 65536]),
        "invalid grid [1, 1, 65536]: a grid has 1 to 2147483647 CTAs in x, 1 to 65535 in y and z"
    );
    assert_eq!(
        grid([u32::MAX, 1, 1]),
        "invalid grid [4294967295, 1, 1]: a grid has 1 to 2147483647 CTAs in x, 1 to 65535 in y and z"
    );
    assert_eq!(
        refused("", |launch| launch.shared = 300_000),
        "300000 bytes of shared memory exceed the limit of 262144 bytes per CTA"
    );
    assert_eq!(
        refused("", |launch| launch.args.clear()),
        "kernel `k` takes 1 argument, but the launch gives 0"
    );
    assert_eq!(
        refused("", |launch| launch.args = vec![Arg::u32(0)]),
        "argument 0 of kernel `k` (`a`) has 8 bytes, but the launch gives 4"
    );
}

#[test]
fn launches_the_kernel_was_not_compiled_for() {
    let launch = |directive: &str, block| {
        let ptx = format!(
            "{HEADER}.entry k() {directive} {{ .local .b8 room[600]; .reg .b64 %d; mov.u64 %d, room; }}"
        );
        Gpu::new(&ptx).run(&block).unwrap_err().to_string()
    };
    assert_eq!(
        launch(".maxntid 128, 2", Launch::new([1, 1, 1], [257, 1, 1])),
        "kernel `k` was compiled for at most 256 threads per CTA, but the launch has 257"
    );
    assert_eq!(
        launch(".reqntid 64", Launch::new([1, 1, 1], [32, 1, 1])),
        "kernel `k` was compiled for exactly 64 threads per CTA, but the launch has 32"
    );
    let mut little = Launch::new([1, 1, 1], [32, 1, 1]);
    little.limits.stack = 512;
    assert_eq!(launch("", little), "kernel `k` needs 608 bytes of stack per thread, but the limit is 512");
}

#[test]
fn call_of_no_function() {
    let body =
        "\t.param .b32 x;\n\tP: .callprototype _ (.param .b32 _);\n\tmov.u64 %d0, 64;\n\tcall %d0, (x), P;";
    assert_eq!(
        fault("", body, 1),
        "bad call: the address 0x40 is not that of a function with this prototype\n\
         \x20 in kernel `k`, PTX line 10, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn call_of_a_function_with_other_parameters() {
    let module = ".func f(.param .b64 x) { ret; }\n";
    let body =
        "\t.param .b32 x;\n\tP: .callprototype _ (.param .b32 _);\n\tmov.u64 %d0, f;\n\tcall %d0, (x), P;";
    assert_eq!(
        fault(module, body, 1),
        "bad call: the address 0x7a0000000010 is not that of a function with this prototype\n\
         \x20 in kernel `k`, PTX line 11, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn free_of_what_malloc_did_not_return() {
    let module = ".extern .func free(.param .b64 p);\n";
    let body = "\t.param .b64 p;\n\tld.param.u64 %d0, [a];\n\tst.param.u64 [p], %d0;\n\tcall free, (p);";
    assert_eq!(
        fault(module, body, 1),
        "bad free: 0x7f0000000000 is not the start of a live block of the device heap\n\
         \x20 in kernel `k`, PTX line 11, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn function_of_another_file() {
    let module = ".extern .func cudaLaunchDevice();\n";
    assert_eq!(
        fault(module, "\tcall cudaLaunchDevice;", 1),
        "undefined function: the kernel calls `cudaLaunchDevice`, but the file does not define it\n\
         \x20 in kernel `k`, PTX line 8, CTA (0,0,0), thread (0,0,0)\n\
         \x20 of other files and of the device runtime, only printf, malloc, free and assert are known; launches by the device are not modelled"
    );
}

#[test]
fn only_the_kernel_that_launches_another_one_is_refused() {
    let module = ".visible .entry _Z5childv() { ret; }\n\
        .func helper() { .reg .b64 d; mov.u64 d, _Z5childv; ret; }\n";
    for body in ["\tmov.u64 %d0, _Z5childv;", "\tcall helper;"] {
        let mut gpu = Gpu::new(&file(module, body));
        let a = gpu.memory.allocate("a", 64).unwrap();
        let launch = Launch::new([1, 1, 1], [1, 1, 1]);
        let child = gpu.module.kernel("_Z5childv").unwrap();
        run(child, &gpu.globals, &launch, &mut gpu.memory, &mut ()).unwrap();
        let launch = launch.arg(Arg::u64(a));
        let parent = gpu.module.kernel("k").unwrap();
        assert_eq!(
            run(parent, &gpu.globals, &launch, &mut gpu.memory, &mut ()).unwrap_err().to_string(),
            "kernel `k` launches kernel `child`, and launches by the device are not modelled; \
             other kernels of the module can run"
        );
    }
}

/// Each CTA but the last waits for the flag of the next, then sets its own.
const CHAIN: &str = "\tld.param.u64 %d0, [a];
	mov.u32 %r0, %ctaid.x;
	mov.u32 %r1, %nctaid.x;
	mul.wide.u32 %d1, %r0, 4;
	add.u64 %d1, %d0, %d1;
	add.u32 %r2, %r0, 1;
	setp.eq.u32 %p0, %r2, %r1;
	@%p0 bra SET;
WAIT:
	ld.volatile.global.u32 %r3, [%d1+4];
	setp.eq.u32 %p0, %r3, 0;
	@%p0 bra WAIT;
SET:
	st.global.u32 [%d1], 1;";

#[test]
fn ctas_that_wait_for_each_other_run_if_all_are_resident() {
    let mut gpu = Gpu::new(&file("", CHAIN));
    for mode in [Mode::Warps32, Mode::Warps64, Mode::Threads] {
        let a = gpu.memory.allocate("a", 64).unwrap();
        let launch = Launch { mode, resident: 8, ..Launch::new([8, 1, 1], [40, 1, 1]) }.arg(Arg::u64(a));
        assert_eq!(gpu.run(&launch).unwrap().ctas, 8);
    }
}

#[test]
fn ctas_that_wait_for_one_that_is_not_resident() {
    let found = fault_with("", CHAIN, |launch| (launch.grid, launch.resident) = ([8, 1, 1], 7));
    assert_eq!(
        found,
        "deadlock: the warps of 7 CTAs wait for values that no warp will write\n\
         \x20 in kernel `k`, PTX line 17, CTA (3,0,0), thread (0,0,0)\n\
         \x20 a value from a CTA that is not resident never comes: CTAs wait for each other only within what the machine holds at a time (a cooperative launch checks it)"
    );
}

#[test]
fn cooperative_launch_that_the_machine_does_not_hold() {
    let found = fault_with("", "\tret;", |launch| {
        (launch.grid, launch.resident, launch.cooperative) = ([8, 1, 1], 7, true);
    });
    assert_eq!(
        found,
        "a cooperative launch needs all its 8 CTAs at once, but the machine holds 7 of this kernel"
    );
}

/// The body of a kernel with 64 bytes `s` and an mbarrier `m` in shared memory, from line 8 on.
fn with_mbarrier(body: &str) -> String {
    format!("\t.shared .align 16 .b8 s[72];\n{}", body.replace("[m", "[s+64"))
}

fn asynchronous(body: &str, threads: u32) -> String {
    fault("", &with_mbarrier(body), threads)
}

#[test]
fn read_before_the_wait() {
    // The second group may be outstanding after a wait for all but one.
    let fault = asynchronous(
        "\tld.param.u64 %d0, [a];\n\tcp.async.ca.shared.global [s], [%d0], 8;\n\tcp.async.commit_group;
	cp.async.ca.shared.global [s+8], [%d0+8], 8;\n\tcp.async.commit_group;\n\tcp.async.wait_group 1;
	ld.shared.u32 %r0, [s];\n\tld.shared.u32 %r0, [s+12];",
        1,
    );
    assert_eq!(
        fault,
        "read before the wait: `ld.shared.u32` reads 4 bytes at shared address 0xc, \
         which the asynchronous copy of line 11 by thread (0,0,0) has not delivered yet\n\
         \x20 in kernel `k`, PTX line 15, CTA (0,0,0), thread (0,0,0)\n\
         \x20 wait with `cp.async.wait_group`, `cp.async.wait_all` or at the copy's mbarrier; a barrier shows the bytes to other threads"
    );
}

#[test]
fn another_threads_forgotten_wait() {
    // Thread 40 does not wait; the barrier does not do it for it.
    let fault = asynchronous(
        "\tmov.u32 %r1, %tid.x;\n\tld.param.u64 %d0, [a];\n\tsetp.eq.u32 %p0, %r1, 40;
	@%p0 cp.async.ca.shared.global [s], [%d0], 4;\n\t@!%p0 cp.async.wait_all;\n\tbar.sync 0;\n\tld.shared.u32 %r0, [s];",
        64,
    );
    assert_eq!(
        fault,
        "read before the wait: `ld.shared.u32` reads 4 bytes at shared address 0x0, \
         which the asynchronous copy of line 11 by thread (40,0,0) has not delivered yet\n\
         \x20 in kernel `k`, PTX line 14, CTA (0,0,0), thread (32,0,0)\n\
         \x20 wait with `cp.async.wait_group`, `cp.async.wait_all` or at the copy's mbarrier; a barrier shows the bytes to other threads"
    );
}

#[test]
fn written_before_the_wait() {
    let fault = asynchronous(
        "\tld.param.u64 %d0, [a];\n\tcp.async.ca.shared.global [s], [%d0], 16;\n\tst.shared.u64 [s+8], %d0;",
        1,
    );
    assert_eq!(
        fault,
        "written before the wait: `st.shared.u64` writes 8 bytes at shared address 0x8, \
         which the asynchronous copy of line 9 by thread (0,0,0) has not delivered yet\n\
         \x20 in kernel `k`, PTX line 10, CTA (0,0,0), thread (0,0,0)\n\
         \x20 wait with `cp.async.wait_group`, `cp.async.wait_all` or at the copy's mbarrier; a barrier shows the bytes to other threads"
    );
}

#[test]
fn the_source_of_a_bulk_copy_is_overwritten() {
    // It may be read, and after the wait written.
    let body = |wait: &str| {
        format!(
            "\tld.param.u64 %d0, [a];\n\tst.shared.v2.u64 [s], {{%d0, %d0}};
	cp.async.bulk.global.shared::cta.bulk_group [%d0], [s], 16;\n\tcp.async.bulk.commit_group;
	ld.shared.u64 %d1, [s];\n{wait}\n\tst.shared.u32 [s+4], 1;\n\ttrap;"
        )
    };
    assert_eq!(
        asynchronous(&body(""), 1),
        "written before the wait: `st.shared.u32` writes 4 bytes at shared address 0x4, \
         which the asynchronous copy of line 10 by thread (0,0,0) has not read yet\n\
         \x20 in kernel `k`, PTX line 14, CTA (0,0,0), thread (0,0,0)\n\
         \x20 the thread of the copy waits with `cp.async.bulk.wait_group.read` first"
    );
    assert!(asynchronous(&body("\tcp.async.bulk.wait_group.read 0;"), 1).starts_with("trap"));
}

#[test]
fn a_bulk_copy_is_read_before_its_phase_ends() {
    let fault = asynchronous(
        "\tld.param.u64 %d0, [a];\n\tmbarrier.init.shared.b64 [m], 1;
	cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%d0], 32, [m];\n\tld.shared.u32 %r0, [s+16];",
        1,
    );
    assert_eq!(
        fault,
        "read before the wait: `ld.shared.u32` reads 4 bytes at shared address 0x10, \
         which the asynchronous copy of line 10 by thread (0,0,0) has not delivered yet\n\
         \x20 in kernel `k`, PTX line 11, CTA (0,0,0), thread (0,0,0)\n\
         \x20 wait with `cp.async.wait_group`, `cp.async.wait_all` or at the copy's mbarrier; a barrier shows the bytes to other threads"
    );
}

#[test]
fn sizes_of_copies() {
    let copy = |text: &str| {
        asynchronous(&format!("\tld.param.u64 %d0, [a];\n\tmbarrier.init.shared.b64 [m], 1;\n\t{text}"), 1)
    };
    let at = "\n  in kernel `k`, PTX line 10, CTA (0,0,0), thread (0,0,0)";
    assert_eq!(
        copy("cp.async.ca.shared.global [s], [%d0], 4, 5;"),
        format!("bad copy size: `cp.async.ca.shared.global`: its source has 5 bytes, but it copies 4{at}")
    );
    assert_eq!(
        copy("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [%d0], 24, [m];"),
        format!(
            "bad copy size: `cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes`: \
             its size is 24 bytes, not a multiple of 16{at}"
        )
    );
    assert_eq!(
        copy("cp.async.cg.shared.global [s+56], [%d0], 16;"),
        format!(
            "misaligned: `cp.async.cg.shared.global` needs an address aligned to 16 bytes, but shared address 0x38 is not{at}\n\
             \x20 the shared memory of the CTA: 72 bytes; the access starts at its byte 56"
        )
    );
    assert_eq!(
        copy("cp.async.ca.shared.global [s], [%d0+64], 4;"),
        format!(
            "out of bounds: `cp.async.ca.shared.global` accesses 4 bytes at global address 0x7f0000000040{at}\n\
             \x20 nearest allocation: `a`, 64 bytes at 0x7f0000000000; the access starts right at its end"
        )
    );
    // A source of no bytes is not accessed.
    assert!(copy("cp.async.ca.shared.global [s], [%d0+64], 4, 0;\n\ttrap;").starts_with("trap"));
}

#[test]
fn misused_mbarriers() {
    let misuse = |text: &str| asynchronous(&format!("\tmbarrier.init.shared.b64 [m], 2;\n\t{text}"), 1);
    let at = "\n  in kernel `k`, PTX line 9, CTA (0,0,0), thread (0,0,0)";
    assert_eq!(
        misuse("mbarrier.arrive.shared.b64 _, [s];"),
        format!(
            "bad mbarrier: `mbarrier.arrive.shared.b64` on the mbarrier at address 0x0: it is not initialised{at}\n\
             \x20 one thread executes `mbarrier.init`, and a barrier follows before other threads use it"
        )
    );
    assert_eq!(
        misuse("mbarrier.arrive.shared.b64 _, [m], 3;"),
        format!(
            "bad mbarrier: `mbarrier.arrive.shared.b64` on the mbarrier at address 0x40: \
             3 more arrivals, but its phase expects only 2 more{at}\n\
             \x20 the count of `mbarrier.init` must be the number of arrivals of a phase"
        )
    );
    assert_eq!(
        misuse("mbarrier.arrive.noComplete.shared.b64 _, [m], 2;"),
        format!(
            "bad mbarrier: `mbarrier.arrive.noComplete.shared.b64` on the mbarrier at address 0x40: \
             the arrival completes its phase, which `.noComplete` excludes{at}"
        )
    );
    assert_eq!(
        misuse("mbarrier.init.shared.b64 [m], 0;"),
        format!(
            "bad mbarrier: `mbarrier.init.shared.b64` on the mbarrier at address 0x40: \
             a count of 0 arrivals is not from 1 to 1048575{at}"
        )
    );
    assert_eq!(
        misuse("mbarrier.expect_tx.shared.b64 [m], 1048576;"),
        format!(
            "bad mbarrier: `mbarrier.expect_tx.shared.b64` on the mbarrier at address 0x40: \
             1048576 outstanding bytes are not from -1048575 to 1048575{at}"
        )
    );
    assert_eq!(
        misuse("mbarrier.inval.shared.b64 [s+68];"),
        format!(
            "misaligned: `mbarrier.inval.shared.b64` needs an address aligned to 8 bytes, but shared address 0x44 is not{at}\n\
             \x20 the shared memory of the CTA: 72 bytes; the access starts at its byte 68"
        )
    );
    assert_eq!(
        asynchronous("\tld.param.u64 %d0, [a];\n\tmbarrier.init.b64 [%d0], 1;", 1),
        format!(
            "bad mbarrier: `mbarrier.init.b64` on the mbarrier at address 0x7f0000000000: it must be in shared memory{at}"
        )
    );
    assert_eq!(
        asynchronous(
            "\tmbarrier.init.shared.b64 [m], 2;\n\tst.shared.u32 [m], 7;\n\tmbarrier.arrive.shared.b64 _, [m];",
            1
        ),
        "bad mbarrier: `mbarrier.arrive.shared.b64` on the mbarrier at address 0x40: another instruction has overwritten it\n\
         \x20 in kernel `k`, PTX line 10, CTA (0,0,0), thread (0,0,0)\n\
         \x20 only mbarrier instructions may access it before `mbarrier.inval`"
    );
    assert_eq!(
        misuse("mov.u32 %r0, s;\n\tmapa.shared::cluster.u32 %r0, %r0, 1;"),
        "bad cluster rank: `mapa.shared::cluster.u32` asks for CTA 1, but the cluster has one CTA, of rank 0\n\
         \x20 in kernel `k`, PTX line 10, CTA (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn nobody_arrives_at_the_mbarrier() {
    // Half of the warps do not arrive; they wait at a barrier for the others.
    let body = "\tmov.u32 %r0, %tid.x;\n\tsetp.eq.u32 %p0, %r0, 0;\n\t@%p0 mbarrier.init.shared.b64 [m], 128;\n\tbar.sync 0;
	setp.ge.u32 %p0, %r0, 64;\n\t@%p0 bra END;\n\tmbarrier.arrive.expect_tx.shared.b64 %d0, [m], 16;
WAIT:\n\tmbarrier.try_wait.shared.b64 %p1, [m], %d0;\n\t@!%p1 bra WAIT;\nEND:\n\tbar.sync 0;";
    let module = with_mbarrier(body);
    for mode in [Mode::Warps32, Mode::Warps64, Mode::Threads] {
        let fault = fault_with("", &module, |launch| (launch.block, launch.mode) = ([128, 1, 1], mode));
        assert_eq!(
            fault,
            "mbarrier deadlock: no warp can continue: phase 0 of the mbarrier at shared address 0x40 lacks 64 of 128 arrivals and 1024 bytes\n\
             \x20 in kernel `k`, PTX line 16, CTA (0,0,0), thread (0,0,0)\n\
             \x20 every thread that the count of `mbarrier.init` includes must arrive, and the bytes of `expect_tx` must be those copied"
        );
    }
}

#[test]
fn lanes_of_a_warp_may_wait_for_each_other() {
    // Odd lanes wait in a loop for the arrival of the even ones, on the other side of a branch.
    let body = "\tmov.u32 %r0, %tid.x;\n\tsetp.eq.u32 %p0, %r0, 0;\n\t@%p0 mbarrier.init.shared.b64 [m], 16;\n\tbar.sync 0;
	and.b32 %r1, %r0, 1;\n\tsetp.eq.u32 %p0, %r1, 0;\n\t@%p0 bra EVEN;
WAIT:\n\tmbarrier.test_wait.parity.shared.b64 %p1, [m], 0;\n\t@!%p1 bra WAIT;\n\tbra END;
EVEN:\n\tmbarrier.arrive.shared.b64 _, [m];\nEND:\n\ttrap;";
    for mode in [Mode::Warps32, Mode::Warps64, Mode::Threads] {
        let fault =
            fault_with("", &with_mbarrier(body), |launch| (launch.block, launch.mode) = ([32, 1, 1], mode));
        assert!(fault.starts_with("trap"), "{mode:?}: {fault}");
    }
}
