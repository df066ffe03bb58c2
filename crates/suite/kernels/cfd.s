	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	cfd_compute_flux
	.globl	cfd_compute_flux
	.p2align	8
	.type	cfd_compute_flux,@function
cfd_compute_flux:
	.file	0 "cfd.cu"
	.loc	0 73 13
	s_load_dword s20, s[4:5], 0x0
	s_load_dword s0, s[4:5], 0xd
	s_load_dwordx8 s[8:15], s[4:5], 0x2
	.loc	0 75 21
	s_mov_b32 s19, 0x100f000
	s_mov_b32 s18, 0
	.loc	0 73 13
	s_waitcnt lgkmcnt(0)
	s_ashr_i32 s21, s20, 31
	s_and_b32 s0, s0, 0xffff
	.loc	0 73 24
	s_mul_i32 s6, s6, s0
	.loc	0 73 37
	v_add_i32_e32 v2, vcc, s6, v0
	.loc	0 75 21
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[0:1], v[2:3], 2
	v_mov_b32_e32 v4, s13
	v_add_i32_e32 v3, vcc, s12, v0
	v_addc_u32_e32 v4, vcc, v4, v1, vcc
	s_mov_b64 s[16:17], s[12:13]
	.loc	0 77 18
	s_lshl_b64 s[0:1], s[20:21], 2
	s_mov_b64 s[2:3], s[18:19]
	buffer_load_dword v15, v[3:4], s[0:3], 0 addr64
	.loc	0 75 21
	buffer_load_dword v16, v[0:1], s[16:19], 0 addr64
	.loc	0 78 30
	s_add_i32 s4, s20, s20
	v_add_i32_e32 v4, vcc, s4, v2
	.loc	0 78 18
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_b64 v[2:3], v[4:5], 2
	.loc	0 79 30
	v_add_i32_e32 v6, vcc, s20, v4
	.loc	0 79 18
	v_ashrrev_i32_e32 v7, 31, v6
	.loc	0 78 18
	buffer_load_dword v17, v[2:3], s[16:19], 0 addr64
	.loc	0 79 18
	v_lshl_b64 v[4:5], v[6:7], 2
	.loc	0 80 32
	v_add_i32_e32 v10, vcc, s20, v6
	.loc	0 79 18
	buffer_load_dword v18, v[4:5], s[16:19], 0 addr64
	.loc	0 80 20
	v_ashrrev_i32_e32 v11, 31, v10
	v_lshl_b64 v[6:7], v[10:11], 2
	.loc	0 97 20
	v_mov_b32_e32 v9, s11
	.loc	0 80 20
	buffer_load_dword v19, v[6:7], s[16:19], 0 addr64
	.loc	0 97 20
	v_add_i32_e32 v8, vcc, s10, v0
	v_addc_u32_e32 v9, vcc, v9, v1, vcc
	.loc	0 98 20
	buffer_load_dword v52, v[8:9], s[0:3], 0 addr64
	.loc	0 99 30
	s_lshl_b32 s2, s20, 1
	v_subrev_i32_e32 v8, vcc, s2, v10
	.loc	0 95 25
	s_mov_b64 s[16:17], s[8:9]
	.loc	0 99 20
	v_ashrrev_i32_e32 v9, 31, v8
	.loc	0 73 13
	s_mov_b32 s4, s10
	s_mov_b32 s5, s11
	.loc	0 95 25
	buffer_load_dword v13, v[0:1], s[16:19], 0 addr64
	.loc	0 97 20
	s_mov_b64 s[6:7], s[18:19]
	.loc	0 99 20
	v_lshl_b64 v[8:9], v[8:9], 2
	.loc	0 97 20
	buffer_load_dword v53, v[0:1], s[4:7], 0 addr64
	.loc	0 99 20
	buffer_load_dword v51, v[8:9], s[4:7], 0 addr64
	s_mov_b32 s21, 0x6f800000
	.loc	0 37 57
	v_mov_b32_e32 v11, 0x2f800000
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, cfd_far_momentum@rel32@lo+4
	s_addc_u32 s3, s3, cfd_far_momentum@rel32@hi+12
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, cfd_far_flux_energy@rel32@lo+4
	s_addc_u32 s7, s7, cfd_far_flux_energy@rel32@hi+12
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, cfd_far_flux_x@rel32@lo+4
	s_addc_u32 s11, s11, cfd_far_flux_x@rel32@hi+12
	s_getpc_b64 s[16:17]
	s_add_u32 s16, s16, cfd_far_flux_y@rel32@lo+4
	s_addc_u32 s17, s17, cfd_far_flux_y@rel32@hi+12
	s_getpc_b64 s[18:19]
	s_add_u32 s18, s18, cfd_far_flux_z@rel32@lo+4
	s_addc_u32 s19, s19, cfd_far_flux_z@rel32@hi+12
	s_load_dwordx2 s[22:23], s[2:3], 0x0
	s_load_dword s24, s[2:3], 0x2
	s_load_dwordx2 s[2:3], s[6:7], 0x0
	s_load_dword s25, s[6:7], 0x2
	s_load_dwordx2 s[6:7], s[10:11], 0x0
	s_load_dword s26, s[10:11], 0x2
	s_load_dwordx2 s[10:11], s[16:17], 0x0
	s_load_dword s27, s[16:17], 0x2
	s_load_dwordx2 s[16:17], s[18:19], 0x0
	s_load_dword s18, s[18:19], 0x2
	s_waitcnt vmcnt(8) lgkmcnt(0)
	v_add_f32_e32 v28, s22, v15
	s_waitcnt vmcnt(7)
	v_cmp_gt_f32_e64 vcc, |v16|, s21
	v_cndmask_b32_e32 v11, 1.0, v11, vcc
	v_mul_f32_e32 v12, v16, v11
	v_rcp_f32_e32 v12, v12
	.loc	0 47 37
	v_mul_f32_e32 v14, -0.5, v16
	.loc	0 37 35
	v_mul_f32_e32 v20, v15, v12
	v_mul_f32_e32 v46, v11, v20
	.loc	0 37 57
	s_waitcnt vmcnt(6)
	v_mul_f32_e32 v21, v17, v12
	v_mul_f32_e32 v54, v11, v21
	.loc	0 42 28
	v_mul_f32_e32 v42, v54, v54
	.loc	0 42 22
	v_mac_f32_e32 v42, v46, v46
	.loc	0 37 79
	s_waitcnt vmcnt(5)
	v_mul_f32_e32 v22, v18, v12
	v_mul_f32_e32 v49, v11, v22
	.loc	0 42 34
	v_mac_f32_e32 v42, v49, v49
	v_add_f32_e32 v27, s23, v17
	.loc	0 47 37
	s_waitcnt vmcnt(4)
	v_mad_f32 v14, v14, v42, v19
	.loc	0 47 27
	v_mul_f32_e32 v50, 0x3ecccccc, v14
	.loc	0 62 25
	v_madmk_f32 v55, v14, 0x3ecccccc, v19
	.loc	0 52 24
	v_mul_f32_e32 v14, 0x3fb33333, v50
	.loc	0 52 35
	v_mul_f32_e32 v12, v14, v12
	v_mul_f32_e32 v43, v11, v12
	.loc	0 95 25
	v_mov_b32_e32 v12, s9
	v_add_i32_e32 v11, vcc, s8, v0
	.loc	0 58 50
	v_mad_f32 v24, v46, v15, v50
	.loc	0 60 60
	v_mad_f32 v25, v54, v17, v50
	.loc	0 61 70
	v_mad_f32 v23, v49, v18, v50
	.loc	0 95 25
	v_addc_u32_e32 v12, vcc, v12, v1, vcc
	v_mad_f32 v30, v46, v17, s10
	v_mad_f32 v31, v46, v18, s16
	v_mad_f32 v29, v46, v17, s7
	v_mad_f32 v40, v46, v55, s2
	v_mad_f32 v32, v54, v55, s3
	v_add_f32_e32 v41, s6, v24
	v_add_f32_e32 v33, s11, v25
	v_mad_f32 v39, v54, v18, s17
	v_add_f32_e32 v34, s24, v18
	v_mad_f32 v35, v49, v55, s25
	v_mad_f32 v36, v46, v18, s26
	v_mad_f32 v37, v54, v18, s27
	v_add_f32_e32 v38, s18, v23
	.loc	0 102 23
	s_waitcnt vmcnt(2)
	v_cmp_gt_i32_e32 vcc, 0, v13
	.loc	0 102 13
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_8
	.loc	0 0 13
	v_cmp_lt_i32_e32 vcc, -2, v13
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB0_3
	.loc	0 148 27
	s_waitcnt vmcnt(1)
	v_mad_f32 v21, v53, v50, 0
	.loc	0 149 27
	v_mad_f32 v20, v52, v50, 0
	.loc	0 150 27
	s_waitcnt vmcnt(0)
	v_mad_f32 v14, v51, v50, 0
	s_mov_b32 s10, 0
