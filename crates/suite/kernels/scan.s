	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	scan_block
	.globl	scan_block
	.p2align	8
	.type	scan_block,@function
scan_block:
	.file	0 "scan.cu"
	.loc	0 17 18
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[12:13], s[4:5], 0x4
	s_load_dword s2, s[4:5], 0x6
	.loc	0 18 26
	s_lshl_b32 s0, s6, 8
	.loc	0 18 43
	v_lshlrev_b32_e32 v4, 1, v0
	.loc	0 18 39
	v_add_i32_e32 v1, vcc, s0, v4
	.loc	0 20 31
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s2, v1
	.loc	0 20 25
	v_mov_b32_e32 v5, 0
	v_ashrrev_i32_e32 v2, 31, v1
	v_mov_b32_e32 v6, 0
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_2
	.loc	0 0 25
	v_lshl_b64 v[6:7], v[1:2], 2
	s_mov_b32 s19, 0x100f000
	s_mov_b32 s18, 0
	s_mov_b64 s[16:17], s[10:11]
	.loc	0 20 41
	buffer_load_dword v6, v[6:7], s[16:19], 0 addr64
.LBB0_2:
	.loc	0 0 41
	s_or_b64 exec, exec, s[0:1]
	.loc	0 20 5
	v_lshlrev_b32_e32 v3, 2, v4
	.loc	0 20 23
	s_mov_b32 m0, -1
	s_waitcnt vmcnt(0)
	ds_write_b32 v3, v6
	.loc	0 21 35
	v_or_b32_e32 v6, 1, v1
	.loc	0 21 39
	v_cmp_gt_i32_e64 s[0:1], s2, v6
	.loc	0 21 29
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_4
	.loc	0 0 29
	v_lshl_b64 v[5:6], v[1:2], 2
	s_mov_b32 s19, 0x100f000
	s_mov_b32 s18, 0
	s_mov_b64 s[16:17], s[10:11]
	.loc	0 21 49
	buffer_load_dword v5, v[5:6], s[16:19], 0 addr64 offset:4
.LBB0_4:
	.loc	0 0 49
	s_or_b64 exec, exec, s[2:3]
	s_mov_b32 s7, 1
	.loc	0 21 22
	v_or_b32_e32 v4, 1, v4
	s_movk_i32 s10, 0x80
	.loc	0 21 27
	s_waitcnt vmcnt(0)
	ds_write_b32 v3, v5 offset:4
	s_branch .LBB0_6
.LBB0_5:
	.loc	0 0 27
	s_or_b64 exec, exec, s[4:5]
	.loc	0 32 18
	s_lshl_b32 s7, s7, 1
	.loc	0 25 56
	s_lshr_b32 s2, s10, 1
	.loc	0 25 44
	s_cmp_lt_u32 s10, 2
	s_mov_b32 s10, s2
	.loc	0 25 5
	s_cbranch_scc1 .LBB0_8
.LBB0_6:
	.loc	0 27 20
	v_cmp_gt_u32_e64 s[2:3], s10, v0
	.loc	0 26 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 27 13
	s_and_saveexec_b64 s[4:5], s[2:3]
	s_cbranch_execz .LBB0_5
	.loc	0 28 33
	v_mul_lo_u32 v5, s7, v4
	.loc	0 30 13
	s_lshl_b32 s11, s7, 2
	.loc	0 28 52
	v_lshlrev_b32_e32 v5, 2, v5
	.loc	0 30 29
	v_add_i32_e64 v5, s[2:3], -4, v5
	.loc	0 30 13
	v_add_i32_e64 v6, s[2:3], s11, v5
	.loc	0 30 29
	ds_read_b32 v5, v5
	.loc	0 30 26
	ds_read_b32 v7, v6
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v5, v5, v7
	ds_write_b32 v6, v5
	s_branch .LBB0_5
.LBB0_8:
	.loc	0 0 26
	s_mov_b32 s7, 0
	.loc	0 36 16
	v_cmp_eq_u32_e64 s[2:3], 0, v0
	.loc	0 35 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 36 9
	s_and_saveexec_b64 s[4:5], s[2:3]
	s_cbranch_execz .LBB0_10
	.loc	0 0 9
	v_mov_b32_e32 v7, 0
	.loc	0 37 28
	ds_read_b32 v8, v7 offset:1020
	s_lshl_b64 s[2:3], s[6:7], 2
	v_mov_b32_e32 v6, s3
	s_mov_b32 s15, 0x100f000
	s_mov_b32 s14, s7
	v_mov_b32_e32 v5, s2
	.loc	0 37 26
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v8, v[5:6], s[12:15], 0 addr64
	.loc	0 38 29
	ds_write_b32 v7, v7 offset:1020
.LBB0_10:
	.loc	0 0 29
	s_or_b64 exec, exec, s[4:5]
	s_mov_b32 s7, 1
	s_movk_i32 s6, 0x100
	s_branch .LBB0_12
.LBB0_11:
	s_or_b64 exec, exec, s[4:5]
	.loc	0 42 52
	s_lshl_b32 s2, s7, 1
	.loc	0 42 33
	s_cmpk_gt_u32 s7, 0x7f
	s_mov_b32 s7, s2
	s_cbranch_scc1 .LBB0_14
