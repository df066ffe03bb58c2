//! What is said of PTX that cannot be read: every kind of error, with its whole text.

use warploom_kernel::ptx::Module;

/// The error of a file and, on a line of its own, what to do about it.
fn error(ptx: &str) -> String {
    let error = Module::parse(ptx).map(|_| ()).expect_err("this should be an error");
    let help = error.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    format!("{error}{help}")
}

/// The error of a file that says this after its first line.
fn in_module(text: &str) -> String {
    error(&format!(".version 8.0 .target sm_80 .address_size 64\n{text}"))
}

/// The error of a kernel that says this on the third line.
fn in_kernel(text: &str) -> String {
    in_module(&format!(
        ".entry k(.param .u64 a) {{ .reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<4>; .reg .b64 %d<4>;\n{text}\n}}"
    ))
}

#[test]
fn instructions_that_are_not_modelled() {
    assert_eq!(
        in_kernel("tex.2d.v4.f32.s32 {%r0, %r1, %r2, %r3}|%p0, [%d0, {%r0, %r1}];"),
        "line 3, column 19: `{…}|p` is not supported: the residency predicate of a texture fetch is not modelled"
    );
    assert_eq!(
        in_kernel("tex.2d.v4.f32.s32 {%r0, %r1, %r2, %r3}, [%d0, %d1, {%r0, %r1}];"),
        "line 3, column 41: `[texture, sampler, coordinates]` is not supported: a separate sampler is not modelled; \
         a texture object has its own"
    );
    assert_eq!(
        in_kernel("wgmma.fence.sync.aligned;"),
        "line 3, column 1: `wgmma` is not supported: tensor-core instructions are not modelled"
    );
    assert_eq!(
        in_kernel("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r0}, {%r0}, {%r0}, {%r0}, %r1, 0;"),
        "line 3, column 1: `mma.sp` is not supported: sparse matrices are not modelled"
    );
    assert_eq!(
        in_kernel(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%d0], [%d1, {%r0, %r1}], [%d2];"
        ),
        "line 3, column 1: `cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes` is not supported: \
         the tensor memory accelerator is not modelled"
    );
    assert_eq!(
        in_kernel(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%d0], [%d1], 16, [%d2], %h0;"
        ),
        "line 3, column 1: `cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster` is not supported: \
         thread-block clusters are not modelled"
    );
    assert_eq!(
        in_kernel("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%d0], %r0, [%d1];"),
        "line 3, column 1: `st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32` is not supported: \
         asynchronous stores are not modelled"
    );
    assert_eq!(
        in_kernel("tex.2d.v4.f32.s32 {%r0, %r1, %r2, %r3}, [%d0, {%r0}];"),
        "line 3, column 47: `tex.2d.v4.f32.s32` takes 2 coordinates, found 1"
    );
    assert_eq!(
        in_kernel("tex.1d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%d0, {%h0}];"),
        "line 3, column 48: `%h0` has 16 bits; `tex.1d.v4.f32.f32` needs 32 here"
    );
    assert_eq!(
        in_kernel("@%p0 suld.b.1d.b32.trap {%r0}, [%r0, {%r1}];"),
        "line 3, column 33: `%r0` has 32 bits; `suld.b.1d.b32.trap` needs 64 or more here"
    );
    assert_eq!(
        in_kernel("tex.1d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [nowhere, {%r0}];"),
        "line 3, column 42: variable `nowhere` is not declared"
    );
}

#[test]
fn matrices_with_wrong_registers() {
    assert_eq!(
        in_kernel(
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%r0, %r1, %r2, %r3}, {%r0, %r1}, {%r0, %r1}, {%r0, %r1, %r2, %r3};"
        ),
        "line 3, column 84: `mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32` takes 1 register, found 2"
    );
    assert_eq!(
        in_kernel("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%d0}, [%r0];"),
        "line 3, column 43: `%d0` has 64 bits; `ldmatrix.sync.aligned.m8n8.x1.shared.b16` needs 32 here"
    );
    assert_eq!(
        in_kernel("ldmatrix.sync.aligned.m8n8.x1.shared.b16 %r1, [%r0];"),
        "line 3, column 1: `ldmatrix.sync.aligned.m8n8.x1.shared.b16` takes `X, [a]`, found `%r1, [%r0]`"
    );
}