.LBB0_3:
	.loc	0 0 27
	s_or_saveexec_b64 s[6:7], s[6:7]
	v_mov_b32_e32 v22, s10
	v_mov_b32_e32 v26, s10
	s_xor_b64 exec, exec, s[6:7]
	s_cbranch_execz .LBB0_7
	v_cmp_eq_u32_e32 vcc, -2, v13
	v_mov_b32_e32 v22, 0
	v_mov_b32_e32 v14, 0
	v_mov_b32_e32 v20, 0
	v_mov_b32_e32 v21, 0
	v_mov_b32_e32 v26, 0
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB0_6
	.loc	0 152 33
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v13, 0.5, v53
	.loc	0 153 24
	v_mad_f32 v22, v13, v28, 0
	.loc	0 154 23
	v_mad_f32 v26, v13, v40, 0
	.loc	0 155 27
	v_mad_f32 v21, v13, v41, 0
	.loc	0 156 27
	v_mad_f32 v20, v13, v30, 0
	.loc	0 157 27
	v_mad_f32 v14, v13, v31, 0
	.loc	0 159 27
	v_mul_f32_e32 v13, 0.5, v52
	.loc	0 160 24
	v_mac_f32_e32 v22, v13, v27
	.loc	0 161 23
	v_mac_f32_e32 v26, v13, v32
	.loc	0 162 27
	v_mac_f32_e32 v21, v13, v29
	.loc	0 163 27
	v_mac_f32_e32 v20, v13, v33
	.loc	0 164 27
	v_mac_f32_e32 v14, v13, v39
	.loc	0 166 27
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v13, 0.5, v51
	.loc	0 167 24
	v_mac_f32_e32 v22, v13, v34
	.loc	0 168 23
	v_mac_f32_e32 v26, v13, v35
	.loc	0 169 27
	v_mac_f32_e32 v21, v13, v36
	.loc	0 170 27
	v_mac_f32_e32 v20, v13, v37
	.loc	0 171 27
	v_mac_f32_e32 v14, v13, v38
.LBB0_6:
	.loc	0 0 27
	s_or_b64 exec, exec, s[10:11]
.LBB0_7:
	s_or_b64 exec, exec, s[6:7]
.LBB0_8:
	.loc	0 102 13
	s_or_saveexec_b64 s[2:3], s[2:3]
	.loc	0 0 0
	v_sqrt_f32_e32 v45, v42
	v_sqrt_f32_e32 v47, v43
	v_mul_f32_e32 v44, v46, v17
	v_mul_f32_e32 v42, v46, v18
	v_mul_f32_e32 v43, v54, v18
	v_mul_f32_e32 v48, v46, v55
	v_mul_f32_e32 v46, v54, v55
	v_mul_f32_e32 v49, v49, v55
	.loc	0 102 13
	s_xor_b64 exec, exec, s[2:3]
	s_cbranch_execz .LBB0_10
	.loc	0 103 35
	v_mov_b32_e32 v14, 0
	v_lshl_b64 v[20:21], v[13:14], 2
	s_mov_b32 s19, 0x100f000
	s_mov_b32 s18, 0
	s_mov_b64 s[16:17], s[12:13]
	buffer_load_dword v22, v[20:21], s[16:19], 0 addr64
	.loc	0 105 52
	v_add_i32_e32 v13, vcc, s20, v13
	.loc	0 105 32
	v_ashrrev_i32_e32 v14, 31, v13
	v_lshl_b64 v[54:55], v[13:14], 2
	.loc	0 106 52
	v_add_i32_e32 v13, vcc, s20, v13
	.loc	0 105 32
	buffer_load_dword v26, v[54:55], s[16:19], 0 addr64
	.loc	0 106 32
	v_ashrrev_i32_e32 v14, 31, v13
	v_lshl_b64 v[56:57], v[13:14], 2
	.loc	0 107 52
	v_add_i32_e32 v13, vcc, s20, v13
	.loc	0 107 32
	v_ashrrev_i32_e32 v14, 31, v13
	v_lshl_b64 v[20:21], v[13:14], 2
	.loc	0 108 54
	v_add_i32_e32 v13, vcc, s20, v13
	.loc	0 106 32
	buffer_load_dword v54, v[56:57], s[16:19], 0 addr64
	.loc	0 108 34
	v_ashrrev_i32_e32 v14, 31, v13
	v_lshl_b64 v[13:14], v[13:14], 2
	.loc	0 107 32
	buffer_load_dword v20, v[20:21], s[16:19], 0 addr64
	.loc	0 108 34
	buffer_load_dword v13, v[13:14], s[16:19], 0 addr64
	s_mov_b32 s6, 0x6f800000
	.loc	0 37 35
	v_mov_b32_e32 v21, 0x2f800000
	.loc	0 42 28
	v_mul_f32_e32 v14, v52, v52
	.loc	0 42 22
	s_waitcnt vmcnt(6)
	v_mac_f32_e32 v14, v53, v53
	.loc	0 42 34
	s_waitcnt vmcnt(5)
	v_mac_f32_e32 v14, v51, v51
	.loc	0 100 23
	v_sqrt_f32_e32 v14, v14
	.loc	0 126 27
	v_mul_f32_e32 v53, 0.5, v53
	.loc	0 133 27
	v_mul_f32_e32 v52, 0.5, v52
	.loc	0 140 27
	v_mul_f32_e32 v51, 0.5, v51
	.loc	0 118 24
	v_mul_f32_e32 v14, 0xbe4ccccd, v14
	.loc	0 118 36
	v_mul_f32_e32 v14, 0.5, v14
	.loc	0 37 35
	s_waitcnt vmcnt(4)
	v_cmp_gt_f32_e64 vcc, |v22|, s6
	v_cndmask_b32_e32 v21, 1.0, v21, vcc
	.loc	0 47 37
	v_mul_f32_e32 v55, -0.5, v22
	.loc	0 119 45
	v_sub_f32_e32 v56, v16, v22
	.loc	0 37 35
	v_mul_f32_e32 v22, v22, v21
	v_rcp_f32_e32 v22, v22
	.loc	0 121 51
	s_waitcnt vmcnt(3)
	v_sub_f32_e32 v57, v15, v26
	.loc	0 127 54
	v_add_f32_e32 v58, v15, v26
	.loc	0 37 35
	v_mul_f32_e32 v64, v26, v22
	v_mul_f32_e32 v64, v21, v64
	.loc	0 37 57
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v65, v54, v22
	v_mul_f32_e32 v65, v21, v65
	.loc	0 37 79
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v66, v20, v22
	.loc	0 42 28
	v_mul_f32_e32 v67, v65, v65
	.loc	0 37 79
	v_mul_f32_e32 v66, v21, v66
	.loc	0 42 22
	v_mac_f32_e32 v67, v64, v64
	.loc	0 42 34
	v_mac_f32_e32 v67, v66, v66
	.loc	0 47 37
	s_waitcnt vmcnt(0)
	v_mad_f32 v55, v55, v67, v13
	.loc	0 47 27
	v_mul_f32_e32 v71, 0x3ecccccc, v55
	.loc	0 120 43
	v_sub_f32_e32 v63, v19, v13
	.loc	0 62 25
	v_mac_f32_e32 v13, 0x3ecccccc, v55
	.loc	0 52 24
	v_mul_f32_e32 v55, 0x3fb33333, v71
	.loc	0 122 51
	v_sub_f32_e32 v59, v17, v54
	.loc	0 134 54
	v_add_f32_e32 v60, v17, v54
	.loc	0 123 51
	v_sub_f32_e32 v61, v18, v20
	.loc	0 141 54
	v_add_f32_e32 v62, v18, v20
	.loc	0 130 50
	v_mad_f32 v68, v64, v54, v44
	.loc	0 131 50
	v_mad_f32 v69, v64, v20, v42
	.loc	0 138 50
	v_mad_f32 v70, v65, v20, v43
	.loc	0 118 54
	v_sqrt_f32_e32 v67, v67
	.loc	0 58 50
	v_mad_f32 v26, v64, v26, v71
	.loc	0 60 60
	v_mad_f32 v54, v65, v54, v71
	.loc	0 61 70
	v_mac_f32_e32 v71, v66, v20
	.loc	0 52 35
	v_mul_f32_e32 v20, v55, v22
	v_mul_f32_e32 v20, v21, v20
	.loc	0 52 12
	v_sqrt_f32_e32 v20, v20
	.loc	0 118 52
	v_add_f32_e32 v21, v45, v67
	.loc	0 118 81
	v_add_f32_e32 v21, v47, v21
	.loc	0 128 51
	v_mad_f32 v64, v64, v13, v48
	.loc	0 118 89
	v_add_f32_e32 v20, v21, v20
	.loc	0 118 43
	v_mul_f32_e32 v14, v14, v20
	.loc	0 129 50
	v_add_f32_e32 v55, v24, v26
	.loc	0 119 24
	v_mad_f32 v22, v14, v56, 0
	.loc	0 120 23
	v_mad_f32 v26, v14, v63, 0
	.loc	0 121 27
	v_mad_f32 v21, v14, v57, 0
	.loc	0 122 27
	v_mad_f32 v20, v14, v59, 0
	.loc	0 123 27
	v_mad_f32 v14, v14, v61, 0
	.loc	0 135 51
	v_mad_f32 v65, v65, v13, v46
	.loc	0 137 50
	v_add_f32_e32 v54, v25, v54
	.loc	0 127 24
	v_mac_f32_e32 v22, v53, v58
	.loc	0 128 23
	v_mac_f32_e32 v26, v53, v64
	.loc	0 129 27
	v_mac_f32_e32 v21, v53, v55
	.loc	0 130 27
	v_mac_f32_e32 v20, v53, v68
	.loc	0 131 27
	v_mac_f32_e32 v14, v53, v69
	.loc	0 142 51
	v_mad_f32 v13, v66, v13, v49
	.loc	0 145 50
	v_add_f32_e32 v66, v23, v71
	.loc	0 134 24
	v_mac_f32_e32 v22, v52, v60
	.loc	0 135 23
	v_mac_f32_e32 v26, v52, v65
	.loc	0 136 27
	v_mac_f32_e32 v21, v52, v68
	.loc	0 137 27
	v_mac_f32_e32 v20, v52, v54
	.loc	0 138 27
	v_mac_f32_e32 v14, v52, v70
	.loc	0 141 24
	v_mac_f32_e32 v22, v51, v62
	.loc	0 142 23
	v_mac_f32_e32 v26, v51, v13
	.loc	0 143 27
	v_mac_f32_e32 v21, v51, v69
	.loc	0 144 27
	v_mac_f32_e32 v20, v51, v70
	.loc	0 145 27
	v_mac_f32_e32 v14, v51, v66
