	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	histogram_64
	.globl	histogram_64
	.p2align	8
	.type	histogram_64,@function
histogram_64:
	.file	0 "histogram.cu"
	.loc	0 34 23
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dword s12, s[4:5], 0x4
	.loc	0 42 34
	s_lshl_b32 s6, s6, 6
	.loc	0 34 43
	v_lshlrev_b32_e32 v5, 2, v0
	.loc	0 42 46
	v_add_i32_e32 v1, vcc, s6, v0
	v_mov_b32_e32 v3, 0
	.loc	0 38 44
	s_mov_b32 m0, -1
	.loc	0 34 43
	v_and_b32_e32 v4, 60, v5
	.loc	0 42 63
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, s12, v1
	.loc	0 38 44
	ds_write2st64_b32 v5, v3, v3 offset1:1
	ds_write2st64_b32 v5, v3, v3 offset0:2 offset1:3
	ds_write2st64_b32 v5, v3, v3 offset0:4 offset1:5
	ds_write2st64_b32 v5, v3, v3 offset0:6 offset1:7
	ds_write2st64_b32 v5, v3, v3 offset0:8 offset1:9
	ds_write2st64_b32 v5, v3, v3 offset0:10 offset1:11
	ds_write2st64_b32 v5, v3, v3 offset0:12 offset1:13
	ds_write2st64_b32 v5, v3, v3 offset0:14 offset1:15
	.loc	0 39 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 42 5
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB0_3
	.loc	0 0 5
	s_load_dword s4, s[4:5], 0x6
	.loc	0 34 71
	v_bfe_u32 v2, v0, 4, 2
	s_mov_b64 s[10:11], 0
	s_mov_b32 s7, 0x100f000
	.loc	0 34 48
	v_or_b32_e32 v6, v4, v2
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s13, s4, 6
	s_mov_b32 s6, 0
	s_mov_b64 s[4:5], s[2:3]
	v_mov_b32_e32 v2, v1
