	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	nn_layer1
	.globl	nn_layer1
	.p2align	8
	.type	nn_layer1,@function
nn_layer1:
	.file	0 "nn.cu"
	.loc	0 36 15
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	.loc	0 37 41
	s_mul_i32 s0, s6, 26
	.loc	0 37 35
	s_ashr_i32 s1, s0, 31
	s_lshl_b64 s[0:1], s[0:1], 2
	.loc	0 38 77
	v_mul_u32_u24_e32 v3, 58, v1
	.loc	0 37 35
	s_waitcnt lgkmcnt(0)
	s_add_u32 s24, s10, s0
	s_addc_u32 s25, s11, s1
	.loc	0 38 59
	s_mul_i32 s0, s7, 0x349
	.loc	0 38 36
	s_mov_b32 s1, 0
	s_lshl_b64 s[2:3], s[0:1], 2
	s_add_u32 s0, s8, s2
	s_addc_u32 s2, s9, s3
	.loc	0 42 23
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, window1@rel32@lo+4
	s_addc_u32 s9, s9, window1@rel32@hi+12
	s_load_dwordx16 s[8:23], s[8:9], 0x0
	.loc	0 38 69
	v_lshlrev_b32_e32 v3, 2, v3
	v_mov_b32_e32 v2, s2
	v_add_i32_e32 v3, vcc, s0, v3
	v_addc_u32_e32 v4, vcc, 0, v2, vcc
	.loc	0 38 87
	v_lshlrev_b32_e32 v2, 3, v0
	.loc	0 42 16
	s_waitcnt lgkmcnt(0)
	s_ashr_i32 s29, s8, 31
	s_mov_b32 s28, s8
	.loc	0 38 87
	v_add_i32_e32 v2, vcc, v3, v2
	.loc	0 42 16
	s_ashr_i32 s31, s9, 31
	s_mov_b32 s30, s9
	.loc	0 38 87
	v_addc_u32_e32 v3, vcc, 0, v4, vcc
	.loc	0 42 16
	s_mov_b32 s2, s1
	s_lshl_b64 s[0:1], s[28:29], 2
	s_mov_b32 s3, 0x100f000
	s_ashr_i32 s9, s10, 31
	s_mov_b32 s8, s10
	buffer_load_dword v4, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[30:31], 2
	s_ashr_i32 s35, s11, 31
	s_mov_b32 s34, s11
	buffer_load_dword v5, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[8:9], 2
	s_ashr_i32 s11, s12, 31
	s_mov_b32 s10, s12
	buffer_load_dword v6, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[34:35], 2
	s_ashr_i32 s37, s13, 31
	s_mov_b32 s36, s13
	buffer_load_dword v7, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[10:11], 2
	s_ashr_i32 s13, s14, 31
	s_mov_b32 s12, s14
	buffer_load_dword v8, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[36:37], 2
	buffer_load_dword v9, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[12:13], 2
	s_ashr_i32 s39, s15, 31
	s_mov_b32 s38, s15
	buffer_load_dword v10, v[2:3], s[0:3], 0 addr64
	s_ashr_i32 s15, s16, 31
	s_mov_b32 s14, s16
	s_lshl_b64 s[0:1], s[38:39], 2
	s_ashr_i32 s41, s17, 31
	s_mov_b32 s40, s17
	buffer_load_dword v11, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[14:15], 2
	s_ashr_i32 s17, s18, 31
	s_mov_b32 s16, s18
	buffer_load_dword v12, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[40:41], 2
	s_ashr_i32 s43, s19, 31
	s_mov_b32 s42, s19
	buffer_load_dword v13, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[16:17], 2
	s_ashr_i32 s19, s20, 31
	s_mov_b32 s18, s20
	buffer_load_dword v14, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[42:43], 2
	s_ashr_i32 s45, s21, 31
	s_mov_b32 s44, s21
	buffer_load_dword v15, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[18:19], 2
	s_ashr_i32 s21, s22, 31
	s_mov_b32 s20, s22
	buffer_load_dword v16, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[44:45], 2
	buffer_load_dword v17, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[20:21], 2
	buffer_load_dword v18, v[2:3], s[0:3], 0 addr64
	s_ashr_i32 s27, s23, 31
	s_mov_b32 s26, s23
	.loc	0 40 17
	s_load_dwordx16 s[8:23], s[24:25], 0x0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, window1@rel32@lo+68
	s_addc_u32 s1, s1, window1@rel32@hi+76
	.loc	0 43 53
	v_mad_u32_u24 v0, v1, 13, v0
	.loc	0 40 17
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v19, s8
	.loc	0 42 13
	s_waitcnt vmcnt(14)
	v_mad_f32 v4, s9, v4, v19
	s_waitcnt vmcnt(13)
	v_mac_f32_e32 v4, s10, v5
	s_waitcnt vmcnt(12)
	v_mac_f32_e32 v4, s11, v6
	s_waitcnt vmcnt(11)
	v_mac_f32_e32 v4, s12, v7
	s_waitcnt vmcnt(10)
	v_mac_f32_e32 v4, s13, v8
	s_waitcnt vmcnt(9)
	v_mac_f32_e32 v4, s14, v9
	s_waitcnt vmcnt(8)
	v_mac_f32_e32 v4, s15, v10
	.loc	0 42 23
	s_load_dwordx8 s[8:15], s[0:1], 0x0
	.loc	0 42 16
	s_lshl_b64 s[0:1], s[26:27], 2
	buffer_load_dword v5, v[2:3], s[0:3], 0 addr64
	.loc	0 42 13
	s_waitcnt vmcnt(8)
	v_mac_f32_e32 v4, s16, v11
	.loc	0 42 16
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s16, s8
	s_ashr_i32 s29, s15, 31
	s_mov_b32 s28, s15
	.loc	0 42 13
	s_waitcnt vmcnt(7)
	v_mac_f32_e32 v4, s17, v12
	.loc	0 42 16
	s_ashr_i32 s17, s8, 31
	s_lshl_b64 s[0:1], s[16:17], 2
	s_mov_b32 s8, s10
	.loc	0 42 13
	s_waitcnt vmcnt(6)
	v_mac_f32_e32 v4, s18, v13
	.loc	0 42 16
	s_mov_b32 s18, s9
	buffer_load_dword v6, v[2:3], s[0:3], 0 addr64
	.loc	0 42 13
	s_waitcnt vmcnt(6)
	v_mac_f32_e32 v4, s19, v14
	.loc	0 42 16
	s_ashr_i32 s19, s9, 31
	s_ashr_i32 s9, s10, 31
	s_lshl_b64 s[0:1], s[18:19], 2
	.loc	0 42 13
	s_waitcnt vmcnt(5)
	v_mac_f32_e32 v4, s20, v15
	.loc	0 42 16
	s_mov_b32 s20, s11
	buffer_load_dword v7, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[8:9], 2
	.loc	0 42 13
	s_waitcnt vmcnt(5)
	v_mac_f32_e32 v4, s21, v16
	.loc	0 42 16
	s_ashr_i32 s21, s11, 31
	.loc	0 42 13
	s_waitcnt vmcnt(4)
	v_mac_f32_e32 v4, s22, v17
	.loc	0 42 16
	s_ashr_i32 s11, s12, 31
	.loc	0 42 13
	s_waitcnt vmcnt(3)
	v_mac_f32_e32 v4, s23, v18
	.loc	0 42 16
	s_ashr_i32 s23, s13, 31
	s_mov_b32 s22, s13
	s_ashr_i32 s13, s14, 31
	buffer_load_dword v8, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[20:21], 2
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, window1@rel32@lo+100
	s_addc_u32 s9, s9, window1@rel32@hi+108
	.loc	0 42 23
	s_load_dword s8, s[8:9], 0x0
	.loc	0 42 16
	s_mov_b32 s10, s12
	buffer_load_dword v9, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[10:11], 2
	s_mov_b32 s12, s14
	buffer_load_dword v10, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[22:23], 2
	buffer_load_dword v11, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[12:13], 2
	buffer_load_dword v12, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[28:29], 2
	s_waitcnt lgkmcnt(0)
	s_ashr_i32 s9, s8, 31
	buffer_load_dword v13, v[2:3], s[0:3], 0 addr64
	s_lshl_b64 s[0:1], s[8:9], 2
	buffer_load_dword v3, v[2:3], s[0:3], 0 addr64
	.loc	0 42 37
	s_load_dwordx8 s[8:15], s[24:25], 0x10
	.loc	0 36 15
	s_load_dwordx2 s[0:1], s[4:5], 0x4
	.loc	0 42 37
	s_load_dwordx2 s[4:5], s[24:25], 0x18
	.loc	0 38 69
	v_mov_b32_e32 v2, 0
	.loc	0 42 13
	s_waitcnt vmcnt(9) lgkmcnt(0)
	v_mac_f32_e32 v4, s8, v5
	v_mov_b32_e32 v5, 0x3cac0247
	s_waitcnt vmcnt(8)
	v_mac_f32_e32 v4, s9, v6
	s_waitcnt vmcnt(7)
	v_mac_f32_e32 v4, s10, v7
	s_waitcnt vmcnt(6)
	v_mac_f32_e32 v4, s11, v8
	s_waitcnt vmcnt(5)
	v_mac_f32_e32 v4, s12, v9
	s_waitcnt vmcnt(4)
	v_mac_f32_e32 v4, s13, v10
	s_waitcnt vmcnt(3)
	v_mac_f32_e32 v4, s14, v11
	s_waitcnt vmcnt(2)
	v_mac_f32_e32 v4, s15, v12
	s_waitcnt vmcnt(1)
	v_mac_f32_e32 v4, s4, v13
	s_mov_b32 s4, 0x3fb8aa3b
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v4, s5, v3
	.loc	0 29 40
	v_mul_f32_e32 v3, 0x3f2aaaab, v4
	.loc	0 29 22
	v_add_f32_e64 v6, |v3|, |v3|
	v_mul_f32_e32 v7, 0x3fb8aa3b, v6
	v_fma_f32 v8, v6, s4, -v7
	s_mov_b32 s5, 0x32a5705f
	v_rndne_f32_e32 v7, v7
	v_fma_f32 v8, v6, s5, v8
	v_mad_f32 v9, v6, s4, -v7
	v_add_f32_e32 v8, v9, v8
	v_exp_f32_e32 v8, v8
	v_cvt_i32_f32_e32 v7, v7
	s_mov_b32 s4, 0xc2ce8ed0
	v_cmp_ngt_f32_e32 vcc, s4, v6
	s_mov_b32 s4, 0x42b17218
	v_ldexp_f32_e32 v7, v8, v7
	v_cndmask_b32_e32 v7, 0, v7, vcc
	v_cmp_nlt_f32_e32 vcc, s4, v6
	v_mov_b32_e32 v6, 0x7f800000
	v_cndmask_b32_e32 v6, v6, v7, vcc
	v_mul_f32_e32 v4, v3, v3
	v_add_f32_e32 v6, 1.0, v6
	v_mac_f32_e32 v5, 0xbbc7c6f2, v4
	v_rcp_f32_e32 v6, v6
	v_madak_f32 v5, v5, v4, 0xbd5c92c5
	v_madak_f32 v5, v5, v4, 0x3e08870e
	v_madak_f32 v5, v5, v4, 0xbeaaaaa9
	v_mul_f32_e32 v4, v3, v4
	s_mov_b32 s4, 0x3f200000
	v_mad_f32 v4, v4, v5, v3
	v_mad_f32 v5, v6, -2.0, 1.0
	v_cmp_lt_f32_e64 vcc, |v3|, s4
	s_brev_b32 s4, -2
	v_bfi_b32 v3, s4, v5, v3
	.loc	0 43 22
	s_mul_i32 s4, s7, 6
	.loc	0 43 30
	s_add_i32 s4, s4, s6
	.loc	0 43 45
	s_mulk_i32 s4, 0xa9
	.loc	0 29 22
	v_cndmask_b32_e32 v3, v3, v4, vcc
	.loc	0 43 65
	v_add_i32_e32 v1, vcc, s4, v0
	.loc	0 43 5
	v_lshl_b64 v[0:1], v[1:2], 2
	.loc	0 29 20
	v_mul_f32_e32 v3, 0x3fdba29c, v3
	.loc	0 43 70
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 44 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel nn_layer1
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 24
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
		.amdhsa_next_free_vgpr 20
		.amdhsa_next_free_sgpr 46
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
	.size	nn_layer1, .Lfunc_end0-nn_layer1
	.text
	.protected	nn_layer2
	.globl	nn_layer2
	.p2align	8
	.type	nn_layer2,@function
