	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	transpose_transpose
	.globl	transpose_transpose
	.p2align	8
	.type	transpose_transpose,@function
transpose_transpose:
	.file	0 "transpose.cu"
	.loc	0 16 21
	s_load_dword s10, s[4:5], 0x9
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dwordx2 s[8:9], s[4:5], 0x4
	.loc	0 19 44
	s_mov_b32 m0, -1
	.loc	0 16 21
	s_waitcnt lgkmcnt(0)
	s_and_b32 s10, s10, 0xffff
	.loc	0 18 29
	s_mul_i32 s12, s7, s10
	.loc	0 18 36
	v_add_i32_e32 v2, vcc, s12, v1
	.loc	0 19 55
	v_mul_lo_u32 v2, v2, s8
	.loc	0 17 29
	s_mul_i32 s11, s6, s10
	.loc	0 17 36
	v_add_i32_e32 v3, vcc, s11, v0
	.loc	0 19 63
	v_add_i32_e32 v2, vcc, v3, v2
	.loc	0 19 46
	v_mov_b32_e32 v3, 0
	v_lshl_b64 v[4:5], v[2:3], 2
	s_mov_b32 s6, 0
	s_mov_b32 s7, 0x100f000
	s_mov_b64 s[4:5], s[2:3]
	buffer_load_dword v2, v[4:5], s[4:7], 0 addr64
	.loc	0 19 29
	v_mad_u32_u24 v4, v1, s10, v0
	.loc	0 24 64
	v_mad_u32_u24 v5, v0, s10, v1
	.loc	0 23 39
	v_add_i32_e32 v1, vcc, s11, v1
	.loc	0 19 5
	v_lshlrev_b32_e32 v4, 2, v4
	.loc	0 24 40
	v_lshlrev_b32_e32 v5, 2, v5
	.loc	0 24 21
	v_mul_lo_u32 v1, v1, s9
	.loc	0 19 5
	v_add_i32_e32 v4, vcc, 0, v4
	.loc	0 24 40
	v_add_i32_e32 v5, vcc, 0, v5
	.loc	0 22 39
	v_add_i32_e32 v0, vcc, s12, v0
	.loc	0 24 5
	s_mov_b64 s[2:3], s[6:7]
	.loc	0 19 44
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v2
	.loc	0 20 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 24 40
	ds_read_b32 v4, v5
	.loc	0 24 30
	v_add_i32_e32 v2, vcc, v0, v1
	.loc	0 24 5
	v_lshl_b64 v[0:1], v[2:3], 2
	.loc	0 24 38
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 25 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel transpose_transpose
		.amdhsa_group_segment_fixed_size 0
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
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 6
		.amdhsa_next_free_sgpr 13
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
	.size	transpose_transpose, .Lfunc_end0-transpose_transpose
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
      - .offset:         20
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
      - .offset:         144
        .size:           4
        .value_kind:     hidden_dynamic_lds_size
      - .offset:         216
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         220
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 512
    .name:           transpose_transpose
    .private_segment_fixed_size: 0
    .sgpr_count:     15
    .sgpr_spill_count: 0
    .symbol:         transpose_transpose.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     6
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
