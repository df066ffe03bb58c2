	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	lud_diagonal
	.globl	lud_diagonal
	.p2align	8
	.type	lud_diagonal,@function
lud_diagonal:
	.file	0 "lud.cu"
	.loc	0 19 14
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	.loc	0 20 50
	v_lshlrev_b32_e32 v1, 2, v0
	v_mov_b32_e32 v2, 0
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	.loc	0 20 37
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s4, s3, s2
	.loc	0 20 28
	s_ashr_i32 s5, s4, 31
	s_lshl_b64 s[4:5], s[4:5], 2
	s_add_u32 s4, s0, s4
	s_addc_u32 s5, s1, s5
	.loc	0 20 41
	s_ashr_i32 s1, s3, 31
	s_mov_b32 s0, s3
	s_lshl_b64 s[0:1], s[0:1], 2
	s_add_u32 s4, s4, s0
	s_addc_u32 s5, s5, s1
	.loc	0 20 50
	v_add_i32_e32 v4, vcc, s4, v1
	v_mov_b32_e32 v3, s5
	.loc	0 23 23
	s_ashr_i32 s3, s2, 31
	.loc	0 20 50
	v_addc_u32_e32 v5, vcc, 0, v3, vcc
	.loc	0 23 23
	buffer_load_dword v6, v[1:2], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[2:3], 2
	v_add_i32_e32 v2, vcc, s4, v4
	buffer_load_dword v4, v[4:5], s[4:7], 0 addr64
	v_mov_b32_e32 v18, s5
	.loc	0 23 21
	s_mov_b32 m0, -1
	.loc	0 23 23
	v_addc_u32_e32 v3, vcc, v5, v18, vcc
	buffer_load_dword v8, v[2:3], s[4:7], 0 addr64
	s_mov_b32 s10, 64
	s_mov_b32 s11, 1
	s_movk_i32 s12, 0x80
	s_movk_i32 s13, 0xc0
	s_movk_i32 s14, 0x100
	s_movk_i32 s15, 0x140
	s_movk_i32 s16, 0x180
	s_mov_b32 s17, 0x6f800000
	v_mov_b32_e32 v20, 0x2f800000
	s_mov_b32 s18, s6
	s_mov_b32 s19, s6
	.loc	0 23 21
	s_waitcnt vmcnt(1)
	ds_write2_b32 v1, v6, v4 offset1:16
	.loc	0 23 23
	v_add_i32_e32 v6, vcc, s4, v2
	v_addc_u32_e32 v7, vcc, v3, v18, vcc
	v_add_i32_e32 v4, vcc, s4, v6
	buffer_load_dword v6, v[6:7], s[4:7], 0 addr64
	v_addc_u32_e32 v5, vcc, v7, v18, vcc
	buffer_load_dword v10, v[4:5], s[4:7], 0 addr64
	.loc	0 23 21
	s_waitcnt vmcnt(1)
	ds_write2_b32 v1, v8, v6 offset0:32 offset1:48
	.loc	0 23 23
	v_add_i32_e32 v8, vcc, s4, v4
	v_addc_u32_e32 v9, vcc, v5, v18, vcc
	v_add_i32_e32 v6, vcc, s4, v8
	buffer_load_dword v8, v[8:9], s[4:7], 0 addr64
	v_addc_u32_e32 v7, vcc, v9, v18, vcc
	buffer_load_dword v12, v[6:7], s[4:7], 0 addr64
	.loc	0 23 21
	s_waitcnt vmcnt(1)
	ds_write2_b32 v1, v10, v8 offset0:64 offset1:80
	.loc	0 23 23
	v_add_i32_e32 v10, vcc, s4, v6
	v_addc_u32_e32 v11, vcc, v7, v18, vcc
	v_add_i32_e32 v8, vcc, s4, v10
	buffer_load_dword v10, v[10:11], s[4:7], 0 addr64
	v_addc_u32_e32 v9, vcc, v11, v18, vcc
	buffer_load_dword v14, v[8:9], s[4:7], 0 addr64
	.loc	0 23 21
	s_waitcnt vmcnt(1)
	ds_write2_b32 v1, v12, v10 offset0:96 offset1:112
	.loc	0 23 23
	v_add_i32_e32 v12, vcc, s4, v8
	v_addc_u32_e32 v13, vcc, v9, v18, vcc
	v_add_i32_e32 v10, vcc, s4, v12
	buffer_load_dword v12, v[12:13], s[4:7], 0 addr64
	v_addc_u32_e32 v11, vcc, v13, v18, vcc
	buffer_load_dword v16, v[10:11], s[4:7], 0 addr64
	.loc	0 23 21
	s_waitcnt vmcnt(1)
	ds_write2_b32 v1, v14, v12 offset0:128 offset1:144
	.loc	0 23 23
	v_add_i32_e32 v14, vcc, s4, v10
	v_addc_u32_e32 v15, vcc, v11, v18, vcc
	v_add_i32_e32 v12, vcc, s4, v14
	buffer_load_dword v14, v[14:15], s[4:7], 0 addr64
	v_addc_u32_e32 v13, vcc, v15, v18, vcc
	buffer_load_dword v19, v[12:13], s[4:7], 0 addr64
	.loc	0 23 21
	s_waitcnt vmcnt(1)
	ds_write2_b32 v1, v16, v14 offset0:160 offset1:176
	.loc	0 23 23
	v_add_i32_e32 v16, vcc, s4, v12
	v_addc_u32_e32 v17, vcc, v13, v18, vcc
	v_add_i32_e32 v14, vcc, s4, v16
	buffer_load_dword v16, v[16:17], s[4:7], 0 addr64
	v_addc_u32_e32 v15, vcc, v17, v18, vcc
	.loc	0 23 21
	s_waitcnt vmcnt(0)
	ds_write2_b32 v1, v19, v16 offset0:192 offset1:208
	.loc	0 23 23
	v_add_i32_e32 v16, vcc, s4, v14
	v_addc_u32_e32 v17, vcc, v15, v18, vcc
	buffer_load_dword v18, v[14:15], s[4:7], 0 addr64
	buffer_load_dword v19, v[16:17], s[4:7], 0 addr64
	s_mov_b32 s7, 1
	.loc	0 23 21
	s_waitcnt vmcnt(0)
	ds_write2_b32 v1, v18, v19 offset0:224 offset1:240
	v_mul_u32_u24_e32 v18, 60, v0
	.loc	0 27 5
	v_lshlrev_b32_e32 v19, 6, v0
	.loc	0 24 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_branch .LBB0_2
.LBB0_1:
	.loc	0 0 5
	s_or_b64 exec, exec, s[2:3]
	s_add_i32 s19, s19, 1
	.loc	0 27 5
	s_add_i32 s7, s7, 1
	s_add_i32 s18, s18, 4
	s_add_i32 s6, s6, 1
	s_add_i32 s10, s10, 64
	s_add_i32 s11, s11, 1
	.loc	0 27 23
	s_cmp_lg_u32 s19, 15
	.loc	0 38 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_cbranch_scc0 .LBB0_22
.LBB0_2:
	.loc	0 28 16
	v_cmp_lt_u32_e64 s[0:1], s19, v0
	.loc	0 28 13
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_15
	.loc	0 29 31
	s_cmp_lg_u32 s19, 0
	.loc	0 29 13
	s_cbranch_scc0 .LBB0_8
	.loc	0 0 13
	v_lshlrev_b32_e32 v21, 6, v0
	s_lshl_b32 s8, s19, 2
	v_add_i32_e32 v21, vcc, s8, v21
	ds_read_b32 v23, v21
	.loc	0 29 13
	s_cmp_lt_u32 s19, 8
	s_cbranch_scc1 .LBB0_9
	.loc	0 28 16
	s_and_b32 s8, s19, -8
	s_mov_b32 s9, 0
	s_mov_b32 s20, s18
	v_mov_b32_e32 v22, v19
.LBB0_6:
	.loc	0 30 46
	v_mov_b32_e32 v25, s20
	.loc	0 30 32
	ds_read_b32 v24, v22
	.loc	0 30 46
	ds_read_b32 v25, v25
	s_add_i32 s21, s20, 64
	.loc	0 29 37
	s_add_i32 s9, s9, 8
	.loc	0 30 29
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 30 32
	v_add_i32_e32 v24, vcc, 4, v22
	.loc	0 30 46
	v_mov_b32_e32 v25, s21
	.loc	0 30 32
	ds_read_b32 v24, v24
	.loc	0 30 46
	ds_read_b32 v25, v25
	s_add_i32 s21, s20, 0x80
	.loc	0 30 29
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 30 32
	v_add_i32_e32 v24, vcc, 8, v22
	.loc	0 30 46
	v_mov_b32_e32 v25, s21
	.loc	0 30 32
	ds_read_b32 v24, v24
	.loc	0 30 46
	ds_read_b32 v25, v25
	s_add_i32 s21, s20, 0xc0
	.loc	0 30 29
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 30 32
	v_add_i32_e32 v24, vcc, 12, v22
	.loc	0 30 46
	v_mov_b32_e32 v25, s21
	.loc	0 30 32
	ds_read_b32 v24, v24
	.loc	0 30 46
	ds_read_b32 v25, v25
	s_add_i32 s21, s20, 0x100
	.loc	0 30 29
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 30 32
	v_add_i32_e32 v24, vcc, 16, v22
	.loc	0 30 46
	v_mov_b32_e32 v25, s21
	.loc	0 30 32
	ds_read_b32 v24, v24
	.loc	0 30 46
	ds_read_b32 v25, v25
	s_add_i32 s21, s20, 0x140
	.loc	0 30 29
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 30 32
	v_add_i32_e32 v24, vcc, 20, v22
	.loc	0 30 46
	v_mov_b32_e32 v25, s21
	.loc	0 30 32
	ds_read_b32 v24, v24
	.loc	0 30 46
	ds_read_b32 v25, v25
	s_add_i32 s21, s20, 0x180
	.loc	0 30 29
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 30 32
	v_add_i32_e32 v24, vcc, 24, v22
	.loc	0 30 46
	v_mov_b32_e32 v25, s21
	.loc	0 30 32
	ds_read_b32 v24, v24
	.loc	0 30 46
	ds_read_b32 v25, v25
	s_add_i32 s21, s20, 0x1c0
	.loc	0 29 13
	s_addk_i32 s20, 0x200
	s_cmp_eq_u32 s8, s9
	.loc	0 30 29
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 30 32
	v_add_i32_e32 v24, vcc, 28, v22
	.loc	0 30 46
	v_mov_b32_e32 v25, s21
	.loc	0 30 32
	ds_read_b32 v24, v24
	.loc	0 30 46
	ds_read_b32 v25, v25
	.loc	0 29 13
	v_add_i32_e32 v22, vcc, 32, v22
	.loc	0 30 29
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 29 13
	s_cbranch_scc0 .LBB0_6
	s_and_b32 s9, s19, 7
	s_cmp_eq_u32 s9, 0
	s_cbranch_scc0 .LBB0_10
	s_branch .LBB0_12