nn_layer2:
	.loc	0 48 15
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	.loc	0 50 32
	s_mov_b32 s2, 0
	.loc	0 49 41
	s_mul_i32 s0, s6, 0x97
	.loc	0 50 61
	s_mul_i32 s12, s7, 0x3f6
	.loc	0 50 32
	s_mov_b32 s13, s2
	.loc	0 49 35
	s_ashr_i32 s1, s0, 31
	.loc	0 50 32
	s_lshl_b64 s[12:13], s[12:13], 2
	s_waitcnt lgkmcnt(0)
	s_add_u32 s3, s8, s12
	s_addc_u32 s8, s9, s13
	.loc	0 49 35
	s_lshl_b64 s[0:1], s[0:1], 2
	.loc	0 50 77
	v_mul_u32_u24_e32 v2, 26, v1
	.loc	0 54 5
	s_add_u32 s0, s0, s10
	.loc	0 50 69
	v_lshlrev_b32_e32 v2, 2, v2
	.loc	0 54 5
	s_addc_u32 s1, s1, s11
	.loc	0 50 69
	v_add_i32_e32 v2, vcc, s3, v2
	.loc	0 52 17
	s_load_dword s3, s[0:1], 0x0
	.loc	0 50 69
	v_mov_b32_e32 v3, s8
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	.loc	0 50 85
	v_lshlrev_b32_e32 v4, 3, v0
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 54 5
	s_add_u32 s8, s0, 4
	.loc	0 50 85
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	.loc	0 54 5
	s_addc_u32 s9, s1, 0
	s_mov_b64 s[10:11], 0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v4, s3
	s_mov_b32 s3, 0x100f000
