	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	ray_render
	.globl	ray_render
	.p2align	8
	.type	ray_render,@function
ray_render:
	.file	0 "ray.cu"
	.loc	0 77 13
	s_load_dwordx8 s[8:15], s[4:5], 0x2
	.loc	0 77 24
	s_lshl_b32 s0, s6, 4
	.loc	0 77 32
	v_add_i32_e32 v4, vcc, s0, v0
	.loc	0 78 24
	s_lshl_b32 s0, s7, 3
	.loc	0 78 33
	v_add_i32_e32 v5, vcc, s0, v1
	.loc	0 79 11
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s8, v4
	v_cmp_gt_i32_e64 s[0:1], s9, v5
	.loc	0 79 20
	s_and_b64 s[0:1], vcc, s[0:1]
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_26
	.loc	0 83 42
	v_cvt_f32_i32_e32 v0, s9
	.loc	0 84 46
	v_lshlrev_b32_e32 v8, 1, v4
	.loc	0 84 50
	v_subrev_i32_e32 v11, vcc, s8, v8
	.loc	0 83 19
	v_cvt_f64_f32_e32 v[0:1], v0
	.loc	0 85 62
	v_lshlrev_b32_e32 v10, 1, v5
	.loc	0 85 58
	v_sub_i32_e32 v10, vcc, s9, v10
	.loc	0 83 19
	v_rcp_f64_e32 v[2:3], v[0:1]
	s_mov_b32 s6, 0
	s_brev_b32 s7, 8
	.loc	0 77 13
	s_load_dword s9, s[4:5], 0xa
	.loc	0 83 19
	v_fma_f64 v[6:7], -v[0:1], v[2:3], 1.0
	s_cmp_gt_i32 s10, 0
	v_fma_f64 v[2:3], v[6:7], v[2:3], v[2:3]
	s_mov_b32 s2, 0
	v_fma_f64 v[6:7], -v[0:1], v[2:3], 1.0
	s_mov_b32 s33, 0x3ecccccd
	v_fma_f64 v[2:3], v[6:7], v[2:3], v[2:3]
	s_mov_b32 s34, 0x3f19999a
	v_add_f64 v[6:7], v[2:3], v[2:3]
	s_mov_b32 s35, 0x3f666666
	v_fma_f64 v[8:9], -v[0:1], v[6:7], 2.0
	s_mov_b32 s3, 0x100f000
	v_fma_f64 v[2:3], v[8:9], v[2:3], v[6:7]
	.loc	0 84 43
	v_cvt_f32_i32_e32 v6, v11
	.loc	0 83 19
	v_div_fixup_f64 v[0:1], v[2:3], v[0:1], 2.0
	.loc	0 85 50
	v_cvt_f32_i32_e32 v2, v10
	.loc	0 83 19
	v_cvt_f32_f64_e32 v0, v[0:1]
	.loc	0 84 59
	v_mul_f32_e32 v1, 0.5, v6
	.loc	0 53 36
	v_mov_b32_e32 v6, 0xffffff80
	.loc	0 85 67
	v_mul_f32_e32 v2, 0.5, v2
	.loc	0 84 19
	v_mul_f32_e32 v18, v1, v0
	.loc	0 85 16
	v_madak_f32 v19, v2, v0, 0xbf19999a
	.loc	0 42 42
	v_mul_f32_e32 v0, v18, v18
	.loc	0 42 27
	v_fma_f32 v0, v19, v19, v0
	.loc	0 42 12
	v_fma_f32 v0, 2.0, 2.0, v0
	.loc	0 53 36
	v_cvt_f64_f32_e32 v[0:1], v0
	v_mov_b32_e32 v7, 0x260
	v_mov_b32_e32 v8, s13
	s_mov_b32 s36, 0x3f400000
	v_cmp_gt_f64_e32 vcc, s[6:7], v[0:1]
	s_mov_b32 s37, 0x3ca3d70a
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_lshlrev_b32_e32 v2, 8, v2
	v_ldexp_f64 v[0:1], v[0:1], v2
	s_mov_b32 s38, s2
	v_rsq_f64_e32 v[2:3], v[0:1]
	s_mov_b64 s[22:23], 0
	v_mul_f64 v[9:10], v[0:1], v[2:3]
	v_mul_f64 v[2:3], v[2:3], 0.5
	v_fma_f64 v[11:12], -v[2:3], v[9:10], 0.5
	v_fma_f64 v[13:14], v[9:10], v[11:12], v[9:10]
	v_fma_f64 v[2:3], v[2:3], v[11:12], v[2:3]
	v_fma_f64 v[11:12], -v[13:14], v[13:14], v[0:1]
	v_mov_b32_e32 v10, s12
	v_fma_f64 v[12:13], v[11:12], v[2:3], v[13:14]
	s_cselect_b64 s[12:13], -1, 0
	v_fma_f64 v[14:15], -v[12:13], v[12:13], v[0:1]
	s_cmp_lt_i32 s10, 1
	v_fma_f64 v[2:3], v[14:15], v[2:3], v[12:13]
	v_cndmask_b32_e32 v12, 0, v6, vcc
	v_ldexp_f64 v[2:3], v[2:3], v12
	v_cmp_class_f64_e32 vcc, v[0:1], v7
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e32 v1, v3, v1, vcc
	v_cndmask_b32_e32 v0, v2, v0, vcc
	v_cvt_f32_f64_e32 v0, v[0:1]
	v_mov_b32_e32 v11, s11
	v_mov_b32_e32 v9, 0
	v_mov_b32_e32 v15, 1.0
	.loc	0 53 20
	v_cvt_f64_f32_e32 v[0:1], v0
	s_mov_b32 s11, 0x3a83126f
	v_mov_b32_e32 v12, 0x7149f2ca
	s_xor_b64 s[20:21], s[0:1], -1
	v_rcp_f64_e32 v[2:3], v[0:1]
	v_fma_f64 v[13:14], -v[0:1], v[2:3], 1.0
	v_fma_f64 v[2:3], v[13:14], v[2:3], v[2:3]
	v_fma_f64 v[13:14], -v[0:1], v[2:3], 1.0
	v_fma_f64 v[2:3], v[13:14], v[2:3], v[2:3]
	v_mov_b32_e32 v13, 0
	v_fma_f64 v[16:17], -v[0:1], v[2:3], 1.0
	v_mov_b32_e32 v14, 0
	v_fma_f64 v[2:3], v[16:17], v[2:3], v[2:3]
	v_div_fixup_f64 v[0:1], v[2:3], v[0:1], 1.0
	v_cvt_f32_f64_e32 v0, v[0:1]
	.loc	0 54 18
	v_mul_f32_e32 v16, v18, v0
	.loc	0 54 42
	v_mul_f32_e32 v17, v19, v0
	.loc	0 54 66
	v_add_f32_e32 v18, v0, v0
	s_branch .LBB0_4
