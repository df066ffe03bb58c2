	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	montecarlo_inverse_cnd
	.globl	montecarlo_inverse_cnd
	.p2align	8
	.type	montecarlo_inverse_cnd,@function
montecarlo_inverse_cnd:
	.file	0 "montecarlo.cu"
	.loc	0 61 22
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	.loc	0 61 35
	s_load_dword s0, s[4:5], 0x9
	.loc	0 61 22
	s_load_dword s14, s[4:5], 0x4
	.loc	0 62 24
	s_load_dword s16, s[4:5], 0x6
	.loc	0 61 22
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s4, s10
	.loc	0 61 35
	s_and_b32 s17, s0, 0xffff
	.loc	0 61 33
	s_mul_i32 s6, s6, s17
	.loc	0 63 9
	v_cmp_eq_u64_e64 s[0:1], s[8:9], 0
	.loc	0 61 46
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 61 22
	s_mov_b32 s5, s11
	.loc	0 62 34
	s_mul_i32 s15, s16, s17
	.loc	0 63 9
	s_and_b64 vcc, exec, s[0:1]
	v_cmp_gt_u32_e64 s[0:1], s14, v0
	s_cbranch_vccnz .LBB0_9
	.loc	0 64 9
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_8
	.loc	0 0 9
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	s_mov_b64 s[0:1], 0
	v_mov_b32_e32 v2, 0
	s_mov_b32 s18, 0x2f800000
	s_mov_b32 s19, 0xbed70a3d
	v_mov_b32_e32 v5, 0x349b0eac
	v_mov_b32_e32 v6, 0x42259096
	v_mov_b32_e32 v7, 0xc1a87f78
	s_mov_b32 s20, 0x6f800000
	s_mov_b64 s[6:7], s[10:11]
	v_mov_b32_e32 v8, 0x2f800000
	v_mov_b32_e32 v1, v0
	s_branch .LBB0_4
.LBB0_3:
	s_or_b64 exec, exec, s[12:13]
	.loc	0 30 24
	v_cmp_gt_i32_e32 vcc, 0, v9
	.loc	0 55 12
	v_cndmask_b32_e64 v9, v11, -v11, vcc
	.loc	0 64 47
	v_add_i32_e32 v1, vcc, s15, v1
	.loc	0 64 36
	v_cmp_le_u32_e32 vcc, s14, v1
	.loc	0 64 9
	s_or_b64 s[0:1], vcc, s[0:1]
	.loc	0 65 24
	buffer_store_dword v9, v[3:4], s[4:7], 0 addr64
	.loc	0 64 9
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execz .LBB0_8
.LBB0_4:
	.loc	0 65 41
	v_lshl_b64 v[3:4], v[1:2], 2
	s_waitcnt expcnt(0)
	buffer_load_dword v9, v[3:4], s[8:11], 0 addr64
	.loc	0 31 9
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e32 v10, 31, v9
	v_xor_b32_e32 v10, v10, v9
	.loc	0 33 23
	v_cvt_f32_u32_e32 v10, v10
	.loc	0 33 29
	v_add_f32_e32 v12, 0.5, v10
	.loc	0 34 17
	v_mad_f32 v10, v12, s18, -0.5
	.loc	0 36 11
	v_cmp_nlt_f32_e32 vcc, s19, v10
	.loc	0 36 9
	s_and_saveexec_b64 s[12:13], vcc
	s_xor_b64 s[12:13], exec, s[12:13]
	s_cbranch_execz .LBB0_6
	.loc	0 0 0
	v_mul_f32_e32 v10, 0x2f800000, v12
	.loc	0 43 27
	v_log_f32_e32 v10, v10
	.loc	0 43 26
	v_mul_f32_e32 v10, 0xbf317218, v10
	.loc	0 43 19
	v_log_f32_e32 v10, v10
	v_mul_f32_e32 v10, 0x3f317218, v10
	.loc	0 45 19
	v_madmk_f32 v11, v10, 0x34d49e28, v5
	.loc	0 46 19
	v_madak_f32 v11, v11, v10, 0x3806f590
	.loc	0 47 19
	v_madak_f32 v11, v11, v10, 0x39cf3175
	.loc	0 48 19
	v_madak_f32 v11, v11, v10, 0x3b7bb21f
	.loc	0 49 19
	v_madak_f32 v11, v11, v10, 0x3ce2756c
	.loc	0 50 19
	v_madak_f32 v11, v11, v10, 0x3e24a839
	.loc	0 51 19
	v_madak_f32 v11, v11, v10, 0x3f79e636
	.loc	0 52 19
	v_madak_f32 v10, v11, v10, 0x3eacc996
	.loc	0 53 13
	v_xor_b32_e32 v11, 0x80000000, v10