.LBB0_8:
	.loc	0 0 13
	s_cbranch_execnz .LBB0_13
	s_branch .LBB0_14
.LBB0_9:
	s_mov_b32 s8, 0
	.loc	0 29 13
	s_and_b32 s9, s19, 7
	s_cmp_eq_u32 s9, 0
	s_cbranch_scc1 .LBB0_12
.LBB0_10:
	s_lshl_b32 s20, s8, 6
	s_lshl_b32 s8, s8, 2
	.loc	0 28 16
	s_and_b32 s9, s6, 7
	.loc	0 29 13
	v_add_i32_e32 v22, vcc, s8, v19
.LBB0_11:
	.loc	0 30 46
	s_add_i32 s8, s18, s20
	v_mov_b32_e32 v25, s8
	.loc	0 30 32
	ds_read_b32 v24, v22
	.loc	0 30 46
	ds_read_b32 v25, v25
	.loc	0 29 13
	s_add_i32 s20, s20, 64
	s_add_i32 s9, s9, -1
	v_add_i32_e32 v22, vcc, 4, v22
	s_cmp_lg_u32 s9, 0
	.loc	0 30 29
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 29 13
	s_cbranch_scc1 .LBB0_11
.LBB0_12:
	.loc	0 0 13
	s_branch .LBB0_14
.LBB0_13:
	.loc	0 31 25
	v_add_i32_e32 v21, vcc, v1, v18
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v23, v21
.LBB0_14:
	.loc	0 31 28
	s_lshl_b32 s8, s19, 2
	s_lshl_b32 s9, s19, 6
	s_add_i32 s9, s9, s8
	v_mov_b32_e32 v21, s9
	ds_read_b32 v21, v21
	.loc	0 31 13
	v_lshlrev_b32_e32 v24, 6, v0
	.loc	0 31 25
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_f32_e64 vcc, |v21|, s17
	v_cndmask_b32_e32 v22, 1.0, v20, vcc
	v_mul_f32_e32 v21, v21, v22
	v_rcp_f32_e32 v21, v21
	.loc	0 31 13
	v_add_i32_e32 v24, vcc, s8, v24
	.loc	0 31 25
	v_mul_f32_e32 v21, v23, v21
	v_mul_f32_e32 v21, v22, v21
	ds_write_b32 v24, v21
.LBB0_15:
	.loc	0 0 25
	s_or_b64 exec, exec, s[2:3]
	.loc	0 33 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 34 13
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_1
	.loc	0 0 13
	s_lshl_b32 s0, s19, 6
	v_add_i32_e32 v21, vcc, s0, v1
	v_add_i32_e32 v21, vcc, 64, v21
	ds_read_b32 v23, v21
	.loc	0 35 13
	s_cmp_lt_u32 s19, 7
	s_mov_b32 s0, 0
	s_cbranch_scc1 .LBB0_19
	.loc	0 28 16
	s_and_b32 s0, s7, -8
	s_mov_b32 s1, 0
	v_mov_b32_e32 v22, v1
	s_mov_b32 s8, s10
.LBB0_18:
	.loc	0 36 36
	v_mov_b32_e32 v24, s8
	ds_read_b32 v24, v24
	.loc	0 36 53
	ds_read_b32 v25, v22
	.loc	0 36 36
	s_add_i32 s9, s8, 4
	.loc	0 35 38
	s_add_i32 s1, s1, 8
	.loc	0 36 33
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 36 36
	v_mov_b32_e32 v24, s9
	.loc	0 36 53
	v_add_i32_e32 v25, vcc, 64, v22
	.loc	0 36 36
	ds_read_b32 v24, v24
	.loc	0 36 53
	ds_read_b32 v25, v25
	.loc	0 36 36
	s_add_i32 s9, s8, 8
	.loc	0 36 33
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 36 36
	v_mov_b32_e32 v24, s9
	.loc	0 36 53
	v_add_i32_e32 v25, vcc, s12, v22
	.loc	0 36 36
	ds_read_b32 v24, v24
	.loc	0 36 53
	ds_read_b32 v25, v25
	.loc	0 36 36
	s_add_i32 s9, s8, 12
	.loc	0 36 33
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 36 36
	v_mov_b32_e32 v24, s9
	.loc	0 36 53
	v_add_i32_e32 v25, vcc, s13, v22
	.loc	0 36 36
	ds_read_b32 v24, v24
	.loc	0 36 53
	ds_read_b32 v25, v25
	.loc	0 36 36
	s_add_i32 s9, s8, 16
	.loc	0 36 33
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 36 36
	v_mov_b32_e32 v24, s9
	.loc	0 36 53
	v_add_i32_e32 v25, vcc, s14, v22
	.loc	0 36 36
	ds_read_b32 v24, v24
	.loc	0 36 53
	ds_read_b32 v25, v25
	.loc	0 36 36
	s_add_i32 s9, s8, 20
	.loc	0 36 33
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 36 36
	v_mov_b32_e32 v24, s9
	.loc	0 36 53
	v_add_i32_e32 v25, vcc, s15, v22
	.loc	0 36 36
	ds_read_b32 v24, v24
	.loc	0 36 53
	ds_read_b32 v25, v25
	.loc	0 36 36
	s_add_i32 s9, s8, 24
	.loc	0 36 33
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 36 36
	v_mov_b32_e32 v24, s9
	.loc	0 36 53
	v_add_i32_e32 v25, vcc, s16, v22
	.loc	0 36 36
	ds_read_b32 v24, v24
	.loc	0 36 53
	ds_read_b32 v25, v25
	.loc	0 36 36
	s_add_i32 s9, s8, 28
	.loc	0 35 13
	s_add_i32 s8, s8, 32
	s_cmp_lg_u32 s0, s1
	.loc	0 36 33
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	.loc	0 36 36
	v_mov_b32_e32 v24, s9
	.loc	0 36 53
	v_add_i32_e32 v25, vcc, 0x1c0, v22
	.loc	0 36 36
	ds_read_b32 v24, v24
	.loc	0 36 53
	ds_read_b32 v25, v25
	.loc	0 35 13
	v_add_i32_e32 v22, vcc, 0x200, v22
	.loc	0 36 33
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v24, v25, v23
	ds_write_b32 v21, v23
	s_cbranch_scc1 .LBB0_18
.LBB0_19:
	.loc	0 35 13
	s_and_b32 s1, s7, 7
	s_cmp_eq_u32 s1, 0
	s_cbranch_scc1 .LBB0_1
	s_lshl_b32 s8, s0, 2
	s_lshl_b32 s0, s0, 6
	.loc	0 28 16
	s_and_b32 s1, s11, 7
	.loc	0 35 13
	v_add_i32_e32 v22, vcc, s0, v1
.LBB0_21:
	.loc	0 36 36
	s_add_i32 s0, s10, s8
	v_mov_b32_e32 v25, s0
	.loc	0 36 53
	ds_read_b32 v24, v22
	.loc	0 36 36
	ds_read_b32 v25, v25
	.loc	0 35 13
	s_add_i32 s8, s8, 4
	s_add_i32 s1, s1, -1
	v_add_i32_e32 v22, vcc, 64, v22
	s_cmp_lg_u32 s1, 0
	.loc	0 36 33
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v23, -v25, v24, v23
	ds_write_b32 v21, v23
	s_cbranch_scc1 .LBB0_21
	s_branch .LBB0_1
