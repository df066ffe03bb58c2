	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	fwt_batch1
	.globl	fwt_batch1
	.p2align	8
	.type	fwt_batch1,@function
fwt_batch1:
	.file	0 "fwt.cu"
	.loc	0 29 17
	s_load_dword s17, s[4:5], 0x4
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	.loc	0 30 33
	s_mov_b32 s3, 0
	v_lshlrev_b32_e32 v3, 2, v0
	.loc	0 45 33
	s_mov_b32 m0, -1
	.loc	0 29 17
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s16, 1, s17
	.loc	0 30 47
	s_lshl_b32 s2, s6, s17
	.loc	0 34 28
	v_cmp_gt_i32_e64 s[0:1], s16, v0
	.loc	0 34 5
	s_and_saveexec_b64 s[6:7], s[0:1]
	s_cbranch_execz .LBB0_3
	.loc	0 0 5
	s_load_dword s14, s[4:5], 0x9
	.loc	0 30 33
	s_lshl_b64 s[12:13], s[2:3], 2
	s_add_u32 s12, s10, s12
	s_addc_u32 s13, s11, s13
	.loc	0 34 5
	v_add_i32_e32 v4, vcc, 0, v3
	s_waitcnt lgkmcnt(0)
	s_and_b32 s18, s14, 0xffff
	s_lshl_b32 s19, s18, 2
	s_mov_b64 s[10:11], 0
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, s3
	v_mov_b32_e32 v1, v0
.LBB0_2:
	.loc	0 35 19
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[5:6], v[1:2], 2
	.loc	0 34 37
	v_add_i32_e32 v1, vcc, s18, v1
	.loc	0 35 19
	buffer_load_dword v2, v[5:6], s[12:15], 0 addr64
	.loc	0 34 28
	v_cmp_le_i32_e32 vcc, s16, v1
	.loc	0 34 5
	s_or_b64 s[10:11], vcc, s[10:11]
	.loc	0 35 17
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v2
	.loc	0 34 28
	v_add_i32_e32 v4, vcc, s19, v4
	.loc	0 34 5
	s_andn2_b64 exec, exec, s[10:11]
	s_cbranch_execnz .LBB0_2
.LBB0_3:
	.loc	0 0 5
	s_or_b64 exec, exec, s[6:7]
	.loc	0 38 39
	s_cmp_lt_i32 s16, 4
	.loc	0 56 26
	s_mov_b32 m0, -1
	.loc	0 38 5
	s_cbranch_scc1 .LBB0_6
	.loc	0 0 5
	s_mov_b32 s6, s16
.LBB0_5:
	.loc	0 38 0
	s_lshr_b32 s7, s6, 2
	.loc	0 39 36
	s_add_i32 s11, s7, -1
	.loc	0 39 26
	v_and_b32_e32 v1, s11, v0
	.loc	0 40 27
	v_sub_i32_e32 v2, vcc, v0, v1
	.loc	0 40 34
	v_lshlrev_b32_e32 v2, 2, v2
	.loc	0 40 40
	v_add_i32_e32 v1, vcc, v2, v1
	.loc	0 45 33
	v_lshlrev_b32_e32 v1, 2, v1
	.loc	0 45 43
	s_and_b32 s10, s6, -4
	.loc	0 45 33
	v_add_i32_e32 v1, vcc, 0, v1
	.loc	0 45 43
	v_add_i32_e32 v2, vcc, s10, v1
	.loc	0 45 53
	v_add_i32_e32 v5, vcc, s10, v2
	.loc	0 45 63
	v_add_i32_e32 v8, vcc, s10, v5
	.loc	0 44 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 45 33
	ds_read_b32 v4, v1
	.loc	0 45 43
	ds_read_b32 v6, v2
	.loc	0 45 53
	ds_read_b32 v7, v5
	.loc	0 45 63
	ds_read_b32 v9, v8
	.loc	0 38 39
	s_cmp_lt_u32 s6, 16
	s_mov_b32 s6, s7
	.loc	0 20 20
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v10, v4, v7
	.loc	0 20 37
	v_sub_f32_e32 v4, v4, v7
	.loc	0 21 20
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v7, v6, v9
	.loc	0 21 37
	v_sub_f32_e32 v6, v6, v9
	.loc	0 22 20
	v_add_f32_e32 v9, v10, v7
	.loc	0 22 29
	v_sub_f32_e32 v7, v10, v7
	.loc	0 22 39
	v_add_f32_e32 v10, v4, v6
	.loc	0 22 50
	v_sub_f32_e32 v4, v4, v6
	.loc	0 46 18
	ds_write_b32 v1, v9
	.loc	0 47 18
	ds_write_b32 v2, v7
	.loc	0 48 18
	ds_write_b32 v5, v10
	.loc	0 49 18
	ds_write_b32 v8, v4
	.loc	0 38 5
	s_cbranch_scc0 .LBB0_5
