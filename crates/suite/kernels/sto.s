	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	sto_sha1
	.globl	sto_sha1
	.p2align	8
	.type	sto_sha1,@function
sto_sha1:
	.file	0 "sto.cu"
	.loc	0 63 35
	s_load_dwordx4 s[8:11], s[4:5], 0x4
	.loc	0 64 33
	s_lshl_b32 s0, s6, 7
	.loc	0 64 43
	v_add_i32_e32 v6, vcc, s0, v0
	.loc	0 65 15
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, s8, v6
	.loc	0 65 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_70
	.loc	0 63 35
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	.loc	0 70 48
	s_add_i32 s4, s10, 18
	.loc	0 72 36
	s_cmp_lt_u32 s4, 16
	.loc	0 72 5
	s_cbranch_scc1 .LBB0_68
	.loc	0 67 19
	v_mul_lo_u32 v0, v6, s9
	.loc	0 67 10
	v_mov_b32_e32 v1, 0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s1
	.loc	0 70 53
	s_lshr_b32 s8, s4, 4
	.loc	0 67 10
	v_lshl_b64 v[0:1], v[0:1], 2
	s_lshl_b32 s9, s10, 5
	v_add_i32_e32 v4, vcc, s0, v0
	s_and_b32 s0, s4, -16
	v_addc_u32_e32 v5, vcc, v2, v1, vcc
	.loc	0 72 5
	s_sub_i32 s11, 16, s0
	s_mov_b32 s6, 0
	s_sub_i32 s12, 0, s10
	s_mov_b32 s13, 8
	v_mov_b32_e32 v0, 0x67452301
	v_mov_b32_e32 v1, 0xefcdab89
	v_mov_b32_e32 v2, 0x98badcfe
	v_mov_b32_e32 v3, 0x10325476
	v_mov_b32_e32 v7, 0xc3d2e1f0
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s14, 0xff00ff
	s_mov_b32 s15, 0x5a827999
	s_mov_b32 s16, 0x6ed9eba1
	s_mov_b32 s17, 0x8f1bbcdc
	s_mov_b32 s18, 0xca62c1d6
	s_branch .LBB0_4