.LBB0_2:
	.loc	0 0 66
	s_or_b64 exec, exec, s[0:1]
	v_mul_f32_e32 v19, 1.0, v22
	v_max_f32_e32 v19, 0, v19
	v_mov_b32_e32 v20, 0x3e800000
	v_sub_f32_e32 v3, 1.0, v3
	v_fma_f32 v19, v19, s36, v20
	v_mul_f32_e32 v3, v15, v3
	v_mul_f32_e32 v3, v3, v19
	s_andn2_b64 s[0:1], s[16:17], exec
	s_and_b64 s[16:17], s[24:25], exec
	v_fma_f32 v14, v3, v0, v14
	v_fma_f32 v13, v3, v1, v13
	v_fma_f32 v9, v3, v2, v9
	s_or_b64 s[16:17], s[0:1], s[16:17]
.LBB0_3:
	s_or_b64 exec, exec, s[18:19]
	s_add_i32 s38, s38, 1
	s_cmp_eq_u32 s38, 5
	s_cselect_b64 s[0:1], -1, 0
	s_or_b64 s[0:1], s[16:17], s[0:1]
	s_and_b64 s[0:1], exec, s[0:1]
	s_or_b64 s[22:23], s[0:1], s[22:23]
	v_mov_b32_e32 v15, v23
	s_andn2_b64 exec, exec, s[22:23]
	s_cbranch_execz .LBB0_25
.LBB0_4:
	.loc	0 97 9
	s_andn2_b64 vcc, exec, s[12:13]
	s_waitcnt lgkmcnt(0)
	s_mov_b64 vcc, vcc
	s_cbranch_vccnz .LBB0_21
	.loc	0 0 9
	s_mov_b32 s26, 0
	v_mov_b32_e32 v1, 0x42c80000
	v_mov_b32_e32 v0, -1
	s_getpc_b64 s[24:25]
	s_add_u32 s24, s24, balls@rel32@lo+4
	s_addc_u32 s25, s25, balls@rel32@hi+12