.LBB0_22:
	.loc	0 43 25
	ds_read2_b32 v[18:19], v1 offset0:16 offset1:32
	ds_read2_b32 v[20:21], v1 offset0:48 offset1:64
	.loc	0 43 23
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
	s_mov_b64 s[6:7], s[2:3]
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v18, v[2:3], s[0:3], 0 addr64
	.loc	0 43 25
	ds_read2_b32 v[22:23], v1 offset0:80 offset1:96
	.loc	0 43 23
	buffer_store_dword v19, v[2:3], s[4:7], 0 addr64
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v20, v[4:5], s[0:3], 0 addr64
	.loc	0 43 25
	ds_read2_b32 v[2:3], v1 offset0:112 offset1:128
	.loc	0 43 23
	buffer_store_dword v21, v[4:5], s[4:7], 0 addr64
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v22, v[6:7], s[0:3], 0 addr64
	.loc	0 43 25
	ds_read2_b32 v[4:5], v1 offset0:144 offset1:160
	.loc	0 43 23
	buffer_store_dword v23, v[6:7], s[4:7], 0 addr64
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v2, v[8:9], s[0:3], 0 addr64
	buffer_store_dword v3, v[8:9], s[4:7], 0 addr64
	.loc	0 43 25
	s_waitcnt expcnt(0)
	ds_read2_b32 v[2:3], v1 offset0:176 offset1:192
	ds_read2_b32 v[6:7], v1 offset0:208 offset1:224
	ds_read_b32 v0, v1 offset:960
	.loc	0 43 23
	s_waitcnt lgkmcnt(3)
	buffer_store_dword v4, v[10:11], s[0:3], 0 addr64
	buffer_store_dword v5, v[10:11], s[4:7], 0 addr64
	s_waitcnt lgkmcnt(2)
	buffer_store_dword v2, v[12:13], s[0:3], 0 addr64
	buffer_store_dword v3, v[12:13], s[4:7], 0 addr64
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v6, v[14:15], s[0:3], 0 addr64
	buffer_store_dword v7, v[14:15], s[4:7], 0 addr64
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v0, v[16:17], s[4:7], 0 addr64
	.loc	0 44 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel lud_diagonal
		.amdhsa_group_segment_fixed_size 1024
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 16
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
		.amdhsa_next_free_vgpr 26
		.amdhsa_next_free_sgpr 22
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
	.size	lud_diagonal, .Lfunc_end0-lud_diagonal
	.text
	.protected	lud_perimeter
	.globl	lud_perimeter
	.p2align	8
	.type	lud_perimeter,@function
lud_perimeter:
	.loc	0 52 25
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	.loc	0 54 37
	s_lshl_b32 s2, s6, 4
	s_add_i32 s12, s2, 16
	.loc	0 53 26
	v_and_b32_e32 v4, 15, v0
	.loc	0 55 50
	v_lshlrev_b32_e32 v6, 2, v4
	.loc	0 55 37
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s4, s11, s10
	.loc	0 55 28
	s_ashr_i32 s5, s4, 31
	s_lshl_b64 s[4:5], s[4:5], 2
	s_add_u32 s3, s8, s4
	s_addc_u32 s6, s9, s5
	.loc	0 55 41
	s_ashr_i32 s5, s11, 31
	s_mov_b32 s4, s11
	s_lshl_b64 s[4:5], s[4:5], 2
	s_add_u32 s3, s3, s4
	s_addc_u32 s4, s6, s5
	.loc	0 52 37
	v_cmp_lt_u32_e64 s[0:1], 15, v0
	.loc	0 55 50
	v_mov_b32_e32 v1, s4
	v_add_i32_e32 v0, vcc, s3, v6
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	s_mul_i32 s8, s12, s10
	.loc	0 60 29
	s_mov_b32 m0, -1
	.loc	0 58 9
	s_and_saveexec_b64 s[4:5], s[0:1]
	s_xor_b64 s[14:15], exec, s[4:5]
	s_cbranch_execz .LBB1_2
	.loc	0 65 40
	s_lshl_b32 s4, s10, 3
	.loc	0 65 31
	s_ashr_i32 s5, s4, 31
	s_lshl_b64 s[4:5], s[4:5], 2
	v_mov_b32_e32 v3, s5
	v_add_i32_e32 v2, vcc, s4, v0
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	s_ashr_i32 s11, s10, 31
	v_addc_u32_e32 v3, vcc, v1, v3, vcc
	buffer_load_dword v5, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[10:11], 2
	v_mov_b32_e32 v18, s5
	v_add_i32_e32 v7, vcc, s4, v2
	v_addc_u32_e32 v8, vcc, v3, v18, vcc
	v_add_i32_e32 v9, vcc, s4, v7
	v_addc_u32_e32 v10, vcc, v8, v18, vcc
	v_add_i32_e32 v11, vcc, s4, v9
	v_addc_u32_e32 v12, vcc, v10, v18, vcc
	v_add_i32_e32 v13, vcc, s4, v11
	v_addc_u32_e32 v14, vcc, v12, v18, vcc
	v_add_i32_e32 v15, vcc, s4, v13
	v_addc_u32_e32 v16, vcc, v14, v18, vcc
	v_add_i32_e32 v17, vcc, s4, v15
	.loc	0 67 28
	s_ashr_i32 s9, s8, 31
	.loc	0 67 50
	s_add_i32 s16, s8, s10
	.loc	0 65 31
	v_addc_u32_e32 v18, vcc, v16, v18, vcc
	buffer_load_dword v2, v[2:3], s[4:7], 0 addr64
	buffer_load_dword v3, v[7:8], s[4:7], 0 addr64
	buffer_load_dword v7, v[9:10], s[4:7], 0 addr64
	buffer_load_dword v8, v[11:12], s[4:7], 0 addr64
	buffer_load_dword v9, v[13:14], s[4:7], 0 addr64
	buffer_load_dword v10, v[15:16], s[4:7], 0 addr64
	buffer_load_dword v11, v[17:18], s[4:7], 0 addr64
	.loc	0 67 28
	s_ashr_i32 s17, s16, 31
	.loc	0 67 50
	s_add_i32 s18, s16, s10
	.loc	0 67 28
	s_lshl_b64 s[4:5], s[8:9], 2
	s_ashr_i32 s19, s18, 31
	.loc	0 67 50
	s_add_i32 s20, s18, s10
	.loc	0 67 28
	buffer_load_dword v12, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[16:17], 2
	s_ashr_i32 s21, s20, 31
	.loc	0 67 50
	s_add_i32 s22, s20, s10
	.loc	0 67 28
	buffer_load_dword v13, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[18:19], 2
	s_ashr_i32 s23, s22, 31
	.loc	0 67 50
	s_add_i32 s24, s22, s10
	.loc	0 67 28
	buffer_load_dword v14, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[20:21], 2
	s_ashr_i32 s25, s24, 31
	.loc	0 67 50
	s_add_i32 s26, s24, s10
	.loc	0 67 28
	buffer_load_dword v15, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[22:23], 2
	s_ashr_i32 s27, s26, 31
	.loc	0 67 50
	s_add_i32 s28, s26, s10
	.loc	0 67 28
	buffer_load_dword v16, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[24:25], 2
	s_ashr_i32 s29, s28, 31
	.loc	0 67 50
	s_add_i32 s30, s28, s10
	.loc	0 67 28
	buffer_load_dword v17, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[26:27], 2
	s_ashr_i32 s31, s30, 31
	.loc	0 67 50
	s_add_i32 s34, s30, s10
	.loc	0 67 28
	buffer_load_dword v18, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[28:29], 2
	s_ashr_i32 s35, s34, 31
	.loc	0 67 50
	s_add_i32 s16, s34, s10
	.loc	0 67 28
	buffer_load_dword v19, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[30:31], 2
	buffer_load_dword v20, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[34:35], 2
	s_ashr_i32 s17, s16, 31
	buffer_load_dword v21, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[16:17], 2
	.loc	0 67 50
	s_add_i32 s16, s16, s10
	.loc	0 67 28
	s_ashr_i32 s17, s16, 31
	buffer_load_dword v22, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[16:17], 2
	.loc	0 67 50
	s_add_i32 s16, s16, s10
	.loc	0 67 28
	s_ashr_i32 s17, s16, 31
	buffer_load_dword v23, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[16:17], 2
	.loc	0 67 50
	s_add_i32 s16, s16, s10
	.loc	0 67 28
	s_ashr_i32 s17, s16, 31
	buffer_load_dword v24, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[16:17], 2
	.loc	0 67 50
	s_add_i32 s16, s16, s10
	.loc	0 67 28
	s_ashr_i32 s17, s16, 31
	buffer_load_dword v25, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[16:17], 2
	buffer_load_dword v26, v[0:1], s[4:7], 0 addr64
	.loc	0 65 29
	s_movk_i32 s3, 0x800
	v_add_i32_e32 v27, vcc, s3, v6
	.loc	0 67 50
	s_add_i32 s3, s16, s10
	.loc	0 65 29
	s_waitcnt vmcnt(14)
	ds_write2_b32 v27, v5, v2 offset0:128 offset1:144
	ds_write2_b32 v27, v3, v7 offset0:160 offset1:176
	ds_write2_b32 v27, v8, v9 offset0:192 offset1:208
	ds_write2_b32 v27, v10, v11 offset0:224 offset1:240
	.loc	0 67 26
	s_waitcnt vmcnt(13)
	ds_write2_b32 v6, v12, v13 offset1:16
	s_waitcnt vmcnt(11)
	ds_write2_b32 v6, v14, v15 offset0:32 offset1:48
	s_waitcnt vmcnt(9)
	ds_write2_b32 v6, v16, v17 offset0:64 offset1:80
	s_waitcnt vmcnt(7)
	ds_write2_b32 v6, v18, v19 offset0:96 offset1:112
	s_waitcnt vmcnt(5)
	ds_write2_b32 v6, v20, v21 offset0:128 offset1:144
	s_waitcnt vmcnt(3)
	ds_write2_b32 v6, v22, v23 offset0:160 offset1:176
	s_waitcnt vmcnt(1)
	ds_write2_b32 v6, v24, v25 offset0:192 offset1:208
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v26 offset:896
.LBB1_2:
	.loc	0 58 9
	s_or_saveexec_b64 s[14:15], s[14:15]
	v_mov_b32_e32 v2, s3
	v_mov_b32_e32 v5, s6
	s_xor_b64 exec, exec, s[14:15]
	s_cbranch_execz .LBB1_4
	.loc	0 60 31
	s_mov_b32 s6, 0
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	s_ashr_i32 s11, s10, 31
	buffer_load_dword v5, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[10:11], 2
	v_mov_b32_e32 v15, s5
	v_add_i32_e32 v2, vcc, s4, v0
	v_addc_u32_e32 v3, vcc, v1, v15, vcc
	v_add_i32_e32 v7, vcc, s4, v2
	v_addc_u32_e32 v8, vcc, v3, v15, vcc
	v_add_i32_e32 v9, vcc, s4, v7
	v_addc_u32_e32 v10, vcc, v8, v15, vcc
	v_add_i32_e32 v11, vcc, s4, v9
	v_addc_u32_e32 v12, vcc, v10, v15, vcc
	v_add_i32_e32 v13, vcc, s4, v11
	v_addc_u32_e32 v14, vcc, v12, v15, vcc
	buffer_load_dword v16, v[2:3], s[4:7], 0 addr64
	buffer_load_dword v17, v[7:8], s[4:7], 0 addr64
	buffer_load_dword v9, v[9:10], s[4:7], 0 addr64
	buffer_load_dword v10, v[11:12], s[4:7], 0 addr64
	buffer_load_dword v11, v[13:14], s[4:7], 0 addr64
	.loc	0 62 28
	s_ashr_i32 s3, s2, 31
	.loc	0 62 41
	s_add_i32 s9, s12, s10
	.loc	0 60 31
	v_add_i32_e32 v7, vcc, s4, v13
	.loc	0 62 28
	s_ashr_i32 s13, s12, 31
	.loc	0 62 41
	s_add_i32 s16, s9, s10
	.loc	0 60 31
	v_addc_u32_e32 v8, vcc, v14, v15, vcc
	buffer_load_dword v12, v[0:1], s[4:7], 0 addr64
	buffer_load_dword v7, v[7:8], s[4:7], 0 addr64
	.loc	0 62 28
	s_lshl_b64 s[4:5], s[2:3], 2
	s_ashr_i32 s17, s16, 31
	.loc	0 62 41
	s_add_i32 s18, s16, s10
	.loc	0 62 28
	buffer_load_dword v8, v[0:1], s[4:7], 0 addr64 offset:64
	s_lshl_b64 s[4:5], s[12:13], 2
	s_ashr_i32 s19, s18, 31
	.loc	0 62 41
	s_add_i32 s20, s18, s10
	.loc	0 62 28
	buffer_load_dword v2, v[2:3], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[16:17], 2
	s_ashr_i32 s21, s20, 31
	.loc	0 62 41
	s_add_i32 s22, s20, s10
	.loc	0 62 28
	buffer_load_dword v3, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[18:19], 2
	s_ashr_i32 s23, s22, 31
	.loc	0 62 41
	s_add_i32 s24, s22, s10
	.loc	0 62 28
	buffer_load_dword v13, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[20:21], 2
	s_ashr_i32 s25, s24, 31
	.loc	0 62 41
	s_add_i32 s26, s24, s10
	.loc	0 62 28
	buffer_load_dword v14, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[22:23], 2
	s_ashr_i32 s27, s26, 31
	.loc	0 62 41
	s_add_i32 s28, s26, s10
	.loc	0 62 28
	buffer_load_dword v15, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[24:25], 2
	s_ashr_i32 s29, s28, 31
	.loc	0 62 41
	s_add_i32 s30, s28, s10
	.loc	0 62 28
	buffer_load_dword v18, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[26:27], 2
	s_ashr_i32 s31, s30, 31
	.loc	0 62 41
	s_add_i32 s2, s30, s10
	.loc	0 62 28
	buffer_load_dword v19, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[28:29], 2
	s_ashr_i32 s3, s2, 31
	.loc	0 62 41
	s_add_i32 s16, s2, s10
	.loc	0 62 28
	buffer_load_dword v20, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[30:31], 2
	s_ashr_i32 s17, s16, 31
	buffer_load_dword v21, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[2:3], 2
	.loc	0 62 41
	s_add_i32 s2, s16, s10
	.loc	0 62 28
	buffer_load_dword v22, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[16:17], 2
	s_ashr_i32 s3, s2, 31
	buffer_load_dword v23, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[2:3], 2
	.loc	0 62 41
	s_add_i32 s2, s2, s10
	.loc	0 62 28
	s_ashr_i32 s3, s2, 31
	buffer_load_dword v24, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[2:3], 2
	.loc	0 62 41
	s_add_i32 s2, s2, s10
	.loc	0 62 28
	s_ashr_i32 s3, s2, 31
	buffer_load_dword v25, v[0:1], s[4:7], 0 addr64
	s_lshl_b64 s[4:5], s[2:3], 2
	buffer_load_dword v26, v[0:1], s[4:7], 0 addr64
	.loc	0 60 29
	s_movk_i32 s3, 0x800
	v_add_i32_e32 v27, vcc, s3, v6
	.loc	0 62 26
	s_movk_i32 s3, 0x400
	.loc	0 60 29
	s_waitcnt vmcnt(14)
	ds_write2_b32 v27, v12, v16 offset0:16 offset1:32
	ds_write2_b32 v27, v17, v9 offset0:48 offset1:64
	ds_write2_b32 v27, v10, v11 offset0:80 offset1:96
	ds_write_b32 v6, v7 offset:2496
	.loc	0 62 26
	v_add_i32_e32 v7, vcc, s3, v6
	.loc	0 60 29
	s_movk_i32 s3, 0x600
	.loc	0 62 26
	s_waitcnt vmcnt(13)
	ds_write2_b32 v7, v8, v2 offset1:16
	s_waitcnt vmcnt(11)
	ds_write2_b32 v7, v3, v13 offset0:32 offset1:48
	s_waitcnt vmcnt(9)
	ds_write2_b32 v7, v14, v15 offset0:64 offset1:80
	s_waitcnt vmcnt(7)
	ds_write2_b32 v7, v18, v19 offset0:96 offset1:112
	s_waitcnt vmcnt(5)
	ds_write2_b32 v7, v20, v21 offset0:128 offset1:144
	s_waitcnt vmcnt(3)
	ds_write2_b32 v7, v22, v23 offset0:160 offset1:176
	s_waitcnt vmcnt(1)
	ds_write2_b32 v7, v24, v25 offset0:192 offset1:208
	.loc	0 60 29
	v_add_i32_e32 v2, vcc, s3, v6
	.loc	0 62 41
	s_add_i32 s2, s2, s10
	.loc	0 60 29
	s_waitcnt vmcnt(0)
	ds_write2_b32 v2, v26, v5 offset0:96 offset1:128
	v_mov_b32_e32 v2, s2
	v_mov_b32_e32 v5, 0x400
