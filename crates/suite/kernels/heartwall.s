	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	heartwall_track
	.globl	heartwall_track
	.p2align	8
	.type	heartwall_track,@function
heartwall_track:
	.file	0 "heartwall.cu"
	.loc	0 204 0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, heartwall_common@rel32@lo+8
	s_addc_u32 s1, s1, heartwall_common@rel32@hi+16
	.loc	0 215 28
	s_load_dword s0, s[0:1], 0x0
	.loc	0 213 14
	s_load_dwordx8 s[16:23], s[4:5], 0x4
	s_load_dwordx2 s[36:37], s[4:5], 0x0
	s_mov_b32 s38, 0
	.loc	0 215 24
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s6, s0
	.loc	0 216 20
	s_cselect_b32 s7, s17, s19
	s_cselect_b32 s8, s16, s18
	.loc	0 217 17
	s_cselect_b32 s9, 0, s0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, heartwall_common@rel32@lo+16
	s_addc_u32 s1, s1, heartwall_common@rel32@hi+24
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, heartwall_common@rel32@lo+68
	s_addc_u32 s3, s3, heartwall_common@rel32@hi+76
	.loc	0 218 34
	s_load_dwordx4 s[40:43], s[0:1], 0x0
	.loc	0 217 17
	s_sub_i32 s0, s6, s9
	.loc	0 220 25
	s_waitcnt lgkmcnt(0)
	s_load_dword s43, s[2:3], 0x0
	.loc	0 213 14
	s_load_dwordx8 s[24:31], s[4:5], 0xc
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, heartwall_common@rel32@lo+32
	s_addc_u32 s3, s3, heartwall_common@rel32@hi+40
	.loc	0 223 19
	s_ashr_i32 s1, s0, 31
	s_lshl_b64 s[0:1], s[0:1], 3
	s_add_u32 s48, s8, s0
	s_addc_u32 s49, s7, s1
	.loc	0 224 40
	s_lshr_b32 s0, s41, 31
	s_add_i32 s0, s41, s0
	.loc	0 220 21
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s43, s43, s6
	.loc	0 224 40
	s_ashr_i32 s57, s0, 1
	.loc	0 226 24
	v_cmp_gt_i32_e64 s[10:11], s42, v0
	.loc	0 226 5
	s_and_saveexec_b64 s[8:9], s[10:11]
	s_cbranch_execz .LBB0_3
	.loc	0 0 5
	s_abs_i32 s7, s41
	v_cvt_f32_u32_e32 v1, s7
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, heartwall_common@rel32@lo+4
	s_addc_u32 s17, s17, heartwall_common@rel32@hi+12
	s_not_b32 s30, s57
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, heartwall_common@rel32@lo+72
	s_addc_u32 s19, s19, heartwall_common@rel32@hi+80
	v_rcp_iflag_f32_e32 v1, v1
	s_sub_i32 s15, 0, s7
	.loc	0 223 19
	s_load_dwordx2 s[0:1], s[48:49], 0x0
	s_mov_b32 s39, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v2, v1
	s_ashr_i32 s14, s41, 31
	s_mov_b64 s[12:13], 0
	v_mov_b32_e32 v1, s41
	v_mul_lo_u32 v3, s15, v2
	s_load_dword s15, s[16:17], 0x0
	s_load_dword s18, s[18:19], 0x0
	s_waitcnt lgkmcnt(0)
	s_sub_i32 s16, s1, s57
	s_add_i32 s17, s0, s30
	v_mul_hi_u32 v3, v2, v3
	s_mov_b64 s[30:31], s[38:39]
	.loc	0 226 5
	s_add_i32 s18, s18, s43
	v_add_i32_e32 v2, vcc, v2, v3
	v_mov_b32_e32 v3, v0
.LBB0_2:
	.loc	0 49 55
	v_add_i32_e32 v4, vcc, 1, v3
	v_not_b32_e32 v5, v3
	v_max_i32_e32 v5, v4, v5
	v_mul_hi_u32 v7, v5, v2
	s_waitcnt expcnt(0)
	v_ashrrev_i32_e32 v6, 31, v4
	v_xor_b32_e32 v6, s14, v6
	v_mul_lo_u32 v8, v7, s7
	v_add_i32_e32 v9, vcc, 1, v7
	v_sub_i32_e32 v5, vcc, v5, v8
	v_cmp_le_u32_e32 vcc, s7, v5
	v_cndmask_b32_e32 v7, v7, v9, vcc
	v_subrev_i32_e64 v8, s[0:1], s7, v5
	v_cndmask_b32_e32 v5, v5, v8, vcc
	v_add_i32_e32 v8, vcc, 1, v7
	v_cmp_le_u32_e32 vcc, s7, v5
	v_cndmask_b32_e32 v5, v7, v8, vcc
	v_xor_b32_e32 v5, v5, v6
	v_sub_i32_e32 v5, vcc, v5, v6
	.loc	0 49 26
	v_mul_lo_u32 v6, v5, s41
	.loc	0 224 24
	v_add_i32_e32 v5, vcc, s16, v5
	.loc	0 49 26
	v_sub_i32_e32 v4, vcc, v4, v6
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	v_cndmask_b32_e32 v4, v4, v1, vcc
	.loc	0 229 47
	v_subbrev_u32_e32 v5, vcc, 0, v5, vcc
	.loc	0 229 54
	v_mul_lo_u32 v5, v5, s15
	.loc	0 0 0
	v_add_i32_e32 v4, vcc, s17, v4
	.loc	0 229 84
	v_add_i32_e32 v4, vcc, v4, v5
	.loc	0 229 36
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_b64 v[4:5], v[4:5], 2
	buffer_load_dword v6, v[4:5], s[36:39], 0 addr64
	.loc	0 229 9
	v_add_i32_e32 v4, vcc, s18, v3
	.loc	0 226 47
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 229 9
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 226 24
	v_cmp_le_i32_e32 vcc, s42, v3
	.loc	0 229 9
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 226 5
	s_or_b64 s[12:13], vcc, s[12:13]
	.loc	0 229 34
	s_waitcnt vmcnt(0)
	buffer_store_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 226 5
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execnz .LBB0_2
.LBB0_3:
	.loc	0 0 5
	s_or_b64 exec, exec, s[8:9]
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, heartwall_common@rel32@lo+12
	s_addc_u32 s1, s1, heartwall_common@rel32@hi+20
	s_load_dword s59, s[2:3], 0x0
	.loc	0 241 28
	s_load_dword s33, s[0:1], 0x0
	.loc	0 213 14
	s_mov_b32 s44, s24
	s_mov_b32 s45, s25
	.loc	0 218 30
	s_mul_i32 s56, s40, s6
	.loc	0 234 24
	v_cmp_gt_i32_e64 s[0:1], s40, v0
	.loc	0 74 24
	s_mov_b32 m0, -1
	.loc	0 234 5
	s_and_saveexec_b64 s[8:9], s[0:1]
	s_cbranch_execz .LBB0_6
	.loc	0 0 5
	s_waitcnt lgkmcnt(0)
	s_abs_i32 s7, s33
	v_cvt_f32_u32_e32 v1, s7
	s_sub_i32 s2, 0, s7
	s_ashr_i32 s14, s33, 31
	s_mov_b32 s46, 0
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b64 s[12:13], 0
	s_mov_b32 s47, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v3, v1
	.loc	0 234 5
	v_lshlrev_b32_e32 v1, 2, v0
	v_mul_lo_u32 v2, s2, v3
	v_mul_hi_u32 v4, v3, v2
	v_mov_b32_e32 v2, s33
	v_add_i32_e32 v3, vcc, v3, v4
	v_mov_b32_e32 v4, v0
.LBB0_5:
	.loc	0 49 55
	v_add_i32_e32 v5, vcc, 1, v4
	s_waitcnt expcnt(0)
	v_not_b32_e32 v6, v4
	v_max_i32_e32 v6, v5, v6
	v_mul_hi_u32 v8, v6, v3
	v_ashrrev_i32_e32 v7, 31, v5
	v_xor_b32_e32 v7, s14, v7
	v_mul_lo_u32 v9, v8, s7
	v_add_i32_e32 v10, vcc, 1, v8
	v_sub_i32_e32 v6, vcc, v6, v9
	v_cmp_le_u32_e32 vcc, s7, v6
	v_cndmask_b32_e32 v8, v8, v10, vcc
	v_subrev_i32_e64 v9, s[2:3], s7, v6
	v_cndmask_b32_e32 v6, v6, v9, vcc
	v_add_i32_e32 v9, vcc, 1, v8
	v_cmp_le_u32_e32 vcc, s7, v6
	v_cndmask_b32_e32 v6, v8, v9, vcc
	v_xor_b32_e32 v6, v6, v7
	v_sub_i32_e32 v6, vcc, v6, v7
	.loc	0 49 26
	v_mul_lo_u32 v7, v6, s33
	.loc	0 50 9
	v_sub_i32_e32 v6, vcc, s33, v6
	.loc	0 49 26
	v_sub_i32_e32 v5, vcc, v5, v7
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v5
	.loc	0 50 9
	v_cndmask_b32_e32 v5, v5, v2, vcc
	.loc	0 237 70
	v_addc_u32_e32 v6, vcc, 0, v6, vcc
	v_mul_lo_u32 v6, v6, s33
	.loc	0 237 92
	v_sub_i32_e32 v5, vcc, s56, v5
	.loc	0 234 49
	v_add_i32_e32 v4, vcc, 0x100, v4
	.loc	0 238 45
	v_add_i32_e32 v5, vcc, v5, v6
	.loc	0 238 22
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 234 24
	v_cmp_le_i32_e32 vcc, s40, v4
	.loc	0 238 22
	buffer_load_dword v5, v[5:6], s[44:47], 0 addr64
	.loc	0 234 5
	s_or_b64 s[12:13], vcc, s[12:13]
	.loc	0 238 20
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v5
	.loc	0 234 24
	v_add_i32_e32 v1, vcc, 0x400, v1
	.loc	0 234 5
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execnz .LBB0_5
.LBB0_6:
	.loc	0 0 5
	s_or_b64 exec, exec, s[8:9]
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, heartwall_common@rel32@lo+72
	s_addc_u32 s3, s3, heartwall_common@rel32@hi+80
	.loc	0 241 57
	s_load_dwordx2 s[2:3], s[2:3], 0x0
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, heartwall_common@rel32@lo+28
	s_addc_u32 s9, s9, heartwall_common@rel32@hi+36
	.loc	0 241 82
	s_load_dword s58, s[8:9], 0x0
	.loc	0 240 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 241 53
	s_add_i32 s51, s2, s43
	.loc	0 242 18
	s_add_i32 s60, s3, s43
	.loc	0 64 33
	v_cmp_gt_i32_e64 s[2:3], s59, v0
	.loc	0 64 5
	s_and_saveexec_b64 s[12:13], s[2:3]
	s_cbranch_execz .LBB0_17
	.loc	0 0 5
	s_abs_i32 s7, s58
	v_cvt_f32_u32_e32 v1, s7
	s_sub_i32 s8, 0, s7
	s_add_i32 s38, s33, -1
	s_ashr_i32 s39, s58, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	.loc	0 71 9
	s_lshl_b32 s46, s33, 2
	s_add_i32 s47, s51, -2
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	s_mov_b64 s[14:15], 0
	v_mov_b32_e32 v3, s58
	s_mov_b32 s31, 0x100f000
	v_mul_lo_u32 v2, s8, v1
	v_mov_b32_e32 v5, v0
	v_mul_hi_u32 v2, v1, v2
	v_add_i32_e32 v4, vcc, v1, v2
	s_branch .LBB0_10
.LBB0_8:
	.loc	0 0 9
	s_or_b64 exec, exec, s[18:19]
.LBB0_9:
	s_or_b64 exec, exec, s[16:17]
	.loc	0 76 21
	v_add_i32_e32 v1, vcc, s60, v5
	.loc	0 76 9
	v_ashrrev_i32_e32 v2, 31, v1
	.loc	0 64 47
	v_add_i32_e32 v5, vcc, 0x100, v5
	.loc	0 76 9
	v_lshl_b64 v[1:2], v[1:2], 2
	.loc	0 64 33
	v_cmp_le_i32_e32 vcc, s59, v5
	.loc	0 64 5
	s_or_b64 s[14:15], vcc, s[14:15]
	.loc	0 76 26
	buffer_store_dword v8, v[1:2], s[28:31], 0 addr64
	.loc	0 64 5
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execz .LBB0_17
.LBB0_10:
	.loc	0 49 21
	v_add_i32_e32 v6, vcc, 1, v5
	.loc	0 49 55
	v_not_b32_e32 v1, v5
	v_max_i32_e32 v2, v6, v1
	v_mul_hi_u32 v7, v2, v4
	v_ashrrev_i32_e32 v1, 31, v6
	v_xor_b32_e32 v1, s39, v1
	s_waitcnt expcnt(0)
	v_mul_lo_u32 v8, v7, s7
	v_sub_i32_e32 v2, vcc, v2, v8
	v_add_i32_e32 v8, vcc, 1, v7
	v_cmp_le_u32_e32 vcc, s7, v2
	v_cndmask_b32_e32 v7, v7, v8, vcc
	v_subrev_i32_e64 v8, s[8:9], s7, v2
	v_cndmask_b32_e32 v2, v2, v8, vcc
	v_add_i32_e32 v8, vcc, 1, v7
	v_cmp_le_u32_e32 vcc, s7, v2
	v_cndmask_b32_e32 v2, v7, v8, vcc
	v_xor_b32_e32 v2, v2, v1
	v_sub_i32_e32 v7, vcc, v2, v1
	.loc	0 49 26
	v_mul_lo_u32 v7, v7, s58
	v_mov_b32_e32 v8, 0
	v_sub_i32_e32 v9, vcc, v6, v7
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v9
	.loc	0 50 9
	v_subb_u32_e64 v7, s[8:9], v2, v1, vcc
	.loc	0 67 36
	v_subrev_i32_e64 v6, s[8:9], s41, v7
	.loc	0 67 25
	v_max_i32_e32 v6, -1, v6
	.loc	0 67 62
	v_min_i32_e32 v7, s38, v7
	.loc	0 71 35
	v_cmp_lt_i32_e64 s[8:9], v6, v7
	.loc	0 71 9
	s_and_saveexec_b64 s[16:17], s[8:9]
	s_cbranch_execz .LBB0_9
	.loc	0 50 9
	v_cndmask_b32_e64 v8, 0, -1, vcc
	.loc	0 71 9
	v_add_i32_e64 v2, s[8:9], v2, v8
	v_not_b32_e32 v1, v1
	v_add_i32_e64 v1, s[8:9], v1, v2
	.loc	0 50 9
	v_cndmask_b32_e32 v12, v9, v3, vcc
	.loc	0 71 9
	v_mul_lo_u32 v11, s46, v6
	v_sub_i32_e64 v1, s[8:9], v1, v6
	.loc	0 0 0
	v_add_i32_e32 v10, vcc, -1, v12
	.loc	0 71 9
	v_mul_lo_u32 v1, s41, v1
	.loc	0 68 42
	v_subrev_i32_e32 v9, vcc, s41, v10
	.loc	0 68 28
	v_max_i32_e32 v9, -1, v9
	.loc	0 71 9
	v_add_i32_e64 v11, s[8:9], s46, v11
	v_lshlrev_b32_e32 v13, 2, v9
	v_add_i32_e64 v2, s[8:9], s47, v12
	.loc	0 68 71
	v_min_i32_e32 v10, s38, v10
	.loc	0 71 9
	v_add_i32_e64 v11, s[8:9], v11, v13
	v_add_i32_e64 v1, s[8:9], v2, v1
	v_cmp_lt_i32_e32 vcc, v9, v10
	v_add_i32_e64 v11, s[8:9], 4, v11
	v_sub_i32_e64 v12, s[8:9], v1, v9
	s_mov_b64 s[18:19], 0
	v_mov_b32_e32 v8, 0
	s_branch .LBB0_13