.LBB0_3:
	.loc	0 22 15
	v_and_b32_e32 v24, v2, v1
	.loc	0 17 22
	v_alignbit_b32 v25, v0, v0, 27
	.loc	0 22 20
	v_add_i32_e32 v24, vcc, v25, v24
	.loc	0 22 23
	v_not_b32_e32 v25, v1
	.loc	0 22 26
	v_and_b32_e32 v25, v3, v25
	.loc	0 86 9
	v_add_i32_e32 v24, vcc, v24, v25
	v_add_i32_e32 v24, vcc, v24, v7
	v_add_i32_e32 v24, vcc, v24, v8
	v_add_i32_e32 v24, vcc, 0x5a827999, v24
	.loc	0 17 22
	v_alignbit_b32 v25, v1, v1, 2
	.loc	0 22 15
	v_and_b32_e32 v26, v25, v0
	.loc	0 17 22
	v_alignbit_b32 v27, v24, v24, 27
	.loc	0 22 20
	v_add_i32_e32 v26, vcc, v27, v26
	.loc	0 22 23
	v_not_b32_e32 v27, v0
	.loc	0 22 26
	v_and_b32_e32 v27, v2, v27
	.loc	0 86 9
	v_add_i32_e32 v26, vcc, v26, v27
	v_add_i32_e32 v26, vcc, v26, v3
	v_add_i32_e32 v26, vcc, v26, v9
	v_add_i32_e32 v26, vcc, s15, v26
	.loc	0 17 22
	v_alignbit_b32 v27, v0, v0, 2
	.loc	0 22 15
	v_and_b32_e32 v28, v27, v24
	.loc	0 17 22
	v_alignbit_b32 v29, v26, v26, 27
	.loc	0 22 20
	v_add_i32_e32 v28, vcc, v29, v28
	.loc	0 22 23
	v_not_b32_e32 v29, v24
	.loc	0 22 26
	v_and_b32_e32 v29, v25, v29
	.loc	0 86 9
	v_add_i32_e32 v28, vcc, v28, v29
	v_add_i32_e32 v28, vcc, v28, v2
	v_add_i32_e32 v28, vcc, v28, v10
	v_add_i32_e32 v28, vcc, s15, v28
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v24, v26
	.loc	0 17 22
	v_alignbit_b32 v30, v28, v28, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v26
	.loc	0 22 26
	v_and_b32_e32 v30, v27, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v25, vcc, v29, v25
	v_add_i32_e32 v25, vcc, v25, v11
	v_add_i32_e32 v25, vcc, s15, v25
	.loc	0 17 22
	v_alignbit_b32 v26, v26, v26, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v26, v28
	.loc	0 17 22
	v_alignbit_b32 v30, v25, v25, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v28
	.loc	0 22 26
	v_and_b32_e32 v30, v24, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v27, vcc, v29, v27
	v_add_i32_e32 v27, vcc, v27, v12
	v_add_i32_e32 v27, vcc, s15, v27
	.loc	0 17 22
	v_alignbit_b32 v28, v28, v28, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v28, v25
	.loc	0 17 22
	v_alignbit_b32 v30, v27, v27, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v25
	.loc	0 22 26
	v_and_b32_e32 v30, v26, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v24, vcc, v29, v24
	v_add_i32_e32 v24, vcc, v24, v13
	v_add_i32_e32 v24, vcc, s15, v24
	.loc	0 17 22
	v_alignbit_b32 v25, v25, v25, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v25, v27
	.loc	0 17 22
	v_alignbit_b32 v30, v24, v24, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v27
	.loc	0 22 26
	v_and_b32_e32 v30, v28, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v26, vcc, v29, v26
	v_add_i32_e32 v26, vcc, v26, v14
	v_add_i32_e32 v26, vcc, s15, v26
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v27, v24
	.loc	0 17 22
	v_alignbit_b32 v30, v26, v26, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v24
	.loc	0 22 26
	v_and_b32_e32 v30, v25, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v28, vcc, v29, v28
	v_add_i32_e32 v28, vcc, v28, v15
	v_add_i32_e32 v28, vcc, s15, v28
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v24, v26
	.loc	0 17 22
	v_alignbit_b32 v30, v28, v28, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v26
	.loc	0 22 26
	v_and_b32_e32 v30, v27, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v25, vcc, v29, v25
	v_add_i32_e32 v25, vcc, v25, v16
	v_add_i32_e32 v25, vcc, s15, v25
	.loc	0 17 22
	v_alignbit_b32 v26, v26, v26, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v26, v28
	.loc	0 17 22
	v_alignbit_b32 v30, v25, v25, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v28
	.loc	0 22 26
	v_and_b32_e32 v30, v24, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v27, vcc, v29, v27
	v_add_i32_e32 v27, vcc, v27, v17
	v_add_i32_e32 v27, vcc, s15, v27
	.loc	0 17 22
	v_alignbit_b32 v28, v28, v28, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v28, v25
	.loc	0 17 22
	v_alignbit_b32 v30, v27, v27, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v25
	.loc	0 22 26
	v_and_b32_e32 v30, v26, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v24, vcc, v29, v24
	v_add_i32_e32 v24, vcc, v24, v18
	v_add_i32_e32 v24, vcc, s15, v24
	.loc	0 17 22
	v_alignbit_b32 v25, v25, v25, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v25, v27
	.loc	0 17 22
	v_alignbit_b32 v30, v24, v24, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v27
	.loc	0 22 26
	v_and_b32_e32 v30, v28, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v26, vcc, v29, v26
	v_add_i32_e32 v26, vcc, v26, v19
	v_add_i32_e32 v26, vcc, s15, v26
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v27, v24
	.loc	0 17 22
	v_alignbit_b32 v30, v26, v26, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v24
	.loc	0 22 26
	v_and_b32_e32 v30, v25, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v28, vcc, v29, v28
	v_add_i32_e32 v28, vcc, v28, v20
	v_add_i32_e32 v28, vcc, s15, v28
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v24, v26
	.loc	0 17 22
	v_alignbit_b32 v30, v28, v28, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v26
	.loc	0 22 26
	v_and_b32_e32 v30, v27, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v25, vcc, v29, v25
	v_add_i32_e32 v25, vcc, v25, v21
	v_add_i32_e32 v25, vcc, s15, v25
	.loc	0 17 22
	v_alignbit_b32 v26, v26, v26, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v26, v28
	.loc	0 17 22
	v_alignbit_b32 v30, v25, v25, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v28
	.loc	0 22 26
	v_and_b32_e32 v30, v24, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v27, vcc, v29, v27
	v_add_i32_e32 v27, vcc, v27, v22
	v_add_i32_e32 v27, vcc, s15, v27
	.loc	0 17 22
	v_alignbit_b32 v28, v28, v28, 2
	.loc	0 22 15
	v_and_b32_e32 v29, v28, v25
	.loc	0 17 22
	v_alignbit_b32 v30, v27, v27, 27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 22 23
	v_not_b32_e32 v30, v25
	.loc	0 22 26
	v_and_b32_e32 v30, v26, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v24, vcc, v29, v24
	.loc	0 40 14
	v_xor_b32_e32 v29, v21, v16
	.loc	0 86 9
	v_add_i32_e32 v24, vcc, v24, v23
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v10
	.loc	0 86 9
	v_add_i32_e32 v24, vcc, s15, v24
	.loc	0 17 22
	v_alignbit_b32 v25, v25, v25, 2
	.loc	0 40 14
	v_xor_b32_e32 v8, v29, v8
	.loc	0 17 22
	v_alignbit_b32 v29, v24, v24, 27
	.loc	0 22 15
	v_and_b32_e32 v30, v25, v27
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v29, v30
	.loc	0 22 23
	v_not_b32_e32 v30, v27
	.loc	0 22 26
	v_and_b32_e32 v30, v28, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v26, vcc, v29, v26
	.loc	0 17 22
	v_alignbit_b32 v8, v8, v8, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v22, v17
	.loc	0 86 9
	v_add_i32_e32 v26, vcc, v26, v8
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v11
	.loc	0 86 9
	v_add_i32_e32 v26, vcc, s15, v26
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 40 14
	v_xor_b32_e32 v9, v29, v9
	.loc	0 17 22
	v_alignbit_b32 v29, v26, v26, 27
	.loc	0 22 15
	v_and_b32_e32 v30, v27, v24
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v29, v30
	.loc	0 22 23
	v_not_b32_e32 v30, v24
	.loc	0 22 26
	v_and_b32_e32 v30, v25, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v28, vcc, v29, v28
	.loc	0 17 22
	v_alignbit_b32 v9, v9, v9, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v23, v18
	.loc	0 86 9
	v_add_i32_e32 v28, vcc, v28, v9
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v12
	.loc	0 86 9
	v_add_i32_e32 v28, vcc, s15, v28
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 40 14
	v_xor_b32_e32 v10, v29, v10
	.loc	0 17 22
	v_alignbit_b32 v29, v28, v28, 27
	.loc	0 22 15
	v_and_b32_e32 v30, v24, v26
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v29, v30
	.loc	0 22 23
	v_not_b32_e32 v30, v26
	.loc	0 22 26
	v_and_b32_e32 v30, v27, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v25, vcc, v29, v25
	.loc	0 17 22
	v_alignbit_b32 v10, v10, v10, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v8, v19
	.loc	0 86 9
	v_add_i32_e32 v25, vcc, v25, v10
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v13
	.loc	0 86 9
	v_add_i32_e32 v25, vcc, s15, v25
	.loc	0 17 22
	v_alignbit_b32 v26, v26, v26, 2
	.loc	0 40 14
	v_xor_b32_e32 v11, v29, v11
	.loc	0 17 22
	v_alignbit_b32 v29, v25, v25, 27
	.loc	0 22 15
	v_and_b32_e32 v30, v26, v28
	.loc	0 22 20
	v_add_i32_e32 v29, vcc, v29, v30
	.loc	0 22 23
	v_not_b32_e32 v30, v28
	.loc	0 22 26
	v_and_b32_e32 v30, v24, v30
	.loc	0 86 9
	v_add_i32_e32 v29, vcc, v29, v30
	v_add_i32_e32 v27, vcc, v29, v27
	.loc	0 40 14
	v_xor_b32_e32 v29, v9, v20
	.loc	0 17 22
	v_alignbit_b32 v11, v11, v11, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v14
	.loc	0 86 9
	v_add_i32_e32 v27, vcc, v27, v11
	.loc	0 17 22
	v_alignbit_b32 v28, v28, v28, 2
	.loc	0 40 14
	v_xor_b32_e32 v12, v29, v12
	.loc	0 86 9
	v_add_i32_e32 v27, vcc, s15, v27
	.loc	0 27 14
	v_xor_b32_e32 v29, v28, v25
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v26
	.loc	0 17 22
	v_alignbit_b32 v30, v27, v27, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v24, vcc, v29, v24
	.loc	0 40 14
	v_xor_b32_e32 v29, v10, v21
	.loc	0 17 22
	v_alignbit_b32 v12, v12, v12, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v15
	.loc	0 87 9
	v_add_i32_e32 v24, vcc, v24, v12
	.loc	0 17 22
	v_alignbit_b32 v25, v25, v25, 2
	.loc	0 40 14
	v_xor_b32_e32 v13, v29, v13
	.loc	0 87 9
	v_add_i32_e32 v24, vcc, s16, v24
	.loc	0 27 14
	v_xor_b32_e32 v29, v25, v27
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v28
	.loc	0 17 22
	v_alignbit_b32 v30, v24, v24, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v26, vcc, v29, v26
	.loc	0 40 14
	v_xor_b32_e32 v29, v11, v22
	.loc	0 17 22
	v_alignbit_b32 v13, v13, v13, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v16
	.loc	0 87 9
	v_add_i32_e32 v26, vcc, v26, v13
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 40 14
	v_xor_b32_e32 v14, v29, v14
	.loc	0 87 9
	v_add_i32_e32 v26, vcc, s16, v26
	.loc	0 27 14
	v_xor_b32_e32 v29, v27, v24
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v25
	.loc	0 17 22
	v_alignbit_b32 v30, v26, v26, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v28, vcc, v29, v28
	.loc	0 40 14
	v_xor_b32_e32 v29, v12, v23
	.loc	0 17 22
	v_alignbit_b32 v14, v14, v14, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v17
	.loc	0 87 9
	v_add_i32_e32 v28, vcc, v28, v14
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 40 14
	v_xor_b32_e32 v15, v29, v15
	.loc	0 87 9
	v_add_i32_e32 v28, vcc, s16, v28
	.loc	0 27 14
	v_xor_b32_e32 v29, v24, v26
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v27
	.loc	0 17 22
	v_alignbit_b32 v30, v28, v28, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v25, vcc, v29, v25
	.loc	0 40 14
	v_xor_b32_e32 v29, v13, v8
	.loc	0 17 22
	v_alignbit_b32 v15, v15, v15, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v18
	.loc	0 87 9
	v_add_i32_e32 v25, vcc, v25, v15
	.loc	0 17 22
	v_alignbit_b32 v26, v26, v26, 2
	.loc	0 40 14
	v_xor_b32_e32 v16, v29, v16
	.loc	0 87 9
	v_add_i32_e32 v25, vcc, s16, v25
	.loc	0 27 14
	v_xor_b32_e32 v29, v26, v28
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v24
	.loc	0 17 22
	v_alignbit_b32 v30, v25, v25, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v27, vcc, v29, v27
	.loc	0 40 14
	v_xor_b32_e32 v29, v14, v9
	.loc	0 17 22
	v_alignbit_b32 v16, v16, v16, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v19
	.loc	0 87 9
	v_add_i32_e32 v27, vcc, v27, v16
	.loc	0 17 22
	v_alignbit_b32 v28, v28, v28, 2
	.loc	0 40 14
	v_xor_b32_e32 v17, v29, v17
	.loc	0 87 9
	v_add_i32_e32 v27, vcc, s16, v27
	.loc	0 27 14
	v_xor_b32_e32 v29, v28, v25
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v26
	.loc	0 17 22
	v_alignbit_b32 v30, v27, v27, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v24, vcc, v29, v24
	.loc	0 40 14
	v_xor_b32_e32 v29, v15, v10
	.loc	0 17 22
	v_alignbit_b32 v17, v17, v17, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v20
	.loc	0 87 9
	v_add_i32_e32 v24, vcc, v24, v17
	.loc	0 17 22
	v_alignbit_b32 v25, v25, v25, 2
	.loc	0 40 14
	v_xor_b32_e32 v18, v29, v18
	.loc	0 87 9
	v_add_i32_e32 v24, vcc, s16, v24
	.loc	0 27 14
	v_xor_b32_e32 v29, v25, v27
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v28
	.loc	0 17 22
	v_alignbit_b32 v30, v24, v24, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v26, vcc, v29, v26
	.loc	0 40 14
	v_xor_b32_e32 v29, v16, v11
	.loc	0 17 22
	v_alignbit_b32 v18, v18, v18, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v21
	.loc	0 87 9
	v_add_i32_e32 v26, vcc, v26, v18
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 40 14
	v_xor_b32_e32 v19, v29, v19
	.loc	0 87 9
	v_add_i32_e32 v26, vcc, s16, v26
	.loc	0 27 14
	v_xor_b32_e32 v29, v27, v24
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v25
	.loc	0 17 22
	v_alignbit_b32 v30, v26, v26, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v28, vcc, v29, v28
	.loc	0 40 14
	v_xor_b32_e32 v29, v17, v12
	.loc	0 17 22
	v_alignbit_b32 v19, v19, v19, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v22
	.loc	0 87 9
	v_add_i32_e32 v28, vcc, v28, v19
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 40 14
	v_xor_b32_e32 v20, v29, v20
	.loc	0 87 9
	v_add_i32_e32 v28, vcc, s16, v28
	.loc	0 27 14
	v_xor_b32_e32 v29, v24, v26
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v27
	.loc	0 17 22
	v_alignbit_b32 v30, v28, v28, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v25, vcc, v29, v25
	.loc	0 40 14
	v_xor_b32_e32 v29, v18, v13
	.loc	0 17 22
	v_alignbit_b32 v20, v20, v20, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v23
	.loc	0 87 9
	v_add_i32_e32 v25, vcc, v25, v20
	.loc	0 17 22
	v_alignbit_b32 v26, v26, v26, 2
	.loc	0 40 14
	v_xor_b32_e32 v21, v29, v21
	.loc	0 87 9
	v_add_i32_e32 v25, vcc, s16, v25
	.loc	0 27 14
	v_xor_b32_e32 v29, v26, v28
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v24
	.loc	0 17 22
	v_alignbit_b32 v30, v25, v25, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v27, vcc, v29, v27
	.loc	0 40 14
	v_xor_b32_e32 v29, v19, v14
	.loc	0 17 22
	v_alignbit_b32 v21, v21, v21, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v8
	.loc	0 87 9
	v_add_i32_e32 v27, vcc, v27, v21
	.loc	0 17 22
	v_alignbit_b32 v28, v28, v28, 2
	.loc	0 40 14
	v_xor_b32_e32 v22, v29, v22
	.loc	0 87 9
	v_add_i32_e32 v27, vcc, s16, v27
	.loc	0 27 14
	v_xor_b32_e32 v29, v28, v25
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v26
	.loc	0 17 22
	v_alignbit_b32 v30, v27, v27, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v24, vcc, v29, v24
	.loc	0 40 14
	v_xor_b32_e32 v29, v20, v15
	.loc	0 17 22
	v_alignbit_b32 v22, v22, v22, 31
	.loc	0 40 14
	v_xor_b32_e32 v29, v29, v9
	.loc	0 87 9
	v_add_i32_e32 v24, vcc, v24, v22
	.loc	0 17 22
	v_alignbit_b32 v25, v25, v25, 2
	.loc	0 40 14
	v_xor_b32_e32 v23, v29, v23
	.loc	0 87 9
	v_add_i32_e32 v24, vcc, s16, v24
	.loc	0 27 14
	v_xor_b32_e32 v29, v25, v27
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v28
	.loc	0 17 22
	v_alignbit_b32 v30, v24, v24, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v26, vcc, v29, v26
	.loc	0 40 14
	v_xor_b32_e32 v29, v21, v16
	v_xor_b32_e32 v29, v29, v10
	v_xor_b32_e32 v29, v29, v8
	.loc	0 17 22
	v_alignbit_b32 v8, v23, v23, 31
	.loc	0 87 9
	v_add_i32_e32 v23, vcc, v26, v8
	.loc	0 17 22
	v_alignbit_b32 v26, v27, v27, 2
	.loc	0 87 9
	v_add_i32_e32 v23, vcc, s16, v23
	.loc	0 27 14
	v_xor_b32_e32 v27, v26, v24
	.loc	0 27 18
	v_xor_b32_e32 v27, v27, v25
	.loc	0 17 22
	v_alignbit_b32 v30, v23, v23, 27
	.loc	0 87 9
	v_add_i32_e32 v27, vcc, v30, v27
	v_add_i32_e32 v27, vcc, v27, v28
	.loc	0 40 14
	v_xor_b32_e32 v28, v22, v17
	v_xor_b32_e32 v28, v28, v11
	v_xor_b32_e32 v28, v28, v9
	.loc	0 17 22
	v_alignbit_b32 v9, v29, v29, 31
	.loc	0 87 9
	v_add_i32_e32 v27, vcc, v27, v9
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 87 9
	v_add_i32_e32 v27, vcc, s16, v27
	.loc	0 27 14
	v_xor_b32_e32 v29, v24, v23
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v26
	.loc	0 17 22
	v_alignbit_b32 v30, v27, v27, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v25, vcc, v29, v25
	.loc	0 40 14
	v_xor_b32_e32 v29, v8, v18
	v_xor_b32_e32 v29, v29, v12
	v_xor_b32_e32 v29, v29, v10
	.loc	0 17 22
	v_alignbit_b32 v10, v28, v28, 31
	.loc	0 87 9
	v_add_i32_e32 v25, vcc, v25, v10
	.loc	0 17 22
	v_alignbit_b32 v23, v23, v23, 2
	.loc	0 87 9
	v_add_i32_e32 v25, vcc, s16, v25
	.loc	0 27 14
	v_xor_b32_e32 v28, v23, v27
	.loc	0 27 18
	v_xor_b32_e32 v28, v28, v24
	.loc	0 17 22
	v_alignbit_b32 v30, v25, v25, 27
	.loc	0 87 9
	v_add_i32_e32 v28, vcc, v30, v28
	v_add_i32_e32 v26, vcc, v28, v26
	.loc	0 40 14
	v_xor_b32_e32 v28, v9, v19
	v_xor_b32_e32 v28, v28, v13
	v_xor_b32_e32 v28, v28, v11
	.loc	0 17 22
	v_alignbit_b32 v11, v29, v29, 31
	.loc	0 87 9
	v_add_i32_e32 v26, vcc, v26, v11
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 87 9
	v_add_i32_e32 v26, vcc, s16, v26
	.loc	0 27 14
	v_xor_b32_e32 v29, v27, v25
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v23
	.loc	0 17 22
	v_alignbit_b32 v30, v26, v26, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v24, vcc, v29, v24
	.loc	0 40 14
	v_xor_b32_e32 v29, v10, v20
	v_xor_b32_e32 v29, v29, v14
	v_xor_b32_e32 v29, v29, v12
	.loc	0 17 22
	v_alignbit_b32 v12, v28, v28, 31
	.loc	0 87 9
	v_add_i32_e32 v24, vcc, v24, v12
	.loc	0 17 22
	v_alignbit_b32 v25, v25, v25, 2
	.loc	0 87 9
	v_add_i32_e32 v24, vcc, s16, v24
	.loc	0 27 14
	v_xor_b32_e32 v28, v25, v26
	.loc	0 27 18
	v_xor_b32_e32 v28, v28, v27
	.loc	0 17 22
	v_alignbit_b32 v30, v24, v24, 27
	.loc	0 87 9
	v_add_i32_e32 v28, vcc, v30, v28
	v_add_i32_e32 v23, vcc, v28, v23
	.loc	0 40 14
	v_xor_b32_e32 v28, v11, v21
	v_xor_b32_e32 v28, v28, v15
	v_xor_b32_e32 v28, v28, v13
	.loc	0 17 22
	v_alignbit_b32 v13, v29, v29, 31
	.loc	0 87 9
	v_add_i32_e32 v23, vcc, v23, v13
	.loc	0 17 22
	v_alignbit_b32 v26, v26, v26, 2
	.loc	0 87 9
	v_add_i32_e32 v23, vcc, s16, v23
	.loc	0 27 14
	v_xor_b32_e32 v29, v26, v24
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v25
	.loc	0 17 22
	v_alignbit_b32 v30, v23, v23, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v27, vcc, v29, v27
	.loc	0 40 14
	v_xor_b32_e32 v29, v12, v22
	v_xor_b32_e32 v29, v29, v16
	v_xor_b32_e32 v29, v29, v14
	.loc	0 17 22
	v_alignbit_b32 v14, v28, v28, 31
	.loc	0 87 9
	v_add_i32_e32 v27, vcc, v27, v14
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 87 9
	v_add_i32_e32 v27, vcc, s16, v27
	.loc	0 27 14
	v_xor_b32_e32 v28, v24, v23
	.loc	0 27 18
	v_xor_b32_e32 v28, v28, v26
	.loc	0 17 22
	v_alignbit_b32 v30, v27, v27, 27
	.loc	0 87 9
	v_add_i32_e32 v28, vcc, v30, v28
	v_add_i32_e32 v25, vcc, v28, v25
	.loc	0 40 14
	v_xor_b32_e32 v28, v13, v8
	v_xor_b32_e32 v28, v28, v17
	v_xor_b32_e32 v28, v28, v15
	.loc	0 17 22
	v_alignbit_b32 v15, v29, v29, 31
	.loc	0 87 9
	v_add_i32_e32 v25, vcc, v25, v15
	.loc	0 17 22
	v_alignbit_b32 v23, v23, v23, 2
	.loc	0 87 9
	v_add_i32_e32 v25, vcc, s16, v25
	.loc	0 27 14
	v_xor_b32_e32 v29, v23, v27
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v24
	.loc	0 17 22
	v_alignbit_b32 v30, v25, v25, 27
	.loc	0 87 9
	v_add_i32_e32 v29, vcc, v30, v29
	v_add_i32_e32 v26, vcc, v29, v26
	.loc	0 40 14
	v_xor_b32_e32 v29, v14, v9
	v_xor_b32_e32 v29, v29, v18
	v_xor_b32_e32 v29, v29, v16
	.loc	0 17 22
	v_alignbit_b32 v16, v28, v28, 31
	.loc	0 87 9
	v_add_i32_e32 v26, vcc, v26, v16
	v_add_i32_e32 v26, vcc, s16, v26
	.loc	0 17 22
	v_alignbit_b32 v28, v26, v26, 27
	.loc	0 88 9
	v_add_i32_e32 v24, vcc, v28, v24
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 32 30
	v_xor_b32_e32 v28, v23, v25
	v_bfi_b32 v28, v28, v27, v25
	.loc	0 88 9
	v_add_i32_e32 v24, vcc, v24, v28
	.loc	0 40 14
	v_xor_b32_e32 v28, v15, v10
	v_xor_b32_e32 v28, v28, v19
	v_xor_b32_e32 v28, v28, v17
	.loc	0 17 22
	v_alignbit_b32 v17, v29, v29, 31
	.loc	0 88 9
	v_add_i32_e32 v24, vcc, v24, v17
	v_add_i32_e32 v24, vcc, s17, v24
	.loc	0 17 22
	v_alignbit_b32 v29, v24, v24, 27
	.loc	0 88 9
	v_add_i32_e32 v23, vcc, v29, v23
	.loc	0 17 22
	v_alignbit_b32 v25, v25, v25, 2
	.loc	0 32 30
	v_xor_b32_e32 v29, v27, v26
	v_bfi_b32 v29, v29, v25, v26
	.loc	0 88 9
	v_add_i32_e32 v23, vcc, v23, v29
	.loc	0 40 14
	v_xor_b32_e32 v29, v16, v11
	v_xor_b32_e32 v29, v29, v20
	v_xor_b32_e32 v29, v29, v18
	.loc	0 17 22
	v_alignbit_b32 v18, v28, v28, 31
	.loc	0 88 9
	v_add_i32_e32 v23, vcc, v23, v18
	v_add_i32_e32 v23, vcc, s17, v23
	.loc	0 17 22
	v_alignbit_b32 v28, v23, v23, 27
	.loc	0 88 9
	v_add_i32_e32 v27, vcc, v28, v27
	.loc	0 17 22
	v_alignbit_b32 v26, v26, v26, 2
	.loc	0 32 30
	v_xor_b32_e32 v28, v25, v24
	v_bfi_b32 v28, v28, v26, v24
	.loc	0 88 9
	v_add_i32_e32 v27, vcc, v27, v28
	.loc	0 40 14
	v_xor_b32_e32 v28, v17, v12
	v_xor_b32_e32 v28, v28, v21
	v_xor_b32_e32 v28, v28, v19
	.loc	0 17 22
	v_alignbit_b32 v19, v29, v29, 31
	.loc	0 88 9
	v_add_i32_e32 v27, vcc, v27, v19
	v_add_i32_e32 v27, vcc, s17, v27
	.loc	0 17 22
	v_alignbit_b32 v29, v27, v27, 27
	.loc	0 88 9
	v_add_i32_e32 v25, vcc, v29, v25
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 32 30
	v_xor_b32_e32 v29, v26, v23
	v_bfi_b32 v29, v29, v24, v23
	.loc	0 88 9
	v_add_i32_e32 v25, vcc, v25, v29
	.loc	0 40 14
	v_xor_b32_e32 v29, v18, v13
	v_xor_b32_e32 v29, v29, v22
	v_xor_b32_e32 v29, v29, v20
	.loc	0 17 22
	v_alignbit_b32 v20, v28, v28, 31
	.loc	0 88 9
	v_add_i32_e32 v25, vcc, v25, v20
	v_add_i32_e32 v25, vcc, s17, v25
	.loc	0 17 22
	v_alignbit_b32 v28, v25, v25, 27
	.loc	0 88 9
	v_add_i32_e32 v26, vcc, v28, v26
	.loc	0 17 22
	v_alignbit_b32 v23, v23, v23, 2
	.loc	0 32 30
	v_xor_b32_e32 v28, v24, v27
	v_bfi_b32 v28, v28, v23, v27
	.loc	0 88 9
	v_add_i32_e32 v26, vcc, v26, v28
	.loc	0 40 14
	v_xor_b32_e32 v28, v19, v14
	v_xor_b32_e32 v28, v28, v8
	v_xor_b32_e32 v28, v28, v21
	.loc	0 17 22
	v_alignbit_b32 v21, v29, v29, 31
	.loc	0 88 9
	v_add_i32_e32 v26, vcc, v26, v21
	v_add_i32_e32 v26, vcc, s17, v26
	.loc	0 17 22
	v_alignbit_b32 v29, v26, v26, 27
	.loc	0 88 9
	v_add_i32_e32 v24, vcc, v29, v24
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 32 30
	v_xor_b32_e32 v29, v23, v25
	v_bfi_b32 v29, v29, v27, v25
	.loc	0 88 9
	v_add_i32_e32 v24, vcc, v24, v29
	.loc	0 40 14
	v_xor_b32_e32 v29, v20, v15
	v_xor_b32_e32 v29, v29, v9
	v_xor_b32_e32 v29, v29, v22
	.loc	0 17 22
	v_alignbit_b32 v22, v28, v28, 31
	.loc	0 88 9
	v_add_i32_e32 v24, vcc, v24, v22
	v_add_i32_e32 v28, vcc, s17, v24
	.loc	0 17 22
	v_alignbit_b32 v24, v28, v28, 27
	.loc	0 88 9
	v_add_i32_e32 v23, vcc, v24, v23
	.loc	0 17 22
	v_alignbit_b32 v25, v25, v25, 2
	.loc	0 32 30
	v_xor_b32_e32 v24, v27, v26
	v_bfi_b32 v24, v24, v25, v26
	.loc	0 88 9
	v_add_i32_e32 v24, vcc, v23, v24
	.loc	0 40 14
	v_xor_b32_e32 v23, v21, v16
	v_xor_b32_e32 v23, v23, v10
	v_xor_b32_e32 v8, v23, v8
	.loc	0 17 22
	v_alignbit_b32 v23, v29, v29, 31
	.loc	0 88 9
	v_add_i32_e32 v24, vcc, v24, v23
	v_add_i32_e32 v29, vcc, s17, v24
	.loc	0 17 22
	v_alignbit_b32 v24, v29, v29, 27
	.loc	0 88 9
	v_add_i32_e32 v24, vcc, v24, v27
	.loc	0 17 22
	v_alignbit_b32 v26, v26, v26, 2
	.loc	0 32 30
	v_xor_b32_e32 v27, v25, v28
	v_bfi_b32 v27, v27, v26, v28
	.loc	0 88 9
	v_add_i32_e32 v27, vcc, v24, v27
	.loc	0 40 14
	v_xor_b32_e32 v24, v22, v17
	v_xor_b32_e32 v24, v24, v11
	v_xor_b32_e32 v9, v24, v9
	.loc	0 17 22
	v_alignbit_b32 v24, v8, v8, 31
	.loc	0 88 9
	v_add_i32_e32 v8, vcc, v27, v24
	v_add_i32_e32 v27, vcc, s17, v8
	.loc	0 17 22
	v_alignbit_b32 v8, v27, v27, 27
	.loc	0 88 9
	v_add_i32_e32 v8, vcc, v8, v25
	.loc	0 17 22
	v_alignbit_b32 v25, v28, v28, 2
	.loc	0 32 30
	v_xor_b32_e32 v28, v26, v29
	v_bfi_b32 v28, v28, v25, v29
	.loc	0 88 9
	v_add_i32_e32 v28, vcc, v8, v28
	.loc	0 40 14
	v_xor_b32_e32 v8, v23, v18
	v_xor_b32_e32 v8, v8, v12
	v_xor_b32_e32 v10, v8, v10
	.loc	0 17 22
	v_alignbit_b32 v8, v9, v9, 31
	.loc	0 88 9
	v_add_i32_e32 v9, vcc, v28, v8
	v_add_i32_e32 v28, vcc, s17, v9
	.loc	0 17 22
	v_alignbit_b32 v9, v28, v28, 27
	.loc	0 88 9
	v_add_i32_e32 v9, vcc, v9, v26
	.loc	0 17 22
	v_alignbit_b32 v26, v29, v29, 2
	.loc	0 32 30
	v_xor_b32_e32 v29, v25, v27
	v_bfi_b32 v29, v29, v26, v27
	.loc	0 88 9
	v_add_i32_e32 v29, vcc, v9, v29
	.loc	0 40 14
	v_xor_b32_e32 v9, v24, v19
	v_xor_b32_e32 v9, v9, v13
	v_xor_b32_e32 v11, v9, v11
	.loc	0 17 22
	v_alignbit_b32 v9, v10, v10, 31
	.loc	0 88 9
	v_add_i32_e32 v10, vcc, v29, v9
	v_add_i32_e32 v29, vcc, s17, v10
	.loc	0 17 22
	v_alignbit_b32 v10, v29, v29, 27
	.loc	0 88 9
	v_add_i32_e32 v10, vcc, v10, v25
	.loc	0 17 22
	v_alignbit_b32 v25, v27, v27, 2
	.loc	0 32 30
	v_xor_b32_e32 v27, v26, v28
	v_bfi_b32 v27, v27, v25, v28
	.loc	0 88 9
	v_add_i32_e32 v27, vcc, v10, v27
	.loc	0 40 14
	v_xor_b32_e32 v10, v8, v20
	v_xor_b32_e32 v10, v10, v14
	v_xor_b32_e32 v12, v10, v12
	.loc	0 17 22
	v_alignbit_b32 v10, v11, v11, 31
	.loc	0 88 9
	v_add_i32_e32 v11, vcc, v27, v10
	v_add_i32_e32 v27, vcc, s17, v11
	.loc	0 17 22
	v_alignbit_b32 v11, v27, v27, 27
	.loc	0 88 9
	v_add_i32_e32 v11, vcc, v11, v26
	.loc	0 17 22
	v_alignbit_b32 v26, v28, v28, 2
	.loc	0 32 30
	v_xor_b32_e32 v28, v25, v29
	v_bfi_b32 v28, v28, v26, v29
	.loc	0 88 9
	v_add_i32_e32 v28, vcc, v11, v28
	.loc	0 40 14
	v_xor_b32_e32 v11, v9, v21
	v_xor_b32_e32 v11, v11, v15
	v_xor_b32_e32 v13, v11, v13
	.loc	0 17 22
	v_alignbit_b32 v11, v12, v12, 31
	.loc	0 88 9
	v_add_i32_e32 v12, vcc, v28, v11
	v_add_i32_e32 v28, vcc, s17, v12
	.loc	0 17 22
	v_alignbit_b32 v12, v28, v28, 27
	.loc	0 88 9
	v_add_i32_e32 v12, vcc, v12, v25
	.loc	0 17 22
	v_alignbit_b32 v25, v29, v29, 2
	.loc	0 32 30
	v_xor_b32_e32 v29, v26, v27
	v_bfi_b32 v29, v29, v25, v27
	.loc	0 88 9
	v_add_i32_e32 v29, vcc, v12, v29
	.loc	0 40 14
	v_xor_b32_e32 v12, v10, v22
	v_xor_b32_e32 v12, v12, v16
	v_xor_b32_e32 v14, v12, v14
	.loc	0 17 22
	v_alignbit_b32 v12, v13, v13, 31
	.loc	0 88 9
	v_add_i32_e32 v13, vcc, v29, v12
	v_add_i32_e32 v29, vcc, s17, v13
	.loc	0 17 22
	v_alignbit_b32 v13, v29, v29, 27
	.loc	0 88 9
	v_add_i32_e32 v13, vcc, v13, v26
	.loc	0 17 22
	v_alignbit_b32 v26, v27, v27, 2
	.loc	0 32 30
	v_xor_b32_e32 v27, v25, v28
	v_bfi_b32 v27, v27, v26, v28
	.loc	0 88 9
	v_add_i32_e32 v27, vcc, v13, v27
	.loc	0 40 14
	v_xor_b32_e32 v13, v11, v23
	v_xor_b32_e32 v13, v13, v17
	v_xor_b32_e32 v15, v13, v15
	.loc	0 17 22
	v_alignbit_b32 v13, v14, v14, 31
	.loc	0 88 9
	v_add_i32_e32 v14, vcc, v27, v13
	v_add_i32_e32 v14, vcc, s17, v14
	.loc	0 17 22
	v_alignbit_b32 v27, v14, v14, 27
	.loc	0 88 9
	v_add_i32_e32 v25, vcc, v27, v25
	.loc	0 17 22
	v_alignbit_b32 v27, v28, v28, 2
	.loc	0 32 30
	v_xor_b32_e32 v28, v26, v29
	v_bfi_b32 v28, v28, v27, v29
	.loc	0 88 9
	v_add_i32_e32 v25, vcc, v25, v28
	.loc	0 40 14
	v_xor_b32_e32 v28, v12, v24
	v_xor_b32_e32 v28, v28, v18
	v_xor_b32_e32 v28, v28, v16
	.loc	0 17 22
	v_alignbit_b32 v16, v15, v15, 31
	.loc	0 88 9
	v_add_i32_e32 v15, vcc, v25, v16
	v_add_i32_e32 v15, vcc, s17, v15
	.loc	0 17 22
	v_alignbit_b32 v25, v15, v15, 27
	.loc	0 88 9
	v_add_i32_e32 v25, vcc, v25, v26
	.loc	0 17 22
	v_alignbit_b32 v26, v29, v29, 2
	.loc	0 32 30
	v_xor_b32_e32 v29, v27, v14
	v_bfi_b32 v29, v29, v26, v14
	.loc	0 88 9
	v_add_i32_e32 v25, vcc, v25, v29
	.loc	0 40 14
	v_xor_b32_e32 v29, v13, v8
	v_xor_b32_e32 v29, v29, v19
	v_xor_b32_e32 v29, v29, v17
	.loc	0 17 22
	v_alignbit_b32 v17, v28, v28, 31
	.loc	0 88 9
	v_add_i32_e32 v25, vcc, v25, v17
	v_add_i32_e32 v25, vcc, s17, v25
	.loc	0 17 22
	v_alignbit_b32 v28, v25, v25, 27
	.loc	0 88 9
	v_add_i32_e32 v27, vcc, v28, v27
	.loc	0 17 22
	v_alignbit_b32 v28, v14, v14, 2
	.loc	0 32 30
	v_xor_b32_e32 v14, v26, v15
	v_bfi_b32 v14, v14, v28, v15
	.loc	0 88 9
	v_add_i32_e32 v14, vcc, v27, v14
	.loc	0 40 14
	v_xor_b32_e32 v27, v16, v9
	v_xor_b32_e32 v27, v27, v20
	v_xor_b32_e32 v27, v27, v18
	.loc	0 17 22
	v_alignbit_b32 v18, v29, v29, 31
	.loc	0 88 9
	v_add_i32_e32 v14, vcc, v14, v18
	v_add_i32_e32 v29, vcc, s17, v14
	.loc	0 17 22
	v_alignbit_b32 v14, v29, v29, 27
	.loc	0 88 9
	v_add_i32_e32 v14, vcc, v14, v26
	.loc	0 17 22
	v_alignbit_b32 v15, v15, v15, 2
	.loc	0 32 30
	v_xor_b32_e32 v26, v28, v25
	v_bfi_b32 v26, v26, v15, v25
	.loc	0 88 9
	v_add_i32_e32 v26, vcc, v14, v26
	.loc	0 40 14
	v_xor_b32_e32 v14, v17, v10
	v_xor_b32_e32 v14, v14, v21
	v_xor_b32_e32 v19, v14, v19
	.loc	0 17 22
	v_alignbit_b32 v14, v27, v27, 31
	.loc	0 88 9
	v_add_i32_e32 v26, vcc, v26, v14
	v_add_i32_e32 v27, vcc, s17, v26
	.loc	0 17 22
	v_alignbit_b32 v26, v27, v27, 27
	.loc	0 88 9
	v_add_i32_e32 v26, vcc, v26, v28
	.loc	0 17 22
	v_alignbit_b32 v28, v25, v25, 2
	.loc	0 32 30
	v_xor_b32_e32 v25, v15, v29
	v_bfi_b32 v25, v25, v28, v29
	.loc	0 88 9
	v_add_i32_e32 v25, vcc, v26, v25
	.loc	0 40 14
	v_xor_b32_e32 v26, v18, v11
	v_xor_b32_e32 v26, v26, v22
	v_xor_b32_e32 v20, v26, v20
	.loc	0 17 22
	v_alignbit_b32 v26, v19, v19, 31
	.loc	0 88 9
	v_add_i32_e32 v19, vcc, v25, v26
	v_add_i32_e32 v19, vcc, s17, v19
	.loc	0 17 22
	v_alignbit_b32 v25, v19, v19, 27
	.loc	0 88 9
	v_add_i32_e32 v15, vcc, v25, v15
	.loc	0 17 22
	v_alignbit_b32 v29, v29, v29, 2
	.loc	0 32 30
	v_xor_b32_e32 v25, v28, v27
	v_bfi_b32 v25, v25, v29, v27
	.loc	0 88 9
	v_add_i32_e32 v15, vcc, v15, v25
	.loc	0 40 14
	v_xor_b32_e32 v25, v14, v12
	v_xor_b32_e32 v25, v25, v23
	v_xor_b32_e32 v21, v25, v21
	.loc	0 17 22
	v_alignbit_b32 v25, v20, v20, 31
	.loc	0 88 9
	v_add_i32_e32 v15, vcc, v15, v25
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 88 9
	v_add_i32_e32 v15, vcc, s17, v15
	.loc	0 27 14
	v_xor_b32_e32 v20, v27, v19
	.loc	0 27 18
	v_xor_b32_e32 v20, v20, v29
	.loc	0 17 22
	v_alignbit_b32 v30, v15, v15, 27
	.loc	0 89 9
	v_add_i32_e32 v20, vcc, v30, v20
	v_add_i32_e32 v20, vcc, v20, v28
	.loc	0 40 14
	v_xor_b32_e32 v28, v26, v13
	.loc	0 17 22
	v_alignbit_b32 v21, v21, v21, 31
	.loc	0 40 14
	v_xor_b32_e32 v28, v28, v24
	.loc	0 89 9
	v_add_i32_e32 v20, vcc, v20, v21
	.loc	0 17 22
	v_alignbit_b32 v30, v19, v19, 2
	.loc	0 40 14
	v_xor_b32_e32 v22, v28, v22
	.loc	0 89 9
	v_add_i32_e32 v28, vcc, s18, v20
	.loc	0 27 14
	v_xor_b32_e32 v19, v30, v15
	.loc	0 27 18
	v_xor_b32_e32 v19, v19, v27
	.loc	0 17 22
	v_alignbit_b32 v20, v28, v28, 27
	.loc	0 89 9
	v_add_i32_e32 v19, vcc, v20, v19
	.loc	0 40 14
	v_xor_b32_e32 v20, v16, v8
	v_xor_b32_e32 v20, v20, v25
	.loc	0 89 9
	v_add_i32_e32 v19, vcc, v19, v29
	.loc	0 40 14
	v_xor_b32_e32 v23, v20, v23
	.loc	0 17 22
	v_alignbit_b32 v20, v22, v22, 31
	.loc	0 89 9
	v_add_i32_e32 v19, vcc, v19, v20
	.loc	0 17 22
	v_alignbit_b32 v29, v15, v15, 2
	.loc	0 89 9
	v_add_i32_e32 v22, vcc, s18, v19
	.loc	0 27 14
	v_xor_b32_e32 v15, v29, v28
	.loc	0 27 18
	v_xor_b32_e32 v15, v15, v30
	.loc	0 17 22
	v_alignbit_b32 v19, v22, v22, 27
	.loc	0 89 9
	v_add_i32_e32 v15, vcc, v19, v15
	.loc	0 40 14
	v_xor_b32_e32 v19, v17, v9
	v_xor_b32_e32 v19, v19, v21
	.loc	0 89 9
	v_add_i32_e32 v15, vcc, v15, v27
	.loc	0 40 14
	v_xor_b32_e32 v24, v19, v24
	.loc	0 17 22
	v_alignbit_b32 v19, v23, v23, 31
	.loc	0 89 9
	v_add_i32_e32 v15, vcc, v15, v19
	.loc	0 17 22
	v_alignbit_b32 v27, v28, v28, 2
	.loc	0 89 9
	v_add_i32_e32 v23, vcc, s18, v15
	.loc	0 27 14
	v_xor_b32_e32 v15, v27, v22
	.loc	0 27 18
	v_xor_b32_e32 v15, v15, v29
	.loc	0 17 22
	v_alignbit_b32 v28, v23, v23, 27
	.loc	0 89 9
	v_add_i32_e32 v15, vcc, v28, v15
	v_add_i32_e32 v28, vcc, v15, v30
	.loc	0 17 22
	v_alignbit_b32 v15, v24, v24, 31
	.loc	0 89 9
	v_add_i32_e32 v24, vcc, v28, v15
	.loc	0 17 22
	v_alignbit_b32 v22, v22, v22, 2
	.loc	0 89 9
	v_add_i32_e32 v24, vcc, s18, v24
	.loc	0 27 14
	v_xor_b32_e32 v28, v22, v23
	.loc	0 40 14
	v_xor_b32_e32 v8, v10, v8
	.loc	0 27 18
	v_xor_b32_e32 v28, v28, v27
	.loc	0 17 22
	v_alignbit_b32 v30, v24, v24, 27
	.loc	0 40 14
	v_xor_b32_e32 v8, v8, v18
	.loc	0 89 9
	v_add_i32_e32 v28, vcc, v30, v28
	.loc	0 40 14
	v_xor_b32_e32 v8, v8, v20
	.loc	0 89 9
	v_add_i32_e32 v28, vcc, v28, v29
	.loc	0 17 22
	v_alignbit_b32 v8, v8, v8, 31
	.loc	0 89 9
	v_add_i32_e32 v28, vcc, v28, v8
	.loc	0 17 22
	v_alignbit_b32 v23, v23, v23, 2
	.loc	0 89 9
	v_add_i32_e32 v28, vcc, s18, v28
	.loc	0 27 14
	v_xor_b32_e32 v29, v23, v24
	.loc	0 40 14
	v_xor_b32_e32 v9, v11, v9
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v22
	.loc	0 17 22
	v_alignbit_b32 v30, v28, v28, 27
	.loc	0 40 14
	v_xor_b32_e32 v9, v9, v14
	.loc	0 89 9
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 40 14
	v_xor_b32_e32 v9, v9, v19
	.loc	0 89 9
	v_add_i32_e32 v27, vcc, v29, v27
	.loc	0 17 22
	v_alignbit_b32 v9, v9, v9, 31
	.loc	0 89 9
	v_add_i32_e32 v27, vcc, v27, v9
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 89 9
	v_add_i32_e32 v27, vcc, s18, v27
	.loc	0 27 14
	v_xor_b32_e32 v29, v24, v28
	.loc	0 40 14
	v_xor_b32_e32 v10, v12, v10
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v23
	.loc	0 17 22
	v_alignbit_b32 v30, v27, v27, 27
	.loc	0 40 14
	v_xor_b32_e32 v10, v10, v26
	.loc	0 89 9
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 40 14
	v_xor_b32_e32 v10, v10, v15
	.loc	0 89 9
	v_add_i32_e32 v22, vcc, v29, v22
	.loc	0 17 22
	v_alignbit_b32 v10, v10, v10, 31
	.loc	0 89 9
	v_add_i32_e32 v22, vcc, v22, v10
	.loc	0 17 22
	v_alignbit_b32 v28, v28, v28, 2
	.loc	0 89 9
	v_add_i32_e32 v22, vcc, s18, v22
	.loc	0 27 14
	v_xor_b32_e32 v29, v28, v27
	.loc	0 40 14
	v_xor_b32_e32 v11, v13, v11
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v24
	.loc	0 17 22
	v_alignbit_b32 v30, v22, v22, 27
	.loc	0 40 14
	v_xor_b32_e32 v11, v11, v25
	.loc	0 89 9
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 40 14
	v_xor_b32_e32 v11, v11, v8
	.loc	0 89 9
	v_add_i32_e32 v23, vcc, v29, v23
	.loc	0 17 22
	v_alignbit_b32 v11, v11, v11, 31
	.loc	0 89 9
	v_add_i32_e32 v23, vcc, v23, v11
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 89 9
	v_add_i32_e32 v23, vcc, s18, v23
	.loc	0 27 14
	v_xor_b32_e32 v29, v27, v22
	.loc	0 40 14
	v_xor_b32_e32 v12, v16, v12
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v28
	.loc	0 17 22
	v_alignbit_b32 v30, v23, v23, 27
	.loc	0 40 14
	v_xor_b32_e32 v12, v12, v21
	.loc	0 89 9
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 40 14
	v_xor_b32_e32 v12, v12, v9
	.loc	0 89 9
	v_add_i32_e32 v24, vcc, v29, v24
	.loc	0 17 22
	v_alignbit_b32 v12, v12, v12, 31
	.loc	0 89 9
	v_add_i32_e32 v24, vcc, v24, v12
	.loc	0 17 22
	v_alignbit_b32 v22, v22, v22, 2
	.loc	0 89 9
	v_add_i32_e32 v24, vcc, s18, v24
	.loc	0 27 14
	v_xor_b32_e32 v29, v22, v23
	.loc	0 40 14
	v_xor_b32_e32 v13, v17, v13
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v27
	.loc	0 17 22
	v_alignbit_b32 v30, v24, v24, 27
	.loc	0 40 14
	v_xor_b32_e32 v13, v13, v20
	.loc	0 89 9
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 40 14
	v_xor_b32_e32 v13, v13, v10
	.loc	0 89 9
	v_add_i32_e32 v28, vcc, v29, v28
	.loc	0 17 22
	v_alignbit_b32 v13, v13, v13, 31
	.loc	0 89 9
	v_add_i32_e32 v28, vcc, v28, v13
	.loc	0 17 22
	v_alignbit_b32 v23, v23, v23, 2
	.loc	0 89 9
	v_add_i32_e32 v28, vcc, s18, v28
	.loc	0 27 14
	v_xor_b32_e32 v29, v23, v24
	.loc	0 40 14
	v_xor_b32_e32 v16, v18, v16
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v22
	.loc	0 17 22
	v_alignbit_b32 v30, v28, v28, 27
	.loc	0 40 14
	v_xor_b32_e32 v16, v16, v19
	.loc	0 89 9
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 40 14
	v_xor_b32_e32 v16, v16, v11
	.loc	0 89 9
	v_add_i32_e32 v27, vcc, v29, v27
	.loc	0 17 22
	v_alignbit_b32 v16, v16, v16, 31
	.loc	0 89 9
	v_add_i32_e32 v27, vcc, v27, v16
	.loc	0 17 22
	v_alignbit_b32 v24, v24, v24, 2
	.loc	0 89 9
	v_add_i32_e32 v27, vcc, s18, v27
	.loc	0 27 14
	v_xor_b32_e32 v29, v24, v28
	.loc	0 40 14
	v_xor_b32_e32 v17, v14, v17
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v23
	.loc	0 17 22
	v_alignbit_b32 v30, v27, v27, 27
	.loc	0 40 14
	v_xor_b32_e32 v17, v17, v15
	.loc	0 89 9
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 40 14
	v_xor_b32_e32 v17, v17, v12
	.loc	0 89 9
	v_add_i32_e32 v22, vcc, v29, v22
	.loc	0 17 22
	v_alignbit_b32 v17, v17, v17, 31
	.loc	0 89 9
	v_add_i32_e32 v22, vcc, v22, v17
	.loc	0 17 22
	v_alignbit_b32 v28, v28, v28, 2
	.loc	0 89 9
	v_add_i32_e32 v22, vcc, s18, v22
	.loc	0 27 14
	v_xor_b32_e32 v29, v28, v27
	.loc	0 40 14
	v_xor_b32_e32 v18, v26, v18
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v24
	.loc	0 17 22
	v_alignbit_b32 v30, v22, v22, 27
	.loc	0 40 14
	v_xor_b32_e32 v18, v18, v8
	.loc	0 89 9
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 40 14
	v_xor_b32_e32 v18, v18, v13
	.loc	0 89 9
	v_add_i32_e32 v23, vcc, v29, v23
	.loc	0 17 22
	v_alignbit_b32 v18, v18, v18, 31
	.loc	0 89 9
	v_add_i32_e32 v23, vcc, v23, v18
	.loc	0 17 22
	v_alignbit_b32 v27, v27, v27, 2
	.loc	0 89 9
	v_add_i32_e32 v23, vcc, s18, v23
	.loc	0 27 14
	v_xor_b32_e32 v29, v27, v22
	.loc	0 40 14
	v_xor_b32_e32 v14, v25, v14
	.loc	0 27 18
	v_xor_b32_e32 v29, v29, v28
	.loc	0 17 22
	v_alignbit_b32 v30, v23, v23, 27
	.loc	0 40 14
	v_xor_b32_e32 v14, v14, v9
	.loc	0 89 9
	v_add_i32_e32 v29, vcc, v30, v29
	.loc	0 40 14
	v_xor_b32_e32 v14, v14, v16
	.loc	0 89 9
	v_add_i32_e32 v24, vcc, v29, v24
	.loc	0 17 22
	v_alignbit_b32 v14, v14, v14, 31
	.loc	0 40 14
	v_xor_b32_e32 v26, v21, v26
	.loc	0 89 9
	v_add_i32_e32 v24, vcc, v24, v14
	.loc	0 17 22
	v_alignbit_b32 v22, v22, v22, 2
	.loc	0 40 14
	v_xor_b32_e32 v10, v26, v10
	.loc	0 89 9
	v_add_i32_e32 v24, vcc, s18, v24
	.loc	0 27 14
	v_xor_b32_e32 v26, v22, v23
	.loc	0 27 18
	v_xor_b32_e32 v26, v26, v27
	.loc	0 17 22
	v_alignbit_b32 v29, v24, v24, 27
	.loc	0 89 9
	v_add_i32_e32 v26, vcc, v29, v26
	.loc	0 40 14
	v_xor_b32_e32 v25, v20, v25
	v_xor_b32_e32 v10, v10, v17
	.loc	0 89 9
	v_add_i32_e32 v26, vcc, v26, v28
	.loc	0 40 14
	v_xor_b32_e32 v11, v25, v11
	.loc	0 17 22
	v_alignbit_b32 v10, v10, v10, 31
	.loc	0 40 14
	v_xor_b32_e32 v11, v11, v18
	.loc	0 89 9
	v_add_i32_e32 v18, vcc, v26, v10
	.loc	0 17 22
	v_alignbit_b32 v23, v23, v23, 2
	.loc	0 89 9
	v_add_i32_e32 v18, vcc, s18, v18
	.loc	0 27 14
	v_xor_b32_e32 v25, v23, v24
	.loc	0 27 18
	v_xor_b32_e32 v25, v25, v22
	.loc	0 17 22
	v_alignbit_b32 v26, v18, v18, 27
	.loc	0 89 9
	v_add_i32_e32 v25, vcc, v26, v25
	.loc	0 40 14
	v_xor_b32_e32 v21, v19, v21
	.loc	0 89 9
	v_add_i32_e32 v25, vcc, v25, v27
	.loc	0 40 14
	v_xor_b32_e32 v12, v21, v12
	.loc	0 17 22
	v_alignbit_b32 v11, v11, v11, 31
	.loc	0 40 14
	v_xor_b32_e32 v12, v12, v14
	.loc	0 89 9
	v_add_i32_e32 v14, vcc, v25, v11
	.loc	0 17 22
	v_alignbit_b32 v21, v24, v24, 2
	.loc	0 89 9
	v_add_i32_e32 v14, vcc, s18, v14
	.loc	0 27 14
	v_xor_b32_e32 v24, v21, v18
	.loc	0 27 18
	v_xor_b32_e32 v24, v24, v23
	.loc	0 17 22
	v_alignbit_b32 v25, v14, v14, 27
	.loc	0 89 9
	v_add_i32_e32 v24, vcc, v25, v24
	.loc	0 40 14
	v_xor_b32_e32 v20, v15, v20
	.loc	0 89 9
	v_add_i32_e32 v22, vcc, v24, v22
	.loc	0 40 14
	v_xor_b32_e32 v13, v20, v13
	.loc	0 17 22
	v_alignbit_b32 v12, v12, v12, 31
	.loc	0 40 14
	v_xor_b32_e32 v10, v13, v10
	.loc	0 89 9
	v_add_i32_e32 v13, vcc, v22, v12
	.loc	0 17 22
	v_alignbit_b32 v18, v18, v18, 2
	.loc	0 89 9
	v_add_i32_e32 v13, vcc, s18, v13
	.loc	0 27 14
	v_xor_b32_e32 v20, v18, v14
	.loc	0 27 18
	v_xor_b32_e32 v20, v20, v21
	.loc	0 17 22
	v_alignbit_b32 v22, v13, v13, 27
	.loc	0 89 9
	v_add_i32_e32 v20, vcc, v22, v20
	.loc	0 40 14
	v_xor_b32_e32 v16, v16, v19
	.loc	0 89 9
	v_add_i32_e32 v20, vcc, v20, v23
	.loc	0 17 22
	v_alignbit_b32 v10, v10, v10, 31
	.loc	0 40 14
	v_xor_b32_e32 v11, v16, v11
	.loc	0 89 9
	v_add_i32_e32 v10, vcc, v20, v10
	.loc	0 40 14
	v_xor_b32_e32 v8, v11, v8
	.loc	0 17 22
	v_alignbit_b32 v11, v14, v14, 2
	.loc	0 89 9
	v_add_i32_e32 v10, vcc, s18, v10
	.loc	0 27 14
	v_xor_b32_e32 v14, v11, v13
	.loc	0 27 18
	v_xor_b32_e32 v14, v14, v18
	.loc	0 17 22
	v_alignbit_b32 v16, v10, v10, 27
	.loc	0 89 9
	v_add_i32_e32 v14, vcc, v16, v14
	v_add_i32_e32 v14, vcc, v14, v21
	.loc	0 17 22
	v_alignbit_b32 v8, v8, v8, 31
	.loc	0 89 9
	v_add_i32_e32 v8, vcc, v14, v8
	.loc	0 17 22
	v_alignbit_b32 v13, v13, v13, 2
	.loc	0 89 9
	v_add_i32_e32 v8, vcc, s18, v8
	.loc	0 40 14
	v_xor_b32_e32 v15, v17, v15
	.loc	0 27 14
	v_xor_b32_e32 v16, v13, v10
	.loc	0 17 22
	v_alignbit_b32 v14, v8, v8, 27
	.loc	0 27 18
	v_xor_b32_e32 v16, v16, v11
	.loc	0 40 14
	v_xor_b32_e32 v12, v15, v12
	v_xor_b32_e32 v9, v12, v9
	.loc	0 89 9
	v_add_i32_e32 v12, vcc, v14, v16
	.loc	0 17 22
	v_alignbit_b32 v9, v9, v9, 31
	.loc	0 89 9
	v_add_i32_e32 v12, vcc, v12, v18
	v_add_i32_e32 v9, vcc, v12, v9
	v_add_i32_e32 v0, vcc, v9, v0
	.loc	0 17 22
	v_alignbit_b32 v9, v10, v10, 2
	.loc	0 90 12
	v_add_i32_e32 v0, vcc, s18, v0
	.loc	0 91 12
	v_add_i32_e32 v1, vcc, v8, v1
	.loc	0 92 12
	v_add_i32_e32 v2, vcc, v9, v2
	.loc	0 93 12
	v_add_i32_e32 v3, vcc, v13, v3
	.loc	0 94 12
	v_add_i32_e32 v7, vcc, v11, v7
	.loc	0 72 36
	s_add_i32 s8, s8, -1
	s_add_i32 s13, s13, 16
	v_add_i32_e32 v4, vcc, 64, v4
	s_cmp_eq_u32 s8, 0
	v_addc_u32_e32 v5, vcc, 0, v5, vcc
	.loc	0 72 5
	s_cbranch_scc1 .LBB0_69