.LBB1_4:
	.loc	0 0 29
	s_or_b64 exec, exec, s[14:15]
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[2:3], v[2:3], 2
	s_mov_b32 s6, 0
	v_add_i32_e32 v2, vcc, v0, v2
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	v_addc_u32_e32 v3, vcc, v1, v3, vcc
	buffer_load_dword v2, v[2:3], s[4:7], 0 addr64
	v_add_i32_e32 v3, vcc, v5, v6
	v_add_i32_e32 v3, vcc, 0x3c0, v3
	s_waitcnt vmcnt(0)
	ds_write_b32 v3, v2
	.loc	0 69 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 71 9
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB1_6
	.loc	0 82 29
	s_movk_i32 s4, 0x800
	v_add_i32_e64 v9, vcc, s4, 0
	ds_read2_b64 v[10:13], v9 offset1:1
	.loc	0 81 48
	ds_read2_b64 v[18:21], v9 offset0:2 offset1:3
	s_mov_b32 s4, 0x6f800000
	.loc	0 82 26
	v_mov_b32_e32 v8, 0x2f800000
	v_lshlrev_b32_e32 v7, 6, v4
	s_waitcnt lgkmcnt(1)
	v_cmp_gt_f32_e64 vcc, |v10|, s4
	v_cndmask_b32_e32 v2, 1.0, v8, vcc
	v_mul_f32_e32 v3, v10, v2
	ds_read2_b64 v[14:17], v7 offset1:1
	ds_read2_b64 v[22:25], v7 offset0:2 offset1:3
	v_rcp_f32_e32 v3, v3
	v_mov_b32_e32 v5, 0
	s_waitcnt lgkmcnt(1)
	v_mul_f32_e32 v3, v14, v3
	v_mul_f32_e32 v2, v2, v3
	.loc	0 81 30
	v_mad_f32 v3, -v2, v11, v15
	v_mad_f32 v4, -v2, v12, v16
	v_mad_f32 v10, -v2, v13, v17
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v11, -v2, v18, v22
	.loc	0 81 48
	ds_read2_b64 v[15:18], v9 offset0:4 offset1:5
	ds_read2_b64 v[26:29], v7 offset0:4 offset1:5
	.loc	0 81 30
	v_mad_f32 v12, -v2, v19, v23
	v_mad_f32 v14, -v2, v20, v24
	v_mad_f32 v13, -v2, v21, v25
	ds_read2_b64 v[19:22], v7 offset0:6 offset1:7
	.loc	0 81 48
	ds_read2_b64 v[30:33], v9 offset0:6 offset1:7
	.loc	0 81 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v34, -v2, v15, v26
	.loc	0 82 29
	ds_read_b32 v15, v5 offset:2116
	.loc	0 81 30
	v_mad_f32 v35, -v2, v16, v27
	v_mad_f32 v36, -v2, v17, v28
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v30, -v2, v30, v19
	v_mad_f32 v29, -v2, v18, v29
	.loc	0 82 26
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_f32_e64 vcc, |v15|, s4
	v_cndmask_b32_e32 v23, 1.0, v8, vcc
	v_mul_f32_e32 v15, v15, v23
	v_rcp_f32_e32 v19, v15
	.loc	0 81 30
	v_mad_f32 v31, -v2, v31, v20
	v_mad_f32 v32, -v2, v32, v21
	v_mad_f32 v33, -v2, v33, v22
	.loc	0 81 48
	ds_read2_b64 v[15:18], v9 offset0:9 offset1:10
	.loc	0 82 29
	ds_read_b32 v28, v5 offset:2252
	.loc	0 82 26
	v_mul_f32_e32 v3, v3, v19
	.loc	0 82 29
	ds_read2_b64 v[19:22], v9 offset0:15 offset1:17
	.loc	0 82 26
	v_mul_f32_e32 v3, v23, v3
	.loc	0 81 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v37, -v3, v16, v10
	v_mad_f32 v10, -v3, v17, v11
	v_mad_f32 v4, -v3, v15, v4
	.loc	0 82 26
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_f32_e64 vcc, |v21|, s4
	v_cndmask_b32_e32 v11, 1.0, v8, vcc
	v_mul_f32_e32 v15, v21, v11
	v_rcp_f32_e32 v21, v15
	.loc	0 81 48
	ds_read2_b64 v[23:26], v9 offset0:18 offset1:19
	.loc	0 81 30
	v_mad_f32 v12, -v3, v18, v12
	.loc	0 81 48
	ds_read2_b64 v[15:18], v9 offset0:11 offset1:12
	.loc	0 82 26
	v_mul_f32_e32 v4, v4, v21
	v_mul_f32_e32 v27, v11, v4
	v_cmp_gt_f32_e64 vcc, |v28|, s4
	.loc	0 81 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v4, -v27, v23, v10
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v10, -v3, v15, v14
	.loc	0 82 26
	v_cndmask_b32_e32 v15, 1.0, v8, vcc
	v_mul_f32_e32 v11, v28, v15
	.loc	0 81 30
	v_mad_f32 v14, -v27, v25, v10
	v_mad_f32 v10, -v3, v16, v13
	.loc	0 82 26
	v_rcp_f32_e32 v16, v11
	.loc	0 81 30
	v_mad_f32 v21, -v27, v22, v37
	v_mad_f32 v38, -v27, v24, v12
	v_mad_f32 v25, -v27, v26, v10
	.loc	0 81 48
	ds_read2_b64 v[10:13], v9 offset0:26 offset1:27
	.loc	0 82 26
	v_mul_f32_e32 v16, v21, v16
	.loc	0 82 29
	ds_read2_b64 v[21:24], v9 offset0:34 offset1:35
	.loc	0 82 26
	v_mul_f32_e32 v28, v15, v16
	.loc	0 81 30
	v_mad_f32 v18, -v3, v18, v35
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v4, -v28, v10, v4
	v_mad_f32 v10, -v28, v11, v38
	.loc	0 82 26
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_f32_e64 vcc, |v21|, s4
	.loc	0 81 30
	v_mad_f32 v11, -v28, v12, v14
	v_mad_f32 v12, -v28, v13, v25
	.loc	0 82 26
	v_cndmask_b32_e32 v13, 1.0, v8, vcc
	v_mul_f32_e32 v14, v21, v13
	v_rcp_f32_e32 v14, v14
	.loc	0 81 30
	v_mad_f32 v34, -v3, v17, v34
	.loc	0 82 26
	v_mul_f32_e32 v4, v4, v14
	v_mul_f32_e32 v4, v13, v4
	.loc	0 81 30
	v_mad_f32 v25, -v4, v22, v10
	v_mad_f32 v26, -v4, v23, v11
	v_mad_f32 v37, -v4, v24, v12
	.loc	0 81 48
	ds_read2_b64 v[10:13], v9 offset0:20 offset1:21
	ds_read2_b64 v[21:24], v9 offset0:13 offset1:14
	ds_read2_b64 v[14:17], v9 offset0:28 offset1:29
	.loc	0 81 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v11, -v27, v11, v18
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v18, -v3, v21, v36
	v_mad_f32 v18, -v27, v12, v18
	v_mad_f32 v12, -v3, v22, v29
	v_mad_f32 v21, -v27, v13, v12
	.loc	0 82 29
	ds_read_b32 v22, v5 offset:2388
	ds_read_b32 v29, v5 offset:2524
	ds_read_b32 v13, v5 offset:2660
	ds_read_b32 v12, v5 offset:2796
	.loc	0 81 30
	v_mad_f32 v10, -v27, v10, v34
	.loc	0 82 26
	s_waitcnt lgkmcnt(3)
	v_cmp_gt_f32_e64 vcc, |v22|, s4
	.loc	0 81 30
	v_mad_f32 v34, -v28, v14, v10
	v_mad_f32 v35, -v28, v15, v11
	.loc	0 82 29
	ds_read_b32 v11, v5 offset:2932
	ds_read_b32 v10, v5 offset:3068
	.loc	0 82 26
	v_cndmask_b32_e32 v5, 1.0, v8, vcc
	.loc	0 81 30
	v_mad_f32 v36, -v28, v16, v18
	.loc	0 82 26
	v_mul_f32_e32 v18, v22, v5
	.loc	0 81 30
	v_mad_f32 v38, -v28, v17, v21
	.loc	0 81 48
	ds_read2_b64 v[14:17], v9 offset0:22 offset1:23
	.loc	0 82 26
	v_rcp_f32_e32 v22, v18
	.loc	0 81 30
	v_mad_f32 v23, -v3, v23, v30
	v_mad_f32 v24, -v3, v24, v31
	v_mad_f32 v30, -v3, v19, v32
	v_mad_f32 v31, -v3, v20, v33
	.loc	0 81 48
	ds_read2_b64 v[18:21], v9 offset0:30 offset1:31
	.loc	0 82 26
	ds_write2_b64 v7, v[2:3], v[27:28] offset1:1
	v_mul_f32_e32 v2, v25, v22
	v_mul_f32_e32 v5, v5, v2
	.loc	0 81 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v2, -v27, v14, v23
	v_mad_f32 v3, -v27, v15, v24
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v2, -v28, v18, v2
	v_mad_f32 v3, -v28, v19, v3
	v_mad_f32 v18, -v27, v16, v30
	v_mad_f32 v19, -v27, v17, v31
	.loc	0 81 48
	ds_read2_b64 v[22:25], v9 offset0:43 offset1:44
	ds_read2_b64 v[14:17], v9 offset0:36 offset1:37
	.loc	0 81 30
	v_mad_f32 v32, -v28, v20, v18
	v_mad_f32 v33, -v28, v21, v19
	.loc	0 82 29
	ds_read2_b64 v[18:21], v9 offset0:47 offset1:51
	.loc	0 81 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v26, -v5, v22, v26
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v14, -v4, v14, v34
	v_mad_f32 v28, -v5, v24, v14
	v_mad_f32 v14, -v4, v15, v35
	.loc	0 82 26
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_f32_e64 vcc, |v20|, s4
	v_cndmask_b32_e32 v30, 1.0, v8, vcc
	.loc	0 81 30
	v_mad_f32 v31, -v5, v25, v14
	.loc	0 82 26
	v_mul_f32_e32 v14, v20, v30
	v_rcp_f32_e32 v20, v14
	.loc	0 81 30
	v_mad_f32 v27, -v5, v23, v37
	.loc	0 81 48
	ds_read2_b64 v[22:25], v9 offset0:52 offset1:53
	.loc	0 82 26
	v_cmp_gt_f32_e64 vcc, |v29|, s4
	v_mul_f32_e32 v20, v26, v20
	v_mul_f32_e32 v30, v30, v20
	.loc	0 81 30
	v_mad_f32 v34, -v4, v16, v36
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v36, -v30, v23, v31
	.loc	0 82 26
	v_cndmask_b32_e32 v31, 1.0, v8, vcc
	.loc	0 81 30
	v_mad_f32 v20, -v30, v22, v28
	.loc	0 82 26
	v_mul_f32_e32 v22, v29, v31
	v_rcp_f32_e32 v26, v22
	.loc	0 81 30
	v_mad_f32 v35, -v4, v17, v38
	.loc	0 81 48
	ds_read2_b64 v[14:17], v9 offset0:45 offset1:46
	.loc	0 81 30
	v_mad_f32 v21, -v30, v21, v27
	.loc	0 82 26
	v_mul_f32_e32 v21, v21, v26
	.loc	0 81 48
	ds_read2_b64 v[26:29], v9 offset0:38 offset1:39
	.loc	0 82 26
	v_mul_f32_e32 v31, v31, v21
	.loc	0 81 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v14, -v5, v14, v34
	v_mad_f32 v15, -v5, v15, v35
	v_mad_f32 v14, -v30, v24, v14
	v_mad_f32 v15, -v30, v25, v15
	.loc	0 81 48
	ds_read2_b64 v[22:25], v9 offset0:60 offset1:61
	.loc	0 81 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v2, -v4, v26, v2
	v_mad_f32 v38, -v5, v16, v2
	v_mad_f32 v2, -v4, v27, v3
	v_mad_f32 v39, -v5, v17, v2
	v_mad_f32 v2, -v4, v28, v32
	v_mad_f32 v3, -v4, v29, v33
	v_mad_f32 v18, -v5, v18, v2
	v_mad_f32 v19, -v5, v19, v3
	.loc	0 82 26
	ds_write2_b64 v7, v[4:5], v[30:31] offset0:2 offset1:3
	.loc	0 81 48
	ds_read2_b64 v[2:5], v9 offset0:70 offset1:71
	.loc	0 81 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v35, -v31, v23, v36
	v_mad_f32 v36, -v31, v24, v14
	v_mad_f32 v37, -v31, v25, v15
	.loc	0 82 29
	ds_read2_b64 v[24:27], v9 offset0:68 offset1:69
	.loc	0 81 30
	v_mad_f32 v34, -v31, v22, v20
	.loc	0 81 48
	ds_read2_b64 v[20:23], v9 offset0:54 offset1:55
	ds_read2_b64 v[14:17], v9 offset0:62 offset1:63
	.loc	0 82 26
	s_waitcnt lgkmcnt(2)
	v_cmp_gt_f32_e64 vcc, |v24|, s4
	v_cndmask_b32_e32 v28, 1.0, v8, vcc
	v_mul_f32_e32 v24, v24, v28
	v_rcp_f32_e32 v24, v24
	v_cmp_gt_f32_e64 vcc, |v13|, s4
	v_cndmask_b32_e32 v29, 1.0, v8, vcc
	v_mul_f32_e32 v13, v13, v29
	v_rcp_f32_e32 v13, v13
	v_mul_f32_e32 v24, v34, v24
	v_mul_f32_e32 v32, v28, v24
	.loc	0 81 30
	v_mad_f32 v24, -v32, v25, v35
	.loc	0 82 26
	v_mul_f32_e32 v13, v24, v13
	v_mul_f32_e32 v33, v29, v13
	.loc	0 81 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v13, -v30, v20, v38
	v_mad_f32 v24, -v30, v21, v39
	v_mad_f32 v22, -v30, v22, v18
	v_mad_f32 v23, -v30, v23, v19
	.loc	0 82 29
	ds_read2_b64 v[18:21], v9 offset0:79 offset1:85
	.loc	0 81 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v28, -v31, v14, v13
	v_mad_f32 v29, -v31, v15, v24
	v_mad_f32 v34, -v31, v16, v22
	.loc	0 81 48
	ds_read2_b64 v[13:16], v9 offset0:77 offset1:78
	.loc	0 82 26
	s_waitcnt lgkmcnt(1)
	v_cmp_gt_f32_e64 vcc, |v20|, s4
	v_cndmask_b32_e32 v30, 1.0, v8, vcc
	v_mul_f32_e32 v20, v20, v30
	v_rcp_f32_e32 v20, v20
	.loc	0 81 30
	v_mad_f32 v26, -v32, v26, v36
	.loc	0 82 26
	v_cmp_gt_f32_e64 vcc, |v12|, s4
	.loc	0 81 30
	v_mad_f32 v17, -v31, v17, v23
	.loc	0 81 48
	ds_read2_b64 v[22:25], v9 offset0:86 offset1:87
	.loc	0 81 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v13, -v33, v13, v26
	.loc	0 82 26
	v_cndmask_b32_e32 v31, 1.0, v8, vcc
	.loc	0 81 30
	v_mad_f32 v27, -v32, v27, v37
	.loc	0 82 26
	v_mul_f32_e32 v13, v13, v20
	v_mul_f32_e32 v12, v12, v31
	.loc	0 81 30
	v_mad_f32 v2, -v32, v2, v28
	.loc	0 82 26
	v_mul_f32_e32 v30, v30, v13
	.loc	0 81 30
	v_mad_f32 v20, -v33, v14, v27
	.loc	0 82 26
	v_rcp_f32_e32 v26, v12
	.loc	0 81 30
	v_mad_f32 v2, -v33, v15, v2
	.loc	0 82 29
	ds_read2_b64 v[12:15], v9 offset0:102 offset1:103
	.loc	0 81 30
	v_mad_f32 v3, -v32, v3, v29
	v_mad_f32 v3, -v33, v16, v3
	v_mad_f32 v16, -v30, v21, v20
	.loc	0 82 26
	v_mul_f32_e32 v16, v16, v26
	.loc	0 81 48
	ds_read2_b64 v[26:29], v9 offset0:94 offset1:95
	.loc	0 82 26
	s_waitcnt lgkmcnt(1)
	v_cmp_gt_f32_e64 vcc, |v12|, s4
	v_cndmask_b32_e32 v20, 1.0, v8, vcc
	v_mul_f32_e32 v12, v12, v20
	v_rcp_f32_e32 v12, v12
	v_mul_f32_e32 v31, v31, v16
	.loc	0 81 30
	v_mad_f32 v2, -v30, v22, v2
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v2, -v31, v26, v2
	.loc	0 82 26
	v_mul_f32_e32 v2, v2, v12
	v_mul_f32_e32 v2, v20, v2
	v_cmp_gt_f32_e64 vcc, |v11|, s4
	.loc	0 81 30
	v_mad_f32 v3, -v30, v23, v3
	.loc	0 81 48
	ds_read2_b64 v[20:23], v9 offset0:111 offset1:119
	.loc	0 82 26
	v_cndmask_b32_e32 v12, 1.0, v8, vcc
	v_mul_f32_e32 v11, v11, v12
	v_rcp_f32_e32 v11, v11
	.loc	0 81 30
	v_mad_f32 v3, -v31, v27, v3
	.loc	0 82 26
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_f32_e64 vcc, |v22|, s4
	.loc	0 81 30
	v_mad_f32 v3, -v2, v13, v3
	v_mad_f32 v4, -v32, v4, v34
	.loc	0 82 26
	v_cndmask_b32_e32 v9, 1.0, v8, vcc
	v_mul_f32_e32 v3, v3, v11
	.loc	0 81 30
	v_mad_f32 v4, -v33, v18, v4
	.loc	0 82 26
	v_mul_f32_e32 v11, v22, v9
	.loc	0 81 30
	v_mad_f32 v4, -v30, v24, v4
	.loc	0 82 26
	v_rcp_f32_e32 v11, v11
	.loc	0 81 30
	v_mad_f32 v4, -v31, v28, v4
	.loc	0 82 26
	v_mul_f32_e32 v3, v12, v3
	.loc	0 81 30
	v_mad_f32 v4, -v2, v14, v4
	v_mad_f32 v5, -v32, v5, v17
	v_mad_f32 v4, -v3, v20, v4
	.loc	0 82 26
	v_cmp_gt_f32_e64 vcc, |v10|, s4
	v_mul_f32_e32 v4, v4, v11
	.loc	0 81 30
	v_mad_f32 v5, -v33, v19, v5
	.loc	0 82 26
	v_cndmask_b32_e32 v8, 1.0, v8, vcc
	v_mul_f32_e32 v4, v9, v4
	.loc	0 81 30
	v_mad_f32 v5, -v30, v25, v5
	.loc	0 82 26
	v_mul_f32_e32 v9, v10, v8
	.loc	0 81 30
	v_mad_f32 v5, -v31, v29, v5
	.loc	0 82 26
	v_rcp_f32_e32 v9, v9
	.loc	0 81 30
	v_mad_f32 v5, -v2, v15, v5
	v_mad_f32 v5, -v3, v21, v5
	v_mad_f32 v5, -v4, v23, v5
	.loc	0 82 26
	v_mul_f32_e32 v5, v5, v9
	v_mul_f32_e32 v5, v8, v5
	ds_write2_b64 v7, v[32:33], v[30:31] offset0:4 offset1:5
	ds_write2_b64 v7, v[2:3], v[4:5] offset0:6 offset1:7