.LBB0_6:
	.loc	0 98 28
	s_load_dwordx4 s[16:19], s[24:25], 0x0
	.loc	0 99 17
	v_mov_b32_e32 v25, s26
	.loc	0 97 37
	s_add_i32 s26, s26, 1
	.loc	0 37 18
	s_waitcnt lgkmcnt(0)
	v_subrev_f32_e32 v2, s16, v11
	.loc	0 37 39
	v_subrev_f32_e32 v3, s17, v10
	.loc	0 42 42
	v_mul_f32_e32 v20, v16, v2
	v_mul_f32_e32 v2, v2, v2
	.loc	0 37 60
	v_subrev_f32_e32 v19, s18, v8
	.loc	0 42 27
	v_fma_f32 v2, v3, v3, v2
	v_fma_f32 v20, v3, v17, v20
	.loc	0 42 12
	v_fma_f32 v2, v19, v19, v2
	v_fma_f32 v26, v19, v18, v20
	.loc	0 62 43
	v_sub_f32_e32 v2, s19, v2
	.loc	0 62 20
	v_fma_f32 v19, v26, v26, v2
	v_cvt_f64_f32_e32 v[2:3], v19
	.loc	0 63 16
	v_cmp_nge_f32_e32 vcc, 0, v19
	v_cmp_gt_f64_e64 s[0:1], s[6:7], v[2:3]
	v_cndmask_b32_e64 v19, 0, 1, s[0:1]
	v_lshlrev_b32_e32 v19, 8, v19
	v_ldexp_f64 v[2:3], v[2:3], v19
	v_cndmask_b32_e64 v27, 0, v6, s[0:1]
	v_rsq_f64_e32 v[19:20], v[2:3]
	v_cmp_class_f64_e64 s[0:1], v[2:3], v7
	v_mul_f64 v[21:22], v[2:3], v[19:20]
	v_mul_f64 v[19:20], v[19:20], 0.5
	v_fma_f64 v[23:24], -v[19:20], v[21:22], 0.5
	v_fma_f64 v[21:22], v[21:22], v[23:24], v[21:22]
	v_fma_f64 v[19:20], v[19:20], v[23:24], v[19:20]
	v_fma_f64 v[23:24], -v[21:22], v[21:22], v[2:3]
	v_fma_f64 v[21:22], v[23:24], v[19:20], v[21:22]
	v_fma_f64 v[23:24], -v[21:22], v[21:22], v[2:3]
	v_fma_f64 v[19:20], v[23:24], v[19:20], v[21:22]
	v_ldexp_f64 v[19:20], v[19:20], v27
	v_cndmask_b32_e64 v3, v20, v3, s[0:1]
	v_cndmask_b32_e64 v2, v19, v2, s[0:1]
	v_cvt_f32_f64_e32 v2, v[2:3]
	v_sub_f32_e64 v2, -v26, v2
	v_cmp_lt_f32_e64 s[0:1], s11, v2
	.loc	0 63 9
	s_and_b64 vcc, vcc, s[0:1]
	v_cndmask_b32_e32 v2, v12, v2, vcc
	.loc	0 97 27
	s_add_u32 s24, s24, 16
	.loc	0 99 19
	v_cmp_lt_f32_e32 vcc, v2, v1
	.loc	0 97 27
	s_addc_u32 s25, s25, 0
	.loc	0 99 17
	v_cndmask_b32_e32 v0, v0, v25, vcc
	.loc	0 97 27
	s_cmp_eq_u32 s10, s26
	.loc	0 99 17
	v_cndmask_b32_e32 v1, v1, v2, vcc
	.loc	0 97 9
	s_cbranch_scc0 .LBB0_6
	.loc	0 106 25
	v_cmp_gt_f32_e32 vcc, 0, v17
	s_mov_b64 s[0:1], 0
	.loc	0 106 13
	s_and_saveexec_b64 s[16:17], vcc
	s_cbranch_execz .LBB0_9
