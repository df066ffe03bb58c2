	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	kmeans_assign
	.globl	kmeans_assign
	.p2align	8
	.type	kmeans_assign,@function
kmeans_assign:
	.file	0 "kmeans.cu"
	.loc	0 22 15
	s_load_dword s8, s[4:5], 0x8
	s_load_dwordx4 s[0:3], s[4:5], 0x2
	.loc	0 22 25
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s3, s8, s7
	.loc	0 22 38
	s_add_i32 s3, s3, s6
	.loc	0 23 21
	s_lshl_b32 s3, s3, 8
	.loc	0 23 31
	v_add_i32_e32 v0, vcc, s3, v0
	.loc	0 27 15
	v_cmp_gt_i32_e32 vcc, s1, v0
	.loc	0 27 9
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB0_6
	.loc	0 0 9
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	.loc	0 31 9
	s_mov_b32 s7, 0
	s_mov_b32 s6, s0
	s_lshl_b64 s[12:13], s[6:7], 2
	v_mov_b32_e32 v3, -1
	v_mov_b32_e32 v4, 0x7f7fc99e
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, s7
	s_getpc_b64 s[14:15]
	s_add_u32 s14, s14, kmeans_centres@rel32@lo+4
	s_addc_u32 s15, s15, kmeans_centres@rel32@hi+12
.LBB0_2:
	.loc	0 0 9
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v1, v0
	s_mov_b64 s[16:17], s[14:15]
	s_mov_b32 s3, s0
.LBB0_3:
	.loc	0 36 36
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[6:7], v[1:2], 2
	.loc	0 36 75
	s_load_dword s6, s[16:17], 0x0
	.loc	0 36 36
	s_waitcnt lgkmcnt(0)
	buffer_load_dword v2, v[6:7], s[8:11], 0 addr64
	.loc	0 35 43
	s_add_i32 s3, s3, -1
	s_add_u32 s16, s16, 4
	s_addc_u32 s17, s17, 0
	v_add_i32_e32 v1, vcc, s1, v1
	s_cmp_eq_u32 s3, 0
	.loc	0 36 73
	s_waitcnt vmcnt(0)
	v_subrev_f32_e32 v2, s6, v2
	.loc	0 37 26
	v_mac_f32_e32 v5, v2, v2
	.loc	0 35 13
	s_cbranch_scc0 .LBB0_3
	.loc	0 39 17
	v_mov_b32_e32 v1, s7
	.loc	0 31 54
	s_add_i32 s7, s7, 1
	.loc	0 31 9
	s_add_u32 s14, s14, s12
	.loc	0 39 26
	v_cmp_lt_f32_e32 vcc, v5, v4
	.loc	0 31 9
	s_addc_u32 s15, s15, s13
	.loc	0 39 17
	v_cndmask_b32_e32 v4, v4, v5, vcc
	.loc	0 31 37
	s_cmp_eq_u32 s7, s2
	.loc	0 39 17
	v_cndmask_b32_e32 v3, v3, v1, vcc
	.loc	0 31 9
	s_cbranch_scc0 .LBB0_2
	.loc	0 22 15
	s_load_dwordx2 s[0:1], s[4:5], 0x6
	.loc	0 44 9
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[0:1], v[0:1], 2
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 44 24
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
.LBB0_6:
	.loc	0 46 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel kmeans_assign
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 288
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
		.amdhsa_next_free_vgpr 8
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
	.size	kmeans_assign, .Lfunc_end0-kmeans_assign
	.protected	kmeans_centres
	.type	kmeans_centres,@object
	.section	.bss,"aw",@nobits
	.globl	kmeans_centres
	.p2align	4, 0x0
kmeans_centres:
	.zero	2048
	.size	kmeans_centres, 2048
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .actual_access:  read_only
        .address_space:  global
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
        .value_kind:     by_value
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
      - .offset:         32
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         36
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         40
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         44
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         46
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         48
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         50
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         52
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         54
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         88
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         96
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         224
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         228
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 288
    .max_flat_workgroup_size: 512
    .name:           kmeans_assign
    .private_segment_fixed_size: 0
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .symbol:         kmeans_assign.kd
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
