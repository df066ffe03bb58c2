	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	btree_find_k
	.globl	btree_find_k
	.p2align	8
	.type	btree_find_k,@function
btree_find_k:
	.file	0 "btree.cu"
	.loc	0 27 18
	s_load_dword s33, s[4:5], 0x0
	s_load_dwordx2 s[18:19], s[4:5], 0x2
	s_load_dwordx8 s[8:15], s[4:5], 0x6
	s_load_dwordx2 s[16:17], s[4:5], 0xe
	s_ashr_i32 s7, s6, 31
	.loc	0 31 31
	s_waitcnt lgkmcnt(0)
	s_cmp_gt_i32 s33, 0
	.loc	0 31 5
	s_cbranch_scc1 .LBB0_2
	.loc	0 44 9
	v_mov_b32_e32 v1, 0
	.loc	0 31 5
	s_cbranch_execz .LBB0_3
	s_branch .LBB0_11
.LBB0_2:
.LBB0_3:
	.loc	0 0 5
	s_lshl_b64 s[0:1], s[6:7], 2
	s_add_u32 s20, s10, s0
	.loc	0 27 18
	s_load_dword s4, s[4:5], 0x4
	s_addc_u32 s21, s11, s1
	s_add_u32 s24, s14, s0
	s_addc_u32 s25, s15, s1
	s_add_u32 s28, s12, s0
	v_mov_b32_e32 v1, 0
	s_addc_u32 s29, s13, s1
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, -1
	v_mov_b32_e32 v2, s19
	v_lshlrev_b32_e32 v3, 2, v0
	s_mov_b32 s38, 0
	s_mov_b64 s[36:37], 0
	s_movk_i32 s5, 0x814
	v_cmp_eq_u32_e64 s[0:1], 0, v0
	s_branch .LBB0_5
.LBB0_4:
	.loc	0 0 18
	s_or_b64 exec, exec, s[2:3]
	.loc	0 31 31
	s_add_i32 s33, s33, -1
	s_cmp_eq_u32 s33, 0
	.loc	0 41 9
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 31 5
	s_cbranch_scc1 .LBB0_11
.LBB0_5:
	.loc	0 32 35
	s_mov_b32 s22, s30
	s_mov_b32 s23, s31
	buffer_load_dword v4, off, s[20:23], 0
	.loc	0 33 13
	s_mov_b32 s39, s31
	.loc	0 33 35
	s_mov_b32 s26, s30
	s_mov_b32 s27, s31
	.loc	0 33 13
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v5, v4, s5
	v_mul_hi_i32 v4, v4, s5
	v_add_i32_e32 v5, vcc, s18, v5
	v_addc_u32_e32 v6, vcc, v2, v4, vcc
	v_add_i32_e32 v7, vcc, v5, v3
	v_addc_u32_e32 v8, vcc, 0, v6, vcc
	buffer_load_dword v7, v[7:8], s[36:39], 0 addr64 offset:1032
	.loc	0 33 35
	buffer_load_dword v4, off, s[24:27], 0
	.loc	0 33 32
	s_waitcnt vmcnt(0)
	v_cmp_le_i32_e32 vcc, v7, v4
	.loc	0 33 47
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_9
	.loc	0 33 0
	v_add_i32_e32 v5, vcc, v5, v3
	v_addc_u32_e32 v6, vcc, 0, v6, vcc
	v_add_i32_e32 v5, vcc, 0x408, v5
	.loc	0 33 50
	s_mov_b32 s39, s31
	.loc	0 33 0
	v_addc_u32_e32 v6, vcc, 0, v6, vcc
	.loc	0 33 50
	s_mov_b32 s40, s38
	s_mov_b32 s41, s38
	s_mov_b64 s[42:43], s[38:39]
	buffer_load_dword v5, v[5:6], s[40:43], 0 addr64 offset:4
	.loc	0 33 73
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e32 vcc, v5, v4
	.loc	0 33 13
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_9
	.loc	0 35 23
	buffer_load_dword v4, off, s[28:31], 0
	.loc	0 35 17
	s_mov_b32 s39, s31
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v5, v4, s5
	v_mul_hi_i32 v4, v4, s5
	v_add_i32_e32 v5, vcc, s18, v5
	v_addc_u32_e32 v6, vcc, v2, v4, vcc
	v_add_i32_e32 v4, vcc, v5, v3
	v_addc_u32_e32 v5, vcc, 0, v6, vcc
	buffer_load_dword v4, v[4:5], s[36:39], 0 addr64 offset:4
	.loc	0 35 52
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s4, v4
	.loc	0 35 17
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_9
	.loc	0 36 29
	buffer_store_dword v4, off, s[28:31], 0
