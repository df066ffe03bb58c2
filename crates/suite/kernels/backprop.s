	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	backprop_layerforward
	.globl	backprop_layerforward
	.p2align	8
	.type	backprop_layerforward,@function
backprop_layerforward:
	.file	0 "backprop.cu"
	.loc	0 21 14
	s_load_dwordx4 s[16:19], s[4:5], 0x0
	s_load_dwordx2 s[8:9], s[4:5], 0x4
	.loc	0 22 21
	s_lshl_b32 s0, s7, 4
	.loc	0 22 34
	v_add_i32_e32 v2, vcc, s0, v1
	.loc	0 22 39
	v_add_i32_e32 v2, vcc, 1, v2
	s_mov_b32 s14, 0
	.loc	0 25 12
	v_cmp_eq_u32_e64 s[0:1], 0, v0
	v_lshlrev_b32_e32 v4, 2, v1
	.loc	0 28 21
	s_mov_b32 m0, -1
	.loc	0 25 9
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_2
	.loc	0 0 9
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[5:6], v[2:3], 2
	s_mov_b32 s15, 0x100f000
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[12:13], s[16:17]
	.loc	0 26 20
	buffer_load_dword v3, v[5:6], s[12:15], 0 addr64
	.loc	0 26 18
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v3 offset:1024
.LBB0_2:
	.loc	0 0 18
	s_or_b64 exec, exec, s[2:3]
	.loc	0 21 14
	s_load_dword s4, s[4:5], 0x6
	.loc	0 28 23
	s_mov_b32 s15, 0x100f000
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[12:13], s[18:19]
	.loc	0 27 5
	s_barrier
	.loc	0 23 22
	v_mul_lo_u32 v3, v2, s4
	.loc	0 28 5
	v_lshlrev_b32_e32 v5, 2, v0
	v_lshlrev_b32_e32 v8, 6, v1
	.loc	0 23 22
	v_add_i32_e32 v2, vcc, v3, v2
	.loc	0 23 37
	v_add_i32_e32 v2, vcc, v2, v0
	.loc	0 28 23
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 28 5
	v_add_i32_e32 v5, vcc, v8, v5
	.loc	0 28 23
	buffer_load_dword v6, v[2:3], s[12:15], 0 addr64 offset:4
	v_log_f32_e32 v0, 0x41800000
	v_mov_b32_e32 v7, s19
	v_add_i32_e64 v2, s[2:3], s18, v2
	.loc	0 36 23
	v_cmp_nle_f32_e32 vcc, 1.0, v0
	s_mov_b32 s5, 2
	.loc	0 36 5
	s_and_b64 vcc, exec, vcc
	.loc	0 28 23
	v_addc_u32_e64 v3, s[2:3], v7, v3, s[2:3]
	.loc	0 28 21
	s_waitcnt vmcnt(0)
	ds_write_b32 v5, v6
	.loc	0 29 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 30 24
	ds_read_b32 v6, v4 offset:1024
	.loc	0 30 21
	ds_read_b32 v8, v5
	s_waitcnt lgkmcnt(0)
	v_mul_f32_e32 v6, v6, v8
	ds_write_b32 v5, v6
	.loc	0 31 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 36 5
	s_cbranch_vccnz .LBB0_7
	.loc	0 0 5
	v_log_f32_e32 v6, 2.0
	v_mov_b32_e32 v7, 1.0
	s_branch .LBB0_5
.LBB0_4:
	s_or_b64 exec, exec, s[2:3]
	.loc	0 36 21
	v_cvt_f32_u32_e32 v7, s5
	.loc	0 36 5
	s_add_i32 s5, s5, 1
	.loc	0 40 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 36 23
	v_cmp_nge_f32_e32 vcc, v0, v7
	.loc	0 36 5
	s_cbranch_vccnz .LBB0_7
.LBB0_5:
	.loc	0 37 21
	v_mul_f32_e32 v7, v6, v7
	v_exp_f32_e32 v7, v7
	v_cvt_i32_f32_e32 v7, v7
	.loc	0 38 16
	v_sub_i32_e32 v8, vcc, 0, v7
	v_max_i32_e32 v8, v7, v8
	v_cvt_f32_u32_e32 v9, v8
	v_sub_i32_e32 v10, vcc, 0, v8
	.loc	0 37 21
	v_readfirstlane_b32 s6, v7
	.loc	0 38 16
	v_rcp_iflag_f32_e32 v9, v9
	v_mul_f32_e32 v9, 0x4f7ffffe, v9
	v_cvt_u32_f32_e32 v9, v9
	v_mul_lo_u32 v10, v10, v9
	v_mul_hi_u32 v10, v9, v10
	v_add_i32_e32 v9, vcc, v9, v10
	v_mul_hi_u32 v9, v1, v9
	v_mul_lo_u32 v9, v9, v8
	v_sub_i32_e32 v7, vcc, v1, v9
	v_sub_i32_e32 v9, vcc, v7, v8
	v_cmp_ge_u32_e32 vcc, v7, v8
	v_cndmask_b32_e32 v7, v7, v9, vcc
	v_sub_i32_e32 v9, vcc, v7, v8
	v_cmp_ge_u32_e32 vcc, v7, v8
	v_cndmask_b32_e32 v7, v7, v9, vcc
	.loc	0 38 24
	v_cmp_eq_u32_e32 vcc, 0, v7
	.loc	0 38 13
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_4
	.loc	0 39 51
	s_lshr_b32 s10, s6, 31
	s_add_i32 s6, s6, s10
	.loc	0 39 32
	s_lshl_b32 s6, s6, 5
	s_andn2_b32 s6, s6, 63
	v_add_i32_e32 v7, vcc, s6, v5
	ds_read_b32 v7, v7
	.loc	0 39 29
	ds_read_b32 v8, v5
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v7, v7, v8
	ds_write_b32 v5, v7
	s_branch .LBB0_4