#[test]
fn directives_that_are_not_modelled() {
    assert_eq!(
        in_module(".entry k() .reqnctapercluster 2, 1, 1 { ret; }"),
        "line 2, column 12: `.reqnctapercluster` is not supported: thread-block clusters of more than one CTA are not modelled"
    );
    assert_eq!(
        in_module(".const .texref t;"),
        "line 2, column 8: `.texref` is not supported: references are supported as uninitialised variables in global \
         memory only"
    );
    assert_eq!(
        in_module(".global .samplerref t;"),
        "line 2, column 9: `.samplerref` is not supported: separate samplers are not modelled; a texture object has \
         its own"
    );
    assert_eq!(
        in_module(".global .surfref s = 1;"),
        "line 2, column 18: `.surfref` is not supported: references cannot have an initial value; bind a texture or \
         surface object"
    );
}

#[test]
fn sizes_of_asynchronous_copies() {
    assert_eq!(
        in_kernel("cp.async.cg.shared.global [%r0], [%d1], 8;"),
        "line 3, column 1: `cp.async.cg` copies 16 bytes"
    );
    assert_eq!(
        in_kernel("cp.async.ca.shared.global [%r0], [%d1], 12;"),
        "line 3, column 1: `cp.async.ca` copies 4, 8 or 16 bytes"
    );
}

#[test]
fn unknown_words() {
    assert_eq!(
        in_kernel("addd.u32 %r0, %r1, %r2;"),
        "line 3, column 1: `addd` is not an instruction\n\
         did you mean `add`?"
    );
    assert_eq!(in_kernel("frobnicate %r0;"), "line 3, column 1: `frobnicate` is not an instruction");
    assert_eq!(
        in_kernel(".rag .b32 %q;"),
        "line 3, column 1: `.rag` is not a directive that is allowed here\n\
         did you mean `.reg`?"
    );
}

#[test]
fn unknown_directives() {
    assert_eq!(
        in_module(".globl .b32 x;"),
        "line 2, column 1: `.globl` is not a directive that is allowed here\n\
         did you mean `.global`?"
    );
    assert_eq!(
        in_module(".nonsense;"),
        "line 2, column 1: `.nonsense` is not a directive that is allowed here"
    );
    assert_eq!(in_module("hello"), "line 2, column 1: expected a directive, found `hello`");
    assert_eq!(
        in_module(".global .b33 x;"),
        "line 2, column 9: `.b33` is not a directive that is allowed here\n\
         did you mean `.b32`?"
    );
}

#[test]
fn suffixes_that_do_not_fit() {
    assert_eq!(
        in_kernel("popc.u32 %r0, %r1;"),
        "line 3, column 1: `popc.u32` is not a form of this instruction\n\
         supported forms: popc.(b32|b64)"
    );
    assert_eq!(
        in_kernel("brev.f32 %r0, %r1;"),
        "line 3, column 1: `brev.f32` is not a form of this instruction\n\
         supported forms: brev.(b32|b64)"
    );
    assert_eq!(
        in_kernel("bra.unii L;"),
        "line 3, column 4: `bra.unii` is not a form of this instruction\n\
         supported forms: bra[.uni]"
    );
}

#[test]
fn parts_of_registers_that_do_not_fit() {
    let takes = |instruction: &str, wanted: &str, operands: &str| {
        let error = format!("line 3, column 1: `{instruction}` takes {wanted}, found `{operands}`");
        assert_eq!(in_kernel(&format!("{instruction} {operands};")), error);
    };
    takes("add.u32", "`d, a, b`", "%r0, %r1, %r2.b0");
    takes("vadd2.u32.u32.u32.sat", "`d.halves:0, a.halves:1, b.halves:2, c:0`", "%r0, %r1.b3210, %r2, %r3");
    for operands in ["%r0, %r1.b4, %r2", "%r0, %r1.h2, %r2", "%r0, %r1.b10, %r2", "%r0, -%r1, %r2"] {
        let either = "`d:u32, a.part:0, b.part:1` or `d.part:u32, a.part:0, b.part:1, c:u32`";
        takes("vset.u32.s32.lt", either, operands);
    }
    for operands in [
        "%r0.b01, %r1, %r2, %r3",
        "%r0.b4, %r1, %r2, %r3",
        "%r0.b33, %r1, %r2, %r3",
        "%r0.h1, %r1, %r2, %r3",
        "%r0, %r1.b321, %r2, %r3",
        "%r0, %r1, %r2, %r3.b0",
        "-%r0, %r1, %r2, %r3",
    ] {
        takes("vadd4.u32.u32.u32", "`d.bytes:0, a.bytes:1, b.bytes:2, c:0`", operands);
    }
    takes("vmad.u32.u32.u32.po", "`d:0, a.part:1, b.part:2, c:0`", "%r0, %r1, -%r2, %r3");
    assert_eq!(
        in_kernel("vmad.u32.u32.u32 %r0, -%r1, %r2, -%r3;"),
        "line 3, column 1: `vmad.u32.u32.u32` negates its product and its addend"
    );
    assert_eq!(
        in_kernel("vadd.u32.u32.u32.add %r0, %d1.b0, %r2, %r3;"),
        "line 3, column 27: `%d1` has 64 bits; `vadd.u32.u32.u32.add` needs 32 here"
    );
    assert_eq!(
        in_kernel("vadd.u32.u32.u32 %r0, %nothing.b0, %r2;"),
        "line 3, column 23: register `%nothing` is not declared\n\
         registers are declared with `.reg`, as in `.reg .b32 %r<8>;`"
    );
}