.LBB0_10:
	.loc	0 0 27
	s_or_b64 exec, exec, s[2:3]
	.loc	0 95 25
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 99 30
	v_add_i32_e32 v10, vcc, s20, v10
	.loc	0 95 25
	buffer_load_dword v12, v[11:12], s[0:3], 0 addr64
	.loc	0 97 20
	s_mov_b64 s[6:7], s[2:3]
	.loc	0 99 20
	v_ashrrev_i32_e32 v11, 31, v10
	s_waitcnt vmcnt(2)
	v_lshl_b64 v[53:54], v[10:11], 2
	.loc	0 97 20
	buffer_load_dword v52, v[4:5], s[4:7], 0 addr64
	.loc	0 98 20
	buffer_load_dword v51, v[6:7], s[4:7], 0 addr64
	.loc	0 99 20
	buffer_load_dword v11, v[53:54], s[4:7], 0 addr64
	.loc	0 102 23
	s_waitcnt vmcnt(3)
	v_cmp_gt_i32_e32 vcc, 0, v12
	.loc	0 102 13
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_18
	.loc	0 0 13
	v_cmp_lt_i32_e32 vcc, -2, v12
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB0_13
	.loc	0 148 27
	s_waitcnt vmcnt(2)
	v_mac_f32_e32 v21, v52, v50
	.loc	0 149 27
	s_waitcnt vmcnt(1)
	v_mac_f32_e32 v20, v51, v50
	.loc	0 150 27
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v14, v11, v50
.LBB0_13:
	.loc	0 0 27
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB0_17
	v_cmp_eq_u32_e32 vcc, -2, v12
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB0_16
	.loc	0 152 33
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v12, 0.5, v52
	.loc	0 153 24
	v_mac_f32_e32 v22, v12, v28
	.loc	0 154 23
	v_mac_f32_e32 v26, v12, v40
	.loc	0 155 27
	v_mac_f32_e32 v21, v12, v41
	.loc	0 156 27
	v_mac_f32_e32 v20, v12, v30
	.loc	0 157 27
	v_mac_f32_e32 v14, v12, v31
	.loc	0 159 27
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v12, 0.5, v51
	.loc	0 160 24
	v_mac_f32_e32 v22, v12, v27
	.loc	0 161 23
	v_mac_f32_e32 v26, v12, v32
	.loc	0 162 27
	v_mac_f32_e32 v21, v12, v29
	.loc	0 163 27
	v_mac_f32_e32 v20, v12, v33
	.loc	0 164 27
	v_mac_f32_e32 v14, v12, v39
	.loc	0 166 27
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v11, 0.5, v11
	.loc	0 167 24
	v_mac_f32_e32 v22, v11, v34
	.loc	0 168 23
	v_mac_f32_e32 v26, v11, v35
	.loc	0 169 27
	v_mac_f32_e32 v21, v11, v36
	.loc	0 170 27
	v_mac_f32_e32 v20, v11, v37
	.loc	0 171 27
	v_mac_f32_e32 v14, v11, v38
.LBB0_16:
	.loc	0 0 27
	s_or_b64 exec, exec, s[10:11]
.LBB0_17:
	s_or_b64 exec, exec, s[6:7]
