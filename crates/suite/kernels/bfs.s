	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	bfs_visit
	.globl	bfs_visit
	.p2align	8
	.type	bfs_visit,@function
bfs_visit:
	.file	0 "bfs.cu"
	.loc	0 25 21
	s_load_dword s0, s[4:5], 0xe
	.loc	0 25 32
	s_lshl_b32 s1, s6, 8
	.loc	0 25 42
	v_add_i32_e32 v2, vcc, s1, v0
	.loc	0 26 14
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32_e32 vcc, s0, v2
	.loc	0 26 22
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_7
	.loc	0 25 21
	s_load_dwordx8 s[8:15], s[4:5], 0x0
	.loc	0 26 25
	v_mov_b32_e32 v3, 0
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[0:1], s[12:13]
	buffer_load_ubyte v0, v[2:3], s[0:3], 0 addr64
	s_waitcnt vmcnt(0)
	v_cmp_ne_u32_e32 vcc, 0, v0
	.loc	0 26 9
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_7
	.loc	0 28 24
	v_lshl_b64 v[0:1], v[2:3], 3
	.loc	0 27 24
	buffer_store_byte v3, v[2:3], s[0:3], 0 addr64
	.loc	0 28 24
	s_mov_b64 s[0:1], s[8:9]
	.loc	0 28 36
	buffer_load_dwordx2 v[0:1], v[0:1], s[0:3], 0 addr64
	.loc	0 0 0
	s_load_dwordx8 s[0:7], s[4:5], 0x8
	.loc	0 28 42
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v4, vcc, v1, v0
	.loc	0 30 48
	v_cmp_lt_u32_e32 vcc, v0, v4
	.loc	0 30 9
	s_and_b64 exec, exec, vcc
	s_cbranch_execz .LBB0_7
	.loc	0 0 9
	s_waitcnt expcnt(0)
	v_lshl_b64 v[2:3], v[2:3], 2
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v4, s3
	v_add_i32_e32 v2, vcc, s2, v2
	v_addc_u32_e32 v3, vcc, v4, v3, vcc
	.loc	0 30 9
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v4, v0
	v_lshl_b64 v[6:7], v[4:5], 2
	v_mov_b32_e32 v0, s11
	v_add_i32_e32 v6, vcc, s10, v6
	s_mov_b32 s7, 0x100f000
	s_mov_b32 s18, 0
	.loc	0 25 21
	s_mov_b32 s8, s14
	s_mov_b32 s9, s15
	s_mov_b32 s12, s2
	s_mov_b32 s13, s3
	.loc	0 30 9
	v_addc_u32_e32 v7, vcc, v0, v7, vcc
	s_mov_b64 s[20:21], 0
	s_mov_b32 s19, s7
	s_mov_b32 s16, s18
	s_mov_b32 s17, s18
	v_mov_b32_e32 v0, 1
	s_mov_b32 s6, -1
	s_branch .LBB0_5
.LBB0_4:
	.loc	0 0 9
	s_or_b64 exec, exec, s[22:23]
	.loc	0 30 48
	v_add_i32_e32 v1, vcc, -1, v1
	v_cmp_eq_u32_e32 vcc, 0, v1
	.loc	0 30 9
	s_or_b64 s[20:21], vcc, s[20:21]
	.loc	0 30 48
	v_add_i32_e32 v6, vcc, 4, v6
	v_addc_u32_e32 v7, vcc, 0, v7, vcc
	.loc	0 30 9
	s_andn2_b64 exec, exec, s[20:21]
	s_cbranch_execz .LBB0_7
.LBB0_5:
	.loc	0 31 34
	buffer_load_dword v4, v[6:7], s[16:19], 0 addr64
	.loc	0 32 18
	s_mov_b64 s[2:3], s[18:19]
	s_waitcnt vmcnt(0)
	buffer_load_ubyte v8, v[4:5], s[0:3], 0 addr64
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e32 vcc, 0, v8
	.loc	0 32 17
	s_and_saveexec_b64 s[22:23], vcc
	s_cbranch_execz .LBB0_4
	.loc	0 33 36
	buffer_store_byte v0, v[4:5], s[0:3], 0 addr64
	.loc	0 34 35
	s_waitcnt expcnt(3)
	buffer_load_dword v10, v[2:3], s[16:19], 0 addr64
	.loc	0 34 17
	v_lshl_b64 v[8:9], v[4:5], 2
	s_mov_b64 s[14:15], s[18:19]
	.loc	0 35 17
	s_mov_b64 s[10:11], s[18:19]
	.loc	0 34 46
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v10, vcc, 1, v10
	.loc	0 34 33
	buffer_store_dword v10, v[8:9], s[12:15], 0 addr64
	.loc	0 35 33
	buffer_store_byte v0, v[4:5], s[8:11], 0 addr64
	.loc	0 36 26
	buffer_store_dword v0, off, s[4:7], 0
	s_branch .LBB0_4
.LBB0_7:
	.loc	0 40 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel bfs_visit
		.amdhsa_group_segment_fixed_size 0
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
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 11
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
.Lfunc_end0:
	.size	bfs_visit, .Lfunc_end0-bfs_visit
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
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 60
    .max_flat_workgroup_size: 512
    .name:           bfs_visit
    .private_segment_fixed_size: 0
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         bfs_visit.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     11
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
