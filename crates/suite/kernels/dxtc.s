	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	dxtc_compress
	.globl	dxtc_compress
	.p2align	8
	.type	dxtc_compress,@function
dxtc_compress:
	.file	0 "dxtc.cu"
	.loc	0 131 15
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	.loc	0 131 27
	v_lshrrev_b32_e32 v8, 6, v0
	.loc	0 132 30
	v_and_b32_e32 v9, 63, v0
	.loc	0 133 24
	s_lshl_b32 s0, s6, 2
	.loc	0 133 37
	v_add_i32_e32 v5, vcc, s0, v8
	.loc	0 136 16
	v_cmp_gt_u32_e64 s[0:1], 16, v9
	.loc	0 189 22
	s_mov_b32 m0, -1
	.loc	0 136 9
	s_and_saveexec_b64 s[12:13], s[0:1]
	s_cbranch_execz .LBB0_20
	.loc	0 138 39
	v_lshlrev_b32_e32 v1, 4, v5
	.loc	0 138 47
	v_or_b32_e32 v1, v1, v9
	.loc	0 138 26
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[1:2], v[1:2], 2
	s_mov_b32 s19, 0x100f000
	s_mov_b32 s18, 0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[16:17], s[8:9]
	buffer_load_dword v2, v[1:2], s[16:19], 0 addr64
	.loc	0 140 9
	v_mul_u32_u24_e32 v1, 12, v9
	s_movk_i32 s2, 0xc0
	.loc	0 140 27
	s_movk_i32 s3, 0xc00
	.loc	0 140 9
	v_mad_u32_u24 v3, v8, s2, v1
	v_add_i32_e32 v1, vcc, 0xe00, v3
	.loc	0 140 27
	v_add_i32_e32 v4, vcc, s3, v3
	.loc	0 143 24
	v_cmp_gt_u32_e64 s[8:9], 8, v9
	.loc	0 139 37
	s_waitcnt vmcnt(0)
	v_cvt_f32_ubyte0_e32 v12, v2
	.loc	0 139 51
	v_cvt_f32_ubyte1_e32 v11, v2
	.loc	0 139 70
	v_cvt_f32_ubyte2_e32 v10, v2
	.loc	0 140 27
	ds_write2_b32 v4, v12, v11 offset0:128 offset1:129
	ds_write_b32 v3, v10 offset:3592
	.loc	0 143 17
	s_and_saveexec_b64 s[2:3], s[8:9]
	s_cbranch_execz .LBB0_3
	.loc	0 144 37
	ds_read2_b32 v[3:4], v1 offset0:2 offset1:24
	ds_read2_b32 v[6:7], v1 offset1:1
	.loc	0 144 57
	ds_read2_b32 v[13:14], v1 offset0:25 offset1:26
	.loc	0 32 28
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v6, v4
	.loc	0 32 39
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v6, v7, v13
	.loc	0 32 50
	v_add_f32_e32 v3, v3, v14
	.loc	0 144 35
	ds_write2_b32 v1, v4, v6 offset1:1
	ds_write_b32 v1, v3 offset:8
.LBB0_3:
	.loc	0 0 35
	s_or_b64 exec, exec, s[2:3]
	.loc	0 143 24
	v_cmp_gt_u32_e64 s[6:7], 4, v9
	.loc	0 143 17
	s_and_saveexec_b64 s[2:3], s[6:7]
	s_cbranch_execz .LBB0_5
	.loc	0 144 37
	ds_read2_b32 v[3:4], v1 offset0:2 offset1:12
	ds_read2_b32 v[6:7], v1 offset1:1
	.loc	0 144 57
	ds_read2_b32 v[13:14], v1 offset0:13 offset1:14
	.loc	0 32 28
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v6, v4
	.loc	0 32 39
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v6, v7, v13
	.loc	0 32 50
	v_add_f32_e32 v3, v3, v14
	.loc	0 144 35
	ds_write2_b32 v1, v4, v6 offset1:1
	ds_write_b32 v1, v3 offset:8
.LBB0_5:
	.loc	0 0 35
	s_or_b64 exec, exec, s[2:3]
	.loc	0 143 24
	v_cmp_gt_u32_e32 vcc, 2, v9
	.loc	0 143 17
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_7
	.loc	0 144 37
	ds_read2_b32 v[3:4], v1 offset0:2 offset1:6
	ds_read2_b32 v[6:7], v1 offset1:1
	.loc	0 144 57
	ds_read2_b32 v[13:14], v1 offset0:7 offset1:8
	.loc	0 32 28
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v6, v4
	.loc	0 32 39
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v6, v7, v13
	.loc	0 32 50
	v_add_f32_e32 v3, v3, v14
	.loc	0 144 35
	ds_write2_b32 v1, v4, v6 offset1:1
	ds_write_b32 v1, v3 offset:8
.LBB0_7:
	.loc	0 0 35
	s_or_b64 exec, exec, s[2:3]
	v_and_b32_e32 v4, 0xff, v2
	v_bfe_u32 v3, v2, 8, 8
	v_bfe_u32 v2, v2, 16, 8
	.loc	0 143 24
	v_cmp_eq_u32_e64 s[2:3], 0, v9
	.loc	0 143 17
	s_and_saveexec_b64 s[14:15], s[2:3]
	s_cbranch_execz .LBB0_9
	.loc	0 144 37
	ds_read2_b32 v[6:7], v1 offset1:1
	.loc	0 144 57
	v_mul_u32_u24_e32 v13, 0xc0, v8
	ds_read_b32 v15, v13 offset:3596
	ds_read_b64 v[13:14], v13 offset:3600
	.loc	0 144 37
	ds_read_b32 v16, v1 offset:8
	.loc	0 32 28
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v6, v6, v15
	.loc	0 32 39
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v7, v7, v13
	.loc	0 32 50
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v13, v16, v14
	.loc	0 144 35
	ds_write2_b32 v1, v6, v7 offset1:1
	ds_write_b32 v1, v13 offset:8
.LBB0_9:
	.loc	0 0 35
	s_or_b64 exec, exec, s[14:15]
	.loc	0 140 9
	v_mul_u32_u24_e32 v1, 0xc0, v8
	.loc	0 47 26
	v_lshlrev_b32_e32 v4, 4, v4
	.loc	0 47 35
	v_lshlrev_b32_e32 v3, 4, v3
	.loc	0 47 26
	v_cvt_f32_u32_e32 v6, v4
	.loc	0 47 35
	v_cvt_f32_u32_e32 v7, v3
	.loc	0 148 40
	ds_read_b64 v[3:4], v1 offset:3584
	.loc	0 47 44
	v_lshlrev_b32_e32 v2, 4, v2
	.loc	0 148 40
	ds_read_b32 v1, v1 offset:3592
	.loc	0 47 44
	v_cvt_f32_u32_e32 v2, v2
	s_movk_i32 s14, 0x180
	.loc	0 37 28
	s_waitcnt lgkmcnt(1)
	v_sub_f32_e32 v6, v6, v3
	.loc	0 37 39
	v_sub_f32_e32 v4, v7, v4
	.loc	0 37 50
	s_waitcnt lgkmcnt(0)
	v_sub_f32_e32 v13, v2, v1
	.loc	0 149 29
	v_mul_u32_u24_e32 v1, 24, v9
	v_mad_u32_u24 v1, v8, s14, v1
	.loc	0 150 32
	v_mul_f32_e32 v2, v6, v6
	.loc	0 151 32
	v_mul_f32_e32 v3, v6, v4
	.loc	0 152 32
	v_mul_f32_e32 v6, v6, v13
	.loc	0 153 32
	v_mul_f32_e32 v7, v4, v4
	.loc	0 151 23
	ds_write2_b64 v1, v[2:3], v[6:7] offset1:1
	.loc	0 154 32
	v_mul_f32_e32 v2, v4, v13
	.loc	0 155 32
	v_mul_f32_e32 v3, v13, v13
	.loc	0 155 23
	ds_write_b64 v1, v[2:3] offset:16
	.loc	0 158 17
	s_and_saveexec_b64 s[14:15], s[8:9]
	s_cbranch_execz .LBB0_11
	.loc	0 160 38
	ds_read2_b64 v[13:16], v1 offset0:2 offset1:24
	.loc	0 160 35
	ds_read2_b64 v[17:20], v1 offset1:1
	.loc	0 160 38
	ds_read2_b64 v[21:24], v1 offset0:25 offset1:26
	.loc	0 160 35
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v2, v15, v17
	v_add_f32_e32 v3, v16, v18
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v6, v21, v19
	v_add_f32_e32 v7, v22, v20
	ds_write2_b64 v1, v[2:3], v[6:7] offset1:1
	v_add_f32_e32 v2, v23, v13
	v_add_f32_e32 v3, v24, v14
	ds_write_b64 v1, v[2:3] offset:16