.LBB0_6:
	.loc	0 53 9
	s_bitcmp1_b32 s17, 0
	s_cselect_b64 s[6:7], -1, 0
	s_and_b64 vcc, exec, s[6:7]
	.loc	0 65 26
	s_mov_b32 m0, -1
	.loc	0 53 9
	s_cbranch_vccz .LBB0_11
	.loc	0 0 9
	s_ashr_i32 s12, s16, 1
	.loc	0 55 32
	v_cmp_gt_i32_e32 vcc, s12, v0
	.loc	0 54 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 55 9
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB0_10
	.loc	0 0 9
	s_load_dword s13, s[4:5], 0x9
	.loc	0 55 9
	v_lshlrev_b32_e32 v1, 3, v0
	s_mov_b64 s[10:11], 0
	v_add_i32_e32 v1, vcc, 0, v1
	s_waitcnt lgkmcnt(0)
	s_and_b32 s13, s13, 0xffff
	s_lshl_b32 s14, s13, 3
	v_mov_b32_e32 v2, v0
.LBB0_9:
	.loc	0 57 27
	v_add_i32_e32 v4, vcc, 4, v1
	.loc	0 56 26
	ds_read_b32 v5, v1
	.loc	0 57 27
	ds_read_b32 v6, v4
	.loc	0 55 45
	v_add_i32_e32 v2, vcc, s13, v2
	.loc	0 55 32
	v_cmp_le_i32_e32 vcc, s12, v2
	.loc	0 55 9
	s_or_b64 s[10:11], vcc, s[10:11]
	.loc	0 58 32
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v7, v5, v6
	.loc	0 59 36
	v_sub_f32_e32 v5, v5, v6
	.loc	0 58 25
	ds_write_b32 v1, v7
	.loc	0 59 29
	ds_write_b32 v4, v5
	.loc	0 55 32
	v_add_i32_e32 v1, vcc, s14, v1
	.loc	0 55 9
	s_andn2_b64 exec, exec, s[10:11]
	s_cbranch_execnz .LBB0_9
.LBB0_10:
	.loc	0 0 9
	s_or_b64 exec, exec, s[6:7]
.LBB0_11:
	.loc	0 63 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 64 5
	s_and_saveexec_b64 s[6:7], s[0:1]
	s_cbranch_execz .LBB0_14
	.loc	0 0 5
	s_load_dword s4, s[4:5], 0x9
	.loc	0 31 33
	s_lshl_b64 s[0:1], s[2:3], 2
	s_add_u32 s0, s8, s0
	s_addc_u32 s1, s9, s1
	.loc	0 64 5
	s_mov_b32 s2, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s6, s4, 0xffff
	v_add_i32_e32 v2, vcc, 0, v3
	s_lshl_b32 s7, s6, 2
	s_mov_b64 s[4:5], 0
	s_mov_b32 s3, 0x100f000
