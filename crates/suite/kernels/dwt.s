	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	dwt_haar
	.globl	dwt_haar
	.p2align	8
	.type	dwt_haar,@function
dwt_haar:
	.file	0 "dwt.cu"
	.loc	0 26 18
	s_load_dwordx4 s[12:15], s[4:5], 0x0
	s_load_dwordx2 s[8:9], s[4:5], 0x6
	.loc	0 27 19
	s_load_dword s2, s[4:5], 0xb
	s_add_u32 s10, s4, 32
	s_addc_u32 s11, s5, 0
	.loc	0 30 18
	s_mov_b32 s3, 0x100f000
	.loc	0 26 18
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s0, s14
	.loc	0 27 19
	s_and_b32 s7, s2, 0xffff
	.loc	0 28 29
	s_mul_i32 s20, s6, s7
	s_lshl_b32 s2, s20, 1
	.loc	0 28 42
	v_add_i32_e32 v1, vcc, s2, v0
	.loc	0 30 18
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshl_b64 v[1:2], v[1:2], 2
	s_mov_b32 s2, 0
	.loc	0 26 18
	s_mov_b32 s1, s15
	.loc	0 30 18
	v_mov_b32_e32 v4, s13
	v_add_i32_e32 v3, vcc, s12, v1
	s_mov_b64 s[14:15], s[2:3]
	v_addc_u32_e32 v4, vcc, v4, v2, vcc
	.loc	0 31 19
	s_lshl_b32 s16, s7, 2
	s_mov_b32 s17, s2
	s_mov_b64 s[18:19], s[2:3]
	.loc	0 30 18
	buffer_load_dword v5, v[1:2], s[12:15], 0 addr64
	.loc	0 31 19
	buffer_load_dword v3, v[3:4], s[16:19], 0 addr64
	.loc	0 32 5
	v_lshlrev_b32_e32 v1, 2, v0
	.loc	0 40 5
	v_lshrrev_b32_e32 v4, 2, v0
	.loc	0 32 5
	v_add_i32_e32 v6, vcc, 0, v1
	.loc	0 40 5
	v_and_b32_e32 v4, 0x7c, v4
	.loc	0 35 12
	v_add_i32_e32 v7, vcc, v6, v1
	.loc	0 40 5
	v_add_i32_e32 v8, vcc, v6, v4
	.loc	0 35 12
	v_add_i32_e32 v4, vcc, 4, v7
	.loc	0 32 20
	s_mov_b32 m0, -1
	.loc	0 33 5
	v_add_i32_e32 v9, vcc, s16, v6
	.loc	0 39 40
	s_add_i32 s20, s20, s9
	.loc	0 39 5
	v_mov_b32_e32 v2, 0
	.loc	0 39 40
	v_add_i32_e32 v1, vcc, s20, v0
	s_mov_b32 s12, 1
	.loc	0 47 31
	s_cmp_lt_i32 s8, 2
	.loc	0 32 20
	s_waitcnt vmcnt(1)
	ds_write_b32 v6, v5
	.loc	0 33 30
	s_waitcnt vmcnt(0)
	ds_write_b32 v9, v3
	.loc	0 34 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 35 12
	ds_read_b32 v5, v4
	ds_read_b32 v6, v7
	.loc	0 39 5
	v_lshl_b64 v[3:4], v[1:2], 2
	.loc	0 37 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 39 58
	v_sub_f32_e32 v1, v6, v5
	.loc	0 40 36
	v_add_f32_e32 v5, v6, v5
	.loc	0 39 67
	v_mul_f32_e32 v1, 0x3f3504f3, v1
	.loc	0 40 45
	v_mul_f32_e32 v5, 0x3f3504f3, v5
	.loc	0 39 50
	buffer_store_dword v1, v[3:4], s[0:3], 0 addr64
	.loc	0 40 28
	ds_write_b32 v8, v5
	.loc	0 41 5
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 47 5
	s_cbranch_scc1 .LBB0_5
	.loc	0 0 5
	s_load_dword s10, s[10:11], 0x0
	.loc	0 35 21
	v_lshlrev_b32_e32 v3, 1, v0
	.loc	0 47 5
	s_add_i32 s11, s8, -1
	s_waitcnt lgkmcnt(0)
	s_add_i32 s10, s10, s6
	s_branch .LBB0_3