.LBB1_1:
	.loc	0 0 5
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, window2@rel32@lo+4
	s_addc_u32 s1, s1, window2@rel32@hi+12
	s_add_u32 s0, s10, s0
	s_addc_u32 s1, s11, s1
	s_load_dword s0, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_ashr_i32 s1, s0, 31
	.loc	0 57 20
	s_lshl_b64 s[0:1], s[0:1], 2
	buffer_load_dword v5, v[2:3], s[0:3], 0 addr64
	buffer_load_dword v6, v[2:3], s[0:3], 0 addr64 offset:676
	buffer_load_dword v7, v[2:3], s[0:3], 0 addr64 offset:1352
	buffer_load_dword v8, v[2:3], s[0:3], 0 addr64 offset:2028
	buffer_load_dword v9, v[2:3], s[0:3], 0 addr64 offset:2704
	buffer_load_dword v10, v[2:3], s[0:3], 0 addr64 offset:3380
	.loc	0 57 64
	s_load_dwordx4 s[12:15], s[8:9], 0x0
	s_load_dwordx2 s[0:1], s[8:9], 0x4
	.loc	0 54 23
	s_add_u32 s10, s10, 4
	s_addc_u32 s11, s11, 0
	s_add_u32 s8, s8, 24
	s_addc_u32 s9, s9, 0
	s_cmpk_lg_i32 s10, 0x64
	.loc	0 57 17
	s_waitcnt vmcnt(5) lgkmcnt(0)
	v_mac_f32_e32 v4, s12, v5
	s_waitcnt vmcnt(4)
	v_mac_f32_e32 v4, s13, v6
	s_waitcnt vmcnt(3)
	v_mac_f32_e32 v4, s14, v7
	s_waitcnt vmcnt(2)
	v_mac_f32_e32 v4, s15, v8
	s_waitcnt vmcnt(1)
	v_mac_f32_e32 v4, s0, v9
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v4, s1, v10
	.loc	0 54 5
	s_cbranch_scc1 .LBB1_1
	.loc	0 29 40
	v_mul_f32_e32 v2, 0x3f2aaaab, v4
	.loc	0 29 22
	v_add_f32_e64 v5, |v2|, |v2|
	s_mov_b32 s0, 0x3fb8aa3b
	v_mul_f32_e32 v6, 0x3fb8aa3b, v5
	v_fma_f32 v7, v5, s0, -v6
	s_mov_b32 s1, 0x32a5705f
	v_rndne_f32_e32 v6, v6
	v_fma_f32 v7, v5, s1, v7
	v_mad_f32 v8, v5, s0, -v6
	v_add_f32_e32 v7, v8, v7
	v_exp_f32_e32 v7, v7
	v_cvt_i32_f32_e32 v6, v6
	s_mov_b32 s0, 0xc2ce8ed0
	v_cmp_ngt_f32_e32 vcc, s0, v5
	s_mov_b32 s0, 0x42b17218
	v_ldexp_f32_e32 v6, v7, v6
	v_cndmask_b32_e32 v6, 0, v6, vcc
	v_mov_b32_e32 v7, 0x7f800000
	v_cmp_nlt_f32_e32 vcc, s0, v5
	v_cndmask_b32_e32 v5, v7, v6, vcc
	v_mul_f32_e32 v3, v2, v2
	v_mov_b32_e32 v4, 0x3cac0247
	v_add_f32_e32 v5, 1.0, v5
	v_mac_f32_e32 v4, 0xbbc7c6f2, v3
	v_rcp_f32_e32 v5, v5
	v_madak_f32 v4, v4, v3, 0xbd5c92c5
	v_madak_f32 v4, v4, v3, 0x3e08870e
	s_mov_b32 s0, 0x3f200000
	v_madak_f32 v4, v4, v3, 0xbeaaaaa9
	v_mul_f32_e32 v3, v2, v3
	v_cmp_lt_f32_e64 vcc, |v2|, s0
	.loc	0 59 26
	s_mul_i32 s0, s7, 50
	.loc	0 29 22
	v_mad_f32 v3, v3, v4, v2
	v_mad_f32 v4, v5, -2.0, 1.0
	s_brev_b32 s1, -2
	.loc	0 59 34
	s_add_i32 s0, s0, s6
	.loc	0 29 22
	v_bfi_b32 v4, s1, v4, v2
	.loc	0 59 49
	s_mul_i32 s0, s0, 25
	.loc	0 59 57
	v_mad_u32_u24 v0, v1, 5, v0
	.loc	0 29 22
	v_cndmask_b32_e32 v2, v4, v3, vcc
	.loc	0 59 69
	v_add_i32_e32 v0, vcc, s0, v0
	.loc	0 59 5
	v_mov_b32_e32 v1, 0
	v_lshl_b64 v[0:1], v[0:1], 2
	s_mov_b32 s2, 0
	.loc	0 29 20
	v_mul_f32_e32 v2, 0x3fdba29c, v2
	.loc	0 59 5
	s_mov_b32 s3, 0x100f000
	s_mov_b64 s[0:1], s[4:5]
	.loc	0 59 74
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 60 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel nn_layer2
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 24
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
		.amdhsa_next_free_vgpr 11
		.amdhsa_next_free_sgpr 16
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
	.size	nn_layer2, .Lfunc_end1-nn_layer2
	.text
	.protected	nn_layer3
	.globl	nn_layer3
	.p2align	8
	.type	nn_layer3,@function