.LBB0_2:
	.loc	0 43 23
	v_lshl_b64 v[7:8], v[2:3], 4
	.loc	0 42 63
	v_add_i32_e32 v2, vcc, s13, v2
	.loc	0 43 23
	buffer_load_dwordx4 v[7:10], v[7:8], s[4:7], 0 addr64
	.loc	0 23 24
	s_waitcnt vmcnt(0)
	v_lshlrev_b32_e32 v11, 4, v7
	v_and_b32_e32 v11, 0xfc0, v11
	.loc	0 23 5
	v_or_b32_e32 v11, v6, v11
	.loc	0 23 45
	ds_read_u8 v12, v11
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v12, vcc, 1, v12
	ds_write_b8 v11, v12
	.loc	0 24 24
	v_lshrrev_b32_e32 v11, 4, v7
	v_and_b32_e32 v11, 0xfc0, v11
	.loc	0 24 5
	v_or_b32_e32 v11, v6, v11
	.loc	0 24 46
	ds_read_u8 v12, v11
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v12, vcc, 1, v12
	ds_write_b8 v11, v12
	.loc	0 25 24
	v_lshrrev_b32_e32 v11, 12, v7
	v_and_b32_e32 v11, 0xfc0, v11
	.loc	0 25 5
	v_or_b32_e32 v11, v6, v11
	.loc	0 25 46
	ds_read_u8 v12, v11
	.loc	0 26 24
	v_lshrrev_b32_e32 v7, 20, v7
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 26 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 25 46
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v12, vcc, 1, v12
	ds_write_b8 v11, v12
	.loc	0 26 46
	ds_read_u8 v11, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v11, vcc, 1, v11
	ds_write_b8 v7, v11
	.loc	0 23 24
	v_lshlrev_b32_e32 v7, 4, v8
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 23 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 23 45
	ds_read_u8 v11, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v11, vcc, 1, v11
	ds_write_b8 v7, v11
	.loc	0 24 24
	v_lshrrev_b32_e32 v7, 4, v8
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 24 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 24 46
	ds_read_u8 v11, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v11, vcc, 1, v11
	ds_write_b8 v7, v11
	.loc	0 25 24
	v_lshrrev_b32_e32 v7, 12, v8
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 25 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 25 46
	ds_read_u8 v11, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v11, vcc, 1, v11
	ds_write_b8 v7, v11
	.loc	0 26 24
	v_lshrrev_b32_e32 v7, 20, v8
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 26 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 26 46
	ds_read_u8 v8, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v8, vcc, 1, v8
	ds_write_b8 v7, v8
	.loc	0 23 24
	v_lshlrev_b32_e32 v7, 4, v9
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 23 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 23 45
	ds_read_u8 v8, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v8, vcc, 1, v8
	ds_write_b8 v7, v8
	.loc	0 24 24
	v_lshrrev_b32_e32 v7, 4, v9
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 24 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 24 46
	ds_read_u8 v8, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v8, vcc, 1, v8
	ds_write_b8 v7, v8
	.loc	0 25 24
	v_lshrrev_b32_e32 v7, 12, v9
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 25 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 25 46
	ds_read_u8 v8, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v8, vcc, 1, v8
	ds_write_b8 v7, v8
	.loc	0 26 24
	v_lshrrev_b32_e32 v7, 20, v9
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 26 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 26 46
	ds_read_u8 v8, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v8, vcc, 1, v8
	ds_write_b8 v7, v8
	.loc	0 23 24
	v_lshlrev_b32_e32 v7, 4, v10
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 23 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 23 45
	ds_read_u8 v8, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v8, vcc, 1, v8
	ds_write_b8 v7, v8
	.loc	0 24 24
	v_lshrrev_b32_e32 v7, 4, v10
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 24 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 24 46
	ds_read_u8 v8, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v8, vcc, 1, v8
	ds_write_b8 v7, v8
	.loc	0 25 24
	v_lshrrev_b32_e32 v7, 12, v10
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 25 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 25 46
	ds_read_u8 v8, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v8, vcc, 1, v8
	ds_write_b8 v7, v8
	.loc	0 26 24
	v_lshrrev_b32_e32 v7, 20, v10
	v_and_b32_e32 v7, 0xfc0, v7
	.loc	0 26 5
	v_or_b32_e32 v7, v6, v7
	.loc	0 26 46
	ds_read_u8 v8, v7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v8, vcc, 1, v8
	.loc	0 42 63
	v_cmp_le_u32_e32 vcc, s12, v2
	.loc	0 42 5
	s_or_b64 s[10:11], vcc, s[10:11]
	.loc	0 26 46
	ds_write_b8 v7, v8
	.loc	0 42 5
	s_andn2_b64 exec, exec, s[10:11]
	s_cbranch_execnz .LBB0_2