.LBB0_12:
	.loc	0 0 9
	s_or_b64 exec, exec, s[24:25]
	.loc	0 71 0
	v_add_i32_e64 v6, s[8:9], 1, v6
	.loc	0 71 9
	v_add_i32_e64 v11, s[8:9], s46, v11
	.loc	0 71 35
	v_cmp_ge_i32_e64 s[8:9], v6, v7
	.loc	0 71 9
	s_or_b64 s[18:19], s[8:9], s[18:19]
	v_subrev_i32_e64 v12, s[8:9], s41, v12
	s_andn2_b64 exec, exec, s[18:19]
	s_cbranch_execz .LBB0_8
.LBB0_13:
	.loc	0 73 13
	s_and_saveexec_b64 s[24:25], vcc
	s_cbranch_execz .LBB0_12
	.loc	0 0 13
	s_mov_b64 s[34:35], 0
	v_mov_b32_e32 v1, v12
	v_mov_b32_e32 v13, v11
	v_mov_b32_e32 v14, v9
.LBB0_15:
	.loc	0 74 57
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[15:16], v[1:2], 2
	.loc	0 73 0
	v_add_i32_e64 v14, s[8:9], 1, v14
	.loc	0 74 57
	buffer_load_dword v2, v[15:16], s[28:31], 0 addr64
	.loc	0 74 24
	ds_read_b32 v15, v13
	.loc	0 73 42
	v_add_i32_e64 v13, s[8:9], 4, v13
	v_add_i32_e64 v1, s[8:9], -1, v1
	v_cmp_ge_i32_e64 s[8:9], v14, v10
	.loc	0 73 13
	s_or_b64 s[34:35], s[8:9], s[34:35]
	.loc	0 74 21
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mac_f32_e32 v8, v15, v2
	.loc	0 73 13
	s_andn2_b64 exec, exec, s[34:35]
	s_cbranch_execnz .LBB0_15
	.loc	0 0 13
	s_or_b64 exec, exec, s[34:35]
	s_branch .LBB0_12
.LBB0_17:
	s_or_b64 exec, exec, s[12:13]
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, heartwall_common@rel32@lo+80
	s_addc_u32 s9, s9, heartwall_common@rel32@hi+88
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, heartwall_common@rel32@lo+36
	s_addc_u32 s13, s13, heartwall_common@rel32@hi+44
	.loc	0 177 37
	s_load_dword s47, s[8:9], 0x0
	s_load_dwordx2 s[24:25], s[12:13], 0x0
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, heartwall_common@rel32@lo+100
	s_addc_u32 s13, s13, heartwall_common@rel32@hi+108
	.loc	0 243 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 177 33
	s_add_i32 s47, s47, s43
	.loc	0 84 33
	v_cmp_gt_i32_e64 s[14:15], s25, v0
	.loc	0 84 5
	s_and_saveexec_b64 s[16:17], s[14:15]
	s_cbranch_execz .LBB0_24
	.loc	0 0 5
	s_abs_i32 s7, s24
	v_cvt_f32_u32_e32 v1, s7
	s_sub_i32 s8, 0, s7
	s_not_b32 s38, s33
	s_ashr_i32 s39, s24, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	s_mov_b64 s[18:19], 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v3, v1
	v_mov_b32_e32 v1, s33
	v_mul_lo_u32 v2, s8, v3
	v_mul_hi_u32 v4, v3, v2
	v_mov_b32_e32 v2, s24
	v_add_i32_e32 v3, vcc, v3, v4
	v_mov_b32_e32 v4, v0
	s_branch .LBB0_21
.LBB0_19:
	s_or_b64 exec, exec, s[8:9]
.LBB0_20:
	s_or_b64 exec, exec, s[34:35]
	.loc	0 90 9
	v_add_i32_e32 v6, vcc, s47, v4
	v_ashrrev_i32_e32 v7, 31, v6
	.loc	0 84 56
	v_add_i32_e32 v4, vcc, 0x100, v4
	.loc	0 90 9
	v_lshl_b64 v[6:7], v[6:7], 2
	.loc	0 84 33
	v_cmp_le_i32_e32 vcc, s25, v4
	.loc	0 84 5
	s_or_b64 s[18:19], vcc, s[18:19]
	.loc	0 90 26
	s_waitcnt vmcnt(0)
	buffer_store_dword v5, v[6:7], s[28:31], 0 addr64
	.loc	0 84 5
	s_andn2_b64 exec, exec, s[18:19]
	s_cbranch_execz .LBB0_24
.LBB0_21:
	.loc	0 49 55
	s_waitcnt expcnt(0)
	v_add_i32_e32 v5, vcc, 1, v4
	v_not_b32_e32 v6, v4
	v_max_i32_e32 v6, v5, v6
	v_mul_hi_u32 v7, v6, v3
	v_ashrrev_i32_e32 v9, 31, v5
	v_xor_b32_e32 v9, s39, v9
	v_mul_lo_u32 v8, v7, s7
	v_sub_i32_e32 v6, vcc, v6, v8
	v_add_i32_e32 v8, vcc, 1, v7
	v_cmp_le_u32_e32 vcc, s7, v6
	v_cndmask_b32_e32 v7, v7, v8, vcc
	v_subrev_i32_e64 v8, s[8:9], s7, v6
	v_cndmask_b32_e32 v6, v6, v8, vcc
	v_add_i32_e32 v8, vcc, 1, v7
	v_cmp_le_u32_e32 vcc, s7, v6
	v_cndmask_b32_e32 v6, v7, v8, vcc
	v_xor_b32_e32 v6, v6, v9
	v_sub_i32_e32 v6, vcc, v6, v9
	.loc	0 49 26
	v_mul_lo_u32 v7, v6, s24
	v_sub_i32_e32 v7, vcc, v5, v7
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v7
	.loc	0 86 24
	v_subb_u32_e64 v6, s[8:9], v6, v1, vcc
	.loc	0 88 17
	v_cmp_lt_i32_e64 s[8:9], -1, v6
	v_mov_b32_e32 v5, 0
	.loc	0 88 22
	s_and_saveexec_b64 s[34:35], s[8:9]
	s_cbranch_execz .LBB0_20
	.loc	0 50 9
	v_cndmask_b32_e32 v5, v7, v2, vcc
	.loc	0 86 57
	v_add_i32_e32 v7, vcc, s38, v5
	.loc	0 88 45
	v_max_i32_e32 v5, v6, v7
	v_cmp_lt_i32_e32 vcc, -1, v7
	v_cmp_gt_i32_e64 s[8:9], s41, v5
	s_and_b64 s[52:53], s[8:9], vcc
	v_mov_b32_e32 v5, 0
	s_and_saveexec_b64 s[8:9], s[52:53]
	s_cbranch_execz .LBB0_19
	.loc	0 89 39
	v_mul_lo_u32 v5, v6, s41
	.loc	0 89 33
	v_add_i32_e32 v6, vcc, s51, v7
	.loc	0 89 55
	v_add_i32_e32 v5, vcc, v6, v5
	.loc	0 89 21
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshl_b64 v[5:6], v[5:6], 2
	buffer_load_dword v5, v[5:6], s[28:31], 0 addr64
	s_branch .LBB0_19
.LBB0_24:
	.loc	0 0 21
	s_or_b64 exec, exec, s[16:17]
	.loc	0 246 0
	s_load_dword s7, s[12:13], 0x0
	.loc	0 98 43
	v_cmp_gt_i32_e64 s[16:17], s24, v0
	.loc	0 178 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 98 5
	s_and_saveexec_b64 s[8:9], s[16:17]
	s_cbranch_execz .LBB0_29
	v_add_i32_e32 v3, vcc, s47, v0
	s_mov_b64 s[12:13], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	v_mov_b32_e32 v4, v0
.LBB0_26:
	.loc	0 0 5
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v5, 0
	s_mov_b32 s18, s24
	v_mov_b32_e32 v1, v3
.LBB0_27:
	.loc	0 102 20
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[6:7], v[1:2], 2
	.loc	0 101 31
	s_add_i32 s18, s18, -1
	.loc	0 102 20
	buffer_load_dword v2, v[6:7], s[28:31], 0 addr64
	.loc	0 101 31
	s_cmp_eq_u32 s18, 0
	v_add_i32_e32 v1, vcc, s24, v1
	.loc	0 102 17
	s_waitcnt vmcnt(0) expcnt(0)
	v_add_f32_e32 v5, v5, v2
	.loc	0 103 51
	buffer_store_dword v5, v[6:7], s[28:31], 0 addr64
	.loc	0 101 9
	s_cbranch_scc0 .LBB0_27
	.loc	0 98 61
	v_add_i32_e32 v4, vcc, 0x100, v4
	.loc	0 98 43
	v_cmp_le_i32_e32 vcc, s24, v4
	.loc	0 98 5
	s_or_b64 s[12:13], vcc, s[12:13]
	v_add_i32_e32 v3, vcc, 0x100, v3
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execnz .LBB0_26
.LBB0_29:
	.loc	0 0 5
	s_or_b64 exec, exec, s[8:9]
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, heartwall_common@rel32@lo+44
	s_addc_u32 s9, s9, heartwall_common@rel32@hi+52
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, heartwall_common@rel32@lo+84
	s_addc_u32 s13, s13, heartwall_common@rel32@hi+92
	.loc	0 181 100
	s_load_dword s46, s[12:13], 0x0
	.loc	0 181 76
	s_load_dword s50, s[8:9], 0x0
	.loc	0 180 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 181 96
	s_add_i32 s46, s46, s43
	.loc	0 127 33
	v_cmp_gt_i32_e64 s[12:13], s50, v0
	.loc	0 127 5
	s_and_saveexec_b64 s[18:19], s[12:13]
	s_cbranch_execz .LBB0_32
	.loc	0 0 5
	s_abs_i32 s38, s24
	v_cvt_f32_u32_e32 v1, s38
	s_sub_i32 s8, 0, s38
	s_add_i32 s39, s47, -1
	s_ashr_i32 s52, s24, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	s_mov_b64 s[34:35], 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v2, v1
	v_mul_lo_u32 v1, s8, v2
	v_mul_hi_u32 v3, v2, v1
	v_mov_b32_e32 v1, s24
	v_add_i32_e32 v2, vcc, v2, v3
	v_mov_b32_e32 v3, v0
.LBB0_31:
	.loc	0 49 55
	v_add_i32_e32 v4, vcc, 1, v3
	v_not_b32_e32 v5, v3
	v_max_i32_e32 v5, v4, v5
	v_mul_hi_u32 v7, v5, v2
	s_waitcnt expcnt(0)
	v_ashrrev_i32_e32 v6, 31, v4
	v_xor_b32_e32 v6, s52, v6
	v_mul_lo_u32 v8, v7, s38
	v_add_i32_e32 v9, vcc, 1, v7
	v_sub_i32_e32 v5, vcc, v5, v8
	v_cmp_le_u32_e32 vcc, s38, v5
	v_cndmask_b32_e32 v7, v7, v9, vcc
	v_subrev_i32_e64 v8, s[8:9], s38, v5
	v_cndmask_b32_e32 v5, v5, v8, vcc
	v_add_i32_e32 v8, vcc, 1, v7
	v_cmp_le_u32_e32 vcc, s38, v5
	v_cndmask_b32_e32 v5, v7, v8, vcc
	v_xor_b32_e32 v5, v5, v6
	v_sub_i32_e32 v5, vcc, v5, v6
	.loc	0 49 26
	v_mul_lo_u32 v6, v5, s24
	.loc	0 50 9
	v_add_i32_e32 v5, vcc, s33, v5
	.loc	0 49 26
	v_sub_i32_e32 v4, vcc, v4, v6
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	v_cndmask_b32_e32 v4, v4, v1, vcc
	.loc	0 130 49
	v_subbrev_u32_e32 v5, vcc, 0, v5, vcc
	.loc	0 130 56
	v_mul_lo_u32 v5, v5, s24
	.loc	0 0 0
	v_add_i32_e32 v4, vcc, s39, v4
	.loc	0 130 79
	v_add_i32_e32 v4, vcc, v4, v5
	.loc	0 130 30
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_b64 v[4:5], v[4:5], 2
	buffer_load_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 130 9
	v_add_i32_e32 v4, vcc, s46, v3
	.loc	0 127 47
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 130 9
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 127 33
	v_cmp_le_i32_e32 vcc, s50, v3
	.loc	0 130 9
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 127 5
	s_or_b64 s[34:35], vcc, s[34:35]
	.loc	0 130 28
	s_waitcnt vmcnt(0)
	buffer_store_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 127 5
	s_andn2_b64 exec, exec, s[34:35]
	s_cbranch_execnz .LBB0_31
.LBB0_32:
	.loc	0 0 5
	s_or_b64 exec, exec, s[18:19]
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, heartwall_common@rel32@lo+88
	s_addc_u32 s9, s9, heartwall_common@rel32@hi+96
	.loc	0 183 86
	s_load_dword s61, s[8:9], 0x0
	.loc	0 182 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 183 82
	s_add_i32 s61, s61, s43
	.loc	0 127 5
	s_and_saveexec_b64 s[18:19], s[12:13]
	s_cbranch_execz .LBB0_35
	.loc	0 0 5
	s_abs_i32 s38, s24
	v_cvt_f32_u32_e32 v1, s38
	s_sub_i32 s8, 0, s38
	s_add_i32 s39, s47, -1
	s_ashr_i32 s52, s24, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	s_mov_b64 s[34:35], 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v2, v1
	v_mul_lo_u32 v1, s8, v2
	v_mul_hi_u32 v3, v2, v1
	v_mov_b32_e32 v1, s24
	v_add_i32_e32 v2, vcc, v2, v3
	v_mov_b32_e32 v3, v0