.LBB0_8:
	.loc	0 107 23
	v_cvt_f64_f32_e32 v[2:3], v17
	v_rcp_f64_e32 v[19:20], v[2:3]
	v_fma_f64 v[21:22], -v[2:3], v[19:20], 1.0
	v_fma_f64 v[19:20], v[21:22], v[19:20], v[19:20]
	v_cvt_f64_f32_e64 v[21:22], -v10
	v_fma_f64 v[23:24], -v[2:3], v[19:20], 1.0
	v_fma_f64 v[19:20], v[23:24], v[19:20], v[19:20]
	v_mul_f64 v[23:24], v[19:20], v[21:22]
	v_fma_f64 v[25:26], -v[2:3], v[23:24], v[21:22]
	v_fma_f64 v[19:20], v[25:26], v[19:20], v[23:24]
	v_div_fixup_f64 v[2:3], v[19:20], v[2:3], v[21:22]
	v_cvt_f32_f64_e32 v2, v[2:3]
	.loc	0 108 23
	v_cmp_lt_f32_e32 vcc, s11, v2
	.loc	0 108 31
	v_cmp_gt_f32_e64 s[0:1], v1, v2
	s_and_b64 vcc, vcc, s[0:1]
	.loc	0 109 23
	v_cndmask_b32_e32 v1, v1, v2, vcc
	s_and_b64 s[0:1], vcc, exec
.LBB0_9:
	.loc	0 0 23
	s_or_b64 exec, exec, s[16:17]
	s_xor_b64 s[0:1], s[0:1], -1
	.loc	0 111 19
	v_cmp_gt_i32_e32 vcc, 0, v0
	s_and_b64 s[18:19], vcc, s[0:1]
	.loc	0 111 23
	s_and_saveexec_b64 s[24:25], s[18:19]
	s_xor_b64 s[18:19], exec, s[24:25]
	.loc	0 48 18
	v_fma_f32 v14, v15, s33, v14
	.loc	0 48 37
	v_fma_f32 v13, v15, s34, v13
	.loc	0 48 56
	v_fma_f32 v9, v15, s35, v9
	s_mov_b64 s[16:17], -1
	.loc	0 111 23
	s_or_saveexec_b64 s[18:19], s[18:19]
	v_mov_b32_e32 v23, v15
	s_xor_b64 exec, exec, s[18:19]
	s_cbranch_execz .LBB0_3
	.loc	0 48 18
	v_fma_f32 v11, v1, v16, v11
	.loc	0 48 37
	v_fma_f32 v10, v1, v17, v10
	.loc	0 48 56
	v_fma_f32 v8, v1, v18, v8
	.loc	0 120 13
	s_and_saveexec_b64 s[24:25], s[0:1]
	s_xor_b64 s[24:25], exec, s[24:25]
	s_cbranch_execz .LBB0_14
	.loc	0 125 45
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[0:1], v[0:1], 4
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, balls@rel32@lo+4
	s_addc_u32 s1, s1, balls@rel32@hi+12
	.loc	0 125 58
	buffer_load_dwordx4 v[19:22], v[0:1], s[0:3], 0 addr64
	.loc	0 126 21
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, paints@rel32@lo+4
	s_addc_u32 s1, s1, paints@rel32@hi+12
	.loc	0 126 19
	buffer_load_dwordx4 v[0:3], v[0:1], s[0:3], 0 addr64
	.loc	0 37 18
	s_waitcnt vmcnt(1)
	v_sub_f32_e32 v27, v11, v19
	.loc	0 37 39
	v_sub_f32_e32 v28, v10, v20
	.loc	0 42 42
	v_mul_f32_e32 v19, v27, v27
	.loc	0 37 60
	v_sub_f32_e32 v29, v8, v21
	.loc	0 42 27
	v_fma_f32 v19, v28, v28, v19
	.loc	0 42 12
	v_fma_f32 v19, v29, v29, v19
	.loc	0 53 36
	v_cvt_f64_f32_e32 v[19:20], v19
	v_cmp_gt_f64_e32 vcc, s[6:7], v[19:20]
	v_cndmask_b32_e64 v21, 0, 1, vcc
	v_lshlrev_b32_e32 v21, 8, v21
	v_ldexp_f64 v[19:20], v[19:20], v21
	v_rsq_f64_e32 v[21:22], v[19:20]
	v_mul_f64 v[23:24], v[19:20], v[21:22]
	v_mul_f64 v[21:22], v[21:22], 0.5
	v_fma_f64 v[25:26], -v[21:22], v[23:24], 0.5
	v_fma_f64 v[23:24], v[23:24], v[25:26], v[23:24]
	v_fma_f64 v[21:22], v[21:22], v[25:26], v[21:22]
	v_fma_f64 v[25:26], -v[23:24], v[23:24], v[19:20]
	v_fma_f64 v[23:24], v[25:26], v[21:22], v[23:24]
	v_fma_f64 v[25:26], -v[23:24], v[23:24], v[19:20]
	v_fma_f64 v[21:22], v[25:26], v[21:22], v[23:24]
	v_cndmask_b32_e32 v23, 0, v6, vcc
	v_ldexp_f64 v[21:22], v[21:22], v23
	v_cmp_class_f64_e32 vcc, v[19:20], v7
	v_cndmask_b32_e32 v20, v22, v20, vcc
	v_cndmask_b32_e32 v19, v21, v19, vcc
	v_cvt_f32_f64_e32 v19, v[19:20]
	.loc	0 53 20
	v_cvt_f64_f32_e32 v[19:20], v19
	v_rcp_f64_e32 v[21:22], v[19:20]
	v_fma_f64 v[23:24], -v[19:20], v[21:22], 1.0
	v_fma_f64 v[21:22], v[23:24], v[21:22], v[21:22]
	v_fma_f64 v[23:24], -v[19:20], v[21:22], 1.0
	v_fma_f64 v[21:22], v[23:24], v[21:22], v[21:22]
	v_fma_f64 v[23:24], -v[19:20], v[21:22], 1.0
	v_fma_f64 v[21:22], v[23:24], v[21:22], v[21:22]
	v_div_fixup_f64 v[19:20], v[21:22], v[19:20], 1.0
	v_cvt_f32_f64_e32 v21, v[19:20]
	.loc	0 54 18
	v_mul_f32_e32 v19, v27, v21
	.loc	0 54 42
	v_mul_f32_e32 v20, v28, v21
	.loc	0 54 66
	v_mul_f32_e32 v21, v29, v21