.LBB0_18:
	.loc	0 102 13
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB0_20
	.loc	0 103 35
	v_mov_b32_e32 v13, 0
	v_lshl_b64 v[53:54], v[12:13], 2
	s_mov_b32 s19, 0x100f000
	s_mov_b32 s18, 0
	s_mov_b64 s[16:17], s[12:13]
	buffer_load_dword v59, v[53:54], s[16:19], 0 addr64
	.loc	0 105 52
	v_add_i32_e32 v12, vcc, s20, v12
	.loc	0 105 32
	v_ashrrev_i32_e32 v13, 31, v12
	v_lshl_b64 v[55:56], v[12:13], 2
	.loc	0 106 52
	v_add_i32_e32 v12, vcc, s20, v12
	.loc	0 105 32
	buffer_load_dword v55, v[55:56], s[16:19], 0 addr64
	.loc	0 106 32
	v_ashrrev_i32_e32 v13, 31, v12
	v_lshl_b64 v[57:58], v[12:13], 2
	.loc	0 107 52
	v_add_i32_e32 v12, vcc, s20, v12
	.loc	0 107 32
	v_ashrrev_i32_e32 v13, 31, v12
	v_lshl_b64 v[53:54], v[12:13], 2
	.loc	0 108 54
	v_add_i32_e32 v12, vcc, s20, v12
	.loc	0 106 32
	buffer_load_dword v56, v[57:58], s[16:19], 0 addr64
	.loc	0 108 34
	v_ashrrev_i32_e32 v13, 31, v12
	v_lshl_b64 v[12:13], v[12:13], 2
	.loc	0 107 32
	buffer_load_dword v53, v[53:54], s[16:19], 0 addr64
	.loc	0 108 34
	buffer_load_dword v12, v[12:13], s[16:19], 0 addr64
	s_mov_b32 s6, 0x6f800000
	.loc	0 37 35
	v_mov_b32_e32 v54, 0x2f800000
	.loc	0 42 28
	s_waitcnt vmcnt(6)
	v_mul_f32_e32 v13, v51, v51
	.loc	0 42 22
	v_mac_f32_e32 v13, v52, v52
	.loc	0 42 34
	s_waitcnt vmcnt(5)
	v_mac_f32_e32 v13, v11, v11
	.loc	0 100 23
	v_sqrt_f32_e32 v13, v13
	.loc	0 126 27
	v_mul_f32_e32 v52, 0.5, v52
	.loc	0 133 27
	v_mul_f32_e32 v51, 0.5, v51
	.loc	0 140 27
	v_mul_f32_e32 v11, 0.5, v11
	.loc	0 118 24
	v_mul_f32_e32 v13, 0xbe4ccccd, v13
	.loc	0 118 36
	v_mul_f32_e32 v13, 0.5, v13
	.loc	0 37 35
	s_waitcnt vmcnt(4)
	v_cmp_gt_f32_e64 vcc, |v59|, s6
	v_cndmask_b32_e32 v54, 1.0, v54, vcc
	.loc	0 47 37
	v_mul_f32_e32 v57, -0.5, v59
	.loc	0 119 45
	v_sub_f32_e32 v58, v16, v59
	.loc	0 37 35
	v_mul_f32_e32 v59, v59, v54
	v_rcp_f32_e32 v59, v59
	.loc	0 121 51
	s_waitcnt vmcnt(3)
	v_sub_f32_e32 v60, v15, v55
	.loc	0 127 54
	v_add_f32_e32 v61, v15, v55
	.loc	0 37 35
	v_mul_f32_e32 v67, v55, v59
	v_mul_f32_e32 v67, v54, v67
	.loc	0 37 57
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v68, v56, v59
	v_mul_f32_e32 v68, v54, v68
	.loc	0 37 79
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v69, v53, v59
	.loc	0 42 28
	v_mul_f32_e32 v70, v68, v68
	.loc	0 37 79
	v_mul_f32_e32 v69, v54, v69
	.loc	0 42 22
	v_mac_f32_e32 v70, v67, v67
	.loc	0 42 34
	v_mac_f32_e32 v70, v69, v69
	.loc	0 47 37
	s_waitcnt vmcnt(0)
	v_mad_f32 v57, v57, v70, v12
	.loc	0 47 27
	v_mul_f32_e32 v74, 0x3ecccccc, v57
	.loc	0 120 43
	v_sub_f32_e32 v66, v19, v12
	.loc	0 62 25
	v_mac_f32_e32 v12, 0x3ecccccc, v57
	.loc	0 52 24
	v_mul_f32_e32 v57, 0x3fb33333, v74
	.loc	0 118 54
	v_sqrt_f32_e32 v70, v70
	.loc	0 52 35
	v_mul_f32_e32 v57, v57, v59
	v_mul_f32_e32 v54, v54, v57
	.loc	0 52 12
	v_sqrt_f32_e32 v54, v54
	.loc	0 118 52
	v_add_f32_e32 v59, v45, v70
	.loc	0 118 81
	v_add_f32_e32 v59, v47, v59
	.loc	0 122 51
	v_sub_f32_e32 v62, v17, v56
	.loc	0 118 89
	v_add_f32_e32 v54, v59, v54
	.loc	0 123 51
	v_sub_f32_e32 v64, v18, v53
	.loc	0 58 50
	v_mad_f32 v55, v67, v55, v74
	.loc	0 118 43
	v_mul_f32_e32 v13, v13, v54
	.loc	0 134 54
	v_add_f32_e32 v63, v17, v56
	.loc	0 141 54
	v_add_f32_e32 v65, v18, v53
	.loc	0 130 50
	v_mad_f32 v71, v67, v56, v44
	.loc	0 131 50
	v_mad_f32 v72, v67, v53, v42
	.loc	0 138 50
	v_mad_f32 v73, v68, v53, v43
	.loc	0 60 60
	v_mad_f32 v56, v68, v56, v74
	.loc	0 61 70
	v_mac_f32_e32 v74, v69, v53
	.loc	0 128 51
	v_mad_f32 v53, v67, v12, v48
	.loc	0 129 50
	v_add_f32_e32 v55, v24, v55
	.loc	0 119 24
	v_mac_f32_e32 v22, v13, v58
	.loc	0 120 23
	v_mac_f32_e32 v26, v13, v66
	.loc	0 121 27
	v_mac_f32_e32 v21, v13, v60
	.loc	0 122 27
	v_mac_f32_e32 v20, v13, v62
	.loc	0 123 27
	v_mac_f32_e32 v14, v13, v64
	.loc	0 135 51
	v_mad_f32 v67, v68, v12, v46
	.loc	0 137 50
	v_add_f32_e32 v56, v25, v56
	.loc	0 127 24
	v_mac_f32_e32 v22, v52, v61
	.loc	0 128 23
	v_mac_f32_e32 v26, v52, v53
	.loc	0 129 27
	v_mac_f32_e32 v21, v52, v55
	.loc	0 130 27
	v_mac_f32_e32 v20, v52, v71
	.loc	0 131 27
	v_mac_f32_e32 v14, v52, v72
	.loc	0 142 51
	v_mad_f32 v12, v69, v12, v49
	.loc	0 145 50
	v_add_f32_e32 v57, v23, v74
	.loc	0 134 24
	v_mac_f32_e32 v22, v51, v63
	.loc	0 135 23
	v_mac_f32_e32 v26, v51, v67
	.loc	0 136 27
	v_mac_f32_e32 v21, v51, v71
	.loc	0 137 27
	v_mac_f32_e32 v20, v51, v56
	.loc	0 138 27
	v_mac_f32_e32 v14, v51, v73
	.loc	0 141 24
	v_mac_f32_e32 v22, v11, v65
	.loc	0 142 23
	v_mac_f32_e32 v26, v11, v12
	.loc	0 143 27
	v_mac_f32_e32 v21, v11, v72
	.loc	0 144 27
	v_mac_f32_e32 v20, v11, v73
	.loc	0 145 27
	v_mac_f32_e32 v14, v11, v57