nn_layer3:
	.loc	0 65 37
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[0:1], s[4:5], 0x4
	.loc	0 65 35
	s_mov_b32 s3, 0
	.loc	0 66 45
	s_mul_i32 s12, s7, 0x4e2
	.loc	0 66 32
	s_mov_b32 s13, s3
	s_lshl_b64 s[12:13], s[12:13], 2
	.loc	0 65 48
	s_mul_i32 s2, s6, 0x4e3
	.loc	0 66 32
	s_waitcnt lgkmcnt(0)
	s_add_u32 s24, s8, s12
	s_addc_u32 s25, s9, s13
	.loc	0 65 35
	s_lshl_b64 s[2:3], s[2:3], 2
	s_add_u32 s2, s2, s10
	s_addc_u32 s3, s3, s11
	.loc	0 68 17
	s_load_dword s8, s[2:3], 0x0
	s_add_u32 s26, s2, 4
	s_addc_u32 s27, s3, 0
	s_mov_b64 s[2:3], 0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s8
.LBB2_1:
	.loc	0 71 16
	s_add_u32 s16, s24, s2
	s_addc_u32 s17, s25, s3
	.loc	0 71 26
	s_add_u32 s30, s26, s2
	s_addc_u32 s31, s27, s3
	.loc	0 71 16
	s_load_dwordx8 s[8:15], s[16:17], 0x0
	s_load_dwordx2 s[28:29], s[16:17], 0x8
	.loc	0 71 26
	s_load_dwordx8 s[16:23], s[30:31], 0x0
	s_load_dwordx2 s[30:31], s[30:31], 0x8
	.loc	0 70 23
	s_add_u32 s2, s2, 40
	s_addc_u32 s3, s3, 0
	s_cmpk_lg_i32 s2, 0x1388
	.loc	0 71 13
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v2, s17
	v_mac_f32_e32 v0, s8, v1
	v_mov_b32_e32 v3, s18
	v_mac_f32_e32 v0, s9, v2
	v_mov_b32_e32 v4, s19
	v_mac_f32_e32 v0, s10, v3
	v_mov_b32_e32 v5, s20
	v_mac_f32_e32 v0, s11, v4
	v_mov_b32_e32 v6, s21
	v_mac_f32_e32 v0, s12, v5
	v_mov_b32_e32 v7, s22
	v_mac_f32_e32 v0, s13, v6
	v_mov_b32_e32 v8, s23
	v_mac_f32_e32 v0, s14, v7
	v_mov_b32_e32 v9, s30
	v_mac_f32_e32 v0, s15, v8
	v_mov_b32_e32 v10, s31
	v_mac_f32_e32 v0, s28, v9
	v_mac_f32_e32 v0, s29, v10
	.loc	0 70 5
	s_cbranch_scc1 .LBB2_1
	.loc	0 29 40
	v_mul_f32_e32 v0, 0x3f2aaaab, v0
	.loc	0 29 22
	v_add_f32_e64 v3, |v0|, |v0|
	s_mov_b32 s2, 0x3fb8aa3b
	v_mul_f32_e32 v4, 0x3fb8aa3b, v3
	v_fma_f32 v5, v3, s2, -v4
	s_mov_b32 s3, 0x32a5705f
	v_rndne_f32_e32 v4, v4
	v_fma_f32 v5, v3, s3, v5
	v_mad_f32 v6, v3, s2, -v4
	v_add_f32_e32 v5, v6, v5
	v_exp_f32_e32 v5, v5
	v_cvt_i32_f32_e32 v4, v4
	s_mov_b32 s2, 0xc2ce8ed0
	v_cmp_ngt_f32_e32 vcc, s2, v3
	s_mov_b32 s2, 0x42b17218
	v_ldexp_f32_e32 v4, v5, v4
	v_cndmask_b32_e32 v4, 0, v4, vcc
	v_mov_b32_e32 v5, 0x7f800000
	v_cmp_nlt_f32_e32 vcc, s2, v3
	v_cndmask_b32_e32 v3, v5, v4, vcc
	v_mul_f32_e32 v1, v0, v0
	v_mov_b32_e32 v2, 0x3cac0247
	v_add_f32_e32 v3, 1.0, v3
	.loc	0 72 26
	s_load_dword s4, s[4:5], 0x6
	.loc	0 29 22
	v_mac_f32_e32 v2, 0xbbc7c6f2, v1
	v_rcp_f32_e32 v3, v3
	v_madak_f32 v2, v2, v1, 0xbd5c92c5
	v_madak_f32 v2, v2, v1, 0x3e08870e
	v_madak_f32 v2, v2, v1, 0xbeaaaaa9
	v_mul_f32_e32 v1, v0, v1
	s_mov_b32 s2, 0x3f200000
	v_mad_f32 v1, v1, v2, v0
	v_mad_f32 v2, v3, -2.0, 1.0
	s_brev_b32 s3, -2
	v_cmp_lt_f32_e64 vcc, |v0|, s2
	.loc	0 72 24
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s2, s4, s7
	s_mov_b32 s9, 0
	.loc	0 29 22
	v_bfi_b32 v2, s3, v2, v0
	.loc	0 72 36
	s_add_i32 s8, s2, s6
	.loc	0 29 22
	v_cndmask_b32_e32 v0, v2, v1, vcc
	.loc	0 72 5
	s_lshl_b64 s[4:5], s[8:9], 2
	.loc	0 29 20
	v_mul_f32_e32 v2, 0x3fdba29c, v0
	.loc	0 72 5
	v_mov_b32_e32 v0, s4
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, s9
	v_mov_b32_e32 v1, s5
	.loc	0 72 50
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 78 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel nn_layer3
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
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 11
		.amdhsa_next_free_sgpr 32
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
.Lfunc_end2:
	.size	nn_layer3, .Lfunc_end2-nn_layer3
	.text
	.protected	nn_layer4
	.globl	nn_layer4
	.p2align	8
	.type	nn_layer4,@function