.LBB0_13:
	.loc	0 65 26
	s_waitcnt expcnt(0)
	ds_read_b32 v5, v2
	v_ashrrev_i32_e32 v1, 31, v0
	.loc	0 64 28
	v_add_i32_e32 v2, vcc, s7, v2
	.loc	0 65 9
	v_lshl_b64 v[3:4], v[0:1], 2
	.loc	0 64 37
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 64 28
	v_cmp_le_i32_e32 vcc, s16, v0
	.loc	0 64 5
	s_or_b64 s[4:5], vcc, s[4:5]
	.loc	0 65 24
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v5, v[3:4], s[0:3], 0 addr64
	.loc	0 64 5
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB0_13
.LBB0_14:
	.loc	0 66 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel fwt_batch1
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
		.amdhsa_next_free_vgpr 11
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
	.size	fwt_batch1, .Lfunc_end0-fwt_batch1
	.text
	.protected	fwt_batch2
	.globl	fwt_batch2
	.p2align	8
	.type	fwt_batch2,@function
fwt_batch2:
	.loc	0 71 18
	s_load_dword s12, s[4:5], 0x4
	.loc	0 71 31
	s_load_dword s0, s[4:5], 0x9
	.loc	0 71 18
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	.loc	0 72 28
	s_load_dword s1, s[4:5], 0x6
	.loc	0 71 18
	s_waitcnt lgkmcnt(0)
	s_ashr_i32 s13, s12, 31
	.loc	0 71 31
	s_and_b32 s0, s0, 0xffff
	.loc	0 71 29
	s_mul_i32 s6, s6, s0
	.loc	0 72 38
	s_mul_i32 s0, s7, s0
	.loc	0 73 46
	s_mul_i32 s0, s0, s1
	.loc	0 71 42
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 73 46
	s_lshl_b32 s6, s0, 2
	.loc	0 73 33
	s_mov_b32 s7, 0
	s_lshl_b64 s[2:3], s[6:7], 2
	s_add_u32 s0, s10, s2
	s_addc_u32 s1, s11, s3
	.loc	0 74 33
	s_add_u32 s4, s8, s2
	s_addc_u32 s5, s9, s3
	.loc	0 76 32
	s_add_i32 s2, s12, -1
	.loc	0 76 22
	v_and_b32_e32 v1, s2, v0
	.loc	0 77 23
	v_sub_i32_e32 v0, vcc, v0, v1
	.loc	0 77 30
	v_lshlrev_b32_e32 v0, 2, v0
	.loc	0 77 36
	v_add_i32_e32 v0, vcc, v0, v1
	.loc	0 81 29
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[0:1], v[0:1], 2
	v_mov_b32_e32 v3, s1
	v_add_i32_e32 v2, vcc, s0, v0
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, s7
	v_addc_u32_e32 v3, vcc, v3, v1, vcc
	buffer_load_dword v8, v[0:1], s[0:3], 0 addr64
	.loc	0 81 41
	s_lshl_b64 s[0:1], s[12:13], 2
	v_mov_b32_e32 v7, s1
	v_add_i32_e32 v4, vcc, s0, v2
	v_addc_u32_e32 v5, vcc, v3, v7, vcc
	buffer_load_dword v9, v[2:3], s[0:3], 0 addr64
	.loc	0 81 53
	buffer_load_dword v10, v[4:5], s[0:3], 0 addr64
	v_add_i32_e32 v2, vcc, s0, v4
	v_addc_u32_e32 v3, vcc, v5, v7, vcc
	.loc	0 81 65
	buffer_load_dword v11, v[2:3], s[0:3], 0 addr64
	.loc	0 82 5
	v_mov_b32_e32 v3, s5
	v_add_i32_e32 v2, vcc, s4, v0
	v_addc_u32_e32 v3, vcc, v3, v1, vcc
	.loc	0 83 5
	v_add_i32_e32 v4, vcc, s0, v2
	v_addc_u32_e32 v5, vcc, v3, v7, vcc
	.loc	0 82 5
	s_mov_b64 s[6:7], s[2:3]
	.loc	0 84 5
	v_add_i32_e32 v6, vcc, s0, v4
	v_addc_u32_e32 v7, vcc, v5, v7, vcc
	.loc	0 20 20
	s_waitcnt vmcnt(1)
	v_add_f32_e32 v12, v8, v10
	.loc	0 20 37
	v_sub_f32_e32 v8, v8, v10
	.loc	0 21 20
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v10, v9, v11
	.loc	0 21 37
	v_sub_f32_e32 v9, v9, v11
	.loc	0 22 20
	v_add_f32_e32 v11, v12, v10
	.loc	0 22 29
	v_sub_f32_e32 v10, v12, v10
	.loc	0 22 39
	v_add_f32_e32 v12, v8, v9
	.loc	0 22 50
	v_sub_f32_e32 v8, v8, v9
	.loc	0 82 21
	buffer_store_dword v11, v[0:1], s[4:7], 0 addr64
	.loc	0 83 21
	buffer_store_dword v10, v[2:3], s[0:3], 0 addr64
	.loc	0 84 21
	buffer_store_dword v12, v[4:5], s[0:3], 0 addr64
	.loc	0 85 21
	buffer_store_dword v8, v[6:7], s[0:3], 0 addr64
	.loc	0 86 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel fwt_batch2
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
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 13
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
.Lfunc_end1:
	.size	fwt_batch2, .Lfunc_end1-fwt_batch2
	.text
	.protected	fwt_modulate
	.globl	fwt_modulate
	.p2align	8
	.type	fwt_modulate,@function