.LBB1_6:
	.loc	0 71 9
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB1_8
	.loc	0 0 9
	s_movk_i32 s4, 0x400
	v_add_i32_e32 v4, vcc, s4, v6
	ds_read2_b32 v[2:3], v4 offset1:16
	v_mov_b32_e32 v5, 0
	.loc	0 75 50
	ds_read_b32 v7, v6 offset:1024
	ds_read_b32 v8, v6 offset:1024
	.loc	0 75 33
	ds_read_b32 v13, v5 offset:2112
	ds_read_b32 v12, v5 offset:2248
	ds_read_b32 v10, v5 offset:2384
	ds_read_b32 v9, v5 offset:2656
	ds_read_b32 v11, v5 offset:2928
	ds_read_b32 v37, v6 offset:1984
	s_movk_i32 s4, 0x800
	v_add_i32_e64 v38, vcc, s4, 0
	.loc	0 75 30
	s_waitcnt lgkmcnt(5)
	v_mad_f32 v24, -v13, v7, v3
	ds_write_b32 v6, v24 offset:1088
	ds_read2_b32 v[28:29], v4 offset0:16 offset1:32
	.loc	0 75 33
	ds_read2_b64 v[13:16], v38 offset0:16 offset1:24
	.loc	0 75 30
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v3, -v13, v7, v29
	v_mad_f32 v25, -v14, v24, v3
	ds_write_b32 v6, v25 offset:1152
	ds_read2_b32 v[29:30], v4 offset0:32 offset1:48
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v3, -v15, v7, v30
	v_mad_f32 v3, -v16, v24, v3
	v_mad_f32 v26, -v12, v25, v3
	ds_write_b32 v6, v26 offset:1216
	ds_read2_b32 v[30:31], v4 offset0:48 offset1:64
	.loc	0 75 33
	ds_read2_b64 v[12:15], v38 offset0:32 offset1:33
	ds_read2_b64 v[16:19], v38 offset0:40 offset1:41
	.loc	0 75 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v3, -v12, v7, v31
	v_mad_f32 v3, -v13, v24, v3
	v_mad_f32 v3, -v14, v25, v3
	v_mad_f32 v39, -v15, v26, v3
	ds_write_b32 v6, v39 offset:1280
	ds_read2_b32 v[31:32], v4 offset0:64 offset1:80
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v3, -v16, v7, v32
	v_mad_f32 v3, -v17, v24, v3
	v_mad_f32 v3, -v18, v25, v3
	v_mad_f32 v3, -v19, v26, v3
	v_mad_f32 v10, -v10, v39, v3
	ds_write_b32 v6, v10 offset:1344
	ds_read2_b32 v[32:33], v4 offset0:80 offset1:96
	.loc	0 75 33
	ds_read2_b64 v[12:15], v38 offset0:48 offset1:49
	ds_read2_b64 v[16:19], v38 offset0:50 offset1:56
	ds_read2_b64 v[20:23], v38 offset0:57 offset1:58
	.loc	0 75 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v3, -v12, v7, v33
	v_mad_f32 v3, -v13, v24, v3
	v_mad_f32 v3, -v14, v25, v3
	v_mad_f32 v3, -v15, v26, v3
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v3, -v16, v39, v3
	v_mad_f32 v27, -v17, v10, v3
	ds_write_b32 v6, v27 offset:1408
	ds_read2_b32 v[33:34], v4 offset0:96 offset1:112
	.loc	0 75 33
	ds_read_b32 v40, v5 offset:2792
	ds_read_b32 v3, v5 offset:3064
	.loc	0 75 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v7, -v18, v7, v34
	v_mad_f32 v7, -v19, v24, v7
	.loc	0 75 33
	ds_read2_b64 v[12:15], v38 offset0:64 offset1:65
	ds_read2_b64 v[16:19], v38 offset0:66 offset1:67
	ds_read_b32 v5, v5 offset:2520
	.loc	0 75 50
	ds_read_b32 v41, v6 offset:1408
	.loc	0 75 30
	v_mad_f32 v7, -v20, v25, v7
	v_mad_f32 v7, -v21, v26, v7
	v_mad_f32 v7, -v22, v39, v7
	v_mad_f32 v7, -v23, v10, v7
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v5, -v5, v27, v7
	ds_write_b32 v6, v5 offset:1472
	ds_read2_b32 v[34:35], v4 offset0:112 offset1:128
	.loc	0 75 50
	ds_read_b32 v7, v6 offset:1088
	ds_read_b32 v42, v6 offset:1152
	ds_read_b32 v43, v6 offset:1216
	ds_read_b32 v44, v6 offset:1280
	.loc	0 75 30
	s_waitcnt lgkmcnt(4)
	v_mad_f32 v12, -v12, v8, v35
	s_waitcnt lgkmcnt(3)
	v_mad_f32 v12, -v13, v7, v12
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v12, -v14, v42, v12
	v_mad_f32 v12, -v15, v26, v12
	v_mad_f32 v12, -v16, v39, v12
	v_mad_f32 v12, -v17, v10, v12
	v_mad_f32 v12, -v18, v27, v12
	v_mad_f32 v45, -v19, v5, v12
	ds_write_b32 v6, v45 offset:1536
	ds_read2_b32 v[35:36], v4 offset0:128 offset1:144
	.loc	0 75 33
	ds_read2_b64 v[12:15], v38 offset0:72 offset1:73
	ds_read2_b64 v[16:19], v38 offset0:74 offset1:75
	.loc	0 75 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v12, -v12, v8, v36
	v_mad_f32 v12, -v13, v7, v12
	v_mad_f32 v12, -v14, v42, v12
	v_mad_f32 v36, -v15, v26, v12
	ds_read2_b32 v[24:25], v4 offset0:160 offset1:176
	.loc	0 75 33
	ds_read2_b64 v[12:15], v38 offset0:80 offset1:81
	ds_read2_b64 v[20:23], v38 offset0:82 offset1:83
	.loc	0 75 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v12, -v12, v8, v24
	v_mad_f32 v12, -v13, v7, v12
	v_mad_f32 v12, -v14, v42, v12
	v_mad_f32 v46, -v15, v26, v12
	v_mad_f32 v12, -v16, v39, v36
	v_mad_f32 v12, -v17, v10, v12
	v_mad_f32 v12, -v18, v27, v12
	v_mad_f32 v18, -v19, v5, v12
	.loc	0 75 33
	ds_read2_b64 v[12:15], v38 offset0:84 offset1:88
	.loc	0 75 30
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v14, -v14, v8, v25
	v_mad_f32 v19, -v15, v7, v14
	.loc	0 75 33
	ds_read2_b64 v[14:17], v38 offset0:89 offset1:90
	ds_read2_b64 v[24:27], v38 offset0:91 offset1:92
	.loc	0 75 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v14, -v14, v42, v19
	v_mad_f32 v14, -v15, v43, v14
	v_mad_f32 v14, -v16, v44, v14
	v_mad_f32 v15, -v20, v39, v46
	v_mad_f32 v14, -v17, v10, v14
	v_mad_f32 v10, -v21, v10, v15
	v_mad_f32 v10, -v22, v41, v10
	v_mad_f32 v10, -v23, v5, v10
	v_mad_f32 v22, -v9, v45, v18
	v_mad_f32 v9, -v12, v45, v10
	v_mad_f32 v23, -v13, v22, v9
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v9, -v24, v41, v14
	v_mad_f32 v9, -v25, v5, v9
	v_mad_f32 v9, -v26, v45, v9
	v_mad_f32 v9, -v27, v22, v9
	v_mad_f32 v24, -v40, v23, v9
	ds_write_b32 v6, v24 offset:1728
	ds_read2_b32 v[20:21], v4 offset0:176 offset1:192
	.loc	0 75 33
	ds_read2_b64 v[12:15], v38 offset0:96 offset1:97
	ds_read2_b64 v[16:19], v38 offset0:98 offset1:99
	.loc	0 75 30
	ds_write2_b32 v4, v22, v23 offset0:144 offset1:160
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v8, -v12, v8, v21
	v_mad_f32 v7, -v13, v7, v8
	v_mad_f32 v7, -v14, v42, v7
	v_mad_f32 v7, -v15, v43, v7
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v7, -v16, v44, v7
	v_mad_f32 v12, -v17, v32, v7
	.loc	0 75 33
	ds_read2_b64 v[7:10], v38 offset0:100 offset1:101
	.loc	0 75 30
	v_mad_f32 v12, -v18, v41, v12
	v_mad_f32 v5, -v19, v5, v12
	ds_read2_b32 v[16:17], v4 offset0:208 offset1:224
	.loc	0 75 33
	ds_read2_b64 v[12:15], v38 offset0:104 offset1:105
	.loc	0 75 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v5, -v7, v45, v5
	v_mad_f32 v5, -v8, v22, v5
	v_mad_f32 v5, -v9, v23, v5
	v_mad_f32 v5, -v10, v24, v5
	.loc	0 75 33
	ds_read2_b64 v[7:10], v38 offset0:106 offset1:107
	.loc	0 75 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v12, -v12, v2, v16
	v_mad_f32 v12, -v13, v28, v12
	v_mad_f32 v12, -v14, v29, v12
	v_mad_f32 v16, -v15, v43, v12
	.loc	0 75 33
	ds_read2_b64 v[12:15], v38 offset0:108 offset1:109
	.loc	0 75 30
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v7, -v7, v44, v16
	v_mad_f32 v7, -v8, v32, v7
	v_mad_f32 v7, -v9, v33, v7
	v_mad_f32 v7, -v10, v34, v7
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v7, -v12, v35, v7
	v_mad_f32 v7, -v13, v22, v7
	v_mad_f32 v12, -v14, v23, v7
	.loc	0 75 33
	ds_read2_b64 v[7:10], v38 offset0:112 offset1:113
	.loc	0 75 30
	v_mad_f32 v12, -v15, v24, v12
	v_mad_f32 v19, -v11, v5, v12
	.loc	0 75 33
	ds_read2_b64 v[11:14], v38 offset0:114 offset1:115
	.loc	0 75 30
	ds_write2_b32 v4, v5, v19 offset0:192 offset1:208
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v7, -v7, v2, v17
	v_mad_f32 v7, -v8, v28, v7
	v_mad_f32 v7, -v9, v29, v7
	v_mad_f32 v7, -v10, v43, v7
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v7, -v11, v44, v7
	v_mad_f32 v11, -v12, v32, v7
	.loc	0 75 33
	ds_read2_b64 v[7:10], v38 offset0:116 offset1:117
	.loc	0 75 30
	v_mad_f32 v11, -v13, v33, v11
	v_mad_f32 v21, -v14, v34, v11
	.loc	0 75 33
	ds_read2_b64 v[11:14], v38 offset0:118 offset1:120
	ds_read2_b64 v[15:18], v38 offset0:121 offset1:122
	.loc	0 75 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v7, -v7, v35, v21
	v_mad_f32 v7, -v8, v22, v7
	v_mad_f32 v7, -v9, v23, v7
	v_mad_f32 v7, -v10, v24, v7
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v7, -v11, v5, v7
	v_mad_f32 v2, -v13, v2, v37
	v_mad_f32 v21, -v12, v19, v7
	v_mad_f32 v2, -v14, v28, v2
	.loc	0 75 33
	ds_read2_b64 v[7:10], v38 offset0:123 offset1:124
	ds_read2_b64 v[11:14], v38 offset0:125 offset1:126
	.loc	0 75 30
	s_waitcnt lgkmcnt(2)
	v_mad_f32 v2, -v15, v29, v2
	v_mad_f32 v2, -v16, v30, v2
	v_mad_f32 v2, -v17, v31, v2
	v_mad_f32 v2, -v18, v32, v2
	s_waitcnt lgkmcnt(1)
	v_mad_f32 v2, -v7, v33, v2
	v_mad_f32 v2, -v8, v34, v2
	v_mad_f32 v2, -v9, v35, v2
	v_mad_f32 v2, -v10, v22, v2
	s_waitcnt lgkmcnt(0)
	v_mad_f32 v2, -v11, v23, v2
	v_mad_f32 v2, -v12, v20, v2
	v_mad_f32 v2, -v13, v5, v2
	v_mad_f32 v2, -v14, v19, v2
	v_mad_f32 v2, -v3, v21, v2
	ds_write2_b32 v4, v21, v2 offset0:224 offset1:240