.LBB0_11:
	.loc	0 0 35
	s_or_b64 exec, exec, s[14:15]
	.loc	0 158 17
	s_and_saveexec_b64 s[8:9], s[6:7]
	s_cbranch_execz .LBB0_13
	.loc	0 160 38
	ds_read2_b64 v[13:16], v1 offset0:2 offset1:12
	.loc	0 160 35
	ds_read2_b64 v[17:20], v1 offset1:1
	.loc	0 160 38
	ds_read2_b64 v[21:24], v1 offset0:13 offset1:14
	.loc	0 160 35
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v2, v15, v17
	v_add_f32_e32 v3, v16, v18
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v6, v21, v19
	v_add_f32_e32 v7, v22, v20
	ds_write2_b64 v1, v[2:3], v[6:7] offset1:1
	v_add_f32_e32 v2, v23, v13
	v_add_f32_e32 v3, v24, v14
	ds_write_b64 v1, v[2:3] offset:16
.LBB0_13:
	.loc	0 0 35
	s_or_b64 exec, exec, s[8:9]
	.loc	0 158 17
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB0_15
	.loc	0 160 38
	ds_read2_b64 v[13:16], v1 offset0:2 offset1:6
	.loc	0 160 35
	ds_read2_b64 v[17:20], v1 offset1:1
	.loc	0 160 38
	ds_read2_b64 v[21:24], v1 offset0:7 offset1:8
	.loc	0 160 35
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v2, v15, v17
	v_add_f32_e32 v3, v16, v18
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v6, v21, v19
	v_add_f32_e32 v7, v22, v20
	ds_write2_b64 v1, v[2:3], v[6:7] offset1:1
	v_add_f32_e32 v2, v23, v13
	v_add_f32_e32 v3, v24, v14
	ds_write_b64 v1, v[2:3] offset:16
.LBB0_15:
	.loc	0 0 35
	s_or_b64 exec, exec, s[6:7]
	.loc	0 158 17
	s_and_saveexec_b64 s[6:7], s[2:3]
	s_cbranch_execz .LBB0_17
	.loc	0 160 38
	v_mul_u32_u24_e32 v4, 0x180, v8
	ds_read_b64 v[2:3], v4 offset:24
	.loc	0 160 35
	ds_read2_b64 v[13:16], v1 offset1:1
	ds_read_b64 v[6:7], v1 offset:16
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v2, v2, v13
	v_add_f32_e32 v3, v3, v14
	ds_write_b64 v1, v[2:3]
	.loc	0 160 38
	ds_read_b64 v[2:3], v4 offset:32
	.loc	0 160 35
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v2, v15
	v_add_f32_e32 v3, v3, v16
	ds_write_b64 v1, v[2:3] offset:8
	.loc	0 160 38
	ds_read_b64 v[2:3], v4 offset:40
	.loc	0 160 35
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v2, v6
	v_add_f32_e32 v3, v3, v7
	ds_write_b64 v1, v[2:3] offset:16
.LBB0_17:
	.loc	0 0 35
	s_or_b64 exec, exec, s[6:7]
	.loc	0 149 29
	v_mul_u32_u24_e32 v6, 0x180, v8
	ds_read2_b64 v[1:4], v6 offset1:1
	ds_read_b64 v[6:7], v6 offset:16
	s_mov_b32 s6, 8
	v_mov_b32_e32 v13, 1.0
	v_mov_b32_e32 v14, 1.0
	v_mov_b32_e32 v15, 1.0
.LBB0_18:
	.loc	0 52 40
	s_waitcnt lgkmcnt(1)
	v_mul_f32_e32 v16, v1, v13
	v_mul_f32_e32 v17, v2, v13
	v_mul_f32_e32 v13, v3, v13
	.loc	0 52 25
	v_fma_f32 v16, v2, v14, v16
	v_fma_f32 v17, v4, v14, v17
	s_waitcnt lgkmcnt(0)
	v_fma_f32 v13, v6, v14, v13
	.loc	0 52 12
	v_fma_f32 v16, v3, v15, v16
	v_fma_f32 v17, v6, v15, v17
	v_fma_f32 v15, v7, v15, v13
	.loc	0 64 30
	v_max3_f32 v13, v16, v17, v15
	.loc	0 64 28
	v_rcp_f32_e32 v18, v13
	.loc	0 60 23
	s_add_i32 s6, s6, -1
	s_cmp_lg_u32 s6, 0
	.loc	0 65 30
	v_mul_f32_e32 v13, v16, v18
	.loc	0 65 41
	v_mul_f32_e32 v14, v17, v18
	.loc	0 65 52
	v_mul_f32_e32 v15, v15, v18
	.loc	0 60 5
	s_cbranch_scc1 .LBB0_18
	.loc	0 52 40
	v_mul_f32_e32 v1, v13, v12
	.loc	0 52 25
	v_fma_f32 v1, v11, v14, v1
	.loc	0 167 9
	v_lshlrev_b32_e32 v17, 6, v8
	.loc	0 52 12
	v_fma_f32 v6, v10, v15, v1
	.loc	0 167 9
	v_lshlrev_b32_e32 v7, 2, v9
	v_add_i32_e32 v1, vcc, 0x1780, v17
	.loc	0 172 27
	s_movk_i32 s6, 0x1000
	.loc	0 167 9
	v_add_i32_e32 v1, vcc, v1, v7
	.loc	0 172 27
	v_add_i32_e32 v18, vcc, s6, v17
	.loc	0 167 29
	ds_write_b32 v1, v6
	.loc	0 172 27
	ds_read2_b64 v[1:4], v18 offset0:240 offset1:241
	ds_read2_b64 v[13:16], v18 offset0:242 offset1:243
	.loc	0 173 21
	s_waitcnt lgkmcnt(1)
	v_cmp_lt_f32_e32 vcc, v1, v6
	v_cndmask_b32_e64 v19, 0, 1, vcc
	v_cmp_nlt_f32_e32 vcc, v6, v1
	v_cndmask_b32_e64 v1, 0, 1, vcc
	v_cmp_nlt_f32_e32 vcc, v6, v2
	v_cndmask_b32_e64 v1, v1, v19, s[2:3]
	v_cndmask_b32_e64 v19, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v2, v6
	v_cndmask_b32_e64 v2, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 1, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v2, v19, vcc
	v_and_b32_e32 v1, 1, v1
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v1, v2
	.loc	0 173 21
	v_cmp_nlt_f32_e32 vcc, v6, v3
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v3, v6
	v_cndmask_b32_e64 v3, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 2, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v3, v2, vcc
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v1, v2
	.loc	0 173 21
	v_cmp_nlt_f32_e32 vcc, v6, v4
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v4, v6
	v_cndmask_b32_e64 v3, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 3, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v3, v2, vcc
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v1, v2
	.loc	0 173 21
	s_waitcnt lgkmcnt(0)
	v_cmp_nlt_f32_e32 vcc, v6, v13
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v13, v6
	v_cndmask_b32_e64 v3, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 4, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v3, v2, vcc
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v1, v2
	.loc	0 173 21
	v_cmp_nlt_f32_e32 vcc, v6, v14
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v14, v6
	v_cndmask_b32_e64 v3, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 5, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v3, v2, vcc
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v1, v2
	.loc	0 173 21
	v_cmp_nlt_f32_e32 vcc, v6, v15
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v15, v6
	v_cndmask_b32_e64 v3, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 6, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v3, v2, vcc
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v13, vcc, v1, v2
	.loc	0 173 21
	v_cmp_nlt_f32_e32 vcc, v6, v16
	v_cndmask_b32_e64 v1, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v16, v6
	v_cndmask_b32_e64 v2, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 7, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v14, v2, v1, vcc
	.loc	0 172 27
	ds_read2_b64 v[1:4], v18 offset0:244 offset1:245
	.loc	0 173 21
	v_and_b32_e32 v14, 1, v14
	.loc	0 173 18
	v_add_i32_e32 v19, vcc, v13, v14
	.loc	0 172 27
	ds_read2_b64 v[13:16], v18 offset0:246 offset1:247
	.loc	0 173 21
	s_waitcnt lgkmcnt(1)
	v_cmp_nlt_f32_e32 vcc, v6, v1
	v_cndmask_b32_e64 v18, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v1, v6
	v_cndmask_b32_e64 v1, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 8, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v1, v1, v18, vcc
	v_and_b32_e32 v1, 1, v1
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v19, v1
	.loc	0 173 21
	v_cmp_nlt_f32_e32 vcc, v6, v2
	v_cndmask_b32_e64 v18, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v2, v6
	v_cndmask_b32_e64 v2, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 9, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v2, v18, vcc
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v1, v2
	.loc	0 173 21
	v_cmp_nlt_f32_e32 vcc, v6, v3
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v3, v6
	v_cndmask_b32_e64 v3, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 10, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v3, v2, vcc
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v1, v2
	.loc	0 173 21
	v_cmp_nlt_f32_e32 vcc, v6, v4
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v4, v6
	v_cndmask_b32_e64 v3, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 11, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v3, v2, vcc
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v1, v2
	.loc	0 173 21
	s_waitcnt lgkmcnt(0)
	v_cmp_nlt_f32_e32 vcc, v6, v13
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v13, v6
	v_cndmask_b32_e64 v3, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 12, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v3, v2, vcc
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v1, v2
	.loc	0 173 21
	v_cmp_nlt_f32_e32 vcc, v6, v14
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v14, v6
	v_cndmask_b32_e64 v3, 0, 1, vcc
	.loc	0 173 23
	v_cmp_lt_u32_e32 vcc, 13, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v3, v2, vcc
	v_and_b32_e32 v2, 1, v2
	.loc	0 173 18
	v_add_i32_e32 v1, vcc, v1, v2
	.loc	0 173 21
	v_cmp_nlt_f32_e32 vcc, v6, v15
	v_cndmask_b32_e64 v2, 0, 1, vcc
	v_cmp_lt_f32_e32 vcc, v15, v6
	v_cndmask_b32_e64 v3, 0, 1, vcc
	.loc	0 173 23
	v_cmp_eq_u32_e32 vcc, 15, v9
	.loc	0 173 21
	v_cndmask_b32_e32 v2, v3, v2, vcc
	v_and_b32_e32 v2, 1, v2
	v_cmp_lt_f32_e32 vcc, v16, v6
	.loc	0 173 18
	v_addc_u32_e32 v1, vcc, v1, v2, vcc
	.loc	0 176 9
	v_mul_lo_u32 v2, v1, 12
	.loc	0 175 9
	v_add_i32_e32 v3, vcc, v17, v7
	s_movk_i32 s2, 0xc0
	.loc	0 175 28
	ds_write_b32 v3, v1 offset:5760
	.loc	0 176 9
	v_mad_u32_u24 v1, v8, s2, v2
	v_add_i32_e32 v2, vcc, 0x1100, v1
	.loc	0 176 27
	ds_write_b32 v2, v12
	v_add_i32_e32 v2, vcc, 0x1104, v1
	v_add_i32_e32 v1, vcc, 0x1108, v1
	ds_write_b32 v2, v11
	ds_write_b32 v1, v10