.LBB0_34:
	.loc	0 49 55
	v_add_i32_e32 v4, vcc, 1, v3
	v_not_b32_e32 v5, v3
	v_max_i32_e32 v5, v4, v5
	v_mul_hi_u32 v7, v5, v2
	s_waitcnt expcnt(0)
	v_ashrrev_i32_e32 v6, 31, v4
	v_xor_b32_e32 v6, s52, v6
	v_mul_lo_u32 v8, v7, s38
	v_add_i32_e32 v9, vcc, 1, v7
	v_sub_i32_e32 v5, vcc, v5, v8
	v_cmp_le_u32_e32 vcc, s38, v5
	v_cndmask_b32_e32 v7, v7, v9, vcc
	v_subrev_i32_e64 v8, s[8:9], s38, v5
	v_cndmask_b32_e32 v5, v5, v8, vcc
	v_add_i32_e32 v8, vcc, 1, v7
	v_cmp_le_u32_e32 vcc, s38, v5
	v_cndmask_b32_e32 v5, v7, v8, vcc
	v_xor_b32_e32 v5, v5, v6
	v_sub_i32_e32 v7, vcc, v5, v6
	.loc	0 49 26
	v_mul_lo_u32 v7, v7, s24
	v_sub_i32_e32 v4, vcc, v4, v7
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	v_cndmask_b32_e32 v4, v4, v1, vcc
	v_subb_u32_e32 v5, vcc, v5, v6, vcc
	.loc	0 130 56
	v_mul_lo_u32 v5, v5, s24
	.loc	0 0 0
	v_add_i32_e32 v4, vcc, s39, v4
	.loc	0 130 79
	v_add_i32_e32 v4, vcc, v4, v5
	.loc	0 130 30
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_b64 v[4:5], v[4:5], 2
	buffer_load_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 130 9
	v_add_i32_e32 v4, vcc, s61, v3
	.loc	0 127 47
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 130 9
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 127 33
	v_cmp_le_i32_e32 vcc, s50, v3
	.loc	0 130 9
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 127 5
	s_or_b64 s[34:35], vcc, s[34:35]
	.loc	0 130 28
	s_waitcnt vmcnt(0)
	buffer_store_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 127 5
	s_andn2_b64 exec, exec, s[34:35]
	s_cbranch_execnz .LBB0_34
.LBB0_35:
	.loc	0 0 5
	s_or_b64 exec, exec, s[18:19]
	.loc	0 184 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 137 5
	s_and_saveexec_b64 s[8:9], s[12:13]
	s_cbranch_execz .LBB0_38
	.loc	0 0 5
	s_mov_b64 s[18:19], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	v_mov_b32_e32 v1, v0
.LBB0_37:
	.loc	0 138 32
	v_add_i32_e32 v2, vcc, s46, v1
	.loc	0 138 46
	s_waitcnt expcnt(0)
	v_add_i32_e32 v4, vcc, s61, v1
	.loc	0 138 32
	v_ashrrev_i32_e32 v3, 31, v2
	.loc	0 138 46
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 138 32
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 138 46
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 138 32
	buffer_load_dword v6, v[2:3], s[28:31], 0 addr64
	.loc	0 138 46
	buffer_load_dword v4, v[4:5], s[28:31], 0 addr64
	.loc	0 137 47
	v_add_i32_e32 v1, vcc, 0x100, v1
	.loc	0 137 33
	v_cmp_le_i32_e32 vcc, s50, v1
	.loc	0 137 5
	s_or_b64 s[18:19], vcc, s[18:19]
	.loc	0 138 44
	s_waitcnt vmcnt(0)
	v_sub_f32_e32 v4, v6, v4
	.loc	0 138 30
	buffer_store_dword v4, v[2:3], s[28:31], 0 addr64
	.loc	0 137 5
	s_andn2_b64 exec, exec, s[18:19]
	s_cbranch_execnz .LBB0_37
.LBB0_38:
	.loc	0 0 5
	s_or_b64 exec, exec, s[8:9]
	s_waitcnt expcnt(0)
	v_mul_lo_u32 v4, v0, s24
	.loc	0 112 37
	v_cmp_gt_i32_e64 s[8:9], s58, v0
	.loc	0 186 5
	s_waitcnt vmcnt(0)
	s_barrier
	.loc	0 112 5
	s_and_saveexec_b64 s[30:31], s[8:9]
	s_cbranch_execz .LBB0_44
	.loc	0 0 5
	s_cmp_gt_i32 s24, 0
	s_cselect_b64 s[18:19], -1, 0
	v_cndmask_b32_e64 v2, 0, 1, s[18:19]
	s_mov_b32 s54, 0
	.loc	0 112 5
	v_add_i32_e32 v1, vcc, s46, v4
	s_lshl_b32 s38, s24, 8
	s_mov_b64 s[34:35], 0
	v_cmp_ne_u32_e64 s[18:19], 1, v2
	s_mov_b32 s55, 0x100f000
	v_mov_b32_e32 v5, v0
	s_branch .LBB0_41
.LBB0_40:
	.loc	0 112 49
	v_add_i32_e32 v5, vcc, 0x100, v5
	.loc	0 112 37
	v_cmp_le_i32_e32 vcc, s58, v5
	.loc	0 112 5
	s_or_b64 s[34:35], vcc, s[34:35]
	v_add_i32_e32 v1, vcc, s38, v1
	s_andn2_b64 exec, exec, s[34:35]
	s_cbranch_execz .LBB0_44
.LBB0_41:
	.loc	0 115 9
	s_and_b64 vcc, exec, s[18:19]
	s_cbranch_vccnz .LBB0_40
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[2:3], v[1:2], 2
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v6, s29
	v_add_i32_e32 v2, vcc, s28, v2
	v_addc_u32_e32 v3, vcc, v6, v3, vcc
	v_mov_b32_e32 v6, 0
	s_mov_b32 s39, s24
.LBB0_43:
	.loc	0 116 20
	s_mov_b32 s52, s54
	s_mov_b32 s53, s54
	buffer_load_dword v7, v[2:3], s[52:55], 0 addr64
	.loc	0 115 37
	s_add_i32 s39, s39, -1
	s_cmp_eq_u32 s39, 0
	.loc	0 116 17
	s_waitcnt vmcnt(0) expcnt(0)
	v_add_f32_e32 v6, v6, v7
	.loc	0 117 51
	buffer_store_dword v6, v[2:3], s[52:55], 0 addr64
	.loc	0 115 37
	v_add_i32_e32 v2, vcc, 4, v2
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	.loc	0 115 9
	s_cbranch_scc0 .LBB0_43
	s_branch .LBB0_40
.LBB0_44:
	.loc	0 0 9
	s_or_b64 exec, exec, s[30:31]
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, heartwall_common@rel32@lo+92
	s_addc_u32 s19, s19, heartwall_common@rel32@hi+100
	.loc	0 189 90
	s_load_dword s52, s[18:19], 0x0
	.loc	0 188 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 189 86
	s_add_i32 s52, s52, s43
	.loc	0 127 5
	s_and_saveexec_b64 s[34:35], s[2:3]
	s_cbranch_execz .LBB0_47
	.loc	0 0 5
	s_abs_i32 s53, s58
	v_cvt_f32_u32_e32 v1, s53
	s_sub_i32 s18, 0, s53
	s_add_i32 s55, s33, s46
	s_ashr_i32 s54, s58, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	s_mov_b64 s[38:39], 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v2, v1
	v_mov_b32_e32 v1, s58
	s_add_i32 s55, s55, -1
	v_mul_lo_u32 v3, s18, v2
	v_mul_hi_u32 v3, v2, v3
	v_add_i32_e32 v2, vcc, v2, v3
	v_mov_b32_e32 v3, v0
.LBB0_46:
	.loc	0 49 55
	v_add_i32_e32 v5, vcc, 1, v3
	v_not_b32_e32 v6, v3
	v_max_i32_e32 v6, v5, v6
	v_mul_hi_u32 v8, v6, v2
	s_waitcnt expcnt(0)
	v_ashrrev_i32_e32 v7, 31, v5
	v_xor_b32_e32 v7, s54, v7
	v_mul_lo_u32 v9, v8, s53
	v_add_i32_e32 v10, vcc, 1, v8
	v_sub_i32_e32 v6, vcc, v6, v9
	v_cmp_le_u32_e32 vcc, s53, v6
	v_cndmask_b32_e32 v8, v8, v10, vcc
	v_subrev_i32_e64 v9, s[18:19], s53, v6
	v_cndmask_b32_e32 v6, v6, v9, vcc
	v_add_i32_e32 v9, vcc, 1, v8
	v_cmp_le_u32_e32 vcc, s53, v6
	v_cndmask_b32_e32 v6, v8, v9, vcc
	v_xor_b32_e32 v6, v6, v7
	v_sub_i32_e32 v8, vcc, v6, v7
	.loc	0 49 26
	v_mul_lo_u32 v8, v8, s58
	v_sub_i32_e32 v5, vcc, v5, v8
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v5
	.loc	0 50 9
	v_cndmask_b32_e32 v5, v5, v1, vcc
	v_subb_u32_e32 v6, vcc, v6, v7, vcc
	.loc	0 130 56
	v_mul_lo_u32 v6, v6, s24
	.loc	0 0 0
	v_add_i32_e32 v5, vcc, s55, v5
	.loc	0 130 79
	v_add_i32_e32 v5, vcc, v5, v6
	.loc	0 130 30
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshl_b64 v[5:6], v[5:6], 2
	buffer_load_dword v7, v[5:6], s[28:31], 0 addr64
	.loc	0 130 9
	v_add_i32_e32 v5, vcc, s52, v3
	.loc	0 127 47
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 130 9
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 127 33
	v_cmp_le_i32_e32 vcc, s59, v3
	.loc	0 130 9
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 127 5
	s_or_b64 s[38:39], vcc, s[38:39]
	.loc	0 130 28
	s_waitcnt vmcnt(0)
	buffer_store_dword v7, v[5:6], s[28:31], 0 addr64
	.loc	0 127 5
	s_andn2_b64 exec, exec, s[38:39]
	s_cbranch_execnz .LBB0_46
.LBB0_47:
	.loc	0 0 5
	s_or_b64 exec, exec, s[34:35]
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, heartwall_common@rel32@lo+96
	s_addc_u32 s19, s19, heartwall_common@rel32@hi+104
	.loc	0 191 76
	s_load_dword s53, s[18:19], 0x0
	.loc	0 190 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 191 72
	s_add_i32 s53, s53, s43
	.loc	0 127 5
	s_and_saveexec_b64 s[34:35], s[2:3]
	s_cbranch_execz .LBB0_50
	.loc	0 0 5
	s_abs_i32 s54, s58
	v_cvt_f32_u32_e32 v1, s54
	s_sub_i32 s18, 0, s54
	s_add_i32 s55, s46, -1
	s_ashr_i32 s62, s58, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	s_mov_b64 s[38:39], 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v2, v1
	v_mul_lo_u32 v1, s18, v2
	v_mul_hi_u32 v3, v2, v1
	v_mov_b32_e32 v1, s58
	v_add_i32_e32 v2, vcc, v2, v3
	v_mov_b32_e32 v3, v0
.LBB0_49:
	.loc	0 49 55
	v_add_i32_e32 v5, vcc, 1, v3
	v_not_b32_e32 v6, v3
	v_max_i32_e32 v6, v5, v6
	v_mul_hi_u32 v8, v6, v2
	s_waitcnt expcnt(0)
	v_ashrrev_i32_e32 v7, 31, v5
	v_xor_b32_e32 v7, s62, v7
	v_mul_lo_u32 v9, v8, s54
	v_add_i32_e32 v10, vcc, 1, v8
	v_sub_i32_e32 v6, vcc, v6, v9
	v_cmp_le_u32_e32 vcc, s54, v6
	v_cndmask_b32_e32 v8, v8, v10, vcc
	v_subrev_i32_e64 v9, s[18:19], s54, v6
	v_cndmask_b32_e32 v6, v6, v9, vcc
	v_add_i32_e32 v9, vcc, 1, v8
	v_cmp_le_u32_e32 vcc, s54, v6
	v_cndmask_b32_e32 v6, v8, v9, vcc
	v_xor_b32_e32 v6, v6, v7
	v_sub_i32_e32 v8, vcc, v6, v7
	.loc	0 49 26
	v_mul_lo_u32 v8, v8, s58
	v_sub_i32_e32 v5, vcc, v5, v8
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v5
	.loc	0 50 9
	v_cndmask_b32_e32 v5, v5, v1, vcc
	v_subb_u32_e32 v6, vcc, v6, v7, vcc
	.loc	0 130 56
	v_mul_lo_u32 v6, v6, s24
	.loc	0 0 0
	v_add_i32_e32 v5, vcc, s55, v5
	.loc	0 130 79
	v_add_i32_e32 v5, vcc, v5, v6
	.loc	0 130 30
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshl_b64 v[5:6], v[5:6], 2
	buffer_load_dword v7, v[5:6], s[28:31], 0 addr64
	.loc	0 130 9
	v_add_i32_e32 v5, vcc, s53, v3
	.loc	0 127 47
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 130 9
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 127 33
	v_cmp_le_i32_e32 vcc, s59, v3
	.loc	0 130 9
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 127 5
	s_or_b64 s[38:39], vcc, s[38:39]
	.loc	0 130 28
	s_waitcnt vmcnt(0)
	buffer_store_dword v7, v[5:6], s[28:31], 0 addr64
	.loc	0 127 5
	s_andn2_b64 exec, exec, s[38:39]
	s_cbranch_execnz .LBB0_49
.LBB0_50:
	.loc	0 0 5
	s_or_b64 exec, exec, s[34:35]
	.loc	0 193 67
	s_add_i32 s7, s7, s43
	.loc	0 192 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 137 5
	s_and_saveexec_b64 s[18:19], s[2:3]
	s_cbranch_execz .LBB0_53
	.loc	0 0 5
	s_mov_b64 s[34:35], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	v_mov_b32_e32 v1, v0
.LBB0_52:
	.loc	0 138 32
	v_add_i32_e32 v2, vcc, s52, v1
	.loc	0 138 46
	s_waitcnt expcnt(0)
	v_add_i32_e32 v5, vcc, s53, v1
	.loc	0 138 32
	v_ashrrev_i32_e32 v3, 31, v2
	.loc	0 138 46
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 138 32
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 138 46
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 138 32
	buffer_load_dword v7, v[2:3], s[28:31], 0 addr64
	.loc	0 138 46
	buffer_load_dword v5, v[5:6], s[28:31], 0 addr64
	.loc	0 138 9
	v_add_i32_e32 v2, vcc, s7, v1
	.loc	0 137 47
	v_add_i32_e32 v1, vcc, 0x100, v1
	.loc	0 138 9
	v_ashrrev_i32_e32 v3, 31, v2
	.loc	0 137 33
	v_cmp_le_i32_e32 vcc, s59, v1
	.loc	0 138 9
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 137 5
	s_or_b64 s[34:35], vcc, s[34:35]
	.loc	0 138 44
	s_waitcnt vmcnt(0)
	v_sub_f32_e32 v5, v7, v5
	.loc	0 138 30
	buffer_store_dword v5, v[2:3], s[28:31], 0 addr64
	.loc	0 137 5
	s_andn2_b64 exec, exec, s[34:35]
	s_cbranch_execnz .LBB0_52
.LBB0_53:
	.loc	0 0 5
	s_or_b64 exec, exec, s[18:19]
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, heartwall_common@rel32@lo+108
	s_addc_u32 s19, s19, heartwall_common@rel32@hi+116
	.loc	0 247 72
	s_load_dword s54, s[18:19], 0x0
	.loc	0 194 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 247 68
	s_add_i32 s54, s54, s43
	.loc	0 145 5
	s_and_saveexec_b64 s[18:19], s[10:11]
	s_cbranch_execz .LBB0_56
	.loc	0 0 5
	s_mov_b64 s[10:11], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	v_mov_b32_e32 v1, v0