.LBB1_8:
	.loc	0 0 30
	s_or_b64 exec, exec, s[2:3]
	.loc	0 85 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_waitcnt lgkmcnt(0)
	.loc	0 87 9
	s_and_saveexec_b64 s[4:5], s[0:1]
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB1_10
	.loc	0 92 42
	ds_read2_b32 v[2:3], v6 offset1:16
	.loc	0 92 13
	s_ashr_i32 s9, s8, 31
	.loc	0 92 35
	s_add_i32 s6, s8, s10
	.loc	0 92 13
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	s_lshl_b64 s[0:1], s[8:9], 2
	s_ashr_i32 s7, s6, 31
	.loc	0 92 42
	ds_read2_b32 v[4:5], v6 offset0:32 offset1:48
	.loc	0 92 40
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 40
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 42
	s_waitcnt expcnt(0)
	ds_read2_b32 v[2:3], v6 offset0:64 offset1:80
	.loc	0 92 40
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 40
	buffer_store_dword v5, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 42
	s_waitcnt expcnt(0)
	ds_read2_b32 v[4:5], v6 offset0:96 offset1:112
	.loc	0 92 40
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 40
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 42
	s_waitcnt expcnt(0)
	ds_read2_b32 v[2:3], v6 offset0:128 offset1:144
	.loc	0 92 40
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 40
	buffer_store_dword v5, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 42
	s_waitcnt expcnt(0)
	ds_read2_b32 v[4:5], v6 offset0:160 offset1:176
	.loc	0 92 40
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 40
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 42
	s_waitcnt expcnt(0)
	ds_read2_b32 v[2:3], v6 offset0:192 offset1:208
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 40
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 40
	buffer_store_dword v5, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 40
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 42
	s_waitcnt expcnt(0)
	ds_read_b32 v2, v6 offset:896
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 35
	s_add_i32 s6, s6, s10
	.loc	0 92 13
	s_ashr_i32 s7, s6, 31
	.loc	0 92 40
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 92 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 92 40
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 92 35
	s_add_i32 s3, s6, s10