nn_layer4:
	.loc	0 65 37
	s_load_dword s8, s[4:5], 0x6
	s_load_dwordx4 s[24:27], s[4:5], 0x0
	s_load_dwordx2 s[0:1], s[4:5], 0x4
	.loc	0 65 35
	s_mov_b32 s3, 0
	.loc	0 65 53
	s_waitcnt lgkmcnt(0)
	s_add_i32 s2, s8, 1
	.loc	0 65 48
	s_mul_i32 s2, s2, s6
	.loc	0 65 35
	s_lshl_b64 s[28:29], s[2:3], 2
	s_add_u32 s10, s26, s28
	s_addc_u32 s11, s27, s29
	.loc	0 68 17
	s_load_dword s9, s[10:11], 0x0
	.loc	0 70 23
	s_cmp_lt_i32 s8, 1
	.loc	0 70 5
	s_cbranch_scc1 .LBB3_5
	s_add_i32 s2, s8, -1
	v_mov_b32_e32 v0, 0xcccccccd
	v_mul_hi_u32 v0, s2, v0
	v_readfirstlane_b32 s10, v0
	s_lshr_b32 s10, s10, 3
	s_mul_i32 s10, s10, 10
	s_sub_i32 s2, s2, s10
	s_add_i32 s2, s2, 1
	s_cmp_lg_u32 s2, 10
	s_cselect_b64 s[30:31], -1, 0
	s_and_b64 s[10:11], s[30:31], exec
	s_cselect_b32 s33, s2, 0
	s_cmp_lt_u32 s8, 10
	.loc	0 66 45
	s_mul_i32 s2, s7, s8
	.loc	0 70 5
	s_cbranch_scc1 .LBB3_6
	.loc	0 66 32
	s_lshl_b64 s[10:11], s[2:3], 2
	s_add_u32 s36, s24, s10
	s_addc_u32 s37, s25, s11
	.loc	0 70 5
	s_sub_i32 s34, s8, s33
	s_add_u32 s8, s28, s26
	s_addc_u32 s10, s29, s27
	s_add_u32 s38, s8, 4
	s_addc_u32 s39, s10, 0
	s_mov_b32 s35, 0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s9