.LBB0_20:
	.loc	0 0 27
	s_or_b64 exec, exec, s[12:13]
	.loc	0 131 15
	s_load_dwordx2 s[6:7], s[4:5], 0x4
	s_waitcnt lgkmcnt(0)
	s_movk_i32 s8, 0xc0
	.loc	0 181 26
	v_mov_b32_e32 v1, 0xe00
	v_mad_u32_u24 v4, v8, s8, v1
	s_mov_b32 s14, 0
	.loc	0 186 28
	v_cmp_gt_i32_e32 vcc, s6, v9
	v_mov_b32_e32 v6, 0x7f800000
	v_mov_b32_e32 v10, 0
	v_mov_b32_e32 v7, 0
	v_mov_b32_e32 v11, 0
	.loc	0 178 5
	s_barrier
	.loc	0 209 32
	s_mov_b32 m0, -1
	.loc	0 186 5
	s_and_saveexec_b64 s[16:17], vcc
	s_cbranch_execz .LBB0_30
	.loc	0 0 5
	v_cmp_gt_u32_e64 s[2:3], 64, v0
	.loc	0 186 5
	v_mov_b32_e32 v0, 0x1100
	s_mov_b32 s15, 0x100f000
	v_mad_u32_u24 v12, v8, s8, v0
	s_mov_b64 s[18:19], 0
	v_mov_b32_e32 v6, 0x7f800000
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v3, 0
	s_mov_b64 s[8:9], s[10:11]
	s_mov_b64 s[10:11], s[14:15]
	s_mov_b32 s20, 0x41100000
	v_mov_b32_e32 v13, 0x437f0000
	v_mov_b32_e32 v10, 0
	v_mov_b32_e32 v2, v9
	v_mov_b32_e32 v7, 0
	v_mov_b32_e32 v11, 0
	s_branch .LBB0_23
.LBB0_22:
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
	.loc	0 186 39
	v_add_i32_e32 v2, vcc, 64, v2
	.loc	0 186 28
	v_cmp_le_i32_e32 vcc, s6, v2
	.loc	0 186 5
	s_or_b64 s[18:19], vcc, s[18:19]
	s_andn2_b64 exec, exec, s[18:19]
	s_cbranch_execz .LBB0_29
.LBB0_23:
	.loc	0 187 32
	v_lshl_b64 v[14:15], v[2:3], 2
	v_cmp_gt_i32_e32 vcc, s7, v2
	buffer_load_dword v14, v[14:15], s[8:11], 0 addr64
	.loc	0 188 22
	s_and_b64 s[22:23], s[2:3], vcc
	s_and_saveexec_b64 s[12:13], s[22:23]
	s_cbranch_execz .LBB0_25
	.loc	0 0 22
	v_lshlrev_b32_e32 v0, 2, v2
	v_add_i32_e32 v0, vcc, 0x1400, v0
	.loc	0 189 22
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v14
.LBB0_25:
	.loc	0 0 22
	s_or_b64 exec, exec, s[12:13]
	.loc	0 95 5
	s_mov_b32 s21, 0
	v_mov_b32_e32 v17, 0
	v_mov_b32_e32 v18, v12
	v_mov_b32_e32 v16, 0
	v_mov_b32_e32 v15, 0
	v_mov_b32_e32 v19, 0