.LBB0_4:
	.loc	0 76 20
	s_add_i32 s0, s13, -8
	s_add_i32 s19, s12, s13
	s_cmp_ge_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc0 .LBB0_6
	.loc	0 78 25
	s_cmp_eq_u32 s19, 8
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v8, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v8, 31, v8
	.loc	0 76 17
	s_cbranch_execz .LBB0_7
	s_branch .LBB0_8
.LBB0_6:
.LBB0_7:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v8, v[4:5], s[4:7], 0 addr64
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v9, v8, v8, 8
	v_alignbit_b32 v8, v8, v8, 24
	v_bfi_b32 v8, s14, v8, v9
.LBB0_8:
	.loc	0 76 20
	s_add_i32 s0, s13, -7
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_10
	.loc	0 78 25
	s_cmp_eq_u32 s19, 7
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v9, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v9, 31, v9
	.loc	0 76 17
	s_cbranch_execz .LBB0_11
	s_branch .LBB0_12
.LBB0_10:
.LBB0_11:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v9, v[4:5], s[4:7], 0 addr64 offset:4
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v10, v9, v9, 8
	v_alignbit_b32 v9, v9, v9, 24
	v_bfi_b32 v9, s14, v9, v10
.LBB0_12:
	.loc	0 76 20
	s_add_i32 s0, s13, -6
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_14
	.loc	0 78 25
	s_cmp_eq_u32 s19, 6
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v10, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v10, 31, v10
	.loc	0 76 17
	s_cbranch_execz .LBB0_15
	s_branch .LBB0_16
