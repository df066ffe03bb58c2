	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	pathfinder_dynproc
	.globl	pathfinder_dynproc
	.p2align	8
	.type	pathfinder_dynproc,@function
pathfinder_dynproc:
	.file	0 "pathfinder.cu"
	.loc	0 19 14
	s_load_dword s16, s[4:5], 0x0
	s_load_dwordx8 s[8:15], s[4:5], 0x2
	v_lshlrev_b32_e32 v4, 2, v0
	.loc	0 41 33
	s_mov_b32 m0, -1
	.loc	0 22 27
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s0, s16, 1
	.loc	0 22 23
	s_sub_i32 s4, 0x100, s0
	.loc	0 22 36
	s_mul_i32 s4, s4, s6
	.loc	0 22 49
	s_sub_i32 s2, s4, s16
	.loc	0 23 18
	v_add_i32_e32 v1, vcc, s2, v0
	.loc	0 32 11
	v_cmp_lt_i32_e32 vcc, -1, v1
	v_cmp_gt_i32_e64 s[0:1], s14, v1
	.loc	0 32 16
	s_and_b64 s[6:7], vcc, s[0:1]
	s_and_saveexec_b64 s[0:1], s[6:7]
	s_cbranch_execz .LBB0_2
	.loc	0 0 16
	v_mov_b32_e32 v2, 0
	v_lshl_b64 v[2:3], v[1:2], 2
	s_mov_b32 s23, 0x100f000
	s_mov_b32 s22, 0
	s_mov_b64 s[20:21], s[10:11]
	.loc	0 33 21
	buffer_load_dword v2, v[2:3], s[20:23], 0 addr64
	.loc	0 33 19
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v2 offset:1024
.LBB0_2:
	.loc	0 0 19
	s_or_b64 exec, exec, s[0:1]
	.loc	0 37 29
	s_cmp_lt_i32 s16, 1
	.loc	0 34 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 37 5
	s_cbranch_scc1 .LBB0_13
	.loc	0 26 17
	s_sub_i32 s0, 0, s2
	s_ashr_i32 s1, s2, 31
	s_and_b32 s5, s1, s0
	.loc	0 27 16
	s_not_b32 s1, s2
	.loc	0 27 21
	s_add_i32 s0, s2, 0x100
	.loc	0 27 16
	s_add_i32 s1, s1, s14
	.loc	0 27 29
	s_cmp_gt_i32 s0, s14
	.loc	0 29 23
	v_add_i32_e32 v2, vcc, -1, v0
	.loc	0 27 16
	s_cselect_b32 s6, s1, 0xff
	.loc	0 29 16
	v_max_i32_e32 v2, s5, v2
	.loc	0 30 23
	v_add_i32_e32 v3, vcc, 1, v0
	.loc	0 28 23
	v_cmp_le_i32_e64 s[0:1], s5, v0
	.loc	0 30 16
	v_min_i32_e32 v3, s6, v3
	v_lshlrev_b32_e32 v2, 2, v2
	.loc	0 37 5
	s_mul_i32 s5, s15, s14
	v_add_i32_e32 v6, vcc, 0x400, v2
	v_lshlrev_b32_e32 v2, 2, v3
	s_add_i32 s4, s4, s5
	v_add_i32_e32 v8, vcc, 0x400, v2
	v_add_i32_e32 v2, vcc, s4, v0
	.loc	0 37 10
	v_sub_i32_e32 v5, vcc, 0x100, v0
	s_mov_b32 s10, 0
	.loc	0 28 32
	v_cmp_ge_i32_e64 s[2:3], s6, v0
	s_mov_b32 s17, 1
	v_add_i32_e32 v7, vcc, 0x400, v4
	.loc	0 37 5
	v_subrev_i32_e32 v2, vcc, s16, v2
	s_mov_b32 s11, 0x100f000
	s_branch .LBB0_5
.LBB0_4:
	.loc	0 0 5
	s_or_b64 exec, exec, s[6:7]
	.loc	0 37 43
	s_add_i32 s17, s17, 1
	.loc	0 37 5
	v_add_i32_e32 v2, vcc, s14, v2
	.loc	0 49 9
	s_waitcnt lgkmcnt(0)
	s_barrier
.LBB0_5:
	.loc	0 39 16
	v_cmp_le_u32_e32 vcc, s17, v0
	v_cmp_lt_i32_e64 s[4:5], s17, v5
	.loc	0 39 24
	s_and_b64 s[4:5], vcc, s[4:5]
	s_and_b64 s[4:5], s[4:5], s[0:1]
	s_and_b64 s[4:5], s[4:5], s[2:3]
	.loc	0 48 25
	s_mov_b32 m0, -1
	.loc	0 39 24
	s_and_saveexec_b64 s[6:7], s[4:5]
	s_cbranch_execz .LBB0_7
	.loc	0 42 32
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[9:10], v[2:3], 2
	buffer_load_dword v3, v[9:10], s[8:11], 0 addr64
	.loc	0 41 33
	ds_read_b32 v9, v6
	.loc	0 41 46
	ds_read_b32 v10, v7
	.loc	0 41 58
	ds_read_b32 v11, v8
	.loc	0 41 25
	s_waitcnt lgkmcnt(0)
	v_min3_i32 v9, v9, v10, v11
	.loc	0 42 30
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v3, vcc, v9, v3
	.loc	0 42 22
	ds_write_b32 v4, v3
.LBB0_7:
	.loc	0 0 22
	s_or_b64 exec, exec, s[6:7]
	.loc	0 45 18
	s_cmp_eq_u32 s16, s17
	.loc	0 44 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 45 13
	s_cbranch_scc1 .LBB0_10
	.loc	0 47 13
	s_and_saveexec_b64 s[6:7], s[4:5]
	s_cbranch_execz .LBB0_4
	.loc	0 48 25
	ds_read_b32 v3, v4
	.loc	0 48 23
	s_waitcnt lgkmcnt(0)
	ds_write_b32 v7, v3
	s_branch .LBB0_4
.LBB0_10:
	.loc	0 45 13
	s_cbranch_execz .LBB0_5
	.loc	0 51 9
	s_and_saveexec_b64 s[0:1], s[4:5]
	s_cbranch_execz .LBB0_13
	.loc	0 52 23
	ds_read_b32 v3, v4
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[0:1], v[1:2], 2
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	.loc	0 52 21
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v3, v[0:1], s[12:15], 0 addr64
.LBB0_13:
	.loc	0 53 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel pathfinder_dynproc
		.amdhsa_group_segment_fixed_size 2048
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 40
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
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 24
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
	.size	pathfinder_dynproc, .Lfunc_end0-pathfinder_dynproc
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
      - .offset:         32
        .size:           4
        .value_kind:     by_value
      - .offset:         36
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 2048
    .kernarg_segment_align: 8
    .kernarg_segment_size: 40
    .max_flat_workgroup_size: 512
    .name:           pathfinder_dynproc
    .private_segment_fixed_size: 0
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         pathfinder_dynproc.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     12
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
