	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	sobol_generate
	.globl	sobol_generate
	.p2align	8
	.type	sobol_generate,@function
sobol_generate:
	.file	0 "sobol.cu"
	.loc	0 18 26
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	.loc	0 20 21
	v_cmp_gt_u32_e32 vcc, 32, v0
	.loc	0 33 32
	s_mov_b32 m0, -1
	.loc	0 20 9
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB0_2
	.loc	0 0 9
	s_lshl_b32 s10, s7, 5
	s_mov_b32 s11, 0
	s_lshl_b64 s[12:13], s[10:11], 2
	s_waitcnt lgkmcnt(0)
	s_add_u32 s12, s0, s12
	v_lshlrev_b32_e32 v1, 2, v0
	s_addc_u32 s13, s1, s13
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, s11
	v_mov_b32_e32 v2, 0
	.loc	0 21 34
	buffer_load_dword v2, v[1:2], s[12:15], 0 addr64
	.loc	0 21 32
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v2
.LBB0_2:
	.loc	0 0 32
	s_or_b64 exec, exec, s[8:9]
	.loc	0 25 35
	s_waitcnt lgkmcnt(0)
	s_load_dword s0, s[4:5], 0x9
	.loc	0 26 23
	s_load_dword s12, s[4:5], 0x6
	v_mov_b32_e32 v3, 0
	.loc	0 22 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 25 35
	s_and_b32 s13, s0, 0xffff
	.loc	0 26 33
	s_mul_i32 s11, s12, s13
	.loc	0 27 21
	s_ff1_i32_b32 s0, s11
	s_add_i32 s1, s0, 1
	s_cmp_lg_u32 s11, 0
	s_cselect_b32 s14, s1, 0
	.loc	0 25 33
	s_mul_i32 s10, s6, s13
	.loc	0 27 35
	s_add_i32 s1, s14, -1
	.loc	0 25 46
	v_add_i32_e32 v1, vcc, s10, v0
	s_mov_b32 s0, 0
	.loc	0 32 32
	s_cmp_eq_u32 s1, 0
	.loc	0 32 5
	s_cbranch_scc1 .LBB0_9
	.loc	0 30 36
	v_lshrrev_b32_e32 v2, 1, v1
	.loc	0 32 5
	s_add_i32 s8, s14, -2
	.loc	0 30 27
	v_xor_b32_e32 v2, v2, v1
	.loc	0 32 5
	s_cmp_lt_u32 s8, 7
	v_mov_b32_e32 v3, 0
	s_cbranch_scc1 .LBB0_6
	s_and_b32 s0, s1, -8
	s_mov_b32 s8, 0
	s_mov_b32 s9, 0
	v_mov_b32_e32 v3, 0
.LBB0_5:
	.loc	0 33 32
	s_add_i32 s15, s8, 8
	s_add_i32 s16, s8, 16
	s_add_i32 s17, s8, 24
	v_mov_b32_e32 v4, v2
	v_mov_b32_e32 v5, s8
	v_mov_b32_e32 v6, s15
	v_mov_b32_e32 v8, s17
	v_mov_b32_e32 v10, s16
	.loc	0 33 25
	v_bfe_i32 v12, v4, 0, 1
	.loc	0 34 14
	v_lshrrev_b32_e32 v2, 8, v4
	.loc	0 33 30
	v_bfe_i32 v13, v4, 1, 1
	v_bfe_i32 v14, v4, 2, 1
	v_bfe_i32 v15, v4, 3, 1
	v_bfe_i32 v16, v4, 4, 1
	v_bfe_i32 v17, v4, 5, 1
	v_bfe_i32 v18, v4, 6, 1
	v_bfe_i32 v19, v4, 7, 1
	.loc	0 33 32
	ds_read_b64 v[4:5], v5
	ds_read_b64 v[6:7], v6
	ds_read_b64 v[8:9], v8
	ds_read_b64 v[10:11], v10
	.loc	0 32 43
	s_add_i32 s9, s9, 8
	.loc	0 33 30
	s_waitcnt lgkmcnt(3)
	v_and_b32_e32 v4, v12, v4
	v_and_b32_e32 v5, v13, v5
	.loc	0 33 15
	v_xor_b32_e32 v3, v4, v3
	.loc	0 33 30
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v6, v14, v6
	.loc	0 33 15
	v_xor_b32_e32 v3, v5, v3
	.loc	0 33 30
	v_and_b32_e32 v7, v15, v7
	.loc	0 33 15
	v_xor_b32_e32 v3, v6, v3
	.loc	0 33 30
	s_waitcnt lgkmcnt(0)
	v_and_b32_e32 v10, v16, v10
	.loc	0 33 15
	v_xor_b32_e32 v3, v7, v3
	.loc	0 33 30
	v_and_b32_e32 v11, v17, v11
	.loc	0 33 15
	v_xor_b32_e32 v3, v10, v3
	.loc	0 33 30
	v_and_b32_e32 v8, v18, v8
	.loc	0 33 15
	v_xor_b32_e32 v3, v11, v3
	.loc	0 32 5
	s_add_i32 s8, s8, 32
	.loc	0 33 30
	v_and_b32_e32 v9, v19, v9
	.loc	0 33 15
	v_xor_b32_e32 v3, v8, v3
	.loc	0 32 5
	s_cmp_eq_u32 s0, s9
	.loc	0 33 15
	v_xor_b32_e32 v3, v9, v3
	.loc	0 32 5
	s_cbranch_scc0 .LBB0_5