.LBB0_14:
.LBB0_15:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v10, v[4:5], s[4:7], 0 addr64 offset:8
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v11, v10, v10, 8
	v_alignbit_b32 v10, v10, v10, 24
	v_bfi_b32 v10, s14, v10, v11
.LBB0_16:
	.loc	0 76 20
	s_add_i32 s0, s13, -5
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_18
	.loc	0 78 25
	s_cmp_eq_u32 s19, 5
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v11, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v11, 31, v11
	.loc	0 76 17
	s_cbranch_execz .LBB0_19
	s_branch .LBB0_20
.LBB0_18:
.LBB0_19:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v11, v[4:5], s[4:7], 0 addr64 offset:12
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v12, v11, v11, 8
	v_alignbit_b32 v11, v11, v11, 24
	v_bfi_b32 v11, s14, v11, v12
.LBB0_20:
	.loc	0 76 20
	s_add_i32 s0, s13, -4
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_22
	.loc	0 78 25
	s_cmp_eq_u32 s19, 4
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v12, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v12, 31, v12
	.loc	0 76 17
	s_cbranch_execz .LBB0_23
	s_branch .LBB0_24
.LBB0_22:
.LBB0_23:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v12, v[4:5], s[4:7], 0 addr64 offset:16
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v13, v12, v12, 8
	v_alignbit_b32 v12, v12, v12, 24
	v_bfi_b32 v12, s14, v12, v13
