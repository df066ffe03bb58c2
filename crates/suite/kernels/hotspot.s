	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	hotspot_calculate_temp
	.globl	hotspot_calculate_temp
	.p2align	8
	.type	hotspot_calculate_temp,@function
hotspot_calculate_temp:
	.file	0 "hotspot.cu"
	.loc	0 25 14
	s_load_dword s20, s[4:5], 0x0
	s_load_dwordx4 s[16:19], s[4:5], 0x2
	s_load_dwordx2 s[12:13], s[4:5], 0x6
	s_load_dwordx4 s[8:11], s[4:5], 0x8
	v_lshlrev_b32_e32 v7, 2, v0
	.loc	0 33 28
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s0, s20, 1
	.loc	0 33 24
	s_sub_i32 s0, 16, s0
	.loc	0 34 24
	s_mul_i32 s1, s0, s6
	.loc	0 35 23
	s_mul_i32 s0, s0, s7
	.loc	0 35 36
	s_sub_i32 s14, s0, s20
	.loc	0 36 32
	v_add_i32_e32 v3, vcc, s14, v1
	.loc	0 37 24
	v_mul_lo_u32 v2, v3, s8
	.loc	0 34 37
	s_sub_i32 s15, s1, s20
	.loc	0 36 18
	v_add_i32_e32 v4, vcc, s15, v0
	v_cmp_lt_i32_e64 s[2:3], -1, v3
	v_cmp_gt_i32_e64 s[6:7], s9, v3
	.loc	0 37 28
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 38 21
	v_cmp_gt_i32_e64 s[0:1], s8, v4
	.loc	0 38 31
	s_and_b64 s[2:3], s[2:3], s[6:7]
	.loc	0 38 11
	v_cmp_lt_i32_e32 vcc, -1, v4
	.loc	0 38 31
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_and_b64 s[2:3], vcc, s[0:1]
	v_lshlrev_b32_e32 v9, 6, v1
	.loc	0 62 25
	s_mov_b32 m0, -1
	.loc	0 38 31
	s_and_saveexec_b64 s[0:1], s[2:3]
	s_cbranch_execz .LBB0_2
	.loc	0 0 31
	v_ashrrev_i32_e32 v3, 31, v2
	s_mov_b32 s27, 0x100f000
	s_mov_b32 s26, 0
	v_lshl_b64 v[3:4], v[2:3], 2
	s_mov_b64 s[24:25], s[16:17]
	s_mov_b64 s[16:17], s[18:19]
	s_mov_b64 s[18:19], s[26:27]
	.loc	0 39 24
	buffer_load_dword v5, v[3:4], s[16:19], 0 addr64
	.loc	0 40 24
	buffer_load_dword v3, v[3:4], s[24:27], 0 addr64
	v_add_i32_e32 v4, vcc, v9, v7
	.loc	0 39 22
	s_waitcnt vmcnt(0)
	ds_write2st64_b32 v4, v3, v5 offset1:8
