	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	radixsort_histogram
	.globl	radixsort_histogram
	.p2align	8
	.type	radixsort_histogram,@function
radixsort_histogram:
	.file	0 "radixsort.cu"
	.loc	0 19 0
	s_mov_b32 s0, 0
	s_mov_b32 s1, s0
	v_mov_b32_e32 v2, s1
	.loc	0 21 32
	v_lshlrev_b32_e32 v4, 8, v0
	v_mov_b32_e32 v1, s0
	s_mov_b32 m0, -1
.LBB0_1:
	.loc	0 25 19
	v_or_b32_e32 v3, s0, v4
	.loc	0 24 39
	s_add_i32 s0, s0, 16
	.loc	0 25 9
	v_lshlrev_b32_e32 v3, 1, v3
	.loc	0 24 28
	s_cmpk_eq_i32 s0, 0x100
	.loc	0 25 24
	v_add_i32_e32 v5, vcc, 8, v3
	ds_write_b64 v3, v[1:2]
	.loc	0 25 9
	v_add_i32_e32 v6, vcc, 16, v3
	.loc	0 25 24
	v_add_i32_e32 v3, vcc, 24, v3
	ds_write_b64 v5, v[1:2]
	ds_write_b64 v3, v[1:2]
	ds_write_b64 v6, v[1:2]
	.loc	0 24 5
	s_cbranch_scc0 .LBB0_1
	.loc	0 21 20
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dword s8, s[4:5], 0x4
	.loc	0 22 59
	s_lshl_b32 s4, s6, 14
	s_mov_b32 s6, 0
	v_add_i32_e32 v1, vcc, s4, v4
	v_mov_b32_e32 v3, 0
	s_mov_b32 s7, 0x100f000
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[4:5], s[0:1]
	s_mov_b32 s0, s6
	.loc	0 26 5
	s_barrier
.LBB0_3:
	.loc	0 28 37
	v_or_b32_e32 v2, s0, v1
	.loc	0 28 26
	v_lshl_b64 v[9:10], v[2:3], 2
	.loc	0 27 39
	s_add_i32 s0, s0, 8
	.loc	0 28 26
	buffer_load_dwordx4 v[5:8], v[9:10], s[4:7], 0 addr64
	buffer_load_dwordx4 v[9:12], v[9:10], s[4:7], 0 addr64 offset:16
	.loc	0 27 28
	s_cmpk_eq_i32 s0, 0x100
	.loc	0 28 51
	s_waitcnt vmcnt(1)
	v_bfe_u32 v2, v5, s8, 8
	.loc	0 29 19
	v_or_b32_e32 v2, v2, v4
	.loc	0 29 9
	v_lshlrev_b32_e32 v2, 1, v2
	.loc	0 29 27
	ds_read_u16 v5, v2
	.loc	0 28 51
	v_bfe_u32 v6, v6, s8, 8
	.loc	0 29 19
	v_or_b32_e32 v6, v6, v4
	.loc	0 29 9
	v_lshlrev_b32_e32 v6, 1, v6
	.loc	0 29 27
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v5, vcc, 1, v5
	ds_write_b16 v2, v5
	ds_read_u16 v2, v6
	.loc	0 28 51
	v_bfe_u32 v5, v7, s8, 8
	.loc	0 29 19
	v_or_b32_e32 v5, v5, v4
	.loc	0 29 9
	v_lshlrev_b32_e32 v5, 1, v5
	.loc	0 29 27
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, 1, v2
	ds_write_b16 v6, v2
	ds_read_u16 v2, v5
	.loc	0 28 51
	v_bfe_u32 v6, v8, s8, 8
	.loc	0 29 19
	v_or_b32_e32 v6, v6, v4
	.loc	0 29 9
	v_lshlrev_b32_e32 v6, 1, v6
	.loc	0 29 27
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, 1, v2
	ds_write_b16 v5, v2
	ds_read_u16 v2, v6
	.loc	0 28 51
	s_waitcnt vmcnt(0)
	v_bfe_u32 v5, v9, s8, 8
	.loc	0 29 19
	v_or_b32_e32 v5, v5, v4
	.loc	0 29 9
	v_lshlrev_b32_e32 v5, 1, v5
	.loc	0 29 27
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, 1, v2
	ds_write_b16 v6, v2
	ds_read_u16 v2, v5
	.loc	0 28 51
	v_bfe_u32 v6, v10, s8, 8
	.loc	0 29 19
	v_or_b32_e32 v6, v6, v4
	.loc	0 29 9
	v_lshlrev_b32_e32 v6, 1, v6
	.loc	0 29 27
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, 1, v2
	ds_write_b16 v5, v2
	ds_read_u16 v2, v6
	.loc	0 28 51
	v_bfe_u32 v5, v11, s8, 8
	.loc	0 29 19
	v_or_b32_e32 v5, v5, v4
	.loc	0 29 9
	v_lshlrev_b32_e32 v5, 1, v5
	.loc	0 29 27
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, 1, v2
	ds_write_b16 v6, v2
	ds_read_u16 v2, v5
	.loc	0 28 51
	v_bfe_u32 v6, v12, s8, 8
	.loc	0 29 19
	v_or_b32_e32 v6, v6, v4
	.loc	0 29 9
	v_lshlrev_b32_e32 v6, 1, v6
	.loc	0 29 27
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, 1, v2
	ds_write_b16 v5, v2
	ds_read_u16 v2, v6
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v2, vcc, 1, v2
	ds_write_b16 v6, v2
	.loc	0 27 5
	s_cbranch_scc0 .LBB0_3
	.loc	0 0 5
	v_mov_b32_e32 v2, 0
	.loc	0 32 5
	v_lshl_b64 v[1:2], v[1:2], 2
	v_mov_b32_e32 v3, s3
	v_add_i32_e32 v1, vcc, s2, v1
	s_mov_b32 s2, 0
	v_addc_u32_e32 v2, vcc, v3, v2, vcc
	v_lshlrev_b32_e32 v0, 9, v0
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
	s_mov_b32 s4, s2
	.loc	0 31 5
	s_waitcnt lgkmcnt(0)
	s_barrier
