	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	cp_energy
	.globl	cp_energy
	.p2align	8
	.type	cp_energy,@function
cp_energy:
	.file	0 "cp.cu"
	.loc	0 23 18
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	.loc	0 24 29
	s_lshl_b32 s0, s7, 3
	.loc	0 24 38
	v_add_i32_e32 v8, vcc, s0, v1
	.loc	0 36 23
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s8, 1
	.loc	0 36 5
	s_cbranch_scc1 .LBB0_3
	.loc	0 23 37
	s_lshl_b32 s0, s6, 7
	.loc	0 23 46
	v_add_i32_e32 v1, vcc, s0, v0
	.loc	0 26 35
	v_cvt_f32_u32_e32 v1, v1
	.loc	0 27 35
	v_cvt_f32_u32_e32 v2, v8
	.loc	0 37 23
	v_mov_b32_e32 v9, 0
	v_mov_b32_e32 v7, 0
	.loc	0 26 26
	v_mul_f32_e32 v11, s9, v1
	.loc	0 28 26
	v_mov_b32_e32 v1, 0x41800000
	.loc	0 27 26
	v_mul_f32_e32 v10, s9, v2
	.loc	0 28 26
	v_mul_f32_e32 v12, s9, v1
	v_mov_b32_e32 v6, 0
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v4, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v2, 0
	v_mov_b32_e32 v1, 0
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, atoms@rel32@lo+4
	s_addc_u32 s11, s11, atoms@rel32@hi+12
.LBB0_2:
	.loc	0 37 23
	s_load_dwordx4 s[0:3], s[10:11], 0x0
	.loc	0 36 23
	s_add_i32 s8, s8, -1
	s_add_u32 s10, s10, 16
	s_addc_u32 s11, s11, 0
	s_cmp_eq_u32 s8, 0
	.loc	0 38 25
	s_waitcnt lgkmcnt(0)
	v_subrev_f32_e32 v13, s1, v10
	.loc	0 40 25
	v_subrev_f32_e32 v14, s0, v11
	.loc	0 39 32
	v_mad_f32 v13, v13, v13, s2
	.loc	0 44 16
	v_add_f32_e32 v15, v12, v14
	.loc	0 43 47
	v_mad_f32 v16, v15, v15, v13
	.loc	0 44 16
	v_add_f32_e32 v15, v12, v15
	.loc	0 43 32
	v_rsq_f32_e32 v16, v16
	.loc	0 43 47
	v_mad_f32 v17, v15, v15, v13
	.loc	0 44 16
	v_add_f32_e32 v15, v12, v15
	.loc	0 43 47
	v_mad_f32 v14, v14, v14, v13
	v_mad_f32 v18, v15, v15, v13
	.loc	0 44 16
	v_add_f32_e32 v15, v12, v15
	.loc	0 43 32
	v_rsq_f32_e32 v14, v14
	.loc	0 43 47
	v_mad_f32 v19, v15, v15, v13
	.loc	0 44 16
	v_add_f32_e32 v15, v12, v15
	.loc	0 43 47
	v_mad_f32 v20, v15, v15, v13
	.loc	0 44 16
	v_add_f32_e32 v15, v12, v15
	.loc	0 43 20
	v_mac_f32_e32 v7, s3, v16
	.loc	0 43 47
	v_mad_f32 v16, v15, v15, v13
	.loc	0 44 16
	v_add_f32_e32 v15, v12, v15
	.loc	0 43 47
	v_mac_f32_e32 v13, v15, v15
	.loc	0 43 32
	v_rsq_f32_e32 v17, v17
	v_rsq_f32_e32 v18, v18
	v_rsq_f32_e32 v19, v19
	.loc	0 43 20
	v_mac_f32_e32 v9, s3, v14
	.loc	0 43 32
	v_rsq_f32_e32 v14, v20
	v_rsq_f32_e32 v16, v16
	v_rsq_f32_e32 v13, v13
	.loc	0 43 20
	v_mac_f32_e32 v6, s3, v17
	v_mac_f32_e32 v5, s3, v18
	v_mac_f32_e32 v4, s3, v19
	v_mac_f32_e32 v3, s3, v14
	v_mac_f32_e32 v2, s3, v16
	v_mac_f32_e32 v1, s3, v13
	.loc	0 36 5
	s_cbranch_scc0 .LBB0_2
	s_branch .LBB0_4
.LBB0_3:
	.loc	0 0 5
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v4, 0
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v6, 0
	v_mov_b32_e32 v7, 0
	v_mov_b32_e32 v9, 0