.LBB0_24:
	.loc	0 76 20
	s_add_i32 s0, s13, -3
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_26
	.loc	0 78 25
	s_cmp_eq_u32 s19, 3
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v13, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v13, 31, v13
	.loc	0 76 17
	s_cbranch_execz .LBB0_27
	s_branch .LBB0_28
.LBB0_26:
.LBB0_27:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v13, v[4:5], s[4:7], 0 addr64 offset:20
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v14, v13, v13, 8
	v_alignbit_b32 v13, v13, v13, 24
	v_bfi_b32 v13, s14, v13, v14
.LBB0_28:
	.loc	0 76 20
	s_add_i32 s0, s13, -2
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_30
	.loc	0 78 25
	s_cmp_eq_u32 s19, 2
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v14, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v14, 31, v14
	.loc	0 76 17
	s_cbranch_execz .LBB0_31
	s_branch .LBB0_32
.LBB0_30:
.LBB0_31:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v14, v[4:5], s[4:7], 0 addr64 offset:24
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v15, v14, v14, 8
	v_alignbit_b32 v14, v14, v14, 24
	v_bfi_b32 v14, s14, v14, v15
.LBB0_32:
	.loc	0 76 20
	s_add_i32 s0, s13, -1
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_34
	.loc	0 78 25
	s_cmp_eq_u32 s19, 1
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v15, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v15, 31, v15
	.loc	0 76 17
	s_cbranch_execz .LBB0_35
	s_branch .LBB0_36