.LBB0_5:
	.loc	0 33 33
	s_waitcnt expcnt(3)
	v_add_i32_e32 v3, vcc, s4, v0
	v_add_i32_e32 v4, vcc, 16, v3
	v_add_i32_e32 v5, vcc, 8, v3
	v_add_i32_e32 v6, vcc, 24, v3
	s_waitcnt expcnt(1)
	ds_read_b64 v[11:12], v4
	ds_read_b64 v[3:4], v3
	ds_read_b64 v[7:8], v5
	s_waitcnt expcnt(0)
	ds_read_b64 v[15:16], v6
	.loc	0 32 28
	s_add_i32 s4, s4, 32
	.loc	0 33 31
	s_waitcnt lgkmcnt(3)
	v_lshrrev_b32_e32 v14, 16, v12
	s_waitcnt lgkmcnt(2)
	v_lshrrev_b32_e32 v6, 16, v4
	v_and_b32_e32 v5, 0xffff, v4
	v_lshrrev_b32_e32 v4, 16, v3
	v_and_b32_e32 v3, 0xffff, v3
	s_waitcnt lgkmcnt(1)
	v_lshrrev_b32_e32 v10, 16, v8
	v_and_b32_e32 v9, 0xffff, v8
	v_lshrrev_b32_e32 v8, 16, v7
	v_and_b32_e32 v7, 0xffff, v7
	v_and_b32_e32 v13, 0xffff, v12
	v_lshrrev_b32_e32 v12, 16, v11
	v_and_b32_e32 v11, 0xffff, v11
	s_waitcnt lgkmcnt(0)
	v_lshrrev_b32_e32 v18, 16, v16
	v_and_b32_e32 v17, 0xffff, v16
	v_lshrrev_b32_e32 v16, 16, v15
	v_and_b32_e32 v15, 0xffff, v15
	buffer_store_dwordx4 v[3:6], v[1:2], s[0:3], 0 addr64
	buffer_store_dwordx4 v[7:10], v[1:2], s[0:3], 0 addr64 offset:16
	buffer_store_dwordx4 v[11:14], v[1:2], s[0:3], 0 addr64 offset:32
	buffer_store_dwordx4 v[15:18], v[1:2], s[0:3], 0 addr64 offset:48
	.loc	0 32 28
	v_add_i32_e32 v1, vcc, 64, v1
	s_cmpk_eq_i32 s4, 0x200
	v_addc_u32_e32 v2, vcc, 0, v2, vcc
	.loc	0 32 5
	s_cbranch_scc0 .LBB0_5
	.loc	0 34 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel radixsort_histogram
		.amdhsa_group_segment_fixed_size 32768
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
		.amdhsa_next_free_vgpr 19
		.amdhsa_next_free_sgpr 9
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
	.size	radixsort_histogram, .Lfunc_end0-radixsort_histogram
	.text
	.protected	radixsort_permute
	.globl	radixsort_permute
	.p2align	8
	.type	radixsort_permute,@function