.LBB0_26:
	.loc	0 98 29
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, dxtc_steps4@rel32@lo+4
	s_addc_u32 s13, s13, dxtc_steps4@rel32@hi+12
	.loc	0 98 58
	s_waitcnt vmcnt(0)
	v_bfe_u32 v0, v14, s21, 2
	.loc	0 98 47
	s_add_i32 s22, s21, 2
	s_add_i32 s23, s21, 4
	.loc	0 98 29
	v_lshlrev_b32_e32 v0, 3, v0
	.loc	0 98 58
	v_bfe_u32 v22, v14, s22, 2
	.loc	0 98 47
	s_add_i32 s24, s21, 6
	.loc	0 98 58
	v_bfe_u32 v24, v14, s23, 2
	.loc	0 99 35
	buffer_load_dwordx2 v[20:21], v[0:1], s[12:15], 0 addr64
	.loc	0 98 29
	v_lshlrev_b32_e32 v0, 3, v22
	.loc	0 98 58
	v_bfe_u32 v26, v14, s24, 2
	.loc	0 99 35
	buffer_load_dwordx2 v[22:23], v[0:1], s[12:15], 0 addr64
	.loc	0 98 29
	v_lshlrev_b32_e32 v0, 3, v24
	.loc	0 99 35
	buffer_load_dwordx2 v[24:25], v[0:1], s[12:15], 0 addr64
	.loc	0 98 29
	v_lshlrev_b32_e32 v0, 3, v26
	.loc	0 99 35
	buffer_load_dwordx2 v[26:27], v[0:1], s[12:15], 0 addr64
	.loc	0 99 43
	ds_read_b64 v[28:29], v18
	v_add_i32_e32 v0, vcc, 8, v18
	v_add_i32_e32 v36, vcc, 16, v18
	v_add_i32_e32 v34, vcc, 24, v18
	v_add_i32_e32 v32, vcc, 32, v18
	v_add_i32_e32 v38, vcc, 40, v18
	ds_read_b64 v[30:31], v0
	ds_read_b64 v[32:33], v32
	ds_read_b64 v[34:35], v34
	ds_read_b64 v[36:37], v36
	ds_read_b64 v[38:39], v38
	.loc	0 97 23
	s_add_i32 s21, s21, 8
	v_add_i32_e32 v18, vcc, 48, v18
	s_cmp_lg_u32 s21, 32
	.loc	0 32 28
	s_waitcnt vmcnt(3) lgkmcnt(5)
	v_mac_f32_e32 v17, v20, v28
	.loc	0 32 39
	v_mac_f32_e32 v16, v20, v29
	.loc	0 32 50
	s_waitcnt lgkmcnt(4)
	v_mac_f32_e32 v15, v20, v30
	.loc	0 100 17
	v_add_i32_e32 v0, vcc, v21, v19
	.loc	0 32 28
	s_waitcnt vmcnt(2)
	v_mac_f32_e32 v17, v22, v31
	.loc	0 32 39
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v16, v22, v36
	.loc	0 32 50
	v_mac_f32_e32 v15, v22, v37
	.loc	0 100 17
	v_add_i32_e32 v0, vcc, v23, v0
	.loc	0 32 28
	s_waitcnt vmcnt(1)
	v_mac_f32_e32 v17, v24, v34
	.loc	0 32 39
	v_mac_f32_e32 v16, v24, v35
	.loc	0 32 50
	v_mac_f32_e32 v15, v24, v32
	.loc	0 100 17
	v_add_i32_e32 v0, vcc, v25, v0
	.loc	0 32 28
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v17, v26, v33
	.loc	0 32 39
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v16, v26, v38
	.loc	0 32 50
	v_mac_f32_e32 v15, v26, v39
	.loc	0 100 17
	v_add_i32_e32 v19, vcc, v27, v0
	s_cbranch_scc1 .LBB0_26
	.loc	0 102 36
	v_ashrrev_i32_e32 v0, 16, v19
	.loc	0 102 27
	v_cvt_f32_i32_e32 v23, v0
	.loc	0 104 40
	v_and_b32_e32 v0, 0xff, v19
	.loc	0 107 56
	v_mul_u32_u24_e32 v0, v0, v0
	v_cvt_f32_u32_e32 v0, v0
	.loc	0 105 29
	ds_read_b64 v[20:21], v4
	ds_read_b32 v18, v4 offset:8
	.loc	0 103 26
	v_cvt_f32_ubyte1_e32 v24, v19
	.loc	0 107 43
	v_mad_f32 v0, v23, v24, -v0
	.loc	0 107 25
	v_rcp_f32_e32 v0, v0
	.loc	0 104 31
	v_cvt_f32_ubyte0_e32 v25, v19
	.loc	0 37 28
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v26, v20, s20, -v17
	.loc	0 37 39
	v_mad_f32 v27, v21, s20, -v16
	.loc	0 37 50
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v28, v18, s20, -v15
	.loc	0 47 26
	v_mul_f32_e32 v18, v26, v25
	.loc	0 47 35
	v_mul_f32_e32 v19, v27, v25
	.loc	0 47 44
	v_mul_f32_e32 v20, v28, v25
	.loc	0 37 28
	v_mad_f32 v18, v17, v24, -v18
	.loc	0 47 26
	v_mul_f32_e32 v21, v17, v25
	.loc	0 47 35
	v_mul_f32_e32 v22, v16, v25
	.loc	0 47 44
	v_mul_f32_e32 v29, v15, v25
	.loc	0 37 39
	v_mad_f32 v19, v16, v24, -v19
	.loc	0 37 50
	v_mad_f32 v20, v15, v24, -v20
	.loc	0 47 26
	v_mul_f32_e32 v18, v0, v18
	.loc	0 37 28
	v_mad_f32 v21, v26, v23, -v21
	.loc	0 37 39
	v_mad_f32 v22, v27, v23, -v22
	.loc	0 37 50
	v_mad_f32 v29, v28, v23, -v29
	.loc	0 47 35
	v_mul_f32_e32 v19, v0, v19
	.loc	0 47 44
	v_mul_f32_e32 v20, v0, v20
	.loc	0 47 26
	v_mul_f32_e32 v21, v0, v21
	.loc	0 47 35
	v_mul_f32_e32 v22, v0, v22
	.loc	0 47 44
	v_mul_f32_e32 v29, v0, v29
	.loc	0 74 32
	v_med3_f32 v0, v18, 0, v13
	.loc	0 74 66
	v_mul_f32_e32 v0, 0x3df8f8f9, v0
	.loc	0 74 32
	v_med3_f32 v18, v19, 0, v13
	.loc	0 74 17
	v_rndne_f32_e32 v0, v0
	.loc	0 74 66
	v_mul_f32_e32 v18, 0x3e7cfcfd, v18
	.loc	0 74 17
	v_cvt_i32_f32_e32 v0, v0
	v_rndne_f32_e32 v18, v18
	v_cvt_i32_f32_e32 v18, v18
	.loc	0 75 28
	v_lshlrev_b32_e32 v19, 3, v0
	.loc	0 75 52
	v_ashrrev_i32_e32 v30, 2, v0
	.loc	0 75 43
	v_or_b32_e32 v30, v19, v30
	.loc	0 75 28
	v_lshlrev_b32_e32 v19, 2, v18
	.loc	0 75 52
	v_ashrrev_i32_e32 v31, 4, v18
	.loc	0 75 43
	v_or_b32_e32 v31, v19, v31
	.loc	0 74 32
	v_med3_f32 v19, v20, 0, v13
	.loc	0 74 66
	v_mul_f32_e32 v19, 0x3df8f8f9, v19
	.loc	0 74 32
	v_med3_f32 v20, v21, 0, v13
	.loc	0 74 17
	v_rndne_f32_e32 v19, v19
	.loc	0 74 66
	v_mul_f32_e32 v20, 0x3df8f8f9, v20
	.loc	0 74 17
	v_cvt_i32_f32_e32 v19, v19
	v_rndne_f32_e32 v20, v20
	v_cvt_i32_f32_e32 v20, v20
	.loc	0 75 20
	v_cvt_f32_i32_e32 v30, v30
	.loc	0 75 28
	v_lshlrev_b32_e32 v21, 3, v19
	.loc	0 75 52
	v_ashrrev_i32_e32 v32, 2, v19
	.loc	0 75 43
	v_or_b32_e32 v32, v21, v32
	.loc	0 75 28
	v_lshlrev_b32_e32 v21, 3, v20
	.loc	0 75 52
	v_ashrrev_i32_e32 v33, 2, v20
	.loc	0 75 43
	v_or_b32_e32 v33, v21, v33
	.loc	0 74 32
	v_med3_f32 v21, v22, 0, v13
	.loc	0 74 66
	v_mul_f32_e32 v21, 0x3e7cfcfd, v21
	.loc	0 74 32
	v_med3_f32 v22, v29, 0, v13
	.loc	0 74 17
	v_rndne_f32_e32 v21, v21
	.loc	0 74 66
	v_mul_f32_e32 v22, 0x3df8f8f9, v22
	.loc	0 74 17
	v_cvt_i32_f32_e32 v21, v21
	v_rndne_f32_e32 v22, v22
	v_cvt_i32_f32_e32 v22, v22
	.loc	0 75 20
	v_cvt_f32_i32_e32 v33, v33
	.loc	0 75 28
	v_lshlrev_b32_e32 v29, 2, v21
	.loc	0 75 52
	v_ashrrev_i32_e32 v34, 4, v21
	.loc	0 75 43
	v_or_b32_e32 v29, v29, v34
	.loc	0 75 28
	v_lshlrev_b32_e32 v34, 3, v22
	.loc	0 75 52
	v_ashrrev_i32_e32 v35, 2, v22
	.loc	0 75 43
	v_or_b32_e32 v34, v34, v35
	.loc	0 75 20
	v_cvt_f32_i32_e32 v31, v31
	v_cvt_f32_i32_e32 v29, v29
	v_cvt_f32_i32_e32 v32, v32
	v_cvt_f32_i32_e32 v34, v34
	.loc	0 42 28
	v_mul_f32_e32 v17, v17, v30
	v_mul_f32_e32 v35, v30, v33
	.loc	0 37 28
	v_mad_f32 v17, v35, v25, -v17
	.loc	0 42 39
	v_mul_f32_e32 v16, v16, v31
	v_mul_f32_e32 v35, v31, v29
	.loc	0 37 39
	v_mad_f32 v16, v35, v25, -v16
	.loc	0 42 50
	v_mul_f32_e32 v15, v15, v32
	v_mul_f32_e32 v35, v32, v34
	.loc	0 37 50
	v_mad_f32 v15, v35, v25, -v15
	.loc	0 37 39
	v_mad_f32 v16, -v27, v29, v16
	.loc	0 37 50
	v_mad_f32 v15, -v28, v34, v15
	.loc	0 42 28
	v_mul_f32_e32 v28, v33, v33
	.loc	0 42 39
	v_mul_f32_e32 v29, v29, v29
	.loc	0 37 28
	v_mad_f32 v17, -v26, v33, v17
	.loc	0 42 28
	v_mul_f32_e32 v25, v30, v30
	.loc	0 42 39
	v_mul_f32_e32 v26, v31, v31
	.loc	0 42 50
	v_mul_f32_e32 v30, v34, v34
	.loc	0 47 26
	v_mul_f32_e32 v28, v28, v24
	.loc	0 47 35
	v_mul_f32_e32 v29, v29, v24
	.loc	0 42 50
	v_mul_f32_e32 v27, v32, v32
	.loc	0 47 44
	v_mul_f32_e32 v24, v30, v24
	.loc	0 32 28
	v_mac_f32_e32 v28, v25, v23
	.loc	0 32 39
	v_mac_f32_e32 v29, v26, v23
	.loc	0 32 50
	v_mac_f32_e32 v24, v27, v23
	.loc	0 32 28
	v_mac_f32_e32 v28, 2.0, v17
	.loc	0 32 39
	v_mac_f32_e32 v29, 2.0, v16
	.loc	0 32 50
	v_mac_f32_e32 v24, 2.0, v15
	.loc	0 115 21
	v_add_f32_e32 v15, v28, v29
	.loc	0 115 31
	v_add_f32_e32 v15, v15, v24
	.loc	0 115 42
	v_mul_f32_e32 v15, 0x3de38e39, v15
	.loc	0 192 19
	v_cmp_lt_f32_e32 vcc, v15, v6
	.loc	0 192 13
	s_and_saveexec_b64 s[12:13], vcc
	s_cbranch_execz .LBB0_22
	.loc	0 84 30
	v_lshlrev_b32_e32 v6, 5, v21
	.loc	0 84 16
	v_lshlrev_b32_e32 v7, 11, v20
	.loc	0 84 22
	v_or_b32_e32 v6, v6, v7
	.loc	0 84 35
	v_or_b32_e32 v11, v6, v22
	.loc	0 84 30
	v_lshlrev_b32_e32 v6, 5, v18
	.loc	0 84 16
	v_lshlrev_b32_e32 v0, 11, v0
	.loc	0 84 22
	v_or_b32_e32 v0, v6, v0
	.loc	0 84 35
	v_or_b32_e32 v10, v0, v19
	v_mov_b32_e32 v7, v14
	v_mov_b32_e32 v6, v15
	s_branch .LBB0_22
