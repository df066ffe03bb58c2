	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	srad_prepare
	.globl	srad_prepare
	.p2align	8
	.type	srad_prepare,@function
srad_prepare:
	.file	0 "srad.cu"
	.loc	0 19 13
	s_load_dword s0, s[4:5], 0x0
	.loc	0 19 24
	s_lshl_b32 s1, s6, 9
	.loc	0 19 34
	v_or_b32_e32 v0, s1, v0
	.loc	0 20 11
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s0, v0
	.loc	0 20 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_2
	.loc	0 19 13
	s_load_dwordx4 s[0:3], s[4:5], 0x2
	s_load_dwordx2 s[4:5], s[4:5], 0x6
	v_ashrrev_i32_e32 v1, 31, v0
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	v_lshl_b64 v[0:1], v[0:1], 2
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[8:9], s[2:3]
	s_mov_b64 s[2:3], s[6:7]
	.loc	0 21 23
	buffer_load_dword v2, v[0:1], s[0:3], 0 addr64
	s_mov_b64 s[10:11], s[6:7]
	.loc	0 22 17
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v[0:1], s[8:11], 0 addr64
	.loc	0 23 36
	s_waitcnt expcnt(0)
	v_mul_f32_e32 v2, v2, v2
	.loc	0 23 28
	buffer_store_dword v2, v[0:1], s[4:7], 0 addr64
.LBB0_2:
	.loc	0 25 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel srad_prepare
		.amdhsa_group_segment_fixed_size 0
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
		.amdhsa_next_free_vgpr 3
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
.Lfunc_end0:
	.size	srad_prepare, .Lfunc_end0-srad_prepare
	.text
	.protected	srad_reduce
	.globl	srad_reduce
	.p2align	8
	.type	srad_reduce,@function
srad_reduce:
	.loc	0 32 14
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_load_dwordx4 s[0:3], s[4:5], 0x2
	.loc	0 33 24
	s_lshl_b32 s12, s6, 9
	.loc	0 33 34
	v_or_b32_e32 v1, s12, v0
	s_mov_b32 s6, 0
	.loc	0 35 11
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s8, v1
	.loc	0 0 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v4, 0
	.loc	0 35 9
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB1_2
	.loc	0 36 26
	v_mul_lo_u32 v1, v1, s9
	.loc	0 36 19
	s_mov_b32 s7, 0x100f000
	s_mov_b64 s[4:5], s[0:1]
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[1:2], v[1:2], 2
	buffer_load_dword v3, v[1:2], s[4:7], 0 addr64
	.loc	0 37 30
	s_mov_b64 s[4:5], s[2:3]
	buffer_load_dword v4, v[1:2], s[4:7], 0 addr64
.LBB1_2:
	.loc	0 0 30
	s_or_b64 exec, exec, s[10:11]
	v_lshlrev_b32_e32 v1, 2, v0
	s_mov_b32 m0, -1
	s_waitcnt vmcnt(0)
	ds_write2st64_b32 v1, v4, v3 offset1:8
	.loc	0 46 30
	v_and_b32_e32 v3, 1, v0
	.loc	0 0 0
	v_or_b32_e32 v2, 0x800, v1
	.loc	0 46 30
	v_cmp_eq_u32_e32 vcc, 1, v3
	.loc	0 42 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 46 13
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_4
	.loc	0 47 24
	v_add_i32_e32 v3, vcc, -4, v2
	ds_read_b32 v4, v2
	.loc	0 48 35
	v_add_i32_e32 v5, vcc, -4, v1
	.loc	0 47 24
	ds_read_b32 v3, v3
	.loc	0 48 35
	ds_read_b32 v5, v5
	ds_read_b32 v6, v1
	.loc	0 47 21
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v2, v3
	.loc	0 48 32
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v3, v5, v6
	ds_write_b32 v1, v3
.LBB1_4:
	.loc	0 0 32
	s_or_b64 exec, exec, s[4:5]
	v_add_i32_e32 v3, vcc, 1, v0
	.loc	0 46 22
	v_and_b32_e32 v4, 3, v3
	.loc	0 46 30
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 46 13
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_6
	.loc	0 47 24
	v_add_i32_e32 v4, vcc, -8, v2
	.loc	0 47 21
	ds_read_b32 v5, v2
	.loc	0 48 35
	v_add_i32_e32 v6, vcc, -8, v1
	.loc	0 47 24
	ds_read_b32 v4, v4
	.loc	0 48 35
	ds_read_b32 v6, v6
	.loc	0 48 32
	ds_read_b32 v7, v1
	.loc	0 47 21
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v4, v4, v5
	ds_write_b32 v2, v4
	.loc	0 48 32
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v6, v7
	ds_write_b32 v1, v4