.LBB0_9:
	.loc	0 0 29
	s_or_b64 exec, exec, s[2:3]
	.loc	0 38 9
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 39 13
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_4
	.loc	0 40 30
	buffer_load_dword v4, off, s[28:31], 0
	.loc	0 40 28
	s_mov_b32 s22, s30
	s_mov_b32 s23, s31
	s_waitcnt vmcnt(0)
	buffer_store_dword v4, off, s[20:23], 0
	s_branch .LBB0_4
.LBB0_11:
	.loc	0 44 15
	s_lshl_b64 s[4:5], s[6:7], 2
	v_mov_b32_e32 v4, s4
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	s_mov_b64 s[0:1], s[10:11]
	v_mov_b32_e32 v5, s5
	buffer_load_dword v2, v[4:5], s[0:3], 0 addr64
	s_movk_i32 s6, 0x814
	.loc	0 44 9
	v_mov_b32_e32 v3, s19
	v_lshl_b64 v[0:1], v[0:1], 2
	s_mov_b64 s[0:1], 0
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v6, v2, s6
	v_mul_hi_i32 v7, v2, s6
	v_add_i32_e32 v2, vcc, s18, v6
	v_addc_u32_e32 v3, vcc, v3, v7, vcc
	v_add_i32_e32 v6, vcc, v2, v0
	v_addc_u32_e32 v7, vcc, v3, v1, vcc
	buffer_load_dword v6, v[6:7], s[0:3], 0 addr64 offset:1032
	.loc	0 44 47
	s_mov_b64 s[0:1], s[14:15]
	buffer_load_dword v4, v[4:5], s[0:3], 0 addr64
	.loc	0 44 44
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, v6, v4
	.loc	0 44 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_13
	.loc	0 0 0
	v_add_i32_e32 v0, vcc, v2, v0
	v_addc_u32_e32 v1, vcc, v3, v1, vcc
	.loc	0 45 34
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
	buffer_load_dword v0, v[0:1], s[0:3], 0 addr64 offset:4
	.loc	0 45 26
	s_mov_b64 s[10:11], s[2:3]
	.loc	0 45 9
	s_mov_b64 s[18:19], s[2:3]
	.loc	0 45 34
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e32 v1, 31, v0
	.loc	0 45 26
	v_lshl_b64 v[0:1], v[0:1], 2
	buffer_load_dword v2, v[0:1], s[8:11], 0 addr64
	.loc	0 45 9
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s5
	.loc	0 45 24
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v[0:1], s[16:19], 0 addr64
.LBB0_13:
	.loc	0 46 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel btree_find_k
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 64
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
		.amdhsa_next_free_vgpr 9
		.amdhsa_next_free_sgpr 44
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
	.size	btree_find_k, .Lfunc_end0-btree_find_k
	.text
	.protected	btree_find_range_k
	.globl	btree_find_range_k
	.p2align	8
	.type	btree_find_range_k,@function
btree_find_range_k:
	.loc	0 53 18
	s_load_dword s33, s[4:5], 0x0
	s_load_dwordx2 s[34:35], s[4:5], 0x2
	s_load_dwordx16 s[8:23], s[4:5], 0x6
	s_ashr_i32 s7, s6, 31
	.loc	0 57 31
	s_waitcnt lgkmcnt(0)
	s_cmp_gt_i32 s33, 0
	.loc	0 57 5
	s_cbranch_scc1 .LBB1_2
	.loc	0 76 9
	v_mov_b32_e32 v1, 0
	.loc	0 57 5
	s_cbranch_execz .LBB1_3
	s_branch .LBB1_15
