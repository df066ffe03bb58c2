	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	convsep_rows
	.globl	convsep_rows
	.p2align	8
	.type	convsep_rows,@function
convsep_rows:
	.file	0 "convsep.cu"
	.loc	0 27 14
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dword s8, s[4:5], 0x4
	.loc	0 29 30
	s_lshl_b32 s4, s6, 7
	.loc	0 29 46
	v_add_i32_e32 v2, vcc, s4, v0
	.loc	0 30 24
	s_lshl_b32 s4, s7, 2
	.loc	0 30 33
	v_add_i32_e32 v3, vcc, s4, v1
	.loc	0 31 17
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v3, v3, s8
	.loc	0 29 55
	v_add_i32_e32 v5, vcc, -16, v2
	.loc	0 36 37
	s_mov_b32 s7, 0x100f000
	.loc	0 31 25
	v_add_i32_e32 v2, vcc, v3, v5
	.loc	0 31 12
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 36 37
	s_mov_b32 s6, 0
	s_mov_b64 s[4:5], s[0:1]
	buffer_load_dword v7, v[2:3], s[4:7], 0 addr64 offset:64
	buffer_load_dword v8, v[2:3], s[4:7], 0 addr64 offset:128
	buffer_load_dword v9, v[2:3], s[4:7], 0 addr64 offset:192
	buffer_load_dword v10, v[2:3], s[4:7], 0 addr64 offset:256
	buffer_load_dword v11, v[2:3], s[4:7], 0 addr64 offset:320
	buffer_load_dword v12, v[2:3], s[4:7], 0 addr64 offset:384
	buffer_load_dword v13, v[2:3], s[4:7], 0 addr64 offset:448
	buffer_load_dword v14, v[2:3], s[4:7], 0 addr64 offset:512
	s_movk_i32 s4, 0x280
	.loc	0 36 9
	v_lshlrev_b32_e32 v0, 2, v0
	v_mad_u32_u24 v4, v1, s4, v0
	.loc	0 31 12
	v_mov_b32_e32 v1, s1
	v_add_i32_e64 v0, s[0:1], s0, v2
	.loc	0 36 35
	s_mov_b32 m0, -1
	.loc	0 39 37
	v_mov_b32_e32 v6, 0
	.loc	0 39 52
	v_cmp_lt_i32_e32 vcc, -1, v5
	.loc	0 31 12
	v_addc_u32_e64 v1, s[0:1], v1, v3, s[0:1]
	.loc	0 36 35
	s_waitcnt vmcnt(6)
	ds_write2_b32 v4, v7, v8 offset0:16 offset1:32
	s_waitcnt vmcnt(4)
	ds_write2_b32 v4, v9, v10 offset0:48 offset1:64
	s_waitcnt vmcnt(2)
	ds_write2_b32 v4, v11, v12 offset0:80 offset1:96
	s_waitcnt vmcnt(0)
	ds_write2_b32 v4, v13, v14 offset0:112 offset1:128
	v_mov_b32_e32 v7, 0
	.loc	0 39 37
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_2
	.loc	0 39 59
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v7, v[0:1], s[4:7], 0 addr64
.LBB0_2:
	.loc	0 0 59
	s_or_b64 exec, exec, s[0:1]
	.loc	0 42 39
	v_add_i32_e32 v5, vcc, 0x90, v5
	.loc	0 42 52
	v_cmp_gt_i32_e32 vcc, s8, v5
	.loc	0 39 35
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v7
	.loc	0 42 37
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_4
	.loc	0 0 37
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	.loc	0 42 62
	buffer_load_dword v6, v[0:1], s[4:7], 0 addr64 offset:576