.LBB1_6:
	.loc	0 0 32
	s_or_b64 exec, exec, s[4:5]
	.loc	0 46 22
	v_and_b32_e32 v4, 7, v3
	.loc	0 46 30
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 46 13
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_8
	.loc	0 47 24
	v_add_i32_e32 v4, vcc, -16, v2
	.loc	0 47 21
	ds_read_b32 v5, v2
	.loc	0 48 35
	v_add_i32_e32 v6, vcc, -16, v1
	.loc	0 47 24
	ds_read_b32 v4, v4
	.loc	0 48 35
	ds_read_b32 v6, v6
	.loc	0 48 32
	ds_read_b32 v7, v1
	.loc	0 47 21
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v4, v4, v5
	ds_write_b32 v2, v4
	.loc	0 48 32
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v6, v7
	ds_write_b32 v1, v4
.LBB1_8:
	.loc	0 0 32
	s_or_b64 exec, exec, s[4:5]
	.loc	0 46 22
	v_and_b32_e32 v4, 15, v3
	.loc	0 46 30
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 46 13
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_10
	.loc	0 47 24
	v_subrev_i32_e32 v4, vcc, 32, v2
	.loc	0 47 21
	ds_read_b32 v5, v2
	.loc	0 48 35
	v_subrev_i32_e32 v6, vcc, 32, v1
	.loc	0 47 24
	ds_read_b32 v4, v4
	.loc	0 48 35
	ds_read_b32 v6, v6
	.loc	0 48 32
	ds_read_b32 v7, v1
	.loc	0 47 21
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v4, v4, v5
	ds_write_b32 v2, v4
	.loc	0 48 32
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v6, v7
	ds_write_b32 v1, v4
.LBB1_10:
	.loc	0 0 32
	s_or_b64 exec, exec, s[4:5]
	.loc	0 46 22
	v_and_b32_e32 v4, 31, v3
	.loc	0 46 30
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 46 13
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_12
	.loc	0 47 24
	v_subrev_i32_e32 v4, vcc, 64, v2
	.loc	0 47 21
	ds_read_b32 v5, v2
	.loc	0 48 35
	v_subrev_i32_e32 v6, vcc, 64, v1
	.loc	0 47 24
	ds_read_b32 v4, v4
	.loc	0 48 35
	ds_read_b32 v6, v6
	.loc	0 48 32
	ds_read_b32 v7, v1
	.loc	0 47 21
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v4, v4, v5
	ds_write_b32 v2, v4
	.loc	0 48 32
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v6, v7
	ds_write_b32 v1, v4
.LBB1_12:
	.loc	0 0 32
	s_or_b64 exec, exec, s[4:5]
	.loc	0 46 22
	v_and_b32_e32 v4, 63, v3
	.loc	0 46 30
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 46 13
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_14
	.loc	0 47 24
	v_add_i32_e32 v4, vcc, 0xffffff80, v2
	.loc	0 47 21
	ds_read_b32 v5, v2
	.loc	0 48 35
	v_add_i32_e32 v6, vcc, 0xffffff80, v1
	.loc	0 47 24
	ds_read_b32 v4, v4
	.loc	0 48 35
	ds_read_b32 v6, v6
	.loc	0 48 32
	ds_read_b32 v7, v1
	.loc	0 47 21
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v4, v4, v5
	ds_write_b32 v2, v4
	.loc	0 48 32
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v6, v7
	ds_write_b32 v1, v4
.LBB1_14:
	.loc	0 0 32
	s_or_b64 exec, exec, s[4:5]
	.loc	0 46 22
	v_and_b32_e32 v4, 0x7f, v3
	.loc	0 46 30
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 46 13
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_16
	.loc	0 47 24
	v_add_i32_e32 v4, vcc, 0xffffff00, v2
	.loc	0 47 21
	ds_read_b32 v5, v2
	.loc	0 48 35
	v_add_i32_e32 v6, vcc, 0xffffff00, v1
	.loc	0 47 24
	ds_read_b32 v4, v4
	.loc	0 48 35
	ds_read_b32 v6, v6
	.loc	0 48 32
	ds_read_b32 v7, v1
	.loc	0 47 21
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v4, v4, v5
	ds_write_b32 v2, v4
	.loc	0 48 32
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v6, v7
	ds_write_b32 v1, v4
