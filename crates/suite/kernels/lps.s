	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	lps_laplace3d
	.globl	lps_laplace3d
	.p2align	8
	.type	lps_laplace3d,@function
lps_laplace3d:
	.file	0 "lps.cu"
	.loc	0 24 14
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	.loc	0 28 26
	v_lshlrev_b32_e32 v2, 5, v1
	.loc	0 28 21
	v_add_i32_e32 v3, vcc, v2, v0
	s_movk_i32 s0, 0x4b
	.loc	0 29 23
	v_cmp_lt_u32_e32 vcc, s0, v3
	.loc	0 31 9
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	.loc	0 48 29
	s_lshl_b32 s2, s6, 5
	.loc	0 49 29
	s_lshl_b32 s3, s7, 2
	s_mov_b32 s14, 0
	s_mov_b64 s[16:17], 0
	.loc	0 31 9
	s_or_saveexec_b64 s[12:13], s[0:1]
	v_mov_b32_e32 v7, s14
	v_mov_b32_e32 v4, s2
	v_mov_b32_e32 v5, s3
	v_mov_b32_e32 v2, s14
	s_xor_b64 exec, exec, s[12:13]
	s_cbranch_execz .LBB0_8
	.loc	0 33 16
	v_cmp_lt_u32_e32 vcc, 1, v1
	.loc	0 33 13
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	.loc	0 37 30
	v_and_b32_e32 v2, 1, v0
	v_cmp_eq_u32_e32 vcc, 1, v2
	.loc	0 38 24
	v_lshrrev_b32_e32 v4, 1, v3
	.loc	0 37 44
	v_cndmask_b32_e64 v2, -1, 32, vcc
	.loc	0 38 36
	v_subrev_i32_e32 v4, vcc, 33, v4
	.loc	0 33 13
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	.loc	0 35 35
	v_mad_u32_u24 v4, v1, 5, -1
	v_mov_b32_e32 v2, v0
	.loc	0 0 35
	s_or_b64 exec, exec, s[0:1]
	.loc	0 40 39
	v_mul_lo_u32 v5, v4, 34
	.loc	0 42 25
	s_lshl_b32 s15, s7, 2
	.loc	0 42 11
	v_add_i32_e32 v4, vcc, s15, v4
	.loc	0 40 29
	v_add_i32_e32 v5, vcc, v5, v2
	.loc	0 40 45
	v_add_i32_e32 v7, vcc, 0xef, v5
	.loc	0 43 27
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v5, v4, s11
	.loc	0 41 25
	s_lshl_b32 s14, s6, 5
	.loc	0 41 11
	v_add_i32_e32 v6, vcc, s14, v2
	.loc	0 43 23
	v_add_i32_e32 v2, vcc, v6, v5
	.loc	0 44 17
	v_cmp_lt_i32_e32 vcc, -1, v6
	v_cmp_gt_i32_e64 s[0:1], s8, v6
	v_cmp_lt_i32_e64 s[2:3], -1, v4
	v_cmp_gt_i32_e64 s[6:7], s9, v4
	s_and_b64 s[2:3], s[2:3], s[6:7]
	.loc	0 44 22
	s_and_b64 s[0:1], vcc, s[0:1]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_andn2_b64 s[2:3], s[16:17], exec
	s_and_b64 s[0:1], s[0:1], exec
	v_mov_b32_e32 v4, s14
	v_mov_b32_e32 v5, s15
	s_or_b64 s[16:17], s[2:3], s[0:1]