.LBB0_29:
	.loc	0 0 35
	s_or_b64 exec, exec, s[18:19]
.LBB0_30:
	s_or_b64 exec, exec, s[16:17]
	.loc	0 200 9
	v_xor_b32_e32 v0, 0x55555555, v7
	.loc	0 200 20
	v_cmp_lt_i32_e32 vcc, v10, v11
	.loc	0 200 9
	v_min_i32_e32 v2, v10, v11
	v_cndmask_b32_e32 v7, v7, v0, vcc
	v_max_i32_e32 v3, v10, v11
	.loc	0 208 28
	v_cmp_gt_i32_e32 vcc, s7, v9
	.loc	0 206 5
	s_barrier
	.loc	0 208 5
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_38
	.loc	0 0 5
	s_movk_i32 s6, 0xc0
	.loc	0 208 5
	v_mov_b32_e32 v0, 0x1100
	v_mad_u32_u24 v10, v8, s6, v0
	s_mov_b64 s[12:13], 0
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v11, 0x437f0000
	v_mov_b32_e32 v12, v9
	s_branch .LBB0_33
.LBB0_32:
	.loc	0 0 5
	s_or_b64 exec, exec, s[8:9]
	.loc	0 208 40
	v_add_i32_e32 v12, vcc, 64, v12
	.loc	0 208 28
	v_cmp_le_i32_e32 vcc, s7, v12
	.loc	0 208 5
	s_or_b64 s[12:13], vcc, s[12:13]
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execz .LBB0_37
.LBB0_33:
	.loc	0 209 32
	v_lshlrev_b32_e32 v0, 2, v12
	v_add_i32_e32 v0, vcc, 0x1400, v0
	ds_read_b32 v13, v0
	.loc	0 95 5
	v_mov_b32_e32 v17, v10
	s_mov_b32 s6, 0
	v_mov_b32_e32 v14, v1
	v_mov_b32_e32 v15, v1
	v_mov_b32_e32 v16, v1
	v_mov_b32_e32 v18, v1