.LBB0_3:
	.loc	0 0 5
	s_or_b64 exec, exec, s[8:9]
	.loc	0 58 18
	v_add_i32_e32 v3, vcc, 4, v5
	v_add_i32_e32 v6, vcc, 8, v5
	v_add_i32_e32 v7, vcc, 12, v5
	v_add_i32_e32 v8, vcc, 16, v5
	v_add_i32_e32 v9, vcc, 20, v5
	v_add_i32_e32 v10, vcc, 24, v5
	v_add_i32_e32 v5, vcc, 28, v5
	.loc	0 52 53
	v_lshlrev_b32_e32 v0, 6, v0
	.loc	0 58 23
	v_and_b32_e32 v3, 60, v3
	v_and_b32_e32 v6, 60, v6
	v_and_b32_e32 v7, 60, v7
	v_and_b32_e32 v8, 60, v8
	v_and_b32_e32 v9, 60, v9
	v_and_b32_e32 v10, 60, v10
	v_and_b32_e32 v5, 60, v5
	.loc	0 57 16
	v_or_b32_e32 v2, v0, v4
	v_or_b32_e32 v3, v0, v3
	v_or_b32_e32 v6, v0, v6
	v_or_b32_e32 v7, v0, v7
	v_or_b32_e32 v8, v0, v8
	v_or_b32_e32 v9, v0, v9
	v_or_b32_e32 v10, v0, v10
	v_or_b32_e32 v5, v0, v5
	.loc	0 49 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 57 16
	ds_read_b32 v2, v2
	ds_read_b32 v3, v3
	ds_read_b32 v6, v6
	ds_read_b32 v7, v7
	ds_read_b32 v8, v8
	ds_read_b32 v9, v9
	ds_read_b32 v10, v10
	ds_read_b32 v5, v5
	s_waitcnt lgkmcnt(7)
	v_and_b32_e32 v12, 0xff, v2
	.loc	0 57 26
	v_bfe_u32 v13, v2, 8, 8
	.loc	0 57 16
	v_lshrrev_b32_e32 v11, 24, v2
	.loc	0 57 40
	v_bfe_u32 v2, v2, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v12, vcc, v12, v13
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v12, v2
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v11
	.loc	0 57 16
	s_waitcnt lgkmcnt(6)
	v_and_b32_e32 v12, 0xff, v3
	.loc	0 57 26
	v_bfe_u32 v13, v3, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v12
	.loc	0 57 16
	v_lshrrev_b32_e32 v11, 24, v3
	.loc	0 57 40
	v_bfe_u32 v3, v3, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v13
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v11
	.loc	0 57 16
	s_waitcnt lgkmcnt(5)
	v_and_b32_e32 v11, 0xff, v6
	.loc	0 57 26
	v_bfe_u32 v12, v6, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v11
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v6
	.loc	0 57 40
	v_bfe_u32 v6, v6, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v12
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(4)
	v_and_b32_e32 v6, 0xff, v7
	.loc	0 57 26
	v_bfe_u32 v11, v7, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v7
	.loc	0 57 40
	v_bfe_u32 v7, v7, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v11
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v7
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(3)
	v_and_b32_e32 v6, 0xff, v8
	.loc	0 57 26
	v_bfe_u32 v7, v8, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v8
	.loc	0 57 40
	v_bfe_u32 v8, v8, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v7
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v8
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v6, 0xff, v9
	.loc	0 57 26
	v_bfe_u32 v7, v9, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 57 40
	v_bfe_u32 v8, v9, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v7
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v9
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v8
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(1)
	v_and_b32_e32 v6, 0xff, v10
	.loc	0 57 26
	v_bfe_u32 v7, v10, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 57 40
	v_bfe_u32 v8, v10, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v7
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v10
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v8
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(0)
	v_and_b32_e32 v6, 0xff, v5
	.loc	0 57 26
	v_bfe_u32 v7, v5, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v5
	.loc	0 57 40
	v_bfe_u32 v5, v5, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v7
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v5
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 58 23
	v_xor_b32_e32 v3, 32, v4
	.loc	0 57 16
	v_or_b32_e32 v4, v0, v3
	.loc	0 58 18
	v_add_i32_e32 v5, vcc, 4, v3
	v_add_i32_e32 v6, vcc, 8, v3
	v_add_i32_e32 v7, vcc, 12, v3
	v_add_i32_e32 v8, vcc, 16, v3
	v_add_i32_e32 v9, vcc, 20, v3
	v_add_i32_e32 v10, vcc, 24, v3
	v_add_i32_e32 v3, vcc, 28, v3
	.loc	0 58 23
	v_and_b32_e32 v5, 60, v5
	v_and_b32_e32 v6, 60, v6
	v_and_b32_e32 v7, 60, v7
	v_and_b32_e32 v8, 60, v8
	v_and_b32_e32 v9, 60, v9
	v_and_b32_e32 v10, 60, v10
	v_and_b32_e32 v3, 60, v3
	.loc	0 57 16
	v_or_b32_e32 v5, v0, v5
	v_or_b32_e32 v6, v0, v6
	v_or_b32_e32 v7, v0, v7
	v_or_b32_e32 v8, v0, v8
	v_or_b32_e32 v9, v0, v9
	v_or_b32_e32 v10, v0, v10
	v_or_b32_e32 v0, v0, v3
	ds_read_b32 v3, v4
	ds_read_b32 v4, v5
	ds_read_b32 v5, v6
	ds_read_b32 v6, v7
	ds_read_b32 v7, v8
	ds_read_b32 v8, v9
	ds_read_b32 v9, v10
	ds_read_b32 v0, v0
	s_waitcnt lgkmcnt(7)
	v_and_b32_e32 v11, 0xff, v3
	.loc	0 57 26
	v_bfe_u32 v12, v3, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v11
	.loc	0 57 16
	v_lshrrev_b32_e32 v10, 24, v3
	.loc	0 57 40
	v_bfe_u32 v3, v3, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v12
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v10
	.loc	0 57 16
	s_waitcnt lgkmcnt(6)
	v_and_b32_e32 v10, 0xff, v4
	.loc	0 57 26
	v_bfe_u32 v11, v4, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v10
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v4
	.loc	0 57 40
	v_bfe_u32 v4, v4, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v11
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(5)
	v_and_b32_e32 v4, 0xff, v5
	.loc	0 57 26
	v_bfe_u32 v10, v5, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v5
	.loc	0 57 40
	v_bfe_u32 v5, v5, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v10
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v5
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(4)
	v_and_b32_e32 v4, 0xff, v6
	.loc	0 57 26
	v_bfe_u32 v5, v6, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v6
	.loc	0 57 40
	v_bfe_u32 v6, v6, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v5
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(3)
	v_and_b32_e32 v4, 0xff, v7
	.loc	0 57 26
	v_bfe_u32 v5, v7, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 57 40
	v_bfe_u32 v6, v7, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v5
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v7
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v4, 0xff, v8
	.loc	0 57 26
	v_bfe_u32 v5, v8, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 57 40
	v_bfe_u32 v6, v8, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v5
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v8
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(1)
	v_and_b32_e32 v4, 0xff, v9
	.loc	0 57 26
	v_bfe_u32 v5, v9, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 57 40
	v_bfe_u32 v6, v9, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v5
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v9
	.loc	0 57 52
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 57 13
	v_add_i32_e32 v2, vcc, v2, v3
	.loc	0 57 16
	s_waitcnt lgkmcnt(0)
	v_and_b32_e32 v4, 0xff, v0
	.loc	0 57 26
	v_bfe_u32 v5, v0, 8, 8
	.loc	0 57 24
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 57 16
	v_lshrrev_b32_e32 v3, 24, v0
	.loc	0 57 40
	v_bfe_u32 v0, v0, 16, 8
	.loc	0 57 38
	v_add_i32_e32 v2, vcc, v2, v5
	.loc	0 57 52
	v_add_i32_e32 v0, vcc, v2, v0
	.loc	0 60 5
	v_mov_b32_e32 v2, 0
	.loc	0 57 13
	v_add_i32_e32 v3, vcc, v0, v3
	.loc	0 60 5
	v_lshl_b64 v[0:1], v[1:2], 2
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 60 48
	buffer_store_dword v3, v[0:1], s[0:3], 0 addr64
	.loc	0 61 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel histogram_64
		.amdhsa_group_segment_fixed_size 4096
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
		.amdhsa_next_free_vgpr 14
		.amdhsa_next_free_sgpr 14
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
	.size	histogram_64, .Lfunc_end0-histogram_64
	.text
	.protected	histogram_256
	.globl	histogram_256
	.p2align	8
	.type	histogram_256,@function
