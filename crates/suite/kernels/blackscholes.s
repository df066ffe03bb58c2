	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	blackscholes_price
	.globl	blackscholes_price
	.p2align	8
	.type	blackscholes_price,@function
blackscholes_price:
	.file	0 "blackscholes.cu"
	.loc	0 56 31
	s_load_dword s0, s[4:5], 0x9
	.loc	0 56 18
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	.loc	0 57 19
	v_mov_b32_e32 v1, 0
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 56 31
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	.loc	0 56 29
	s_mul_i32 s6, s6, s0
	.loc	0 56 42
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 57 19
	v_lshl_b64 v[4:5], v[0:1], 4
	s_mov_b64 s[0:1], s[8:9]
	buffer_load_dwordx4 v[0:3], v[4:5], s[0:3], 0 addr64
	s_mov_b32 s13, 0x6f800000
	.loc	0 44 28
	v_mov_b32_e32 v7, 0x2f800000
	s_mov_b32 s8, 0x3fb8aa3b
	s_mov_b32 s9, 0x32a5705f
	s_mov_b32 s7, 0xc2ce8ed0
	s_mov_b32 s6, 0x42b17218
	.loc	0 46 33
	v_mov_b32_e32 v6, 0x7f800000
	s_mov_b32 s15, 0x3f317217
	s_mov_b32 s16, 0x3377d1cf
	s_mov_b32 s14, 0x7f800000
	s_mov_b32 s12, 0x3e6d3389
	.loc	0 56 18
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	.loc	0 31 38
	s_waitcnt vmcnt(0)
	v_sub_f32_e32 v8, 1.0, v0
	.loc	0 31 23
	v_mul_f32_e32 v9, 0x3c23d70a, v0
	.loc	0 31 30
	v_mul_f32_e32 v13, 0x41200000, v8
	.loc	0 31 38
	v_sub_f32_e32 v10, 1.0, v1
	.loc	0 31 23
	v_madmk_f32 v11, v8, 0x41200000, v0
	v_madmk_f32 v12, v8, 0x3d4ccccd, v9
	v_mac_f32_e32 v9, 0x3dcccccd, v8
	v_mac_f32_e32 v13, 0x42c80000, v0
	.loc	0 31 30
	v_mul_f32_e32 v14, 0x42c80000, v8
	v_mul_f32_e32 v8, 0x41200000, v10
	.loc	0 44 53
	v_mul_f32_e32 v16, 0.5, v9
	.loc	0 46 44
	v_mul_f32_e64 v17, v11, -v12
	.loc	0 44 28
	v_cmp_gt_f32_e64 vcc, |v13|, s13
	.loc	0 31 23
	v_mac_f32_e32 v8, 0x42c80000, v1
	.loc	0 44 46
	v_mad_f32 v12, v16, v9, v12
	.loc	0 46 33
	v_mul_f32_e32 v16, 0x3fb8aa3b, v17
	.loc	0 44 28
	v_cndmask_b32_e32 v18, 1.0, v7, vcc
	v_cmp_gt_f32_e64 vcc, |v8|, s13
	.loc	0 46 33
	v_fma_f32 v20, v17, s8, -v16
	v_rndne_f32_e32 v16, v16
	.loc	0 44 28
	v_mul_f32_e32 v21, v13, v18
	v_cndmask_b32_e32 v19, 1.0, v7, vcc
	.loc	0 46 33
	v_fma_f32 v20, v17, s9, v20
	v_mad_f32 v22, v17, s8, -v16
	.loc	0 44 28
	v_rcp_f32_e32 v21, v21
	.loc	0 31 23
	v_mac_f32_e32 v14, 0x41200000, v0
	.loc	0 43 33
	v_sqrt_f32_e32 v0, v11
	.loc	0 46 33
	v_add_f32_e32 v20, v22, v20
	.loc	0 44 28
	v_mul_f32_e32 v22, v8, v19
	v_rcp_f32_e32 v22, v22
	.loc	0 46 33
	v_cvt_i32_f32_e32 v16, v16
	v_exp_f32_e32 v20, v20
	.loc	0 31 30
	v_mul_f32_e32 v15, 0x42c80000, v10
	.loc	0 44 28
	v_mul_f32_e32 v21, v14, v21
	.loc	0 31 23
	v_mac_f32_e32 v15, 0x41200000, v1
	.loc	0 44 28
	v_mul_f32_e32 v18, v18, v21
	.loc	0 43 31
	v_mul_f32_e32 v21, v9, v0
	.loc	0 44 28
	v_mul_f32_e32 v22, v15, v22
	.loc	0 44 89
	v_cmp_gt_f32_e64 vcc, |v21|, s13
	.loc	0 44 17
	v_log_f32_e32 v18, v18
	.loc	0 44 28
	v_mul_f32_e32 v19, v19, v22
	.loc	0 44 89
	v_cndmask_b32_e32 v22, 1.0, v7, vcc
	.loc	0 46 33
	v_ldexp_f32_e32 v16, v20, v16
	v_cmp_ngt_f32_e32 vcc, s7, v17
	v_cndmask_b32_e32 v16, 0, v16, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v17
	v_cndmask_b32_e32 v16, v6, v16, vcc
	.loc	0 46 31
	v_mul_f32_e32 v13, v13, v16
	.loc	0 44 17
	v_mul_f32_e32 v16, 0x3f317217, v18
	.loc	0 44 89
	v_mul_f32_e32 v21, v21, v22
	.loc	0 44 17
	v_fma_f32 v16, v18, s15, -v16
	.loc	0 44 89
	v_rcp_f32_e32 v21, v21
	.loc	0 44 17
	v_fma_f32 v16, v18, s16, v16
	v_mac_f32_e32 v16, 0x3f317217, v18
	v_cmp_lt_f32_e64 vcc, |v18|, s14
	v_cndmask_b32_e32 v16, v18, v16, vcc
	.loc	0 44 38
	v_mac_f32_e32 v16, v12, v11
	.loc	0 44 89
	v_mul_f32_e32 v11, v16, v21
	v_mul_f32_e32 v11, v22, v11
	.loc	0 45 19
	v_mad_f32 v12, -v9, v0, v11
	.loc	0 25 57
	v_mul_f32_e32 v0, -0.5, v11
	.loc	0 25 61
	v_mul_f32_e32 v16, v11, v0
	.loc	0 25 57
	v_mul_f32_e32 v0, -0.5, v12
	.loc	0 25 46
	v_mul_f32_e32 v17, 0x3fb8aa3b, v16
	.loc	0 25 61
	v_mul_f32_e32 v18, v12, v0
	.loc	0 25 46
	v_fma_f32 v0, v16, s8, -v17
	v_rndne_f32_e32 v17, v17
	v_fma_f32 v0, v16, s9, v0
	v_mad_f32 v21, v16, s8, -v17
	v_add_f32_e32 v21, v21, v0
	.loc	0 22 28
	v_mad_f32 v9, |v11|, s12, 1.0
	.loc	0 25 46
	v_cvt_i32_f32_e32 v17, v17
	v_exp_f32_e32 v21, v21
	.loc	0 22 20
	v_rcp_f32_e32 v9, v9
	.loc	0 25 46
	v_mul_f32_e32 v20, 0x3fb8aa3b, v18
	v_fma_f32 v22, v18, s8, -v20
	v_rndne_f32_e32 v20, v20
	v_fma_f32 v0, v18, s9, v22
	v_mad_f32 v22, v18, s8, -v20
	v_add_f32_e32 v22, v22, v0
	v_mov_b32_e32 v0, 0xbfe91eea
	v_ldexp_f32_e32 v17, v21, v17
	.loc	0 22 28
	v_mad_f32 v21, |v12|, s12, 1.0
	.loc	0 24 43
	v_madmk_f32 v23, v9, 0x3faa466f, v0
	.loc	0 22 20
	v_rcp_f32_e32 v21, v21
	.loc	0 23 83
	v_madak_f32 v23, v9, v23, 0x3fe40778
	.loc	0 25 46
	v_cvt_i32_f32_e32 v20, v20
	v_exp_f32_e32 v22, v22
	.loc	0 23 63
	v_madak_f32 v23, v9, v23, 0xbeb68f87
	.loc	0 25 46
	v_cmp_ngt_f32_e32 vcc, s7, v16
	.loc	0 23 42
	v_madak_f32 v23, v9, v23, 0x3ea385fa
	.loc	0 25 46
	v_cndmask_b32_e32 v17, 0, v17, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v16
	.loc	0 23 26
	v_mul_f32_e32 v9, v9, v23
	.loc	0 24 43
	v_madmk_f32 v23, v21, 0x3faa466f, v0
	.loc	0 25 46
	v_cndmask_b32_e32 v16, v6, v17, vcc
	.loc	0 23 83
	v_madak_f32 v23, v21, v23, 0x3fe40778
	.loc	0 25 46
	v_ldexp_f32_e32 v20, v22, v20
	.loc	0 25 24
	v_mul_f32_e32 v16, 0xbecc422a, v16
	.loc	0 25 46
	v_cmp_ngt_f32_e32 vcc, s7, v18
	.loc	0 44 17
	v_log_f32_e32 v17, v19
	.loc	0 23 63
	v_madak_f32 v23, v21, v23, 0xbeb68f87
	.loc	0 25 24
	v_mad_f32 v16, v16, v9, 1.0
	.loc	0 25 46
	v_cndmask_b32_e32 v9, 0, v20, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v18
	.loc	0 23 42
	v_madak_f32 v23, v21, v23, 0x3ea385fa
	.loc	0 25 46
	v_cndmask_b32_e32 v9, v6, v9, vcc
	.loc	0 23 26
	v_mul_f32_e32 v21, v21, v23
	.loc	0 25 24
	v_mul_f32_e32 v9, 0xbecc422a, v9
	v_mad_f32 v18, v9, v21, 1.0
	.loc	0 44 17
	v_mul_f32_e32 v9, 0x3f317217, v17
	v_fma_f32 v9, v17, s15, -v9
	v_fma_f32 v9, v17, s16, v9
	v_mac_f32_e32 v9, 0x3f317217, v17
	v_cmp_lt_f32_e64 vcc, |v17|, s14
	v_cndmask_b32_e32 v9, v17, v9, vcc
	.loc	0 31 23
	v_mul_f32_e32 v17, 0x3c23d70a, v1
	v_madmk_f32 v1, v10, 0x41200000, v1
	v_madmk_f32 v19, v10, 0x3d4ccccd, v17
	v_mac_f32_e32 v17, 0x3dcccccd, v10
	.loc	0 43 33
	v_sqrt_f32_e32 v10, v1
	.loc	0 44 53
	v_mul_f32_e32 v20, 0.5, v17
	.loc	0 44 46
	v_mad_f32 v20, v20, v17, v19
	.loc	0 44 38
	v_mac_f32_e32 v9, v20, v1
	.loc	0 43 31
	v_mul_f32_e32 v20, v17, v10
	.loc	0 44 89
	v_cmp_gt_f32_e64 vcc, |v20|, s13
	v_cndmask_b32_e32 v21, 1.0, v7, vcc
	v_mul_f32_e32 v20, v20, v21
	v_rcp_f32_e32 v20, v20
	.loc	0 46 44
	v_mul_f32_e64 v1, v1, -v19
	.loc	0 46 33
	v_mul_f32_e32 v19, 0x3fb8aa3b, v1
	v_cmp_ngt_f32_e32 vcc, s7, v1
	.loc	0 44 89
	v_mul_f32_e32 v9, v9, v20
	.loc	0 46 33
	v_fma_f32 v20, v1, s8, -v19
	v_rndne_f32_e32 v19, v19
	v_fma_f32 v20, v1, s9, v20
	v_mad_f32 v22, v1, s8, -v19
	v_add_f32_e32 v20, v22, v20
	v_exp_f32_e32 v20, v20
	v_cvt_i32_f32_e32 v19, v19
	.loc	0 44 89
	v_mul_f32_e32 v21, v21, v9
	.loc	0 45 19
	v_mad_f32 v10, -v17, v10, v21
	.loc	0 26 14
	v_cmp_gt_f32_e64 s[0:1], 0, v10
	.loc	0 46 33
	v_ldexp_f32_e32 v9, v20, v19
	v_cndmask_b32_e32 v9, 0, v9, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v1
	v_cndmask_b32_e32 v1, v6, v9, vcc
	.loc	0 25 57
	v_mul_f32_e32 v9, -0.5, v21
	.loc	0 25 61
	v_mul_f32_e32 v9, v21, v9
	.loc	0 25 46
	v_mul_f32_e32 v17, 0x3fb8aa3b, v9
	v_fma_f32 v19, v9, s8, -v17
	v_rndne_f32_e32 v17, v17
	v_fma_f32 v19, v9, s9, v19
	v_mad_f32 v20, v9, s8, -v17
	.loc	0 46 31
	v_mul_f32_e32 v1, v8, v1
	.loc	0 22 28
	v_mad_f32 v8, |v21|, s12, 1.0
	.loc	0 25 46
	v_add_f32_e32 v19, v20, v19
	.loc	0 22 20
	v_rcp_f32_e32 v8, v8
	.loc	0 25 46
	v_exp_f32_e32 v19, v19
	v_cvt_i32_f32_e32 v17, v17
	v_cmp_ngt_f32_e32 vcc, s7, v9
	.loc	0 24 43
	v_madmk_f32 v20, v8, 0x3faa466f, v0
	.loc	0 23 83
	v_madak_f32 v20, v8, v20, 0x3fe40778
	.loc	0 25 46
	v_ldexp_f32_e32 v17, v19, v17
	.loc	0 22 28
	v_mad_f32 v19, |v10|, s12, 1.0
	.loc	0 22 20
	v_rcp_f32_e32 v19, v19
	.loc	0 23 63
	v_madak_f32 v20, v8, v20, 0xbeb68f87
	.loc	0 25 46
	v_cndmask_b32_e32 v17, 0, v17, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v9
	.loc	0 23 42
	v_madak_f32 v20, v8, v20, 0x3ea385fa
	.loc	0 25 46
	v_cndmask_b32_e32 v9, v6, v17, vcc
	.loc	0 23 26
	v_mul_f32_e32 v8, v8, v20
	.loc	0 25 24
	v_mul_f32_e32 v9, 0xbecc422a, v9
	v_mad_f32 v17, v9, v8, 1.0
	.loc	0 24 43
	v_madmk_f32 v8, v19, 0x3faa466f, v0
	.loc	0 23 83
	v_madak_f32 v8, v19, v8, 0x3fe40778
	.loc	0 23 63
	v_madak_f32 v8, v19, v8, 0xbeb68f87
	.loc	0 25 57
	v_mul_f32_e32 v9, -0.5, v10
	.loc	0 23 42
	v_madak_f32 v8, v19, v8, 0x3ea385fa
	.loc	0 25 61
	v_mul_f32_e32 v9, v10, v9
	.loc	0 23 26
	v_mul_f32_e32 v8, v19, v8
	.loc	0 25 46
	v_mul_f32_e32 v19, 0x3fb8aa3b, v9
	v_fma_f32 v20, v9, s8, -v19
	v_rndne_f32_e32 v19, v19
	v_fma_f32 v20, v9, s9, v20
	v_mad_f32 v22, v9, s8, -v19
	v_add_f32_e32 v20, v22, v20
	v_exp_f32_e32 v20, v20
	v_cvt_i32_f32_e32 v19, v19
	v_cmp_ngt_f32_e32 vcc, s7, v9
	.loc	0 26 12
	v_sub_f32_e32 v22, 1.0, v17
	v_sub_f32_e32 v24, 1.0, v16
	.loc	0 25 46
	v_ldexp_f32_e32 v19, v20, v19
	v_cndmask_b32_e32 v19, 0, v19, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v9
	v_cndmask_b32_e32 v9, v6, v19, vcc
	.loc	0 25 24
	v_mul_f32_e32 v9, 0xbecc422a, v9
	.loc	0 26 12
	v_sub_f32_e32 v20, 1.0, v18
	.loc	0 26 14
	v_cmp_gt_f32_e32 vcc, 0, v12
	.loc	0 25 24
	v_mad_f32 v19, v9, v8, 1.0
	.loc	0 26 12
	v_cndmask_b32_e32 v8, v18, v20, vcc
	.loc	0 26 14
	v_cmp_gt_f32_e32 vcc, 0, v21
	.loc	0 26 12
	v_cndmask_b32_e32 v26, v17, v22, vcc
	.loc	0 26 14
	v_cmp_lt_f32_e32 vcc, 0, v12
	.loc	0 26 12
	v_sub_f32_e32 v23, 1.0, v19
	v_cndmask_b32_e32 v12, v18, v20, vcc
	.loc	0 26 14
	v_cmp_lt_f32_e32 vcc, 0, v11
	.loc	0 26 12
	v_cndmask_b32_e64 v9, v19, v23, s[0:1]
	.loc	0 26 14
	v_cmp_gt_f32_e64 s[0:1], 0, v11
	.loc	0 26 12
	v_cndmask_b32_e32 v11, v16, v24, vcc
	.loc	0 26 14
	v_cmp_lt_f32_e32 vcc, 0, v10
	.loc	0 49 38
	v_mul_f32_e32 v8, v8, v13
	.loc	0 26 12
	v_cndmask_b32_e64 v25, v16, v24, s[0:1]
	v_cndmask_b32_e32 v10, v19, v23, vcc
	.loc	0 26 14
	v_cmp_lt_f32_e32 vcc, 0, v21
	.loc	0 49 38
	v_mad_f32 v8, v14, v25, -v8
	.loc	0 50 43
	v_mul_f32_e32 v11, v11, v14
	.loc	0 26 12
	v_cndmask_b32_e32 v14, v17, v22, vcc
	.loc	0 50 43
	v_mul_f32_e32 v14, v14, v15
	.loc	0 49 38
	v_mul_f32_e32 v9, v9, v1
	.loc	0 50 43
	v_mad_f32 v12, v13, v12, -v11
	v_mad_f32 v13, v1, v10, -v14
	.loc	0 31 38
	v_sub_f32_e32 v1, 1.0, v3
	.loc	0 31 30
	v_mul_f32_e32 v11, 0x41200000, v1
	.loc	0 31 23
	v_mac_f32_e32 v11, 0x42c80000, v3
	.loc	0 44 28
	v_cmp_gt_f32_e64 vcc, |v11|, s13
	v_cndmask_b32_e32 v10, 1.0, v7, vcc
	v_mul_f32_e32 v14, v11, v10
	v_rcp_f32_e32 v14, v14
	.loc	0 49 38
	v_mad_f32 v9, v15, v26, -v9
	.loc	0 31 30
	v_mul_f32_e32 v15, 0x42c80000, v1
	.loc	0 31 23
	v_mac_f32_e32 v15, 0x41200000, v3
	.loc	0 44 28
	v_mul_f32_e32 v14, v15, v14
	v_mul_f32_e32 v10, v10, v14
	.loc	0 44 17
	v_log_f32_e32 v10, v10
	.loc	0 31 23
	v_mul_f32_e32 v16, 0x3c23d70a, v3
	v_mac_f32_e32 v3, 0x41200000, v1
	v_madmk_f32 v14, v1, 0x3d4ccccd, v16
	v_mac_f32_e32 v16, 0x3dcccccd, v1
	.loc	0 44 17
	v_mul_f32_e32 v1, 0x3f317217, v10
	v_fma_f32 v1, v10, s15, -v1
	v_fma_f32 v1, v10, s16, v1
	v_mac_f32_e32 v1, 0x3f317217, v10
	v_cmp_lt_f32_e64 vcc, |v10|, s14
	v_cndmask_b32_e32 v1, v10, v1, vcc
	.loc	0 44 53
	v_mul_f32_e32 v10, 0.5, v16
	.loc	0 44 46
	v_mad_f32 v10, v10, v16, v14
	.loc	0 44 38
	v_mac_f32_e32 v1, v10, v3
	.loc	0 31 38
	v_sub_f32_e32 v10, 1.0, v2
	.loc	0 31 30
	v_mul_f32_e32 v18, 0x41200000, v10
	v_mul_f32_e32 v17, 0x42c80000, v10
	.loc	0 31 23
	v_mac_f32_e32 v18, 0x42c80000, v2
	v_mac_f32_e32 v17, 0x41200000, v2
	.loc	0 46 44
	v_mul_f32_e64 v19, v3, -v14
	.loc	0 31 23
	v_madmk_f32 v14, v10, 0x41200000, v2
	v_mul_f32_e32 v2, 0x3c23d70a, v2
	.loc	0 44 28
	v_cmp_gt_f32_e64 vcc, |v18|, s13
	.loc	0 31 23
	v_madmk_f32 v20, v10, 0x3d4ccccd, v2
	v_mac_f32_e32 v2, 0x3dcccccd, v10
	.loc	0 44 28
	v_cndmask_b32_e32 v10, 1.0, v7, vcc
	v_mul_f32_e32 v21, v18, v10
	v_rcp_f32_e32 v21, v21
	.loc	0 43 33
	v_sqrt_f32_e32 v3, v3
	.loc	0 62 5
	s_mov_b64 s[0:1], s[10:11]
	.loc	0 44 28
	v_mul_f32_e32 v21, v17, v21
	v_mul_f32_e32 v10, v10, v21
	.loc	0 44 17
	v_log_f32_e32 v10, v10
	v_mul_f32_e32 v21, 0x3f317217, v10
	v_fma_f32 v21, v10, s15, -v21
	v_fma_f32 v21, v10, s16, v21
	v_mac_f32_e32 v21, 0x3f317217, v10
	v_cmp_lt_f32_e64 vcc, |v10|, s14
	v_cndmask_b32_e32 v10, v10, v21, vcc
	.loc	0 44 53
	v_mul_f32_e32 v21, 0.5, v2
	.loc	0 44 46
	v_mad_f32 v21, v21, v2, v20
	.loc	0 44 38
	v_mac_f32_e32 v10, v21, v14
	.loc	0 43 33
	v_sqrt_f32_e32 v21, v14
	.loc	0 43 31
	v_mul_f32_e32 v22, v2, v21
	.loc	0 44 89
	v_cmp_gt_f32_e64 vcc, |v22|, s13
	v_cndmask_b32_e32 v23, 1.0, v7, vcc
	v_mul_f32_e32 v22, v22, v23
	v_rcp_f32_e32 v22, v22
	v_mul_f32_e32 v10, v10, v22
	v_mul_f32_e32 v22, v23, v10
	.loc	0 46 44
	v_mul_f32_e64 v10, v14, -v20
	.loc	0 46 33
	v_mul_f32_e32 v14, 0x3fb8aa3b, v10
	v_fma_f32 v20, v10, s8, -v14
	v_rndne_f32_e32 v14, v14
	.loc	0 45 19
	v_mad_f32 v2, -v2, v21, v22
	.loc	0 46 33
	v_fma_f32 v20, v10, s9, v20
	v_mad_f32 v21, v10, s8, -v14
	v_add_f32_e32 v20, v21, v20
	v_exp_f32_e32 v20, v20
	v_cvt_i32_f32_e32 v14, v14
	v_cmp_ngt_f32_e32 vcc, s7, v10
	v_ldexp_f32_e32 v14, v20, v14
	v_cndmask_b32_e32 v14, 0, v14, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v10
	v_cndmask_b32_e32 v10, v6, v14, vcc
	.loc	0 46 31
	v_mul_f32_e32 v14, v18, v10
	.loc	0 22 28
	v_mad_f32 v10, |v22|, s12, 1.0
	.loc	0 22 20
	v_rcp_f32_e32 v10, v10
	.loc	0 24 43
	v_madmk_f32 v18, v10, 0x3faa466f, v0
	.loc	0 23 83
	v_madak_f32 v18, v10, v18, 0x3fe40778
	.loc	0 23 63
	v_madak_f32 v18, v10, v18, 0xbeb68f87
	.loc	0 23 42
	v_madak_f32 v18, v10, v18, 0x3ea385fa
	.loc	0 23 26
	v_mul_f32_e32 v10, v10, v18
	.loc	0 25 57
	v_mul_f32_e32 v18, -0.5, v22
	.loc	0 25 61
	v_mul_f32_e32 v18, v22, v18
	.loc	0 25 46
	v_mul_f32_e32 v20, 0x3fb8aa3b, v18
	v_fma_f32 v21, v18, s8, -v20
	v_rndne_f32_e32 v20, v20
	v_fma_f32 v21, v18, s9, v21
	v_mad_f32 v23, v18, s8, -v20
	v_add_f32_e32 v21, v23, v21
	v_exp_f32_e32 v21, v21
	v_cvt_i32_f32_e32 v20, v20
	v_cmp_ngt_f32_e32 vcc, s7, v18
	v_ldexp_f32_e32 v20, v21, v20
	v_cndmask_b32_e32 v20, 0, v20, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v18
	v_cndmask_b32_e32 v18, v6, v20, vcc
	.loc	0 25 24
	v_mul_f32_e32 v18, 0xbecc422a, v18
	v_mad_f32 v18, v18, v10, 1.0
	.loc	0 22 28
	v_mad_f32 v10, |v2|, s12, 1.0
	.loc	0 22 20
	v_rcp_f32_e32 v10, v10
	.loc	0 24 43
	v_madmk_f32 v20, v10, 0x3faa466f, v0
	.loc	0 23 83
	v_madak_f32 v20, v10, v20, 0x3fe40778
	.loc	0 23 63
	v_madak_f32 v20, v10, v20, 0xbeb68f87
	.loc	0 23 42
	v_madak_f32 v20, v10, v20, 0x3ea385fa
	.loc	0 23 26
	v_mul_f32_e32 v10, v10, v20
	.loc	0 25 57
	v_mul_f32_e32 v20, -0.5, v2
	.loc	0 25 61
	v_mul_f32_e32 v20, v2, v20
	.loc	0 25 46
	v_mul_f32_e32 v21, 0x3fb8aa3b, v20
	v_fma_f32 v23, v20, s8, -v21
	v_rndne_f32_e32 v21, v21
	v_fma_f32 v23, v20, s9, v23
	v_mad_f32 v24, v20, s8, -v21
	v_add_f32_e32 v23, v24, v23
	v_exp_f32_e32 v23, v23
	v_cvt_i32_f32_e32 v21, v21
	v_cmp_ngt_f32_e32 vcc, s7, v20
	v_ldexp_f32_e32 v21, v23, v21
	v_cndmask_b32_e32 v21, 0, v21, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v20
	v_cndmask_b32_e32 v20, v6, v21, vcc
	.loc	0 25 24
	v_mul_f32_e32 v20, 0xbecc422a, v20
	v_mad_f32 v20, v20, v10, 1.0
	.loc	0 26 12
	v_sub_f32_e32 v21, 1.0, v20
	.loc	0 26 14
	v_cmp_gt_f32_e32 vcc, 0, v2
	.loc	0 26 12
	v_cndmask_b32_e32 v10, v20, v21, vcc
	v_sub_f32_e32 v23, 1.0, v18
	.loc	0 26 14
	v_cmp_gt_f32_e32 vcc, 0, v22
	.loc	0 26 12
	v_cndmask_b32_e32 v24, v18, v23, vcc
	.loc	0 26 14
	v_cmp_lt_f32_e32 vcc, 0, v2
	.loc	0 26 12
	v_cndmask_b32_e32 v2, v20, v21, vcc
	.loc	0 26 14
	v_cmp_lt_f32_e32 vcc, 0, v22
	.loc	0 49 38
	v_mul_f32_e32 v10, v10, v14
	.loc	0 26 12
	v_cndmask_b32_e32 v18, v18, v23, vcc
	.loc	0 49 38
	v_mad_f32 v10, v17, v24, -v10
	.loc	0 50 43
	v_mul_f32_e32 v17, v18, v17
	v_mad_f32 v14, v14, v2, -v17
	.loc	0 43 31
	v_mul_f32_e32 v2, v16, v3
	.loc	0 44 89
	v_cmp_gt_f32_e64 vcc, |v2|, s13
	v_cndmask_b32_e32 v7, 1.0, v7, vcc
	v_mul_f32_e32 v2, v2, v7
	v_rcp_f32_e32 v2, v2
	.loc	0 46 33
	v_mul_f32_e32 v17, 0x3fb8aa3b, v19
	v_fma_f32 v18, v19, s8, -v17
	v_rndne_f32_e32 v17, v17
	v_fma_f32 v18, v19, s9, v18
	v_mad_f32 v20, v19, s8, -v17
	v_add_f32_e32 v18, v20, v18
	v_exp_f32_e32 v18, v18
	v_cvt_i32_f32_e32 v17, v17
	.loc	0 44 89
	v_mul_f32_e32 v1, v1, v2
	v_mul_f32_e32 v1, v7, v1
	.loc	0 45 19
	v_mad_f32 v2, -v16, v3, v1
	.loc	0 25 57
	v_mul_f32_e32 v16, -0.5, v1
	.loc	0 22 28
	v_mad_f32 v7, |v1|, s12, 1.0
	.loc	0 25 61
	v_mul_f32_e32 v16, v1, v16
	.loc	0 46 33
	v_ldexp_f32_e32 v3, v18, v17
	.loc	0 22 20
	v_rcp_f32_e32 v7, v7
	.loc	0 25 46
	v_mul_f32_e32 v17, 0x3fb8aa3b, v16
	.loc	0 46 33
	v_cmp_ngt_f32_e32 vcc, s7, v19
	.loc	0 25 46
	v_fma_f32 v18, v16, s8, -v17
	v_rndne_f32_e32 v17, v17
	.loc	0 46 33
	v_cndmask_b32_e32 v3, 0, v3, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v19
	.loc	0 25 46
	v_fma_f32 v18, v16, s9, v18
	v_mad_f32 v19, v16, s8, -v17
	.loc	0 46 33
	v_cndmask_b32_e32 v3, v6, v3, vcc
	.loc	0 25 46
	v_add_f32_e32 v18, v19, v18
	.loc	0 46 31
	v_mul_f32_e32 v3, v11, v3
	.loc	0 24 43
	v_madmk_f32 v11, v7, 0x3faa466f, v0
	.loc	0 25 46
	v_exp_f32_e32 v18, v18
	v_cvt_i32_f32_e32 v17, v17
	.loc	0 23 83
	v_madak_f32 v11, v7, v11, 0x3fe40778
	.loc	0 23 63
	v_madak_f32 v11, v7, v11, 0xbeb68f87
	.loc	0 23 42
	v_madak_f32 v11, v7, v11, 0x3ea385fa
	.loc	0 23 26
	v_mul_f32_e32 v7, v7, v11
	.loc	0 25 46
	v_ldexp_f32_e32 v11, v18, v17
	.loc	0 22 28
	v_mad_f32 v17, |v2|, s12, 1.0
	.loc	0 25 46
	v_cmp_ngt_f32_e32 vcc, s7, v16
	.loc	0 22 20
	v_rcp_f32_e32 v17, v17
	.loc	0 25 46
	v_cndmask_b32_e32 v11, 0, v11, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v16
	v_cndmask_b32_e32 v11, v6, v11, vcc
	.loc	0 25 24
	v_mul_f32_e32 v11, 0xbecc422a, v11
	v_mad_f32 v7, v11, v7, 1.0
	.loc	0 24 43
	v_mac_f32_e32 v0, 0x3faa466f, v17
	v_mov_b32_e32 v11, 0x3fe40778
	.loc	0 23 83
	v_mac_f32_e32 v11, v17, v0
	v_mov_b32_e32 v0, 0xbeb68f87
	.loc	0 23 63
	v_mac_f32_e32 v0, v17, v11
	.loc	0 25 57
	v_mul_f32_e32 v11, -0.5, v2
	.loc	0 25 61
	v_mul_f32_e32 v11, v2, v11
	.loc	0 25 46
	v_mul_f32_e32 v16, 0x3fb8aa3b, v11
	v_fma_f32 v18, v11, s8, -v16
	v_rndne_f32_e32 v16, v16
	v_fma_f32 v18, v11, s9, v18
	v_mad_f32 v19, v11, s8, -v16
	v_add_f32_e32 v18, v19, v18
	v_exp_f32_e32 v18, v18
	v_cvt_i32_f32_e32 v16, v16
	v_cmp_ngt_f32_e32 vcc, s7, v11
	v_mov_b32_e32 v19, 0x3ea385fa
	.loc	0 23 42
	v_mac_f32_e32 v19, v17, v0
	.loc	0 25 46
	v_ldexp_f32_e32 v16, v18, v16
	v_cndmask_b32_e32 v16, 0, v16, vcc
	v_cmp_nlt_f32_e32 vcc, s6, v11
	v_cndmask_b32_e32 v6, v6, v16, vcc
	.loc	0 23 26
	v_mul_f32_e32 v0, v17, v19
	.loc	0 25 24
	v_mul_f32_e32 v6, 0xbecc422a, v6
	v_mad_f32 v0, v6, v0, 1.0
	.loc	0 26 12
	v_sub_f32_e32 v6, 1.0, v0
	.loc	0 26 14
	v_cmp_gt_f32_e32 vcc, 0, v2
	.loc	0 26 12
	v_cndmask_b32_e32 v11, v0, v6, vcc
	v_sub_f32_e32 v16, 1.0, v7
	.loc	0 26 14
	v_cmp_gt_f32_e32 vcc, 0, v1
	.loc	0 26 12
	v_cndmask_b32_e32 v17, v7, v16, vcc
	.loc	0 26 14
	v_cmp_lt_f32_e32 vcc, 0, v2
	.loc	0 26 12
	v_cndmask_b32_e32 v0, v0, v6, vcc
	.loc	0 26 14
	v_cmp_lt_f32_e32 vcc, 0, v1
	.loc	0 26 12
	v_cndmask_b32_e32 v1, v7, v16, vcc
	.loc	0 49 38
	v_mul_f32_e32 v11, v11, v3
	.loc	0 50 43
	v_mul_f32_e32 v1, v1, v15
	.loc	0 49 38
	v_mad_f32 v11, v15, v17, -v11
	.loc	0 50 43
	v_mad_f32 v15, v3, v0, -v1
	.loc	0 63 5
	s_mov_b64 s[6:7], s[2:3]
	.loc	0 62 13
	buffer_store_dwordx4 v[8:11], v[4:5], s[0:3], 0 addr64
	.loc	0 63 12
	s_waitcnt lgkmcnt(0)
	buffer_store_dwordx4 v[12:15], v[4:5], s[4:7], 0 addr64
	.loc	0 64 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel blackscholes_price
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
		.amdhsa_next_free_vgpr 27
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
.Lfunc_end0:
	.size	blackscholes_price, .Lfunc_end0-blackscholes_price
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
    .name:           blackscholes_price
    .private_segment_fixed_size: 0
    .sgpr_count:     19
    .sgpr_spill_count: 0
    .symbol:         blackscholes_price.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     27
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