fwt_modulate:
	.loc	0 91 31
	s_load_dword s0, s[4:5], 0x9
	.loc	0 91 18
	s_load_dwordx2 s[8:9], s[4:5], 0x4
	.loc	0 91 31
	s_add_u32 s10, s4, 24
	s_addc_u32 s11, s5, 0
	s_waitcnt lgkmcnt(0)
	s_and_b32 s7, s0, 0xffff
	.loc	0 91 29
	s_mul_i32 s6, s6, s7
	.loc	0 91 42
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 91 59
	v_cmp_gt_i32_e32 vcc, s8, v0
	.loc	0 91 5
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB2_3
	.loc	0 91 18
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dword s12, s[10:11], 0x0
	s_mov_b64 s[10:11], 0
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s4, s2
	s_mov_b32 s5, s3
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	s_mul_i32 s12, s12, s7
	s_mov_b64 s[6:7], s[2:3]
.LBB2_2:
	.loc	0 92 31
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[1:2], v[0:1], 2
	.loc	0 91 59
	v_add_i32_e32 v0, vcc, s12, v0
	.loc	0 92 31
	s_waitcnt expcnt(0)
	buffer_load_dword v3, v[1:2], s[4:7], 0 addr64
	.loc	0 92 20
	buffer_load_dword v4, v[1:2], s[0:3], 0 addr64
	.loc	0 91 59
	v_cmp_le_i32_e32 vcc, s8, v0
	.loc	0 91 5
	s_or_b64 s[10:11], vcc, s[10:11]
	.loc	0 92 29
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v3, s9, v3
	.loc	0 92 20
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v3, v4, v3
	buffer_store_dword v3, v[1:2], s[0:3], 0 addr64
	.loc	0 91 5
	s_andn2_b64 exec, exec, s[10:11]
	s_cbranch_execnz .LBB2_2
.LBB2_3:
	.loc	0 93 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel fwt_modulate
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
		.amdhsa_next_free_vgpr 5
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
.Lfunc_end2:
	.size	fwt_modulate, .Lfunc_end2-fwt_modulate
	.text
	.protected	fwt_step
	.globl	fwt_step
	.p2align	8
	.type	fwt_step,@function
