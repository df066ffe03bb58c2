	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	floyd_warshall_pass
	.globl	floyd_warshall_pass
	.p2align	8
	.type	floyd_warshall_pass,@function
floyd_warshall_pass:
	.file	0 "floyd_warshall.cu"
	.loc	0 16 31
	s_load_dword s10, s[4:5], 0x9
	.loc	0 16 18
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_load_dwordx2 s[8:9], s[4:5], 0x4
	.loc	0 19 22
	v_mov_b32_e32 v3, 0
	.loc	0 16 31
	s_waitcnt lgkmcnt(0)
	s_lshr_b32 s4, s10, 16
	.loc	0 17 29
	s_mul_i32 s7, s7, s4
	.loc	0 17 42
	v_add_i32_e32 v1, vcc, s7, v1
	.loc	0 19 33
	v_mul_lo_u32 v4, v1, s8
	.loc	0 16 31
	s_and_b32 s5, s10, 0xffff
	.loc	0 16 29
	s_mul_i32 s6, s6, s5
	.loc	0 16 42
	v_add_i32_e32 v6, vcc, s6, v0
	.loc	0 19 41
	v_add_i32_e32 v2, vcc, v4, v6
	.loc	0 19 22
	v_lshl_b64 v[0:1], v[2:3], 2
	.loc	0 20 42
	v_add_i32_e32 v2, vcc, s9, v4
	.loc	0 20 60
	s_mul_i32 s8, s9, s8
	.loc	0 20 23
	v_lshl_b64 v[4:5], v[2:3], 2
	.loc	0 20 68
	v_add_i32_e32 v2, vcc, s8, v6
	.loc	0 19 22
	s_mov_b32 s6, 0
	s_mov_b32 s7, 0x100f000
	s_mov_b64 s[4:5], s[0:1]
	.loc	0 20 49
	v_lshl_b64 v[2:3], v[2:3], 2
	.loc	0 20 23
	buffer_load_dword v4, v[4:5], s[4:7], 0 addr64
	.loc	0 20 49
	buffer_load_dword v2, v[2:3], s[4:7], 0 addr64
	.loc	0 19 22
	buffer_load_dword v3, v[0:1], s[4:7], 0 addr64
	.loc	0 20 47
	s_waitcnt vmcnt(1)
	v_add_i32_e32 v2, vcc, v2, v4
	.loc	0 21 16
	s_waitcnt vmcnt(0)
	v_cmp_lt_u32_e32 vcc, v2, v3
	.loc	0 21 9
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB0_2
	.loc	0 0 0
	v_mov_b32_e32 v4, s1
	v_add_i32_e32 v3, vcc, s0, v0
	v_addc_u32_e32 v4, vcc, v4, v1, vcc
	s_mov_b64 s[4:5], s[2:3]
	.loc	0 22 33
	s_mov_b32 s0, s6
	s_mov_b32 s1, s6
	s_mov_b64 s[2:3], s[6:7]
	buffer_store_dword v2, v[3:4], s[0:3], 0 addr64
	.loc	0 23 32
	s_waitcnt expcnt(0)
	v_mov_b32_e32 v2, s9
	buffer_store_dword v2, v[0:1], s[4:7], 0 addr64
.LBB0_2:
	.loc	0 25 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel floyd_warshall_pass
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
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 7
		.amdhsa_next_free_sgpr 11
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
	.size	floyd_warshall_pass, .Lfunc_end0-floyd_warshall_pass
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
    .name:           floyd_warshall_pass
    .private_segment_fixed_size: 0
    .sgpr_count:     13
    .sgpr_spill_count: 0
    .symbol:         floyd_warshall_pass.kd
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