radixsort_permute:
	.loc	0 43 38
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	.loc	0 43 59
	s_lshl_b32 s6, s6, 14
	.loc	0 44 32
	v_lshlrev_b32_e32 v4, 8, v0
	.loc	0 45 59
	v_add_i32_e32 v1, vcc, s6, v4
	v_mov_b32_e32 v2, 0
	.loc	0 43 36
	s_mov_b32 s7, 0
	.loc	0 47 5
	v_lshl_b64 v[2:3], v[1:2], 2
	.loc	0 43 36
	s_lshl_b64 s[8:9], s[6:7], 2
	s_waitcnt lgkmcnt(0)
	s_add_u32 s8, s2, s8
	.loc	0 47 5
	v_mov_b32_e32 v5, s3
	v_add_i32_e32 v2, vcc, s2, v2
	.loc	0 43 36
	s_addc_u32 s9, s3, s9
	.loc	0 47 5
	v_addc_u32_e32 v3, vcc, v5, v3, vcc
	v_lshlrev_b32_e32 v0, 9, v0
	s_mov_b64 s[12:13], 0
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, s7
	s_mov_b32 m0, -1
.LBB1_1:
	.loc	0 48 27
	buffer_load_dwordx4 v[5:8], v[2:3], s[12:15], 0 addr64
	buffer_load_dwordx4 v[9:12], v[2:3], s[12:15], 0 addr64 offset:16
	.loc	0 48 47
	s_add_u32 s2, s8, s12
	s_addc_u32 s3, s9, s13
	s_load_dwordx8 s[16:23], s[2:3], 0x0
	.loc	0 47 28
	s_add_u32 s12, s12, 32
	.loc	0 48 25
	v_add_i32_e32 v13, vcc, 8, v0
	.loc	0 47 28
	s_addc_u32 s13, s13, 0
	s_cmpk_eq_i32 s12, 0x400
	.loc	0 48 45
	s_waitcnt vmcnt(1) lgkmcnt(0)
	v_subrev_i32_e32 v7, vcc, s18, v7
	v_subrev_i32_e32 v8, vcc, s19, v8
	s_waitcnt vmcnt(0)
	v_subrev_i32_e32 v9, vcc, s20, v9
	v_subrev_i32_e32 v10, vcc, s21, v10
	v_subrev_i32_e32 v11, vcc, s22, v11
	v_subrev_i32_e32 v12, vcc, s23, v12
	v_subrev_i32_e32 v5, vcc, s16, v5
	v_subrev_i32_e32 v6, vcc, s17, v6
	.loc	0 48 25
	v_lshlrev_b32_e32 v8, 16, v8
	v_and_b32_e32 v7, 0xffff, v7
	v_lshlrev_b32_e32 v12, 16, v12
	v_and_b32_e32 v11, 0xffff, v11
	v_lshlrev_b32_e32 v10, 16, v10
	v_and_b32_e32 v9, 0xffff, v9
	v_lshlrev_b32_e32 v14, 16, v6
	v_and_b32_e32 v5, 0xffff, v5
	v_or_b32_e32 v6, v7, v8
	v_or_b32_e32 v8, v11, v12
	v_or_b32_e32 v7, v9, v10
	v_or_b32_e32 v5, v5, v14
	ds_write_b64 v13, v[7:8]
	ds_write_b64 v0, v[5:6]
	.loc	0 47 28
	v_add_i32_e32 v0, vcc, 16, v0
	.loc	0 47 5
	s_cbranch_scc0 .LBB1_1
	.loc	0 43 38
	s_load_dword s12, s[4:5], 0x4
	s_load_dwordx2 s[4:5], s[4:5], 0x6
	s_mov_b32 s2, 0
	s_mov_b32 s3, 0x100f000
	v_mov_b32_e32 v3, 0
	s_mov_b64 s[10:11], s[2:3]
	s_mov_b64 s[6:7], s[2:3]
	s_mov_b32 s13, s2
	.loc	0 49 5
	s_waitcnt lgkmcnt(0)
	s_barrier