#[test]
fn operands_that_do_not_fit() {
    assert_eq!(
        in_kernel("add.u32 %r0, %r1;"),
        "line 3, column 1: `add.u32` takes `d, a, b`, found `%r0, %r1`"
    );
    assert_eq!(
        in_kernel("add.u32 %r0, %r1, %r2, %r3;"),
        "line 3, column 1: `add.u32` takes `d, a, b`, found `%r0, %r1, %r2, %r3`"
    );
    assert_eq!(in_kernel("mov.u32 5, %r0;"), "line 3, column 1: `mov.u32` takes `d, a`, found `5, %r0`");
    assert_eq!(
        in_kernel("ld.global.u32 %r0, %d0;"),
        "line 3, column 1: `ld.global.u32` takes `v, [a]`, found `%r0, %d0`"
    );
    assert_eq!(
        in_kernel("ld.global.v4.u32 {%r0, %r1}, [%d0];"),
        "line 3, column 18: `ld.global.v4.u32` takes 4 registers, found 2"
    );
    assert_eq!(in_kernel("ret %r0;"), "line 3, column 1: `ret` takes nothing, found `%r0`");
    assert_eq!(
        in_kernel("mov.b64 %d0, {%r0, %r1, %r2};"),
        "line 3, column 14: `mov.b64` takes a register, found a vector of 3"
    );
    assert_eq!(
        in_kernel("add.u32 %r0, %r1, -%r2;"),
        "line 3, column 1: `add.u32` takes `d, a, b`, found `%r0, %r1, -%r2`"
    );
    assert_eq!(
        in_kernel("mov.pred %p0, %tid.x;"),
        "line 3, column 15: `mov.pred` takes a register or a number, found `%tid.x`"
    );
}

#[test]
fn names_nobody_declared() {
    assert_eq!(
        in_kernel("mov.u32 %r0, %r4;"),
        "line 3, column 14: register `%r4` is not declared\n\
         `%r<4>` declares `%r0` to `%r3`"
    );
    assert_eq!(
        in_kernel("mov.u32 %r0, %q7;"),
        "line 3, column 14: register `%q7` is not declared\n\
         registers are declared with `.reg`, as in `.reg .b32 %r<8>;`"
    );
    assert_eq!(in_kernel("bra NOWHERE;"), "line 3, column 5: label `NOWHERE` is not declared");
    assert_eq!(
        in_kernel("LABEL: bra LABLE;"),
        "line 3, column 12: label `LABLE` is not declared\n\
         did you mean `LABEL`?"
    );
    assert_eq!(
        in_kernel("ld.global.u32 %r0, [table];"),
        "line 3, column 21: variable `table` is not declared"
    );
    assert_eq!(in_kernel("call missing, (%r0);"), "line 3, column 6: function `missing` is not declared");
    assert_eq!(in_kernel("brx.idx %r0, T;"), "line 3, column 14: branch-target list `T` is not declared");
    assert_eq!(
        in_kernel("@%p9 ret;"),
        "line 3, column 2: register `%p9` is not declared\n\
         `%p<4>` declares `%p0` to `%p3`"
    );
}