.LBB0_55:
	.loc	0 146 23
	v_add_i32_e32 v2, vcc, s51, v1
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[2:3], v[2:3], 2
	s_waitcnt expcnt(0)
	buffer_load_dword v5, v[2:3], s[28:31], 0 addr64
	.loc	0 147 9
	v_add_i32_e32 v2, vcc, s54, v1
	.loc	0 145 47
	v_add_i32_e32 v1, vcc, 0x100, v1
	.loc	0 147 9
	v_ashrrev_i32_e32 v3, 31, v2
	.loc	0 145 33
	v_cmp_le_i32_e32 vcc, s42, v1
	.loc	0 147 9
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 145 5
	s_or_b64 s[10:11], vcc, s[10:11]
	.loc	0 147 35
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v5, v5, v5
	.loc	0 147 27
	buffer_store_dword v5, v[2:3], s[28:31], 0 addr64
	.loc	0 145 5
	s_andn2_b64 exec, exec, s[10:11]
	s_cbranch_execnz .LBB0_55
.LBB0_56:
	.loc	0 0 5
	s_or_b64 exec, exec, s[18:19]
	.loc	0 248 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, heartwall_common@rel32@lo+104
	s_addc_u32 s19, s19, heartwall_common@rel32@hi+112
	.loc	0 84 5
	s_and_saveexec_b64 s[34:35], s[14:15]
	s_cbranch_execz .LBB0_63
	.loc	0 0 5
	s_abs_i32 s42, s24
	v_cvt_f32_u32_e32 v1, s42
	s_sub_i32 s10, 0, s42
	s_not_b32 s51, s33
	s_ashr_i32 s55, s24, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	s_mov_b64 s[14:15], 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v3, v1
	v_mov_b32_e32 v1, s33
	v_mul_lo_u32 v2, s10, v3
	v_mul_hi_u32 v5, v3, v2
	v_mov_b32_e32 v2, s24
	v_add_i32_e32 v3, vcc, v3, v5
	v_mov_b32_e32 v5, v0
	s_branch .LBB0_60
.LBB0_58:
	s_or_b64 exec, exec, s[10:11]
.LBB0_59:
	s_or_b64 exec, exec, s[38:39]
	.loc	0 90 9
	v_add_i32_e32 v7, vcc, s47, v5
	v_ashrrev_i32_e32 v8, 31, v7
	.loc	0 84 56
	v_add_i32_e32 v5, vcc, 0x100, v5
	.loc	0 90 9
	v_lshl_b64 v[7:8], v[7:8], 2
	.loc	0 84 33
	v_cmp_le_i32_e32 vcc, s25, v5
	.loc	0 84 5
	s_or_b64 s[14:15], vcc, s[14:15]
	.loc	0 90 26
	s_waitcnt vmcnt(0)
	buffer_store_dword v6, v[7:8], s[28:31], 0 addr64
	.loc	0 84 5
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execz .LBB0_63
.LBB0_60:
	.loc	0 49 55
	s_waitcnt expcnt(0)
	v_add_i32_e32 v6, vcc, 1, v5
	v_not_b32_e32 v7, v5
	v_max_i32_e32 v7, v6, v7
	v_mul_hi_u32 v8, v7, v3
	v_ashrrev_i32_e32 v10, 31, v6
	v_xor_b32_e32 v10, s55, v10
	v_mul_lo_u32 v9, v8, s42
	v_sub_i32_e32 v7, vcc, v7, v9
	v_add_i32_e32 v9, vcc, 1, v8
	v_cmp_le_u32_e32 vcc, s42, v7
	v_cndmask_b32_e32 v8, v8, v9, vcc
	v_subrev_i32_e64 v9, s[10:11], s42, v7
	v_cndmask_b32_e32 v7, v7, v9, vcc
	v_add_i32_e32 v9, vcc, 1, v8
	v_cmp_le_u32_e32 vcc, s42, v7
	v_cndmask_b32_e32 v7, v8, v9, vcc
	v_xor_b32_e32 v7, v7, v10
	v_sub_i32_e32 v7, vcc, v7, v10
	.loc	0 49 26
	v_mul_lo_u32 v8, v7, s24
	v_sub_i32_e32 v8, vcc, v6, v8
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v8
	.loc	0 86 24
	v_subb_u32_e64 v7, s[10:11], v7, v1, vcc
	.loc	0 88 17
	v_cmp_lt_i32_e64 s[10:11], -1, v7
	v_mov_b32_e32 v6, 0
	.loc	0 88 22
	s_and_saveexec_b64 s[38:39], s[10:11]
	s_cbranch_execz .LBB0_59
	.loc	0 50 9
	v_cndmask_b32_e32 v6, v8, v2, vcc
	.loc	0 86 57
	v_add_i32_e32 v8, vcc, s51, v6
	.loc	0 88 45
	v_max_i32_e32 v6, v7, v8
	v_cmp_lt_i32_e32 vcc, -1, v8
	v_cmp_gt_i32_e64 s[10:11], s41, v6
	s_and_b64 s[62:63], s[10:11], vcc
	v_mov_b32_e32 v6, 0
	s_and_saveexec_b64 s[10:11], s[62:63]
	s_cbranch_execz .LBB0_58
	.loc	0 89 39
	v_mul_lo_u32 v6, v7, s41
	.loc	0 89 33
	v_add_i32_e32 v7, vcc, s54, v8
	.loc	0 89 55
	v_add_i32_e32 v6, vcc, v7, v6
	.loc	0 89 21
	v_ashrrev_i32_e32 v7, 31, v6
	v_lshl_b64 v[6:7], v[6:7], 2
	buffer_load_dword v6, v[6:7], s[28:31], 0 addr64
	s_branch .LBB0_58
.LBB0_63:
	.loc	0 0 21
	s_or_b64 exec, exec, s[34:35]
	.loc	0 249 0
	s_load_dword s25, s[18:19], 0x0
	.loc	0 178 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 98 5
	s_and_saveexec_b64 s[10:11], s[16:17]
	s_cbranch_execz .LBB0_68
	v_add_i32_e32 v3, vcc, s47, v0
	s_mov_b64 s[14:15], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	v_mov_b32_e32 v5, v0
.LBB0_65:
	.loc	0 0 5
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v6, 0
	s_mov_b32 s16, s24
	v_mov_b32_e32 v1, v3
.LBB0_66:
	.loc	0 102 20
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[7:8], v[1:2], 2
	.loc	0 101 31
	s_add_i32 s16, s16, -1
	.loc	0 102 20
	buffer_load_dword v2, v[7:8], s[28:31], 0 addr64
	.loc	0 101 31
	s_cmp_eq_u32 s16, 0
	v_add_i32_e32 v1, vcc, s24, v1
	.loc	0 102 17
	s_waitcnt vmcnt(0) expcnt(0)
	v_add_f32_e32 v6, v6, v2
	.loc	0 103 51
	buffer_store_dword v6, v[7:8], s[28:31], 0 addr64
	.loc	0 101 9
	s_cbranch_scc0 .LBB0_66
	.loc	0 98 61
	v_add_i32_e32 v5, vcc, 0x100, v5
	.loc	0 98 43
	v_cmp_le_i32_e32 vcc, s24, v5
	.loc	0 98 5
	s_or_b64 s[14:15], vcc, s[14:15]
	v_add_i32_e32 v3, vcc, 0x100, v3
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execnz .LBB0_65
.LBB0_68:
	.loc	0 0 5
	s_or_b64 exec, exec, s[10:11]
	.loc	0 180 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 127 5
	s_and_saveexec_b64 s[14:15], s[12:13]
	s_cbranch_execz .LBB0_71
	.loc	0 0 5
	s_abs_i32 s18, s24
	v_cvt_f32_u32_e32 v1, s18
	s_sub_i32 s10, 0, s18
	s_add_i32 s19, s47, -1
	s_ashr_i32 s34, s24, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	s_mov_b64 s[16:17], 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v2, v1
	v_mul_lo_u32 v1, s10, v2
	v_mul_hi_u32 v3, v2, v1
	v_mov_b32_e32 v1, s24
	v_add_i32_e32 v2, vcc, v2, v3
	v_mov_b32_e32 v3, v0
.LBB0_70:
	.loc	0 49 55
	v_add_i32_e32 v5, vcc, 1, v3
	v_not_b32_e32 v6, v3
	v_max_i32_e32 v6, v5, v6
	v_mul_hi_u32 v8, v6, v2
	s_waitcnt expcnt(0)
	v_ashrrev_i32_e32 v7, 31, v5
	v_xor_b32_e32 v7, s34, v7
	v_mul_lo_u32 v9, v8, s18
	v_add_i32_e32 v10, vcc, 1, v8
	v_sub_i32_e32 v6, vcc, v6, v9
	v_cmp_le_u32_e32 vcc, s18, v6
	v_cndmask_b32_e32 v8, v8, v10, vcc
	v_subrev_i32_e64 v9, s[10:11], s18, v6
	v_cndmask_b32_e32 v6, v6, v9, vcc
	v_add_i32_e32 v9, vcc, 1, v8
	v_cmp_le_u32_e32 vcc, s18, v6
	v_cndmask_b32_e32 v6, v8, v9, vcc
	v_xor_b32_e32 v6, v6, v7
	v_sub_i32_e32 v6, vcc, v6, v7
	.loc	0 49 26
	v_mul_lo_u32 v7, v6, s24
	.loc	0 50 9
	v_add_i32_e32 v6, vcc, s33, v6
	.loc	0 49 26
	v_sub_i32_e32 v5, vcc, v5, v7
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v5
	.loc	0 50 9
	v_cndmask_b32_e32 v5, v5, v1, vcc
	.loc	0 130 49
	v_subbrev_u32_e32 v6, vcc, 0, v6, vcc
	.loc	0 130 56
	v_mul_lo_u32 v6, v6, s24
	.loc	0 0 0
	v_add_i32_e32 v5, vcc, s19, v5
	.loc	0 130 79
	v_add_i32_e32 v5, vcc, v5, v6
	.loc	0 130 30
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshl_b64 v[5:6], v[5:6], 2
	buffer_load_dword v7, v[5:6], s[28:31], 0 addr64
	.loc	0 130 9
	v_add_i32_e32 v5, vcc, s46, v3
	.loc	0 127 47
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 130 9
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 127 33
	v_cmp_le_i32_e32 vcc, s50, v3
	.loc	0 130 9
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 127 5
	s_or_b64 s[16:17], vcc, s[16:17]
	.loc	0 130 28
	s_waitcnt vmcnt(0)
	buffer_store_dword v7, v[5:6], s[28:31], 0 addr64
	.loc	0 127 5
	s_andn2_b64 exec, exec, s[16:17]
	s_cbranch_execnz .LBB0_70
.LBB0_71:
	.loc	0 0 5
	s_or_b64 exec, exec, s[14:15]
	.loc	0 182 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 127 5
	s_and_saveexec_b64 s[14:15], s[12:13]
	s_cbranch_execz .LBB0_74
	.loc	0 0 5
	s_abs_i32 s18, s24
	v_cvt_f32_u32_e32 v1, s18
	s_sub_i32 s10, 0, s18
	s_add_i32 s47, s47, -1
	s_ashr_i32 s19, s24, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	s_mov_b64 s[16:17], 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v2, v1
	v_mul_lo_u32 v1, s10, v2
	v_mul_hi_u32 v3, v2, v1
	v_mov_b32_e32 v1, s24
	v_add_i32_e32 v2, vcc, v2, v3
	v_mov_b32_e32 v3, v0
.LBB0_73:
	.loc	0 49 55
	v_add_i32_e32 v5, vcc, 1, v3
	v_not_b32_e32 v6, v3
	v_max_i32_e32 v6, v5, v6
	v_mul_hi_u32 v8, v6, v2
	s_waitcnt expcnt(0)
	v_ashrrev_i32_e32 v7, 31, v5
	v_xor_b32_e32 v7, s19, v7
	v_mul_lo_u32 v9, v8, s18
	v_add_i32_e32 v10, vcc, 1, v8
	v_sub_i32_e32 v6, vcc, v6, v9
	v_cmp_le_u32_e32 vcc, s18, v6
	v_cndmask_b32_e32 v8, v8, v10, vcc
	v_subrev_i32_e64 v9, s[10:11], s18, v6
	v_cndmask_b32_e32 v6, v6, v9, vcc
	v_add_i32_e32 v9, vcc, 1, v8
	v_cmp_le_u32_e32 vcc, s18, v6
	v_cndmask_b32_e32 v6, v8, v9, vcc
	v_xor_b32_e32 v6, v6, v7
	v_sub_i32_e32 v8, vcc, v6, v7
	.loc	0 49 26
	v_mul_lo_u32 v8, v8, s24
	v_sub_i32_e32 v5, vcc, v5, v8
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v5
	.loc	0 50 9
	v_cndmask_b32_e32 v5, v5, v1, vcc
	v_subb_u32_e32 v6, vcc, v6, v7, vcc
	.loc	0 130 56
	v_mul_lo_u32 v6, v6, s24
	.loc	0 0 0
	v_add_i32_e32 v5, vcc, s47, v5
	.loc	0 130 79
	v_add_i32_e32 v5, vcc, v5, v6
	.loc	0 130 30
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshl_b64 v[5:6], v[5:6], 2
	buffer_load_dword v7, v[5:6], s[28:31], 0 addr64
	.loc	0 130 9
	v_add_i32_e32 v5, vcc, s61, v3
	.loc	0 127 47
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 130 9
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 127 33
	v_cmp_le_i32_e32 vcc, s50, v3
	.loc	0 130 9
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 127 5
	s_or_b64 s[16:17], vcc, s[16:17]
	.loc	0 130 28
	s_waitcnt vmcnt(0)
	buffer_store_dword v7, v[5:6], s[28:31], 0 addr64
	.loc	0 127 5
	s_andn2_b64 exec, exec, s[16:17]
	s_cbranch_execnz .LBB0_73
.LBB0_74:
	.loc	0 0 5
	s_or_b64 exec, exec, s[14:15]
	.loc	0 184 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 137 5
	s_and_saveexec_b64 s[10:11], s[12:13]
	s_cbranch_execz .LBB0_77
	.loc	0 0 5
	s_mov_b64 s[12:13], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	v_mov_b32_e32 v1, v0
.LBB0_76:
	.loc	0 138 32
	v_add_i32_e32 v2, vcc, s46, v1
	.loc	0 138 46
	s_waitcnt expcnt(0)
	v_add_i32_e32 v5, vcc, s61, v1
	.loc	0 138 32
	v_ashrrev_i32_e32 v3, 31, v2
	.loc	0 138 46
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 138 32
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 138 46
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 138 32
	buffer_load_dword v7, v[2:3], s[28:31], 0 addr64
	.loc	0 138 46
	buffer_load_dword v5, v[5:6], s[28:31], 0 addr64
	.loc	0 137 47
	v_add_i32_e32 v1, vcc, 0x100, v1
	.loc	0 137 33
	v_cmp_le_i32_e32 vcc, s50, v1
	.loc	0 137 5
	s_or_b64 s[12:13], vcc, s[12:13]
	.loc	0 138 44
	s_waitcnt vmcnt(0)
	v_sub_f32_e32 v5, v7, v5
	.loc	0 138 30
	buffer_store_dword v5, v[2:3], s[28:31], 0 addr64
	.loc	0 137 5
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execnz .LBB0_76
.LBB0_77:
	.loc	0 0 5
	s_or_b64 exec, exec, s[10:11]
	.loc	0 186 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 112 5
	s_and_saveexec_b64 s[16:17], s[8:9]
	s_cbranch_execz .LBB0_83
	.loc	0 0 5
	s_cmp_gt_i32 s24, 0
	s_cselect_b64 s[10:11], -1, 0
	v_cndmask_b32_e64 v2, 0, 1, s[10:11]
	s_mov_b32 s14, 0
	.loc	0 112 5
	v_add_i32_e32 v1, vcc, s46, v4
	s_lshl_b32 s30, s24, 8
	s_mov_b64 s[18:19], 0
	v_cmp_ne_u32_e64 s[10:11], 1, v2
	s_mov_b32 s15, 0x100f000
	v_mov_b32_e32 v4, v0
	s_branch .LBB0_80