histogram_256:
	.loc	0 74 32
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dword s7, s[4:5], 0x4
	.loc	0 82 34
	s_mul_i32 s8, s6, 0xc0
	.loc	0 82 47
	v_add_i32_e32 v1, vcc, s8, v0
	.loc	0 78 9
	v_lshlrev_b32_e32 v3, 2, v0
	v_mov_b32_e32 v2, 0
	.loc	0 78 48
	s_mov_b32 m0, -1
	.loc	0 82 64
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, s7, v1
	.loc	0 78 48
	ds_write2st64_b32 v3, v2, v2 offset1:3
	ds_write2st64_b32 v3, v2, v2 offset0:6 offset1:9
	ds_write2st64_b32 v3, v2, v2 offset0:12 offset1:15
	ds_write2st64_b32 v3, v2, v2 offset0:18 offset1:21
	.loc	0 79 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 82 5
	s_and_saveexec_b64 s[12:13], vcc
	s_cbranch_execz .LBB1_3
	.loc	0 0 5
	s_load_dword s14, s[4:5], 0x6
	.loc	0 74 30
	v_lshlrev_b32_e32 v4, 5, v0
	s_mov_b64 s[4:5], 0
	s_mov_b32 s11, 0x100f000
	v_and_b32_e32 v4, 0x3c00, v4
	s_waitcnt lgkmcnt(0)
	s_mulk_i32 s14, 0xc0
	s_mov_b32 s10, 0
	s_mov_b64 s[8:9], s[2:3]
	v_mov_b32_e32 v5, 1