.LBB1_2:
.LBB1_3:
	.loc	0 0 5
	s_lshl_b64 s[0:1], s[6:7], 2
	s_add_u32 s24, s8, s0
	s_addc_u32 s25, s9, s1
	s_add_u32 s28, s16, s0
	s_addc_u32 s29, s17, s1
	s_add_u32 s36, s10, s0
	s_addc_u32 s37, s11, s1
	s_add_u32 s40, s12, s0
	s_addc_u32 s41, s13, s1
	.loc	0 53 18
	s_load_dword s4, s[4:5], 0x4
	s_add_u32 s44, s18, s0
	s_addc_u32 s45, s19, s1
	s_add_u32 s48, s14, s0
	s_addc_u32 s49, s15, s1
	v_mov_b32_e32 v1, 0
	s_mov_b32 s54, 0
	s_mov_b32 s55, 0x100f000
	s_mov_b32 s42, -1
	v_mov_b32_e32 v2, s35
	v_lshlrev_b32_e32 v3, 2, v0
	s_mov_b64 s[52:53], 0
	s_movk_i32 s5, 0x814
	v_cmp_eq_u32_e64 s[0:1], 0, v0
	s_branch .LBB1_5
.LBB1_4:
	.loc	0 0 18
	s_or_b64 exec, exec, s[2:3]
	.loc	0 57 31
	s_add_i32 s33, s33, -1
	s_cmp_eq_u32 s33, 0
	.loc	0 73 9
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 57 5
	s_cbranch_scc1 .LBB1_15
.LBB1_5:
	.loc	0 58 35
	s_mov_b32 s26, s42
	s_mov_b32 s27, s55
	buffer_load_dword v4, off, s[24:27], 0
	.loc	0 59 35
	s_mov_b32 s30, s42
	s_mov_b32 s31, s55
	.loc	0 58 29
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v5, v4, s5
	v_mul_hi_i32 v6, v4, s5
	v_add_i32_e32 v4, vcc, s34, v5
	v_addc_u32_e32 v5, vcc, v2, v6, vcc
	.loc	0 59 13
	v_add_i32_e32 v6, vcc, v4, v3
	v_addc_u32_e32 v7, vcc, 0, v5, vcc
	buffer_load_dword v7, v[6:7], s[52:55], 0 addr64 offset:1032
	.loc	0 59 35
	buffer_load_dword v6, off, s[28:31], 0
	.loc	0 59 32
	s_waitcnt vmcnt(0)
	v_cmp_le_i32_e32 vcc, v7, v6
	.loc	0 59 49
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB1_9
	.loc	0 59 19
	v_add_i32_e32 v7, vcc, 0x408, v4
	v_addc_u32_e32 v8, vcc, 0, v5, vcc
	.loc	0 59 52
	v_add_i32_e32 v7, vcc, v7, v3
	v_addc_u32_e32 v8, vcc, 0, v8, vcc
	buffer_load_dword v7, v[7:8], s[52:55], 0 addr64 offset:4
	.loc	0 59 75
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e32 vcc, v7, v6
	.loc	0 59 13
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB1_9
	.loc	0 0 0
	v_add_i32_e32 v4, vcc, v4, v3
	v_addc_u32_e32 v5, vcc, 0, v5, vcc
	.loc	0 60 17
	s_mov_b32 s56, s54
	s_mov_b32 s57, s54
	s_mov_b64 s[58:59], s[54:55]
	buffer_load_dword v4, v[4:5], s[56:59], 0 addr64 offset:4
	.loc	0 60 39
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s4, v4
	.loc	0 60 17
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB1_9
	.loc	0 61 29
	s_mov_b32 s38, s42
	s_mov_b32 s39, s55
	buffer_store_dword v4, off, s[36:39], 0