.LBB1_10:
	.loc	0 87 9
	s_or_saveexec_b64 s[4:5], s[4:5]
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v2, s3
	v_mov_b32_e32 v3, s2
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB1_12
	.loc	0 89 40
	s_movk_i32 s0, 0x400
	v_add_i32_e32 v7, vcc, s0, v6
	ds_read2_b32 v[2:3], v7 offset0:16 offset1:32
	.loc	0 89 26
	s_add_i32 s6, s12, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	s_ashr_i32 s7, s6, 31
	.loc	0 89 40
	ds_read2_b32 v[4:5], v7 offset0:48 offset1:64
	.loc	0 89 38
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 38
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 40
	s_waitcnt expcnt(0)
	ds_read2_b32 v[2:3], v7 offset0:80 offset1:96
	.loc	0 89 38
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 38
	buffer_store_dword v5, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 40
	s_waitcnt expcnt(0)
	ds_read2_b32 v[4:5], v7 offset0:112 offset1:128
	.loc	0 89 38
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 38
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 40
	s_waitcnt expcnt(0)
	ds_read2_b32 v[2:3], v7 offset0:144 offset1:160
	.loc	0 89 38
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 38
	buffer_store_dword v5, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 40
	s_waitcnt expcnt(0)
	ds_read2_b32 v[4:5], v7 offset0:176 offset1:192
	.loc	0 89 38
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 38
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 40
	s_waitcnt expcnt(0)
	ds_read2_b32 v[2:3], v7 offset0:208 offset1:224
	.loc	0 89 38
	s_waitcnt lgkmcnt(1)
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 38
	buffer_store_dword v5, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 26
	s_add_i32 s6, s6, s10
	.loc	0 89 13
	s_ashr_i32 s7, s6, 31
	.loc	0 89 38
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 89 13
	s_lshl_b64 s[0:1], s[6:7], 2
	.loc	0 89 38
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 89 26
	s_add_i32 s0, s6, s10
	s_waitcnt expcnt(1)
	v_mov_b32_e32 v2, s0
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v3, 0x400
.LBB1_12:
	.loc	0 0 26
	s_or_b64 exec, exec, s[4:5]
	v_add_i32_e32 v3, vcc, v3, v6
	v_add_i32_e32 v3, vcc, 0x3c0, v3
	ds_read_b32 v4, v3
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[2:3], v[2:3], 2
	s_mov_b32 s2, 0
	v_add_i32_e32 v0, vcc, v0, v2
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
	v_addc_u32_e32 v1, vcc, v1, v3, vcc
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 94 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel lud_perimeter
		.amdhsa_group_segment_fixed_size 3072
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 16
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
		.amdhsa_next_free_vgpr 47
		.amdhsa_next_free_sgpr 36
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
	.size	lud_perimeter, .Lfunc_end1-lud_perimeter
	.text
	.protected	lud_internal
	.globl	lud_internal
	.p2align	8
	.type	lud_internal,@function