.LBB0_20:
	.loc	0 0 27
	s_or_b64 exec, exec, s[2:3]
	.loc	0 95 25
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	buffer_load_dword v11, v[8:9], s[8:11], 0 addr64
	.loc	0 97 30
	v_add_i32_e32 v8, vcc, s20, v10
	.loc	0 97 20
	v_ashrrev_i32_e32 v9, 31, v8
	v_lshl_b64 v[12:13], v[8:9], 2
	.loc	0 98 30
	v_add_i32_e32 v8, vcc, s20, v8
	.loc	0 98 20
	v_ashrrev_i32_e32 v9, 31, v8
	s_waitcnt vmcnt(2)
	v_lshl_b64 v[51:52], v[8:9], 2
	.loc	0 99 30
	v_add_i32_e32 v8, vcc, s20, v8
	.loc	0 97 20
	s_mov_b64 s[6:7], s[10:11]
	.loc	0 99 20
	v_ashrrev_i32_e32 v9, 31, v8
	v_lshl_b64 v[53:54], v[8:9], 2
	.loc	0 97 20
	buffer_load_dword v13, v[12:13], s[4:7], 0 addr64
	.loc	0 98 20
	buffer_load_dword v10, v[51:52], s[4:7], 0 addr64
	.loc	0 99 20
	buffer_load_dword v9, v[53:54], s[4:7], 0 addr64
	.loc	0 102 23
	s_waitcnt vmcnt(3)
	v_cmp_gt_i32_e32 vcc, 0, v11
	.loc	0 102 13
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_28
	.loc	0 0 13
	v_cmp_lt_i32_e32 vcc, -2, v11
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	s_cbranch_execz .LBB0_23
	.loc	0 148 27
	s_waitcnt vmcnt(2)
	v_mac_f32_e32 v21, v13, v50
	.loc	0 149 27
	s_waitcnt vmcnt(1)
	v_mac_f32_e32 v20, v10, v50
	.loc	0 150 27
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v14, v9, v50
.LBB0_23:
	.loc	0 0 27
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	s_cbranch_execz .LBB0_27
	v_cmp_eq_u32_e32 vcc, -2, v11
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB0_26
	.loc	0 152 33
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v11, 0.5, v13
	.loc	0 153 24
	v_mac_f32_e32 v22, v11, v28
	.loc	0 154 23
	v_mac_f32_e32 v26, v11, v40
	.loc	0 155 27
	v_mac_f32_e32 v21, v11, v41
	.loc	0 156 27
	v_mac_f32_e32 v20, v11, v30
	.loc	0 157 27
	v_mac_f32_e32 v14, v11, v31
	.loc	0 159 27
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v10, 0.5, v10
	.loc	0 160 24
	v_mac_f32_e32 v22, v10, v27
	.loc	0 161 23
	v_mac_f32_e32 v26, v10, v32
	.loc	0 162 27
	v_mac_f32_e32 v21, v10, v29
	.loc	0 163 27
	v_mac_f32_e32 v20, v10, v33
	.loc	0 164 27
	v_mac_f32_e32 v14, v10, v39
	.loc	0 166 27
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v9, 0.5, v9
	.loc	0 167 24
	v_mac_f32_e32 v22, v9, v34
	.loc	0 168 23
	v_mac_f32_e32 v26, v9, v35
	.loc	0 169 27
	v_mac_f32_e32 v21, v9, v36
	.loc	0 170 27
	v_mac_f32_e32 v20, v9, v37
	.loc	0 171 27
	v_mac_f32_e32 v14, v9, v38
.LBB0_26:
	.loc	0 0 27
	s_or_b64 exec, exec, s[10:11]
.LBB0_27:
	s_or_b64 exec, exec, s[6:7]
.LBB0_28:
	.loc	0 102 13
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB0_30
	.loc	0 103 35
	v_mov_b32_e32 v12, 0
	v_lshl_b64 v[51:52], v[11:12], 2
	s_mov_b32 s19, 0x100f000
	s_mov_b32 s18, 0
	s_mov_b64 s[16:17], s[12:13]
	buffer_load_dword v57, v[51:52], s[16:19], 0 addr64
	.loc	0 105 52
	v_add_i32_e32 v11, vcc, s20, v11
	.loc	0 105 32
	v_ashrrev_i32_e32 v12, 31, v11
	v_lshl_b64 v[53:54], v[11:12], 2
	.loc	0 106 52
	v_add_i32_e32 v11, vcc, s20, v11
	.loc	0 105 32
	buffer_load_dword v53, v[53:54], s[16:19], 0 addr64
	.loc	0 106 32
	v_ashrrev_i32_e32 v12, 31, v11
	v_lshl_b64 v[55:56], v[11:12], 2
	.loc	0 107 52
	v_add_i32_e32 v11, vcc, s20, v11
	.loc	0 107 32
	v_ashrrev_i32_e32 v12, 31, v11
	v_lshl_b64 v[51:52], v[11:12], 2
	.loc	0 108 54
	v_add_i32_e32 v11, vcc, s20, v11
	.loc	0 106 32
	buffer_load_dword v54, v[55:56], s[16:19], 0 addr64
	.loc	0 108 34
	v_ashrrev_i32_e32 v12, 31, v11
	v_lshl_b64 v[11:12], v[11:12], 2
	.loc	0 107 32
	buffer_load_dword v51, v[51:52], s[16:19], 0 addr64
	.loc	0 108 34
	buffer_load_dword v11, v[11:12], s[16:19], 0 addr64
	s_mov_b32 s6, 0x6f800000
	.loc	0 37 35
	v_mov_b32_e32 v52, 0x2f800000
	.loc	0 42 28
	s_waitcnt vmcnt(6)
	v_mul_f32_e32 v12, v10, v10
	.loc	0 42 22
	v_mac_f32_e32 v12, v13, v13
	.loc	0 42 34
	s_waitcnt vmcnt(5)
	v_mac_f32_e32 v12, v9, v9
	.loc	0 100 23
	v_sqrt_f32_e32 v12, v12
	.loc	0 126 27
	v_mul_f32_e32 v13, 0.5, v13
	.loc	0 133 27
	v_mul_f32_e32 v10, 0.5, v10
	.loc	0 140 27
	v_mul_f32_e32 v9, 0.5, v9
	.loc	0 118 24
	v_mul_f32_e32 v12, 0xbe4ccccd, v12
	.loc	0 118 36
	v_mul_f32_e32 v12, 0.5, v12
	.loc	0 37 35
	s_waitcnt vmcnt(4)
	v_cmp_gt_f32_e64 vcc, |v57|, s6
	v_cndmask_b32_e32 v52, 1.0, v52, vcc
	.loc	0 47 37
	v_mul_f32_e32 v55, -0.5, v57
	.loc	0 119 45
	v_sub_f32_e32 v56, v16, v57
	.loc	0 37 35
	v_mul_f32_e32 v57, v57, v52
	v_rcp_f32_e32 v57, v57
	.loc	0 121 51
	s_waitcnt vmcnt(3)
	v_sub_f32_e32 v58, v15, v53
	.loc	0 127 54
	v_add_f32_e32 v59, v15, v53
	.loc	0 37 35
	v_mul_f32_e32 v65, v53, v57
	v_mul_f32_e32 v65, v52, v65
	.loc	0 37 57
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v66, v54, v57
	v_mul_f32_e32 v66, v52, v66
	.loc	0 37 79
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v67, v51, v57
	.loc	0 42 28
	v_mul_f32_e32 v68, v66, v66
	.loc	0 37 79
	v_mul_f32_e32 v67, v52, v67
	.loc	0 42 22
	v_mac_f32_e32 v68, v65, v65
	.loc	0 42 34
	v_mac_f32_e32 v68, v67, v67
	.loc	0 47 37
	s_waitcnt vmcnt(0)
	v_mad_f32 v55, v55, v68, v11
	.loc	0 47 27
	v_mul_f32_e32 v72, 0x3ecccccc, v55
	.loc	0 120 43
	v_sub_f32_e32 v64, v19, v11
	.loc	0 62 25
	v_mac_f32_e32 v11, 0x3ecccccc, v55
	.loc	0 52 24
	v_mul_f32_e32 v55, 0x3fb33333, v72
	.loc	0 118 54
	v_sqrt_f32_e32 v68, v68
	.loc	0 52 35
	v_mul_f32_e32 v55, v55, v57
	v_mul_f32_e32 v52, v52, v55
	.loc	0 52 12
	v_sqrt_f32_e32 v52, v52
	.loc	0 118 52
	v_add_f32_e32 v57, v45, v68
	.loc	0 118 81
	v_add_f32_e32 v57, v47, v57
	.loc	0 122 51
	v_sub_f32_e32 v60, v17, v54
	.loc	0 118 89
	v_add_f32_e32 v52, v57, v52
	.loc	0 123 51
	v_sub_f32_e32 v62, v18, v51
	.loc	0 58 50
	v_mad_f32 v53, v65, v53, v72
	.loc	0 118 43
	v_mul_f32_e32 v12, v12, v52
	.loc	0 134 54
	v_add_f32_e32 v61, v17, v54
	.loc	0 141 54
	v_add_f32_e32 v63, v18, v51
	.loc	0 130 50
	v_mad_f32 v69, v65, v54, v44
	.loc	0 131 50
	v_mad_f32 v70, v65, v51, v42
	.loc	0 138 50
	v_mad_f32 v71, v66, v51, v43
	.loc	0 60 60
	v_mad_f32 v54, v66, v54, v72
	.loc	0 61 70
	v_mac_f32_e32 v72, v67, v51
	.loc	0 128 51
	v_mad_f32 v51, v65, v11, v48
	.loc	0 129 50
	v_add_f32_e32 v53, v24, v53
	.loc	0 119 24
	v_mac_f32_e32 v22, v12, v56
	.loc	0 120 23
	v_mac_f32_e32 v26, v12, v64
	.loc	0 121 27
	v_mac_f32_e32 v21, v12, v58
	.loc	0 122 27
	v_mac_f32_e32 v20, v12, v60
	.loc	0 123 27
	v_mac_f32_e32 v14, v12, v62
	.loc	0 135 51
	v_mad_f32 v65, v66, v11, v46
	.loc	0 137 50
	v_add_f32_e32 v54, v25, v54
	.loc	0 127 24
	v_mac_f32_e32 v22, v13, v59
	.loc	0 128 23
	v_mac_f32_e32 v26, v13, v51
	.loc	0 129 27
	v_mac_f32_e32 v21, v13, v53
	.loc	0 130 27
	v_mac_f32_e32 v20, v13, v69
	.loc	0 131 27
	v_mac_f32_e32 v14, v13, v70
	.loc	0 142 51
	v_mad_f32 v11, v67, v11, v49
	.loc	0 145 50
	v_add_f32_e32 v55, v23, v72
	.loc	0 134 24
	v_mac_f32_e32 v22, v10, v61
	.loc	0 135 23
	v_mac_f32_e32 v26, v10, v65
	.loc	0 136 27
	v_mac_f32_e32 v21, v10, v69
	.loc	0 137 27
	v_mac_f32_e32 v20, v10, v54
	.loc	0 138 27
	v_mac_f32_e32 v14, v10, v71
	.loc	0 141 24
	v_mac_f32_e32 v22, v9, v63
	.loc	0 142 23
	v_mac_f32_e32 v26, v9, v11
	.loc	0 143 27
	v_mac_f32_e32 v21, v9, v70
	.loc	0 144 27
	v_mac_f32_e32 v20, v9, v71
	.loc	0 145 27
	v_mac_f32_e32 v14, v9, v55