.LBB1_9:
	.loc	0 0 29
	s_or_b64 exec, exec, s[2:3]
	.loc	0 63 35
	s_mov_b32 s43, s55
	s_waitcnt expcnt(0)
	buffer_load_dword v4, off, s[40:43], 0
	.loc	0 64 35
	s_mov_b32 s46, s42
	s_mov_b32 s47, s55
	.loc	0 63 29
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v5, v4, s5
	v_mul_hi_i32 v6, v4, s5
	v_add_i32_e32 v4, vcc, s34, v5
	v_addc_u32_e32 v5, vcc, v2, v6, vcc
	.loc	0 64 13
	v_add_i32_e32 v6, vcc, v4, v3
	v_addc_u32_e32 v7, vcc, 0, v5, vcc
	buffer_load_dword v7, v[6:7], s[52:55], 0 addr64 offset:1032
	.loc	0 64 35
	buffer_load_dword v6, off, s[44:47], 0
	.loc	0 64 32
	s_waitcnt vmcnt(0)
	v_cmp_le_i32_e32 vcc, v7, v6
	.loc	0 64 47
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB1_13
	.loc	0 64 19
	v_add_i32_e32 v7, vcc, 0x408, v4
	v_addc_u32_e32 v8, vcc, 0, v5, vcc
	.loc	0 64 50
	v_add_i32_e32 v7, vcc, v7, v3
	v_addc_u32_e32 v8, vcc, 0, v8, vcc
	buffer_load_dword v7, v[7:8], s[52:55], 0 addr64 offset:4
	.loc	0 64 73
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e32 vcc, v7, v6
	.loc	0 64 13
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB1_13
	.loc	0 0 0
	v_add_i32_e32 v4, vcc, v4, v3
	v_addc_u32_e32 v5, vcc, 0, v5, vcc
	.loc	0 65 17
	s_mov_b32 s56, s54
	s_mov_b32 s57, s54
	s_mov_b64 s[58:59], s[54:55]
	buffer_load_dword v4, v[4:5], s[56:59], 0 addr64 offset:4
	.loc	0 65 39
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s4, v4
	.loc	0 65 17
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB1_13
	.loc	0 66 34
	s_mov_b32 s50, s42
	s_mov_b32 s51, s55
	buffer_store_dword v4, off, s[48:51], 0
.LBB1_13:
	.loc	0 0 34
	s_or_b64 exec, exec, s[2:3]
	.loc	0 68 9
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 69 13
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB1_4
	.loc	0 70 30
	s_mov_b32 s38, s42
	s_mov_b32 s39, s55
	buffer_load_dword v4, off, s[36:39], 0
	.loc	0 70 28
	s_mov_b32 s26, s42
	s_mov_b32 s27, s55
	.loc	0 71 35
	s_mov_b32 s50, s42
	s_mov_b32 s51, s55
	.loc	0 71 33
	s_mov_b32 s43, s55
	.loc	0 70 28
	s_waitcnt vmcnt(0)
	buffer_store_dword v4, off, s[24:27], 0
	.loc	0 71 35
	s_waitcnt expcnt(0)
	buffer_load_dword v4, off, s[48:51], 0
	.loc	0 71 33
	s_waitcnt vmcnt(0)
	buffer_store_dword v4, off, s[40:43], 0
	s_branch .LBB1_4