.LBB1_16:
	.loc	0 0 32
	s_or_b64 exec, exec, s[4:5]
	.loc	0 46 22
	v_and_b32_e32 v4, 0xff, v3
	.loc	0 46 30
	v_cmp_eq_u32_e32 vcc, 0, v4
	.loc	0 50 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 46 13
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_18
	.loc	0 47 24
	v_add_i32_e32 v4, vcc, 0xfffffe00, v2
	.loc	0 47 21
	ds_read_b32 v5, v2
	.loc	0 48 35
	v_add_i32_e32 v6, vcc, 0xfffffe00, v1
	.loc	0 47 24
	ds_read_b32 v4, v4
	.loc	0 48 35
	ds_read_b32 v6, v6
	.loc	0 48 32
	ds_read_b32 v7, v1
	.loc	0 47 21
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v4, v4, v5
	ds_write_b32 v2, v4
	.loc	0 48 32
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v6, v7
	ds_write_b32 v1, v4
.LBB1_18:
	.loc	0 0 32
	s_or_b64 exec, exec, s[4:5]
	.loc	0 46 22
	v_and_b32_e32 v3, 0x1ff, v3
	s_movk_i32 s6, 0x1ff
	.loc	0 46 30
	v_cmp_eq_u32_e32 vcc, 0, v3
	.loc	0 50 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 46 13
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_20
	.loc	0 47 24
	v_add_i32_e32 v3, vcc, 0xfffffc00, v2
	.loc	0 47 21
	ds_read_b32 v4, v2
	.loc	0 48 35
	v_add_i32_e32 v5, vcc, 0xfffffc00, v1
	.loc	0 47 24
	ds_read_b32 v3, v3
	.loc	0 48 35
	ds_read_b32 v5, v5
	.loc	0 48 32
	ds_read_b32 v6, v1
	.loc	0 47 21
	s_waitcnt lgkmcnt(2)
	v_add_f32_e32 v3, v3, v4
	ds_write_b32 v2, v3
	.loc	0 48 32
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v2, v5, v6
	ds_write_b32 v1, v2
.LBB1_20:
	.loc	0 0 32
	s_or_b64 exec, exec, s[4:5]
	.loc	0 52 12
	v_cmp_eq_u32_e32 vcc, s6, v0
	.loc	0 50 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 52 9
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_22
	.loc	0 0 9
	s_mul_i32 s4, s12, s9
	s_ashr_i32 s5, s4, 31
	s_lshl_b64 s[8:9], s[4:5], 2
	.loc	0 54 23
	s_movk_i32 s4, 0xfc
	v_add_i32_e64 v0, vcc, s4, 0
	ds_read2st64_b32 v[0:1], v0 offset0:7 offset1:15
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s6, 0
	v_mov_b32_e32 v2, s8
	s_mov_b64 s[4:5], s[2:3]
	s_mov_b64 s[2:3], s[6:7]
	v_mov_b32_e32 v3, s9
	.loc	0 54 21
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v1, v[2:3], s[0:3], 0 addr64
	.loc	0 55 32
	buffer_store_dword v0, v[2:3], s[4:7], 0 addr64
.LBB1_22:
	.loc	0 57 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel srad_reduce
		.amdhsa_group_segment_fixed_size 4096
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
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 13
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
	.size	srad_reduce, .Lfunc_end1-srad_reduce
	.text
	.protected	srad_srad1
	.globl	srad_srad1
	.p2align	8
	.type	srad_srad1,@function
