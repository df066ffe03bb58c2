	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	scalarprod_scalarprod
	.globl	scalarprod_scalarprod
	.p2align	8
	.type	scalarprod_scalarprod,@function
scalarprod_scalarprod:
	.file	0 "scalarprod.cu"
	.loc	0 18 23
	s_load_dwordx2 s[52:53], s[4:5], 0x6
	.loc	0 18 42
	s_waitcnt lgkmcnt(0)
	s_cmp_ge_i32 s6, s52
	.loc	0 18 5
	s_cbranch_scc1 .LBB0_44
	.loc	0 0 5
	s_load_dword s2, s[4:5], 0xb
	s_load_dword s33, s[4:5], 0x8
	v_lshlrev_b32_e32 v6, 2, v0
	.loc	0 18 23
	s_load_dwordx4 s[44:47], s[4:5], 0x0
	s_load_dwordx2 s[48:49], s[4:5], 0x4
	s_movk_i32 s7, 0x80
	s_waitcnt lgkmcnt(0)
	s_and_b32 s58, s2, 0xffff
	v_add_i32_e32 v1, vcc, s58, v0
	s_lshl_b32 s59, s58, 2
	v_add_i32_e32 v7, vcc, s59, v6
	v_add_i32_e32 v2, vcc, s58, v1
	v_add_i32_e32 v8, vcc, s59, v7
	v_add_i32_e32 v3, vcc, s58, v2
	v_add_i32_e32 v9, vcc, s59, v8
	v_add_i32_e32 v4, vcc, s58, v3
	v_add_i32_e32 v10, vcc, s59, v9
	v_add_i32_e32 v5, vcc, s58, v4
	v_add_i32_e32 v11, vcc, s59, v10
	v_add_i32_e32 v16, vcc, s58, v5
	s_movk_i32 s0, 0x200
	s_movk_i32 s3, 0x100
	v_cmp_gt_u32_e64 s[38:39], s7, v0
	v_add_i32_e32 v12, vcc, s59, v11
	v_add_i32_e32 v17, vcc, s58, v16
	.loc	0 18 5
	s_mul_i32 s7, s6, s53
	v_cmp_gt_u32_e64 s[0:1], s0, v0
	v_cmp_gt_u32_e64 s[2:3], s3, v0
	v_add_i32_e32 v13, vcc, s59, v12
	s_mov_b32 s42, 0
	v_add_i32_e32 v14, vcc, s7, v0
	s_mul_i32 s60, s33, s53
	s_mov_b32 s43, 0x100f000
	s_movk_i32 s61, 0x3ff
	s_movk_i32 s62, 0x1ff
	s_movk_i32 s63, 0xff
	s_movk_i32 s64, 0x7f
	v_mov_b32_e32 v15, 0
	v_cmp_gt_u32_e64 s[8:9], 64, v0
	v_cmp_gt_u32_e64 s[10:11], 32, v0
	v_cmp_gt_u32_e64 s[12:13], 16, v0
	v_cmp_gt_u32_e64 s[14:15], 8, v0
	v_cmp_gt_u32_e64 s[16:17], 4, v0
	v_cmp_gt_u32_e64 s[18:19], 2, v0
	v_cmp_gt_u32_e64 s[20:21], 8, v1
	v_cmp_gt_u32_e64 s[22:23], 8, v2
	v_cmp_gt_u32_e64 s[24:25], 8, v3
	v_cmp_gt_u32_e64 s[26:27], 8, v4
	v_cmp_gt_u32_e64 s[28:29], 8, v5
	v_cmp_gt_u32_e64 s[30:31], 8, v16
	v_cmp_gt_u32_e64 s[34:35], 8, v17
	v_cmp_eq_u32_e64 s[36:37], 0, v0
	s_mov_b32 m0, -1
	s_branch .LBB0_3
.LBB0_2:
	.loc	0 0 5
	s_or_b64 exec, exec, s[4:5]
	.loc	0 18 60
	s_add_i32 s6, s33, s6
	.loc	0 18 42
	s_cmp_ge_i32 s6, s52
	.loc	0 18 5
	v_add_i32_e32 v14, vcc, s60, v14
	s_cbranch_scc1 .LBB0_44