lud_internal:
	.loc	0 101 14
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	.loc	0 102 41
	s_lshl_b32 s0, s7, 4
	.loc	0 105 21
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	s_movk_i32 s4, 0x400
	.loc	0 102 41
	s_waitcnt lgkmcnt(0)
	s_add_i32 s1, s11, 16
	.loc	0 102 49
	s_add_i32 s0, s0, s1
	.loc	0 105 36
	v_add_i32_e32 v2, vcc, s11, v1
	.loc	0 102 49
	v_add_i32_e32 v4, vcc, s0, v1
	.loc	0 105 42
	v_mul_lo_u32 v2, v2, s10
	.loc	0 103 44
	s_lshl_b32 s0, s6, 4
	.loc	0 106 32
	v_mul_lo_u32 v7, v4, s10
	.loc	0 103 52
	s_add_i32 s0, s0, s1
	v_add_i32_e32 v6, vcc, s0, v0
	.loc	0 105 46
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 106 36
	v_add_i32_e32 v4, vcc, s11, v0
	.loc	0 105 21
	v_ashrrev_i32_e32 v3, 31, v2
	.loc	0 106 45
	v_add_i32_e32 v4, vcc, v4, v7
	.loc	0 105 21
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 106 21
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 105 21
	s_mov_b64 s[0:1], s[8:9]
	.loc	0 106 21
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 105 21
	buffer_load_dword v2, v[2:3], s[0:3], 0 addr64
	.loc	0 106 21
	buffer_load_dword v3, v[4:5], s[0:3], 0 addr64
	.loc	0 105 5
	v_lshlrev_b32_e32 v16, 6, v1
	v_lshlrev_b32_e32 v0, 2, v0
	.loc	0 111 31
	v_add_i32_e32 v17, vcc, s4, v0
	.loc	0 106 5
	v_add_i32_e32 v4, vcc, v16, v0
	.loc	0 112 20
	v_add_i32_e32 v0, vcc, v7, v6
	.loc	0 112 5
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[8:9], v[0:1], 2
	.loc	0 105 5
	v_add_i32_e32 v5, vcc, v17, v16
	.loc	0 105 19
	s_mov_b32 m0, -1
	s_waitcnt vmcnt(1)
	ds_write_b32 v5, v2
	.loc	0 106 19
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v3
	.loc	0 107 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 112 30
	buffer_load_dword v18, v[8:9], s[0:3], 0 addr64
	.loc	0 111 31
	ds_read2_b32 v[10:11], v17 offset1:16
	.loc	0 111 16
	ds_read2_b64 v[0:3], v16 offset1:1
	.loc	0 111 31
	ds_read2_b32 v[12:13], v17 offset0:32 offset1:48
	.loc	0 111 16
	ds_read2_b64 v[4:7], v16 offset0:2 offset1:3
	.loc	0 111 31
	ds_read2_b32 v[14:15], v17 offset0:64 offset1:80
	.loc	0 111 13
	s_waitcnt lgkmcnt(3)
	v_mad_f32 v19, v0, v10, 0
	v_mac_f32_e32 v19, v1, v11
	.loc	0 111 31
	ds_read2_b32 v[10:11], v17 offset0:96 offset1:112
	.loc	0 111 13
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v19, v2, v12
	v_mac_f32_e32 v19, v3, v13
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v19, v4, v14
	.loc	0 111 31
	ds_read2_b32 v[12:13], v17 offset0:128 offset1:144
	.loc	0 111 16
	ds_read2_b64 v[0:3], v16 offset0:4 offset1:5
	.loc	0 111 13
	v_mac_f32_e32 v19, v5, v15
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v19, v6, v10
	v_mac_f32_e32 v19, v7, v11
	.loc	0 111 31
	ds_read2_b32 v[10:11], v17 offset0:160 offset1:176
	.loc	0 111 16
	ds_read2_b64 v[4:7], v16 offset0:6 offset1:7
	.loc	0 111 31
	ds_read2_b32 v[14:15], v17 offset0:192 offset1:208
	.loc	0 111 13
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v19, v0, v12
	v_mac_f32_e32 v19, v1, v13
	.loc	0 111 31
	ds_read2_b32 v[0:1], v17 offset0:224 offset1:240
	.loc	0 111 13
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v19, v2, v10
	v_mac_f32_e32 v19, v3, v11
	s_waitcnt lgkmcnt(1)
	v_mac_f32_e32 v19, v4, v14
	v_mac_f32_e32 v19, v5, v15
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v19, v6, v0
	v_mac_f32_e32 v19, v7, v1
	.loc	0 112 30
	s_waitcnt vmcnt(0)
	v_sub_f32_e32 v0, v18, v19
	buffer_store_dword v0, v[8:9], s[0:3], 0 addr64
	.loc	0 113 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel lud_internal
		.amdhsa_group_segment_fixed_size 2048
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 16
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
		.amdhsa_next_free_sgpr 12
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
	.size	lud_internal, .Lfunc_end2-lud_internal
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
    .group_segment_fixed_size: 1024
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .max_flat_workgroup_size: 512
    .name:           lud_diagonal
    .private_segment_fixed_size: 0
    .sgpr_count:     24
    .sgpr_spill_count: 0
    .symbol:         lud_diagonal.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     26
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .group_segment_fixed_size: 3072
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .max_flat_workgroup_size: 512
    .name:           lud_perimeter
    .private_segment_fixed_size: 0
    .sgpr_count:     38
    .sgpr_spill_count: 0
    .symbol:         lud_perimeter.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     47
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .group_segment_fixed_size: 2048
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .max_flat_workgroup_size: 512
    .name:           lud_internal
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         lud_internal.kd
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