srad_srad1:
	.loc	0 69 14
	s_load_dword s10, s[4:5], 0xe
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	.loc	0 76 35
	s_load_dwordx2 s[8:9], s[4:5], 0x10
	.loc	0 70 53
	s_lshl_b32 s11, s6, 4
	.loc	0 77 5
	v_lshlrev_b32_e32 v11, 2, v0
	.loc	0 70 26
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s2, s10, 4
	.loc	0 70 33
	s_mul_i32 s3, s2, s7
	.loc	0 70 46
	s_add_i32 s11, s3, s11
	.loc	0 76 45
	s_add_i32 s3, s9, -1
	.loc	0 76 32
	s_cmp_eq_u32 s7, s3
	.loc	0 76 21
	s_mul_i32 s3, s10, 15
	s_cselect_b32 s9, s3, s2
	.loc	0 77 34
	s_cmp_lg_u32 s7, 0
	s_cselect_b32 s3, s10, 0
	v_subrev_i32_e32 v2, vcc, s3, v0
	.loc	0 77 46
	v_add_i32_e32 v2, vcc, s11, v2
	.loc	0 78 46
	s_add_i32 s9, s9, s11
	.loc	0 77 21
	v_ashrrev_i32_e32 v3, 31, v2
	.loc	0 78 46
	v_add_i32_e32 v4, vcc, s9, v0
	.loc	0 77 21
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 78 21
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 77 21
	s_mov_b32 s2, 0
	s_mov_b32 s3, 0x100f000
	.loc	0 78 21
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 77 21
	buffer_load_dword v7, v[2:3], s[0:3], 0 addr64
	.loc	0 78 21
	buffer_load_dword v8, v[4:5], s[0:3], 0 addr64
	.loc	0 71 30
	v_mul_lo_u32 v2, v1, s10
	.loc	0 77 5
	v_lshlrev_b32_e32 v10, 6, v1
	v_add_i32_e32 v4, vcc, v10, v11
	.loc	0 71 20
	v_add_i32_e32 v9, vcc, s11, v2
	.loc	0 80 34
	s_cmp_lg_u32 s6, 0
	s_cselect_b64 vcc, -1, 0
	.loc	0 81 47
	s_add_i32 s7, s8, -1
	.loc	0 81 34
	s_cmp_eq_u32 s6, s7
	.loc	0 82 48
	v_subbrev_u32_e32 v2, vcc, 0, v9, vcc
	.loc	0 81 23
	s_cselect_b32 s6, 15, 16
	.loc	0 82 20
	v_ashrrev_i32_e32 v3, 31, v2
	.loc	0 83 48
	v_add_i32_e32 v5, vcc, s6, v9
	.loc	0 82 20
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 83 20
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 77 19
	s_mov_b32 m0, -1
	s_waitcnt vmcnt(0)
	ds_write2st64_b32 v4, v7, v8 offset0:8 offset1:12
	.loc	0 79 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 82 20
	buffer_load_dword v7, v[2:3], s[0:3], 0 addr64
	.loc	0 83 20
	buffer_load_dword v5, v[5:6], s[0:3], 0 addr64
	.loc	0 71 35
	v_add_i32_e32 v2, vcc, v9, v0
	.loc	0 85 20
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 90 17
	v_or_b32_e32 v8, v1, v0
	.loc	0 82 18
	s_waitcnt vmcnt(0)
	ds_write2st64_b32 v4, v7, v5 offset0:16 offset1:20
	.loc	0 84 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 85 20
	buffer_load_dword v5, v[2:3], s[0:3], 0 addr64
	s_movk_i32 s0, 0x800
	s_movk_i32 s1, 0x1000
	.loc	0 77 5
	v_add_i32_e32 v6, vcc, s0, v4
	.loc	0 82 5
	v_add_i32_e32 v7, vcc, s1, v4
	.loc	0 90 17
	v_cmp_ne_u32_e32 vcc, 0, v8
	.loc	0 85 18
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v5
	.loc	0 86 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 88 18
	ds_read_b32 v5, v4
	.loc	0 90 17
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[10:11], exec, s[0:1]
	s_cbranch_execz .LBB2_30
	.loc	0 90 12
	v_cmp_ne_u32_e64 s[6:7], 0, v1
	v_cmp_ne_u32_e64 s[0:1], 15, v0
	.loc	0 0 0
	v_add_i32_e32 v9, vcc, 0x1400, v4
	v_cmp_eq_u32_e64 s[2:3], 15, v0
	s_or_b64 s[8:9], s[6:7], s[0:1]
	.loc	0 95 24
	s_and_saveexec_b64 s[12:13], s[8:9]
	s_xor_b64 s[12:13], exec, s[12:13]
	s_cbranch_execz .LBB2_27
	.loc	0 100 19
	v_cmp_eq_u32_e64 s[8:9], 15, v1
	v_add_i32_e32 v8, vcc, 0xc00, v4
	.loc	0 100 31
	s_and_b64 s[2:3], s[8:9], s[2:3]
	.loc	0 100 19
	v_cmp_ne_u32_e32 vcc, 15, v1
	s_xor_b64 s[2:3], s[2:3], -1
	.loc	0 100 31
	s_and_saveexec_b64 s[14:15], s[2:3]
	s_xor_b64 s[14:15], exec, s[14:15]
	s_cbranch_execz .LBB2_24
	.loc	0 0 31
	v_cmp_ne_u32_e64 s[2:3], 0, v0
	.loc	0 105 31
	s_xor_b64 s[8:9], s[8:9], -1
	s_or_b64 s[8:9], s[8:9], s[2:3]
	s_and_saveexec_b64 s[16:17], s[8:9]
	s_xor_b64 s[8:9], exec, s[16:17]
	s_cbranch_execz .LBB2_21
	.loc	0 110 16
	s_and_saveexec_b64 s[16:17], s[6:7]
	s_xor_b64 s[6:7], exec, s[16:17]
	s_cbranch_execz .LBB2_18
	.loc	0 115 16
	s_and_saveexec_b64 s[16:17], s[0:1]
	s_xor_b64 s[16:17], exec, s[16:17]
	s_cbranch_execz .LBB2_15
	.loc	0 0 0
	v_subrev_i32_e64 v6, s[0:1], 64, v10
	.loc	0 120 16
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB2_12
	.loc	0 125 16
	s_and_saveexec_b64 s[18:19], s[2:3]
	s_xor_b64 s[2:3], exec, s[18:19]
	.loc	0 131 13
	v_add_i32_e32 v6, vcc, v6, v11
	.loc	0 132 13
	v_add_i32_e32 v8, vcc, 64, v4
	.loc	0 133 13
	v_add_i32_e32 v7, vcc, -4, v4
	.loc	0 134 13
	v_add_i32_e32 v9, vcc, 4, v4
	.loc	0 125 16
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	.loc	0 127 13
	v_add_i32_e32 v8, vcc, 64, v10
	.loc	0 129 13
	v_add_i32_e32 v9, vcc, 4, v10
	.loc	0 0 13
	s_or_b64 exec, exec, s[2:3]