.LBB1_2:
	.loc	0 83 23
	v_lshl_b64 v[6:7], v[1:2], 2
	.loc	0 82 64
	v_add_i32_e32 v1, vcc, s14, v1
	.loc	0 83 23
	buffer_load_dword v6, v[6:7], s[8:11], 0 addr64
	.loc	0 65 30
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v7, 0xff, v6
	.loc	0 66 16
	v_lshrrev_b32_e32 v8, 6, v6
	.loc	0 67 16
	v_lshrrev_b32_e32 v9, 14, v6
	.loc	0 68 16
	v_lshrrev_b32_e32 v6, 22, v6
	.loc	0 65 16
	v_lshlrev_b32_e32 v7, 2, v7
	.loc	0 66 16
	v_and_b32_e32 v8, 0x3fc, v8
	.loc	0 67 16
	v_and_b32_e32 v9, 0x3fc, v9
	.loc	0 68 16
	v_and_b32_e32 v6, 0x3fc, v6
	.loc	0 65 16
	v_add_i32_e32 v7, vcc, v4, v7
	.loc	0 66 16
	v_add_i32_e32 v8, vcc, v4, v8
	.loc	0 67 16
	v_add_i32_e32 v9, vcc, v4, v9
	.loc	0 68 16
	v_add_i32_e32 v6, vcc, v4, v6
	.loc	0 65 5
	ds_add_u32 v7, v5
	.loc	0 66 5
	ds_add_u32 v8, v5
	.loc	0 67 5
	ds_add_u32 v9, v5
	.loc	0 68 5
	ds_add_u32 v6, v5
	.loc	0 82 64
	v_cmp_le_u32_e32 vcc, s7, v1
	.loc	0 82 5
	s_or_b64 s[4:5], vcc, s[4:5]
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB1_2
.LBB1_3:
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
	s_movk_i32 s2, 0x100
	.loc	0 86 42
	v_cmp_gt_u32_e32 vcc, s2, v0
	.loc	0 84 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 86 5
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB1_6
	.loc	0 0 5
	s_lshl_b32 s2, s6, 8
	.loc	0 86 5
	v_add_i32_e32 v2, vcc, 0xffffff40, v0
	v_add_i32_e32 v0, vcc, s2, v0
	v_mov_b32_e32 v1, 0
	v_lshl_b64 v[0:1], v[0:1], 2
	v_mov_b32_e32 v4, s1
	v_add_i32_e32 v0, vcc, s0, v0
	s_mov_b32 s2, 0
	v_addc_u32_e32 v1, vcc, v4, v1, vcc
	s_mov_b64 s[4:5], 0
	s_movk_i32 s6, 0x800
	s_movk_i32 s7, 0xc00
	s_movk_i32 s8, 0x1000
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
.LBB1_5:
	.loc	0 89 20
	s_waitcnt expcnt(0)
	ds_read_b32 v4, v3
	v_add_i32_e32 v5, vcc, 0x400, v3
	v_add_i32_e32 v6, vcc, s6, v3
	v_add_i32_e32 v7, vcc, s7, v3
	v_add_i32_e32 v8, vcc, s8, v3
	v_add_i32_e32 v9, vcc, 0x1400, v3
	.loc	0 86 42
	v_add_i32_e32 v2, vcc, 0xc0, v2
	v_add_i32_e32 v3, vcc, 0x300, v3
	.loc	0 89 20
	ds_read_b32 v5, v5
	ds_read_b32 v6, v6
	ds_read_b32 v7, v7
	ds_read_b32 v8, v8
	ds_read_b32 v9, v9
	.loc	0 86 42
	v_cmp_lt_u32_e32 vcc, 63, v2
	.loc	0 86 5
	s_or_b64 s[4:5], vcc, s[4:5]
	.loc	0 89 17
	s_waitcnt lgkmcnt(4)
	v_add_i32_e32 v4, vcc, v5, v4
	s_waitcnt lgkmcnt(3)
	v_add_i32_e32 v4, vcc, v6, v4
	s_waitcnt lgkmcnt(2)
	v_add_i32_e32 v4, vcc, v7, v4
	s_waitcnt lgkmcnt(1)
	v_add_i32_e32 v4, vcc, v8, v4
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v4, vcc, v9, v4
	.loc	0 90 45
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 86 42
	v_add_i32_e32 v0, vcc, 0x300, v0
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	.loc	0 86 5
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB1_5
.LBB1_6:
	.loc	0 92 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel histogram_256
		.amdhsa_group_segment_fixed_size 6144
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
		.amdhsa_next_free_vgpr 10
		.amdhsa_next_free_sgpr 15
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
	.size	histogram_256, .Lfunc_end1-histogram_256
	.text
	.protected	histogram_merge64
	.globl	histogram_merge64
	.p2align	8
	.type	histogram_merge64,@function