.LBB0_30:
	.loc	0 0 27
	s_or_b64 exec, exec, s[2:3]
	.loc	0 97 30
	s_waitcnt vmcnt(1)
	v_add_i32_e32 v10, vcc, s20, v8
	.loc	0 97 20
	v_ashrrev_i32_e32 v11, 31, v10
	.loc	0 98 30
	v_add_i32_e32 v51, vcc, s20, v10
	.loc	0 95 25
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	.loc	0 97 20
	v_lshl_b64 v[11:12], v[10:11], 2
	.loc	0 98 20
	v_ashrrev_i32_e32 v52, 31, v51
	.loc	0 99 30
	v_add_i32_e32 v54, vcc, s20, v51
	.loc	0 97 20
	s_mov_b64 s[6:7], s[10:11]
	.loc	0 98 20
	v_lshl_b64 v[52:53], v[51:52], 2
	.loc	0 99 20
	v_ashrrev_i32_e32 v55, 31, v54
	.loc	0 95 25
	buffer_load_dword v9, v[4:5], s[8:11], 0 addr64
	.loc	0 99 20
	v_lshl_b64 v[54:55], v[54:55], 2
	.loc	0 97 20
	buffer_load_dword v12, v[11:12], s[4:7], 0 addr64
	.loc	0 98 20
	buffer_load_dword v11, v[52:53], s[4:7], 0 addr64
	.loc	0 99 20
	buffer_load_dword v8, v[54:55], s[4:7], 0 addr64
	.loc	0 102 23
	s_waitcnt vmcnt(3)
	v_cmp_gt_i32_e32 vcc, 0, v9
	.loc	0 102 13
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_38
	.loc	0 0 13
	v_cmp_lt_i32_e32 vcc, -2, v9
	s_and_saveexec_b64 s[4:5], vcc
	s_xor_b64 s[4:5], exec, s[4:5]
	s_cbranch_execz .LBB0_33
	.loc	0 148 27
	s_waitcnt vmcnt(2)
	v_mac_f32_e32 v21, v12, v50
	.loc	0 149 27
	s_waitcnt vmcnt(1)
	v_mac_f32_e32 v20, v11, v50
	.loc	0 150 27
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v14, v8, v50
.LBB0_33:
	.loc	0 0 27
	s_andn2_saveexec_b64 s[4:5], s[4:5]
	s_cbranch_execz .LBB0_37
	v_cmp_eq_u32_e32 vcc, -2, v9
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB0_36
	.loc	0 152 33
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v9, 0.5, v12
	.loc	0 153 24
	v_mac_f32_e32 v22, v9, v28
	.loc	0 154 23
	v_mac_f32_e32 v26, v9, v40
	.loc	0 155 27
	v_mac_f32_e32 v21, v9, v41
	.loc	0 156 27
	v_mac_f32_e32 v20, v9, v30
	.loc	0 157 27
	v_mac_f32_e32 v14, v9, v31
	.loc	0 159 27
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v9, 0.5, v11
	.loc	0 160 24
	v_mac_f32_e32 v22, v9, v27
	.loc	0 161 23
	v_mac_f32_e32 v26, v9, v32
	.loc	0 162 27
	v_mac_f32_e32 v21, v9, v29
	.loc	0 163 27
	v_mac_f32_e32 v20, v9, v33
	.loc	0 164 27
	v_mac_f32_e32 v14, v9, v39
	.loc	0 166 27
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v8, 0.5, v8
	.loc	0 167 24
	v_mac_f32_e32 v22, v8, v34
	.loc	0 168 23
	v_mac_f32_e32 v26, v8, v35
	.loc	0 169 27
	v_mac_f32_e32 v21, v8, v36
	.loc	0 170 27
	v_mac_f32_e32 v20, v8, v37
	.loc	0 171 27
	v_mac_f32_e32 v14, v8, v38
.LBB0_36:
	.loc	0 0 27
	s_or_b64 exec, exec, s[6:7]
.LBB0_37:
	s_or_b64 exec, exec, s[4:5]