.LBB2_12:
	.loc	0 120 16
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	.loc	0 121 13
	v_add_i32_e32 v6, vcc, v6, v11
	.loc	0 123 13
	v_add_i32_e32 v7, vcc, 0x3bc, v11
	.loc	0 124 13
	v_add_i32_e32 v9, vcc, 0x3c4, v11
	.loc	0 0 13
	s_or_b64 exec, exec, s[0:1]
.LBB2_15:
	.loc	0 115 16
	s_andn2_saveexec_b64 s[0:1], s[16:17]
	.loc	0 116 13
	v_add_i32_e32 v6, vcc, -4, v10
	.loc	0 117 13
	v_add_i32_e32 v8, vcc, 0x7c, v10
	.loc	0 118 13
	v_add_i32_e32 v7, vcc, 56, v10
	.loc	0 0 13
	s_or_b64 exec, exec, s[0:1]
.LBB2_18:
	.loc	0 110 16
	s_andn2_saveexec_b64 s[0:1], s[6:7]
	.loc	0 112 13
	v_add_i32_e32 v8, vcc, 64, v11
	.loc	0 113 13
	v_add_i32_e32 v7, vcc, -4, v11
	.loc	0 114 13
	v_add_i32_e32 v9, vcc, 4, v11
	.loc	0 0 13
	s_or_b64 exec, exec, s[0:1]
.LBB2_21:
	.loc	0 105 31
	s_andn2_saveexec_b64 s[0:1], s[8:9]
	.loc	0 109 13
	v_add_i32_e32 v9, vcc, 4, v10
	v_mov_b32_e32 v6, 0x380
	.loc	0 0 13
	s_or_b64 exec, exec, s[0:1]
.LBB2_24:
	.loc	0 100 31
	s_andn2_saveexec_b64 s[0:1], s[14:15]
	.loc	0 103 13
	v_add_i32_e32 v7, vcc, 56, v10
	v_mov_b32_e32 v6, 0x3bc
	.loc	0 0 13
	s_or_b64 exec, exec, s[0:1]
.LBB2_27:
	.loc	0 95 24
	s_andn2_saveexec_b64 s[0:1], s[12:13]
	.loc	0 98 13
	v_add_i32_e32 v7, vcc, 56, v10
	v_mov_b32_e32 v8, 0x7c
	.loc	0 0 13
	s_or_b64 exec, exec, s[0:1]