histogram_merge64:
	.loc	0 101 23
	s_load_dword s7, s[4:5], 0x4
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	v_mov_b32_e32 v3, 0
	.loc	0 101 38
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, s7, v0
	.loc	0 101 5
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB2_4
	v_lshlrev_b32_e32 v1, 6, v0
	v_mov_b32_e32 v2, 0
	v_add_i32_e32 v1, vcc, s6, v1
	s_mov_b64 s[12:13], 0
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	s_mov_b64 s[8:9], s[2:3]
	v_mov_b32_e32 v4, v0
	v_mov_b32_e32 v3, v2
.LBB2_2:
	.loc	0 102 16
	v_lshl_b64 v[5:6], v[1:2], 2
	.loc	0 101 49
	v_add_i32_e32 v4, vcc, 0x100, v4
	.loc	0 102 16
	buffer_load_dword v5, v[5:6], s[8:11], 0 addr64
	.loc	0 101 38
	v_add_i32_e32 v1, vcc, 0x4000, v1
	v_cmp_le_u32_e32 vcc, s7, v4
	.loc	0 101 5
	s_or_b64 s[12:13], vcc, s[12:13]
	.loc	0 102 13
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v3, vcc, v5, v3
	.loc	0 101 5
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execnz .LBB2_2
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
.LBB2_4:
	s_or_b64 exec, exec, s[4:5]
	s_movk_i32 s2, 0x80
	.loc	0 103 5
	v_lshlrev_b32_e32 v1, 2, v0
	.loc	0 103 23
	s_mov_b32 m0, -1
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, s2, v0
	.loc	0 103 23
	ds_write_b32 v1, v3
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB2_6
	.loc	0 108 34
	ds_read2st64_b32 v[2:3], v1 offset1:2
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB2_6:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 64, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB2_8
	.loc	0 108 34
	ds_read2st64_b32 v[2:3], v1 offset1:1
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB2_8:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 32, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB2_10
	.loc	0 108 34
	ds_read2_b32 v[2:3], v1 offset1:32
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB2_10:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 16, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB2_12
	.loc	0 108 34
	ds_read2_b32 v[2:3], v1 offset1:16
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB2_12:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 8, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB2_14
	.loc	0 108 34
	ds_read2_b32 v[2:3], v1 offset1:8
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB2_14:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 4, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB2_16
	.loc	0 108 34
	ds_read2_b32 v[2:3], v1 offset1:4
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB2_16:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 2, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB2_18
	.loc	0 108 34
	ds_read2_b32 v[2:3], v1 offset1:2
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB2_18:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	s_mov_b32 s7, 0
	.loc	0 107 13
	v_cmp_eq_u32_e32 vcc, 0, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB2_20
	.loc	0 0 13
	v_mov_b32_e32 v0, 0
	.loc	0 108 34
	ds_read_b32 v2, v0 offset:4
	.loc	0 108 31
	ds_read_b32 v3, v1
	s_lshl_b64 s[4:5], s[6:7], 2
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, s7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v3, v2
	ds_write_b32 v1, v2
	.loc	0 111 33
	ds_read_b32 v2, v0
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s5
	.loc	0 111 31
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
.LBB2_20:
	.loc	0 117 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel histogram_merge64
		.amdhsa_group_segment_fixed_size 1024
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
		.amdhsa_next_free_vgpr 7
		.amdhsa_next_free_sgpr 14
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
	.size	histogram_merge64, .Lfunc_end2-histogram_merge64
	.text
	.protected	histogram_merge256
	.globl	histogram_merge256
	.p2align	8
	.type	histogram_merge256,@function
histogram_merge256:
	.loc	0 101 23
	s_load_dword s7, s[4:5], 0x4
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	v_mov_b32_e32 v3, 0
	.loc	0 101 38
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, s7, v0
	.loc	0 101 5
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB3_4
	v_lshlrev_b32_e32 v1, 8, v0
	v_mov_b32_e32 v2, 0
	v_add_i32_e32 v1, vcc, s6, v1
	s_mov_b64 s[12:13], 0
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	s_mov_b64 s[8:9], s[2:3]
	v_mov_b32_e32 v4, v0
	v_mov_b32_e32 v3, v2