.LBB0_2:
	.loc	0 0 5
	s_or_b64 exec, exec, s[8:9]
	.loc	0 55 18
	s_lshl_b32 s12, s12, 1
	.loc	0 47 31
	s_add_i32 s11, s11, -1
	.loc	0 56 15
	v_lshlrev_b32_e32 v3, 1, v3
	.loc	0 47 31
	s_cmp_eq_u32 s11, 0
	.loc	0 57 9
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 47 5
	s_cbranch_scc1 .LBB0_5
.LBB0_3:
	.loc	0 0 0
	s_lshr_b32 s7, s7, 1
	.loc	0 48 20
	v_cmp_gt_u32_e32 vcc, s7, v0
	.loc	0 48 13
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB0_2
	.loc	0 17 27
	v_ashrrev_i32_e32 v1, 4, v3
	.loc	0 17 18
	v_add_i32_e32 v1, vcc, v1, v3
	.loc	0 49 20
	v_lshlrev_b32_e32 v1, 2, v1
	v_add_i32_e32 v6, vcc, 0, v1
	.loc	0 50 41
	v_add_i32_e32 v1, vcc, s12, v3
	.loc	0 17 27
	v_ashrrev_i32_e32 v4, 4, v1
	.loc	0 17 18
	v_add_i32_e32 v1, vcc, v4, v1
	.loc	0 50 21
	v_lshlrev_b32_e32 v1, 2, v1
	v_add_i32_e32 v1, vcc, 0, v1
	.loc	0 49 20
	ds_read_b32 v7, v6
	.loc	0 50 21
	ds_read_b32 v8, v1
	.loc	0 51 39
	s_mul_i32 s13, s10, s7
	.loc	0 51 61
	v_add_i32_e32 v1, vcc, s13, v0
	.loc	0 51 13
	v_lshl_b64 v[4:5], v[1:2], 2
	.loc	0 51 79
	s_waitcnt lgkmcnt(0)
	v_sub_f32_e32 v9, v7, v8
	.loc	0 51 88
	v_mul_f32_e32 v1, 0x3f3504f3, v9
	.loc	0 51 71
	buffer_store_dword v1, v[4:5], s[0:3], 0 addr64
	.loc	0 52 43
	s_waitcnt expcnt(0)
	v_add_f32_e32 v1, v7, v8
	.loc	0 52 52
	v_mul_f32_e32 v1, 0x3f3504f3, v1
	.loc	0 52 35
	ds_write_b32 v6, v1
	s_branch .LBB0_2
.LBB0_5:
	.loc	0 59 16
	v_cmp_eq_u32_e32 vcc, 0, v0
	.loc	0 59 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_7
	.loc	0 60 37
	v_mov_b32_e32 v0, 0
	.loc	0 0 0
	s_load_dwordx2 s[0:1], s[4:5], 0x4
	.loc	0 60 37
	ds_read_b32 v2, v0
	s_mov_b32 s7, 0
	s_lshl_b64 s[4:5], s[6:7], 2
	v_mov_b32_e32 v0, s4
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, s7
	v_mov_b32_e32 v1, s5
	.loc	0 60 35
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
.LBB0_7:
	.loc	0 61 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel dwt_haar
		.amdhsa_group_segment_fixed_size 0
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
		.amdhsa_next_free_vgpr 10
		.amdhsa_next_free_sgpr 21
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
	.size	dwt_haar, .Lfunc_end0-dwt_haar
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
      - .offset:         152
        .size:           4
        .value_kind:     hidden_dynamic_lds_size
      - .offset:         224
        .size:           4
        .value_kind:     hidden_private_base
      - .offset:         228
        .size:           4
        .value_kind:     hidden_shared_base
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 288
    .max_flat_workgroup_size: 512
    .name:           dwt_haar
    .private_segment_fixed_size: 0
    .sgpr_count:     23
    .sgpr_spill_count: 0
    .symbol:         dwt_haar.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     10
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