.LBB0_38:
	.loc	0 102 13
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB0_40
	.loc	0 103 35
	v_mov_b32_e32 v10, 0
	v_lshl_b64 v[27:28], v[9:10], 2
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	s_mov_b64 s[4:5], s[12:13]
	buffer_load_dword v13, v[27:28], s[4:7], 0 addr64
	.loc	0 105 52
	v_add_i32_e32 v9, vcc, s20, v9
	.loc	0 105 32
	v_ashrrev_i32_e32 v10, 31, v9
	v_lshl_b64 v[29:30], v[9:10], 2
	.loc	0 106 52
	v_add_i32_e32 v9, vcc, s20, v9
	.loc	0 105 32
	buffer_load_dword v29, v[29:30], s[4:7], 0 addr64
	.loc	0 106 32
	v_ashrrev_i32_e32 v10, 31, v9
	v_lshl_b64 v[31:32], v[9:10], 2
	.loc	0 107 52
	v_add_i32_e32 v9, vcc, s20, v9
	.loc	0 107 32
	v_ashrrev_i32_e32 v10, 31, v9
	v_lshl_b64 v[27:28], v[9:10], 2
	.loc	0 108 54
	v_add_i32_e32 v9, vcc, s20, v9
	.loc	0 106 32
	buffer_load_dword v30, v[31:32], s[4:7], 0 addr64
	.loc	0 108 34
	v_ashrrev_i32_e32 v10, 31, v9
	v_lshl_b64 v[9:10], v[9:10], 2
	.loc	0 107 32
	buffer_load_dword v27, v[27:28], s[4:7], 0 addr64
	.loc	0 108 34
	buffer_load_dword v9, v[9:10], s[4:7], 0 addr64
	s_mov_b32 s4, 0x6f800000
	.loc	0 37 35
	v_mov_b32_e32 v28, 0x2f800000
	.loc	0 42 28
	s_waitcnt vmcnt(6)
	v_mul_f32_e32 v10, v11, v11
	.loc	0 42 22
	v_mac_f32_e32 v10, v12, v12
	.loc	0 42 34
	s_waitcnt vmcnt(5)
	v_mac_f32_e32 v10, v8, v8
	.loc	0 100 23
	v_sqrt_f32_e32 v10, v10
	.loc	0 126 27
	v_mul_f32_e32 v12, 0.5, v12
	.loc	0 133 27
	v_mul_f32_e32 v11, 0.5, v11
	.loc	0 140 27
	v_mul_f32_e32 v8, 0.5, v8
	.loc	0 118 24
	v_mul_f32_e32 v10, 0xbe4ccccd, v10
	.loc	0 118 36
	v_mul_f32_e32 v10, 0.5, v10
	.loc	0 37 35
	s_waitcnt vmcnt(4)
	v_cmp_gt_f32_e64 vcc, |v13|, s4
	v_cndmask_b32_e32 v28, 1.0, v28, vcc
	.loc	0 47 37
	v_mul_f32_e32 v31, -0.5, v13
	.loc	0 119 45
	v_sub_f32_e32 v16, v16, v13
	.loc	0 37 35
	v_mul_f32_e32 v13, v13, v28
	v_rcp_f32_e32 v13, v13
	.loc	0 121 51
	s_waitcnt vmcnt(3)
	v_sub_f32_e32 v32, v15, v29
	.loc	0 127 54
	v_add_f32_e32 v15, v15, v29
	.loc	0 37 35
	v_mul_f32_e32 v35, v29, v13
	v_mul_f32_e32 v35, v28, v35
	.loc	0 37 57
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v36, v30, v13
	v_mul_f32_e32 v36, v28, v36
	.loc	0 37 79
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v37, v27, v13
	.loc	0 42 28
	v_mul_f32_e32 v38, v36, v36
	.loc	0 37 79
	v_mul_f32_e32 v37, v28, v37
	.loc	0 42 22
	v_mac_f32_e32 v38, v35, v35
	.loc	0 42 34
	v_mac_f32_e32 v38, v37, v37
	.loc	0 47 37
	s_waitcnt vmcnt(0)
	v_mad_f32 v31, v31, v38, v9
	.loc	0 47 27
	v_mul_f32_e32 v39, 0x3ecccccc, v31
	.loc	0 120 43
	v_sub_f32_e32 v19, v19, v9
	.loc	0 62 25
	v_mac_f32_e32 v9, 0x3ecccccc, v31
	.loc	0 52 24
	v_mul_f32_e32 v31, 0x3fb33333, v39
	.loc	0 118 54
	v_sqrt_f32_e32 v38, v38
	.loc	0 128 51
	v_mac_f32_e32 v48, v35, v9
	.loc	0 135 51
	v_mac_f32_e32 v46, v36, v9
	.loc	0 142 51
	v_mac_f32_e32 v49, v37, v9
	.loc	0 52 35
	v_mul_f32_e32 v9, v31, v13
	v_mul_f32_e32 v9, v28, v9
	.loc	0 52 12
	v_sqrt_f32_e32 v9, v9
	.loc	0 122 51
	v_sub_f32_e32 v33, v17, v30
	.loc	0 134 54
	v_add_f32_e32 v17, v17, v30
	.loc	0 130 50
	v_mac_f32_e32 v44, v35, v30
	.loc	0 58 50
	v_mad_f32 v29, v35, v29, v39
	.loc	0 60 60
	v_mad_f32 v30, v36, v30, v39
	.loc	0 129 50
	v_add_f32_e32 v13, v24, v29
	.loc	0 137 50
	v_add_f32_e32 v24, v25, v30
	.loc	0 118 52
	v_add_f32_e32 v25, v45, v38
	.loc	0 118 81
	v_add_f32_e32 v25, v47, v25
	.loc	0 118 89
	v_add_f32_e32 v9, v25, v9
	.loc	0 123 51
	v_sub_f32_e32 v34, v18, v27
	.loc	0 118 43
	v_mul_f32_e32 v9, v10, v9
	.loc	0 131 50
	v_mac_f32_e32 v42, v35, v27
	.loc	0 119 24
	v_mac_f32_e32 v22, v9, v16
	.loc	0 120 23
	v_mac_f32_e32 v26, v9, v19
	.loc	0 121 27
	v_mac_f32_e32 v21, v9, v32
	.loc	0 122 27
	v_mac_f32_e32 v20, v9, v33
	.loc	0 123 27
	v_mac_f32_e32 v14, v9, v34
	.loc	0 138 50
	v_mac_f32_e32 v43, v36, v27
	.loc	0 61 70
	v_mac_f32_e32 v39, v37, v27
	.loc	0 127 24
	v_mac_f32_e32 v22, v12, v15
	.loc	0 128 23
	v_mac_f32_e32 v26, v12, v48
	.loc	0 129 27
	v_mac_f32_e32 v21, v12, v13
	.loc	0 130 27
	v_mac_f32_e32 v20, v12, v44
	.loc	0 131 27
	v_mac_f32_e32 v14, v12, v42
	.loc	0 141 54
	v_add_f32_e32 v18, v18, v27
	.loc	0 145 50
	v_add_f32_e32 v23, v23, v39
	.loc	0 134 24
	v_mac_f32_e32 v22, v11, v17
	.loc	0 135 23
	v_mac_f32_e32 v26, v11, v46
	.loc	0 136 27
	v_mac_f32_e32 v21, v11, v44
	.loc	0 137 27
	v_mac_f32_e32 v20, v11, v24
	.loc	0 138 27
	v_mac_f32_e32 v14, v11, v43
	.loc	0 141 24
	v_mac_f32_e32 v22, v8, v18
	.loc	0 142 23
	v_mac_f32_e32 v26, v8, v49
	.loc	0 143 27
	v_mac_f32_e32 v21, v8, v42
	.loc	0 144 27
	v_mac_f32_e32 v20, v8, v43
	.loc	0 145 27
	v_mac_f32_e32 v14, v8, v23
.LBB0_40:
	.loc	0 0 27
	s_or_b64 exec, exec, s[2:3]
	.loc	0 175 5
	v_mov_b32_e32 v9, s15
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v8, vcc, s14, v0
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	v_addc_u32_e32 v9, vcc, v9, v1, vcc
	s_mov_b64 s[4:5], s[14:15]
	.loc	0 176 5
	s_mov_b64 s[2:3], s[6:7]
	.loc	0 175 36
	buffer_store_dword v22, v[0:1], s[4:7], 0 addr64
	.loc	0 176 39
	buffer_store_dword v21, v[8:9], s[0:3], 0 addr64
	.loc	0 177 39
	buffer_store_dword v20, v[2:3], s[4:7], 0 addr64
	.loc	0 178 39
	buffer_store_dword v14, v[4:5], s[4:7], 0 addr64
	.loc	0 179 35
	buffer_store_dword v26, v[6:7], s[4:7], 0 addr64
	.loc	0 180 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel cfd_compute_flux
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 296
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
		.amdhsa_next_free_vgpr 75
		.amdhsa_next_free_sgpr 28
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
	.size	cfd_compute_flux, .Lfunc_end0-cfd_compute_flux
	.text
	.protected	cfd_time_step
	.globl	cfd_time_step
	.p2align	8
	.type	cfd_time_step,@function