.LBB0_6:
	.loc	0 36 9
	s_andn2_saveexec_b64 s[12:13], s[12:13]
	s_cbranch_execz .LBB0_3
	.loc	0 37 21
	v_mul_f32_e32 v11, v10, v10
	.loc	0 39 42
	v_madmk_f32 v13, v11, 0x40485f81, v7
	.loc	0 40 29
	v_madak_f32 v13, v13, v11, 0x41b8aabd
	.loc	0 40 52
	v_madak_f32 v13, v13, v11, 0xc1079380
	.loc	0 40 74
	v_mad_f32 v13, v13, v11, 1.0
	.loc	0 41 23
	v_cmp_gt_f32_e64 vcc, |v13|, s20
	v_cndmask_b32_e32 v14, 1.0, v8, vcc
	v_mul_f32_e32 v13, v13, v14
	.loc	0 38 46
	v_madmk_f32 v12, v11, 0xc1cb874b, v6
	.loc	0 41 23
	v_rcp_f32_e32 v13, v13
	.loc	0 38 69
	v_madak_f32 v12, v12, v11, 0xc194eb85
	.loc	0 38 92
	v_madak_f32 v11, v12, v11, 0x40206c99
	.loc	0 41 15
	v_mul_f32_e32 v10, v10, v11
	.loc	0 41 23
	v_mul_f32_e32 v10, v10, v13
	v_mul_f32_e32 v11, v14, v10
	s_branch .LBB0_3
.LBB0_8:
	.loc	0 0 23
	s_or_b64 exec, exec, s[2:3]
	.loc	0 63 9
	s_cbranch_execz .LBB0_10
	s_branch .LBB0_17
.LBB0_9:
.LBB0_10:
	.loc	0 67 50
	s_add_i32 s0, s14, 1
	.loc	0 67 41
	v_cvt_f32_u32_e32 v1, s0
	s_not_b32 s1, s14
	.loc	0 68 36
	v_cmp_gt_u32_e32 vcc, s14, v0
	.loc	0 67 41
	v_rcp_iflag_f32_e32 v1, v1
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	v_mul_lo_u32 v2, s1, v1
	v_readfirstlane_b32 s1, v1
	v_mul_hi_u32 v2, v1, v2
	v_readfirstlane_b32 s2, v2
	s_add_i32 s1, s1, s2
	v_mul_hi_u32 v1, s1, -1
	v_readfirstlane_b32 s1, v1
	.loc	0 68 9
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_17
	.loc	0 67 41
	s_mul_i32 s2, s1, s0
	s_not_b32 s2, s2
	s_add_i32 s3, s1, 1
	s_sub_i32 s6, s2, s0
	s_cmp_ge_u32 s2, s0
	s_cselect_b32 s1, s3, s1
	s_cselect_b32 s2, s6, s2
	s_add_i32 s3, s1, 1
	s_cmp_ge_u32 s2, s0
	s_cselect_b32 s0, s3, s1
	.loc	0 68 9
	v_mul_lo_u32 v1, s0, v0
	s_mul_i32 s8, s0, s16
	s_mov_b32 s6, 0
	s_mul_i32 s8, s8, s17
	v_add_i32_e32 v2, vcc, s0, v1
	s_mov_b64 s[0:1], 0
	s_mov_b32 s9, 0x2f800000
	s_mov_b32 s10, 0xbed70a3d
	v_mov_b32_e32 v3, 0x349b0eac
	v_mov_b32_e32 v4, 0x42259096
	v_mov_b32_e32 v5, 0xc1a87f78
	s_mov_b32 s11, 0x6f800000
	v_mov_b32_e32 v1, 0
	s_mov_b32 s7, 0x100f000
	v_mov_b32_e32 v6, 0x2f800000
	s_branch .LBB0_13
