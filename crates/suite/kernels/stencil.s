	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	stencil_jacobi
	.globl	stencil_jacobi
	.p2align	8
	.type	stencil_jacobi,@function
stencil_jacobi:
	.file	0 "stencil.cu"
	.loc	0 22 14
	s_load_dwordx4 s[24:27], s[4:5], 0x6
	.loc	0 24 28
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s27, s6, 6
	.loc	0 24 36
	v_add_i32_e32 v9, vcc, s27, v0
	.loc	0 26 24
	s_lshl_b32 s14, s7, 2
	.loc	0 33 20
	v_cmp_gt_i32_e32 vcc, 1, v9
	.loc	0 33 24
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	.loc	0 0 24
	s_add_i32 s2, s25, -1
	s_mov_b64 s[28:29], 0
	.loc	0 33 24
	s_or_saveexec_b64 s[6:7], s[0:1]
	v_add_i32_e32 v7, vcc, s14, v1
	s_add_i32 s15, s24, -1
	v_mov_b32_e32 v8, s2
	s_xor_b64 exec, exec, s[6:7]
	.loc	0 0 24
	s_add_i32 s8, s25, -1
	.loc	0 33 29
	v_cmp_gt_i32_e32 vcc, s15, v9
	v_cmp_gt_i32_e64 s[2:3], s8, v7
	v_cmp_lt_i32_e64 s[0:1], 0, v7
	.loc	0 33 42
	s_and_b64 s[2:3], vcc, s[2:3]
	s_and_b64 s[0:1], s[2:3], s[0:1]
	s_andn2_b64 s[2:3], s[28:29], exec
	s_and_b64 s[0:1], s[0:1], exec
	v_mov_b32_e32 v8, s8
	s_or_b64 s[28:29], s[2:3], s[0:1]
	.loc	0 0 42
	s_or_b64 exec, exec, s[6:7]
	.loc	0 28 20
	v_mul_lo_u32 v2, v7, s24
	.loc	0 22 14
	s_load_dwordx4 s[8:11], s[4:5], 0x2
	.loc	0 31 30
	v_cmp_gt_i32_e64 s[0:1], s25, v7
	.loc	0 37 5
	v_lshlrev_b32_e32 v3, 8, v1
	.loc	0 28 16
	v_add_i32_e32 v4, vcc, v2, v9
	.loc	0 31 21
	v_cmp_gt_i32_e32 vcc, s24, v9
	.loc	0 37 5
	v_lshlrev_b32_e32 v2, 2, v0
	.loc	0 27 24
	s_mul_i32 s33, s25, s24
	.loc	0 31 30
	s_and_b64 s[30:31], vcc, s[0:1]
	.loc	0 37 5
	v_add_i32_e32 v6, vcc, v3, v2
	v_mov_b32_e32 v3, 0
	.loc	0 37 18
	s_mov_b32 m0, -1
	v_ashrrev_i32_e32 v5, 31, v4
	v_mov_b32_e32 v2, 0
	ds_write2_b32 v6, v3, v3 offset1:32
	.loc	0 39 9
	s_and_saveexec_b64 s[2:3], s[30:31]
	s_cbranch_execz .LBB0_6
	.loc	0 0 9
	v_add_i32_e32 v10, vcc, s33, v4
	v_ashrrev_i32_e32 v11, 31, v10
	v_lshl_b64 v[10:11], v[10:11], 2
	s_mov_b32 s19, 0x100f000
	s_mov_b32 s18, 0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[16:17], s[8:9]
	v_lshl_b64 v[12:13], v[4:5], 2
	.loc	0 41 24
	buffer_load_dword v10, v[10:11], s[16:19], 0 addr64
	.loc	0 40 17
	buffer_load_dword v2, v[12:13], s[16:19], 0 addr64
	.loc	0 41 22
	s_waitcnt vmcnt(1)
	ds_write_b32 v6, v10
.LBB0_6:
	.loc	0 0 22
	s_or_b64 exec, exec, s[2:3]
	v_add_i32_e32 v10, vcc, 0x80, v6
	.loc	0 25 16
	v_add_i32_e32 v9, vcc, 32, v9
	.loc	0 32 23
	v_cmp_gt_i32_e32 vcc, s24, v9
	.loc	0 32 32
	s_and_b64 s[34:35], vcc, s[0:1]
	.loc	0 43 9
	s_and_saveexec_b64 s[0:1], s[34:35]
	s_cbranch_execz .LBB0_8
	.loc	0 0 9
	s_ashr_i32 s2, s33, 31
	v_mov_b32_e32 v3, s2
	v_add_i32_e32 v11, vcc, s33, v4
	v_addc_u32_e32 v12, vcc, v5, v3, vcc
	v_lshl_b64 v[11:12], v[11:12], 2
	s_mov_b32 s19, 0x100f000
	s_mov_b32 s18, 0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[16:17], s[8:9]
	v_lshl_b64 v[3:4], v[4:5], 2
	.loc	0 45 25
	buffer_load_dword v5, v[11:12], s[16:19], 0 addr64 offset:128
	.loc	0 44 18
	buffer_load_dword v3, v[3:4], s[16:19], 0 addr64 offset:128
	.loc	0 45 23
	s_waitcnt vmcnt(1)
	ds_write_b32 v10, v5