.LBB0_12:
	.loc	0 43 18
	s_lshr_b32 s6, s6, 1
	.loc	0 45 20
	v_cmp_gt_u32_e64 s[2:3], s7, v0
	.loc	0 44 9
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	.loc	0 45 13
	s_and_saveexec_b64 s[4:5], s[2:3]
	s_cbranch_execz .LBB0_11
	.loc	0 46 52
	v_mad_u32_u24 v5, s6, v4, -1
	.loc	0 47 53
	v_add_i32_e64 v6, s[2:3], s6, v5
	.loc	0 48 28
	v_lshlrev_b32_e32 v6, 2, v6
	.loc	0 49 37
	v_lshlrev_b32_e32 v5, 2, v5
	.loc	0 48 28
	ds_read_b32 v7, v6
	.loc	0 49 37
	ds_read_b32 v8, v5
	.loc	0 49 35
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v8, v7, v8
	.loc	0 49 26
	ds_write_b32 v6, v8
	.loc	0 50 25
	ds_write_b32 v5, v7
	s_branch .LBB0_11
.LBB0_14:
	.loc	0 54 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 55 9
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execnz .LBB0_17
	.loc	0 0 9
	s_or_b64 exec, exec, s[2:3]
	.loc	0 57 9
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execnz .LBB0_18
.LBB0_16:
	.loc	0 59 1
	s_endpgm
.LBB0_17:
	.loc	0 56 25
	ds_read_b32 v0, v3
	v_lshl_b64 v[4:5], v[1:2], 2
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	.loc	0 56 23
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v0, v[4:5], s[8:11], 0 addr64
	s_or_b64 exec, exec, s[2:3]
	.loc	0 57 9
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_16
.LBB0_18:
	.loc	0 58 29
	ds_read_b32 v3, v3 offset:4
	s_waitcnt expcnt(0)
	v_lshl_b64 v[0:1], v[1:2], 2
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	.loc	0 58 27
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v3, v[0:1], s[8:11], 0 addr64 offset:4
	.loc	0 59 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel scan_block
		.amdhsa_group_segment_fixed_size 1024
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
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 9
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
	.size	scan_block, .Lfunc_end0-scan_block
	.text
	.protected	scan_add
	.globl	scan_add
	.p2align	8
	.type	scan_add,@function
scan_add:
	.loc	0 64 28
	s_load_dwordx4 s[0:3], s[4:5], 0x0
	s_mov_b32 s7, 0
	.loc	0 66 21
	v_cmp_eq_u32_e32 vcc, 0, v0
	.loc	0 70 26
	s_mov_b32 m0, -1
	.loc	0 66 9
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB1_2
	.loc	0 0 9
	s_lshl_b64 s[10:11], s[6:7], 2
	s_waitcnt lgkmcnt(0)
	s_add_u32 s2, s2, s10
	s_addc_u32 s3, s3, s11
	.loc	0 67 15
	s_load_dword s2, s[2:3], 0x0
	v_mov_b32_e32 v1, 0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s2
	.loc	0 67 13
	ds_write_b32 v1, v2
.LBB1_2:
	.loc	0 0 13
	s_or_b64 exec, exec, s[8:9]
	.loc	0 64 28
	s_load_dword s7, s[4:5], 0x4
	.loc	0 64 26
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s2, s6, 8
	.loc	0 64 43
	v_lshlrev_b32_e32 v0, 1, v0
	.loc	0 64 39
	v_add_i32_e32 v0, vcc, s2, v0
	.loc	0 69 15
	v_cmp_gt_i32_e32 vcc, s7, v0
	v_ashrrev_i32_e32 v1, 31, v0
	.loc	0 68 5
	s_barrier
	.loc	0 69 9
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB1_4
	.loc	0 0 9
	v_lshl_b64 v[2:3], v[0:1], 2
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 70 23
	buffer_load_dword v4, v[2:3], s[0:3], 0 addr64
	v_mov_b32_e32 v5, 0
	.loc	0 70 26
	ds_read_b32 v5, v5
	.loc	0 70 23
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v4, v5, v4
	buffer_store_dword v4, v[2:3], s[0:3], 0 addr64
.LBB1_4:
	.loc	0 0 23
	s_or_b64 exec, exec, s[4:5]
	.loc	0 71 15
	v_or_b32_e32 v2, 1, v0
	.loc	0 71 19
	v_cmp_gt_i32_e32 vcc, s7, v2
	.loc	0 71 9
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB1_6
	.loc	0 0 9
	v_lshl_b64 v[0:1], v[0:1], 2
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	.loc	0 72 27
	buffer_load_dword v2, v[0:1], s[0:3], 0 addr64 offset:4
	v_mov_b32_e32 v3, 0
	.loc	0 72 30
	ds_read_b32 v3, v3
	.loc	0 72 27
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64 offset:4
.LBB1_6:
	.loc	0 73 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel scan_add
		.amdhsa_group_segment_fixed_size 4
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 20
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
		.amdhsa_next_free_vgpr 6
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
.Lfunc_end1:
	.size	scan_add, .Lfunc_end1-scan_add
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
    .group_segment_fixed_size: 1024
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 512
    .name:           scan_block
    .private_segment_fixed_size: 0
    .sgpr_count:     22
    .sgpr_spill_count: 0
    .symbol:         scan_block.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     9
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
    .group_segment_fixed_size: 4
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 512
    .name:           scan_add
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         scan_add.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     6
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