.LBB0_14:
	.loc	0 120 13
	s_andn2_saveexec_b64 s[0:1], s[24:25]
	s_cbranch_execz .LBB0_16
	.loc	0 122 28
	s_waitcnt vmcnt(0)
	v_floor_f32_e32 v0, v11
	.loc	0 122 53
	v_floor_f32_e32 v1, v8
	.loc	0 122 28
	v_cvt_i32_f32_e32 v0, v0
	.loc	0 122 53
	v_cvt_i32_f32_e32 v1, v1
	.loc	0 0 0
	v_mov_b32_e32 v3, 0x3e800000
	v_mov_b32_e32 v19, 0
	v_mov_b32_e32 v20, 1.0
	.loc	0 122 51
	v_add_i32_e32 v0, vcc, v0, v1
	.loc	0 122 77
	v_and_b32_e32 v0, 1, v0
	.loc	0 122 27
	v_cmp_eq_u32_e32 vcc, 0, v0
	v_mov_b32_e32 v0, 0x3f666666
	v_mov_b32_e32 v1, 0x3dcccccd
	v_cndmask_b32_e32 v0, v0, v1, vcc
	v_mov_b32_e32 v21, 0
	v_mov_b32_e32 v1, v0
	v_mov_b32_e32 v2, v0
.LBB0_16:
	.loc	0 0 27
	s_or_b64 exec, exec, s[0:1]
	.loc	0 37 18
	v_sub_f32_e32 v30, s14, v11
	.loc	0 37 39
	v_sub_f32_e32 v31, s15, v10
	.loc	0 42 42
	v_mul_f32_e32 v22, v30, v30
	.loc	0 37 60
	v_sub_f32_e32 v32, s9, v8
	.loc	0 42 27
	v_fma_f32 v22, v31, v31, v22
	.loc	0 42 12
	v_fma_f32 v22, v32, v32, v22
	.loc	0 130 26
	v_cvt_f64_f32_e32 v[22:23], v22
	v_cmp_gt_f64_e32 vcc, s[6:7], v[22:23]
	v_cndmask_b32_e64 v24, 0, 1, vcc
	v_lshlrev_b32_e32 v24, 8, v24
	v_ldexp_f64 v[22:23], v[22:23], v24
	v_rsq_f64_e32 v[24:25], v[22:23]
	v_mul_f64 v[26:27], v[22:23], v[24:25]
	v_mul_f64 v[24:25], v[24:25], 0.5
	v_fma_f64 v[28:29], -v[24:25], v[26:27], 0.5
	v_fma_f64 v[26:27], v[26:27], v[28:29], v[26:27]
	v_fma_f64 v[24:25], v[24:25], v[28:29], v[24:25]
	v_fma_f64 v[28:29], -v[26:27], v[26:27], v[22:23]
	v_fma_f64 v[26:27], v[28:29], v[24:25], v[26:27]
	v_fma_f64 v[28:29], -v[26:27], v[26:27], v[22:23]
	v_fma_f64 v[24:25], v[28:29], v[24:25], v[26:27]
	v_cndmask_b32_e32 v26, 0, v6, vcc
	v_ldexp_f64 v[24:25], v[24:25], v26
	v_cmp_class_f64_e32 vcc, v[22:23], v7
	v_cndmask_b32_e32 v23, v25, v23, vcc
	v_cndmask_b32_e32 v22, v24, v22, vcc
	v_cvt_f32_f64_e32 v23, v[22:23]
	.loc	0 53 20
	v_cvt_f64_f32_e32 v[24:25], v23
	v_rcp_f64_e32 v[26:27], v[24:25]
	v_fma_f64 v[28:29], -v[24:25], v[26:27], 1.0
	v_fma_f64 v[26:27], v[28:29], v[26:27], v[26:27]
	v_fma_f64 v[28:29], -v[24:25], v[26:27], 1.0
	v_fma_f64 v[26:27], v[28:29], v[26:27], v[26:27]
	v_fma_f64 v[28:29], -v[24:25], v[26:27], 1.0
	v_fma_f64 v[26:27], v[28:29], v[26:27], v[26:27]
	v_div_fixup_f64 v[24:25], v[26:27], v[24:25], 1.0
	v_cvt_f32_f64_e32 v22, v[24:25]
	.loc	0 54 18
	v_mul_f32_e32 v24, v30, v22
	.loc	0 54 42
	v_mul_f32_e32 v25, v31, v22
	.loc	0 54 66
	v_mul_f32_e32 v26, v32, v22
	.loc	0 42 42
	v_mul_f32_e32 v22, v24, v19
	.loc	0 42 27
	v_fma_f32 v22, v20, v25, v22
	.loc	0 42 12
	v_fma_f32 v22, v21, v26, v22
	.loc	0 133 17
	v_cmp_lt_f32_e32 vcc, 0, v22
	s_and_b64 s[0:1], vcc, s[20:21]
	.loc	0 133 13
	s_and_saveexec_b64 s[24:25], s[0:1]
	s_cbranch_execz .LBB0_23
	.loc	0 0 13
	s_mov_b64 s[26:27], 0
	s_mov_b32 s39, s10
	s_getpc_b64 s[28:29]
	s_add_u32 s28, s28, balls@rel32@lo+4
	s_addc_u32 s29, s29, balls@rel32@hi+12
	s_branch .LBB0_19