.LBB0_8:
	.loc	0 0 22
	s_or_b64 exec, exec, s[12:13]
	.loc	0 49 16
	v_add_i32_e32 v9, vcc, v5, v1
	.loc	0 47 26
	v_lshlrev_b32_e32 v6, 1, v1
	.loc	0 50 23
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v1, v9, s11
	.loc	0 24 14
	s_load_dwordx4 s[4:7], s[4:5], 0x4
	.loc	0 48 16
	v_add_i32_e32 v10, vcc, v4, v0
	.loc	0 47 26
	v_add_i32_e32 v3, vcc, v3, v6
	.loc	0 50 19
	v_add_i32_e32 v4, vcc, v1, v10
	.loc	0 51 21
	v_cmp_gt_i32_e32 vcc, s8, v10
	.loc	0 51 30
	v_cmp_gt_i32_e64 s[0:1], s9, v9
	s_and_b64 s[18:19], vcc, s[0:1]
	v_lshlrev_b32_e32 v6, 2, v3
	.loc	0 59 27
	s_mov_b32 m0, -1
	.loc	0 54 9
	s_and_saveexec_b64 s[0:1], s[18:19]
	s_cbranch_execnz .LBB0_11
	.loc	0 0 9
	s_or_b64 exec, exec, s[0:1]
	v_lshlrev_b32_e32 v7, 2, v7
	.loc	0 58 9
	s_and_saveexec_b64 s[0:1], s[16:17]
	s_cbranch_execnz .LBB0_12
.LBB0_10:
	.loc	0 0 9
	s_or_b64 exec, exec, s[0:1]
	.loc	0 63 23
	s_cmp_lt_i32 s10, 1
	.loc	0 63 5
	s_cbranch_scc0 .LBB0_13
	s_branch .LBB0_36
.LBB0_11:
	.loc	0 0 5
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_b64 v[0:1], v[4:5], 2
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[12:13], s[4:5]
	.loc	0 56 33
	buffer_load_dword v0, v[0:1], s[12:15], 0 addr64
	.loc	0 55 23
	s_movk_i32 s2, 0x300
	v_mov_b32_e32 v1, 0
	v_add_i32_e32 v3, vcc, s2, v6
	s_waitcnt vmcnt(0)
	ds_write2_b32 v3, v1, v0 offset0:47 offset1:251
	s_or_b64 exec, exec, s[0:1]
	v_lshlrev_b32_e32 v7, 2, v7
	.loc	0 58 9
	s_and_saveexec_b64 s[0:1], s[16:17]
	s_cbranch_execz .LBB0_10
.LBB0_12:
	.loc	0 0 9
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[0:1], v[2:3], 2
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[12:13], s[4:5]
	.loc	0 60 37
	buffer_load_dword v0, v[0:1], s[12:15], 0 addr64
	v_mov_b32_e32 v3, 0
	v_add_i32_e32 v1, vcc, 0x330, v7
	.loc	0 59 27
	ds_write_b32 v7, v3
	.loc	0 60 35
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v0
	s_or_b64 exec, exec, s[0:1]
	.loc	0 63 23
	s_cmp_lt_i32 s10, 1
	.loc	0 63 5
	s_cbranch_scc1 .LBB0_36