.LBB0_2:
	.loc	0 0 22
	s_or_b64 exec, exec, s[0:1]
	.loc	0 58 29
	s_cmp_lt_i32 s20, 1
	.loc	0 42 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 58 5
	s_cbranch_scc1 .LBB0_15
	.loc	0 45 19
	s_sub_i32 s0, 0, s15
	s_ashr_i32 s1, s15, 31
	s_and_b32 s16, s1, s0
	.loc	0 46 19
	s_sub_i32 s0, 0, s14
	s_ashr_i32 s1, s14, 31
	s_and_b32 s17, s1, s0
	.loc	0 47 18
	s_not_b32 s1, s15
	.loc	0 47 23
	s_add_i32 s0, s15, 16
	.loc	0 47 18
	s_add_i32 s1, s1, s8
	.loc	0 27 28
	v_mov_b32_e32 v3, 0x6f800000
	.loc	0 47 30
	s_cmp_gt_i32 s0, s8
	.loc	0 27 28
	v_mov_b32_e32 v4, 0x2f800000
	v_cmp_gt_f32_e64 vcc, |s10|, v3
	.loc	0 47 18
	s_cselect_b32 s8, s1, 15
	.loc	0 48 18
	s_not_b32 s1, s14
	.loc	0 27 28
	v_cndmask_b32_e32 v3, 1.0, v4, vcc
	s_load_dwordx4 s[24:27], s[4:5], 0xc
	.loc	0 48 22
	s_add_i32 s0, s14, 16
	.loc	0 48 18
	s_add_i32 s1, s1, s9
	.loc	0 27 28
	v_mul_f32_e32 v4, s10, v3
	.loc	0 55 23
	v_add_i32_e32 v8, vcc, 1, v0
	.loc	0 48 29
	s_cmp_gt_i32 s0, s9
	.loc	0 27 28
	v_rcp_f32_e32 v4, v4
	.loc	0 55 16
	v_min_i32_e32 v12, s8, v8
	.loc	0 54 23
	v_add_i32_e32 v8, vcc, -1, v0
	.loc	0 48 18
	s_cselect_b32 s9, s1, 15
	.loc	0 54 16
	v_max_i32_e32 v13, s16, v8
	.loc	0 53 24
	v_add_i32_e32 v8, vcc, 1, v1
	.loc	0 53 17
	v_min_i32_e32 v10, s9, v8
	.loc	0 52 24
	v_add_i32_e32 v8, vcc, -1, v1
	v_cmp_lt_i32_e64 s[2:3], s8, v0
	.loc	0 52 17
	v_max_i32_e32 v11, s17, v8
	s_movk_i32 s8, 0x800
	.loc	0 27 28
	s_waitcnt lgkmcnt(0)
	v_mul_f32_e32 v4, s26, v4
	v_add_i32_e32 v14, vcc, s8, v9
	v_lshlrev_b32_e32 v10, 6, v10
	v_lshlrev_b32_e32 v11, 6, v11
	v_mul_f32_e32 v3, v3, v4
	.loc	0 28 21
	v_rcp_f32_e32 v4, s11
	.loc	0 29 21
	v_rcp_f32_e32 v5, s24
	.loc	0 30 21
	v_rcp_f32_e32 v6, s25
	v_add_i32_e32 v8, vcc, v14, v7
	v_add_i32_e32 v9, vcc, v9, v7
	v_add_i32_e32 v10, vcc, v10, v7
	v_add_i32_e32 v7, vcc, v11, v7
	v_add_i32_e32 v11, vcc, 0x800, v7
	v_lshlrev_b32_e32 v7, 2, v12
	v_add_i32_e32 v12, vcc, v14, v7
	v_lshlrev_b32_e32 v7, 2, v13
	s_mov_b32 s18, 15
	.loc	0 49 23
	v_cmp_gt_i32_e64 s[0:1], s16, v0
	v_cmp_gt_i32_e64 s[4:5], s17, v1
	v_cmp_lt_i32_e64 s[6:7], s9, v1
	s_mov_b32 s19, 1
	v_add_i32_e32 v10, vcc, s8, v10
	v_add_i32_e32 v13, vcc, v14, v7
	v_add_i32_e32 v7, vcc, 0x400, v9
	v_max_i32_e32 v14, v0, v1
	s_branch .LBB0_6
.LBB0_4:
	.loc	0 0 23
	s_or_b64 exec, exec, s[8:9]
	.loc	0 58 43
	s_add_i32 s19, s19, 1
	.loc	0 58 5
	s_add_i32 s18, s18, -1
	s_mov_b64 s[8:9], 0
	.loc	0 73 9
	s_waitcnt lgkmcnt(0)
	s_barrier
.LBB0_5:
	.loc	0 69 13
	s_and_b64 vcc, exec, s[8:9]
	s_cbranch_vccnz .LBB0_13