.LBB0_18:
	s_or_b64 exec, exec, s[0:1]
	.loc	0 136 21
	s_and_b64 s[0:1], exec, s[30:31]
	s_or_b64 s[26:27], s[0:1], s[26:27]
	s_andn2_b64 exec, exec, s[26:27]
	s_cbranch_execz .LBB0_22
.LBB0_19:
	.loc	0 136 26
	s_load_dwordx4 s[40:43], s[28:29], 0x0
	s_or_b64 s[30:31], s[30:31], exec
	.loc	0 37 18
	s_waitcnt lgkmcnt(0)
	v_subrev_f32_e32 v27, s40, v11
	.loc	0 37 39
	v_subrev_f32_e32 v28, s41, v10
	.loc	0 42 42
	v_mul_f32_e32 v30, v24, v27
	v_mul_f32_e32 v27, v27, v27
	.loc	0 37 60
	v_subrev_f32_e32 v29, s42, v8
	.loc	0 42 27
	v_fma_f32 v27, v28, v28, v27
	v_fma_f32 v30, v28, v25, v30
	.loc	0 42 12
	v_fma_f32 v27, v29, v29, v27
	v_fma_f32 v35, v29, v26, v30
	.loc	0 62 43
	v_sub_f32_e32 v27, s43, v27
	.loc	0 62 20
	v_fma_f32 v36, v35, v35, v27
	v_cvt_f64_f32_e32 v[27:28], v36
	v_cmp_gt_f64_e32 vcc, s[6:7], v[27:28]
	v_cndmask_b32_e64 v29, 0, 1, vcc
	v_lshlrev_b32_e32 v29, 8, v29
	v_ldexp_f64 v[27:28], v[27:28], v29
	v_rsq_f64_e32 v[29:30], v[27:28]
	v_mul_f64 v[31:32], v[27:28], v[29:30]
	v_mul_f64 v[29:30], v[29:30], 0.5
	v_fma_f64 v[33:34], -v[29:30], v[31:32], 0.5
	v_fma_f64 v[31:32], v[31:32], v[33:34], v[31:32]
	v_fma_f64 v[29:30], v[29:30], v[33:34], v[29:30]
	v_fma_f64 v[33:34], -v[31:32], v[31:32], v[27:28]
	v_fma_f64 v[31:32], v[33:34], v[29:30], v[31:32]
	v_fma_f64 v[33:34], -v[31:32], v[31:32], v[27:28]
	v_fma_f64 v[29:30], v[33:34], v[29:30], v[31:32]
	v_cndmask_b32_e32 v31, 0, v6, vcc
	v_ldexp_f64 v[29:30], v[29:30], v31
	v_cmp_class_f64_e32 vcc, v[27:28], v7
	v_cndmask_b32_e32 v28, v30, v28, vcc
	v_cndmask_b32_e32 v27, v29, v27, vcc
	v_cvt_f32_f64_e32 v28, v[27:28]
	.loc	0 63 16
	v_cmp_nge_f32_e32 vcc, 0, v36
	v_mov_b32_e32 v27, 0
	v_sub_f32_e64 v28, -v35, v28
	v_cmp_lt_f32_e64 s[0:1], s11, v28
	.loc	0 63 9
	s_and_b64 vcc, vcc, s[0:1]
	v_cndmask_b32_e32 v28, v12, v28, vcc
	.loc	0 136 52
	v_cmp_nlt_f32_e32 vcc, v28, v23
	.loc	0 136 21
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_18
	.loc	0 135 31
	s_add_i32 s39, s39, -1
	s_add_u32 s28, s28, 16
	s_addc_u32 s29, s29, 0
	s_cmp_eq_u32 s39, 0
	s_cselect_b64 s[40:41], -1, 0
	s_andn2_b64 s[30:31], s[30:31], exec
	s_and_b64 s[40:41], s[40:41], exec
	s_or_b64 s[30:31], s[30:31], s[40:41]
	v_mov_b32_e32 v27, v22
	s_branch .LBB0_18