.LBB0_34:
.LBB0_35:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v15, v[4:5], s[4:7], 0 addr64 offset:28
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v16, v15, v15, 8
	v_alignbit_b32 v15, v15, v15, 24
	v_bfi_b32 v15, s14, v15, v16
.LBB0_36:
	.loc	0 76 20
	s_cmp_lt_u32 s13, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_38
	.loc	0 78 25
	s_cmp_eq_u32 s19, 0
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v16, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v16, 31, v16
	.loc	0 76 17
	s_cbranch_execz .LBB0_39
	s_branch .LBB0_40
.LBB0_38:
.LBB0_39:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v16, v[4:5], s[4:7], 0 addr64 offset:32
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v17, v16, v16, 8
	v_alignbit_b32 v16, v16, v16, 24
	v_bfi_b32 v16, s14, v16, v17
.LBB0_40:
	.loc	0 76 20
	s_add_i32 s0, s13, 1
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_42
	.loc	0 78 25
	s_cmp_eq_u32 s19, -1
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v17, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v17, 31, v17
	.loc	0 76 17
	s_cbranch_execz .LBB0_43
	s_branch .LBB0_44
.LBB0_42:
.LBB0_43:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v17, v[4:5], s[4:7], 0 addr64 offset:36
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v18, v17, v17, 8
	v_alignbit_b32 v17, v17, v17, 24
	v_bfi_b32 v17, s14, v17, v18
