//! Every kind of error in GCN assembly, with its whole text.

use warploom_kernel::gcn::{Error, Module, UserRegister};

fn explained(error: Error) -> String {
    let help = error.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    format!("{error}{help}")
}

/// The error of a file and, on a line of its own, what to do about it.
fn error(text: &str) -> String {
    explained(Module::parse(text).map(|_| ()).expect_err("this should be an error"))
}

fn listing(text: &str) -> String {
    explained(Module::listing("k", text).map(|_| ()).expect_err("this should be an error"))
}

/// A kernel with this on line 4, and this as the last line of its descriptor, line 10.
fn kernel(target: &str, body: &str, directive: &str) -> String {
    format!(
        "\t.amdgcn_target \"amdgcn-amd-amdhsa--{target}\"
\t.type k,@function
k:
\t{body}
\ts_endpgm
\t.amdhsa_kernel k
\t\t.amdhsa_user_sgpr_count 2
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_next_free_vgpr 16
\t\t{directive}
\t.end_amdhsa_kernel
"
    )
}

fn in_kernel(target: &str, body: &str) -> String {
    error(&kernel(target, body, ".amdhsa_next_free_sgpr 32"))
}

fn with_descriptor(directive: &str) -> String {
    error(&kernel("gfx600", "s_nop 0", directive))
}

#[test]
fn unknown_instructions_have_a_suggestion() {
    assert_eq!(
        in_kernel("gfx600", "v_ad_f32 v0, v1, v2"),
        "line 4: `v_ad_f32` is not an instruction of gfx600 that Warploom supports\n\
         did you mean `v_add_f32`?"
    );
    assert_eq!(
        in_kernel("gfx600", "image_sample v0, v1, s[0:7], s[8:11]"),
        "line 4: `image_sample` is not an instruction of gfx600 that Warploom supports"
    );
    assert_eq!(
        in_kernel("gfx600", "s_sendmsg sendmsg(MSG_INTERRUPT)"),
        "line 4: `s_sendmsg` is not an instruction of gfx600 that Warploom supports"
    );
}

#[test]
fn instructions_of_the_other_architecture_say_so() {
    assert_eq!(
        in_kernel("gfx600", "flat_load_dword v0, v[0:1]"),
        "line 4: `flat_load_dword` is not an instruction of gfx600 that Warploom supports\n\
         another architecture has it"
    );
    assert_eq!(
        in_kernel("gfx803", "v_lshl_b64 v[0:1], v[0:1], 3"),
        "line 4: `v_lshl_b64` is not an instruction of gfx803 that Warploom supports\n\
         another architecture has it"
    );
}

#[test]
fn operands_must_fit_the_row() {
    assert_eq!(
        in_kernel("gfx600", "v_add_f32 v0, v1"),
        "line 4: `v_add_f32` takes `v_(add|sub|subrev|mul|min|max|mul_legacy)_f32 vdst, src0, vsrc1`, found `v0, v1`"
    );
    assert_eq!(
        in_kernel("gfx600", "s_mov_b64 s[0:1]"),
        "line 4: `s_mov_b64` takes `s_mov_(b32|b64) sdst, ssrc0`, found `s[0:1]`"
    );
    assert_eq!(
        in_kernel("gfx600", "s_endpgm v0"),
        "line 4: `v0` is not a modifier of `s_endpgm` that Warploom supports"
    );
}

#[test]
fn operands_must_be_of_their_kind() {
    assert_eq!(in_kernel("gfx600", "v_add_f32 s0, v1, v2"), "line 4: `s0` is not an operand");
    assert_eq!(in_kernel("gfx600", "v_add_f32 v0, v[1:2], v2"), "line 4: `v[1:2]` is not an operand");
    assert_eq!(in_kernel("gfx600", "s_add_u32 s0, v1, s2"), "line 4: `v1` is not an operand");
    assert_eq!(
        in_kernel("gfx600", "s_load_dwordx4 s[0:1], s[4:5], 0x0"),
        "line 4: `s[0:1]` is not an operand"
    );
    assert_eq!(in_kernel("gfx600", "v_mov_b32 v0, 0.3"), "line 4: `0.3` is not an operand");
    assert_eq!(in_kernel("gfx600", "s_movk_i32 s0, 0x12345"), "line 4: `0x12345` is not an operand");
    assert_eq!(in_kernel("gfx600", "v_mov_b32 v256, 0"), "line 4: `v256` is not an operand");
    assert_eq!(in_kernel("gfx600", "s_mov_b32 s104, 0"), "line 4: `s104` is not an operand");
    assert_eq!(in_kernel("gfx600", "v_mov_b32 v[3:1], 0"), "line 4: `v[3:1]` is not an operand");
    assert_eq!(in_kernel("gfx600", "s_mov_b64 flat_scratch, 0"), "line 4: `flat_scratch` is not an operand");
    assert_eq!(
        in_kernel("gfx600", "s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS)"),
        "line 4: `hwreg(HW_REG_TRAPSTS)` is not an operand"
    );
    assert_eq!(
        in_kernel("gfx600", "s_getreg_b32 s0, hwreg(HW_REG_MODE, 30, 4)"),
        "line 4: `hwreg(HW_REG_MODE, 30, 4)` is not an operand"
    );
}