.LBB0_7:
	.loc	0 42 23
	ds_read_b32 v0, v5
	.loc	0 42 21
	s_mov_b32 s14, 0
	s_mov_b32 s12, s14
	s_mov_b32 s13, s14
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v0, v[2:3], s[12:15], 0 addr64 offset:4
	.loc	0 43 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 44 9
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_9
	.loc	0 45 45
	ds_read_b32 v2, v4
	s_mul_i32 s7, s7, s4
	v_add_i32_e32 v0, vcc, s7, v1
	v_mov_b32_e32 v1, 0
	s_mov_b32 s15, 0x100f000
	v_lshl_b64 v[0:1], v[0:1], 2
	s_mov_b64 s[10:11], s[14:15]
	.loc	0 45 43
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v[0:1], s[8:11], 0 addr64
.LBB0_9:
	.loc	0 46 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel backprop_layerforward
		.amdhsa_group_segment_fixed_size 1088
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
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 1
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
	.size	backprop_layerforward, .Lfunc_end0-backprop_layerforward
	.text
	.protected	backprop_adjust_weights
	.globl	backprop_adjust_weights
	.p2align	8
	.type	backprop_adjust_weights,@function
backprop_adjust_weights:
	.loc	0 52 14
	s_load_dword s0, s[4:5], 0x8
	.loc	0 53 21
	s_lshl_b32 s1, s7, 4
	.loc	0 53 34
	v_add_i32_e32 v2, vcc, s1, v1
	.loc	0 53 39
	v_add_i32_e32 v4, vcc, 1, v2
	.loc	0 54 22
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v2, v4, s0
	.loc	0 52 14
	s_load_dwordx8 s[8:15], s[4:5], 0x0
	.loc	0 57 31
	s_mov_b32 s2, 0
	s_mov_b32 s3, 0x100f000
	.loc	0 54 22
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 54 37
	v_add_i32_e32 v2, vcc, v0, v2
	.loc	0 54 42
	v_add_i32_e32 v6, vcc, 1, v2
	.loc	0 57 71
	v_ashrrev_i32_e32 v7, 31, v6
	.loc	0 57 31
	v_mov_b32_e32 v3, 0
	v_lshlrev_b32_e32 v2, 2, v0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[16:17], s[8:9]
	s_mov_b64 s[18:19], s[2:3]
	.loc	0 57 47
	v_ashrrev_i32_e32 v5, 31, v4
	.loc	0 57 71
	v_lshl_b64 v[6:7], v[6:7], 2
	.loc	0 57 31
	buffer_load_dword v0, v[2:3], s[16:19], 0 addr64 offset:4
	.loc	0 57 47
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 57 71
	s_mov_b64 s[0:1], s[14:15]
	.loc	0 57 47
	s_mov_b64 s[20:21], s[10:11]
	s_mov_b64 s[22:23], s[2:3]
	.loc	0 57 71
	buffer_load_dword v10, v[6:7], s[0:3], 0 addr64
	.loc	0 57 47
	buffer_load_dword v12, v[4:5], s[20:23], 0 addr64
	.loc	0 57 5
	s_mov_b64 s[14:15], s[2:3]
	.loc	0 57 21
	buffer_load_dword v14, v[6:7], s[12:15], 0 addr64
	s_mov_b32 s4, 0x33333333
	s_mov_b32 s5, 0x3fd33333
	.loc	0 62 17
	v_or_b32_e32 v1, s7, v1
	v_cmp_eq_u32_e32 vcc, 0, v1
	.loc	0 57 31
	s_waitcnt vmcnt(3)
	v_cvt_f64_f32_e32 v[8:9], v0
	.loc	0 57 71
	s_waitcnt vmcnt(2)
	v_cvt_f64_f32_e32 v[10:11], v10
	.loc	0 57 47
	s_waitcnt vmcnt(1)
	v_cvt_f64_f32_e32 v[12:13], v12
	.loc	0 57 29
	v_mul_f64 v[8:9], v[8:9], s[4:5]
	.loc	0 57 21
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[14:15], v14
	.loc	0 57 69
	v_mul_f64 v[10:11], v[10:11], s[4:5]
	.loc	0 57 58
	v_fma_f64 v[8:9], v[8:9], v[12:13], v[10:11]
	.loc	0 57 21
	v_add_f64 v[8:9], v[8:9], v[14:15]
	v_cvt_f32_f64_e32 v0, v[8:9]
	buffer_store_dword v0, v[6:7], s[12:15], 0 addr64
	.loc	0 58 28
	s_waitcnt expcnt(0)
	buffer_load_dword v0, v[2:3], s[16:19], 0 addr64 offset:4
	.loc	0 58 68
	buffer_load_dword v8, v[6:7], s[0:3], 0 addr64
	.loc	0 58 44
	buffer_load_dword v10, v[4:5], s[20:23], 0 addr64
	.loc	0 58 28
	s_waitcnt vmcnt(2)
	v_cvt_f64_f32_e32 v[4:5], v0
	.loc	0 58 68
	s_waitcnt vmcnt(1)
	v_cvt_f64_f32_e32 v[8:9], v8
	.loc	0 58 44
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[10:11], v10
	.loc	0 58 26
	v_mul_f64 v[4:5], v[4:5], s[4:5]
	.loc	0 58 66
	v_mul_f64 v[8:9], v[8:9], s[4:5]
	.loc	0 58 55
	v_fma_f64 v[4:5], v[4:5], v[10:11], v[8:9]
	.loc	0 58 21
	v_cvt_f32_f64_e32 v0, v[4:5]
	.loc	0 58 19
	buffer_store_dword v0, v[6:7], s[0:3], 0 addr64
	.loc	0 59 5
	s_waitcnt vmcnt(0) expcnt(0)
	s_barrier
	.loc	0 62 17
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB1_2
	.loc	0 63 62
	buffer_load_dword v4, v[2:3], s[0:3], 0 addr64 offset:4
	.loc	0 0 0
	v_mov_b32_e32 v1, s9
	v_add_i32_e32 v0, vcc, s8, v2
	v_addc_u32_e32 v1, vcc, 0, v1, vcc
	.loc	0 63 35
	s_mov_b32 s8, s2
	s_mov_b32 s9, s2
	s_mov_b64 s[10:11], s[2:3]
	buffer_load_dword v6, v[0:1], s[8:11], 0 addr64 offset:4
	.loc	0 63 25
	buffer_load_dword v8, v[2:3], s[12:15], 0 addr64 offset:4
	.loc	0 63 62
	s_waitcnt vmcnt(2)
	v_cvt_f64_f32_e32 v[4:5], v4
	.loc	0 63 60
	v_mul_f64 v[4:5], v[4:5], s[4:5]
	.loc	0 63 35
	s_waitcnt vmcnt(1)
	v_cvt_f64_f32_e32 v[6:7], v6
	.loc	0 63 25
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[8:9], v8
	.loc	0 63 49
	v_fma_f64 v[4:5], v[6:7], s[4:5], v[4:5]
	.loc	0 63 25
	v_add_f64 v[4:5], v[4:5], v[8:9]
	v_cvt_f32_f64_e32 v4, v[4:5]
	buffer_store_dword v4, v[2:3], s[12:15], 0 addr64 offset:4
	.loc	0 64 59
	s_waitcnt expcnt(0)
	buffer_load_dword v4, v[2:3], s[0:3], 0 addr64 offset:4
	.loc	0 64 32
	buffer_load_dword v5, v[0:1], s[8:11], 0 addr64 offset:4
	.loc	0 64 59
	s_waitcnt vmcnt(1)
	v_cvt_f64_f32_e32 v[0:1], v4
	.loc	0 64 32
	s_waitcnt vmcnt(0)
	v_cvt_f64_f32_e32 v[4:5], v5
	.loc	0 64 57
	v_mul_f64 v[0:1], v[0:1], s[4:5]
	.loc	0 64 46
	v_fma_f64 v[0:1], v[4:5], s[4:5], v[0:1]
	.loc	0 64 25
	v_cvt_f32_f64_e32 v0, v[0:1]
	.loc	0 64 23
	buffer_store_dword v0, v[2:3], s[0:3], 0 addr64 offset:4
.LBB1_2:
	.loc	0 66 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel backprop_adjust_weights
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 36
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
		.amdhsa_next_free_vgpr 16
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
	.size	backprop_adjust_weights, .Lfunc_end1-backprop_adjust_weights
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
    .group_segment_fixed_size: 1088
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 512
    .name:           backprop_layerforward
    .private_segment_fixed_size: 0
    .sgpr_count:     22
    .sgpr_spill_count: 0
    .symbol:         backprop_layerforward.kd
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
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 36
    .max_flat_workgroup_size: 512
    .name:           backprop_adjust_weights
    .private_segment_fixed_size: 0
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         backprop_adjust_weights.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     16
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