.LBB0_8:
	.loc	0 0 23
	s_or_b64 exec, exec, s[0:1]
	.loc	0 49 23
	s_cmp_lt_i32 s26, 3
	.loc	0 47 5
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 49 5
	s_cbranch_scc1 .LBB0_43
	.loc	0 49 10
	s_add_u32 s12, s8, -4
	.loc	0 34 22
	v_cmp_gt_i32_e32 vcc, s15, v9
	v_cmp_lt_i32_e64 s[2:3], v7, v8
	.loc	0 49 10
	s_addc_u32 s13, s9, -1
	v_cmp_lt_i32_e64 s[0:1], 0, v7
	.loc	0 34 35
	s_and_b64 s[2:3], vcc, s[2:3]
	s_and_b64 s[36:37], s[2:3], s[0:1]
	s_add_i32 s26, s26, -2
	.loc	0 49 5
	s_add_u32 s20, s8, 4
	s_addc_u32 s21, s9, 0
	s_add_i32 s14, s14, s25
	v_add_i32_e32 v4, vcc, s14, v1
	v_mul_lo_u32 v8, s24, v4
	v_add_i32_e32 v4, vcc, -1, v4
	s_lshl_b32 s2, s25, 1
	v_mul_lo_u32 v11, s24, v4
	v_add_i32_e32 v4, vcc, s2, v7
	v_mul_lo_u32 v12, s24, v4
	.loc	0 22 14
	s_load_dwordx2 s[38:39], s[4:5], 0x0
	.loc	0 49 5
	v_add_i32_e32 v9, vcc, s24, v8
	s_movk_i32 s6, 0xff00
	v_add_i32_e32 v4, vcc, s6, v6
	v_add_i32_e64 v5, s[4:5], -4, v6
	v_add_i32_e64 v7, s[4:5], s6, v10
	v_add_i32_e64 v8, s[4:5], v0, v8
	v_add_i32_e64 v9, s[4:5], v0, v9
	v_add_i32_e64 v10, s[4:5], v0, v11
	v_add_i32_e64 v11, s[4:5], v0, v12
	s_mov_b32 s18, 0
	.loc	0 22 14
	s_mov_b32 s16, s10
	s_mov_b32 s17, s11
	v_cmp_lt_u32_e64 s[0:1], 2, v1
	v_cmp_ne_u32_e64 s[2:3], 0, v1
	v_cmp_ne_u32_e32 vcc, 0, v0
	v_mov_b32_e32 v12, 0
	s_mov_b32 s19, 0x100f000
	v_mov_b32_e32 v13, 0
	v_cmp_lt_u32_e64 s[4:5], 30, v0
	s_branch .LBB0_12
.LBB0_10:
	.loc	0 0 14
	s_or_b64 exec, exec, s[6:7]
	.loc	0 67 59
	ds_read2_b32 v[16:17], v6 offset0:31 offset1:32
	.loc	0 67 32
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v3, v3, v13
	.loc	0 67 41
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	.loc	0 67 49
	v_add_f32_e32 v2, v2, v14
	.loc	0 68 13
	v_lshl_b64 v[0:1], v[0:1], 2
	.loc	0 67 57
	v_add_f32_e32 v2, v2, v16
	.loc	0 68 36
	v_mul_f32_e32 v3, s38, v17
	.loc	0 67 77
	v_add_f32_e32 v2, v15, v2
	.loc	0 68 36
	v_mad_f32 v2, v2, s39, -v3
	.loc	0 68 21
	buffer_store_dword v2, v[0:1], s[16:19], 0 addr64
.LBB0_11:
	.loc	0 0 21
	s_or_b64 exec, exec, s[14:15]
	.loc	0 72 9
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 73 17
	ds_read2_b32 v[2:3], v6 offset1:32
	.loc	0 49 23
	s_add_i32 s26, s26, -1
	v_add_i32_e64 v8, s[6:7], s33, v8
	v_add_i32_e64 v9, s[6:7], s33, v9
	v_add_i32_e64 v10, s[6:7], s33, v10
	s_cmp_eq_u32 s26, 0
	v_add_i32_e64 v11, s[6:7], s33, v11
	.loc	0 74 22
	ds_write2_b32 v6, v12, v13 offset1:32
	.loc	0 77 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_cbranch_scc1 .LBB0_43