.LBB0_13:
	.loc	0 25 23
	s_mul_i32 s11, s11, s9
	v_mov_b32_e32 v0, v4
	.loc	0 65 13
	s_and_saveexec_b64 s[0:1], s[18:19]
	s_cbranch_execz .LBB0_16
	.loc	0 67 37
	s_movk_i32 s2, 0x300
	v_add_i32_e32 v0, vcc, s2, v6
	ds_read2_b32 v[11:12], v0 offset0:47 offset1:251
	.loc	0 66 19
	v_add_i32_e32 v0, vcc, s11, v4
	.loc	0 69 19
	s_cmp_eq_u32 s10, 1
	.loc	0 67 35
	s_waitcnt lgkmcnt(0)
	ds_write2_b32 v6, v11, v12 offset0:35 offset1:239
	.loc	0 69 17
	s_cbranch_scc1 .LBB0_16
	.loc	0 0 17
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[11:12], v[0:1], 2
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	s_mov_b64 s[12:13], s[4:5]
	.loc	0 70 41
	buffer_load_dword v1, v[11:12], s[12:15], 0 addr64
	.loc	0 70 39
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v1 offset:1772
.LBB0_16:
	.loc	0 0 39
	s_or_b64 exec, exec, s[0:1]
	v_add_i32_e32 v8, vcc, 0xfffffcd0, v7
	.loc	0 72 13
	s_and_saveexec_b64 s[0:1], s[16:17]
	s_cbranch_execz .LBB0_19
	.loc	0 75 33
	v_add_i32_e32 v1, vcc, 0x330, v7
	.loc	0 74 41
	ds_read_b32 v3, v7
	.loc	0 75 33
	ds_read_b32 v5, v1
	.loc	0 73 23
	v_add_i32_e32 v2, vcc, s11, v2
	.loc	0 76 19
	s_cmp_eq_u32 s10, 1
	.loc	0 74 39
	s_waitcnt lgkmcnt(0)
	ds_write_b32 v8, v3
	.loc	0 75 31
	ds_write_b32 v7, v5
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_19
	.loc	0 0 17
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[11:12], v[2:3], 2
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	s_mov_b64 s[12:13], s[4:5]
	.loc	0 77 45
	buffer_load_dword v3, v[11:12], s[12:15], 0 addr64
	.loc	0 77 43
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v3
.LBB0_19:
	.loc	0 0 43
	s_or_b64 exec, exec, s[0:1]
	.loc	0 24 14
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s12, s6
	s_mov_b32 s13, s7
	.loc	0 79 9
	s_barrier
	.loc	0 81 13
	s_and_saveexec_b64 s[0:1], s[18:19]
	s_cbranch_execz .LBB0_21
	.loc	0 84 25
	ds_read_b32 v1, v6 offset:956
	.loc	0 89 13
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_b64 v[3:4], v[4:5], 2
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	.loc	0 89 22
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v1, v[3:4], s[12:15], 0 addr64
.LBB0_21:
	.loc	0 0 22
	s_or_b64 exec, exec, s[0:1]
	.loc	0 63 23
	s_cmp_eq_u32 s10, 1
	.loc	0 91 9
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 63 5
	s_cbranch_scc1 .LBB0_36
	.loc	0 0 5
	s_add_i32 s0, s8, -1
	v_cmp_eq_u32_e64 s[0:1], s0, v10
	v_cmp_eq_u32_e64 s[2:3], 0, v9
	v_cmp_eq_u32_e32 vcc, 0, v10
	s_or_b64 s[2:3], s[2:3], s[0:1]
	s_add_i32 s0, s9, -1
	v_cmp_eq_u32_e64 s[0:1], s0, v9
	s_or_b64 s[2:3], vcc, s[2:3]
	s_or_b64 s[0:1], s[2:3], s[0:1]
	s_movk_i32 s2, 0x300
	s_mov_b32 s14, 0
	v_add_i32_e32 v10, vcc, s2, v6
	s_movk_i32 s2, 0x400
	s_add_i32 s20, s10, -1
	.loc	0 63 5
	s_add_i32 s8, s10, -2
	s_mov_b32 s15, 0x100f000
	v_add_i32_e32 v9, vcc, 0x330, v7
	s_xor_b64 s[0:1], s[0:1], -1
	v_add_i32_e32 v11, vcc, s2, v6
	s_mov_b32 s10, s14
	s_branch .LBB0_25
.LBB0_23:
	.loc	0 0 5
	s_or_b64 exec, exec, s[6:7]
	.loc	0 89 13
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[0:1], v[0:1], 2
	.loc	0 89 22
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v3, v[0:1], s[12:15], 0 addr64
.LBB0_24:
	.loc	0 0 22
	s_or_b64 exec, exec, s[2:3]
	.loc	0 63 23
	s_cmp_eq_u32 s20, s9
	s_mov_b32 s10, s9
	v_mov_b32_e32 v0, v4
	.loc	0 91 9
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 63 5
	s_cbranch_scc1 .LBB0_36