.LBB0_12:
	.loc	0 0 9
	s_or_b64 exec, exec, s[2:3]
	.loc	0 30 24
	v_cmp_gt_i32_e32 vcc, 0, v2
	.loc	0 69 13
	v_lshl_b64 v[9:10], v[0:1], 2
	.loc	0 55 12
	v_cndmask_b32_e64 v7, v8, -v8, vcc
	.loc	0 68 47
	v_add_i32_e32 v0, vcc, s15, v0
	.loc	0 68 36
	v_cmp_le_u32_e32 vcc, s14, v0
	.loc	0 68 9
	s_or_b64 s[0:1], vcc, s[0:1]
	.loc	0 68 36
	v_add_i32_e32 v2, vcc, s8, v2
	.loc	0 69 24
	buffer_store_dword v7, v[9:10], s[4:7], 0 addr64
	.loc	0 68 9
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execz .LBB0_17
.LBB0_13:
	.loc	0 31 9
	s_waitcnt expcnt(0)
	v_ashrrev_i32_e32 v7, 31, v2
	v_xor_b32_e32 v7, v7, v2
	.loc	0 33 23
	v_cvt_f32_u32_e32 v7, v7
	.loc	0 33 29
	s_waitcnt expcnt(0)
	v_add_f32_e32 v9, 0.5, v7
	.loc	0 34 17
	v_mad_f32 v7, v9, s9, -0.5
	.loc	0 36 11
	v_cmp_nlt_f32_e32 vcc, s10, v7
	.loc	0 36 9
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_15
	.loc	0 0 0
	v_mul_f32_e32 v7, 0x2f800000, v9
	.loc	0 43 27
	v_log_f32_e32 v7, v7
	.loc	0 43 26
	v_mul_f32_e32 v7, 0xbf317218, v7
	.loc	0 43 19
	v_log_f32_e32 v7, v7
	v_mul_f32_e32 v7, 0x3f317218, v7
	.loc	0 45 19
	v_madmk_f32 v8, v7, 0x34d49e28, v3
	.loc	0 46 19
	v_madak_f32 v8, v8, v7, 0x3806f590
	.loc	0 47 19
	v_madak_f32 v8, v8, v7, 0x39cf3175
	.loc	0 48 19
	v_madak_f32 v8, v8, v7, 0x3b7bb21f
	.loc	0 49 19
	v_madak_f32 v8, v8, v7, 0x3ce2756c
	.loc	0 50 19
	v_madak_f32 v8, v8, v7, 0x3e24a839
	.loc	0 51 19
	v_madak_f32 v8, v8, v7, 0x3f79e636
	.loc	0 52 19
	v_madak_f32 v7, v8, v7, 0x3eacc996
	.loc	0 53 13
	v_xor_b32_e32 v8, 0x80000000, v7
.LBB0_15:
	.loc	0 36 9
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB0_12
	.loc	0 37 21
	v_mul_f32_e32 v8, v7, v7
	.loc	0 39 42
	v_madmk_f32 v10, v8, 0x40485f81, v5
	.loc	0 40 29
	v_madak_f32 v10, v10, v8, 0x41b8aabd
	.loc	0 40 52
	v_madak_f32 v10, v10, v8, 0xc1079380
	.loc	0 40 74
	v_mad_f32 v10, v10, v8, 1.0
	.loc	0 41 23
	v_cmp_gt_f32_e64 vcc, |v10|, s11
	v_cndmask_b32_e32 v11, 1.0, v6, vcc
	v_mul_f32_e32 v10, v10, v11
	.loc	0 38 46
	v_madmk_f32 v9, v8, 0xc1cb874b, v4
	.loc	0 41 23
	v_rcp_f32_e32 v10, v10
	.loc	0 38 69
	v_madak_f32 v9, v9, v8, 0xc194eb85
	.loc	0 38 92
	v_madak_f32 v8, v9, v8, 0x40206c99
	.loc	0 41 15
	v_mul_f32_e32 v7, v7, v8
	.loc	0 41 23
	v_mul_f32_e32 v7, v7, v10
	v_mul_f32_e32 v8, v11, v7
	s_branch .LBB0_12
.LBB0_17:
	.loc	0 71 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel montecarlo_inverse_cnd
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
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 15
		.amdhsa_next_free_sgpr 21
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
	.size	montecarlo_inverse_cnd, .Lfunc_end0-montecarlo_inverse_cnd
	.text
	.protected	montecarlo_one_block
	.globl	montecarlo_one_block
	.p2align	8
	.type	montecarlo_one_block,@function