fwt_step:
	.loc	0 98 23
	s_load_dword s2, s[4:5], 0x2
	.loc	0 98 36
	s_load_dword s0, s[4:5], 0x7
	.loc	0 98 23
	s_load_dwordx2 s[4:5], s[4:5], 0x0
	.loc	0 103 18
	s_mov_b32 s7, 0x100f000
	.loc	0 100 42
	s_waitcnt lgkmcnt(0)
	v_cvt_f32_u32_e32 v1, s2
	s_sub_i32 s1, 0, s2
	.loc	0 98 36
	s_and_b32 s0, s0, 0xffff
	.loc	0 98 34
	s_mul_i32 s6, s6, s0
	.loc	0 100 42
	v_rcp_iflag_f32_e32 v1, v1
	.loc	0 98 47
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 103 18
	s_mov_b32 s6, 0
	.loc	0 100 42
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	v_mul_lo_u32 v2, s1, v1
	v_mul_hi_u32 v2, v1, v2
	v_add_i32_e32 v1, vcc, v1, v2
	v_mul_hi_u32 v2, v0, v1
	.loc	0 103 18
	v_mov_b32_e32 v1, 0
	.loc	0 100 42
	v_mul_lo_u32 v3, v2, s2
	v_add_i32_e32 v4, vcc, 1, v2
	v_sub_i32_e32 v3, vcc, v0, v3
	v_cmp_le_u32_e32 vcc, s2, v3
	v_cndmask_b32_e32 v2, v2, v4, vcc
	v_subrev_i32_e64 v4, s[0:1], s2, v3
	v_cndmask_b32_e32 v3, v3, v4, vcc
	v_add_i32_e32 v4, vcc, 1, v2
	v_cmp_le_u32_e32 vcc, s2, v3
	v_cndmask_b32_e32 v2, v2, v4, vcc
	.loc	0 99 27
	v_mul_lo_u32 v2, v2, s2
	.loc	0 104 19
	v_mov_b32_e32 v3, v1
	.loc	0 99 27
	v_sub_i32_e32 v0, vcc, v0, v2
	.loc	0 100 32
	v_lshlrev_b32_e32 v2, 1, v2
	.loc	0 100 52
	v_add_i32_e32 v0, vcc, v2, v0
	.loc	0 101 27
	v_add_i32_e32 v2, vcc, s2, v0
	.loc	0 103 18
	v_lshl_b64 v[0:1], v[0:1], 2
	.loc	0 104 19
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 103 18
	buffer_load_dword v4, v[0:1], s[4:7], 0 addr64
	.loc	0 104 19
	buffer_load_dword v5, v[2:3], s[4:7], 0 addr64
	.loc	0 105 23
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v6, v4, v5
	.loc	0 106 24
	v_sub_f32_e32 v4, v4, v5
	.loc	0 105 16
	buffer_store_dword v6, v[0:1], s[4:7], 0 addr64
	.loc	0 106 17
	buffer_store_dword v4, v[2:3], s[4:7], 0 addr64
	.loc	0 107 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel fwt_step
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 272
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
		.amdhsa_next_free_sgpr 8
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
	.size	fwt_step, .Lfunc_end3-fwt_step
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
      - .offset:         144
        .size:           4
        .value_kind:     hidden_dynamic_lds_size
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
    .name:           fwt_batch1
    .private_segment_fixed_size: 0
    .sgpr_count:     22
    .sgpr_spill_count: 0
    .symbol:         fwt_batch1.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     11
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
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 512
    .name:           fwt_batch2
    .private_segment_fixed_size: 0
    .sgpr_count:     16
    .sgpr_spill_count: 0
    .symbol:         fwt_batch2.kd
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
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
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
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 512
    .name:           fwt_modulate
    .private_segment_fixed_size: 0
    .sgpr_count:     15
    .sgpr_spill_count: 0
    .symbol:         fwt_modulate.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     5
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
      - .offset:         16
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         20
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         28
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         30
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         32
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         34
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         36
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         38
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         80
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         208
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         212
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .max_flat_workgroup_size: 512
    .name:           fwt_step
    .private_segment_fixed_size: 0
    .sgpr_count:     10
    .sgpr_spill_count: 0
    .symbol:         fwt_step.kd
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