.LBB3_2:
	.loc	0 102 16
	v_lshl_b64 v[5:6], v[1:2], 2
	.loc	0 101 49
	v_add_i32_e32 v4, vcc, 0x100, v4
	.loc	0 102 16
	buffer_load_dword v5, v[5:6], s[8:11], 0 addr64
	.loc	0 101 38
	v_add_i32_e32 v1, vcc, 0x10000, v1
	v_cmp_le_u32_e32 vcc, s7, v4
	.loc	0 101 5
	s_or_b64 s[12:13], vcc, s[12:13]
	.loc	0 102 13
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v3, vcc, v5, v3
	.loc	0 101 5
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execnz .LBB3_2
	.loc	0 0 5
	s_or_b64 exec, exec, s[12:13]
.LBB3_4:
	s_or_b64 exec, exec, s[4:5]
	s_movk_i32 s2, 0x80
	.loc	0 103 5
	v_lshlrev_b32_e32 v1, 2, v0
	.loc	0 103 23
	s_mov_b32 m0, -1
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, s2, v0
	.loc	0 103 23
	ds_write_b32 v1, v3
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB3_6
	.loc	0 108 34
	ds_read2st64_b32 v[2:3], v1 offset1:2
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB3_6:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 64, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB3_8
	.loc	0 108 34
	ds_read2st64_b32 v[2:3], v1 offset1:1
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB3_8:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 32, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB3_10
	.loc	0 108 34
	ds_read2_b32 v[2:3], v1 offset1:32
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB3_10:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 16, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB3_12
	.loc	0 108 34
	ds_read2_b32 v[2:3], v1 offset1:16
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB3_12:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 8, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB3_14
	.loc	0 108 34
	ds_read2_b32 v[2:3], v1 offset1:8
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB3_14:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 4, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB3_16
	.loc	0 108 34
	ds_read2_b32 v[2:3], v1 offset1:4
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB3_16:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	.loc	0 107 25
	v_cmp_gt_u32_e32 vcc, 2, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB3_18
	.loc	0 108 34
	ds_read2_b32 v[2:3], v1 offset1:2
	.loc	0 108 31
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v3
	ds_write_b32 v1, v2
.LBB3_18:
	.loc	0 0 31
	s_or_b64 exec, exec, s[2:3]
	s_mov_b32 s7, 0
	.loc	0 107 13
	v_cmp_eq_u32_e32 vcc, 0, v0
	.loc	0 106 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 107 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB3_20
	.loc	0 0 13
	v_mov_b32_e32 v0, 0
	.loc	0 108 34
	ds_read_b32 v2, v0 offset:4
	.loc	0 108 31
	ds_read_b32 v3, v1
	s_lshl_b64 s[4:5], s[6:7], 2
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, s7
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, v3, v2
	ds_write_b32 v1, v2
	.loc	0 111 33
	ds_read_b32 v2, v0
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s5
	.loc	0 111 31
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
.LBB3_20:
	.loc	0 122 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel histogram_merge256
		.amdhsa_group_segment_fixed_size 1024
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
		.amdhsa_next_free_vgpr 7
		.amdhsa_next_free_sgpr 14
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
	.size	histogram_merge256, .Lfunc_end3-histogram_merge256
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
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 512
    .name:           histogram_64
    .private_segment_fixed_size: 0
    .sgpr_count:     16
    .sgpr_spill_count: 0
    .symbol:         histogram_64.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     14
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
    .group_segment_fixed_size: 6144
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 512
    .name:           histogram_256
    .private_segment_fixed_size: 0
    .sgpr_count:     17
    .sgpr_spill_count: 0
    .symbol:         histogram_256.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     10
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
    .group_segment_fixed_size: 1024
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 512
    .name:           histogram_merge64
    .private_segment_fixed_size: 0
    .sgpr_count:     16
    .sgpr_spill_count: 0
    .symbol:         histogram_merge64.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     7
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
    .group_segment_fixed_size: 1024
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 512
    .name:           histogram_merge256
    .private_segment_fixed_size: 0
    .sgpr_count:     16
    .sgpr_spill_count: 0
    .symbol:         histogram_merge256.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     7
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