#[test]
fn modifiers_must_be_supported() {
    assert_eq!(
        in_kernel("gfx803", "v_mov_b32_dpp v0, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf"),
        "line 4: `v_mov_b32_dpp` is not an instruction of gfx803 that Warploom supports"
    );
    assert_eq!(
        in_kernel("gfx803", "v_mov_b32 v0, v1 quad_perm:[0,1,2,3]"),
        "line 4: `quad_perm:[0,1,2,3]` is not a modifier of `v_mov_b32` that Warploom supports"
    );
    assert_eq!(
        in_kernel("gfx600", "ds_add_u32 v0, v1 gds"),
        "line 4: `gds` is not a modifier of `ds_add_u32` that Warploom supports"
    );
    assert_eq!(
        in_kernel("gfx600", "buffer_load_dword v0, off, s[0:3], 0 lds"),
        "line 4: `lds` is not a modifier of `buffer_load_dword` that Warploom supports"
    );
    assert_eq!(
        in_kernel("gfx600", "v_add_i32_e64 v0, vcc, v1, v2 clamp"),
        "line 4: `clamp` is not a modifier of `v_add_i32` that Warploom supports"
    );
    assert_eq!(
        in_kernel("gfx600", "v_cmp_lt_f32_e64 vcc, v1, v2 mul:2"),
        "line 4: `mul:2` is not a modifier of `v_cmp_lt_f32` that Warploom supports"
    );
    assert_eq!(
        in_kernel("gfx600", "v_mul_lo_u32 v0, v1, -v2"),
        "line 4: `-v2` is not a modifier of `v_mul_lo_u32` that Warploom supports"
    );
    assert_eq!(
        in_kernel(
            "gfx600",
            "tbuffer_load_format_x v0, off, s[0:3], 0 format:[BUF_DATA_FORMAT_8,BUF_NUM_FORMAT_UNORM]"
        ),
        "line 4: `format:[BUF_DATA_FORMAT_8,BUF_NUM_FORMAT_UNORM]` is not a modifier of `tbuffer_load_format_x` that Warploom supports"
    );
}

#[test]
fn labels_and_variables_must_be_defined() {
    assert_eq!(
        in_kernel("gfx600", "s_branch .LBB0_9"),
        "line 4: label `.LBB0_9` is not defined in this kernel"
    );
    assert_eq!(
        in_kernel("gfx600", "s_add_u32 s0, s0, table@rel32@lo+4"),
        "line 4: variable `table` is not defined in this file"
    );
}

#[test]
fn registers_must_be_in_the_descriptor() {
    assert_eq!(
        in_kernel("gfx600", "v_mov_b32 v16, 0"),
        "line 4: `v_mov_b32 v16, 0` uses a VGPR beyond the 16 of the kernel"
    );
    assert_eq!(
        in_kernel("gfx600", "buffer_load_dword v0, v[15:16], s[0:3], 0 addr64"),
        "line 4: `buffer_load_dword v0, v[15:16], s[0:3], 0 addr64` uses a VGPR beyond the 16 of the kernel"
    );
}

#[test]
fn a_file_has_a_target() {
    assert_eq!(
        error("\t.text\nk:\n\ts_endpgm"),
        "line 3: an instruction before `.amdgcn_target`\n\
         this is the assembly that clang writes with -S for AMD GPUs"
    );
    assert_eq!(
        error("\t.text"),
        "line 1: there is no `.amdgcn_target` in the file\n\
         this is the assembly that clang writes with -S for AMD GPUs"
    );
    assert_eq!(
        error("\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx906\""),
        "line 1: `gfx906` is not an architecture that Warploom supports\n\
         compile for gfx600 (Southern Islands) or gfx803 (Volcanic Islands)"
    );
}