.LBB0_6:
	.loc	0 60 16
	v_cmp_le_u32_e32 vcc, s19, v0
	s_andn2_b64 s[10:11], s[10:11], exec
	.loc	0 60 24
	s_and_saveexec_b64 s[14:15], vcc
	s_cbranch_execz .LBB0_10
	.loc	0 0 24
	v_cmp_gt_u32_e32 vcc, s19, v1
	v_cmp_le_i32_e64 s[8:9], s18, v14
	.loc	0 60 44
	s_or_b64 s[8:9], s[8:9], vcc
	s_or_b64 s[8:9], s[8:9], s[0:1]
	s_or_b64 s[8:9], s[8:9], s[2:3]
	s_or_b64 s[8:9], s[8:9], s[4:5]
	s_or_b64 s[8:9], s[8:9], s[6:7]
	s_xor_b64 s[22:23], s[8:9], -1
	s_mov_b64 s[8:9], 0
	s_and_saveexec_b64 s[16:17], s[22:23]
	s_cbranch_execz .LBB0_9
	.loc	0 64 45
	ds_read_b32 v15, v10
	.loc	0 64 63
	ds_read_b32 v16, v11
	.loc	0 62 25
	ds_read_b32 v17, v8
	.loc	0 63 42
	ds_read_b32 v18, v9
	.loc	0 65 45
	ds_read_b32 v19, v12
	.loc	0 65 62
	ds_read_b32 v20, v13
	.loc	0 64 61
	s_waitcnt lgkmcnt(4)
	v_add_f32_e32 v15, v15, v16
	.loc	0 64 79
	s_waitcnt lgkmcnt(3)
	v_mac_f32_e32 v15, -2.0, v17
	.loc	0 64 42
	s_waitcnt lgkmcnt(2)
	v_mac_f32_e32 v18, v15, v5
	s_mov_b64 s[8:9], exec
	.loc	0 65 60
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v15, v19, v20
	.loc	0 65 77
	v_mac_f32_e32 v15, -2.0, v17
	.loc	0 65 42
	v_mac_f32_e32 v18, v15, v4
	.loc	0 66 53
	v_sub_f32_e32 v15, 0x42a00000, v17
	.loc	0 66 42
	v_mac_f32_e32 v18, v15, v6
	.loc	0 63 32
	v_mac_f32_e32 v17, v3, v18
	.loc	0 63 26
	ds_write_b32 v7, v17
.LBB0_9:
	.loc	0 0 26
	s_or_b64 exec, exec, s[16:17]
	s_andn2_b64 s[10:11], s[10:11], exec
	s_and_b64 s[8:9], s[8:9], exec
	s_or_b64 s[10:11], s[10:11], s[8:9]
.LBB0_10:
	s_or_b64 exec, exec, s[14:15]
	.loc	0 69 18
	s_cmp_eq_u32 s20, s19
	s_mov_b64 s[8:9], -1
	.loc	0 68 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 69 13
	s_cbranch_scc1 .LBB0_5
	.loc	0 71 13
	s_and_saveexec_b64 s[8:9], s[10:11]
	s_cbranch_execz .LBB0_4
	.loc	0 72 28
	ds_read_b32 v15, v7
	.loc	0 72 26
	s_waitcnt lgkmcnt(0)
	ds_write_b32 v8, v15
	s_branch .LBB0_4
.LBB0_13:
	.loc	0 75 9
	s_and_saveexec_b64 s[0:1], s[10:11]
	s_cbranch_execz .LBB0_15
	.loc	0 76 25
	ds_read_b32 v4, v7
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[0:1], v[2:3], 2
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, 0
	.loc	0 76 23
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v4, v[0:1], s[12:15], 0 addr64
.LBB0_15:
	.loc	0 77 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel hotspot_calculate_temp
		.amdhsa_group_segment_fixed_size 3072
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 60
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
		.amdhsa_next_free_vgpr 21
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
	.size	hotspot_calculate_temp, .Lfunc_end0-hotspot_calculate_temp
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
      - .offset:         32
        .size:           4
        .value_kind:     by_value
      - .offset:         36
        .size:           4
        .value_kind:     by_value
      - .offset:         40
        .size:           4
        .value_kind:     by_value
      - .offset:         44
        .size:           4
        .value_kind:     by_value
      - .offset:         48
        .size:           4
        .value_kind:     by_value
      - .offset:         52
        .size:           4
        .value_kind:     by_value
      - .offset:         56
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 3072
    .kernarg_segment_align: 8
    .kernarg_segment_size: 60
    .max_flat_workgroup_size: 512
    .name:           hotspot_calculate_temp
    .private_segment_fixed_size: 0
    .sgpr_count:     30
    .sgpr_spill_count: 0
    .symbol:         hotspot_calculate_temp.kd
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