.LBB2_30:
	.loc	0 90 17
	s_andn2_saveexec_b64 s[0:1], s[10:11]
	.loc	0 92 13
	v_add_i32_e32 v8, vcc, 64, v11
	.loc	0 94 13
	v_add_i32_e32 v9, vcc, 4, v10
	.loc	0 0 13
	s_or_b64 exec, exec, s[0:1]
	ds_read_b32 v0, v6
	ds_read_b32 v1, v8
	ds_read_b32 v6, v7
	ds_read_b32 v7, v9
	.loc	0 138 62
	s_waitcnt lgkmcnt(4)
	v_mul_f32_e32 v9, v5, v5
	s_mov_b32 s1, 0x6f800000
	.loc	0 138 54
	v_mov_b32_e32 v10, 0x2f800000
	v_cmp_gt_f32_e64 vcc, |v9|, s1
	v_cndmask_b32_e32 v11, 1.0, v10, vcc
	.loc	0 0 0
	s_waitcnt lgkmcnt(2)
	v_sub_f32_e32 v1, v1, v5
	.loc	0 138 54
	v_mul_f32_e32 v9, v9, v11
	.loc	0 0 0
	v_sub_f32_e32 v0, v0, v5
	.loc	0 138 33
	v_mul_f32_e32 v8, v1, v1
	.loc	0 138 54
	v_rcp_f32_e32 v9, v9
	.loc	0 0 0
	s_waitcnt lgkmcnt(1)
	v_sub_f32_e32 v6, v6, v5
	.loc	0 138 29
	v_mac_f32_e32 v8, v0, v0
	.loc	0 0 0
	s_waitcnt lgkmcnt(0)
	v_sub_f32_e32 v7, v7, v5
	.loc	0 138 37
	v_mac_f32_e32 v8, v6, v6
	.loc	0 138 45
	v_mac_f32_e32 v8, v7, v7
	.loc	0 139 39
	v_cmp_gt_f32_e64 vcc, |v5|, s1
	.loc	0 138 54
	v_mul_f32_e32 v8, v8, v9
	.loc	0 139 39
	v_cndmask_b32_e32 v9, 1.0, v10, vcc
	v_mul_f32_e32 v5, v5, v9
	v_rcp_f32_e32 v5, v5
	.loc	0 138 54
	v_mul_f32_e32 v8, v11, v8
	.loc	0 139 26
	v_add_f32_e32 v11, v0, v1
	.loc	0 139 30
	v_add_f32_e32 v11, v11, v6
	.loc	0 69 14
	s_load_dword s0, s[4:5], 0x2
	.loc	0 139 34
	v_add_f32_e32 v11, v11, v7
	.loc	0 139 39
	v_mul_f32_e32 v5, v11, v5
	v_mov_b32_e32 v12, 1.0
	v_mul_f32_e32 v5, v9, v5
	.loc	0 140 62
	v_mul_f32_e32 v9, v5, v5
	.loc	0 141 27
	v_madmk_f32 v5, v5, 0x3e800000, v12
	.loc	0 142 48
	v_mul_f32_e32 v5, v5, v5
	.loc	0 142 33
	v_cmp_gt_f32_e64 vcc, |v5|, s1
	.loc	0 143 54
	s_waitcnt lgkmcnt(0)
	v_add_f32_e64 v12, s0, 1.0
	.loc	0 142 33
	v_cndmask_b32_e32 v11, 1.0, v10, vcc
	.loc	0 143 49
	v_mul_f32_e32 v12, s0, v12
	.loc	0 142 33
	v_mul_f32_e32 v5, v5, v11
	.loc	0 143 40
	v_cmp_gt_f32_e64 vcc, |v12|, s1
	.loc	0 142 33
	v_rcp_f32_e32 v5, v5
	.loc	0 143 40
	v_cndmask_b32_e32 v10, 1.0, v10, vcc
	v_mul_f32_e32 v12, v12, v10
	.loc	0 140 39
	v_mul_f32_e32 v9, 0xbd800000, v9
	.loc	0 143 40
	v_rcp_f32_e32 v12, v12
	.loc	0 140 39
	v_mac_f32_e32 v9, 0.5, v8
	.loc	0 142 33
	v_mul_f32_e32 v5, v9, v5
	.loc	0 143 31
	v_mad_f32 v5, v11, v5, -s0
	.loc	0 143 40
	v_mul_f32_e32 v5, v5, v12
	.loc	0 144 30
	v_mad_f32 v5, v10, v5, 1.0
	.loc	0 144 25
	v_rcp_f32_e32 v5, v5
	.loc	0 145 19
	v_cmp_ngt_f32_e32 vcc, 0, v5
	.loc	0 145 9
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB2_38
	.loc	0 147 24
	v_cmp_nlt_f32_e32 vcc, 1.0, v5
	.loc	0 147 14
	s_and_saveexec_b64 s[2:3], vcc
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB2_35
	.loc	0 150 24
	ds_write_b32 v4, v5 offset:1024
.LBB2_35:
	.loc	0 147 14
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB2_37
	.loc	0 0 14
	v_mov_b32_e32 v5, 1.0
	.loc	0 148 24
	ds_write_b32 v4, v5 offset:1024
.LBB2_37:
	.loc	0 0 24
	s_or_b64 exec, exec, s[2:3]
.LBB2_38:
	.loc	0 145 9
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	s_cbranch_execz .LBB2_40
	.loc	0 0 9
	v_mov_b32_e32 v5, 0
	.loc	0 146 24
	ds_write_b32 v4, v5 offset:1024