#[test]
fn descriptors_must_be_supported() {
    assert_eq!(
        with_descriptor(".amdhsa_float_round_mode_32 1"),
        "line 10: `.amdhsa_float_round_mode_32 1` is not supported: results are rounded to nearest"
    );
    assert_eq!(
        with_descriptor(".amdhsa_float_denorm_mode_32 1"),
        "line 10: `.amdhsa_float_denorm_mode_32 1` is not supported: denormals are flushed (0) or kept (3)"
    );
    assert_eq!(
        with_descriptor(".amdhsa_float_denorm_mode_16_64 0"),
        "line 10: `.amdhsa_float_denorm_mode_16_64 0` is not supported: denormals of double precision are kept (3)"
    );
    assert_eq!(
        with_descriptor(".amdhsa_next_free_vgpr 257"),
        "line 10: `.amdhsa_next_free_vgpr 257` is not supported: a wave has at most 256 VGPRs"
    );
    assert_eq!(
        with_descriptor(".amdhsa_uses_dynamic_stack 1"),
        "line 10: `.amdhsa_uses_dynamic_stack 1` is not supported: scratch has a fixed size"
    );
    assert_eq!(
        with_descriptor(".amdhsa_kernarg_size 4097"),
        "line 10: `.amdhsa_kernarg_size 4097` is not supported: a kernel has at most 4096 bytes of arguments"
    );
    assert_eq!(with_descriptor(".amdhsa_kernarg_size many"), "line 10: `many` is not a valid number");
    assert_eq!(
        with_descriptor(".amdhsa_user_sgpr_dispatch_ptr 1"),
        "line 6: `k` declares more user SGPRs than it counts"
    );
}

#[test]
fn code_must_not_run_past_its_end() {
    assert_eq!(
        error(
            "\t.amdgcn_target \"x--gfx600\"\n\t.type k,@function\nk:\n\ts_nop 0\n\ts_cbranch_scc0 k\n\t.amdhsa_kernel k\n\t.end_amdhsa_kernel"
        ),
        "line 5: control flow runs past the end of `k`"
    );
    assert_eq!(
        error("\t.amdgcn_target \"x--gfx600\"\n\t.amdhsa_kernel k\n\t.end_amdhsa_kernel"),
        "line 2: `k` has a descriptor but no code"
    );
    assert_eq!(
        error("\t.amdgcn_target \"x--gfx600\"\n\ts_endpgm"),
        "line 2: `s_endpgm` is not in a function"
    );
    assert_eq!(listing("s_nop 0"), "line 1: control flow runs past the end of `k`");
    assert_eq!(listing(""), "line 1: control flow runs past the end of `k`");
}

#[test]
fn metadata_and_data_must_be_complete() {
    assert_eq!(
        error(
            "\t.amdgcn_target \"x--gfx600\"\n\t.amdgpu_metadata\namdhsa.kernels:\n  - .args:\n      - .size: 8\n    .name: k\n\t.end_amdgpu_metadata"
        ),
        "line 7: argument 0 of `k` has no offset or size"
    );
    assert_eq!(
        error("\t.amdgcn_target \"x--gfx600\"\n\t.type t,@object\nt:\n\t.quad nowhere"),
        "line 4: variable `nowhere` is not defined in this file"
    );
    assert_eq!(
        error("\t.amdgcn_target \"x--gfx600\"\n\t.type t,@object\nt:\n\t.byte x"),
        "line 4: `x` is not a valid value"
    );
    assert_eq!(
        error("\t.amdgcn_target \"x--gfx600\"\n\t.type t,@object\nt:\n\t.zero 300000000"),
        "line 4: initial values may span at most 256 MiB"
    );
    assert_eq!(
        error("\t.amdgcn_target \"x--gfx600\"\n\t.type t,@object\nt:\n\t.zero 268435456\n\t.byte 1"),
        "line 5: initial values may span at most 256 MiB"
    );
    assert_eq!(
        error("\t.amdgcn_target \"x--gfx600\"\n\t.type t,@object\nt:\n\t.asciz \"text\""),
        "line 4: `.asciz` in a variable"
    );
}

#[test]
fn user_registers_have_a_fixed_order() {
    let directives = ".amdhsa_user_sgpr_count 16\n\t\t.amdhsa_user_sgpr_dispatch_ptr 1\n\t\t.amdhsa_user_sgpr_private_segment_buffer 1";
    let module = Module::parse(&kernel("gfx600", "s_nop 0", directives)).expect("it is read");
    let descriptor = &module.programs[0].descriptor;
    let order = [UserRegister::ScratchBuffer, UserRegister::DispatchPacket, UserRegister::Arguments];
    assert_eq!(descriptor.user, order);
    // Without a directive, single-precision denormals are flushed.
    assert!(descriptor.flush);
}