.LBB0_3:
	.loc	0 19 30
	s_mul_i32 s7, s6, s53
	.loc	0 20 25
	s_add_i32 s65, s7, s53
	s_mov_b64 s[50:51], 0
	v_mov_b32_e32 v1, v14
	v_mov_b32_e32 v16, v0
	s_branch .LBB0_5
.LBB0_4:
	.loc	0 0 25
	s_or_b64 exec, exec, s[54:55]
	.loc	0 25 13
	v_lshlrev_b32_e32 v2, 2, v16
	.loc	0 21 61
	v_add_i32_e32 v16, vcc, s58, v16
	.loc	0 21 41
	v_cmp_lt_u32_e32 vcc, s61, v16
	.loc	0 21 9
	s_or_b64 s[50:51], vcc, s[50:51]
	v_add_i32_e32 v1, vcc, s58, v1
	.loc	0 25 30
	ds_write_b32 v2, v17
	.loc	0 21 9
	s_andn2_b64 exec, exec, s[50:51]
	s_cbranch_execz .LBB0_9
.LBB0_5:
	.loc	0 23 41
	v_cmp_gt_i32_e32 vcc, s53, v16
	v_mov_b32_e32 v17, 0
	.loc	0 23 13
	s_and_saveexec_b64 s[54:55], vcc
	s_cbranch_execz .LBB0_4
	.loc	0 23 41
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[4:5], v[1:2], 2
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v3, s45
	v_add_i32_e32 v2, vcc, s44, v4
	v_addc_u32_e32 v3, vcc, v3, v5, vcc
	v_mov_b32_e32 v17, s47
	v_add_i32_e32 v4, vcc, s46, v4
	v_addc_u32_e32 v5, vcc, v17, v5, vcc
	.loc	0 23 32
	v_add_i32_e32 v18, vcc, s7, v16
	s_mov_b64 s[56:57], 0
	v_mov_b32_e32 v17, 0
.LBB0_7:
	.loc	0 24 24
	s_mov_b32 s40, s42
	s_mov_b32 s41, s42
	buffer_load_dword v19, v[2:3], s[40:43], 0 addr64
	.loc	0 24 31
	buffer_load_dword v20, v[4:5], s[40:43], 0 addr64
	.loc	0 23 50
	v_add_i32_e32 v18, vcc, 0x400, v18
	.loc	0 23 41
	v_add_i32_e32 v2, vcc, 0x1000, v2
	s_mov_b64 s[4:5], vcc
	v_cmp_le_i32_e64 s[40:41], s65, v18
	v_add_i32_e32 v4, vcc, 0x1000, v4
	.loc	0 23 13
	s_or_b64 s[56:57], s[40:41], s[56:57]
	.loc	0 23 41
	v_addc_u32_e64 v3, s[4:5], 0, v3, s[4:5]
	v_addc_u32_e32 v5, vcc, 0, v5, vcc
	.loc	0 24 21
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v17, v19, v20
	.loc	0 23 13
	s_andn2_b64 exec, exec, s[56:57]
	s_cbranch_execnz .LBB0_7
	.loc	0 0 13
	s_or_b64 exec, exec, s[56:57]
	s_branch .LBB0_4
.LBB0_9:
	s_or_b64 exec, exec, s[50:51]
	.loc	0 29 13
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 30 13
	s_and_saveexec_b64 s[4:5], s[0:1]
	s_cbranch_execz .LBB0_12
	.loc	0 0 13
	s_mov_b64 s[40:41], 0
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v2, v0
.LBB0_11:
	.loc	0 31 37
	v_add_i32_e32 v3, vcc, 0x800, v1
	ds_read_b32 v3, v3
	.loc	0 31 34
	ds_read_b32 v4, v1
	.loc	0 30 57
	v_add_i32_e32 v2, vcc, s58, v2
	.loc	0 30 45
	v_cmp_lt_u32_e32 vcc, s62, v2
	.loc	0 30 13
	s_or_b64 s[40:41], vcc, s[40:41]
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v1, v3
	.loc	0 30 45
	v_add_i32_e32 v1, vcc, s59, v1
	.loc	0 30 13
	s_andn2_b64 exec, exec, s[40:41]
	s_cbranch_execnz .LBB0_11