.LBB0_34:
	.loc	0 98 29
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, dxtc_steps3@rel32@lo+4
	s_addc_u32 s9, s9, dxtc_steps3@rel32@hi+12
	.loc	0 98 58
	s_waitcnt lgkmcnt(0)
	v_bfe_u32 v0, v13, s6, 2
	.loc	0 98 47
	s_add_i32 s14, s6, 2
	s_add_i32 s15, s6, 4
	.loc	0 98 29
	v_lshlrev_b32_e32 v0, 3, v0
	.loc	0 98 58
	v_bfe_u32 v21, v13, s14, 2
	.loc	0 98 47
	s_add_i32 s16, s6, 6
	.loc	0 98 58
	v_bfe_u32 v23, v13, s15, 2
	.loc	0 99 35
	buffer_load_dwordx2 v[19:20], v[0:1], s[8:11], 0 addr64
	.loc	0 98 29
	v_lshlrev_b32_e32 v0, 3, v21
	.loc	0 98 58
	v_bfe_u32 v25, v13, s16, 2
	.loc	0 99 35
	buffer_load_dwordx2 v[21:22], v[0:1], s[8:11], 0 addr64
	.loc	0 98 29
	v_lshlrev_b32_e32 v0, 3, v23
	.loc	0 99 35
	buffer_load_dwordx2 v[23:24], v[0:1], s[8:11], 0 addr64
	.loc	0 98 29
	v_lshlrev_b32_e32 v0, 3, v25
	.loc	0 99 35
	buffer_load_dwordx2 v[25:26], v[0:1], s[8:11], 0 addr64
	.loc	0 99 43
	ds_read_b64 v[27:28], v17
	v_add_i32_e32 v0, vcc, 8, v17
	v_add_i32_e32 v35, vcc, 16, v17
	v_add_i32_e32 v33, vcc, 24, v17
	v_add_i32_e32 v31, vcc, 32, v17
	v_add_i32_e32 v37, vcc, 40, v17
	ds_read_b64 v[29:30], v0
	ds_read_b64 v[31:32], v31
	ds_read_b64 v[33:34], v33
	ds_read_b64 v[35:36], v35
	ds_read_b64 v[37:38], v37
	.loc	0 97 23
	s_add_i32 s6, s6, 8
	v_add_i32_e32 v17, vcc, 48, v17
	s_cmp_lg_u32 s6, 32
	.loc	0 32 28
	s_waitcnt vmcnt(3) lgkmcnt(5)
	v_mac_f32_e32 v14, v19, v27
	.loc	0 32 39
	v_mac_f32_e32 v15, v19, v28
	.loc	0 32 50
	s_waitcnt lgkmcnt(4)
	v_mac_f32_e32 v16, v19, v29
	.loc	0 100 17
	v_add_i32_e32 v0, vcc, v20, v18
	.loc	0 32 28
	s_waitcnt vmcnt(2)
	v_mac_f32_e32 v14, v21, v30
	.loc	0 32 39
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v15, v21, v35
	.loc	0 32 50
	v_mac_f32_e32 v16, v21, v36
	.loc	0 100 17
	v_add_i32_e32 v0, vcc, v22, v0
	.loc	0 32 28
	s_waitcnt vmcnt(1)
	v_mac_f32_e32 v14, v23, v33
	.loc	0 32 39
	v_mac_f32_e32 v15, v23, v34
	.loc	0 32 50
	v_mac_f32_e32 v16, v23, v31
	.loc	0 100 17
	v_add_i32_e32 v0, vcc, v24, v0
	.loc	0 32 28
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v14, v25, v32
	.loc	0 32 39
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v15, v25, v37
	.loc	0 32 50
	v_mac_f32_e32 v16, v25, v38
	.loc	0 100 17
	v_add_i32_e32 v18, vcc, v26, v0
	.loc	0 97 5
	s_cbranch_scc1 .LBB0_34
	.loc	0 102 36
	v_ashrrev_i32_e32 v0, 16, v18
	.loc	0 102 27
	v_cvt_f32_i32_e32 v22, v0
	.loc	0 104 40
	v_and_b32_e32 v0, 0xff, v18
	.loc	0 107 56
	v_mul_u32_u24_e32 v0, v0, v0
	.loc	0 105 29
	ds_read_b64 v[19:20], v4
	ds_read_b32 v17, v4 offset:8
	.loc	0 107 56
	v_cvt_f32_u32_e32 v0, v0
	.loc	0 103 26
	v_cvt_f32_ubyte1_e32 v23, v18
	.loc	0 104 31
	v_cvt_f32_ubyte0_e32 v24, v18
	.loc	0 37 28
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v25, v19, 4.0, -v14
	.loc	0 107 43
	v_mad_f32 v0, v22, v23, -v0
	.loc	0 37 50
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v27, v17, 4.0, -v16
	.loc	0 107 25
	v_rcp_f32_e32 v17, v0
	.loc	0 47 26
	v_mul_f32_e32 v0, v25, v24
	.loc	0 37 39
	v_mad_f32 v26, v20, 4.0, -v15
	.loc	0 37 28
	v_mad_f32 v0, v14, v23, -v0
	.loc	0 47 35
	v_mul_f32_e32 v18, v26, v24
	.loc	0 47 26
	v_mul_f32_e32 v0, v17, v0
	.loc	0 47 44
	v_mul_f32_e32 v19, v27, v24
	.loc	0 37 39
	v_mad_f32 v18, v15, v23, -v18
	.loc	0 47 26
	v_mul_f32_e32 v20, v14, v24
	.loc	0 47 35
	v_mul_f32_e32 v21, v15, v24
	.loc	0 47 44
	v_mul_f32_e32 v28, v16, v24
	.loc	0 74 32
	v_med3_f32 v0, v0, 0, v11
	.loc	0 37 50
	v_mad_f32 v19, v16, v23, -v19
	.loc	0 47 35
	v_mul_f32_e32 v18, v17, v18
	.loc	0 37 28
	v_mad_f32 v20, v25, v22, -v20
	.loc	0 37 39
	v_mad_f32 v21, v26, v22, -v21
	.loc	0 37 50
	v_mad_f32 v28, v27, v22, -v28
	.loc	0 74 66
	v_mul_f32_e32 v0, 0x3df8f8f9, v0
	.loc	0 47 44
	v_mul_f32_e32 v19, v17, v19
	.loc	0 74 17
	v_rndne_f32_e32 v0, v0
	.loc	0 47 26
	v_mul_f32_e32 v20, v17, v20
	.loc	0 47 35
	v_mul_f32_e32 v21, v17, v21
	.loc	0 47 44
	v_mul_f32_e32 v28, v17, v28
	.loc	0 74 32
	v_med3_f32 v17, v18, 0, v11
	.loc	0 74 17
	v_cvt_i32_f32_e32 v0, v0
	.loc	0 74 66
	v_mul_f32_e32 v17, 0x3e7cfcfd, v17
	.loc	0 74 17
	v_rndne_f32_e32 v17, v17
	v_cvt_i32_f32_e32 v17, v17
	.loc	0 75 28
	v_lshlrev_b32_e32 v29, 3, v0
	.loc	0 75 52
	v_ashrrev_i32_e32 v18, 2, v0
	.loc	0 75 43
	v_or_b32_e32 v18, v29, v18
	.loc	0 75 20
	v_cvt_f32_i32_e32 v29, v18
	.loc	0 75 28
	v_lshlrev_b32_e32 v30, 2, v17
	.loc	0 74 32
	v_med3_f32 v18, v19, 0, v11
	.loc	0 75 52
	v_ashrrev_i32_e32 v19, 4, v17
	.loc	0 74 66
	v_mul_f32_e32 v18, 0x3df8f8f9, v18
	.loc	0 75 43
	v_or_b32_e32 v19, v30, v19
	.loc	0 74 17
	v_rndne_f32_e32 v18, v18
	.loc	0 75 20
	v_cvt_f32_i32_e32 v30, v19
	.loc	0 74 32
	v_med3_f32 v19, v20, 0, v11
	.loc	0 74 17
	v_cvt_i32_f32_e32 v18, v18
	.loc	0 74 66
	v_mul_f32_e32 v19, 0x3df8f8f9, v19
	.loc	0 74 17
	v_rndne_f32_e32 v19, v19
	v_cvt_i32_f32_e32 v19, v19
	.loc	0 75 28
	v_lshlrev_b32_e32 v31, 3, v18
	.loc	0 75 52
	v_ashrrev_i32_e32 v20, 2, v18
	.loc	0 75 43
	v_or_b32_e32 v20, v31, v20
	.loc	0 75 20
	v_cvt_f32_i32_e32 v31, v20
	.loc	0 75 28
	v_lshlrev_b32_e32 v32, 3, v19
	.loc	0 74 32
	v_med3_f32 v20, v21, 0, v11
	.loc	0 75 52
	v_ashrrev_i32_e32 v21, 2, v19
	.loc	0 75 43
	v_or_b32_e32 v21, v32, v21
	.loc	0 74 66
	v_mul_f32_e32 v20, 0x3e7cfcfd, v20
	.loc	0 75 20
	v_cvt_f32_i32_e32 v32, v21
	.loc	0 74 32
	v_med3_f32 v21, v28, 0, v11
	.loc	0 74 17
	v_rndne_f32_e32 v20, v20
	.loc	0 74 66
	v_mul_f32_e32 v21, 0x3df8f8f9, v21
	.loc	0 74 17
	v_cvt_i32_f32_e32 v20, v20
	v_rndne_f32_e32 v21, v21
	v_cvt_i32_f32_e32 v21, v21
	.loc	0 42 39
	v_mul_f32_e32 v15, v15, v30
	.loc	0 75 28
	v_lshlrev_b32_e32 v33, 2, v20
	.loc	0 75 52
	v_ashrrev_i32_e32 v28, 4, v20
	.loc	0 75 43
	v_or_b32_e32 v28, v33, v28
	.loc	0 75 28
	v_lshlrev_b32_e32 v33, 3, v21
	.loc	0 75 52
	v_ashrrev_i32_e32 v34, 2, v21
	.loc	0 75 43
	v_or_b32_e32 v33, v33, v34
	.loc	0 75 20
	v_cvt_f32_i32_e32 v28, v28
	v_cvt_f32_i32_e32 v33, v33
	.loc	0 42 50
	v_mul_f32_e32 v16, v16, v31
	.loc	0 42 28
	v_mul_f32_e32 v34, v29, v32
	.loc	0 42 39
	v_mul_f32_e32 v35, v30, v28
	.loc	0 42 50
	v_mul_f32_e32 v36, v31, v33
	.loc	0 42 28
	v_mul_f32_e32 v14, v14, v29
	.loc	0 37 39
	v_mad_f32 v15, v35, v24, -v15
	.loc	0 37 50
	v_mad_f32 v16, v36, v24, -v16
	.loc	0 37 28
	v_mad_f32 v14, v34, v24, -v14
	.loc	0 37 39
	v_mad_f32 v15, -v26, v28, v15
	.loc	0 37 50
	v_mad_f32 v16, -v27, v33, v16
	.loc	0 42 28
	v_mul_f32_e32 v27, v32, v32
	.loc	0 42 39
	v_mul_f32_e32 v28, v28, v28
	.loc	0 37 28
	v_mad_f32 v14, -v25, v32, v14
	.loc	0 42 28
	v_mul_f32_e32 v24, v29, v29
	.loc	0 42 39
	v_mul_f32_e32 v25, v30, v30
	.loc	0 42 50
	v_mul_f32_e32 v29, v33, v33
	.loc	0 47 26
	v_mul_f32_e32 v27, v27, v23
	.loc	0 47 35
	v_mul_f32_e32 v28, v28, v23
	.loc	0 42 50
	v_mul_f32_e32 v26, v31, v31
	.loc	0 47 44
	v_mul_f32_e32 v23, v29, v23
	.loc	0 32 28
	v_mac_f32_e32 v27, v24, v22
	.loc	0 32 39
	v_mac_f32_e32 v28, v25, v22
	.loc	0 32 50
	v_mac_f32_e32 v23, v26, v22
	.loc	0 32 28
	v_mac_f32_e32 v27, 2.0, v14
	.loc	0 32 39
	v_mac_f32_e32 v28, 2.0, v15
	.loc	0 32 50
	v_mac_f32_e32 v23, 2.0, v16
	.loc	0 115 21
	v_add_f32_e32 v14, v27, v28
	.loc	0 115 31
	v_add_f32_e32 v14, v14, v23
	.loc	0 115 42
	v_mul_f32_e32 v14, 0x3e800000, v14
	.loc	0 212 19
	v_cmp_lt_f32_e32 vcc, v14, v6
	.loc	0 212 13
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB0_32
	.loc	0 84 30
	v_lshlrev_b32_e32 v2, 5, v20
	.loc	0 84 16
	v_lshlrev_b32_e32 v3, 11, v19
	.loc	0 84 22
	v_or_b32_e32 v2, v2, v3
	.loc	0 84 30
	v_lshlrev_b32_e32 v3, 5, v17
	.loc	0 84 16
	v_lshlrev_b32_e32 v0, 11, v0
	.loc	0 84 22
	v_or_b32_e32 v0, v3, v0
	.loc	0 216 20
	v_not_b32_e32 v3, v13
	.loc	0 84 35
	v_or_b32_e32 v2, v2, v21
	v_or_b32_e32 v0, v0, v18
	.loc	0 216 20
	v_lshrrev_b32_e32 v3, 1, v3
	v_and_b32_e32 v3, 0x55555555, v3
	.loc	0 214 31
	v_cmp_gt_i32_e32 vcc, v0, v2
	.loc	0 216 20
	v_cndmask_b32_e32 v3, 0, v3, vcc
	v_xor_b32_e32 v7, v3, v13
	.loc	0 217 26
	v_min_i32_e32 v3, v0, v2
	.loc	0 218 24
	v_max_i32_e32 v2, v0, v2
	v_mov_b32_e32 v6, v14
	s_branch .LBB0_32