.LBB1_15:
	.loc	0 76 15
	s_lshl_b64 s[4:5], s[6:7], 2
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	v_mov_b32_e32 v2, s4
	s_mov_b64 s[10:11], s[14:15]
	v_mov_b32_e32 v3, s5
	buffer_load_dword v4, v[2:3], s[8:11], 0 addr64
	s_movk_i32 s8, 0x814
	.loc	0 76 47
	s_mov_b64 s[0:1], s[16:17]
	s_mov_b64 s[2:3], s[14:15]
	buffer_load_dword v6, v[2:3], s[0:3], 0 addr64
	.loc	0 76 9
	v_mov_b32_e32 v5, s35
	v_lshl_b64 v[0:1], v[0:1], 2
	s_mov_b64 s[0:1], 0
	s_waitcnt vmcnt(1)
	v_mul_lo_u32 v2, v4, s8
	v_mul_hi_i32 v3, v4, s8
	v_add_i32_e32 v2, vcc, s34, v2
	v_addc_u32_e32 v3, vcc, v5, v3, vcc
	v_add_i32_e32 v4, vcc, v2, v0
	v_addc_u32_e32 v5, vcc, v3, v1, vcc
	buffer_load_dword v4, v[4:5], s[0:3], 0 addr64 offset:1032
	.loc	0 76 44
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, v4, v6
	.loc	0 76 9
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB1_17
	.loc	0 0 9
	v_add_i32_e32 v2, vcc, v2, v0
	v_addc_u32_e32 v3, vcc, v3, v1, vcc
	s_mov_b32 s24, s14
	s_mov_b32 s25, s14
	s_mov_b64 s[26:27], s[14:15]
	.loc	0 77 30
	buffer_load_dword v4, v[2:3], s[24:27], 0 addr64 offset:4
	v_mov_b32_e32 v2, s4
	s_mov_b64 s[24:25], s[20:21]
	v_mov_b32_e32 v3, s5
	.loc	0 77 28
	s_waitcnt vmcnt(0)
	buffer_store_dword v4, v[2:3], s[24:27], 0 addr64
.LBB1_17:
	.loc	0 0 28
	s_or_b64 exec, exec, s[6:7]
	.loc	0 79 15
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v4, s4
	v_mov_b32_e32 v5, s5
	.loc	0 78 5
	s_waitcnt vmcnt(0)
	s_barrier
	.loc	0 79 15
	buffer_load_dword v2, v[4:5], s[12:15], 0 addr64
	.loc	0 79 9
	v_mov_b32_e32 v3, s35
	.loc	0 79 52
	s_mov_b64 s[12:13], s[18:19]
	.loc	0 79 9
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v6, v2, s8
	v_mul_hi_i32 v7, v2, s8
	v_add_i32_e32 v2, vcc, s34, v6
	v_addc_u32_e32 v3, vcc, v3, v7, vcc
	v_add_i32_e32 v6, vcc, v2, v0
	v_addc_u32_e32 v7, vcc, v3, v1, vcc
	buffer_load_dword v6, v[6:7], s[0:3], 0 addr64 offset:1032
	.loc	0 79 52
	buffer_load_dword v4, v[4:5], s[12:15], 0 addr64
	.loc	0 79 49
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, v6, v4
	.loc	0 79 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_19
	.loc	0 0 0
	v_add_i32_e32 v0, vcc, v2, v0
	.loc	0 80 31
	s_mov_b32 s2, 0
	.loc	0 0 0
	v_addc_u32_e32 v1, vcc, v3, v1, vcc
	.loc	0 80 31
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
	buffer_load_dword v2, v[0:1], s[0:3], 0 addr64 offset:4
	.loc	0 80 76
	v_mov_b32_e32 v0, s4
	s_mov_b64 s[0:1], s[20:21]
	v_mov_b32_e32 v1, s5
	buffer_load_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 80 9
	s_mov_b64 s[0:1], s[22:23]
	.loc	0 80 95
	s_waitcnt vmcnt(0)
	v_sub_i32_e32 v2, vcc, v2, v3
	v_add_i32_e32 v2, vcc, 1, v2
	.loc	0 80 29
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
.LBB1_19:
	.loc	0 81 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel btree_find_range_k
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 88
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
		.amdhsa_next_free_vgpr 9
		.amdhsa_next_free_sgpr 60
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
.Lfunc_end1:
	.size	btree_find_range_k, .Lfunc_end1-btree_find_range_k
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
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         32
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         40
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         48
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         56
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 64
    .max_flat_workgroup_size: 512
    .name:           btree_find_k
    .private_segment_fixed_size: 0
    .sgpr_count:     46
    .sgpr_spill_count: 0
    .symbol:         btree_find_k.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     9
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .offset:         0
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         32
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         40
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         48
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         56
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         64
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         72
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         80
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 88
    .max_flat_workgroup_size: 512
    .name:           btree_find_range_k
    .private_segment_fixed_size: 0
    .sgpr_count:     62
    .sgpr_spill_count: 0
    .symbol:         btree_find_range_k.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     9
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