.LBB2_40:
	.loc	0 0 24
	s_or_b64 exec, exec, s[0:1]
	.loc	0 69 14
	s_load_dwordx2 s[8:9], s[4:5], 0xc
	.loc	0 151 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 153 22
	ds_read_b32 v4, v4 offset:1024
	.loc	0 69 14
	s_load_dwordx8 s[0:7], s[4:5], 0x4
	.loc	0 153 5
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	.loc	0 153 20
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v4, v[2:3], s[8:11], 0 addr64
	.loc	0 154 5
	s_mov_b64 s[8:9], s[6:7]
	.loc	0 154 24
	buffer_store_dword v7, v[2:3], s[8:11], 0 addr64
	.loc	0 155 5
	s_mov_b64 s[6:7], s[10:11]
	.loc	0 156 5
	s_mov_b64 s[8:9], s[2:3]
	.loc	0 157 5
	s_mov_b64 s[2:3], s[10:11]
	.loc	0 155 24
	buffer_store_dword v6, v[2:3], s[4:7], 0 addr64
	.loc	0 156 25
	buffer_store_dword v1, v[2:3], s[8:11], 0 addr64
	.loc	0 157 25
	buffer_store_dword v0, v[2:3], s[0:3], 0 addr64
	.loc	0 158 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel srad_srad1
		.amdhsa_group_segment_fixed_size 6144
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 320
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
		.amdhsa_next_free_vgpr 13
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
.Lfunc_end2:
	.size	srad_srad1, .Lfunc_end2-srad_srad1
	.text
	.protected	srad_srad2
	.globl	srad_srad2
	.p2align	8
	.type	srad_srad2,@function
srad_srad2:
	.loc	0 169 14
	s_load_dwordx8 s[8:15], s[4:5], 0x8
	s_load_dwordx8 s[16:23], s[4:5], 0x0
	.loc	0 170 53
	s_lshl_b32 s1, s6, 4
	.loc	0 173 22
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 171 30
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v2, v1, s12
	.loc	0 170 26
	s_lshl_b32 s4, s12, 4
	.loc	0 170 33
	s_mul_i32 s0, s4, s7
	.loc	0 170 46
	s_add_i32 s5, s0, s1
	.loc	0 171 20
	v_add_i32_e32 v7, vcc, s5, v2
	.loc	0 171 35
	v_add_i32_e32 v2, vcc, v7, v0
	.loc	0 173 22
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[2:3], v[2:3], 2
	s_mov_b64 s[0:1], s[16:17]
	buffer_load_dword v8, v[2:3], s[0:3], 0 addr64
	.loc	0 175 45
	s_add_i32 s0, s15, -1
	.loc	0 175 21
	s_mul_i32 s1, s12, 15
	.loc	0 175 32
	s_cmp_eq_u32 s7, s0
	.loc	0 175 21
	s_cselect_b32 s0, s1, s4
	.loc	0 176 52
	s_add_i32 s0, s0, s5
	v_add_i32_e32 v4, vcc, s0, v0
	.loc	0 176 21
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 173 5
	v_lshlrev_b32_e32 v10, 2, v0
	v_lshlrev_b32_e32 v11, 6, v1
	.loc	0 176 21
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 173 5
	v_add_i32_e32 v6, vcc, v11, v10
	.loc	0 176 21
	s_mov_b64 s[0:1], s[10:11]
	.loc	0 173 20
	s_mov_b32 m0, -1
	.loc	0 178 47
	s_add_i32 s4, s14, -1
	.loc	0 178 34
	s_cmp_eq_u32 s6, s4
	.loc	0 178 23
	s_cselect_b32 s4, 15, 16
	.loc	0 173 20
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v8 offset:2048
	.loc	0 174 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 176 21
	buffer_load_dword v8, v[4:5], s[0:3], 0 addr64
	.loc	0 179 54
	v_add_i32_e32 v4, vcc, s4, v7
	.loc	0 179 20
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 176 19
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v8 offset:3072
	.loc	0 177 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 179 20
	buffer_load_dword v4, v[4:5], s[0:3], 0 addr64
	.loc	0 173 22
	v_mov_b32_e32 v5, s17
	.loc	0 179 18
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v4 offset:4096
	.loc	0 180 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 181 20
	buffer_load_dword v7, v[2:3], s[0:3], 0 addr64
	s_movk_i32 s0, 0xc00
	.loc	0 176 5
	v_add_i32_e32 v8, vcc, s0, v6
	.loc	0 173 22
	v_add_i32_e32 v4, vcc, s16, v2
	v_addc_u32_e32 v5, vcc, v5, v3, vcc
	.loc	0 179 5
	v_add_i32_e32 v9, vcc, 0x1000, v6
	.loc	0 187 12
	v_cmp_ne_u32_e32 vcc, 15, v1
	v_cmp_ne_u32_e64 s[0:1], 15, v0
	s_or_b64 s[6:7], vcc, s[0:1]
	.loc	0 181 18
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v7
	.loc	0 182 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 185 18
	ds_read_b32 v7, v6
	.loc	0 187 24
	s_and_saveexec_b64 s[4:5], s[6:7]
	s_cbranch_execz .LBB3_10
	.loc	0 190 16
	s_and_saveexec_b64 s[6:7], s[0:1]
	s_xor_b64 s[0:1], exec, s[6:7]
	s_cbranch_execz .LBB3_7
	.loc	0 193 16
	s_and_saveexec_b64 s[6:7], vcc
	s_xor_b64 s[6:7], exec, s[6:7]
	.loc	0 197 13
	v_add_i32_e32 v8, vcc, 64, v6
	.loc	0 198 13
	v_add_i32_e32 v9, vcc, 4, v6
	.loc	0 193 16
	s_andn2_saveexec_b64 s[6:7], s[6:7]
	.loc	0 195 13
	v_add_i32_e32 v9, vcc, 0x3c4, v10
	.loc	0 0 13
	s_or_b64 exec, exec, s[6:7]