.LBB3_3:
	.loc	0 71 16
	s_load_dwordx8 s[8:15], s[36:37], 0x0
	s_load_dwordx2 s[40:41], s[36:37], 0x8
	.loc	0 71 26
	s_load_dwordx8 s[16:23], s[38:39], 0x0
	s_load_dwordx2 s[42:43], s[38:39], 0x8
	.loc	0 71 35
	s_add_i32 s35, s35, 10
	.loc	0 70 5
	s_add_u32 s38, s38, 40
	s_addc_u32 s39, s39, 0
	.loc	0 71 13
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v2, s17
	v_mac_f32_e32 v0, s8, v1
	v_mov_b32_e32 v3, s18
	v_mac_f32_e32 v0, s9, v2
	v_mov_b32_e32 v4, s19
	v_mac_f32_e32 v0, s10, v3
	v_mov_b32_e32 v5, s20
	v_mac_f32_e32 v0, s11, v4
	v_mov_b32_e32 v6, s21
	v_mac_f32_e32 v0, s12, v5
	v_mov_b32_e32 v7, s22
	v_mac_f32_e32 v0, s13, v6
	v_mov_b32_e32 v8, s23
	v_mac_f32_e32 v0, s14, v7
	.loc	0 70 5
	s_add_u32 s36, s36, 40
	.loc	0 71 13
	v_mov_b32_e32 v9, s42
	v_mac_f32_e32 v0, s15, v8
	.loc	0 70 5
	s_addc_u32 s37, s37, 0
	.loc	0 71 13
	v_mov_b32_e32 v10, s43
	v_mac_f32_e32 v0, s40, v9
	.loc	0 70 5
	s_cmp_lg_u32 s34, s35
	.loc	0 71 13
	v_mac_f32_e32 v0, s41, v10
	.loc	0 70 5
	s_cbranch_scc1 .LBB3_3
	s_andn2_b64 vcc, exec, s[30:31]
	s_cbranch_vccz .LBB3_7
	s_branch .LBB3_9