.LBB0_4:
	.loc	0 0 62
	s_or_b64 exec, exec, s[0:1]
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, convsep_taps@rel32@lo+64
	s_addc_u32 s9, s9, convsep_taps@rel32@hi+72
	.loc	0 50 20
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, convsep_taps@rel32@lo+4
	s_addc_u32 s13, s13, convsep_taps@rel32@hi+12
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, convsep_taps@rel32@lo+60
	s_addc_u32 s11, s11, convsep_taps@rel32@hi+68
	s_getpc_b64 s[14:15]
	s_add_u32 s14, s14, convsep_taps@rel32@lo+56
	s_addc_u32 s15, s15, convsep_taps@rel32@hi+64
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, convsep_taps@rel32@lo+52
	s_addc_u32 s17, s17, convsep_taps@rel32@hi+60
	s_getpc_b64 s[20:21]
	s_add_u32 s20, s20, convsep_taps@rel32@lo+48
	s_addc_u32 s21, s21, convsep_taps@rel32@hi+56
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, convsep_taps@rel32@lo+44
	s_addc_u32 s19, s19, convsep_taps@rel32@hi+52
	s_getpc_b64 s[22:23]
	s_add_u32 s22, s22, convsep_taps@rel32@lo+40
	s_addc_u32 s23, s23, convsep_taps@rel32@hi+48
	.loc	0 42 35
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v6 offset:576
	.loc	0 43 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 50 20
	s_load_dwordx2 s[0:1], s[8:9], 0x0
	s_load_dwordx2 s[4:5], s[10:11], 0x0
	s_load_dwordx2 s[6:7], s[16:17], 0x0
	s_load_dwordx2 s[24:25], s[12:13], 0x0
	s_load_dword s33, s[12:13], 0x0
	s_load_dword s36, s[8:9], 0x0
	s_load_dwordx2 s[34:35], s[14:15], 0x0
	s_load_dword s37, s[14:15], 0x0
	s_load_dword s41, s[10:11], 0x0
	s_load_dwordx2 s[10:11], s[20:21], 0x0
	s_load_dword s38, s[20:21], 0x0
	s_load_dword s42, s[16:17], 0x0
	s_load_dwordx2 s[8:9], s[22:23], 0x0
	s_load_dword s39, s[18:19], 0x0
	.loc	0 50 47
	ds_read2_b32 v[0:1], v4 offset0:8 offset1:9
	.loc	0 50 20
	s_load_dword s40, s[22:23], 0x0
	s_load_dwordx2 s[12:13], s[18:19], 0x0
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:10 offset1:11
	ds_read2_b32 v[7:8], v4 offset0:12 offset1:13
	ds_read2_b32 v[9:10], v4 offset0:14 offset1:15
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, convsep_taps@rel32@lo+36
	s_addc_u32 s19, s19, convsep_taps@rel32@hi+44
	s_getpc_b64 s[20:21]
	s_add_u32 s20, s20, convsep_taps@rel32@lo+32
	s_addc_u32 s21, s21, convsep_taps@rel32@hi+40
	.loc	0 50 17
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v0, s1, v0, 0
	v_mac_f32_e32 v0, s5, v1
	v_mac_f32_e32 v0, s35, v5
	v_mac_f32_e32 v0, s7, v6
	v_mac_f32_e32 v0, s11, v7
	s_getpc_b64 s[26:27]
	s_add_u32 s26, s26, convsep_taps@rel32@lo+28
	s_addc_u32 s27, s27, convsep_taps@rel32@hi+36
	v_mac_f32_e32 v0, s13, v8
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:16 offset1:17
	ds_read2_b32 v[7:8], v4 offset0:18 offset1:19
	ds_read2_b32 v[11:12], v4 offset0:20 offset1:21
	ds_read2_b32 v[13:14], v4 offset0:22 offset1:23
	ds_read2_b32 v[15:16], v4 offset0:24 offset1:25
	ds_read2_b32 v[17:18], v4 offset0:26 offset1:27
	ds_read2_b32 v[19:20], v4 offset0:28 offset1:29
	ds_read2_b32 v[21:22], v4 offset0:30 offset1:31
	.loc	0 50 20
	s_load_dwordx2 s[14:15], s[18:19], 0x0
	s_load_dwordx2 s[16:17], s[20:21], 0x0
	s_load_dword s43, s[20:21], 0x0
	s_load_dword s44, s[18:19], 0x0
	s_getpc_b64 s[28:29]
	s_add_u32 s28, s28, convsep_taps@rel32@lo+24
	s_addc_u32 s29, s29, convsep_taps@rel32@hi+32
	.loc	0 50 17
	v_mac_f32_e32 v0, s9, v9
	.loc	0 50 20
	s_load_dwordx2 s[20:21], s[26:27], 0x0
	s_getpc_b64 s[30:31]
	s_add_u32 s30, s30, convsep_taps@rel32@lo+20
	s_addc_u32 s31, s31, convsep_taps@rel32@hi+28
	.loc	0 50 17
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v0, s15, v10
	.loc	0 50 47
	ds_read2_b32 v[9:10], v4 offset0:104 offset1:105
	ds_read2_b32 v[23:24], v4 offset0:106 offset1:107
	ds_read2_b32 v[25:26], v4 offset0:108 offset1:109
	ds_read2_b32 v[27:28], v4 offset0:110 offset1:111
	.loc	0 50 20
	s_load_dwordx2 s[18:19], s[30:31], 0x0
	s_load_dwordx2 s[22:23], s[28:29], 0x0
	s_load_dword s45, s[28:29], 0x0
	s_load_dword s46, s[26:27], 0x0
	s_getpc_b64 s[28:29]
	s_add_u32 s28, s28, convsep_taps@rel32@lo+16
	s_addc_u32 s29, s29, convsep_taps@rel32@hi+24
	s_getpc_b64 s[52:53]
	s_add_u32 s52, s52, convsep_taps@rel32@lo+68
	s_addc_u32 s53, s53, convsep_taps@rel32@hi+76
	.loc	0 50 17
	v_mac_f32_e32 v0, s17, v5
	.loc	0 50 20
	s_load_dwordx2 s[26:27], s[28:29], 0x0
	s_load_dword s47, s[28:29], 0x0
	s_load_dword s49, s[30:31], 0x0
	s_getpc_b64 s[28:29]
	s_add_u32 s28, s28, convsep_taps@rel32@lo+12
	s_addc_u32 s29, s29, convsep_taps@rel32@hi+20
	.loc	0 50 17
	v_mac_f32_e32 v0, s21, v6
	s_getpc_b64 s[30:31]
	s_add_u32 s30, s30, convsep_taps@rel32@lo+8
	s_addc_u32 s31, s31, convsep_taps@rel32@hi+16
	v_mad_f32 v1, s1, v15, 0
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v0, s23, v7
	.loc	0 50 20
	s_load_dword s48, s[28:29], 0x0
	s_load_dwordx2 s[28:29], s[28:29], 0x0
	s_load_dword s50, s[30:31], 0x0
	s_load_dwordx2 s[30:31], s[30:31], 0x0
	s_load_dword s51, s[52:53], 0x0
	.loc	0 50 17
	v_mac_f32_e32 v1, s5, v16
	v_mac_f32_e32 v0, s19, v8
	v_mac_f32_e32 v1, s35, v17
	v_mac_f32_e32 v0, s27, v11
	v_mac_f32_e32 v1, s7, v18
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v0, s29, v12
	v_mac_f32_e32 v1, s11, v19
	v_mac_f32_e32 v0, s31, v13
	v_mac_f32_e32 v1, s13, v20
	v_mac_f32_e32 v0, s25, v14
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:32 offset1:33
	ds_read2_b32 v[7:8], v4 offset0:34 offset1:35
	ds_read2_b32 v[11:12], v4 offset0:36 offset1:37
	ds_read2_b32 v[13:14], v4 offset0:38 offset1:39
	.loc	0 50 17
	v_mac_f32_e32 v1, s9, v21
	v_mac_f32_e32 v1, s15, v22
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v1, s17, v5
	v_mac_f32_e32 v1, s21, v6
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v1, s23, v7
	v_mac_f32_e32 v1, s19, v8
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v1, s27, v11
	v_mac_f32_e32 v0, s33, v15
	v_mac_f32_e32 v1, s29, v12
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:40 offset1:41
	ds_read2_b32 v[7:8], v4 offset0:42 offset1:43
	ds_read2_b32 v[11:12], v4 offset0:44 offset1:45
	ds_read2_b32 v[15:16], v4 offset0:46 offset1:47
	.loc	0 50 17
	s_waitcnt lgkmcnt(4)
	v_mac_f32_e32 v1, s31, v13
	s_waitcnt lgkmcnt(3)
	v_mad_f32 v21, s51, v5, 0
	v_mac_f32_e32 v21, s36, v6
	v_mac_f32_e32 v1, s25, v14
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v21, s41, v7
	v_mac_f32_e32 v1, s33, v5
	v_mac_f32_e32 v21, s37, v8
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:48 offset1:49
	.loc	0 50 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v21, s42, v11
	v_mac_f32_e32 v21, s38, v12
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v21, s39, v15
	v_mac_f32_e32 v21, s40, v16
	.loc	0 50 47
	ds_read2_b32 v[7:8], v4 offset0:50 offset1:51
	ds_read2_b32 v[11:12], v4 offset0:52 offset1:53
	ds_read2_b32 v[13:14], v4 offset0:54 offset1:55
	.loc	0 50 17
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v21, s44, v5
	v_mac_f32_e32 v21, s43, v6
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v21, s46, v7
	v_mac_f32_e32 v21, s45, v8
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:56 offset1:57
	.loc	0 50 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v21, s49, v11
	v_mac_f32_e32 v21, s47, v12
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v21, s48, v13
	v_mac_f32_e32 v21, s50, v14
	.loc	0 50 47
	ds_read2_b32 v[7:8], v4 offset0:58 offset1:59
	ds_read2_b32 v[11:12], v4 offset0:60 offset1:61
	ds_read2_b32 v[13:14], v4 offset0:62 offset1:63
	.loc	0 50 17
	s_waitcnt lgkmcnt(3)
	v_mad_f32 v22, s51, v5, 0
	v_mac_f32_e32 v22, s36, v6
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v22, s41, v7
	v_mac_f32_e32 v21, s33, v5
	v_mac_f32_e32 v22, s37, v8
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:64 offset1:65
	.loc	0 50 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v22, s42, v11
	v_mac_f32_e32 v22, s38, v12
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v22, s39, v13
	v_mac_f32_e32 v22, s40, v14
	.loc	0 50 47
	ds_read2_b32 v[7:8], v4 offset0:66 offset1:67
	ds_read2_b32 v[11:12], v4 offset0:68 offset1:69
	ds_read2_b32 v[13:14], v4 offset0:70 offset1:71
	.loc	0 50 17
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v22, s44, v5
	v_mac_f32_e32 v22, s43, v6
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v22, s46, v7
	v_mac_f32_e32 v22, s45, v8
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:72 offset1:73
	.loc	0 50 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v22, s49, v11
	v_mac_f32_e32 v22, s47, v12
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v22, s48, v13
	v_mac_f32_e32 v22, s50, v14
	.loc	0 50 47
	ds_read2_b32 v[7:8], v4 offset0:74 offset1:75
	ds_read2_b32 v[11:12], v4 offset0:76 offset1:77
	ds_read2_b32 v[13:14], v4 offset0:78 offset1:79
	.loc	0 50 17
	s_waitcnt lgkmcnt(3)
	v_mad_f32 v29, s51, v5, 0
	v_mac_f32_e32 v29, s36, v6
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v29, s41, v7
	v_mac_f32_e32 v22, s33, v5
	v_mac_f32_e32 v29, s37, v8
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:80 offset1:81
	.loc	0 50 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v29, s42, v11
	v_mac_f32_e32 v29, s38, v12
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v29, s39, v13
	v_mac_f32_e32 v29, s40, v14
	.loc	0 50 47
	ds_read2_b32 v[7:8], v4 offset0:82 offset1:83
	ds_read2_b32 v[11:12], v4 offset0:84 offset1:85
	ds_read2_b32 v[13:14], v4 offset0:86 offset1:87
	.loc	0 50 17
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v29, s44, v5
	v_mac_f32_e32 v29, s43, v6
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v29, s46, v7
	v_mac_f32_e32 v29, s45, v8
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:88 offset1:89
	.loc	0 50 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v29, s49, v11
	v_mac_f32_e32 v29, s47, v12
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v29, s48, v13
	v_mac_f32_e32 v29, s50, v14
	.loc	0 50 47
	ds_read2_b32 v[7:8], v4 offset0:90 offset1:91
	ds_read2_b32 v[11:12], v4 offset0:92 offset1:93
	ds_read2_b32 v[13:14], v4 offset0:94 offset1:95
	.loc	0 50 17
	s_waitcnt lgkmcnt(3)
	v_mad_f32 v30, s51, v5, 0
	v_mac_f32_e32 v30, s36, v6
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v30, s41, v7
	v_mac_f32_e32 v29, s33, v5
	v_mac_f32_e32 v30, s37, v8
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:96 offset1:97
	.loc	0 50 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v30, s42, v11
	v_mac_f32_e32 v30, s38, v12
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v30, s39, v13
	v_mac_f32_e32 v30, s40, v14
	.loc	0 50 47
	ds_read2_b32 v[7:8], v4 offset0:98 offset1:99
	ds_read2_b32 v[11:12], v4 offset0:100 offset1:101
	ds_read2_b32 v[13:14], v4 offset0:102 offset1:103
	.loc	0 50 17
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v30, s44, v5
	v_mac_f32_e32 v30, s43, v6
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v30, s46, v7
	v_mac_f32_e32 v30, s45, v8
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:120 offset1:121
	ds_read2_b32 v[15:16], v4 offset0:122 offset1:123
	ds_read2_b32 v[17:18], v4 offset0:124 offset1:125
	ds_read2_b32 v[19:20], v4 offset0:126 offset1:127
	.loc	0 50 17
	s_waitcnt lgkmcnt(5)
	v_mac_f32_e32 v30, s49, v11
	v_mac_f32_e32 v30, s47, v12
	v_mad_f32 v12, s51, v9, 0
	s_waitcnt lgkmcnt(3)
	v_mad_f32 v31, s51, v5, 0
	v_mac_f32_e32 v30, s48, v13
	v_mac_f32_e32 v12, s0, v10
	v_mac_f32_e32 v31, s0, v6
	v_mac_f32_e32 v30, s50, v14
	.loc	0 51 9
	s_mov_b64 s[0:1], s[2:3]
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 50 17
	v_mac_f32_e32 v12, s4, v23
	v_mac_f32_e32 v30, s33, v9
	.loc	0 51 28
	buffer_store_dword v0, v[2:3], s[0:3], 0 addr64 offset:64
	buffer_store_dword v1, v[2:3], s[0:3], 0 addr64 offset:128
	buffer_store_dword v21, v[2:3], s[0:3], 0 addr64 offset:192
	buffer_store_dword v22, v[2:3], s[0:3], 0 addr64 offset:256
	buffer_store_dword v29, v[2:3], s[0:3], 0 addr64 offset:320
	buffer_store_dword v30, v[2:3], s[0:3], 0 addr64 offset:384
	.loc	0 50 17
	v_mac_f32_e32 v12, s34, v24
	.loc	0 50 47
	s_waitcnt expcnt(4)
	ds_read2_b32 v[0:1], v4 offset0:112 offset1:113
	.loc	0 50 17
	v_mac_f32_e32 v12, s6, v25
	v_mac_f32_e32 v12, s10, v26
	v_mac_f32_e32 v12, s12, v27
	v_mac_f32_e32 v12, s8, v28
	.loc	0 50 47
	ds_read2_b32 v[6:7], v4 offset0:114 offset1:115
	ds_read2_b32 v[8:9], v4 offset0:116 offset1:117
	ds_read2_b32 v[10:11], v4 offset0:118 offset1:119
	.loc	0 50 17
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v12, s14, v0
	v_mac_f32_e32 v12, s16, v1
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v12, s20, v6
	v_mac_f32_e32 v12, s22, v7
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v12, s18, v8
	v_mac_f32_e32 v31, s4, v15
	v_mac_f32_e32 v12, s26, v9
	v_mac_f32_e32 v31, s34, v16
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v12, s28, v10
	.loc	0 50 47
	ds_read2_b32 v[0:1], v4 offset0:128 offset1:129
	.loc	0 50 17
	v_mac_f32_e32 v31, s6, v17
	v_mac_f32_e32 v12, s30, v11
	v_mac_f32_e32 v12, s24, v5
	v_mac_f32_e32 v31, s10, v18
	.loc	0 51 28
	buffer_store_dword v12, v[2:3], s[0:3], 0 addr64 offset:448
	.loc	0 50 17
	v_mac_f32_e32 v31, s12, v19
	v_mac_f32_e32 v31, s8, v20
	.loc	0 50 47
	ds_read2_b32 v[5:6], v4 offset0:130 offset1:131
	ds_read2_b32 v[7:8], v4 offset0:132 offset1:133
	ds_read2_b32 v[9:10], v4 offset0:134 offset1:135
	.loc	0 50 17
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v31, s14, v0
	v_mac_f32_e32 v31, s16, v1
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v31, s20, v5
	v_mac_f32_e32 v31, s22, v6
	.loc	0 50 47
	ds_read_b32 v0, v4 offset:544
	.loc	0 50 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v31, s18, v7
	v_mac_f32_e32 v31, s26, v8
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v31, s28, v9
	v_mac_f32_e32 v31, s30, v10
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v31, s24, v0
	.loc	0 51 28
	buffer_store_dword v31, v[2:3], s[0:3], 0 addr64 offset:512
	.loc	0 53 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel convsep_rows
		.amdhsa_group_segment_fixed_size 2560
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
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 54
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
	.size	convsep_rows, .Lfunc_end0-convsep_rows
	.text
	.protected	convsep_columns
	.globl	convsep_columns
	.p2align	8
	.type	convsep_columns,@function