.LBB0_44:
	.loc	0 76 20
	s_add_i32 s0, s13, 2
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_46
	.loc	0 78 25
	s_cmp_eq_u32 s19, -2
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v18, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v18, 31, v18
	.loc	0 76 17
	s_cbranch_execz .LBB0_47
	s_branch .LBB0_48
.LBB0_46:
.LBB0_47:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v18, v[4:5], s[4:7], 0 addr64 offset:40
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v19, v18, v18, 8
	v_alignbit_b32 v18, v18, v18, 24
	v_bfi_b32 v18, s14, v18, v19
.LBB0_48:
	.loc	0 76 20
	s_add_i32 s0, s13, 3
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_50
	.loc	0 78 25
	s_cmp_eq_u32 s19, -3
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v19, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v19, 31, v19
	.loc	0 76 17
	s_cbranch_execz .LBB0_51
	s_branch .LBB0_52
.LBB0_50:
.LBB0_51:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v19, v[4:5], s[4:7], 0 addr64 offset:44
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v20, v19, v19, 8
	v_alignbit_b32 v19, v19, v19, 24
	v_bfi_b32 v19, s14, v19, v20
.LBB0_52:
	.loc	0 76 20
	s_add_i32 s0, s13, 4
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_54
	.loc	0 78 25
	s_cmp_eq_u32 s19, -4
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v20, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v20, 31, v20
	.loc	0 76 17
	s_cbranch_execz .LBB0_55
	s_branch .LBB0_56