.LBB0_6:
	s_and_b32 s1, s1, 7
	s_cmp_eq_u32 s1, 0
	s_cbranch_scc1 .LBB0_9
	s_lshl_b32 s0, s0, 2
.LBB0_8:
	.loc	0 33 32
	v_mov_b32_e32 v5, s0
	ds_read_b32 v5, v5
	.loc	0 33 25
	v_bfe_i32 v4, v2, 0, 1
	.loc	0 32 5
	s_add_i32 s0, s0, 4
	s_add_i32 s1, s1, -1
	.loc	0 34 14
	v_lshrrev_b32_e32 v2, 1, v2
	.loc	0 33 30
	s_waitcnt lgkmcnt(0)
	v_and_b32_e32 v4, v4, v5
	.loc	0 32 5
	s_cmp_lg_u32 s1, 0
	.loc	0 33 15
	v_xor_b32_e32 v3, v4, v3
	.loc	0 32 5
	s_cbranch_scc1 .LBB0_8
.LBB0_9:
	.loc	0 18 26
	s_load_dword s15, s[4:5], 0x4
	.loc	0 19 12
	s_mov_b32 s5, 0
	.loc	0 19 23
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s4, s7, s15
	.loc	0 19 12
	s_lshl_b64 s[0:1], s[4:5], 2
	s_add_u32 s0, s2, s0
	s_addc_u32 s1, s3, s1
	.loc	0 36 15
	v_cmp_gt_u32_e32 vcc, s15, v1
	.loc	0 36 9
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB0_11
	.loc	0 0 9
	v_cvt_f32_u32_e32 v6, v3
	v_mov_b32_e32 v2, 0
	v_lshl_b64 v[4:5], v[1:2], 2
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, s5
	v_mul_f32_e32 v2, 0x2f800000, v6
	.loc	0 37 23
	buffer_store_dword v2, v[4:5], s[0:3], 0 addr64
.LBB0_11:
	.loc	0 0 23
	s_or_b64 exec, exec, s[8:9]
	.loc	0 41 0
	v_add_i32_e32 v1, vcc, s11, v1
	.loc	0 41 41
	v_cmp_gt_u32_e32 vcc, s15, v1
	.loc	0 41 5
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_14
	.loc	0 40 37
	s_lshl_b32 s2, s14, 2
	.loc	0 40 22
	s_add_i32 s2, s2, -8
	v_mov_b32_e32 v1, s2
	s_mov_b32 m0, -1
	ds_read_b32 v4, v1
	.loc	0 41 5
	s_add_i32 s6, s6, s12
	s_add_i32 s7, s11, -1
	s_mul_i32 s6, s6, s13
	s_mov_b64 s[4:5], 0
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v2, 0
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
.LBB0_13:
	.loc	0 42 57
	v_add_i32_e32 v5, vcc, s10, v0
	v_or_b32_e32 v5, s7, v5
	s_waitcnt expcnt(0)
	v_add_i32_e32 v1, vcc, s6, v0
	.loc	0 42 42
	v_not_b32_e32 v6, v5
	.loc	0 42 36
	v_ffbl_b32_e32 v6, v6
	.loc	0 42 74
	v_cmp_ne_u32_e32 vcc, -1, v5
	v_cndmask_b32_e32 v5, -1, v6, vcc
	.loc	0 42 26
	v_lshlrev_b32_e32 v5, 2, v5
	ds_read_b32 v7, v5
	.loc	0 42 24
	s_waitcnt lgkmcnt(1)
	v_xor_b32_e32 v3, v3, v4
	.loc	0 43 9
	v_lshl_b64 v[5:6], v[1:2], 2
	.loc	0 41 41
	v_add_i32_e32 v0, vcc, s11, v0
	.loc	0 42 15
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v3, v3, v7
	.loc	0 43 28
	v_cvt_f32_u32_e32 v1, v3
	.loc	0 41 41
	v_add_i32_e32 v7, vcc, s6, v0
	v_cmp_le_u32_e32 vcc, s15, v7
	.loc	0 41 5
	s_or_b64 s[4:5], vcc, s[4:5]
	.loc	0 43 34
	v_mul_f32_e32 v1, 0x2f800000, v1
	.loc	0 43 19
	buffer_store_dword v1, v[5:6], s[0:3], 0 addr64
	.loc	0 41 5
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB0_13
.LBB0_14:
	.loc	0 45 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sobol_generate
		.amdhsa_group_segment_fixed_size 128
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 280
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 20
		.amdhsa_next_free_sgpr 18
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 0
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	sobol_generate, .Lfunc_end0-sobol_generate
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         28
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         32
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         36
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         38
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         40
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         42
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         44
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         46
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         88
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         216
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         220
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 128
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 512
    .name:           sobol_generate
    .private_segment_fixed_size: 0
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .symbol:         sobol_generate.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     20
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