.LBB0_79:
	.loc	0 112 49
	v_add_i32_e32 v4, vcc, 0x100, v4
	.loc	0 112 37
	v_cmp_le_i32_e32 vcc, s58, v4
	.loc	0 112 5
	s_or_b64 s[18:19], vcc, s[18:19]
	v_add_i32_e32 v1, vcc, s30, v1
	s_andn2_b64 exec, exec, s[18:19]
	s_cbranch_execz .LBB0_83
.LBB0_80:
	.loc	0 115 9
	s_and_b64 vcc, exec, s[10:11]
	s_cbranch_vccnz .LBB0_79
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[2:3], v[1:2], 2
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v5, s29
	v_add_i32_e32 v2, vcc, s28, v2
	v_addc_u32_e32 v3, vcc, v5, v3, vcc
	v_mov_b32_e32 v5, 0
	s_mov_b32 s31, s24
.LBB0_82:
	.loc	0 116 20
	s_mov_b32 s12, s14
	s_mov_b32 s13, s14
	buffer_load_dword v6, v[2:3], s[12:15], 0 addr64
	.loc	0 115 37
	s_add_i32 s31, s31, -1
	s_cmp_eq_u32 s31, 0
	.loc	0 116 17
	s_waitcnt vmcnt(0) expcnt(0)
	v_add_f32_e32 v5, v5, v6
	.loc	0 117 51
	buffer_store_dword v5, v[2:3], s[12:15], 0 addr64
	.loc	0 115 37
	v_add_i32_e32 v2, vcc, 4, v2
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	.loc	0 115 9
	s_cbranch_scc0 .LBB0_82
	s_branch .LBB0_79
.LBB0_83:
	.loc	0 0 9
	s_or_b64 exec, exec, s[16:17]
	.loc	0 188 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 127 5
	s_and_saveexec_b64 s[12:13], s[2:3]
	s_cbranch_execz .LBB0_86
	.loc	0 0 5
	s_abs_i32 s16, s58
	v_cvt_f32_u32_e32 v1, s16
	s_sub_i32 s10, 0, s16
	s_add_i32 s18, s33, s46
	s_ashr_i32 s17, s58, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	s_mov_b64 s[14:15], 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v2, v1
	v_mov_b32_e32 v1, s58
	s_add_i32 s18, s18, -1
	v_mul_lo_u32 v3, s10, v2
	v_mul_hi_u32 v3, v2, v3
	v_add_i32_e32 v2, vcc, v2, v3
	v_mov_b32_e32 v3, v0
.LBB0_85:
	.loc	0 49 55
	v_add_i32_e32 v4, vcc, 1, v3
	v_not_b32_e32 v5, v3
	v_max_i32_e32 v5, v4, v5
	v_mul_hi_u32 v7, v5, v2
	s_waitcnt expcnt(0)
	v_ashrrev_i32_e32 v6, 31, v4
	v_xor_b32_e32 v6, s17, v6
	v_mul_lo_u32 v8, v7, s16
	v_add_i32_e32 v9, vcc, 1, v7
	v_sub_i32_e32 v5, vcc, v5, v8
	v_cmp_le_u32_e32 vcc, s16, v5
	v_cndmask_b32_e32 v7, v7, v9, vcc
	v_subrev_i32_e64 v8, s[10:11], s16, v5
	v_cndmask_b32_e32 v5, v5, v8, vcc
	v_add_i32_e32 v8, vcc, 1, v7
	v_cmp_le_u32_e32 vcc, s16, v5
	v_cndmask_b32_e32 v5, v7, v8, vcc
	v_xor_b32_e32 v5, v5, v6
	v_sub_i32_e32 v7, vcc, v5, v6
	.loc	0 49 26
	v_mul_lo_u32 v7, v7, s58
	v_sub_i32_e32 v4, vcc, v4, v7
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	v_cndmask_b32_e32 v4, v4, v1, vcc
	v_subb_u32_e32 v5, vcc, v5, v6, vcc
	.loc	0 130 56
	v_mul_lo_u32 v5, v5, s24
	.loc	0 0 0
	v_add_i32_e32 v4, vcc, s18, v4
	.loc	0 130 79
	v_add_i32_e32 v4, vcc, v4, v5
	.loc	0 130 30
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_b64 v[4:5], v[4:5], 2
	buffer_load_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 130 9
	v_add_i32_e32 v4, vcc, s52, v3
	.loc	0 127 47
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 130 9
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 127 33
	v_cmp_le_i32_e32 vcc, s59, v3
	.loc	0 130 9
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 127 5
	s_or_b64 s[14:15], vcc, s[14:15]
	.loc	0 130 28
	s_waitcnt vmcnt(0)
	buffer_store_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 127 5
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execnz .LBB0_85
.LBB0_86:
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
	.loc	0 190 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 127 5
	s_and_saveexec_b64 s[12:13], s[2:3]
	s_cbranch_execz .LBB0_89
	.loc	0 0 5
	s_abs_i32 s16, s58
	v_cvt_f32_u32_e32 v1, s16
	s_sub_i32 s10, 0, s16
	s_add_i32 s46, s46, -1
	s_ashr_i32 s17, s58, 31
	v_rcp_iflag_f32_e32 v1, v1
	s_mov_b32 s30, 0
	s_mov_b64 s[14:15], 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v2, v1
	v_mul_lo_u32 v1, s10, v2
	v_mul_hi_u32 v3, v2, v1
	v_mov_b32_e32 v1, s58
	v_add_i32_e32 v2, vcc, v2, v3
	v_mov_b32_e32 v3, v0
.LBB0_88:
	.loc	0 49 55
	v_add_i32_e32 v4, vcc, 1, v3
	v_not_b32_e32 v5, v3
	v_max_i32_e32 v5, v4, v5
	v_mul_hi_u32 v7, v5, v2
	s_waitcnt expcnt(0)
	v_ashrrev_i32_e32 v6, 31, v4
	v_xor_b32_e32 v6, s17, v6
	v_mul_lo_u32 v8, v7, s16
	v_add_i32_e32 v9, vcc, 1, v7
	v_sub_i32_e32 v5, vcc, v5, v8
	v_cmp_le_u32_e32 vcc, s16, v5
	v_cndmask_b32_e32 v7, v7, v9, vcc
	v_subrev_i32_e64 v8, s[10:11], s16, v5
	v_cndmask_b32_e32 v5, v5, v8, vcc
	v_add_i32_e32 v8, vcc, 1, v7
	v_cmp_le_u32_e32 vcc, s16, v5
	v_cndmask_b32_e32 v5, v7, v8, vcc
	v_xor_b32_e32 v5, v5, v6
	v_sub_i32_e32 v7, vcc, v5, v6
	.loc	0 49 26
	v_mul_lo_u32 v7, v7, s58
	v_sub_i32_e32 v4, vcc, v4, v7
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	v_cndmask_b32_e32 v4, v4, v1, vcc
	v_subb_u32_e32 v5, vcc, v5, v6, vcc
	.loc	0 130 56
	v_mul_lo_u32 v5, v5, s24
	.loc	0 0 0
	v_add_i32_e32 v4, vcc, s46, v4
	.loc	0 130 79
	v_add_i32_e32 v4, vcc, v4, v5
	.loc	0 130 30
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_b64 v[4:5], v[4:5], 2
	buffer_load_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 130 9
	v_add_i32_e32 v4, vcc, s53, v3
	.loc	0 127 47
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 130 9
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 127 33
	v_cmp_le_i32_e32 vcc, s59, v3
	.loc	0 130 9
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 127 5
	s_or_b64 s[14:15], vcc, s[14:15]
	.loc	0 130 28
	s_waitcnt vmcnt(0)
	buffer_store_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 127 5
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execnz .LBB0_88
.LBB0_89:
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
	.loc	0 193 67
	s_add_i32 s25, s25, s43
	.loc	0 192 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 137 5
	s_and_saveexec_b64 s[10:11], s[2:3]
	s_cbranch_execz .LBB0_92
	.loc	0 0 5
	s_mov_b64 s[12:13], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	v_mov_b32_e32 v1, v0
.LBB0_91:
	.loc	0 138 32
	v_add_i32_e32 v2, vcc, s52, v1
	.loc	0 138 46
	s_waitcnt expcnt(0)
	v_add_i32_e32 v4, vcc, s53, v1
	.loc	0 138 32
	v_ashrrev_i32_e32 v3, 31, v2
	.loc	0 138 46
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 138 32
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 138 46
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 138 32
	buffer_load_dword v6, v[2:3], s[28:31], 0 addr64
	.loc	0 138 46
	buffer_load_dword v4, v[4:5], s[28:31], 0 addr64
	.loc	0 138 9
	v_add_i32_e32 v2, vcc, s25, v1
	.loc	0 137 47
	v_add_i32_e32 v1, vcc, 0x100, v1
	.loc	0 138 9
	v_ashrrev_i32_e32 v3, 31, v2
	.loc	0 137 33
	v_cmp_le_i32_e32 vcc, s59, v1
	.loc	0 138 9
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 137 5
	s_or_b64 s[12:13], vcc, s[12:13]
	.loc	0 138 44
	s_waitcnt vmcnt(0)
	v_sub_f32_e32 v4, v6, v4
	.loc	0 138 30
	buffer_store_dword v4, v[2:3], s[28:31], 0 addr64
	.loc	0 137 5
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execnz .LBB0_91
.LBB0_92:
	.loc	0 0 5
	s_or_b64 exec, exec, s[10:11]
	v_cvt_f32_i32_e32 v3, s40
	.loc	0 194 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 253 5
	s_and_saveexec_b64 s[10:11], s[2:3]
	s_cbranch_execz .LBB0_95
	.loc	0 0 5
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, heartwall_common@rel32@lo+116
	s_addc_u32 s13, s13, heartwall_common@rel32@hi+124
	s_load_dword s15, s[12:13], 0x0
	s_mov_b64 s[12:13], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	s_mov_b32 s14, 0x6f800000
	.loc	0 253 5
	s_waitcnt lgkmcnt(0)
	s_add_i32 s15, s15, s43
	v_mov_b32_e32 v1, 0x2f800000
	v_mov_b32_e32 v2, v0
.LBB0_94:
	.loc	0 254 21
	v_add_i32_e32 v4, vcc, s7, v2
	.loc	0 255 35
	s_waitcnt expcnt(0)
	v_add_i32_e32 v6, vcc, s25, v2
	.loc	0 254 21
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 255 35
	v_ashrrev_i32_e32 v7, 31, v6
	.loc	0 254 21
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 255 35
	v_lshl_b64 v[6:7], v[6:7], 2
	.loc	0 254 21
	buffer_load_dword v8, v[4:5], s[28:31], 0 addr64
	.loc	0 255 35
	buffer_load_dword v6, v[6:7], s[28:31], 0 addr64
	.loc	0 255 81
	v_cmp_gt_f32_e64 vcc, |v3|, s14
	v_cndmask_b32_e32 v7, 1.0, v1, vcc
	v_mul_f32_e32 v5, v3, v7
	v_rcp_f32_e32 v9, v5
	.loc	0 256 9
	v_add_i32_e32 v4, vcc, s15, v2
	.loc	0 253 42
	v_add_i32_e32 v2, vcc, 0x100, v2
	.loc	0 256 9
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 253 24
	v_cmp_le_i32_e32 vcc, s59, v2
	.loc	0 256 9
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 253 5
	s_or_b64 s[12:13], vcc, s[12:13]
	.loc	0 255 75
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v8, v8, v8
	.loc	0 255 81
	v_mul_f32_e32 v8, v8, v9
	.loc	0 255 69
	s_waitcnt vmcnt(0)
	v_mad_f32 v6, -v7, v8, v6
	v_sqrt_f32_e32 v7, v6
	.loc	0 256 58
	v_cmp_lt_f32_e32 vcc, 0, v6
	.loc	0 256 40
	v_cndmask_b32_e32 v6, 0, v7, vcc
	.loc	0 256 38
	buffer_store_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 253 5
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execnz .LBB0_94
.LBB0_95:
	.loc	0 0 5
	s_or_b64 exec, exec, s[10:11]
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, heartwall_common@rel32@lo+112
	s_addc_u32 s11, s11, heartwall_common@rel32@hi+120
	.loc	0 261 77
	s_load_dword s24, s[10:11], 0x0
	.loc	0 258 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 145 5
	s_and_saveexec_b64 s[16:17], s[0:1]
	s_cbranch_execz .LBB0_98
	v_add_i32_e32 v1, vcc, s56, v0
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[1:2], v[1:2], 2
	v_mov_b32_e32 v4, s45
	v_add_i32_e32 v1, vcc, s44, v1
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	.loc	0 261 73
	s_add_i32 s25, s24, s43
	.loc	0 145 5
	v_addc_u32_e32 v2, vcc, v4, v2, vcc
	s_mov_b64 s[18:19], 0
	s_mov_b32 s12, s14
	s_mov_b32 s13, s14
	s_mov_b64 s[30:31], s[14:15]
	v_mov_b32_e32 v4, v0
.LBB0_97:
	.loc	0 146 23
	s_waitcnt expcnt(0)
	buffer_load_dword v7, v[1:2], s[12:15], 0 addr64
	.loc	0 147 9
	v_add_i32_e32 v5, vcc, s25, v4
	.loc	0 145 47
	v_add_i32_e32 v4, vcc, 0x100, v4
	.loc	0 147 9
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 145 33
	v_add_i32_e32 v1, vcc, 0x400, v1
	v_cmp_le_i32_e64 s[10:11], s40, v4
	.loc	0 147 9
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 145 33
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	.loc	0 145 5
	s_or_b64 s[18:19], s[10:11], s[18:19]
	.loc	0 147 35
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v7, v7, v7
	.loc	0 147 27
	buffer_store_dword v7, v[5:6], s[28:31], 0 addr64
	.loc	0 145 5
	s_andn2_b64 exec, exec, s[18:19]
	s_cbranch_execnz .LBB0_97
.LBB0_98:
	.loc	0 0 5
	s_or_b64 exec, exec, s[16:17]
	.loc	0 155 43
	v_cmp_gt_i32_e64 s[10:11], s33, v0
	.loc	0 262 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 160 22
	s_mov_b32 m0, -1
	.loc	0 155 5
	s_and_saveexec_b64 s[12:13], s[10:11]
	s_cbranch_execz .LBB0_103
	v_add_i32_e32 v4, vcc, s56, v0
	s_mov_b64 s[14:15], 0
	s_mov_b32 s47, 0x100f000
	s_mov_b32 s46, 0
	v_mov_b32_e32 v5, v0
.LBB0_100:
	.loc	0 0 5
	v_mov_b32_e32 v6, 0
	s_mov_b32 s16, s33
	v_mov_b32_e32 v1, v4