.LBB0_21:
	.loc	0 0 31
	v_mov_b32_e32 v1, 0x42c80000
	v_mov_b32_e32 v0, -1
	.loc	0 106 25
	v_cmp_gt_f32_e32 vcc, 0, v17
	s_mov_b64 s[0:1], 0
	.loc	0 106 13
	s_and_saveexec_b64 s[16:17], vcc
	s_cbranch_execnz .LBB0_8
	s_branch .LBB0_9
.LBB0_22:
	.loc	0 0 13
	s_or_b64 exec, exec, s[26:27]
	v_mov_b32_e32 v22, v27
.LBB0_23:
	s_or_b64 exec, exec, s[24:25]
	.loc	0 146 18
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v23, v15, v3
	.loc	0 147 20
	v_cmp_ngt_f32_e32 vcc, s37, v23
	s_mov_b64 s[24:25], -1
	.loc	0 147 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_2
	.loc	0 42 42
	v_mul_f32_e32 v24, v16, v19
	.loc	0 42 27
	v_fma_f32 v24, v17, v20, v24
	.loc	0 42 12
	v_fma_f32 v24, v18, v21, v24
	.loc	0 149 43
	v_mul_f32_e32 v24, -2.0, v24
	.loc	0 48 18
	v_fma_f32 v26, v24, v19, v16
	.loc	0 48 37
	v_fma_f32 v27, v24, v20, v17
	.loc	0 42 42
	v_mul_f32_e32 v16, v26, v26
	.loc	0 48 56
	v_fma_f32 v28, v24, v21, v18
	.loc	0 42 27
	v_fma_f32 v16, v27, v27, v16
	.loc	0 42 12
	v_fma_f32 v16, v28, v28, v16
	.loc	0 53 36
	v_cvt_f64_f32_e32 v[16:17], v16
	s_xor_b64 s[24:25], exec, -1
	v_cmp_gt_f64_e32 vcc, s[6:7], v[16:17]
	v_cndmask_b32_e64 v18, 0, 1, vcc
	v_lshlrev_b32_e32 v18, 8, v18
	v_ldexp_f64 v[16:17], v[16:17], v18
	v_rsq_f64_e32 v[18:19], v[16:17]
	v_mul_f64 v[20:21], v[16:17], v[18:19]
	v_mul_f64 v[18:19], v[18:19], 0.5
	v_fma_f64 v[24:25], -v[18:19], v[20:21], 0.5
	v_fma_f64 v[20:21], v[20:21], v[24:25], v[20:21]
	v_fma_f64 v[18:19], v[18:19], v[24:25], v[18:19]
	v_fma_f64 v[24:25], -v[20:21], v[20:21], v[16:17]
	v_fma_f64 v[20:21], v[24:25], v[18:19], v[20:21]
	v_fma_f64 v[24:25], -v[20:21], v[20:21], v[16:17]
	v_fma_f64 v[18:19], v[24:25], v[18:19], v[20:21]
	v_cndmask_b32_e32 v20, 0, v6, vcc
	v_ldexp_f64 v[18:19], v[18:19], v20
	v_cmp_class_f64_e32 vcc, v[16:17], v7
	v_cndmask_b32_e32 v17, v19, v17, vcc
	v_cndmask_b32_e32 v16, v18, v16, vcc
	v_cvt_f32_f64_e32 v16, v[16:17]
	.loc	0 53 20
	v_cvt_f64_f32_e32 v[16:17], v16
	v_rcp_f64_e32 v[18:19], v[16:17]
	v_fma_f64 v[20:21], -v[16:17], v[18:19], 1.0
	v_fma_f64 v[18:19], v[20:21], v[18:19], v[18:19]
	v_fma_f64 v[20:21], -v[16:17], v[18:19], 1.0
	v_fma_f64 v[18:19], v[20:21], v[18:19], v[18:19]
	v_fma_f64 v[20:21], -v[16:17], v[18:19], 1.0
	v_fma_f64 v[18:19], v[20:21], v[18:19], v[18:19]
	v_div_fixup_f64 v[16:17], v[18:19], v[16:17], 1.0
	v_cvt_f32_f64_e32 v18, v[16:17]
	.loc	0 54 18
	v_mul_f32_e32 v16, v26, v18
	.loc	0 54 42
	v_mul_f32_e32 v17, v27, v18
	.loc	0 54 66
	v_mul_f32_e32 v18, v28, v18
	s_branch .LBB0_2