.LBB0_37:
	.loc	0 0 24
	s_or_b64 exec, exec, s[12:13]
.LBB0_38:
	s_or_b64 exec, exec, s[2:3]
	.loc	0 222 5
	v_lshlrev_b32_e32 v0, 2, v9
	v_lshlrev_b32_e32 v4, 8, v8
	v_or_b32_e32 v0, v4, v0
	v_add_i32_e32 v10, vcc, 0x600, v0
	.loc	0 223 5
	v_add_i32_e32 v11, vcc, 0xa00, v0
	.loc	0 226 20
	v_cmp_gt_u32_e32 vcc, 32, v9
	.loc	0 222 25
	ds_write2st64_b32 v0, v6, v9 offset0:6 offset1:10
	.loc	0 225 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 226 27
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_41
	.loc	0 226 30
	ds_read2_b32 v[0:1], v10 offset1:32
	.loc	0 226 57
	s_waitcnt lgkmcnt(0)
	v_cmp_lt_f32_e32 vcc, v1, v0
	.loc	0 226 13
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_41
	.loc	0 228 36
	ds_read_b32 v0, v11 offset:128
	.loc	0 227 33
	ds_write_b32 v10, v1
	.loc	0 228 34
	s_waitcnt lgkmcnt(1)
	ds_write_b32 v11, v0
.LBB0_41:
	.loc	0 0 34
	s_or_b64 exec, exec, s[2:3]
	.loc	0 225 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 226 27
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_44
	.loc	0 226 30
	ds_read2_b32 v[0:1], v10 offset1:16
	.loc	0 226 57
	s_waitcnt lgkmcnt(0)
	v_cmp_lt_f32_e32 vcc, v1, v0
	.loc	0 226 13
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_44
	.loc	0 228 36
	ds_read_b32 v0, v11 offset:64
	.loc	0 227 33
	ds_write_b32 v10, v1
	.loc	0 228 34
	s_waitcnt lgkmcnt(1)
	ds_write_b32 v11, v0
.LBB0_44:
	.loc	0 0 34
	s_or_b64 exec, exec, s[2:3]
	.loc	0 226 20
	v_cmp_gt_u32_e32 vcc, 8, v9
	.loc	0 225 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 226 27
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_47
	.loc	0 226 30
	ds_read2_b32 v[0:1], v10 offset1:8
	.loc	0 226 57
	s_waitcnt lgkmcnt(0)
	v_cmp_lt_f32_e32 vcc, v1, v0
	.loc	0 226 13
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_47
	.loc	0 228 36
	ds_read_b32 v0, v11 offset:32
	.loc	0 227 33
	ds_write_b32 v10, v1
	.loc	0 228 34
	s_waitcnt lgkmcnt(1)
	ds_write_b32 v11, v0
.LBB0_47:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	.loc	0 226 20
	v_cmp_gt_u32_e32 vcc, 4, v9
	.loc	0 225 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 226 27
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_50
	.loc	0 226 30
	ds_read2_b32 v[0:1], v10 offset1:4
	.loc	0 226 57
	s_waitcnt lgkmcnt(0)
	v_cmp_lt_f32_e32 vcc, v1, v0
	.loc	0 226 13
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_50
	.loc	0 228 36
	ds_read_b32 v0, v11 offset:16
	.loc	0 227 33
	ds_write_b32 v10, v1
	.loc	0 228 34
	s_waitcnt lgkmcnt(1)
	ds_write_b32 v11, v0
.LBB0_50:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	.loc	0 226 20
	v_cmp_gt_u32_e32 vcc, 2, v9
	.loc	0 225 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 226 27
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_53
	.loc	0 226 30
	ds_read2_b32 v[0:1], v10 offset1:2
	.loc	0 226 57
	s_waitcnt lgkmcnt(0)
	v_cmp_lt_f32_e32 vcc, v1, v0
	.loc	0 226 13
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_53
	.loc	0 228 36
	ds_read_b32 v0, v11 offset:8
	.loc	0 227 33
	ds_write_b32 v10, v1
	.loc	0 228 34
	s_waitcnt lgkmcnt(1)
	ds_write_b32 v11, v0
.LBB0_53:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	.loc	0 226 20
	v_cmp_eq_u32_e32 vcc, 0, v9
	.loc	0 225 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 226 27
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_56
	.loc	0 226 30
	ds_read_b32 v0, v4 offset:1540
	.loc	0 226 59
	ds_read_b32 v1, v10
	.loc	0 226 57
	s_waitcnt lgkmcnt(0)
	v_cmp_lt_f32_e32 vcc, v0, v1
	.loc	0 226 13
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_56
	.loc	0 228 36
	ds_read_b32 v1, v4 offset:2564
	.loc	0 227 33
	ds_write_b32 v10, v0
	.loc	0 228 34
	s_waitcnt lgkmcnt(1)
	ds_write_b32 v11, v1