.LBB0_101:
	.loc	0 159 20
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[7:8], v[1:2], 2
	.loc	0 158 31
	s_add_i32 s16, s16, -1
	.loc	0 159 20
	buffer_load_dword v2, v[7:8], s[44:47], 0 addr64
	.loc	0 158 31
	s_cmp_eq_u32 s16, 0
	v_add_i32_e32 v1, vcc, s33, v1
	.loc	0 159 17
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v6, v6, v2
	.loc	0 158 9
	s_cbranch_scc0 .LBB0_101
	.loc	0 160 9
	v_lshlrev_b32_e32 v1, 2, v5
	v_add_i32_e32 v1, vcc, 0x2cd0, v1
	.loc	0 155 58
	v_add_i32_e32 v5, vcc, 0x100, v5
	.loc	0 155 43
	v_cmp_le_i32_e32 vcc, s33, v5
	.loc	0 155 5
	s_or_b64 s[14:15], vcc, s[14:15]
	v_add_i32_e32 v4, vcc, 0x100, v4
	.loc	0 160 22
	ds_write_b32 v1, v6
	.loc	0 155 5
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execnz .LBB0_100
.LBB0_103:
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
	.loc	0 264 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 155 5
	s_and_saveexec_b64 s[12:13], s[10:11]
	s_cbranch_execz .LBB0_108
	s_add_i32 s10, s43, s24
	v_add_i32_e32 v4, vcc, s10, v0
	s_mov_b64 s[10:11], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	v_mov_b32_e32 v5, v0
.LBB0_105:
	.loc	0 0 5
	v_mov_b32_e32 v6, 0
	s_mov_b32 s14, s33
	v_mov_b32_e32 v1, v4
.LBB0_106:
	.loc	0 159 20
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[7:8], v[1:2], 2
	.loc	0 158 31
	s_add_i32 s14, s14, -1
	.loc	0 159 20
	buffer_load_dword v2, v[7:8], s[28:31], 0 addr64
	.loc	0 158 31
	s_cmp_eq_u32 s14, 0
	v_add_i32_e32 v1, vcc, s33, v1
	.loc	0 159 17
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v6, v6, v2
	.loc	0 158 9
	s_cbranch_scc0 .LBB0_106
	.loc	0 160 9
	v_lshlrev_b32_e32 v1, 2, v5
	v_add_i32_e32 v1, vcc, 0x2da0, v1
	.loc	0 155 58
	v_add_i32_e32 v5, vcc, 0x100, v5
	.loc	0 155 43
	v_cmp_le_i32_e32 vcc, s33, v5
	.loc	0 155 5
	s_or_b64 s[10:11], vcc, s[10:11]
	v_add_i32_e32 v4, vcc, 0x100, v4
	.loc	0 160 22
	ds_write_b32 v1, v6
	.loc	0 155 5
	s_andn2_b64 exec, exec, s[10:11]
	s_cbranch_execnz .LBB0_105
.LBB0_108:
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
	.loc	0 267 12
	v_cmp_eq_u32_e64 s[10:11], 0, v0
	v_cmp_ne_u32_e32 vcc, 0, v0
	.loc	0 266 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 267 9
	s_and_saveexec_b64 s[12:13], vcc
	s_xor_b64 s[12:13], exec, s[12:13]
	s_cbranch_execz .LBB0_116
	.loc	0 269 17
	v_cmp_eq_u32_e32 vcc, 1, v0
	.loc	0 269 14
	s_and_saveexec_b64 s[14:15], vcc
	s_cbranch_execz .LBB0_115
	.loc	0 168 23
	s_cmp_lt_i32 s33, 1
	.loc	0 270 33
	s_mov_b32 m0, -1
	.loc	0 168 5
	s_cbranch_scc1 .LBB0_113
	.loc	0 0 5
	s_movk_i32 s16, 0x2da0
	v_mov_b32_e32 v1, 0
	s_mov_b32 s17, s33
.LBB0_112:
	.loc	0 169 16
	v_mov_b32_e32 v2, s16
	ds_read_b32 v2, v2
	.loc	0 168 23
	s_add_i32 s17, s17, -1
	s_add_i32 s16, s16, 4
	s_cmp_lg_u32 s17, 0
	.loc	0 169 13
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v1, v2
	.loc	0 168 5
	s_cbranch_scc1 .LBB0_112
	s_branch .LBB0_114
.LBB0_113:
	.loc	0 0 5
	v_mov_b32_e32 v1, 0
.LBB0_114:
	v_mov_b32_e32 v2, 0
	.loc	0 270 33
	ds_write_b32 v2, v1 offset:11676
.LBB0_115:
	.loc	0 0 33
	s_or_b64 exec, exec, s[14:15]
.LBB0_116:
	.loc	0 267 9
	s_andn2_saveexec_b64 s[12:13], s[12:13]
	s_cbranch_execz .LBB0_122
	.loc	0 168 23
	s_cmp_lt_i32 s33, 1
	.loc	0 268 22
	s_mov_b32 m0, -1
	.loc	0 168 5
	s_cbranch_scc1 .LBB0_120
	.loc	0 0 5
	s_movk_i32 s14, 0x2cd0
	v_mov_b32_e32 v1, 0
	s_mov_b32 s15, s33
.LBB0_119:
	.loc	0 169 16
	v_mov_b32_e32 v2, s14
	ds_read_b32 v2, v2
	.loc	0 168 23
	s_add_i32 s15, s15, -1
	s_add_i32 s14, s14, 4
	s_cmp_lg_u32 s15, 0
	.loc	0 169 13
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v1, v2
	.loc	0 168 5
	s_cbranch_scc1 .LBB0_119
	s_branch .LBB0_121
.LBB0_120:
	.loc	0 0 5
	v_mov_b32_e32 v1, 0
.LBB0_121:
	v_mov_b32_e32 v2, 0
	.loc	0 268 22
	ds_write_b32 v2, v1 offset:10404
.LBB0_122:
	.loc	0 0 22
	s_or_b64 exec, exec, s[12:13]
	.loc	0 271 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_mov_b32 m0, -1
	.loc	0 272 9
	s_and_saveexec_b64 s[12:13], s[10:11]
	s_cbranch_execz .LBB0_124
	.loc	0 0 9
	s_mov_b32 s14, 0x6f800000
	.loc	0 273 38
	v_mov_b32_e32 v2, 0x2f800000
	v_cmp_gt_f32_e64 vcc, |v3|, s14
	v_mov_b32_e32 v1, 0
	v_cndmask_b32_e32 v2, 1.0, v2, vcc
	v_mul_f32_e32 v3, v3, v2
	.loc	0 273 25
	ds_read_b32 v4, v1 offset:10404
	.loc	0 273 38
	v_rcp_f32_e32 v3, v3
	.loc	0 274 36
	ds_read_b32 v1, v1 offset:11676
	.loc	0 273 23
	s_movk_i32 s14, 0x2a00
	.loc	0 273 38
	s_waitcnt lgkmcnt(1)
	v_mul_f32_e32 v3, v4, v3
	v_mul_f32_e32 v2, v2, v3
	.loc	0 274 60
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v1, -v4, v2, v1
	.loc	0 274 30
	v_sqrt_f32_e32 v1, v1
	.loc	0 273 23
	v_add_i32_e64 v3, vcc, s14, 0
	ds_write2_b32 v3, v2, v1 offset0:47 offset1:179
.LBB0_124:
	.loc	0 0 23
	s_or_b64 exec, exec, s[12:13]
	.loc	0 276 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 280 5
	s_and_saveexec_b64 s[12:13], s[2:3]
	s_cbranch_execz .LBB0_127
	.loc	0 0 5
	s_getpc_b64 s[14:15]
	s_add_u32 s14, s14, heartwall_common@rel32@lo+116
	s_addc_u32 s15, s15, heartwall_common@rel32@hi+124
	s_load_dword s16, s[14:15], 0x0
	v_mov_b32_e32 v1, 0
	ds_read_b32 v1, v1 offset:11468
	s_mov_b64 s[14:15], 0
	s_mov_b32 s31, 0x100f000
	.loc	0 280 5
	s_waitcnt lgkmcnt(0)
	s_add_i32 s16, s16, s43
	s_mov_b32 s30, 0
	v_mov_b32_e32 v2, v0
.LBB0_126:
	.loc	0 281 9
	v_add_i32_e32 v3, vcc, s16, v2
	v_ashrrev_i32_e32 v4, 31, v3
	v_lshl_b64 v[3:4], v[3:4], 2
	.loc	0 280 42
	v_add_i32_e32 v2, vcc, 0x100, v2
	.loc	0 281 38
	s_waitcnt expcnt(0)
	buffer_load_dword v5, v[3:4], s[28:31], 0 addr64
	.loc	0 280 24
	v_cmp_le_i32_e32 vcc, s59, v2
	.loc	0 280 5
	s_or_b64 s[14:15], vcc, s[14:15]
	.loc	0 281 38
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v5, v1, v5
	buffer_store_dword v5, v[3:4], s[28:31], 0 addr64
	.loc	0 280 5
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execnz .LBB0_126
.LBB0_127:
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
	.loc	0 282 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 284 5
	s_and_saveexec_b64 s[12:13], s[2:3]
	s_cbranch_execz .LBB0_130
	.loc	0 0 5
	v_mov_b32_e32 v1, 0
	ds_read_b32 v1, v1 offset:10940
	s_mov_b64 s[14:15], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	v_mov_b32_e32 v2, v0
.LBB0_129:
	.loc	0 285 40
	s_waitcnt expcnt(0)
	v_add_i32_e32 v3, vcc, s7, v2
	.loc	0 285 9
	v_add_i32_e32 v5, vcc, s60, v2
	.loc	0 285 40
	v_ashrrev_i32_e32 v4, 31, v3
	.loc	0 285 9
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 285 40
	v_lshl_b64 v[3:4], v[3:4], 2
	.loc	0 285 9
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 285 40
	buffer_load_dword v3, v[3:4], s[28:31], 0 addr64
	.loc	0 285 37
	buffer_load_dword v4, v[5:6], s[28:31], 0 addr64
	.loc	0 284 42
	v_add_i32_e32 v2, vcc, 0x100, v2
	.loc	0 284 24
	v_cmp_le_i32_e32 vcc, s59, v2
	.loc	0 284 5
	s_or_b64 s[14:15], vcc, s[14:15]
	.loc	0 285 37
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mad_f32 v3, -v3, v1, v4
	buffer_store_dword v3, v[5:6], s[28:31], 0 addr64
	.loc	0 284 5
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execnz .LBB0_129
.LBB0_130:
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
	.loc	0 213 14
	s_mov_b32 s16, s26
	s_mov_b32 s17, s27
	.loc	0 219 29
	s_mul_i32 s41, s59, s6
	.loc	0 286 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 288 5
	s_and_saveexec_b64 s[12:13], s[2:3]
	s_cbranch_execz .LBB0_135
	.loc	0 0 5
	s_getpc_b64 s[14:15]
	s_add_u32 s14, s14, heartwall_common@rel32@lo+116
	s_addc_u32 s15, s15, heartwall_common@rel32@hi+124
	s_load_dword s26, s[14:15], 0x0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	s_mov_b64 s[14:15], 0
	s_mov_b32 s7, 0x6f800000
	.loc	0 288 5
	s_waitcnt lgkmcnt(0)
	s_add_i32 s26, s26, s43
	s_mov_b64 s[18:19], s[30:31]
	v_mov_b32_e32 v1, 0x2f800000
	v_mov_b32_e32 v2, v0
	s_branch .LBB0_133
.LBB0_132:
	.loc	0 0 5
	s_or_b64 exec, exec, s[24:25]
	.loc	0 290 9
	v_add_i32_e32 v4, vcc, s41, v2
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 288 42
	v_add_i32_e32 v2, vcc, 0x100, v2
	.loc	0 290 9
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 288 24
	v_cmp_le_i32_e32 vcc, s59, v2
	.loc	0 288 5
	s_or_b64 s[14:15], vcc, s[14:15]
	.loc	0 290 39
	buffer_store_dword v3, v[4:5], s[16:19], 0 addr64
	.loc	0 288 5
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execz .LBB0_135
.LBB0_133:
	.loc	0 289 70
	s_waitcnt expcnt(0)
	v_add_i32_e32 v3, vcc, s26, v2
	v_ashrrev_i32_e32 v4, 31, v3
	v_lshl_b64 v[3:4], v[3:4], 2
	buffer_load_dword v4, v[3:4], s[28:31], 0 addr64
	.loc	0 290 41
	v_mov_b32_e32 v3, 0
	.loc	0 290 53
	s_waitcnt vmcnt(0)
	v_cmp_lt_f32_e32 vcc, 0, v4
	.loc	0 290 41
	s_and_saveexec_b64 s[24:25], vcc
	s_cbranch_execz .LBB0_132
	.loc	0 0 41
	v_add_i32_e32 v5, vcc, s60, v2
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 290 69
	v_cmp_gt_f32_e64 vcc, |v4|, s7
	.loc	0 289 27
	buffer_load_dword v3, v[5:6], s[28:31], 0 addr64
	.loc	0 290 69
	v_cndmask_b32_e32 v5, 1.0, v1, vcc
	v_mul_f32_e32 v4, v4, v5
	v_rcp_f32_e32 v4, v4
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v3, v3, v4
	v_mul_f32_e32 v3, v5, v3
	s_branch .LBB0_132
.LBB0_135:
	.loc	0 0 69
	s_or_b64 exec, exec, s[12:13]
	.loc	0 295 17
	s_ashr_i32 s7, s6, 31
	.loc	0 292 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 299 5
	s_and_saveexec_b64 s[18:19], s[2:3]
	s_cbranch_execz .LBB0_138
	.loc	0 295 17
	s_lshl_b64 s[12:13], s[6:7], 3
	s_add_u32 s12, s20, s12
	s_addc_u32 s13, s21, s13
	s_abs_i32 s24, s58
	v_cvt_f32_u32_e32 v1, s24
	s_load_dwordx2 s[12:13], s[12:13], 0x0
	.loc	0 296 12
	s_load_dwordx2 s[14:15], s[48:49], 0x0
	.loc	0 297 29
	s_lshr_b32 s20, s58, 31
	s_add_i32 s20, s58, s20
	v_rcp_iflag_f32_e32 v1, v1
	s_ashr_i32 s20, s20, 1
	.loc	0 297 33
	s_waitcnt lgkmcnt(0)
	s_add_i32 s13, s13, s20
	.loc	0 297 42
	s_sub_i32 s25, s13, s15
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	s_sub_i32 s13, 0, s24
	.loc	0 297 81
	s_add_i32 s12, s12, s20
	.loc	0 297 90
	s_sub_i32 s26, s12, s14
	v_mul_lo_u32 v2, s13, v1
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, heartwall_common@rel32@lo+120
	s_addc_u32 s13, s13, heartwall_common@rel32@hi+128
	s_load_dword s34, s[12:13], 0x0
	.loc	0 297 29
	s_ashr_i32 s27, s58, 31
	v_mul_hi_u32 v2, v1, v2
	s_mov_b32 s30, 0
	s_mov_b64 s[20:21], 0
	.loc	0 299 5
	s_waitcnt lgkmcnt(0)
	s_add_i32 s34, s34, s43
	v_add_i32_e32 v1, vcc, v1, v2
	v_mov_b32_e32 v2, s58
	s_mov_b32 s31, 0x100f000
	v_mov_b32_e32 v3, v0