.LBB0_4:
	s_load_dword s2, s[4:5], 0x4
	.loc	0 23 18
	s_load_dwordx2 s[0:1], s[4:5], 0x2
	.loc	0 50 9
	v_mov_b32_e32 v11, 0
	s_mov_b32 s3, 0x100f000
	s_movk_i32 s4, 0x50
	.loc	0 25 24
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v8, s2, v8
	.loc	0 50 9
	s_mov_b32 s2, 0
	.loc	0 25 53
	v_add_i32_e32 v8, vcc, s6, v8
	v_lshlrev_b32_e32 v8, 7, v8
	v_add_i32_e32 v10, vcc, v8, v0
	.loc	0 50 9
	v_lshl_b64 v[12:13], v[10:11], 2
	.loc	0 50 22
	v_add_i32_e32 v8, vcc, 16, v10
	.loc	0 50 35
	buffer_load_dword v0, v[12:13], s[0:3], 0 addr64
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v9, v0
	.loc	0 50 9
	v_mov_b32_e32 v9, v11
	v_lshl_b64 v[8:9], v[8:9], 2
	.loc	0 50 35
	buffer_store_dword v0, v[12:13], s[0:3], 0 addr64
	s_waitcnt expcnt(0)
	buffer_load_dword v0, v[8:9], s[0:3], 0 addr64
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v7, v0
	buffer_store_dword v0, v[8:9], s[0:3], 0 addr64
	.loc	0 50 22
	v_add_i32_e32 v7, vcc, 32, v10
	.loc	0 50 9
	v_mov_b32_e32 v8, v11
	v_lshl_b64 v[7:8], v[7:8], 2
	.loc	0 50 35
	s_waitcnt expcnt(0)
	buffer_load_dword v0, v[7:8], s[0:3], 0 addr64
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v6, v0
	buffer_store_dword v0, v[7:8], s[0:3], 0 addr64
	.loc	0 50 22
	v_add_i32_e32 v6, vcc, 48, v10
	.loc	0 50 9
	v_mov_b32_e32 v7, v11
	v_lshl_b64 v[6:7], v[6:7], 2
	.loc	0 50 35
	s_waitcnt expcnt(0)
	buffer_load_dword v0, v[6:7], s[0:3], 0 addr64
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v5, v0
	buffer_store_dword v0, v[6:7], s[0:3], 0 addr64
	.loc	0 50 22
	v_add_i32_e32 v5, vcc, 64, v10
	.loc	0 50 9
	v_mov_b32_e32 v6, v11
	v_lshl_b64 v[5:6], v[5:6], 2
	.loc	0 50 35
	s_waitcnt expcnt(0)
	buffer_load_dword v0, v[5:6], s[0:3], 0 addr64
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v4, v0
	buffer_store_dword v0, v[5:6], s[0:3], 0 addr64
	.loc	0 50 22
	v_add_i32_e32 v4, vcc, s4, v10
	.loc	0 50 9
	v_mov_b32_e32 v5, v11
	v_lshl_b64 v[4:5], v[4:5], 2
	.loc	0 50 35
	s_waitcnt expcnt(0)
	buffer_load_dword v0, v[4:5], s[0:3], 0 addr64
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v3, v0
	buffer_store_dword v0, v[4:5], s[0:3], 0 addr64
	.loc	0 50 22
	v_add_i32_e32 v3, vcc, 0x60, v10
	.loc	0 50 9
	v_mov_b32_e32 v4, v11
	v_lshl_b64 v[3:4], v[3:4], 2
	.loc	0 50 22
	v_add_i32_e32 v10, vcc, 0x70, v10
	.loc	0 50 35
	s_waitcnt expcnt(0)
	buffer_load_dword v0, v[3:4], s[0:3], 0 addr64
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v2, v0
	buffer_store_dword v0, v[3:4], s[0:3], 0 addr64
	.loc	0 50 9
	v_lshl_b64 v[2:3], v[10:11], 2
	.loc	0 50 35
	s_waitcnt expcnt(0)
	buffer_load_dword v0, v[2:3], s[0:3], 0 addr64
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v0, v1, v0
	buffer_store_dword v0, v[2:3], s[0:3], 0 addr64
	.loc	0 51 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel cp_energy
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
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 21
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
	.size	cp_energy, .Lfunc_end0-cp_energy
	.protected	atoms
	.type	atoms,@object
	.section	.bss,"aw",@nobits
	.globl	atoms
	.p2align	4, 0x0
atoms:
	.zero	64000
	.size	atoms, 64000
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
    .name:           cp_energy
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         cp_energy.kd
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