.LBB0_12:
	.loc	0 52 13
	s_and_saveexec_b64 s[14:15], s[30:31]
	s_cbranch_execz .LBB0_16
	.loc	0 0 13
	v_add_i32_e64 v0, s[6:7], s27, v11
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[0:1], v[0:1], 2
	s_mov_b64 s[10:11], s[18:19]
	.loc	0 53 21
	buffer_load_dword v12, v[0:1], s[8:11], 0 addr64
	s_or_b64 exec, exec, s[14:15]
	.loc	0 51 13
	v_add_i32_e64 v0, s[6:7], s27, v8
	.loc	0 54 13
	s_and_saveexec_b64 s[22:23], s[28:29]
	s_cbranch_execnz .LBB0_17
.LBB0_14:
	.loc	0 0 13
	s_or_b64 exec, exec, s[22:23]
	.loc	0 61 13
	s_and_saveexec_b64 s[14:15], s[34:35]
	s_cbranch_execz .LBB0_30
.LBB0_15:
	.loc	0 0 13
	v_add_i32_e64 v1, s[6:7], s27, v11
	v_add_i32_e64 v1, s[6:7], 32, v1
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[1:2], v[1:2], 2
	s_mov_b64 s[10:11], s[18:19]
	.loc	0 62 22
	buffer_load_dword v13, v[1:2], s[8:11], 0 addr64
	s_or_b64 exec, exec, s[14:15]
	.loc	0 63 13
	s_and_saveexec_b64 s[14:15], s[36:37]
	s_cbranch_execz .LBB0_11
	s_branch .LBB0_31
.LBB0_16:
	.loc	0 0 13
	s_or_b64 exec, exec, s[14:15]
	.loc	0 51 13
	v_add_i32_e64 v0, s[6:7], s27, v8
	.loc	0 54 13
	s_and_saveexec_b64 s[22:23], s[28:29]
	s_cbranch_execz .LBB0_14
.LBB0_17:
	.loc	0 55 27
	s_and_saveexec_b64 s[6:7], s[0:1]
	s_xor_b64 s[14:15], exec, s[6:7]
	s_cbranch_execz .LBB0_19
	.loc	0 55 64
	v_add_i32_e64 v14, s[6:7], s27, v9
	v_ashrrev_i32_e32 v15, 31, v14
	v_lshl_b64 v[14:15], v[14:15], 2
	s_mov_b64 s[10:11], s[18:19]
	buffer_load_dword v14, v[14:15], s[8:11], 0 addr64
	.loc	0 55 27
	s_andn2_saveexec_b64 s[6:7], s[14:15]
	s_cbranch_execz .LBB0_21
	s_branch .LBB0_20
.LBB0_19:
	s_andn2_saveexec_b64 s[6:7], s[14:15]
	s_cbranch_execz .LBB0_21
.LBB0_20:
	.loc	0 55 45
	s_waitcnt vmcnt(0)
	ds_read_b32 v14, v6 offset:256
.LBB0_21:
	.loc	0 0 45
	s_or_b64 exec, exec, s[6:7]
	.loc	0 56 27
	s_and_saveexec_b64 s[6:7], s[2:3]
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB0_23
	.loc	0 56 36
	ds_read_b32 v15, v4
	.loc	0 56 27
	s_andn2_saveexec_b64 s[14:15], s[6:7]
	s_cbranch_execnz .LBB0_24
	s_branch .LBB0_25
.LBB0_23:
	s_andn2_saveexec_b64 s[14:15], s[6:7]
	s_cbranch_execz .LBB0_25
.LBB0_24:
	.loc	0 56 55
	s_waitcnt lgkmcnt(0)
	v_add_i32_e64 v15, s[6:7], s27, v10
	v_ashrrev_i32_e32 v16, 31, v15
	v_lshl_b64 v[15:16], v[15:16], 2
	s_mov_b64 s[10:11], s[18:19]
	buffer_load_dword v15, v[15:16], s[8:11], 0 addr64
.LBB0_25:
	.loc	0 0 55
	s_or_b64 exec, exec, s[14:15]
	v_ashrrev_i32_e32 v1, 31, v0
	.loc	0 57 26
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB0_27
	.loc	0 57 35
	ds_read_b32 v16, v5
.LBB0_27:
	.loc	0 57 26
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB0_29
	.loc	0 57 54
	s_waitcnt lgkmcnt(0)
	v_lshl_b64 v[16:17], v[0:1], 2
	s_mov_b64 s[14:15], s[18:19]
	buffer_load_dword v16, v[16:17], s[12:15], 0 addr64
