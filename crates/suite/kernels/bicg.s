	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	bicg_q
	.globl	bicg_q
	.p2align	8
	.type	bicg_q,@function
bicg_q:
	.file	0 "bicg.cu"
	.loc	0 14 28
	s_load_dword s0, s[4:5], 0xb
	.loc	0 14 15
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	.loc	0 14 28
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	.loc	0 14 26
	s_mul_i32 s6, s6, s0
	.loc	0 14 39
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 15 13
	v_cmp_gt_i32_e32 vcc, s8, v0
	.loc	0 15 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_4
	.loc	0 14 15
	s_load_dwordx2 s[0:1], s[4:5], 0x6
	.loc	0 16 9
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[1:2], v[0:1], 2
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s2, 0
	s_mov_b32 s3, s7
	v_mov_b32_e32 v4, 0
	.loc	0 17 37
	s_cmp_lt_i32 s9, 1
	.loc	0 16 16
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v4, v[1:2], s[0:3], 0 addr64
	.loc	0 17 9
	s_cbranch_scc1 .LBB0_4
	.loc	0 0 9
	v_mul_lo_u32 v5, v0, s9
	s_load_dwordx4 s[12:15], s[4:5], 0x2
	v_mov_b32_e32 v3, s1
	v_add_i32_e32 v0, vcc, s0, v1
	.loc	0 17 9
	v_ashrrev_i32_e32 v6, 31, v5
	.loc	0 0 0
	v_addc_u32_e32 v1, vcc, v3, v2, vcc
	.loc	0 17 9
	v_lshl_b64 v[2:3], v[5:6], 2
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v5, s13
	v_add_i32_e32 v2, vcc, s12, v2
	v_addc_u32_e32 v3, vcc, v5, v3, vcc
	s_mov_b32 s6, -1
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
	s_mov_b64 s[4:5], s[14:15]
.LBB0_3:
	.loc	0 18 23
	buffer_load_dword v5, v[2:3], s[0:3], 0 addr64
	.loc	0 18 51
	buffer_load_dword v6, off, s[4:7], 0
	.loc	0 17 37
	s_add_i32 s9, s9, -1
	s_add_u32 s4, s4, 4
	v_add_i32_e32 v2, vcc, 4, v2
	s_addc_u32 s5, s5, 0
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	s_cmp_lg_u32 s9, 0
	.loc	0 18 20
	s_waitcnt vmcnt(0) expcnt(0)
	v_mac_f32_e32 v4, v5, v6
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 17 9
	s_cbranch_scc1 .LBB0_3
.LBB0_4:
	.loc	0 20 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel bicg_q
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
		.amdhsa_next_free_vgpr 7
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
	.size	bicg_q, .Lfunc_end0-bicg_q
	.text
	.protected	bicg_s
	.globl	bicg_s
	.p2align	8
	.type	bicg_s,@function
bicg_s:
	.loc	0 24 31
	s_load_dword s0, s[4:5], 0xb
	.loc	0 24 18
	s_load_dwordx2 s[12:13], s[4:5], 0x0
	.loc	0 24 31
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	.loc	0 24 29
	s_mul_i32 s6, s6, s0
	.loc	0 24 42
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 25 16
	v_cmp_gt_i32_e32 vcc, s13, v0
	.loc	0 25 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_4
	.loc	0 24 18
	s_load_dwordx2 s[0:1], s[4:5], 0x6
	.loc	0 26 9
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[2:3], v[0:1], 2
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s2, 0
	s_mov_b32 s3, s7
	v_mov_b32_e32 v4, 0
	.loc	0 27 31
	s_cmp_lt_i32 s12, 1
	.loc	0 26 19
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v4, v[2:3], s[0:3], 0 addr64
	.loc	0 27 9
	s_cbranch_scc1 .LBB1_4
	.loc	0 0 0
	s_load_dwordx4 s[8:11], s[4:5], 0x2
	v_mov_b32_e32 v1, s1
	v_add_i32_e32 v2, vcc, s0, v2
	v_addc_u32_e32 v3, vcc, v1, v3, vcc
	.loc	0 24 18
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s0, s8
	s_mov_b32 s1, s9
	s_mov_b32 s6, -1
	s_mov_b32 s8, s2
	s_mov_b32 s9, s2
	s_mov_b64 s[4:5], s[10:11]
.LBB1_3:
	.loc	0 28 26
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[5:6], v[0:1], 2
	.loc	0 28 54
	buffer_load_dword v1, off, s[4:7], 0
	.loc	0 28 26
	buffer_load_dword v5, v[5:6], s[0:3], 0 addr64
	.loc	0 27 31
	s_add_i32 s12, s12, -1
	s_add_u32 s4, s4, 4
	s_addc_u32 s5, s5, 0
	.loc	0 28 23
	s_mov_b64 s[10:11], s[2:3]
	.loc	0 27 31
	v_add_i32_e32 v0, vcc, s13, v0
	s_cmp_lg_u32 s12, 0
	.loc	0 28 23
	s_waitcnt vmcnt(0) expcnt(0)
	v_mac_f32_e32 v4, v5, v1
	buffer_store_dword v4, v[2:3], s[8:11], 0 addr64
	.loc	0 27 9
	s_cbranch_scc1 .LBB1_3
.LBB1_4:
	.loc	0 30 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel bicg_s
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
		.amdhsa_next_free_vgpr 7
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
	.size	bicg_s, .Lfunc_end1-bicg_s
	.amdgpu_metadata
---
amdhsa.kernels:
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
    .name:           bicg_q
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         bicg_q.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     7
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
    .name:           bicg_s
    .private_segment_fixed_size: 0
    .sgpr_count:     16
    .sgpr_spill_count: 0
    .symbol:         bicg_s.kd
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
