	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	reduction_sum
	.globl	reduction_sum
	.p2align	8
	.type	reduction_sum,@function
reduction_sum:
	.file	0 "reduction.cu"
	.loc	0 22 39
	s_load_dword s7, s[4:5], 0x7
	.loc	0 21 20
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	.loc	0 24 21
	v_mov_b32_e32 v2, 0
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	.loc	0 22 39
	s_waitcnt lgkmcnt(0)
	s_and_b32 s4, s7, 0xffff
	.loc	0 22 37
	s_mul_i32 s5, s6, s4
	.loc	0 22 50
	v_add_i32_e32 v1, vcc, s5, v0
	.loc	0 22 23
	v_lshlrev_b32_e32 v1, 1, v1
	.loc	0 24 21
	v_lshl_b64 v[6:7], v[1:2], 4
	s_mov_b64 s[8:9], s[0:1]
	buffer_load_dwordx4 v[2:5], v[6:7], s[8:11], 0 addr64
	buffer_load_dwordx4 v[6:9], v[6:7], s[8:11], 0 addr64 offset:16
	.loc	0 24 5
	v_lshlrev_b32_e32 v1, 4, v0
	.loc	0 22 39
	s_cmp_lt_u32 s4, 2
	.loc	0 24 15
	s_mov_b32 m0, -1
	.loc	0 15 27
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v2, vcc, v6, v2
	.loc	0 15 38
	v_add_i32_e32 v3, vcc, v7, v3
	.loc	0 15 49
	v_add_i32_e32 v4, vcc, v8, v4
	.loc	0 15 60
	v_add_i32_e32 v5, vcc, v9, v5
	.loc	0 24 15
	ds_write2_b64 v1, v[2:3], v[4:5] offset1:1
	.loc	0 25 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 26 5
	s_cbranch_scc0 .LBB0_5
.LBB0_1:
	.loc	0 31 13
	v_cmp_eq_u32_e32 vcc, 0, v0
	.loc	0 31 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_3
	.loc	0 0 9
	v_mov_b32_e32 v0, 0
	.loc	0 32 28
	ds_read2_b64 v[0:3], v0 offset1:1
	s_mov_b32 s7, 0
	s_lshl_b64 s[0:1], s[6:7], 4
	v_mov_b32_e32 v5, s1
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, s7
	s_mov_b64 s[8:9], s[2:3]
	v_mov_b32_e32 v4, s0
	s_waitcnt lgkmcnt(0)
	buffer_store_dwordx4 v[0:3], v[4:5], s[8:11], 0 addr64
.LBB0_3:
	.loc	0 33 1
	s_endpgm
.LBB0_4:
	.loc	0 0 1
	s_or_b64 exec, exec, s[0:1]
	.loc	0 26 47
	s_cmp_lt_u32 s4, 4
	s_mov_b32 s4, s5
	.loc	0 29 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 26 5
	s_cbranch_scc1 .LBB0_1
.LBB0_5:
	.loc	0 26 0
	s_lshr_b32 s5, s4, 1
	.loc	0 27 17
	v_cmp_gt_u32_e32 vcc, s5, v0
	.loc	0 27 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_4
	.loc	0 28 40
	s_lshl_b32 s7, s5, 4
	v_add_i32_e32 v8, vcc, s7, v1
	ds_read_b64 v[6:7], v8
	v_add_i32_e32 v8, vcc, 8, v8
	.loc	0 28 29
	ds_read2_b64 v[2:5], v1 offset1:1
	.loc	0 28 40
	ds_read_b64 v[8:9], v8
	.loc	0 15 27
	s_waitcnt lgkmcnt(1)
	v_add_i32_e32 v2, vcc, v6, v2
	.loc	0 15 38
	v_add_i32_e32 v3, vcc, v7, v3
	.loc	0 15 49
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v4, vcc, v8, v4
	.loc	0 15 60
	v_add_i32_e32 v5, vcc, v9, v5
	.loc	0 28 23
	ds_write2_b64 v1, v[2:3], v[4:5] offset1:1
	s_branch .LBB0_4
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel reduction_sum
		.amdhsa_group_segment_fixed_size 4096
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
		.amdhsa_next_free_vgpr 10
		.amdhsa_next_free_sgpr 12
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
	.size	reduction_sum, .Lfunc_end0-reduction_sum
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
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .max_flat_workgroup_size: 512
    .name:           reduction_sum
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         reduction_sum.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     10
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