.LBB0_12:
	.loc	0 0 13
	s_or_b64 exec, exec, s[4:5]
	.loc	0 29 13
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 30 13
	s_and_saveexec_b64 s[4:5], s[2:3]
	s_cbranch_execz .LBB0_15
	.loc	0 0 13
	s_mov_b64 s[40:41], 0
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v2, v0
.LBB0_14:
	.loc	0 31 37
	v_add_i32_e32 v3, vcc, 0x400, v1
	ds_read_b32 v3, v3
	.loc	0 31 34
	ds_read_b32 v4, v1
	.loc	0 30 57
	v_add_i32_e32 v2, vcc, s58, v2
	.loc	0 30 45
	v_cmp_lt_u32_e32 vcc, s63, v2
	.loc	0 30 13
	s_or_b64 s[40:41], vcc, s[40:41]
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v1, v3
	.loc	0 30 45
	v_add_i32_e32 v1, vcc, s59, v1
	.loc	0 30 13
	s_andn2_b64 exec, exec, s[40:41]
	s_cbranch_execnz .LBB0_14
.LBB0_15:
	.loc	0 0 13
	s_or_b64 exec, exec, s[4:5]
	.loc	0 29 13
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 30 13
	s_and_saveexec_b64 s[4:5], s[38:39]
	s_cbranch_execz .LBB0_18
	.loc	0 0 13
	s_mov_b64 s[40:41], 0
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v2, v0
.LBB0_17:
	.loc	0 31 37
	v_add_i32_e32 v3, vcc, 0x200, v1
	ds_read_b32 v3, v3
	.loc	0 31 34
	ds_read_b32 v4, v1
	.loc	0 30 57
	v_add_i32_e32 v2, vcc, s58, v2
	.loc	0 30 45
	v_cmp_lt_u32_e32 vcc, s64, v2
	.loc	0 30 13
	s_or_b64 s[40:41], vcc, s[40:41]
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v1, v3
	.loc	0 30 45
	v_add_i32_e32 v1, vcc, s59, v1
	.loc	0 30 13
	s_andn2_b64 exec, exec, s[40:41]
	s_cbranch_execnz .LBB0_17
.LBB0_18:
	.loc	0 0 13
	s_or_b64 exec, exec, s[4:5]
	.loc	0 29 13
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 30 13
	s_and_saveexec_b64 s[4:5], s[8:9]
	s_cbranch_execz .LBB0_21
	.loc	0 0 13
	s_mov_b64 s[40:41], 0
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v2, v0
.LBB0_20:
	.loc	0 31 37
	v_add_i32_e32 v3, vcc, 0x100, v1
	ds_read_b32 v3, v3
	.loc	0 31 34
	ds_read_b32 v4, v1
	.loc	0 30 57
	v_add_i32_e32 v2, vcc, s58, v2
	.loc	0 30 45
	v_cmp_lt_u32_e32 vcc, 63, v2
	.loc	0 30 13
	s_or_b64 s[40:41], vcc, s[40:41]
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v1, v3
	.loc	0 30 45
	v_add_i32_e32 v1, vcc, s59, v1
	.loc	0 30 13
	s_andn2_b64 exec, exec, s[40:41]
	s_cbranch_execnz .LBB0_20