.LBB3_7:
	.loc	0 190 16
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	.loc	0 191 13
	v_add_i32_e32 v8, vcc, 0x7c, v11
	.loc	0 0 13
	s_or_b64 exec, exec, s[0:1]
.LBB3_10:
	s_or_b64 exec, exec, s[4:5]
	.loc	0 200 25
	s_mov_b64 s[0:1], s[18:19]
	buffer_load_dword v0, v[2:3], s[0:3], 0 addr64
	.loc	0 200 51
	s_mov_b64 s[0:1], s[20:21]
	buffer_load_dword v1, v[2:3], s[0:3], 0 addr64
	.loc	0 200 80
	s_mov_b64 s[0:1], s[22:23]
	buffer_load_dword v10, v[2:3], s[0:3], 0 addr64
	.loc	0 201 22
	s_mov_b64 s[10:11], s[2:3]
	buffer_load_dword v2, v[2:3], s[8:11], 0 addr64
	.loc	0 0 0
	ds_read_b32 v3, v8
	ds_read_b32 v8, v9
	.loc	0 202 22
	ds_read_b32 v9, v6 offset:2048
	.loc	0 202 45
	v_mov_b32_e32 v11, 0x3e800000
	v_mul_f32_e32 v11, s13, v11
	.loc	0 204 14
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
	.loc	0 200 49
	s_waitcnt vmcnt(2) lgkmcnt(2)
	v_mul_f32_e32 v1, v3, v1
	.loc	0 200 45
	v_mac_f32_e32 v1, v7, v0
	.loc	0 200 71
	s_waitcnt vmcnt(1)
	v_mac_f32_e32 v1, v7, v10
	.loc	0 200 99
	s_waitcnt vmcnt(0) lgkmcnt(1)
	v_mac_f32_e32 v1, v8, v2
	.loc	0 202 37
	s_waitcnt lgkmcnt(0)
	v_mac_f32_e32 v9, v11, v1
	.loc	0 202 20
	ds_write_b32 v6, v9 offset:1024
	.loc	0 203 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 204 16
	ds_read_b32 v0, v6 offset:1024
	.loc	0 204 14
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v0, v[4:5], s[0:3], 0 addr64
	.loc	0 205 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel srad_srad2
		.amdhsa_group_segment_fixed_size 5120
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 312
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
		.amdhsa_next_free_vgpr 12
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
.Lfunc_end3:
	.size	srad_srad2, .Lfunc_end3-srad_srad2
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
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 32
    .max_flat_workgroup_size: 512
    .name:           srad_prepare
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         srad_prepare.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     3
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
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 512
    .name:           srad_reduce
    .private_segment_fixed_size: 0
    .sgpr_count:     15
    .sgpr_spill_count: 0
    .symbol:         srad_reduce.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
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
      - .address_space:  global
        .offset:         40
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         48
        .size:           8
        .value_kind:     global_buffer
      - .offset:         56
        .size:           4
        .value_kind:     by_value
      - .offset:         64
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         68
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         72
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         76
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         78
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         80
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         82
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         84
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         86
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         104
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         112
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         120
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         128
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         256
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         260
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 6144
    .kernarg_segment_align: 8
    .kernarg_segment_size: 320
    .max_flat_workgroup_size: 512
    .name:           srad_srad1
    .private_segment_fixed_size: 0
    .sgpr_count:     22
    .sgpr_spill_count: 0
    .symbol:         srad_srad1.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     13
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
      - .address_space:  global
        .offset:         40
        .size:           8
        .value_kind:     global_buffer
      - .offset:         48
        .size:           4
        .value_kind:     by_value
      - .offset:         52
        .size:           4
        .value_kind:     by_value
      - .offset:         56
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         60
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         64
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         68
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         70
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         72
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         74
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         76
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         78
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         96
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         104
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         112
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         120
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         248
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         252
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 5120
    .kernarg_segment_align: 8
    .kernarg_segment_size: 312
    .max_flat_workgroup_size: 512
    .name:           srad_srad2
    .private_segment_fixed_size: 0
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         srad_srad2.kd
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
