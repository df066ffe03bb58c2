	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	mvt_row
	.globl	mvt_row
	.p2align	8
	.type	mvt_row,@function
mvt_row:
	.file	0 "mvt.cu"
	.loc	0 13 28
	s_load_dword s0, s[4:5], 0xb
	.loc	0 13 15
	s_load_dword s8, s[4:5], 0x0
	s_mov_b32 s2, 0
	.loc	0 13 28
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	.loc	0 13 26
	s_mul_i32 s6, s6, s0
	.loc	0 13 39
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 14 9
	v_max_i32_e32 v1, 0, v0
	v_cmp_gt_i32_e32 vcc, s8, v1
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_3
	.loc	0 13 15
	s_load_dwordx4 s[12:15], s[4:5], 0x2
	s_load_dwordx2 s[4:5], s[4:5], 0x6
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[1:2], v[0:1], 2
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s3, s7
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[0:1], s[14:15]
	buffer_load_dword v4, v[1:2], s[0:3], 0 addr64
	v_mul_lo_u32 v5, v0, s8
	v_mov_b32_e32 v3, s15
	v_add_i32_e32 v0, vcc, s14, v1
	.loc	0 15 9
	v_ashrrev_i32_e32 v6, 31, v5
	v_addc_u32_e32 v1, vcc, v3, v2, vcc
	v_lshl_b64 v[2:3], v[5:6], 2
	v_mov_b32_e32 v5, s13
	v_add_i32_e32 v2, vcc, s12, v2
	v_addc_u32_e32 v3, vcc, v5, v3, vcc
	s_mov_b32 s6, -1
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
.LBB0_2:
	.loc	0 16 24
	buffer_load_dword v5, v[2:3], s[0:3], 0 addr64
	.loc	0 16 49
	buffer_load_dword v6, off, s[4:7], 0
	.loc	0 15 37
	s_add_i32 s8, s8, -1
	s_add_u32 s4, s4, 4
	v_add_i32_e32 v2, vcc, 4, v2
	s_addc_u32 s5, s5, 0
	v_addc_u32_e32 v3, vcc, 0, v3, vcc
	s_cmp_lg_u32 s8, 0
	.loc	0 16 21
	s_waitcnt vmcnt(0) expcnt(0)
	v_mac_f32_e32 v4, v5, v6
	buffer_store_dword v4, v[0:1], s[0:3], 0 addr64
	.loc	0 15 9
	s_cbranch_scc1 .LBB0_2
.LBB0_3:
	.loc	0 18 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel mvt_row
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
	.size	mvt_row, .Lfunc_end0-mvt_row
	.text
	.protected	mvt_column
	.globl	mvt_column
	.p2align	8
	.type	mvt_column,@function
mvt_column:
	.loc	0 22 31
	s_load_dword s0, s[4:5], 0xb
	.loc	0 22 18
	s_load_dword s12, s[4:5], 0x0
	s_mov_b32 s2, 0
	.loc	0 22 31
	s_waitcnt lgkmcnt(0)
	s_and_b32 s0, s0, 0xffff
	.loc	0 22 29
	s_mul_i32 s6, s6, s0
	.loc	0 22 42
	v_add_i32_e32 v0, vcc, s6, v0
	.loc	0 23 9
	v_max_i32_e32 v1, 0, v0
	v_cmp_gt_i32_e32 vcc, s12, v1
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_3
	.loc	0 22 18
	s_load_dwordx4 s[8:11], s[4:5], 0x2
	s_load_dwordx2 s[4:5], s[4:5], 0x6
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[2:3], v[0:1], 2
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s3, s7
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[0:1], s[10:11]
	buffer_load_dword v4, v[2:3], s[0:3], 0 addr64
	v_mov_b32_e32 v1, s11
	v_add_i32_e32 v2, vcc, s10, v2
	v_addc_u32_e32 v3, vcc, v1, v3, vcc
	s_mov_b32 s6, -1
	s_mov_b32 s0, s2
	s_mov_b32 s1, s2
	s_mov_b64 s[10:11], s[2:3]
	s_mov_b32 s13, s12
.LBB1_2:
	.loc	0 25 27
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_b64 v[5:6], v[0:1], 2
	.loc	0 25 52
	buffer_load_dword v1, off, s[4:7], 0
	.loc	0 25 27
	buffer_load_dword v5, v[5:6], s[8:11], 0 addr64
	.loc	0 24 31
	s_add_i32 s13, s13, -1
	s_add_u32 s4, s4, 4
	s_addc_u32 s5, s5, 0
	v_add_i32_e32 v0, vcc, s12, v0
	s_cmp_lg_u32 s13, 0
	.loc	0 25 24
	s_waitcnt vmcnt(0) expcnt(0)
	v_mac_f32_e32 v4, v5, v1
	buffer_store_dword v4, v[2:3], s[0:3], 0 addr64
	.loc	0 24 9
	s_cbranch_scc1 .LBB1_2
.LBB1_3:
	.loc	0 27 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel mvt_column
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
	.size	mvt_column, .Lfunc_end1-mvt_column
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
    .name:           mvt_row
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         mvt_row.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     7
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .name:           mvt_column
    .private_segment_fixed_size: 0
    .sgpr_count:     16
    .sgpr_spill_count: 0
    .symbol:         mvt_column.kd
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