.LBB0_21:
	.loc	0 0 13
	s_or_b64 exec, exec, s[4:5]
	.loc	0 29 13
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 30 13
	s_and_saveexec_b64 s[4:5], s[10:11]
	s_cbranch_execz .LBB0_24
	.loc	0 0 13
	s_mov_b64 s[40:41], 0
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v2, v0
.LBB0_23:
	.loc	0 31 37
	v_add_i32_e32 v3, vcc, 0x80, v1
	ds_read_b32 v3, v3
	.loc	0 31 34
	ds_read_b32 v4, v1
	.loc	0 30 57
	v_add_i32_e32 v2, vcc, s58, v2
	.loc	0 30 45
	v_cmp_lt_u32_e32 vcc, 31, v2
	.loc	0 30 13
	s_or_b64 s[40:41], vcc, s[40:41]
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v1, v3
	.loc	0 30 45
	v_add_i32_e32 v1, vcc, s59, v1
	.loc	0 30 13
	s_andn2_b64 exec, exec, s[40:41]
	s_cbranch_execnz .LBB0_23
.LBB0_24:
	.loc	0 0 13
	s_or_b64 exec, exec, s[4:5]
	.loc	0 29 13
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 30 13
	s_and_saveexec_b64 s[4:5], s[12:13]
	s_cbranch_execz .LBB0_27
	.loc	0 0 13
	s_mov_b64 s[40:41], 0
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v2, v0
.LBB0_26:
	.loc	0 31 37
	v_add_i32_e32 v3, vcc, 64, v1
	ds_read_b32 v3, v3
	.loc	0 31 34
	ds_read_b32 v4, v1
	.loc	0 30 57
	v_add_i32_e32 v2, vcc, s58, v2
	.loc	0 30 45
	v_cmp_lt_u32_e32 vcc, 15, v2
	.loc	0 30 13
	s_or_b64 s[40:41], vcc, s[40:41]
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v1, v3
	.loc	0 30 45
	v_add_i32_e32 v1, vcc, s59, v1
	.loc	0 30 13
	s_andn2_b64 exec, exec, s[40:41]
	s_cbranch_execnz .LBB0_26
.LBB0_27:
	.loc	0 0 13
	s_or_b64 exec, exec, s[4:5]
	.loc	0 29 13
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 30 13
	s_and_saveexec_b64 s[4:5], s[14:15]
	s_cbranch_execz .LBB0_36
	.loc	0 31 37
	ds_read2_b32 v[1:2], v6 offset1:8
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v2, v1
	ds_write_b32 v6, v1
	.loc	0 30 13
	s_and_b64 exec, exec, s[20:21]
	s_cbranch_execz .LBB0_36
	.loc	0 31 37
	ds_read2_b32 v[1:2], v7 offset1:8
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v2, v1
	ds_write_b32 v7, v1
	.loc	0 30 13
	s_and_b64 exec, exec, s[22:23]
	s_cbranch_execz .LBB0_36
	.loc	0 31 37
	ds_read2_b32 v[1:2], v8 offset1:8
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v2, v1
	ds_write_b32 v8, v1
	.loc	0 30 13
	s_and_b64 exec, exec, s[24:25]
	s_cbranch_execz .LBB0_36
	.loc	0 31 37
	ds_read2_b32 v[1:2], v9 offset1:8
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v2, v1
	ds_write_b32 v9, v1
	.loc	0 30 13
	s_and_b64 exec, exec, s[26:27]
	s_cbranch_execz .LBB0_36
	.loc	0 31 37
	ds_read2_b32 v[1:2], v10 offset1:8
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v2, v1
	ds_write_b32 v10, v1
	.loc	0 30 13
	s_and_b64 exec, exec, s[28:29]
	s_cbranch_execz .LBB0_36
	.loc	0 31 37
	v_add_i32_e32 v1, vcc, 32, v11
	ds_read_b32 v1, v1
	.loc	0 31 34
	ds_read_b32 v2, v11
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v1, v2
	ds_write_b32 v11, v1
	.loc	0 30 13
	s_and_b64 exec, exec, s[30:31]
	s_cbranch_execz .LBB0_36
	.loc	0 31 37
	v_add_i32_e32 v1, vcc, 32, v12
	ds_read_b32 v1, v1
	.loc	0 31 34
	ds_read_b32 v2, v12
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v1, v2
	ds_write_b32 v12, v1
	.loc	0 30 13
	s_and_b64 exec, exec, s[34:35]
	s_cbranch_execz .LBB0_36
	.loc	0 31 37
	v_add_i32_e32 v1, vcc, 32, v13
	ds_read_b32 v1, v1
	.loc	0 31 34
	ds_read_b32 v2, v13
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v1, v2
	ds_write_b32 v13, v1
