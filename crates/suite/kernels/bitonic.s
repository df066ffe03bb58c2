	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	bitonic_stage
	.globl	bitonic_stage
	.p2align	8
	.type	bitonic_stage,@function
bitonic_stage:
	.file	0 "bitonic.cu"
	.loc	0 16 34
	s_load_dword s7, s[4:5], 0x7
	.loc	0 16 21
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	.loc	0 16 34
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s7, 0xffff
	.loc	0 16 32
	s_mul_i32 s6, s6, s4
	.loc	0 16 45
	v_add_i32_e32 v6, vcc, s6, v0
	.loc	0 17 38
	s_sub_i32 s3, s2, s3
	.loc	0 18 44
	v_lshrrev_b32_e32 v0, s3, v6
	.loc	0 18 60
	s_lshl_b32 s5, 2, s3
	.loc	0 18 55
	v_mul_lo_u32 v0, v0, s5
	.loc	0 17 28
	s_lshl_b32 s4, 1, s3
	.loc	0 18 26
	s_bfm_b32 s3, s3, 0
	v_and_b32_e32 v1, s3, v6
	.loc	0 18 37
	v_add_i32_e32 v0, vcc, v0, v1
	.loc	0 21 27
	v_mov_b32_e32 v1, 0
	.loc	0 19 27
	v_add_i32_e32 v2, vcc, s4, v0
	.loc	0 21 27
	v_lshl_b64 v[4:5], v[0:1], 2
	.loc	0 22 28
	v_mov_b32_e32 v3, v1
	.loc	0 21 27
	s_mov_b32 s6, 0
	s_mov_b32 s7, 0x100f000
	s_mov_b64 s[4:5], s[0:1]
	.loc	0 22 28
	v_lshl_b64 v[0:1], v[2:3], 2
	.loc	0 21 27
	buffer_load_dword v2, v[4:5], s[4:7], 0 addr64
	.loc	0 22 28
	buffer_load_dword v3, v[0:1], s[4:7], 0 addr64
	.loc	0 26 37
	v_bfe_u32 v6, v6, s2, 1
	v_cmp_eq_u32_e32 vcc, 0, v6
	s_waitcnt vmcnt(0)
	v_min_u32_e32 v7, v2, v3
	v_max_u32_e32 v2, v2, v3
	.loc	0 35 9
	v_cndmask_b32_e32 v3, v2, v7, vcc
	v_cndmask_b32_e32 v2, v7, v2, vcc
	.loc	0 0 0
	buffer_store_dword v3, v[4:5], s[4:7], 0 addr64
	buffer_store_dword v2, v[0:1], s[4:7], 0 addr64
	.loc	0 42 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel bitonic_stage
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 272
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
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
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
	.size	bitonic_stage, .Lfunc_end0-bitonic_stage
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .value_kind:     by_value
      - .offset:         12
        .size:           4
        .value_kind:     by_value
      - .offset:         16
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         20
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         28
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         30
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         32
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         34
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         36
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         38
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         80
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         208
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         212
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .max_flat_workgroup_size: 512
    .name:           bitonic_stage
    .private_segment_fixed_size: 0
    .sgpr_count:     10
    .sgpr_spill_count: 0
    .symbol:         bitonic_stage.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