.LBB0_25:
	.loc	0 0 66
	s_or_b64 exec, exec, s[22:23]
	.loc	0 71 40
	v_mul_f32_e32 v1, 1.0, v13
	v_mul_f32_e32 v0, 1.0, v14
	v_min_f32_e32 v1, 1.0, v1
	v_min_f32_e32 v0, 1.0, v0
	.loc	0 71 22
	v_mul_f32_e32 v1, 0x437f0000, v1
	v_mul_f32_e32 v0, 0x437f0000, v0
	v_cvt_u32_f32_e32 v1, v1
	v_cvt_u32_f32_e32 v0, v0
	.loc	0 71 40
	v_mul_f32_e32 v2, 1.0, v9
	v_min_f32_e32 v2, 1.0, v2
	.loc	0 71 22
	v_mul_f32_e32 v2, 0x437f0000, v2
	v_cvt_u32_f32_e32 v2, v2
	.loc	0 151 66
	v_lshlrev_b32_e32 v1, 8, v1
	.loc	0 151 46
	v_or_b32_e32 v0, v1, v0
	.loc	0 151 13
	v_mul_lo_u32 v1, v5, s8
	.loc	0 77 13
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	.loc	0 151 91
	v_lshlrev_b32_e32 v2, 16, v2
	.loc	0 151 71
	v_or_b32_e32 v2, v0, v2
	.loc	0 151 21
	v_add_i32_e32 v0, vcc, v1, v4
	.loc	0 151 5
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[0:1], v[0:1], 2
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 151 26
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
.LBB0_26:
	.loc	0 152 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel ray_render
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 44
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
		.amdhsa_next_free_vgpr 37
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
	.size	ray_render, .Lfunc_end0-ray_render
	.protected	balls
	.type	balls,@object
	.section	.bss,"aw",@nobits
	.globl	balls
	.p2align	4, 0x0
balls:
	.zero	512
	.size	balls, 512
	.protected	paints
	.type	paints,@object
	.globl	paints
	.p2align	4, 0x0
paints:
	.zero	512
	.size	paints, 512
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
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
      - .offset:         24
        .size:           4
        .value_kind:     by_value
      - .offset:         28
        .size:           4
        .value_kind:     by_value
      - .offset:         32
        .size:           4
        .value_kind:     by_value
      - .offset:         36
        .size:           4
        .value_kind:     by_value
      - .offset:         40
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 44
    .max_flat_workgroup_size: 512
    .name:           ray_render
    .private_segment_fixed_size: 0
    .sgpr_count:     46
    .sgpr_spill_count: 0
    .symbol:         ray_render.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     37
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