.LBB0_137:
	.loc	0 49 55
	s_waitcnt expcnt(0)
	v_add_i32_e32 v6, vcc, 1, v3
	v_not_b32_e32 v5, v3
	v_max_i32_e32 v8, v6, v5
	v_mul_hi_u32 v9, v8, v1
	v_ashrrev_i32_e32 v7, 31, v6
	v_xor_b32_e32 v7, s27, v7
	.loc	0 302 9
	v_add_i32_e32 v4, vcc, s34, v3
	.loc	0 49 55
	v_mul_lo_u32 v10, v9, s24
	v_add_i32_e64 v11, s[12:13], 1, v9
	.loc	0 299 42
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 49 55
	v_sub_i32_e64 v8, s[12:13], v8, v10
	v_cmp_le_u32_e64 s[12:13], s24, v8
	v_cndmask_b32_e64 v9, v9, v11, s[12:13]
	v_subrev_i32_e64 v10, s[14:15], s24, v8
	v_cndmask_b32_e64 v8, v8, v10, s[12:13]
	v_add_i32_e64 v10, s[12:13], 1, v9
	v_cmp_le_u32_e64 s[12:13], s24, v8
	v_cndmask_b32_e64 v8, v9, v10, s[12:13]
	v_xor_b32_e32 v8, v8, v7
	v_sub_i32_e64 v9, s[12:13], v8, v7
	.loc	0 49 26
	v_mul_lo_u32 v9, v9, s58
	.loc	0 302 9
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 299 24
	v_cmp_le_i32_e32 vcc, s59, v3
	.loc	0 302 9
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 49 26
	v_sub_i32_e64 v6, s[12:13], v6, v9
	.loc	0 50 27
	v_cmp_eq_u32_e64 s[12:13], 0, v6
	.loc	0 50 9
	v_cndmask_b32_e64 v6, v6, v2, s[12:13]
	v_subb_u32_e64 v7, s[12:13], v8, v7, s[12:13]
	.loc	0 0 0
	v_add_i32_e64 v6, s[12:13], -1, v6
	.loc	0 302 42
	v_cmp_eq_u32_e64 s[12:13], s25, v7
	.loc	0 302 54
	v_cmp_eq_u32_e64 s[14:15], s26, v6
	s_and_b64 s[12:13], s[12:13], s[14:15]
	.loc	0 302 38
	v_cndmask_b32_e64 v6, 0, 1.0, s[12:13]
	.loc	0 299 5
	s_or_b64 s[20:21], vcc, s[20:21]
	.loc	0 302 36
	buffer_store_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 299 5
	s_andn2_b64 exec, exec, s[20:21]
	s_cbranch_execnz .LBB0_137
.LBB0_138:
	.loc	0 0 5
	s_or_b64 exec, exec, s[18:19]
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, heartwall_common@rel32@lo+52
	s_addc_u32 s13, s13, heartwall_common@rel32@hi+60
	s_getpc_b64 s[14:15]
	s_add_u32 s14, s14, heartwall_common@rel32@lo+124
	s_addc_u32 s15, s15, heartwall_common@rel32@hi+132
	s_load_dword s18, s[12:13], 0x0
	.loc	0 308 28
	s_load_dword s24, s[14:15], 0x0
	.loc	0 305 24
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s18, v0
	.loc	0 305 5
	s_and_saveexec_b64 s[12:13], vcc
	s_cbranch_execz .LBB0_141
	s_add_i32 s19, s24, s43
	s_mov_b64 s[14:15], 0
	s_mov_b32 s31, 0x100f000
	s_mov_b32 s30, 0
	v_mov_b32_e32 v1, 1.0
	v_mov_b32_e32 v2, v0
.LBB0_140:
	.loc	0 306 9
	v_add_i32_e32 v3, vcc, s19, v2
	.loc	0 305 45
	v_add_i32_e32 v2, vcc, 0x100, v2
	.loc	0 306 9
	v_ashrrev_i32_e32 v4, 31, v3
	.loc	0 305 24
	v_cmp_le_i32_e32 vcc, s18, v2
	.loc	0 306 9
	v_lshl_b64 v[3:4], v[3:4], 2
	.loc	0 305 5
	s_or_b64 s[14:15], vcc, s[14:15]
	.loc	0 306 32
	buffer_store_dword v1, v[3:4], s[28:31], 0 addr64
	.loc	0 305 5
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execnz .LBB0_140
.LBB0_141:
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, heartwall_common@rel32@lo+48
	s_addc_u32 s13, s13, heartwall_common@rel32@hi+56
	s_getpc_b64 s[14:15]
	s_add_u32 s14, s14, heartwall_common@rel32@lo+56
	s_addc_u32 s15, s15, heartwall_common@rel32@hi+64
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, heartwall_common@rel32@lo+128
	s_addc_u32 s19, s19, heartwall_common@rel32@hi+136
	.loc	0 309 42
	s_load_dword s52, s[18:19], 0x0
	.loc	0 308 36
	s_load_dword s53, s[12:13], 0x0
	.loc	0 308 83
	s_load_dwordx2 s[20:21], s[14:15], 0x0
	.loc	0 307 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 309 38
	s_add_i32 s52, s52, s43
	.loc	0 64 33
	v_cmp_gt_i32_e32 vcc, s21, v0
	.loc	0 64 5
	s_and_saveexec_b64 s[18:19], vcc
	s_cbranch_execz .LBB0_152
	.loc	0 0 5
	s_abs_i32 s54, s20
	v_cvt_f32_u32_e32 v1, s54
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, heartwall_common@rel32@lo+120
	s_addc_u32 s13, s13, heartwall_common@rel32@hi+128
	.loc	0 308 61
	s_load_dword s12, s[12:13], 0x0
	s_sub_i32 s13, 0, s54
	v_rcp_iflag_f32_e32 v1, v1
	s_add_i32 s55, s53, -1
	s_ashr_i32 s61, s20, 31
	.loc	0 64 5
	s_add_u32 s62, s28, 4
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	s_mov_b32 s14, 0
	s_addc_u32 s63, s29, 0
	.loc	0 71 9
	s_add_i32 s64, s24, s43
	v_mul_lo_u32 v2, s13, v1
	s_waitcnt lgkmcnt(0)
	s_add_i32 s65, s12, s43
	s_mov_b32 s15, 0x100f000
	s_mov_b64 s[34:35], 0
	v_mul_hi_u32 v2, v1, v2
	v_mov_b32_e32 v5, s20
	s_add_i32 s64, s64, s53
	s_add_i32 s65, s65, -2
	v_add_i32_e32 v6, vcc, v1, v2
	s_mov_b64 s[24:25], s[28:29]
	s_mov_b64 s[26:27], s[14:15]
	v_mov_b32_e32 v7, v0
	s_branch .LBB0_145
.LBB0_143:
	.loc	0 0 9
	s_or_b64 exec, exec, s[42:43]
.LBB0_144:
	s_or_b64 exec, exec, s[38:39]
	.loc	0 76 21
	v_add_i32_e32 v1, vcc, s52, v7
	.loc	0 76 9
	v_ashrrev_i32_e32 v2, 31, v1
	.loc	0 64 47
	v_add_i32_e32 v7, vcc, 0x100, v7
	.loc	0 76 9
	v_lshl_b64 v[1:2], v[1:2], 2
	.loc	0 64 33
	v_cmp_le_i32_e32 vcc, s21, v7
	.loc	0 64 5
	s_or_b64 s[34:35], vcc, s[34:35]
	.loc	0 76 26
	buffer_store_dword v12, v[1:2], s[24:27], 0 addr64
	.loc	0 64 5
	s_andn2_b64 exec, exec, s[34:35]
	s_cbranch_execz .LBB0_152
.LBB0_145:
	.loc	0 49 21
	v_add_i32_e32 v3, vcc, 1, v7
	.loc	0 49 55
	v_not_b32_e32 v1, v7
	v_max_i32_e32 v2, v3, v1
	v_mul_hi_u32 v4, v2, v6
	v_ashrrev_i32_e32 v1, 31, v3
	v_xor_b32_e32 v1, s61, v1
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v12, 0
	v_mul_lo_u32 v8, v4, s54
	v_sub_i32_e32 v2, vcc, v2, v8
	v_add_i32_e32 v8, vcc, 1, v4
	v_cmp_le_u32_e32 vcc, s54, v2
	v_cndmask_b32_e32 v4, v4, v8, vcc
	v_subrev_i32_e64 v8, s[12:13], s54, v2
	v_cndmask_b32_e32 v2, v2, v8, vcc
	v_add_i32_e32 v8, vcc, 1, v4
	v_cmp_le_u32_e32 vcc, s54, v2
	v_cndmask_b32_e32 v2, v4, v8, vcc
	v_xor_b32_e32 v2, v2, v1
	v_sub_i32_e32 v4, vcc, v2, v1
	.loc	0 49 26
	v_mul_lo_u32 v4, v4, s20
	v_sub_i32_e32 v3, vcc, v3, v4
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v3
	.loc	0 50 9
	v_subb_u32_e64 v4, s[12:13], v2, v1, vcc
	.loc	0 67 36
	v_subrev_i32_e64 v8, s[12:13], s58, v4
	.loc	0 67 25
	v_max_i32_e32 v8, -1, v8
	.loc	0 67 62
	v_min_i32_e32 v9, s55, v4
	.loc	0 71 35
	v_cmp_lt_i32_e64 s[12:13], v8, v9
	.loc	0 71 9
	s_and_saveexec_b64 s[38:39], s[12:13]
	s_cbranch_execz .LBB0_144
	.loc	0 50 9
	v_cndmask_b32_e32 v16, v3, v5, vcc
	v_cndmask_b32_e64 v12, 0, -1, vcc
	.loc	0 0 0
	v_add_i32_e32 v4, vcc, -1, v16
	.loc	0 68 42
	v_subrev_i32_e32 v3, vcc, s58, v4
	.loc	0 68 71
	v_min_i32_e32 v11, s55, v4
	.loc	0 71 9
	v_ashrrev_i32_e32 v4, 31, v3
	v_cmp_lt_i64_e64 s[12:13], -1, v[3:4]
	v_not_b32_e32 v1, v1
	v_cndmask_b32_e64 v13, -1, v4, s[12:13]
	v_cndmask_b32_e64 v14, -1, v3, s[12:13]
	v_add_i32_e64 v2, s[12:13], v2, v12
	v_add_i32_e64 v1, s[12:13], v1, v2
	v_sub_i32_e64 v1, s[12:13], v1, v8
	v_mul_lo_u32 v1, s58, v1
	v_mul_lo_u32 v15, s53, v8
	v_add_i32_e64 v2, s[12:13], s65, v16
	.loc	0 68 28
	v_max_i32_e32 v10, -1, v3
	.loc	0 71 9
	v_add_i32_e64 v1, s[12:13], v2, v1
	v_cmp_lt_i32_e32 vcc, v10, v11
	v_add_i32_e64 v15, s[12:13], s64, v15
	v_sub_i32_e64 v16, s[12:13], v1, v10
	s_mov_b64 s[42:43], 0
	v_mov_b32_e32 v12, 0
	s_branch .LBB0_148
.LBB0_147:
	.loc	0 0 9
	s_or_b64 exec, exec, s[46:47]
	.loc	0 71 0
	v_add_i32_e64 v8, s[12:13], 1, v8
	.loc	0 71 9
	v_add_i32_e64 v15, s[12:13], s53, v15
	.loc	0 71 35
	v_cmp_ge_i32_e64 s[12:13], v8, v9
	.loc	0 71 9
	s_or_b64 s[42:43], s[12:13], s[42:43]
	v_subrev_i32_e64 v16, s[12:13], s58, v16
	s_andn2_b64 exec, exec, s[42:43]
	s_cbranch_execz .LBB0_143
.LBB0_148:
	.loc	0 73 13
	s_and_saveexec_b64 s[46:47], vcc
	s_cbranch_execz .LBB0_147
	.loc	0 71 0
	v_ashrrev_i32_e32 v2, 31, v15
	v_add_i32_e64 v1, s[12:13], v14, v15
	v_addc_u32_e64 v2, s[12:13], v13, v2, s[12:13]
	v_lshl_b64 v[1:2], v[1:2], 2
	v_mov_b32_e32 v3, s63
	v_add_i32_e64 v1, s[12:13], s62, v1
	v_addc_u32_e64 v2, s[12:13], v3, v2, s[12:13]
	s_mov_b64 s[50:51], 0
	v_mov_b32_e32 v3, v16
	v_mov_b32_e32 v17, v10
.LBB0_150:
	.loc	0 74 57
	v_ashrrev_i32_e32 v4, 31, v3
	.loc	0 74 24
	s_mov_b32 s12, s14
	s_mov_b32 s13, s14
	.loc	0 74 57
	v_lshl_b64 v[18:19], v[3:4], 2
	s_mov_b64 s[30:31], s[14:15]
	.loc	0 74 24
	buffer_load_dword v4, v[1:2], s[12:15], 0 addr64
	.loc	0 74 57
	buffer_load_dword v18, v[18:19], s[28:31], 0 addr64
	.loc	0 73 0
	v_add_i32_e64 v17, s[12:13], 1, v17
	.loc	0 73 42
	v_add_i32_e64 v1, s[12:13], 4, v1
	v_addc_u32_e64 v2, s[12:13], 0, v2, s[12:13]
	v_add_i32_e64 v3, s[12:13], -1, v3
	v_cmp_ge_i32_e64 s[12:13], v17, v11
	.loc	0 73 13
	s_or_b64 s[50:51], s[12:13], s[50:51]
	.loc	0 74 21
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v12, v4, v18
	.loc	0 73 13
	s_andn2_b64 exec, exec, s[50:51]
	s_cbranch_execnz .LBB0_150
	.loc	0 0 13
	s_or_b64 exec, exec, s[50:51]
	s_branch .LBB0_147
.LBB0_152:
	s_or_b64 exec, exec, s[18:19]
	.loc	0 310 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 312 5
	s_and_saveexec_b64 s[12:13], s[2:3]
	s_cbranch_execz .LBB0_155
	.loc	0 0 5
	s_abs_i32 s21, s58
	v_cvt_f32_u32_e32 v1, s21
	s_sub_i32 s3, 0, s21
	s_lshr_b32 s2, s53, 31
	s_add_i32 s53, s53, s2
	v_rcp_iflag_f32_e32 v1, v1
	s_ashr_i32 s25, s53, 1
	s_mov_b32 s30, 0
	s_mov_b32 s31, 0x100f000
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v2, v1
	s_add_i32 s26, s25, s52
	s_ashr_i32 s24, s58, 31
	s_mov_b64 s[14:15], 0
	v_mul_lo_u32 v3, s3, v2
	v_mov_b32_e32 v1, s58
	s_mov_b64 s[18:19], s[30:31]
	s_add_i32 s26, s26, -1
	v_mul_hi_u32 v3, v2, v3
	v_add_i32_e32 v2, vcc, v2, v3
	v_mov_b32_e32 v3, v0