.LBB0_56:
	.loc	0 0 34
	s_or_b64 exec, exec, s[0:1]
	.loc	0 231 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 233 19
	ds_read_b32 v0, v4 offset:2560
	.loc	0 233 16
	s_waitcnt lgkmcnt(0)
	v_cmp_eq_u32_e32 vcc, v9, v0
	.loc	0 233 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_58
	.loc	0 239 36
	v_lshlrev_b32_e32 v0, 6, v8
	s_movk_i32 s2, 0x1000
	v_add_i32_e32 v0, vcc, s2, v0
	ds_read2_b64 v[8:11], v0 offset0:208 offset1:209
	ds_read2_b64 v[12:15], v0 offset0:210 offset1:211
	.loc	0 235 13
	v_cmp_ne_u32_e32 vcc, v3, v2
	v_cndmask_b32_e32 v1, 0, v7, vcc
	.loc	0 131 15
	s_load_dwordx2 s[0:1], s[4:5], 0x6
	.loc	0 239 34
	s_waitcnt lgkmcnt(0)
	v_lshlrev_b32_e32 v6, 1, v9
	.loc	0 239 28
	v_lshrrev_b32_e32 v6, v6, v1
	.loc	0 239 34
	v_lshlrev_b32_e32 v4, 1, v8
	.loc	0 239 56
	v_lshlrev_b32_e32 v6, 2, v6
	.loc	0 239 51
	v_bfe_u32 v4, v1, v4, 2
	.loc	0 239 56
	v_and_b32_e32 v6, 12, v6
	.loc	0 239 19
	v_or_b32_e32 v4, v6, v4
	.loc	0 239 34
	v_lshlrev_b32_e32 v6, 1, v10
	.loc	0 239 28
	v_lshrrev_b32_e32 v6, v6, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v6, 4, v6
	v_and_b32_e32 v6, 48, v6
	.loc	0 239 19
	v_or_b32_e32 v4, v6, v4
	.loc	0 239 34
	v_lshlrev_b32_e32 v6, 1, v11
	.loc	0 239 28
	v_lshrrev_b32_e32 v6, v6, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v6, 6, v6
	v_and_b32_e32 v6, 0xc0, v6
	.loc	0 239 19
	v_or_b32_e32 v4, v6, v4
	.loc	0 239 34
	v_lshlrev_b32_e32 v6, 1, v12
	.loc	0 239 28
	v_lshrrev_b32_e32 v6, v6, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v6, 8, v6
	v_and_b32_e32 v6, 0x300, v6
	.loc	0 239 19
	v_or_b32_e32 v4, v6, v4
	.loc	0 239 34
	v_lshlrev_b32_e32 v6, 1, v13
	.loc	0 239 28
	v_lshrrev_b32_e32 v6, v6, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v6, 10, v6
	v_and_b32_e32 v6, 0xc00, v6
	.loc	0 239 19
	v_or_b32_e32 v4, v6, v4
	.loc	0 239 34
	v_lshlrev_b32_e32 v6, 1, v14
	.loc	0 239 28
	v_lshrrev_b32_e32 v6, v6, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v6, 12, v6
	v_and_b32_e32 v6, 0x3000, v6
	.loc	0 239 19
	v_or_b32_e32 v4, v6, v4
	.loc	0 239 34
	v_lshlrev_b32_e32 v6, 1, v15
	.loc	0 239 28
	v_lshrrev_b32_e32 v10, v6, v1
	.loc	0 239 36
	ds_read2_b64 v[6:9], v0 offset0:212 offset1:213
	.loc	0 239 56
	v_lshlrev_b32_e32 v10, 14, v10
	v_and_b32_e32 v10, 0xc000, v10
	.loc	0 239 19
	v_or_b32_e32 v4, v10, v4
	.loc	0 239 36
	ds_read2_b64 v[10:13], v0 offset0:214 offset1:215
	.loc	0 239 34
	s_waitcnt lgkmcnt(1)
	v_lshlrev_b32_e32 v0, 1, v6
	.loc	0 239 28
	v_lshrrev_b32_e32 v0, v0, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v0, 16, v0
	v_and_b32_e32 v0, 0x30000, v0
	.loc	0 239 19
	v_or_b32_e32 v0, v0, v4
	.loc	0 239 34
	v_lshlrev_b32_e32 v4, 1, v7
	.loc	0 239 28
	v_lshrrev_b32_e32 v4, v4, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v4, 18, v4
	v_and_b32_e32 v4, 0xc0000, v4
	.loc	0 239 19
	v_or_b32_e32 v0, v4, v0
	.loc	0 239 34
	v_lshlrev_b32_e32 v4, 1, v8
	.loc	0 239 28
	v_lshrrev_b32_e32 v4, v4, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v4, 20, v4
	v_and_b32_e32 v4, 0x300000, v4
	.loc	0 239 19
	v_or_b32_e32 v0, v4, v0
	.loc	0 239 34
	v_lshlrev_b32_e32 v4, 1, v9
	.loc	0 239 28
	v_lshrrev_b32_e32 v4, v4, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v4, 22, v4
	v_and_b32_e32 v4, 0xc00000, v4
	.loc	0 239 19
	v_or_b32_e32 v0, v4, v0
	.loc	0 239 34
	s_waitcnt lgkmcnt(0)
	v_lshlrev_b32_e32 v4, 1, v10
	.loc	0 239 28
	v_lshrrev_b32_e32 v4, v4, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v4, 24, v4
	v_and_b32_e32 v4, 0x3000000, v4
	.loc	0 239 19
	v_or_b32_e32 v0, v4, v0
	.loc	0 239 34
	v_lshlrev_b32_e32 v4, 1, v11
	.loc	0 239 28
	v_lshrrev_b32_e32 v4, v4, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v4, 26, v4
	v_and_b32_e32 v4, 0xc000000, v4
	.loc	0 239 19
	v_or_b32_e32 v0, v4, v0
	.loc	0 239 34
	v_lshlrev_b32_e32 v4, 1, v12
	.loc	0 239 28
	v_lshrrev_b32_e32 v4, v4, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v4, 28, v4
	v_and_b32_e32 v4, 0x30000000, v4
	.loc	0 239 19
	v_or_b32_e32 v0, v4, v0
	.loc	0 239 34
	v_lshlrev_b32_e32 v4, 1, v13
	.loc	0 239 28
	v_lshrrev_b32_e32 v1, v4, v1
	.loc	0 239 56
	v_lshlrev_b32_e32 v1, 30, v1
	.loc	0 239 19
	v_or_b32_e32 v1, v1, v0
	.loc	0 240 55
	v_lshlrev_b32_e32 v0, 16, v2
	.loc	0 240 9
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 240 61
	v_or_b32_e32 v0, v3, v0
	.loc	0 240 9
	v_lshl_b64 v[2:3], v[5:6], 3
	s_mov_b32 s2, 0
	s_mov_b32 s3, 0x100f000
	.loc	0 240 23
	buffer_store_dwordx2 v[0:1], v[2:3], s[0:3], 0 addr64
.LBB0_58:
	.loc	0 242 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel dxtc_compress
		.amdhsa_group_segment_fixed_size 6272
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
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 40
		.amdhsa_next_free_sgpr 25
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
	.size	dxtc_compress, .Lfunc_end0-dxtc_compress
	.protected	dxtc_steps4
	.type	dxtc_steps4,@object
	.data
	.globl	dxtc_steps4
	.p2align	4, 0x0
dxtc_steps4:
	.long	0x41100000
	.long	589824
	.long	0x00000000
	.long	2304
	.long	0x40c00000
	.long	262402
	.long	0x40400000
	.long	66562
	.size	dxtc_steps4, 32
	.protected	dxtc_steps3
	.type	dxtc_steps3,@object
	.globl	dxtc_steps3
	.p2align	4, 0x0
dxtc_steps3:
	.long	0x40800000
	.long	262144
	.long	0x00000000
	.long	1024
	.long	0x40000000
	.long	65793
	.long	0x40000000
	.long	65793
	.size	dxtc_steps3, 32
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
      - .offset:         20
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 6272
    .kernarg_segment_align: 8
    .kernarg_segment_size: 32
    .max_flat_workgroup_size: 512
    .name:           dxtc_compress
    .private_segment_fixed_size: 0
    .sgpr_count:     27
    .sgpr_spill_count: 0
    .symbol:         dxtc_compress.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     40
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
