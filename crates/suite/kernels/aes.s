	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	aes_encrypt
	.globl	aes_encrypt
	.p2align	8
	.type	aes_encrypt,@function
aes_encrypt:
	.file	0 "aes.cu"
	.loc	0 31 19
	s_load_dword s0, s[4:5], 0x6
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[4:5], s[4:5], 0x4
	.loc	0 32 34
	s_lshl_b32 s1, s6, 8
	.loc	0 32 44
	v_add_i32_e32 v1, vcc, s1, v0
	.loc	0 39 27
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, s0, v1
	.loc	0 39 20
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v5, 0
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_2
	.loc	0 0 20
	v_mov_b32_e32 v2, 0
	v_lshl_b64 v[4:5], v[1:2], 2
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	s_mov_b64 s[12:13], s[10:11]
	.loc	0 39 39
	buffer_load_dword v5, v[4:5], s[12:15], 0 addr64
.LBB0_2:
	.loc	0 0 39
	s_or_b64 exec, exec, s[0:1]
	.loc	0 39 5
	v_lshlrev_b32_e32 v2, 2, v0
	.loc	0 41 24
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, tables@rel32@lo+4
	s_addc_u32 s1, s1, tables@rel32@hi+12
	buffer_load_dword v6, v[2:3], s[0:3], 0 addr64
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, tables@rel32@lo+1028
	s_addc_u32 s1, s1, tables@rel32@hi+1036
	buffer_load_dword v7, v[2:3], s[0:3], 0 addr64
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, tables@rel32@lo+2052
	s_addc_u32 s1, s1, tables@rel32@hi+2060
	buffer_load_dword v8, v[2:3], s[0:3], 0 addr64
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, tables@rel32@lo+3076
	s_addc_u32 s1, s1, tables@rel32@hi+3084
	buffer_load_dword v9, v[2:3], s[0:3], 0 addr64
	.loc	0 34 28
	v_and_b32_e32 v10, 3, v0
	.loc	0 43 35
	v_mov_b32_e32 v4, v3
	.loc	0 39 18
	s_mov_b32 m0, -1
	.loc	0 43 35
	v_lshlrev_b32_e32 v3, 2, v10
	s_mov_b64 s[6:7], s[2:3]
	.loc	0 39 18
	s_waitcnt vmcnt(4)
	ds_write_b32 v2, v5 offset:5120
	.loc	0 41 22
	s_waitcnt vmcnt(2)
	ds_write2st64_b32 v2, v6, v7 offset1:4
	s_waitcnt vmcnt(0)
	ds_write2st64_b32 v2, v8, v9 offset0:8 offset1:12
	.loc	0 42 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 43 35
	buffer_load_dword v5, v[3:4], s[4:7], 0 addr64
	.loc	0 43 20
	ds_read_b32 v6, v2 offset:5120
	.loc	0 36 28
	v_xor_b32_e32 v8, 2, v0
	.loc	0 43 33
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_xor_b32_e32 v5, v5, v6
	.loc	0 43 18
	ds_write_b32 v2, v5 offset:4096
	.loc	0 44 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 51 40
	buffer_load_dword v7, v[3:4], s[4:7], 0 addr64 offset:16
	.loc	0 35 40
	v_add_i32_e64 v6, s[0:1], 1, v0
	.loc	0 34 44
	v_and_b32_e32 v5, 0x1fc, v0
	.loc	0 37 40
	v_add_i32_e64 v0, s[0:1], -1, v0
	.loc	0 35 45
	v_and_b32_e32 v6, 3, v6
	.loc	0 37 45
	v_and_b32_e32 v9, 3, v0
	.loc	0 50 40
	v_lshlrev_b32_e32 v0, 2, v8
	.loc	0 49 40
	ds_read_b32 v8, v2 offset:4096
	.loc	0 35 28
	v_or_b32_e32 v6, v6, v5
	.loc	0 37 28
	v_or_b32_e32 v5, v9, v5
	.loc	0 49 69
	v_lshlrev_b32_e32 v6, 2, v6
	.loc	0 50 72
	v_lshlrev_b32_e32 v5, 2, v5
	.loc	0 49 69
	ds_read_b32 v9, v6 offset:4096
	.loc	0 50 40
	ds_read_b32 v10, v0 offset:4096
	.loc	0 50 72
	ds_read_b32 v11, v5 offset:4096
	.loc	0 23 32
	s_waitcnt lgkmcnt(3)
	v_and_b32_e32 v8, 0xff, v8
	.loc	0 49 26
	v_lshlrev_b32_e32 v8, 2, v8
	ds_read_b32 v8, v8
	.loc	0 49 55
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v9, 6, v9
	.loc	0 50 26
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v10, 14, v10
	.loc	0 50 58
	s_waitcnt lgkmcnt(1)
	v_lshrrev_b32_e32 v11, 22, v11
	.loc	0 49 55
	v_and_b32_e32 v9, 0x3fc, v9
	.loc	0 50 26
	v_and_b32_e32 v10, 0x3fc, v10
	.loc	0 50 58
	v_and_b32_e32 v11, 0x3fc, v11
	.loc	0 49 55
	ds_read_b32 v9, v9 offset:1024
	.loc	0 50 26
	ds_read_b32 v10, v10 offset:2048
	.loc	0 50 58
	ds_read_b32 v11, v11 offset:3072
	.loc	0 49 53
	s_waitcnt lgkmcnt(2)
	v_xor_b32_e32 v8, v9, v8
	.loc	0 49 85
	s_waitcnt lgkmcnt(1)
	v_xor_b32_e32 v8, v8, v10
	.loc	0 50 56
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v8, v8, v11
	.loc	0 51 38
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v7, v8, v7
	.loc	0 51 30
	ds_write_b32 v2, v7 offset:5120
	.loc	0 52 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 51 40
	buffer_load_dword v7, v[3:4], s[4:7], 0 addr64 offset:32
	.loc	0 49 40
	ds_read_b32 v8, v2 offset:5120
	.loc	0 49 69
	ds_read_b32 v9, v6 offset:5120
	.loc	0 50 40
	ds_read_b32 v10, v0 offset:5120
	.loc	0 23 32
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v8, 0xff, v8
	.loc	0 49 26
	v_lshlrev_b32_e32 v8, 2, v8
	ds_read_b32 v8, v8
	.loc	0 50 72
	ds_read_b32 v11, v5 offset:5120
	.loc	0 49 55
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v9, 6, v9
	.loc	0 50 26
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v10, 14, v10
	.loc	0 49 55
	v_and_b32_e32 v9, 0x3fc, v9
	.loc	0 50 26
	v_and_b32_e32 v10, 0x3fc, v10
	.loc	0 50 58
	s_waitcnt lgkmcnt(0)
	v_lshrrev_b32_e32 v11, 22, v11
	v_and_b32_e32 v11, 0x3fc, v11
	.loc	0 49 55
	ds_read_b32 v9, v9 offset:1024
	.loc	0 50 26
	ds_read_b32 v10, v10 offset:2048
	.loc	0 50 58
	ds_read_b32 v11, v11 offset:3072
	.loc	0 49 53
	s_waitcnt lgkmcnt(2)
	v_xor_b32_e32 v8, v9, v8
	.loc	0 49 85
	s_waitcnt lgkmcnt(1)
	v_xor_b32_e32 v8, v8, v10
	.loc	0 50 56
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v8, v8, v11
	.loc	0 51 38
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v7, v8, v7
	.loc	0 51 30
	ds_write_b32 v2, v7 offset:4096
	.loc	0 52 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 51 40
	buffer_load_dword v7, v[3:4], s[4:7], 0 addr64 offset:48
	.loc	0 49 40
	ds_read_b32 v8, v2 offset:4096
	.loc	0 49 69
	ds_read_b32 v9, v6 offset:4096
	.loc	0 50 40
	ds_read_b32 v10, v0 offset:4096
	.loc	0 23 32
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v8, 0xff, v8
	.loc	0 49 26
	v_lshlrev_b32_e32 v8, 2, v8
	ds_read_b32 v8, v8
	.loc	0 50 72
	ds_read_b32 v11, v5 offset:4096
	.loc	0 49 55
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v9, 6, v9
	.loc	0 50 26
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v10, 14, v10
	.loc	0 49 55
	v_and_b32_e32 v9, 0x3fc, v9
	.loc	0 50 26
	v_and_b32_e32 v10, 0x3fc, v10
	.loc	0 50 58
	s_waitcnt lgkmcnt(0)
	v_lshrrev_b32_e32 v11, 22, v11
	v_and_b32_e32 v11, 0x3fc, v11
	.loc	0 49 55
	ds_read_b32 v9, v9 offset:1024
	.loc	0 50 26
	ds_read_b32 v10, v10 offset:2048
	.loc	0 50 58
	ds_read_b32 v11, v11 offset:3072
	.loc	0 49 53
	s_waitcnt lgkmcnt(2)
	v_xor_b32_e32 v8, v9, v8
	.loc	0 49 85
	s_waitcnt lgkmcnt(1)
	v_xor_b32_e32 v8, v8, v10
	.loc	0 50 56
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v8, v8, v11
	.loc	0 51 38
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v7, v8, v7
	.loc	0 51 30
	ds_write_b32 v2, v7 offset:5120
	.loc	0 52 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 51 40
	buffer_load_dword v7, v[3:4], s[4:7], 0 addr64 offset:64
	.loc	0 49 40
	ds_read_b32 v8, v2 offset:5120
	.loc	0 49 69
	ds_read_b32 v9, v6 offset:5120
	.loc	0 50 40
	ds_read_b32 v10, v0 offset:5120
	.loc	0 23 32
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v8, 0xff, v8
	.loc	0 49 26
	v_lshlrev_b32_e32 v8, 2, v8
	ds_read_b32 v8, v8
	.loc	0 50 72
	ds_read_b32 v11, v5 offset:5120
	.loc	0 49 55
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v9, 6, v9
	.loc	0 50 26
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v10, 14, v10
	.loc	0 49 55
	v_and_b32_e32 v9, 0x3fc, v9
	.loc	0 50 26
	v_and_b32_e32 v10, 0x3fc, v10
	.loc	0 50 58
	s_waitcnt lgkmcnt(0)
	v_lshrrev_b32_e32 v11, 22, v11
	v_and_b32_e32 v11, 0x3fc, v11
	.loc	0 49 55
	ds_read_b32 v9, v9 offset:1024
	.loc	0 50 26
	ds_read_b32 v10, v10 offset:2048
	.loc	0 50 58
	ds_read_b32 v11, v11 offset:3072
	.loc	0 49 53
	s_waitcnt lgkmcnt(2)
	v_xor_b32_e32 v8, v9, v8
	.loc	0 49 85
	s_waitcnt lgkmcnt(1)
	v_xor_b32_e32 v8, v8, v10
	.loc	0 50 56
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v8, v8, v11
	.loc	0 51 38
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v7, v8, v7
	.loc	0 51 30
	ds_write_b32 v2, v7 offset:4096
	.loc	0 52 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 51 40
	buffer_load_dword v7, v[3:4], s[4:7], 0 addr64 offset:80
	.loc	0 49 40
	ds_read_b32 v8, v2 offset:4096
	.loc	0 49 69
	ds_read_b32 v9, v6 offset:4096
	.loc	0 50 40
	ds_read_b32 v10, v0 offset:4096
	.loc	0 23 32
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v8, 0xff, v8
	.loc	0 49 26
	v_lshlrev_b32_e32 v8, 2, v8
	ds_read_b32 v8, v8
	.loc	0 50 72
	ds_read_b32 v11, v5 offset:4096
	.loc	0 49 55
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v9, 6, v9
	.loc	0 50 26
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v10, 14, v10
	.loc	0 49 55
	v_and_b32_e32 v9, 0x3fc, v9
	.loc	0 50 26
	v_and_b32_e32 v10, 0x3fc, v10
	.loc	0 50 58
	s_waitcnt lgkmcnt(0)
	v_lshrrev_b32_e32 v11, 22, v11
	v_and_b32_e32 v11, 0x3fc, v11
	.loc	0 49 55
	ds_read_b32 v9, v9 offset:1024
	.loc	0 50 26
	ds_read_b32 v10, v10 offset:2048
	.loc	0 50 58
	ds_read_b32 v11, v11 offset:3072
	.loc	0 49 53
	s_waitcnt lgkmcnt(2)
	v_xor_b32_e32 v8, v9, v8
	.loc	0 49 85
	s_waitcnt lgkmcnt(1)
	v_xor_b32_e32 v8, v8, v10
	.loc	0 50 56
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v8, v8, v11
	.loc	0 51 38
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v7, v8, v7
	.loc	0 51 30
	ds_write_b32 v2, v7 offset:5120
	.loc	0 52 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 51 40
	buffer_load_dword v7, v[3:4], s[4:7], 0 addr64 offset:96
	.loc	0 49 40
	ds_read_b32 v8, v2 offset:5120
	.loc	0 49 69
	ds_read_b32 v9, v6 offset:5120
	.loc	0 50 40
	ds_read_b32 v10, v0 offset:5120
	.loc	0 23 32
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v8, 0xff, v8
	.loc	0 49 26
	v_lshlrev_b32_e32 v8, 2, v8
	ds_read_b32 v8, v8
	.loc	0 50 72
	ds_read_b32 v11, v5 offset:5120
	.loc	0 49 55
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v9, 6, v9
	.loc	0 50 26
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v10, 14, v10
	.loc	0 49 55
	v_and_b32_e32 v9, 0x3fc, v9
	.loc	0 50 26
	v_and_b32_e32 v10, 0x3fc, v10
	.loc	0 50 58
	s_waitcnt lgkmcnt(0)
	v_lshrrev_b32_e32 v11, 22, v11
	v_and_b32_e32 v11, 0x3fc, v11
	.loc	0 49 55
	ds_read_b32 v9, v9 offset:1024
	.loc	0 50 26
	ds_read_b32 v10, v10 offset:2048
	.loc	0 50 58
	ds_read_b32 v11, v11 offset:3072
	.loc	0 49 53
	s_waitcnt lgkmcnt(2)
	v_xor_b32_e32 v8, v9, v8
	.loc	0 49 85
	s_waitcnt lgkmcnt(1)
	v_xor_b32_e32 v8, v8, v10
	.loc	0 50 56
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v8, v8, v11
	.loc	0 51 38
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v7, v8, v7
	.loc	0 51 30
	ds_write_b32 v2, v7 offset:4096
	.loc	0 52 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 51 40
	buffer_load_dword v7, v[3:4], s[4:7], 0 addr64 offset:112
	.loc	0 49 40
	ds_read_b32 v8, v2 offset:4096
	.loc	0 49 69
	ds_read_b32 v9, v6 offset:4096
	.loc	0 50 40
	ds_read_b32 v10, v0 offset:4096
	.loc	0 23 32
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v8, 0xff, v8
	.loc	0 49 26
	v_lshlrev_b32_e32 v8, 2, v8
	ds_read_b32 v8, v8
	.loc	0 50 72
	ds_read_b32 v11, v5 offset:4096
	.loc	0 49 55
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v9, 6, v9
	.loc	0 50 26
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v10, 14, v10
	.loc	0 49 55
	v_and_b32_e32 v9, 0x3fc, v9
	.loc	0 50 26
	v_and_b32_e32 v10, 0x3fc, v10
	.loc	0 50 58
	s_waitcnt lgkmcnt(0)
	v_lshrrev_b32_e32 v11, 22, v11
	v_and_b32_e32 v11, 0x3fc, v11
	.loc	0 49 55
	ds_read_b32 v9, v9 offset:1024
	.loc	0 50 26
	ds_read_b32 v10, v10 offset:2048
	.loc	0 50 58
	ds_read_b32 v11, v11 offset:3072
	.loc	0 49 53
	s_waitcnt lgkmcnt(2)
	v_xor_b32_e32 v8, v9, v8
	.loc	0 49 85
	s_waitcnt lgkmcnt(1)
	v_xor_b32_e32 v8, v8, v10
	.loc	0 50 56
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v8, v8, v11
	.loc	0 51 38
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v7, v8, v7
	.loc	0 51 30
	ds_write_b32 v2, v7 offset:5120
	.loc	0 52 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 51 40
	buffer_load_dword v7, v[3:4], s[4:7], 0 addr64 offset:128
	.loc	0 49 40
	ds_read_b32 v8, v2 offset:5120
	.loc	0 49 69
	ds_read_b32 v9, v6 offset:5120
	.loc	0 50 40
	ds_read_b32 v10, v0 offset:5120
	.loc	0 23 32
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v8, 0xff, v8
	.loc	0 49 26
	v_lshlrev_b32_e32 v8, 2, v8
	ds_read_b32 v8, v8
	.loc	0 50 72
	ds_read_b32 v11, v5 offset:5120
	.loc	0 49 55
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v9, 6, v9
	.loc	0 50 26
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v10, 14, v10
	.loc	0 49 55
	v_and_b32_e32 v9, 0x3fc, v9
	.loc	0 50 26
	v_and_b32_e32 v10, 0x3fc, v10
	.loc	0 50 58
	s_waitcnt lgkmcnt(0)
	v_lshrrev_b32_e32 v11, 22, v11
	v_and_b32_e32 v11, 0x3fc, v11
	.loc	0 49 55
	ds_read_b32 v9, v9 offset:1024
	.loc	0 50 26
	ds_read_b32 v10, v10 offset:2048
	.loc	0 50 58
	ds_read_b32 v11, v11 offset:3072
	.loc	0 49 53
	s_waitcnt lgkmcnt(2)
	v_xor_b32_e32 v8, v9, v8
	.loc	0 49 85
	s_waitcnt lgkmcnt(1)
	v_xor_b32_e32 v8, v8, v10
	.loc	0 50 56
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v8, v8, v11
	.loc	0 51 38
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v7, v8, v7
	.loc	0 51 30
	ds_write_b32 v2, v7 offset:4096
	.loc	0 52 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 51 40
	buffer_load_dword v4, v[3:4], s[4:7], 0 addr64 offset:144
	.loc	0 49 40
	ds_read_b32 v7, v2 offset:4096
	.loc	0 49 69
	ds_read_b32 v8, v6 offset:4096
	.loc	0 50 40
	ds_read_b32 v9, v0 offset:4096
	.loc	0 23 32
	s_waitcnt lgkmcnt(2)
	v_and_b32_e32 v7, 0xff, v7
	.loc	0 49 26
	v_lshlrev_b32_e32 v7, 2, v7
	ds_read_b32 v7, v7
	.loc	0 50 72
	ds_read_b32 v10, v5 offset:4096
	.loc	0 49 55
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v8, 6, v8
	.loc	0 50 26
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v9, 14, v9
	.loc	0 49 55
	v_and_b32_e32 v8, 0x3fc, v8
	.loc	0 50 26
	v_and_b32_e32 v9, 0x3fc, v9
	.loc	0 50 58
	s_waitcnt lgkmcnt(0)
	v_lshrrev_b32_e32 v10, 22, v10
	v_and_b32_e32 v10, 0x3fc, v10
	.loc	0 49 55
	ds_read_b32 v8, v8 offset:1024
	.loc	0 50 26
	ds_read_b32 v9, v9 offset:2048
	.loc	0 50 58
	ds_read_b32 v10, v10 offset:3072
	.loc	0 49 53
	s_waitcnt lgkmcnt(2)
	v_xor_b32_e32 v7, v8, v7
	.loc	0 49 85
	s_waitcnt lgkmcnt(1)
	v_xor_b32_e32 v7, v7, v9
	.loc	0 50 56
	s_waitcnt lgkmcnt(0)
	v_xor_b32_e32 v7, v7, v10
	.loc	0 51 38
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v4, v7, v4
	.loc	0 51 30
	ds_write_b32 v2, v4 offset:5120
	.loc	0 52 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 60 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_4
	.loc	0 0 0
	v_mov_b32_e32 v4, s5
	v_add_i32_e32 v3, vcc, s4, v3
	v_addc_u32_e32 v4, vcc, 0, v4, vcc
	.loc	0 61 33
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
	buffer_load_dword v3, v[3:4], s[0:3], 0 addr64 offset:160
	.loc	0 0 0
	v_or_b32_e32 v2, 0x1000, v2
	v_or_b32_e32 v4, 0x1000, v6
	v_or_b32_e32 v0, 0x1000, v0
	v_or_b32_e32 v5, 0x1000, v5
	.loc	0 59 40
	ds_read_b32 v5, v5 offset:1024
	.loc	0 58 40
	ds_read_b32 v0, v0 offset:1024
	.loc	0 57 78
	ds_read_b32 v4, v4 offset:1024
	.loc	0 57 40
	ds_read_b32 v2, v2 offset:1024
	.loc	0 61 9
	s_mov_b64 s[10:11], s[2:3]
	.loc	0 59 26
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v5, 22, v5
	.loc	0 58 26
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v0, 14, v0
	.loc	0 57 64
	s_waitcnt lgkmcnt(1)
	v_lshrrev_b32_e32 v4, 6, v4
	.loc	0 23 32
	s_waitcnt lgkmcnt(0)
	v_and_b32_e32 v2, 0xff, v2
	.loc	0 59 26
	v_and_b32_e32 v5, 0x3fc, v5
	.loc	0 57 64
	v_and_b32_e32 v4, 0x3fc, v4
	.loc	0 58 26
	v_and_b32_e32 v0, 0x3fc, v0
	.loc	0 57 26
	v_lshlrev_b32_e32 v2, 2, v2
	.loc	0 57 64
	ds_read_b32 v4, v4
	.loc	0 57 26
	ds_read_b32 v6, v2
	.loc	0 59 26
	ds_read_b32 v5, v5
	.loc	0 58 26
	ds_read_b32 v7, v0
	.loc	0 61 9
	v_mov_b32_e32 v2, 0
	v_lshl_b64 v[0:1], v[1:2], 2
	.loc	0 23 32
	s_waitcnt lgkmcnt(3)
	v_and_b32_e32 v2, 0xff00, v4
	s_waitcnt lgkmcnt(2)
	v_bfe_u32 v4, v6, 8, 8
	.loc	0 58 60
	s_waitcnt lgkmcnt(0)
	v_lshlrev_b32_e32 v6, 8, v7
	.loc	0 59 60
	v_lshlrev_b32_e32 v5, 16, v5
	.loc	0 58 60
	v_and_b32_e32 v6, 0xff0000, v6
	.loc	0 59 60
	v_and_b32_e32 v5, 0xff000000, v5
	.loc	0 57 57
	v_or_b32_e32 v5, v6, v5
	.loc	0 57 103
	v_or_b32_e32 v2, v5, v2
	.loc	0 58 66
	v_or_b32_e32 v2, v2, v4
	.loc	0 61 31
	s_waitcnt vmcnt(0)
	v_xor_b32_e32 v2, v2, v3
	.loc	0 61 24
	buffer_store_dword v2, v[0:1], s[8:11], 0 addr64
.LBB0_4:
	.loc	0 62 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel aes_encrypt
		.amdhsa_group_segment_fixed_size 6144
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
		.amdhsa_next_free_vgpr 12
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
.Lfunc_end0:
	.size	aes_encrypt, .Lfunc_end0-aes_encrypt
	.protected	tables
	.type	tables,@object
	.section	.bss,"aw",@nobits
	.globl	tables
	.p2align	4, 0x0
tables:
	.zero	4096
	.size	tables, 4096
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
      - .actual_access:  read_only
        .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .offset:         24
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 6144
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 512
    .name:           aes_encrypt
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         aes_encrypt.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     12
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