.LBB0_154:
	.loc	0 49 55
	s_waitcnt expcnt(0)
	v_add_i32_e32 v6, vcc, 1, v3
	v_not_b32_e32 v5, v3
	v_max_i32_e32 v8, v6, v5
	v_mul_hi_u32 v9, v8, v2
	.loc	0 316 39
	v_add_i32_e32 v4, vcc, s41, v3
	.loc	0 49 55
	v_ashrrev_i32_e32 v7, 31, v6
	v_mul_lo_u32 v10, v9, s21
	v_add_i32_e32 v11, vcc, 1, v9
	v_xor_b32_e32 v7, s24, v7
	v_sub_i32_e32 v8, vcc, v8, v10
	v_cmp_le_u32_e32 vcc, s21, v8
	v_cndmask_b32_e32 v9, v9, v11, vcc
	v_subrev_i32_e64 v10, s[2:3], s21, v8
	v_cndmask_b32_e32 v8, v8, v10, vcc
	v_add_i32_e32 v10, vcc, 1, v9
	v_cmp_le_u32_e32 vcc, s21, v8
	v_cndmask_b32_e32 v8, v9, v10, vcc
	v_xor_b32_e32 v8, v8, v7
	v_sub_i32_e32 v7, vcc, v8, v7
	.loc	0 49 26
	v_mul_lo_u32 v8, v7, s58
	.loc	0 50 9
	v_add_i32_e32 v7, vcc, s25, v7
	.loc	0 316 39
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 49 26
	v_sub_i32_e32 v6, vcc, v6, v8
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v6
	.loc	0 50 9
	v_cndmask_b32_e32 v6, v6, v1, vcc
	.loc	0 314 24
	v_subbrev_u32_e32 v7, vcc, 0, v7, vcc
	.loc	0 315 52
	v_mul_lo_u32 v7, v7, s20
	.loc	0 314 57
	v_add_i32_e32 v6, vcc, s26, v6
	.loc	0 316 39
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 315 69
	v_add_i32_e32 v6, vcc, v6, v7
	.loc	0 315 25
	v_ashrrev_i32_e32 v7, 31, v6
	v_lshl_b64 v[6:7], v[6:7], 2
	.loc	0 316 39
	buffer_load_dword v8, v[4:5], s[16:19], 0 addr64
	.loc	0 315 25
	buffer_load_dword v6, v[6:7], s[28:31], 0 addr64
	.loc	0 316 9
	v_add_i32_e32 v4, vcc, s60, v3
	.loc	0 312 42
	v_add_i32_e32 v3, vcc, 0x100, v3
	.loc	0 316 9
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 312 24
	v_cmp_le_i32_e32 vcc, s59, v3
	.loc	0 316 9
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 312 5
	s_or_b64 s[14:15], vcc, s[14:15]
	.loc	0 316 69
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v6, v6, v8
	.loc	0 316 37
	buffer_store_dword v6, v[4:5], s[28:31], 0 addr64
	.loc	0 312 5
	s_andn2_b64 exec, exec, s[14:15]
	s_cbranch_execnz .LBB0_154
.LBB0_155:
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
	.loc	0 318 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 322 5
	s_and_saveexec_b64 s[2:3], s[8:9]
	s_cbranch_execz .LBB0_160
	v_mul_lo_u32 v1, v0, s58
	s_mov_b32 s14, 0
	s_lshl_b32 s16, s58, 8
	s_mov_b64 s[8:9], 0
	v_add_i32_e32 v1, vcc, s60, v1
	v_mov_b32_e32 v4, s29
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s12, s14
	s_mov_b32 s13, s14
	v_mov_b32_e32 v5, v0
.LBB0_157:
	.loc	0 0 5
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[2:3], v[1:2], 2
	v_mov_b32_e32 v6, 0
	v_add_i32_e32 v2, vcc, s28, v2
	v_addc_u32_e32 v3, vcc, v4, v3, vcc
	v_mov_b32_e32 v7, -1.0
	s_mov_b32 s17, 0
.LBB0_158:
	.loc	0 327 27
	buffer_load_dword v8, v[2:3], s[12:15], 0 addr64
	.loc	0 326 37
	v_add_i32_e32 v2, vcc, 4, v2
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	.loc	0 328 17
	v_mov_b32_e32 v9, s17
	.loc	0 326 55
	s_add_i32 s17, s17, 1
	.loc	0 326 37
	s_cmp_eq_u32 s58, s17
	.loc	0 328 23
	s_waitcnt vmcnt(0)
	v_cmp_gt_f32_e32 vcc, v8, v7
	.loc	0 328 17
	v_cndmask_b32_e32 v7, v7, v8, vcc
	v_cndmask_b32_e32 v6, v6, v9, vcc
	s_cbranch_scc0 .LBB0_158
	.loc	0 333 9
	v_lshlrev_b32_e32 v2, 2, v5
	v_add_i32_e32 v3, vcc, 0x28b0, v2
	.loc	0 334 9
	v_add_i32_e32 v2, vcc, 0x2ac0, v2
	.loc	0 322 44
	v_add_i32_e32 v5, vcc, 0x100, v5
	.loc	0 322 28
	v_cmp_le_i32_e32 vcc, s58, v5
	.loc	0 322 5
	s_or_b64 s[8:9], vcc, s[8:9]
	v_add_i32_e32 v1, vcc, s16, v1
	.loc	0 333 25
	ds_write_b32 v3, v7
	.loc	0 334 33
	ds_write_b32 v2, v6
	.loc	0 322 5
	s_andn2_b64 exec, exec, s[8:9]
	s_cbranch_execnz .LBB0_157
.LBB0_160:
	.loc	0 0 5
	s_or_b64 exec, exec, s[2:3]
	.loc	0 336 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 337 9
	s_and_saveexec_b64 s[2:3], s[10:11]
	s_cbranch_execz .LBB0_166
	.loc	0 341 31
	s_cmp_lt_i32 s58, 1
	s_cbranch_scc1 .LBB0_164
	.loc	0 0 31
	s_mov_b32 s9, 0
	s_movk_i32 s12, 0x28b0
	v_mov_b32_e32 v1, -1.0
	s_mov_b32 s8, 0
.LBB0_163:
	.loc	0 342 27
	v_mov_b32_e32 v2, s12
	ds_read_b32 v2, v2
	.loc	0 343 23
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_f32_e32 vcc, v2, v1
	.loc	0 343 17
	s_and_b64 s[14:15], vcc, exec
	s_cselect_b32 s8, s9, s8
	.loc	0 341 46
	s_add_i32 s9, s9, 1
	.loc	0 341 31
	s_add_i32 s12, s12, 4
	.loc	0 343 17
	v_cndmask_b32_e32 v1, v1, v2, vcc
	.loc	0 341 31
	s_cmp_eq_u32 s58, s9
	.loc	0 341 9
	s_cbranch_scc0 .LBB0_163
	s_branch .LBB0_165
.LBB0_164:
	.loc	0 0 9
	s_mov_b32 s8, 0
.LBB0_165:
	.loc	0 351 53
	s_lshl_b32 s14, s8, 2
	s_addk_i32 s14, 0x2ac0
	.loc	0 349 16
	s_load_dwordx2 s[12:13], s[48:49], 0x0
	.loc	0 350 77
	s_lshr_b32 s9, s33, 31
	.loc	0 351 53
	v_mov_b32_e32 v1, s14
	.loc	0 350 77
	s_add_i32 s9, s33, s9
	.loc	0 351 53
	ds_read_b32 v1, v1
	.loc	0 350 77
	s_ashr_i32 s9, s9, 1
	.loc	0 350 59
	s_add_i32 s9, s9, s57
	s_sub_i32 s8, s8, s9
	s_waitcnt lgkmcnt(0)
	s_add_i32 s8, s8, s13
	.loc	0 351 82
	s_sub_i32 s9, s12, s9
	v_add_i32_e32 v1, vcc, s9, v1
	.loc	0 352 19
	v_mov_b32_e32 v2, s8
	v_mov_b32_e32 v3, 0
	.loc	0 353 9
	s_lshl_b64 s[6:7], s[6:7], 3
	.loc	0 352 19
	ds_write_b64 v3, v[1:2] offset:10408
	.loc	0 353 9
	v_mov_b32_e32 v3, s6
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	s_mov_b64 s[12:13], s[22:23]
	v_mov_b32_e32 v4, s7
	.loc	0 353 27
	buffer_store_dwordx2 v[1:2], v[3:4], s[12:15], 0 addr64
.LBB0_166:
	.loc	0 0 27
	s_or_b64 exec, exec, s[2:3]
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, heartwall_common@rel32@lo+64
	s_addc_u32 s3, s3, heartwall_common@rel32@hi+72
	.loc	0 356 26
	s_load_dword s2, s[2:3], 0x0
	.loc	0 355 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 356 22
	s_abs_i32 s2, s2
	v_cvt_f32_u32_e32 v1, s2
	s_sub_i32 s3, 0, s2
	v_rcp_iflag_f32_e32 v1, v1
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	v_mul_lo_u32 v2, s3, v1
	.loc	0 213 14
	s_load_dword s3, s[4:5], 0x2
	.loc	0 356 22
	v_mul_hi_u32 v2, v1, v2
	s_waitcnt lgkmcnt(0)
	s_abs_i32 s4, s3
	s_ashr_i32 s3, s3, 31
	v_add_i32_e32 v1, vcc, v1, v2
	v_mul_hi_u32 v1, s4, v1
	v_readfirstlane_b32 s5, v1
	s_mul_i32 s5, s5, s2
	s_sub_i32 s4, s4, s5
	s_sub_i32 s5, s4, s2
	s_cmp_ge_u32 s4, s2
	s_cselect_b32 s4, s5, s4
	s_sub_i32 s5, s4, s2
	s_cmp_ge_u32 s4, s2
	s_cselect_b32 s2, s5, s4
	s_xor_b32 s2, s2, s3
	s_sub_i32 s2, s2, s3
	.loc	0 356 39
	s_cmp_lg_u32 s2, 0
	s_cbranch_scc1 .LBB0_172
	.loc	0 360 9
	s_and_saveexec_b64 s[2:3], s[10:11]
	s_cbranch_execz .LBB0_169
	.loc	0 0 9
	v_mov_b32_e32 v1, 0
	.loc	0 361 23
	ds_read_b64 v[1:2], v1 offset:10408
	s_mov_b32 s51, 0x100f000
	s_mov_b32 s50, -1
	s_waitcnt lgkmcnt(0)
	buffer_store_dwordx2 v[1:2], off, s[48:51], 0
.LBB0_169:
	.loc	0 0 23
	s_or_b64 exec, exec, s[2:3]
	.loc	0 365 5
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_172
	.loc	0 0 5
	s_abs_i32 s4, s33
	v_cvt_f32_u32_e32 v4, s4
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v1, 0
	.loc	0 363 27
	ds_read_b64 v[2:3], v1 offset:10408
	.loc	0 362 41
	s_lshr_b32 s0, s33, 31
	v_rcp_iflag_f32_e32 v4, v4
	s_add_i32 s0, s33, s0
	s_ashr_i32 s2, s0, 1
	s_waitcnt lgkmcnt(0)
	v_subrev_i32_e32 v1, vcc, s2, v3
	v_mul_f32_e32 v3, 0x4f7ffffe, v4
	v_cvt_u32_f32_e32 v3, v3
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, heartwall_common@rel32@lo+4
	s_addc_u32 s1, s1, heartwall_common@rel32@hi+12
	s_load_dword s5, s[0:1], 0x0
	s_sub_i32 s0, 0, s4
	v_mul_lo_u32 v4, s0, v3
	s_not_b32 s0, s2
	s_mov_b32 s38, 0
	s_mov_b32 s39, 0x100f000
	v_mul_hi_u32 v4, v3, v4
	v_add_i32_e32 v2, vcc, s0, v2
	s_ashr_i32 s6, s33, 31
	v_add_i32_e32 v3, vcc, v3, v4
	s_mov_b64 s[2:3], 0
	v_mov_b32_e32 v4, s33
	s_mov_b64 s[46:47], s[38:39]
.LBB0_171:
	.loc	0 49 55
	s_waitcnt expcnt(0)
	v_add_i32_e32 v7, vcc, 1, v0
	v_not_b32_e32 v6, v0
	v_max_i32_e32 v9, v7, v6
	v_mul_hi_u32 v10, v9, v3
	.loc	0 369 47
	v_add_i32_e32 v5, vcc, s56, v0
	.loc	0 49 55
	v_ashrrev_i32_e32 v8, 31, v7
	v_mul_lo_u32 v11, v10, s4
	v_add_i32_e32 v12, vcc, 1, v10
	v_xor_b32_e32 v8, s6, v8
	v_sub_i32_e32 v9, vcc, v9, v11
	v_cmp_le_u32_e32 vcc, s4, v9
	v_cndmask_b32_e32 v10, v10, v12, vcc
	v_subrev_i32_e64 v11, s[0:1], s4, v9
	v_cndmask_b32_e32 v9, v9, v11, vcc
	v_add_i32_e32 v11, vcc, 1, v10
	v_cmp_le_u32_e32 vcc, s4, v9
	v_cndmask_b32_e32 v9, v10, v11, vcc
	v_xor_b32_e32 v9, v9, v8
	v_sub_i32_e32 v8, vcc, v9, v8
	.loc	0 49 26
	v_mul_lo_u32 v9, v8, s33
	.loc	0 362 23
	v_add_i32_e32 v8, vcc, v1, v8
	.loc	0 369 47
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 49 26
	v_sub_i32_e32 v7, vcc, v7, v9
	.loc	0 50 27
	v_cmp_eq_u32_e32 vcc, 0, v7
	.loc	0 50 9
	v_cndmask_b32_e32 v7, v7, v4, vcc
	.loc	0 368 33
	v_subbrev_u32_e32 v8, vcc, 0, v8, vcc
	.loc	0 368 40
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v8, v8, s5
	.loc	0 0 0
	v_add_i32_e32 v7, vcc, v2, v7
	.loc	0 369 47
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 368 70
	v_add_i32_e32 v7, vcc, v7, v8
	.loc	0 368 22
	v_ashrrev_i32_e32 v8, 31, v7
	v_lshl_b64 v[7:8], v[7:8], 2
	buffer_load_dword v7, v[7:8], s[36:39], 0 addr64
	.loc	0 369 47
	buffer_load_dword v8, v[5:6], s[44:47], 0 addr64
	.loc	0 365 49
	v_add_i32_e32 v0, vcc, 0x100, v0
	.loc	0 365 24
	v_cmp_le_i32_e32 vcc, s40, v0
	.loc	0 365 5
	s_or_b64 s[2:3], vcc, s[2:3]
	.loc	0 369 83
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v7, 0x3e800000, v7
	.loc	0 369 75
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v7, 0x3f400000, v8
	.loc	0 369 37
	buffer_store_dword v7, v[5:6], s[44:47], 0 addr64
	.loc	0 365 5
	s_andn2_b64 exec, exec, s[2:3]
	s_cbranch_execnz .LBB0_171
.LBB0_172:
	.loc	0 371 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel heartwall_track
		.amdhsa_group_segment_fixed_size 11884
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 72
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
		.amdhsa_next_free_vgpr 20
		.amdhsa_next_free_sgpr 66
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
	.size	heartwall_track, .Lfunc_end0-heartwall_track
	.protected	heartwall_common
	.type	heartwall_common,@object
	.section	.bss,"aw",@nobits
	.globl	heartwall_common
	.p2align	2, 0x0
heartwall_common:
	.zero	128
	.size	heartwall_common, 128
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
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
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
    .group_segment_fixed_size: 11884
    .kernarg_segment_align: 8
    .kernarg_segment_size: 72
    .max_flat_workgroup_size: 512
    .name:           heartwall_track
    .private_segment_fixed_size: 0
    .sgpr_count:     68
    .sgpr_spill_count: 0
    .symbol:         heartwall_track.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     20
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