montecarlo_one_block:
	.loc	0 77 40
	s_load_dword s16, s[4:5], 0x4
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	.loc	0 77 21
	s_mov_b32 s7, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v4, 0
	.loc	0 80 38
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, s16, v0
	.loc	0 80 5
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_4
	.loc	0 77 40
	s_mov_b32 s8, s0
	s_mov_b32 s9, s1
	.loc	0 77 21
	s_lshl_b64 s[0:1], s[6:7], 4
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, montecarlo_options@rel32@lo+4
	s_addc_u32 s11, s11, montecarlo_options@rel32@hi+12
	s_add_u32 s0, s0, s10
	s_addc_u32 s1, s1, s11
	s_load_dwordx4 s[12:15], s[0:1], 0x0
	s_mov_b64 s[0:1], 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v2, 0
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, s7
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v5, s14
	v_mov_b32_e32 v6, s13
	v_mov_b32_e32 v4, 0
	v_mov_b32_e32 v1, v0
.LBB1_2:
	.loc	0 81 76
	v_lshl_b64 v[7:8], v[1:2], 2
	.loc	0 80 49
	v_add_i32_e32 v1, vcc, 0x100, v1
	.loc	0 81 76
	buffer_load_dword v7, v[7:8], s[8:11], 0 addr64
	.loc	0 80 38
	v_cmp_le_u32_e32 vcc, s16, v1
	.loc	0 80 5
	s_or_b64 s[0:1], vcc, s[0:1]
	.loc	0 81 58
	s_waitcnt vmcnt(0)
	v_mad_f32 v7, s15, v7, v5
	.loc	0 81 38
	v_mul_f32_e32 v7, 0x3fb8aa3b, v7
	v_exp_f32_e32 v7, v7
	.loc	0 82 36
	v_mad_f32 v7, s12, v7, -v6
	.loc	0 82 24
	v_max_f32_e32 v7, 0, v7
	.loc	0 83 13
	v_add_f32_e32 v3, v3, v7
	.loc	0 84 16
	v_mac_f32_e32 v4, v7, v7
	.loc	0 80 5
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB1_2
	.loc	0 0 5
	s_or_b64 exec, exec, s[0:1]
.LBB1_4:
	s_or_b64 exec, exec, s[4:5]
	.loc	0 86 5
	v_lshlrev_b32_e32 v1, 2, v0
	.loc	0 87 5
	v_add_i32_e32 v2, vcc, 0x400, v1
	s_movk_i32 s0, 0x80
	.loc	0 86 26
	s_mov_b32 m0, -1
	.loc	0 91 25
	v_cmp_gt_u32_e32 vcc, s0, v0
	.loc	0 86 26
	ds_write2st64_b32 v1, v3, v4 offset1:4
	.loc	0 90 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 91 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_6
	.loc	0 92 37
	ds_read2st64_b32 v[3:4], v1 offset1:2
	.loc	0 93 37
	ds_read2st64_b32 v[5:6], v2 offset1:2
	.loc	0 92 34
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v3, v4, v3
	.loc	0 93 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v6, v5
	.loc	0 92 34
	ds_write_b32 v1, v3
	.loc	0 93 34
	ds_write_b32 v2, v4
.LBB1_6:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	.loc	0 91 25
	v_cmp_gt_u32_e32 vcc, 64, v0
	.loc	0 90 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 91 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_8
	.loc	0 92 37
	ds_read2st64_b32 v[3:4], v1 offset1:1
	.loc	0 93 37
	ds_read2st64_b32 v[5:6], v2 offset1:1
	.loc	0 92 34
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v3, v4, v3
	.loc	0 93 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v6, v5
	.loc	0 92 34
	ds_write_b32 v1, v3
	.loc	0 93 34
	ds_write_b32 v2, v4
.LBB1_8:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	.loc	0 91 25
	v_cmp_gt_u32_e32 vcc, 32, v0
	.loc	0 90 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 91 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_10
	.loc	0 92 37
	ds_read2_b32 v[3:4], v1 offset1:32
	.loc	0 93 37
	ds_read2_b32 v[5:6], v2 offset1:32
	.loc	0 92 34
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v3, v4, v3
	.loc	0 93 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v6, v5
	.loc	0 92 34
	ds_write_b32 v1, v3
	.loc	0 93 34
	ds_write_b32 v2, v4
.LBB1_10:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	.loc	0 91 25
	v_cmp_gt_u32_e32 vcc, 16, v0
	.loc	0 90 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 91 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_12
	.loc	0 92 37
	ds_read2_b32 v[3:4], v1 offset1:16
	.loc	0 93 37
	ds_read2_b32 v[5:6], v2 offset1:16
	.loc	0 92 34
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v3, v4, v3
	.loc	0 93 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v6, v5
	.loc	0 92 34
	ds_write_b32 v1, v3
	.loc	0 93 34
	ds_write_b32 v2, v4