cfd_time_step:
	.loc	0 186 13
	s_load_dword s0, s[4:5], 0xd
	s_load_dwordx8 s[8:15], s[4:5], 0x2
	.loc	0 187 20
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 190 58
	s_mov_b64 s[18:19], s[2:3]
	.loc	0 186 13
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	.loc	0 186 24
	s_mul_i32 s6, s6, s0
	.loc	0 186 37
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 187 20
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[1:2], v[0:1], 2
	s_mov_b64 s[0:1], s[12:13]
	buffer_load_dword v7, v[1:2], s[0:3], 0 addr64
	.loc	0 190 58
	s_mov_b64 s[16:17], s[14:15]
	.loc	0 190 9
	s_mov_b64 s[0:1], s[8:9]
	.loc	0 190 58
	buffer_load_dword v8, v[1:2], s[16:19], 0 addr64
	.loc	0 190 9
	buffer_load_dword v9, v[1:2], s[0:3], 0 addr64
	.loc	0 186 13
	s_load_dwordx2 s[12:13], s[4:5], 0x0
	s_mov_b32 s24, 0x6f800000
	.loc	0 187 36
	v_mov_b32_e32 v3, 0x2f800000
	.loc	0 190 9
	v_mov_b32_e32 v5, s9
	.loc	0 189 5
	s_mov_b64 s[6:7], s[2:3]
	.loc	0 192 34
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s4, s13, 2
	.loc	0 192 9
	s_ashr_i32 s5, s4, 31
	s_lshl_b64 s[20:21], s[4:5], 2
	.loc	0 187 57
	s_sub_i32 s4, 4, s12
	.loc	0 187 45
	v_cvt_f32_i32_e32 v4, s4
	.loc	0 189 5
	s_mov_b64 s[4:5], s[10:11]
	.loc	0 192 9
	s_mov_b64 s[22:23], s[2:3]
	.loc	0 190 58
	v_mov_b32_e32 v6, s15
	.loc	0 187 36
	v_cmp_gt_f32_e64 vcc, |v4|, s24
	v_cndmask_b32_e32 v10, 1.0, v3, vcc
	v_mul_f32_e32 v11, v4, v10
	v_rcp_f32_e32 v11, v11
	.loc	0 190 9
	v_add_i32_e32 v3, vcc, s8, v1
	v_addc_u32_e32 v4, vcc, v5, v2, vcc
	.loc	0 190 58
	v_add_i32_e32 v5, vcc, s14, v1
	v_addc_u32_e32 v6, vcc, v6, v2, vcc
	.loc	0 194 9
	s_ashr_i32 s9, s13, 31
	s_mov_b32 s8, s13
	s_lshl_b64 s[8:9], s[8:9], 2
	.loc	0 196 25
	s_add_i32 s12, s13, s13
	.loc	0 187 36
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v7, v7, v11
	v_mul_f32_e32 v7, v10, v7
	.loc	0 189 5
	v_mov_b32_e32 v10, s11
	.loc	0 190 47
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v9, v7, v8
	.loc	0 189 39
	buffer_store_dword v9, v[1:2], s[4:7], 0 addr64
	.loc	0 192 9
	buffer_load_dword v8, v[3:4], s[20:23], 0 addr64
	.loc	0 192 57
	s_waitcnt expcnt(0)
	buffer_load_dword v9, v[5:6], s[20:23], 0 addr64
	.loc	0 189 5
	v_add_i32_e32 v1, vcc, s10, v1
	v_addc_u32_e32 v2, vcc, v10, v2, vcc
	.loc	0 194 9
	s_mov_b64 s[10:11], s[2:3]
	.loc	0 192 46
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v8, v7, v9
	.loc	0 191 38
	buffer_store_dword v8, v[1:2], s[20:23], 0 addr64
	.loc	0 194 9
	s_waitcnt expcnt(0)
	buffer_load_dword v8, v[3:4], s[8:11], 0 addr64
	.loc	0 194 61
	buffer_load_dword v6, v[5:6], s[8:11], 0 addr64
	.loc	0 196 25
	v_add_i32_e32 v3, vcc, s12, v0
	.loc	0 196 9
	v_ashrrev_i32_e32 v4, 31, v3
	v_lshl_b64 v[4:5], v[3:4], 2
	.loc	0 198 25
	v_add_i32_e32 v0, vcc, s13, v3
	.loc	0 194 50
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v8, v7, v6
	.loc	0 193 42
	buffer_store_dword v8, v[1:2], s[8:11], 0 addr64
	.loc	0 196 9
	buffer_load_dword v2, v[4:5], s[0:3], 0 addr64
	.loc	0 196 61
	buffer_load_dword v6, v[4:5], s[16:19], 0 addr64
	.loc	0 198 9
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[0:1], v[0:1], 2
	.loc	0 196 50
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v2, v7, v6
	.loc	0 195 42
	buffer_store_dword v2, v[4:5], s[4:7], 0 addr64
	.loc	0 198 9
	s_waitcnt expcnt(0)
	buffer_load_dword v2, v[0:1], s[0:3], 0 addr64
	.loc	0 198 61
	buffer_load_dword v3, v[0:1], s[16:19], 0 addr64
	.loc	0 198 50
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v2, v7, v3
	.loc	0 197 42
	buffer_store_dword v2, v[0:1], s[4:7], 0 addr64
	.loc	0 199 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel cfd_time_step
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 296
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
.Lfunc_end1:
	.size	cfd_time_step, .Lfunc_end1-cfd_time_step
	.protected	cfd_far_momentum
	.type	cfd_far_momentum,@object
	.section	.bss,"aw",@nobits
	.globl	cfd_far_momentum
	.p2align	2, 0x0
cfd_far_momentum:
	.zero	12
	.size	cfd_far_momentum, 12
	.protected	cfd_far_flux_x
	.type	cfd_far_flux_x,@object
	.globl	cfd_far_flux_x
	.p2align	2, 0x0
cfd_far_flux_x:
	.zero	12
	.size	cfd_far_flux_x, 12
	.protected	cfd_far_flux_y
	.type	cfd_far_flux_y,@object
	.globl	cfd_far_flux_y
	.p2align	2, 0x0
cfd_far_flux_y:
	.zero	12
	.size	cfd_far_flux_y, 12
	.protected	cfd_far_flux_z
	.type	cfd_far_flux_z,@object
	.globl	cfd_far_flux_z
	.p2align	2, 0x0
cfd_far_flux_z:
	.zero	12
	.size	cfd_far_flux_z, 12
	.protected	cfd_far_flux_energy
	.type	cfd_far_flux_energy,@object
	.globl	cfd_far_flux_energy
	.p2align	2, 0x0
cfd_far_flux_energy:
	.zero	12
	.size	cfd_far_flux_energy, 12
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
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
      - .offset:         40
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         44
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         48
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         52
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         54
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         56
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         58
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         60
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         62
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         88
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         96
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         104
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         232
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         236
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 296
    .max_flat_workgroup_size: 512
    .name:           cfd_compute_flux
    .private_segment_fixed_size: 0
    .sgpr_count:     30
    .sgpr_spill_count: 0
    .symbol:         cfd_compute_flux.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     75
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:
      - .offset:         0
        .size:           4
        .value_kind:     by_value
      - .offset:         4
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
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
      - .offset:         40
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         44
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         48
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         52
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         54
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         56
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         58
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         60
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         62
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         88
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         96
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         104
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         232
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         236
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 296
    .max_flat_workgroup_size: 512
    .name:           cfd_time_step
    .private_segment_fixed_size: 0
    .sgpr_count:     27
    .sgpr_spill_count: 0
    .symbol:         cfd_time_step.kd
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