.LBB3_5:
	.loc	0 0 5
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s9
	.loc	0 70 5
	s_branch .LBB3_9
.LBB3_6:
	.loc	0 0 5
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s9
	s_mov_b32 s34, s3
	.loc	0 70 5
	s_andn2_b64 vcc, exec, s[30:31]
	s_cbranch_vccnz .LBB3_9
.LBB3_7:
	s_mov_b32 s35, 0
	s_lshl_b64 s[10:11], s[34:35], 2
	s_add_u32 s8, s10, s28
	s_addc_u32 s9, s11, s29
	s_add_u32 s8, s8, s26
	s_addc_u32 s9, s9, s27
	s_add_u32 s8, s8, 4
	s_addc_u32 s9, s9, 0
	s_lshl_b64 s[2:3], s[2:3], 2
	s_add_u32 s2, s10, s2
	s_addc_u32 s3, s11, s3
	s_add_u32 s2, s24, s2
	s_addc_u32 s3, s25, s3
.LBB3_8:
	.loc	0 71 16
	s_load_dword s10, s[2:3], 0x0
	.loc	0 71 26
	s_load_dword s11, s[8:9], 0x0
	.loc	0 70 5
	s_add_u32 s8, s8, 4
	s_addc_u32 s9, s9, 0
	s_add_u32 s2, s2, 4
	s_addc_u32 s3, s3, 0
	s_add_i32 s33, s33, -1
	.loc	0 71 13
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s11
	.loc	0 70 5
	s_cmp_lg_u32 s33, 0
	.loc	0 71 13
	v_mac_f32_e32 v0, s10, v1
	.loc	0 70 5
	s_cbranch_scc1 .LBB3_8