.LBB0_29:
	.loc	0 0 54
	s_or_b64 exec, exec, s[6:7]
	.loc	0 58 64
	ds_read2_b32 v[17:18], v6 offset1:1
	.loc	0 58 31
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v2, v2, v12
	.loc	0 58 39
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v2, v14
	.loc	0 58 47
	v_add_f32_e32 v2, v2, v15
	.loc	0 58 55
	v_add_f32_e32 v2, v2, v16
	.loc	0 58 62
	v_add_f32_e32 v14, v2, v18
	.loc	0 59 35
	v_mul_f32_e32 v15, s38, v17
	.loc	0 59 13
	v_lshl_b64 v[1:2], v[0:1], 2
	.loc	0 59 35
	v_mad_f32 v14, v14, s39, -v15
	.loc	0 59 20
	buffer_store_dword v14, v[1:2], s[16:19], 0 addr64
	s_or_b64 exec, exec, s[22:23]
	.loc	0 61 13
	s_and_saveexec_b64 s[14:15], s[34:35]
	s_cbranch_execnz .LBB0_15
.LBB0_30:
	.loc	0 0 13
	s_or_b64 exec, exec, s[14:15]
	.loc	0 63 13
	s_and_saveexec_b64 s[14:15], s[36:37]
	s_cbranch_execz .LBB0_11
.LBB0_31:
	.loc	0 64 27
	s_and_saveexec_b64 s[6:7], s[0:1]
	s_xor_b64 s[22:23], exec, s[6:7]
	s_cbranch_execz .LBB0_33
	.loc	0 64 65
	v_add_i32_e64 v1, s[6:7], s27, v9
	v_add_i32_e64 v1, s[6:7], 32, v1
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[1:2], v[1:2], 2
	s_mov_b64 s[10:11], s[18:19]
	buffer_load_dword v2, v[1:2], s[8:11], 0 addr64
	.loc	0 64 27
	s_andn2_saveexec_b64 s[6:7], s[22:23]
	s_cbranch_execz .LBB0_35
	s_branch .LBB0_34
.LBB0_33:
	s_andn2_saveexec_b64 s[6:7], s[22:23]
	s_cbranch_execz .LBB0_35
.LBB0_34:
	.loc	0 64 45
	s_waitcnt vmcnt(0)
	ds_read_b32 v2, v6 offset:384
.LBB0_35:
	.loc	0 0 45
	s_or_b64 exec, exec, s[6:7]
	.loc	0 65 27
	s_and_saveexec_b64 s[6:7], s[2:3]
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB0_37
	.loc	0 65 36
	s_waitcnt expcnt(0)
	ds_read_b32 v14, v7
	.loc	0 65 27
	s_andn2_saveexec_b64 s[22:23], s[6:7]
	s_cbranch_execnz .LBB0_38
	s_branch .LBB0_39
.LBB0_37:
	s_andn2_saveexec_b64 s[22:23], s[6:7]
	s_cbranch_execz .LBB0_39
.LBB0_38:
	.loc	0 65 56
	v_add_i32_e64 v1, s[6:7], s27, v10
	s_waitcnt expcnt(0) lgkmcnt(0)
	v_add_i32_e64 v14, s[6:7], 32, v1
	v_ashrrev_i32_e32 v15, 31, v14
	v_lshl_b64 v[14:15], v[14:15], 2
	s_mov_b64 s[10:11], s[18:19]
	buffer_load_dword v14, v[14:15], s[8:11], 0 addr64
.LBB0_39:
	.loc	0 0 56
	s_or_b64 exec, exec, s[22:23]
	.loc	0 52 13
	v_add_i32_e64 v0, s[6:7], 32, v0
	v_ashrrev_i32_e32 v1, 31, v0
	.loc	0 66 26
	s_and_saveexec_b64 s[6:7], s[4:5]
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB0_41
	.loc	0 66 63
	v_lshl_b64 v[15:16], v[0:1], 2
	s_mov_b64 s[22:23], s[18:19]
	buffer_load_dword v15, v[15:16], s[20:23], 0 addr64
.LBB0_41:
	.loc	0 66 26
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB0_10
	.loc	0 66 43
	s_waitcnt vmcnt(0)
	ds_read_b32 v15, v6 offset:132
	s_branch .LBB0_10
.LBB0_43:
	.loc	0 79 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel stencil_jacobi
		.amdhsa_group_segment_fixed_size 1024
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 36
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
		.amdhsa_next_free_vgpr 19
		.amdhsa_next_free_sgpr 40
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
	.size	stencil_jacobi, .Lfunc_end0-stencil_jacobi
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
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .offset:         24
        .size:           4
        .value_kind:     by_value
      - .offset:         28
        .size:           4
        .value_kind:     by_value
      - .offset:         32
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 1024
    .kernarg_segment_align: 8
    .kernarg_segment_size: 36
    .max_flat_workgroup_size: 512
    .name:           stencil_jacobi
    .private_segment_fixed_size: 0
    .sgpr_count:     42
    .sgpr_spill_count: 0
    .symbol:         stencil_jacobi.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     19
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