.LBB1_12:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	.loc	0 91 25
	v_cmp_gt_u32_e32 vcc, 8, v0
	.loc	0 90 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 91 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_14
	.loc	0 92 37
	ds_read2_b32 v[3:4], v1 offset1:8
	.loc	0 93 37
	ds_read2_b32 v[5:6], v2 offset1:8
	.loc	0 92 34
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v3, v4, v3
	.loc	0 93 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v6, v5
	.loc	0 92 34
	ds_write_b32 v1, v3
	.loc	0 93 34
	ds_write_b32 v2, v4
.LBB1_14:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	.loc	0 91 25
	v_cmp_gt_u32_e32 vcc, 4, v0
	.loc	0 90 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 91 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_16
	.loc	0 92 37
	ds_read2_b32 v[3:4], v1 offset1:4
	.loc	0 93 37
	ds_read2_b32 v[5:6], v2 offset1:4
	.loc	0 92 34
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v3, v4, v3
	.loc	0 93 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v6, v5
	.loc	0 92 34
	ds_write_b32 v1, v3
	.loc	0 93 34
	ds_write_b32 v2, v4
.LBB1_16:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	.loc	0 91 25
	v_cmp_gt_u32_e32 vcc, 2, v0
	.loc	0 90 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 91 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_18
	.loc	0 92 37
	ds_read2_b32 v[3:4], v1 offset1:2
	.loc	0 93 37
	ds_read2_b32 v[5:6], v2 offset1:2
	.loc	0 92 34
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v3, v4, v3
	.loc	0 93 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v6, v5
	.loc	0 92 34
	ds_write_b32 v1, v3
	.loc	0 93 34
	ds_write_b32 v2, v4
.LBB1_18:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	s_mov_b32 s10, 0
	.loc	0 91 13
	v_cmp_eq_u32_e32 vcc, 0, v0
	.loc	0 90 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 91 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_20
	.loc	0 0 13
	v_mov_b32_e32 v3, 0
	.loc	0 92 34
	ds_read_b32 v0, v1
	.loc	0 93 37
	ds_read_b32 v4, v3 offset:1028
	.loc	0 92 37
	ds_read_b32 v5, v3 offset:4
	.loc	0 93 34
	ds_read_b32 v6, v2
	.loc	0 97 9
	s_lshl_b64 s[0:1], s[6:7], 3
	s_mov_b32 s11, 0x100f000
	s_mov_b64 s[8:9], s[2:3]
	.loc	0 92 34
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v0, v5, v0
	.loc	0 93 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v4, v6
	.loc	0 92 34
	ds_write_b32 v1, v0
	.loc	0 93 34
	ds_write_b32 v2, v4
	.loc	0 97 40
	ds_read_b32 v0, v3
	.loc	0 97 52
	ds_read_b32 v1, v3 offset:1024
	.loc	0 97 9
	v_mov_b32_e32 v3, s1
	v_mov_b32_e32 v2, s0
	.loc	0 97 26
	s_waitcnt lgkmcnt(0)
	buffer_store_dwordx2 v[0:1], v[2:3], s[8:11], 0 addr64
.LBB1_20:
	.loc	0 98 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel montecarlo_one_block
		.amdhsa_group_segment_fixed_size 2048
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 20
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
		.amdhsa_next_free_sgpr 17
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
	.size	montecarlo_one_block, .Lfunc_end1-montecarlo_one_block
	.protected	montecarlo_options
	.type	montecarlo_options,@object
	.section	.bss,"aw",@nobits
	.globl	montecarlo_options
	.p2align	4, 0x0
montecarlo_options:
	.zero	32768
	.size	montecarlo_options, 32768
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
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 512
    .name:           montecarlo_inverse_cnd
    .private_segment_fixed_size: 0
    .sgpr_count:     23
    .sgpr_spill_count: 0
    .symbol:         montecarlo_inverse_cnd.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     15
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .group_segment_fixed_size: 2048
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 512
    .name:           montecarlo_one_block
    .private_segment_fixed_size: 0
    .sgpr_count:     19
    .sgpr_spill_count: 0
    .symbol:         montecarlo_one_block.kd
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