.LBB3_9:
	.loc	0 29 40
	v_mul_f32_e32 v0, 0x3f2aaaab, v0
	.loc	0 29 22
	v_add_f32_e64 v3, |v0|, |v0|
	s_mov_b32 s2, 0x3fb8aa3b
	v_mul_f32_e32 v4, 0x3fb8aa3b, v3
	v_fma_f32 v5, v3, s2, -v4
	s_mov_b32 s3, 0x32a5705f
	v_rndne_f32_e32 v4, v4
	v_fma_f32 v5, v3, s3, v5
	v_mad_f32 v6, v3, s2, -v4
	v_add_f32_e32 v5, v6, v5
	v_exp_f32_e32 v5, v5
	v_cvt_i32_f32_e32 v4, v4
	s_mov_b32 s2, 0xc2ce8ed0
	v_cmp_ngt_f32_e32 vcc, s2, v3
	s_mov_b32 s2, 0x42b17218
	v_ldexp_f32_e32 v4, v5, v4
	v_cndmask_b32_e32 v4, 0, v4, vcc
	v_mov_b32_e32 v5, 0x7f800000
	v_cmp_nlt_f32_e32 vcc, s2, v3
	v_cndmask_b32_e32 v3, v5, v4, vcc
	v_mul_f32_e32 v1, v0, v0
	v_mov_b32_e32 v2, 0x3cac0247
	v_add_f32_e32 v3, 1.0, v3
	.loc	0 72 26
	s_load_dword s4, s[4:5], 0x8
	.loc	0 29 22
	v_mac_f32_e32 v2, 0xbbc7c6f2, v1
	v_rcp_f32_e32 v3, v3
	v_madak_f32 v2, v2, v1, 0xbd5c92c5
	v_madak_f32 v2, v2, v1, 0x3e08870e
	v_madak_f32 v2, v2, v1, 0xbeaaaaa9
	v_mul_f32_e32 v1, v0, v1
	s_mov_b32 s2, 0x3f200000
	v_mad_f32 v1, v1, v2, v0
	v_mad_f32 v2, v3, -2.0, 1.0
	s_brev_b32 s3, -2
	v_cmp_lt_f32_e64 vcc, |v0|, s2
	.loc	0 72 24
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s2, s4, s7
	s_mov_b32 s9, 0
	.loc	0 29 22
	v_bfi_b32 v2, s3, v2, v0
	.loc	0 72 36
	s_add_i32 s8, s2, s6
	.loc	0 29 22
	v_cndmask_b32_e32 v0, v2, v1, vcc
	.loc	0 72 5
	s_lshl_b64 s[4:5], s[8:9], 2
	.loc	0 29 20
	v_mul_f32_e32 v2, 0x3fdba29c, v0
	.loc	0 72 5
	v_mov_b32_e32 v0, s4
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, s9
	v_mov_b32_e32 v1, s5
	.loc	0 72 50
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 83 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel nn_layer4
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
		.amdhsa_next_free_vgpr 11
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
.Lfunc_end3:
	.size	nn_layer4, .Lfunc_end3-nn_layer4
	.protected	window1
	.type	window1,@object
	.data
	.globl	window1
	.p2align	4, 0x0
window1:
	.long	0
	.long	1
	.long	2
	.long	3
	.long	4
	.long	29
	.long	30
	.long	31
	.long	32
	.long	33
	.long	58
	.long	59
	.long	60
	.long	61
	.long	62
	.long	87
	.long	88
	.long	89
	.long	90
	.long	91
	.long	116
	.long	117
	.long	118
	.long	119
	.long	120
	.size	window1, 100
	.protected	window2
	.type	window2,@object
	.globl	window2
	.p2align	4, 0x0
window2:
	.long	0
	.long	1
	.long	2
	.long	3
	.long	4
	.long	13
	.long	14
	.long	15
	.long	16
	.long	17
	.long	26
	.long	27
	.long	28
	.long	29
	.long	30
	.long	39
	.long	40
	.long	41
	.long	42
	.long	43
	.long	52
	.long	53
	.long	54
	.long	55
	.long	56
	.size	window2, 100
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
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 512
    .name:           nn_layer1
    .private_segment_fixed_size: 0
    .sgpr_count:     48
    .sgpr_spill_count: 0
    .symbol:         nn_layer1.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     20
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
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 512
    .name:           nn_layer2
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         nn_layer2.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     11
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
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
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
    .name:           nn_layer3
    .private_segment_fixed_size: 0
    .sgpr_count:     34
    .sgpr_spill_count: 0
    .symbol:         nn_layer3.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     11
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
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .offset:         24
        .size:           4
        .value_kind:     by_value
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
    .name:           nn_layer4
    .private_segment_fixed_size: 0
    .sgpr_count:     46
    .sgpr_spill_count: 0
    .symbol:         nn_layer4.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     11
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