.LBB0_54:
.LBB0_55:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v20, v[4:5], s[4:7], 0 addr64 offset:48
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v21, v20, v20, 8
	v_alignbit_b32 v20, v20, v20, 24
	v_bfi_b32 v20, s14, v20, v21
.LBB0_56:
	.loc	0 76 20
	s_add_i32 s0, s13, 5
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_58
	.loc	0 78 25
	s_cmp_eq_u32 s19, -5
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v21, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v21, 31, v21
	.loc	0 76 17
	s_cbranch_execz .LBB0_59
	s_branch .LBB0_60
.LBB0_58:
.LBB0_59:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v21, v[4:5], s[4:7], 0 addr64 offset:52
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v22, v21, v21, 8
	v_alignbit_b32 v21, v21, v21, 24
	v_bfi_b32 v21, s14, v21, v22
.LBB0_60:
	.loc	0 76 20
	s_add_i32 s0, s13, 6
	s_cmp_lt_u32 s0, s10
	.loc	0 76 17
	s_cbranch_scc1 .LBB0_62
	.loc	0 78 25
	s_cmp_eq_u32 s19, -6
	s_cselect_b64 s[0:1], -1, 0
	v_cndmask_b32_e64 v22, 0, 1, s[0:1]
	.loc	0 78 22
	v_lshlrev_b32_e32 v22, 31, v22
	.loc	0 76 17
	s_cbranch_execz .LBB0_63
	s_branch .LBB0_64
.LBB0_62:
.LBB0_63:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v22, v[4:5], s[4:7], 0 addr64 offset:56
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v23, v22, v22, 8
	v_alignbit_b32 v22, v22, v22, 24
	v_bfi_b32 v22, s14, v22, v23
.LBB0_64:
	.loc	0 76 20
	s_add_i32 s0, s13, 7
	s_cmp_lt_u32 s0, s10
	s_mov_b64 s[0:1], -1
	.loc	0 76 17
	s_cbranch_scc0 .LBB0_66
	s_andn2_b64 vcc, exec, s[0:1]
	.loc	0 0 0
	v_mov_b32_e32 v23, s4
	.loc	0 76 17
	s_cbranch_vccnz .LBB0_3
	s_branch .LBB0_67
.LBB0_66:
	.loc	0 76 20
	s_add_i32 s0, s11, s13
	s_cmp_eq_u32 s0, 8
	s_cselect_b32 s0, s9, 0
	.loc	0 78 22
	s_cmp_lg_u32 s19, -7
	s_cselect_b32 s4, s0, 0x80000000
	.loc	0 0 0
	v_mov_b32_e32 v23, s4
	.loc	0 76 17
	s_cbranch_execnz .LBB0_3
.LBB0_67:
	.loc	0 77 36
	s_mov_b32 s4, s6
	s_mov_b32 s5, s6
	buffer_load_dword v23, v[4:5], s[4:7], 0 addr64 offset:60
	.loc	0 77 24
	s_waitcnt vmcnt(0)
	v_alignbit_b32 v24, v23, v23, 8
	v_alignbit_b32 v23, v23, v23, 24
	v_bfi_b32 v23, s14, v23, v24
	s_branch .LBB0_3
.LBB0_68:
	.loc	0 0 24
	v_mov_b32_e32 v0, 0x67452301
	v_mov_b32_e32 v1, 0xefcdab89
	v_mov_b32_e32 v2, 0x98badcfe
	v_mov_b32_e32 v3, 0x10325476
	v_mov_b32_e32 v7, 0xc3d2e1f0
.LBB0_69:
	.loc	0 97 40
	v_mul_lo_u32 v4, v6, 5
	.loc	0 97 32
	v_mov_b32_e32 v5, 0
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	v_lshl_b64 v[4:5], v[4:5], 2
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[4:5], s[2:3]
	.loc	0 101 15
	buffer_store_dwordx4 v[0:3], v[4:5], s[4:7], 0 addr64
	.loc	0 102 15
	buffer_store_dword v7, v[4:5], s[4:7], 0 addr64 offset:16
.LBB0_70:
	.loc	0 103 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sto_sha1
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 28
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
		.amdhsa_next_free_vgpr 31
		.amdhsa_next_free_sgpr 20
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
	.size	sto_sha1, .Lfunc_end0-sto_sha1
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
      - .offset:         24
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 512
    .name:           sto_sha1
    .private_segment_fixed_size: 0
    .sgpr_count:     22
    .sgpr_spill_count: 0
    .symbol:         sto_sha1.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     31
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