#[test]
fn registers_of_another_width() {
    assert_eq!(
        in_kernel("add.u32 %r0, %d0, %r1;"),
        "line 3, column 14: `%d0` has 64 bits; `add.u32` needs 32 here"
    );
    assert_eq!(
        in_kernel("add.f64 %d0, %d1, %r0;"),
        "line 3, column 19: `%r0` has 32 bits; `add.f64` needs 64 here"
    );
    assert_eq!(
        in_kernel("ld.global.u64 %r0, [%d0];"),
        "line 3, column 15: `%r0` has 32 bits; `ld.global.u64` needs 64 or more here"
    );
    assert_eq!(
        in_kernel("setp.eq.u32 %r0, %r1, %r2;"),
        "line 3, column 13: `%r0` has 32 bits; `setp.eq.u32` needs a predicate here"
    );
    assert_eq!(in_kernel("@%r0 ret;"), "line 3, column 2: `%r0` has 32 bits; `ret` needs a predicate here");
    assert_eq!(
        in_kernel("ld.global.u32 %r0, [%h0];"),
        "line 3, column 21: `%h0` has 16 bits; `ld.global.u32` needs 32 or 64 here"
    );
}

#[test]
fn names_declared_twice() {
    assert_eq!(in_module(".global .b32 x; .global .b32 x;"), "line 2, column 30: `x` is declared twice");
    assert_eq!(
        in_module(".func f() { ret; } .func f() { ret; }"),
        "line 2, column 26: `f` is declared twice"
    );
    assert_eq!(
        in_module(".entry k() { .reg .b32 a; .reg .b64 a; }"),
        "line 2, column 37: `a` is declared twice"
    );
    assert_eq!(in_module(".entry k() { L: ret; L: ret; }"), "line 2, column 22: `L` is declared twice");
    assert_eq!(
        in_module(".entry k(.param .u32 a, .param .u32 a) { ret; }"),
        "line 2, column 37: `a` is declared twice"
    );
    assert_eq!(in_module(".shared .b32 x; .shared .b64 x;"), "line 2, column 30: `x` is declared twice");
}

#[test]
fn calls_that_cannot_be_made() {
    assert_eq!(
        in_module(".entry k() { .reg .b64 f; call f; }"),
        "line 2, column 32: `call` takes a prototype after the arguments of an indirect call, found none"
    );
    assert_eq!(
        in_module(".entry k() { .reg .b64 f; call (f), f, (f), p; }"),
        "line 2, column 45: prototype `p` is not declared"
    );
    assert_eq!(
        in_module(".entry k() { call k; }"),
        "line 2, column 19: `k` is not supported: it is a kernel; only functions can be called"
    );
    assert_eq!(
        in_module(".func f(.reg .b32 x) { ret; } .entry k() { call f; }"),
        "line 2, column 44: `call` takes 1 value, found 0"
    );
    assert_eq!(
        in_module(".func f(.reg .b32 x) { ret; } .entry k() { .reg .b64 d; call f, (d); }"),
        "line 2, column 66: `x` takes 4 bytes, but the call passes 8"
    );
    assert_eq!(
        in_module(".func f(.reg .b32 x) { ret; } .entry k() { call f, (%tid.x); }"),
        "line 2, column 53: `call` takes a register or variable or number, found `%tid.x`"
    );
    assert_eq!(
        in_module(".func (.reg .b32 x) f() { ret; } .entry k() { call (5), f; }"),
        "line 2, column 53: `call` takes a register or variable, found `5`"
    );
}

#[test]
fn more_than_there_is() {
    assert_eq!(
        in_module(
            ".entry k() { .shared .b8 a[200000]; .shared .b8 b[100000]; st.shared.u8 [a], 1; st.shared.u8 [b], 1; }"
        ),
        "line 2, column 49: shared variables take 300000 bytes; a CTA has at most 262144"
    );
    assert_eq!(
        in_module(".entry k() { .local .b8 a[1000000]; }"),
        "line 2, column 25: a thread's frame would take more than 512 KiB"
    );
    assert_eq!(
        in_module(".global .b8 a[99999999999];"),
        "line 2, column 13: `a` would take more than 16 GiB"
    );
    assert_eq!(
        in_module(".global .b8 a[2][8589934592] = {{}, {1}};"),
        "line 2, column 13: initial values of a module may span at most 256 MiB"
    );
    assert_eq!(
        in_module(".global .b32 a[2] = {1, 2, 3};"),
        "line 2, column 14: `a` has more initial values than elements"
    );
    assert_eq!(
        in_module(".entry k(.param .b8 a[40000]) { ret; }"),
        "line 2, column 21: a kernel's parameters take at most 32764 bytes"
    );
    assert_eq!(
        in_module(".global .align 3 .b8 a;"),
        "line 2, column 16: 3 is not an alignment: use a power of two"
    );
    assert_eq!(
        in_module(".entry k() { .reg .b64 d; ld.global.u8 d, [d+9223372036854775808]; }"),
        "line 2, column 46: offset 9223372036854775808 is beyond any address"
    );
}