.LBB1_3:
	.loc	0 51 35
	v_or_b32_e32 v2, s13, v1
	.loc	0 51 24
	v_lshl_b64 v[5:6], v[2:3], 2
	.loc	0 50 39
	s_add_i32 s13, s13, 4
	.loc	0 51 24
	buffer_load_dword v0, v[5:6], s[0:3], 0 addr64
	.loc	0 50 28
	s_cmpk_eq_i32 s13, 0x100
	.loc	0 52 39
	s_waitcnt vmcnt(0)
	v_bfe_u32 v7, v0, s12, 8
	.loc	0 54 16
	v_lshlrev_b32_e32 v2, 2, v7
	buffer_load_dword v2, v[2:3], s[8:11], 0 addr64
	.loc	0 53 36
	v_or_b32_e32 v7, v7, v4
	.loc	0 53 25
	v_lshlrev_b32_e32 v7, 1, v7
	ds_read_u16 v8, v7
	.loc	0 55 36
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v9, vcc, 1, v8
	.loc	0 55 29
	ds_write_b16 v7, v9
	.loc	0 54 29
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v8
	.loc	0 54 9
	v_lshl_b64 v[7:8], v[2:3], 2
	.loc	0 54 37
	buffer_store_dword v0, v[7:8], s[4:7], 0 addr64
	.loc	0 57 9
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 51 24
	buffer_load_dword v0, v[5:6], s[0:3], 0 addr64 offset:4
	.loc	0 52 39
	s_waitcnt vmcnt(0)
	v_bfe_u32 v7, v0, s12, 8
	.loc	0 54 16
	v_lshlrev_b32_e32 v2, 2, v7
	buffer_load_dword v2, v[2:3], s[8:11], 0 addr64
	.loc	0 53 36
	v_or_b32_e32 v7, v7, v4
	.loc	0 53 25
	v_lshlrev_b32_e32 v7, 1, v7
	ds_read_u16 v8, v7
	.loc	0 55 36
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v9, vcc, 1, v8
	.loc	0 55 29
	ds_write_b16 v7, v9
	.loc	0 54 29
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v8
	.loc	0 54 9
	v_lshl_b64 v[7:8], v[2:3], 2
	.loc	0 54 37
	buffer_store_dword v0, v[7:8], s[4:7], 0 addr64
	.loc	0 57 9
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 51 24
	buffer_load_dword v0, v[5:6], s[0:3], 0 addr64 offset:8
	.loc	0 52 39
	s_waitcnt vmcnt(0)
	v_bfe_u32 v7, v0, s12, 8
	.loc	0 54 16
	v_lshlrev_b32_e32 v2, 2, v7
	buffer_load_dword v2, v[2:3], s[8:11], 0 addr64
	.loc	0 53 36
	v_or_b32_e32 v7, v7, v4
	.loc	0 53 25
	v_lshlrev_b32_e32 v7, 1, v7
	ds_read_u16 v8, v7
	.loc	0 55 36
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v9, vcc, 1, v8
	.loc	0 55 29
	ds_write_b16 v7, v9
	.loc	0 54 29
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v8
	.loc	0 54 9
	v_lshl_b64 v[7:8], v[2:3], 2
	.loc	0 54 37
	buffer_store_dword v0, v[7:8], s[4:7], 0 addr64
	.loc	0 57 9
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 51 24
	buffer_load_dword v0, v[5:6], s[0:3], 0 addr64 offset:12
	.loc	0 52 39
	s_waitcnt vmcnt(0)
	v_bfe_u32 v5, v0, s12, 8
	.loc	0 54 16
	v_lshlrev_b32_e32 v2, 2, v5
	buffer_load_dword v2, v[2:3], s[8:11], 0 addr64
	.loc	0 53 36
	v_or_b32_e32 v5, v5, v4
	.loc	0 53 25
	v_lshlrev_b32_e32 v5, 1, v5
	ds_read_u16 v6, v5
	.loc	0 55 36
	s_waitcnt lgkmcnt(0)
	v_add_i32_e32 v7, vcc, 1, v6
	.loc	0 55 29
	ds_write_b16 v5, v7
	.loc	0 54 29
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v2, vcc, v2, v6
	.loc	0 54 9
	v_lshl_b64 v[5:6], v[2:3], 2
	.loc	0 54 37
	buffer_store_dword v0, v[5:6], s[4:7], 0 addr64
	.loc	0 57 9
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 50 5
	s_cbranch_scc0 .LBB1_3
	.loc	0 59 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel radixsort_permute
		.amdhsa_group_segment_fixed_size 32768
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
		.amdhsa_next_free_vgpr 15
		.amdhsa_next_free_sgpr 24
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
	.size	radixsort_permute, .Lfunc_end1-radixsort_permute
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
    .group_segment_fixed_size: 32768
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 512
    .name:           radixsort_histogram
    .private_segment_fixed_size: 0
    .sgpr_count:     11
    .sgpr_spill_count: 0
    .symbol:         radixsort_histogram.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     19
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
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 32768
    .kernarg_segment_align: 8
    .kernarg_segment_size: 32
    .max_flat_workgroup_size: 512
    .name:           radixsort_permute
    .private_segment_fixed_size: 0
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         radixsort_permute.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     15
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