.LBB0_25:
	.loc	0 65 13
	s_add_i32 s9, s10, 1
	v_mov_b32_e32 v4, v0
	s_and_saveexec_b64 s[2:3], s[18:19]
	s_cbranch_execz .LBB0_28
	.loc	0 67 37
	ds_read2_b32 v[12:13], v10 offset0:47 offset1:251
	.loc	0 66 19
	v_add_i32_e32 v4, vcc, s11, v0
	.loc	0 69 19
	s_cmp_ge_i32 s9, s20
	.loc	0 67 35
	s_waitcnt lgkmcnt(0)
	ds_write2_b32 v6, v12, v13 offset0:35 offset1:239
	.loc	0 69 17
	s_cbranch_scc1 .LBB0_28
	.loc	0 0 17
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_b64 v[12:13], v[4:5], 2
	s_mov_b64 s[6:7], s[14:15]
	.loc	0 70 41
	buffer_load_dword v1, v[12:13], s[4:7], 0 addr64
	.loc	0 70 39
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v1 offset:1772
.LBB0_28:
	.loc	0 0 39
	s_or_b64 exec, exec, s[2:3]
	.loc	0 72 13
	s_and_saveexec_b64 s[2:3], s[16:17]
	s_cbranch_execz .LBB0_31
	.loc	0 74 41
	ds_read_b32 v1, v7
	.loc	0 75 33
	ds_read_b32 v3, v9
	.loc	0 73 23
	v_add_i32_e32 v2, vcc, s11, v2
	.loc	0 76 19
	s_cmp_ge_i32 s9, s20
	.loc	0 74 39
	s_waitcnt lgkmcnt(1)
	ds_write_b32 v8, v1
	.loc	0 75 31
	s_waitcnt lgkmcnt(1)
	ds_write_b32 v7, v3
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_31
	.loc	0 0 17
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[12:13], v[2:3], 2
	s_mov_b64 s[6:7], s[14:15]
	.loc	0 77 45
	buffer_load_dword v1, v[12:13], s[4:7], 0 addr64
	.loc	0 77 43
	s_waitcnt vmcnt(0)
	ds_write_b32 v9, v1
.LBB0_31:
	.loc	0 0 43
	s_or_b64 exec, exec, s[2:3]
	.loc	0 79 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 81 13
	s_and_saveexec_b64 s[2:3], s[18:19]
	s_cbranch_execz .LBB0_24
	.loc	0 0 13
	s_cmp_lg_u32 s8, s10
	s_cselect_b64 s[6:7], -1, 0
	s_and_b64 s[6:7], s[0:1], s[6:7]
	.loc	0 83 24
	s_and_saveexec_b64 s[22:23], s[6:7]
	s_xor_b64 s[6:7], exec, s[22:23]
	s_cbranch_execz .LBB0_34
	.loc	0 86 26
	ds_read2_b32 v[12:13], v6 offset0:238 offset1:240
	.loc	0 86 66
	ds_read2_b32 v[14:15], v6 offset0:35 offset1:205
	.loc	0 86 88
	ds_read2_b32 v[16:17], v11 offset0:17 offset1:187
	.loc	0 86 44
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v1, v12, v13
	.loc	0 86 64
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v1, v1, v15
	.loc	0 86 86
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v1, v16
	.loc	0 87 26
	v_add_f32_e32 v1, v1, v14
	.loc	0 87 50
	v_add_f32_e32 v1, v1, v17
	.loc	0 88 25
	v_mul_f32_e32 v3, 0x3e2aaaab, v1
.LBB0_34:
	.loc	0 83 24
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB0_23
	.loc	0 84 25
	ds_read_b32 v3, v6 offset:956
	s_branch .LBB0_23
.LBB0_36:
	.loc	0 93 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel lps_laplace3d
		.amdhsa_group_segment_fixed_size 2448
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 32
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
		.amdhsa_next_free_vgpr 18
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
	.size	lps_laplace3d, .Lfunc_end0-lps_laplace3d
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           4
        .value_kind:     by_value
      - .offset:         4
        .size:           4
        .value_kind:     by_value
      - .offset:         8
        .size:           4
        .value_kind:     by_value
      - .offset:         12
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 2448
    .kernarg_segment_align: 8
    .kernarg_segment_size: 32
    .max_flat_workgroup_size: 512
    .name:           lps_laplace3d
    .private_segment_fixed_size: 0
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         lps_laplace3d.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     18
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