#[test]
fn text_that_is_no_ptx() {
    assert_eq!(in_module("/* no end"), "line 2, column 1: this comment is never closed");
    assert_eq!(in_module(".file 1 \"no end"), "line 2, column 9: this string is never closed");
    assert_eq!(in_module(".global .b32 x = 0x;"), "line 2, column 18: `0x` is not a valid PTX number");
    assert_eq!(in_module(".global .b32 x = 0f12;"), "line 2, column 18: `0f12` is not a valid PTX number");
    assert_eq!(
        in_module(".global .b32 x = 99999999999999999999;"),
        "line 2, column 18: `99999999999999999999` is not a valid PTX number"
    );
    assert_eq!(in_module(".entry k() { ret;"), "line 2, column 18: expected `}`, found the end of the file");
    assert_eq!(in_module(".entry k() { ret }"), "line 2, column 18: expected `;`, found `}`");
    assert_eq!(in_module(".global .b32 größe;"), "line 2, column 16: unexpected character `ö`");
    assert_eq!(
        in_module(".global .b32 x; // größe\n\u{1F600}"),
        "line 3, column 1: unexpected character `😀`"
    );
    assert_eq!(in_module(".pragma \"größe\"; \u{0}"), "line 2, column 18: unexpected character `\\0`");
}

#[test]
fn files_that_do_not_start_as_they_should() {
    assert_eq!(
        error(""),
        "line 1, column 1: expected `.version`, found the end of the file\n\
         a PTX file starts with `.version`, `.target` and `.address_size`"
    );
    assert_eq!(
        error(".entry k() { ret; }"),
        "line 1, column 1: expected `.version`, found `.entry`\n\
         a PTX file starts with `.version`, `.target` and `.address_size`"
    );
    assert_eq!(
        error(".version 3.2"),
        "line 1, column 10: `.version 3.2` is not supported: supported versions are 4.0 to 9.x"
    );
    assert_eq!(
        error(".version 8.0 .target gfx900"),
        "line 1, column 22: `gfx900` is not supported: a target is `sm_` and a number"
    );
    assert_eq!(
        error("\u{feff}.version 8.0"),
        "line 1, column 14: expected `.target`, found the end of the file"
    );
    assert_eq!(
        error(".version 8.0 .target sm_80 .entry k(.param"),
        "line 1, column 43: expected a type such as `.b32`, found the end of the file"
    );
    assert_eq!(error(".version eight"), "line 1, column 10: expected a version such as `8.0`, found `eight`");
    assert_eq!(error(".version 8.0"), "line 1, column 13: expected `.target`, found the end of the file");
    assert_eq!(
        error(".version 8.0 .target sm_80 .address_size 32"),
        "line 1, column 42: `.address_size 32` is not supported: addresses are 64 bits wide\n\
         compile for a 64-bit target"
    );
}

#[test]
fn braces_may_be_nested_but_not_without_end() {
    let nested = |deep: usize| format!(".entry k() {}{}", "{".repeat(deep), "}".repeat(deep));
    assert_eq!(in_module(&nested(65)), "line 2, column 77: braces are nested more than 64 deep");
    assert_eq!(in_module(&nested(100_000)), "line 2, column 77: braces are nested more than 64 deep");
    let list = |deep: usize| format!(".global .b32 x = {}1{};", "{".repeat(deep), "}".repeat(deep));
    assert_eq!(in_module(&list(100_000)), "line 2, column 83: braces are nested more than 64 deep");
    let header = ".version 8.0 .target sm_80 .address_size 64\n";
    assert!(Module::parse(&format!("{header}{}", nested(64))).is_ok());
}

#[test]
fn any_text_cut_anywhere_is_an_error_or_not() {
    let ptx = ".version 8.0 .target sm_80 .address_size 64 // größe \u{1F600}
.file 1 \"größe.cu\"
.entry k(.param .u64 a) { .reg .b32 %r<2>; mov.u32 %r0, -1; /* größe */ L: bra L; }";
    for end in (0..ptx.len()).filter(|&i| ptx.is_char_boundary(i)) {
        let _ = Module::parse(&ptx[..end]);
        let _ = Module::parse(&ptx[end..]);
    }
}