convsep_columns:
	.loc	0 60 14
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[12:13], s[4:5], 0x4
	.loc	0 63 30
	s_lshl_b32 s1, s7, 6
	.loc	0 63 46
	v_add_i32_e32 v2, vcc, s1, v1
	.loc	0 63 58
	v_add_i32_e32 v9, vcc, -8, v2
	.loc	0 64 17
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v2, v9, s12
	.loc	0 61 24
	s_lshl_b32 s0, s6, 4
	.loc	0 61 36
	v_add_i32_e32 v3, vcc, s0, v0
	.loc	0 64 25
	v_add_i32_e32 v2, vcc, v3, v2
	.loc	0 64 12
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 69 61
	s_lshl_b32 s0, s12, 3
	.loc	0 64 12
	v_mov_b32_e32 v5, s9
	v_add_i32_e32 v4, vcc, s8, v2
	.loc	0 69 40
	s_ashr_i32 s1, s0, 31
	.loc	0 64 12
	v_addc_u32_e32 v5, vcc, v5, v3, vcc
	.loc	0 69 40
	s_lshl_b64 s[0:1], s[0:1], 2
	v_mov_b32_e32 v6, s1
	v_add_i32_e32 v10, vcc, s0, v4
	s_ashr_i32 s3, s12, 31
	s_mov_b32 s2, s12
	v_addc_u32_e32 v11, vcc, v5, v6, vcc
	s_lshl_b64 s[4:5], s[2:3], 5
	v_mov_b32_e32 v7, s5
	v_add_i32_e32 v12, vcc, s4, v10
	v_addc_u32_e32 v13, vcc, v11, v7, vcc
	v_add_i32_e32 v14, vcc, s4, v12
	v_addc_u32_e32 v15, vcc, v13, v7, vcc
	v_add_i32_e32 v16, vcc, s4, v14
	v_addc_u32_e32 v17, vcc, v15, v7, vcc
	v_add_i32_e32 v18, vcc, s4, v16
	v_addc_u32_e32 v19, vcc, v17, v7, vcc
	v_add_i32_e32 v20, vcc, s4, v18
	v_addc_u32_e32 v21, vcc, v19, v7, vcc
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	v_add_i32_e32 v6, vcc, s4, v20
	s_mov_b64 s[6:7], s[2:3]
	v_addc_u32_e32 v7, vcc, v21, v7, vcc
	buffer_load_dword v11, v[10:11], s[4:7], 0 addr64
	buffer_load_dword v12, v[12:13], s[4:7], 0 addr64
	buffer_load_dword v13, v[4:5], s[0:3], 0 addr64
	buffer_load_dword v14, v[14:15], s[4:7], 0 addr64
	buffer_load_dword v15, v[16:17], s[4:7], 0 addr64
	buffer_load_dword v16, v[18:19], s[4:7], 0 addr64
	buffer_load_dword v17, v[20:21], s[4:7], 0 addr64
	buffer_load_dword v18, v[6:7], s[4:7], 0 addr64
	s_movk_i32 s6, 0x144
	.loc	0 69 9
	v_lshlrev_b32_e32 v1, 2, v1
	.loc	0 72 40
	v_mov_b32_e32 v10, 0
	.loc	0 69 9
	v_mad_u32_u24 v8, v0, s6, v1
	.loc	0 72 58
	v_cmp_lt_i32_e32 vcc, -1, v9
	.loc	0 69 38
	s_mov_b32 m0, -1
	v_mov_b32_e32 v0, 0
	s_waitcnt vmcnt(5)
	ds_write2_b32 v8, v13, v11 offset0:8 offset1:16
	s_waitcnt vmcnt(4)
	ds_write2_b32 v8, v12, v14 offset0:24 offset1:32
	s_waitcnt vmcnt(2)
	ds_write2_b32 v8, v15, v16 offset0:40 offset1:48
	s_waitcnt vmcnt(0)
	ds_write2_b32 v8, v17, v18 offset0:56 offset1:64
	.loc	0 72 40
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB1_2
	.loc	0 72 65
	s_mov_b32 s16, s2
	s_mov_b32 s17, s2
	s_mov_b64 s[18:19], s[2:3]
	buffer_load_dword v0, v[4:5], s[16:19], 0 addr64