.LBB0_36:
	.loc	0 0 34
	s_or_b64 exec, exec, s[4:5]
	.loc	0 29 13
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 30 13
	s_and_saveexec_b64 s[4:5], s[16:17]
	s_cbranch_execz .LBB0_39
	.loc	0 0 13
	s_mov_b64 s[40:41], 0
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v2, v0
.LBB0_38:
	.loc	0 31 37
	v_add_i32_e32 v3, vcc, 16, v1
	ds_read_b32 v3, v3
	.loc	0 31 34
	ds_read_b32 v4, v1
	.loc	0 30 57
	v_add_i32_e32 v2, vcc, s58, v2
	.loc	0 30 45
	v_cmp_lt_u32_e32 vcc, 3, v2
	.loc	0 30 13
	s_or_b64 s[40:41], vcc, s[40:41]
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v1, v3
	.loc	0 30 45
	v_add_i32_e32 v1, vcc, s59, v1
	.loc	0 30 13
	s_andn2_b64 exec, exec, s[40:41]
	s_cbranch_execnz .LBB0_38
.LBB0_39:
	.loc	0 0 13
	s_or_b64 exec, exec, s[4:5]
	.loc	0 29 13
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 30 13
	s_and_saveexec_b64 s[4:5], s[18:19]
	s_cbranch_execz .LBB0_42
	.loc	0 0 13
	s_mov_b64 s[40:41], 0
	v_mov_b32_e32 v1, v6
	v_mov_b32_e32 v2, v0
.LBB0_41:
	.loc	0 31 37
	v_add_i32_e32 v3, vcc, 8, v1
	ds_read_b32 v3, v3
	.loc	0 31 34
	ds_read_b32 v4, v1
	.loc	0 30 57
	v_add_i32_e32 v2, vcc, s58, v2
	.loc	0 30 45
	v_cmp_lt_u32_e32 vcc, 1, v2
	.loc	0 30 13
	s_or_b64 s[40:41], vcc, s[40:41]
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v1, v3
	.loc	0 30 45
	v_add_i32_e32 v1, vcc, s59, v1
	.loc	0 30 13
	s_andn2_b64 exec, exec, s[40:41]
	s_cbranch_execnz .LBB0_41
.LBB0_42:
	.loc	0 0 13
	s_or_b64 exec, exec, s[4:5]
	.loc	0 29 13
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 30 13
	s_and_saveexec_b64 s[4:5], s[36:37]
	s_cbranch_execz .LBB0_2
	.loc	0 31 34
	ds_read_b32 v1, v6
	.loc	0 31 37
	ds_read_b32 v2, v15 offset:4
	s_ashr_i32 s7, s6, 31
	s_lshl_b64 s[40:41], s[6:7], 2
	s_mov_b64 s[50:51], s[42:43]
	.loc	0 31 34
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v2, v1
	ds_write_b32 v6, v1
	.loc	0 34 32
	ds_read_b32 v3, v15
	v_mov_b32_e32 v1, s40
	v_mov_b32_e32 v2, s41
	.loc	0 34 30
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v3, v[1:2], s[48:51], 0 addr64
	s_branch .LBB0_2
.LBB0_44:
	.loc	0 39 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel scalarprod_scalarprod
		.amdhsa_group_segment_fixed_size 4096
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
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 21
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
	.size	scalarprod_scalarprod, .Lfunc_end0-scalarprod_scalarprod
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
      - .offset:         24
        .size:           4
        .value_kind:     by_value
      - .offset:         28
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
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 288
    .max_flat_workgroup_size: 512
    .name:           scalarprod_scalarprod
    .private_segment_fixed_size: 0
    .sgpr_count:     68
    .sgpr_spill_count: 0
    .symbol:         scalarprod_scalarprod.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     21
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