.LBB1_2:
	.loc	0 0 65
	s_or_b64 exec, exec, s[6:7]
	.loc	0 72 38
	s_waitcnt vmcnt(0)
	ds_write_b32 v8, v0
	.loc	0 75 42
	v_add_i32_e32 v0, vcc, 0x48, v9
	.loc	0 75 58
	v_cmp_gt_i32_e32 vcc, s13, v0
	.loc	0 75 40
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB1_4
	.loc	0 0 40
	v_mov_b32_e32 v1, s5
	v_add_i32_e32 v0, vcc, s4, v6
	v_addc_u32_e32 v1, vcc, v7, v1, vcc
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	.loc	0 75 69
	buffer_load_dword v10, v[0:1], s[4:7], 0 addr64
.LBB1_4:
	.loc	0 0 69
	s_or_b64 exec, exec, s[2:3]
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+64
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+72
	.loc	0 65 12
	v_mov_b32_e32 v1, s11
	v_add_i32_e32 v0, vcc, s10, v2
	.loc	0 83 20
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, convsep_taps@rel32@lo+4
	s_addc_u32 s7, s7, convsep_taps@rel32@hi+12
	.loc	0 65 12
	v_addc_u32_e32 v1, vcc, v1, v3, vcc
	.loc	0 75 38
	s_waitcnt vmcnt(0)
	ds_write_b32 v8, v10 offset:288
	.loc	0 76 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 83 20
	s_load_dwordx2 s[4:5], s[2:3], 0x0
	.loc	0 83 47
	ds_read2_b32 v[2:3], v8 offset1:1
	ds_read2_b32 v[4:5], v8 offset0:2 offset1:3
	ds_read2_b32 v[6:7], v8 offset0:4 offset1:5
	ds_read2_b32 v[9:10], v8 offset0:6 offset1:7
	.loc	0 83 20
	s_load_dword s41, s[6:7], 0x0
	s_load_dwordx2 s[6:7], s[6:7], 0x0
	s_load_dword s33, s[2:3], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+60
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+68
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, convsep_taps@rel32@lo+56
	s_addc_u32 s9, s9, convsep_taps@rel32@hi+64
	s_load_dwordx2 s[36:37], s[2:3], 0x0
	s_load_dwordx2 s[34:35], s[8:9], 0x0
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, convsep_taps@rel32@lo+52
	s_addc_u32 s9, s9, convsep_taps@rel32@hi+60
	s_load_dwordx2 s[30:31], s[8:9], 0x0
	s_load_dword s40, s[2:3], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+16
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+24
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, convsep_taps@rel32@lo+12
	s_addc_u32 s11, s11, convsep_taps@rel32@hi+20
	s_getpc_b64 s[14:15]
	s_add_u32 s14, s14, convsep_taps@rel32@lo+8
	s_addc_u32 s15, s15, convsep_taps@rel32@hi+16
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, convsep_taps@rel32@lo+68
	s_addc_u32 s17, s17, convsep_taps@rel32@hi+76
	s_load_dwordx2 s[8:9], s[2:3], 0x0
	s_load_dwordx2 s[10:11], s[10:11], 0x0
	s_load_dwordx2 s[14:15], s[14:15], 0x0
	s_load_dword s13, s[16:17], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+48
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+56
	s_load_dwordx2 s[38:39], s[2:3], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+44
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+52
	.loc	0 83 17
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v19, s5, v2, 0
	.loc	0 83 20
	s_load_dwordx2 s[16:17], s[2:3], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+40
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+48
	.loc	0 83 17
	v_mac_f32_e32 v19, s37, v3
	.loc	0 83 20
	s_load_dwordx2 s[18:19], s[2:3], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+36
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+44
	.loc	0 83 17
	v_mac_f32_e32 v19, s35, v4
	.loc	0 83 20
	s_load_dwordx2 s[20:21], s[2:3], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+32
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+40
	.loc	0 83 17
	v_mac_f32_e32 v19, s31, v5
	.loc	0 83 47
	ds_read2_b32 v[2:3], v8 offset0:8 offset1:9
	.loc	0 83 20
	s_load_dwordx2 s[24:25], s[2:3], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+28
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+36
	.loc	0 83 17
	v_mac_f32_e32 v19, s39, v6
	.loc	0 83 20
	s_load_dwordx2 s[26:27], s[2:3], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+24
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+32
	.loc	0 83 17
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v19, s17, v7
	.loc	0 83 20
	s_load_dwordx2 s[28:29], s[2:3], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, convsep_taps@rel32@lo+20
	s_addc_u32 s3, s3, convsep_taps@rel32@hi+28
	.loc	0 83 17
	v_mac_f32_e32 v19, s19, v9
	.loc	0 83 20
	s_load_dwordx2 s[22:23], s[2:3], 0x0
	.loc	0 83 17
	v_mac_f32_e32 v19, s21, v10
	.loc	0 83 47
	ds_read2_b32 v[4:5], v8 offset0:10 offset1:11
	ds_read2_b32 v[6:7], v8 offset0:12 offset1:13
	ds_read2_b32 v[9:10], v8 offset0:14 offset1:15
	.loc	0 83 17
	v_mac_f32_e32 v19, s25, v2
	v_mac_f32_e32 v19, s27, v3
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v19, s29, v4
	v_mac_f32_e32 v19, s23, v5
	.loc	0 83 47
	ds_read2_b32 v[11:12], v8 offset0:16 offset1:17
	.loc	0 83 17
	v_mac_f32_e32 v19, s9, v6
	v_mac_f32_e32 v19, s11, v7
	v_mac_f32_e32 v19, s15, v9
	v_mac_f32_e32 v19, s7, v10
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v19, s41, v11
	.loc	0 84 9
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 83 47
	ds_read2_b32 v[13:14], v8 offset0:18 offset1:19
	ds_read2_b32 v[15:16], v8 offset0:20 offset1:21
	ds_read2_b32 v[17:18], v8 offset0:22 offset1:23
	.loc	0 84 39
	buffer_store_dword v19, v[0:1], s[0:3], 0 addr64
	.loc	0 83 17
	s_waitcnt expcnt(0)
	v_mad_f32 v19, s5, v2, 0
	v_mac_f32_e32 v19, s37, v3
	v_mac_f32_e32 v19, s35, v4
	v_mac_f32_e32 v19, s31, v5
	v_mac_f32_e32 v19, s39, v6
	v_mac_f32_e32 v19, s17, v7
	v_mac_f32_e32 v19, s19, v9
	v_mac_f32_e32 v19, s21, v10
	v_mac_f32_e32 v19, s25, v11
	v_mac_f32_e32 v19, s27, v12
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, s29, v13
	v_mac_f32_e32 v19, s23, v14
	.loc	0 83 47
	ds_read2_b32 v[2:3], v8 offset0:24 offset1:25
	.loc	0 83 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, s9, v15
	v_mac_f32_e32 v19, s11, v16
	.loc	0 84 30
	s_lshl_b32 s0, s12, 4
	.loc	0 83 17
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v19, s15, v17
	.loc	0 84 9
	s_ashr_i32 s1, s0, 31
	.loc	0 83 17
	v_mac_f32_e32 v19, s7, v18
	.loc	0 84 9
	s_lshl_b64 s[0:1], s[0:1], 2
	.loc	0 83 17
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v19, s41, v2
	.loc	0 83 47
	ds_read2_b32 v[4:5], v8 offset0:26 offset1:27
	ds_read2_b32 v[6:7], v8 offset0:28 offset1:29
	ds_read2_b32 v[9:10], v8 offset0:30 offset1:31
	.loc	0 84 39
	buffer_store_dword v19, v[0:1], s[0:3], 0 addr64
	.loc	0 83 17
	s_waitcnt expcnt(0)
	v_mad_f32 v19, s13, v11, 0
	v_mac_f32_e32 v19, s33, v12
	v_mac_f32_e32 v19, s40, v13
	v_mac_f32_e32 v19, s31, v14
	v_mac_f32_e32 v19, s39, v15
	v_mac_f32_e32 v19, s17, v16
	v_mac_f32_e32 v19, s19, v17
	v_mac_f32_e32 v19, s21, v18
	v_mac_f32_e32 v19, s25, v2
	v_mac_f32_e32 v19, s27, v3
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, s29, v4
	v_mac_f32_e32 v19, s23, v5
	.loc	0 83 47
	ds_read2_b32 v[11:12], v8 offset0:32 offset1:33
	.loc	0 83 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, s9, v6
	v_mac_f32_e32 v19, s11, v7
	.loc	0 84 30
	s_mul_i32 s0, s12, 24
	.loc	0 83 17
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v19, s15, v9
	.loc	0 84 9
	s_ashr_i32 s1, s0, 31
	.loc	0 83 17
	v_mac_f32_e32 v19, s7, v10
	.loc	0 84 9
	s_lshl_b64 s[0:1], s[0:1], 2
	.loc	0 83 17
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v19, s41, v11
	.loc	0 83 47
	ds_read2_b32 v[13:14], v8 offset0:34 offset1:35
	ds_read2_b32 v[15:16], v8 offset0:36 offset1:37
	ds_read2_b32 v[17:18], v8 offset0:38 offset1:39
	.loc	0 84 39
	buffer_store_dword v19, v[0:1], s[0:3], 0 addr64
	.loc	0 83 17
	s_waitcnt expcnt(0)
	v_mad_f32 v19, s13, v2, 0
	v_mac_f32_e32 v19, s33, v3
	v_mac_f32_e32 v19, s40, v4
	v_mac_f32_e32 v19, s31, v5
	v_mac_f32_e32 v19, s39, v6
	v_mac_f32_e32 v19, s17, v7
	v_mac_f32_e32 v19, s19, v9
	v_mac_f32_e32 v19, s21, v10
	v_mac_f32_e32 v19, s25, v11
	v_mac_f32_e32 v19, s27, v12
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, s29, v13
	v_mac_f32_e32 v19, s23, v14
	.loc	0 83 47
	ds_read2_b32 v[2:3], v8 offset0:40 offset1:41
	.loc	0 83 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, s9, v15
	v_mac_f32_e32 v19, s11, v16
	.loc	0 84 30
	s_lshl_b32 s0, s12, 5
	.loc	0 83 17
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v19, s15, v17
	.loc	0 84 9
	s_ashr_i32 s1, s0, 31
	.loc	0 83 17
	v_mac_f32_e32 v19, s7, v18
	.loc	0 84 9
	s_lshl_b64 s[0:1], s[0:1], 2
	.loc	0 83 17
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v19, s41, v2
	.loc	0 83 47
	ds_read2_b32 v[4:5], v8 offset0:42 offset1:43
	ds_read2_b32 v[6:7], v8 offset0:44 offset1:45
	ds_read2_b32 v[9:10], v8 offset0:46 offset1:47
	.loc	0 84 39
	buffer_store_dword v19, v[0:1], s[0:3], 0 addr64
	.loc	0 83 17
	s_waitcnt expcnt(0)
	v_mad_f32 v19, s13, v11, 0
	v_mac_f32_e32 v19, s33, v12
	v_mac_f32_e32 v19, s40, v13
	v_mac_f32_e32 v19, s34, v14
	v_mac_f32_e32 v19, s30, v15
	v_mac_f32_e32 v19, s38, v16
	v_mac_f32_e32 v19, s16, v17
	v_mac_f32_e32 v19, s18, v18
	v_mac_f32_e32 v19, s20, v2
	v_mac_f32_e32 v19, s24, v3
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, s26, v4
	v_mac_f32_e32 v19, s28, v5
	.loc	0 83 47
	ds_read2_b32 v[11:12], v8 offset0:48 offset1:49
	.loc	0 83 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, s22, v6
	v_mac_f32_e32 v19, s8, v7
	.loc	0 84 30
	s_mul_i32 s0, s12, 40
	.loc	0 83 17
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v19, s10, v9
	.loc	0 84 9
	s_ashr_i32 s1, s0, 31
	.loc	0 83 17
	v_mac_f32_e32 v19, s14, v10
	.loc	0 84 9
	s_lshl_b64 s[0:1], s[0:1], 2
	.loc	0 83 17
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v19, s6, v11
	.loc	0 83 47
	ds_read2_b32 v[13:14], v8 offset0:50 offset1:51
	ds_read2_b32 v[15:16], v8 offset0:52 offset1:53
	ds_read2_b32 v[17:18], v8 offset0:54 offset1:55
	.loc	0 84 39
	buffer_store_dword v19, v[0:1], s[0:3], 0 addr64
	.loc	0 83 17
	s_waitcnt expcnt(0)
	v_mad_f32 v19, s13, v2, 0
	v_mac_f32_e32 v19, s33, v3
	v_mac_f32_e32 v19, s40, v4
	v_mac_f32_e32 v19, s34, v5
	v_mac_f32_e32 v19, s30, v6
	v_mac_f32_e32 v19, s38, v7
	v_mac_f32_e32 v19, s16, v9
	v_mac_f32_e32 v19, s18, v10
	v_mac_f32_e32 v19, s20, v11
	v_mac_f32_e32 v19, s24, v12
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, s26, v13
	v_mac_f32_e32 v19, s28, v14
	.loc	0 83 47
	ds_read2_b32 v[2:3], v8 offset0:56 offset1:57
	.loc	0 83 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, s22, v15
	v_mac_f32_e32 v19, s8, v16
	.loc	0 84 30
	s_mul_i32 s0, s12, 48
	.loc	0 83 17
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v19, s10, v17
	.loc	0 84 9
	s_ashr_i32 s1, s0, 31
	.loc	0 83 17
	v_mac_f32_e32 v19, s14, v18
	.loc	0 84 9
	s_lshl_b64 s[0:1], s[0:1], 2
	.loc	0 83 17
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v19, s6, v2
	.loc	0 83 47
	ds_read2_b32 v[4:5], v8 offset0:58 offset1:59
	ds_read2_b32 v[6:7], v8 offset0:60 offset1:61
	ds_read2_b32 v[9:10], v8 offset0:62 offset1:63
	.loc	0 84 39
	buffer_store_dword v19, v[0:1], s[0:3], 0 addr64
	.loc	0 83 17
	s_waitcnt expcnt(0)
	v_mad_f32 v19, s13, v11, 0
	v_mac_f32_e32 v19, s4, v12
	v_mac_f32_e32 v19, s36, v13
	v_mac_f32_e32 v19, s34, v14
	v_mac_f32_e32 v19, s30, v15
	v_mac_f32_e32 v19, s38, v16
	v_mad_f32 v20, s13, v2, 0
	v_mac_f32_e32 v19, s16, v17
	v_mac_f32_e32 v20, s4, v3
	v_mac_f32_e32 v19, s18, v18
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v20, s36, v4
	v_mac_f32_e32 v19, s20, v2
	v_mac_f32_e32 v20, s34, v5
	v_mac_f32_e32 v19, s24, v3
	.loc	0 83 47
	ds_read2_b32 v[2:3], v8 offset0:64 offset1:65
	.loc	0 83 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v20, s30, v6
	v_mac_f32_e32 v19, s26, v4
	v_mac_f32_e32 v20, s38, v7
	v_mac_f32_e32 v19, s28, v5
	v_mac_f32_e32 v19, s22, v6
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v20, s16, v9
	v_mac_f32_e32 v19, s8, v7
	.loc	0 83 47
	ds_read2_b32 v[4:5], v8 offset0:66 offset1:67
	ds_read2_b32 v[6:7], v8 offset0:68 offset1:69
	ds_read2_b32 v[11:12], v8 offset0:70 offset1:71
	.loc	0 83 17
	v_mac_f32_e32 v20, s18, v10
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v20, s20, v2
	v_mac_f32_e32 v19, s10, v9
	v_mac_f32_e32 v20, s24, v3
	v_mac_f32_e32 v19, s14, v10
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v20, s26, v4
	.loc	0 84 30
	s_mul_i32 s0, s12, 56
	.loc	0 83 17
	v_mac_f32_e32 v19, s6, v2
	v_mac_f32_e32 v20, s28, v5
	.loc	0 83 47
	ds_read_b32 v2, v8 offset:288
	.loc	0 84 9
	s_ashr_i32 s1, s0, 31
	.loc	0 83 17
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v20, s22, v6
	.loc	0 84 9
	s_lshl_b64 s[0:1], s[0:1], 2
	.loc	0 83 17
	v_mac_f32_e32 v20, s8, v7
	.loc	0 84 39
	buffer_store_dword v19, v[0:1], s[0:3], 0 addr64
	.loc	0 83 17
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v20, s10, v11
	.loc	0 84 30
	s_lshl_b32 s0, s12, 6
	.loc	0 83 17
	v_mac_f32_e32 v20, s14, v12
	.loc	0 84 9
	s_ashr_i32 s1, s0, 31
	.loc	0 83 17
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v20, s6, v2
	.loc	0 84 9
	s_lshl_b64 s[0:1], s[0:1], 2
	.loc	0 84 39
	buffer_store_dword v20, v[0:1], s[0:3], 0 addr64
	.loc	0 86 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel convsep_columns
		.amdhsa_group_segment_fixed_size 5184
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
		.amdhsa_next_free_vgpr 22
		.amdhsa_next_free_sgpr 42
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
	.size	convsep_columns, .Lfunc_end1-convsep_columns
	.protected	convsep_taps
	.type	convsep_taps,@object
	.section	.bss,"aw",@nobits
	.globl	convsep_taps
	.p2align	4, 0x0
convsep_taps:
	.zero	68
	.size	convsep_taps, 68
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
    .group_segment_fixed_size: 2560
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 512
    .name:           convsep_rows
    .private_segment_fixed_size: 0
    .sgpr_count:     56
    .sgpr_spill_count: 0
    .symbol:         convsep_rows.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     32
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
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 5184
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 512
    .name:           convsep_columns
    .private_segment_fixed_size: 0
    .sgpr_count:     44
    .sgpr_spill_count: 0
    .symbol:         convsep_columns.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     22
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
