	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	matmul_multiply
	.globl	matmul_multiply
	.p2align	8
	.type	matmul_multiply,@function
matmul_multiply:
	.file	0 "matmul.cu"
	.loc	0 26 31
	s_load_dword s0, s[4:5], 0xb
	.loc	0 26 18
	s_load_dwordx8 s[8:15], s[4:5], 0x0
	.loc	0 26 31
	s_waitcnt lgkmcnt(0)
	s_lshr_b32 s1, s0, 16
	s_and_b32 s0, s0, 0xffff
	.loc	0 26 29
	s_mul_i32 s6, s6, s0
	.loc	0 27 29
	s_mul_i32 s7, s7, s1
	.loc	0 26 42
	v_add_i32_e32 v20, vcc, s6, v0
	.loc	0 27 42
	v_add_i32_e32 v0, vcc, s7, v1
	.loc	0 28 53
	s_lshr_b32 s4, s15, 2
	v_lshlrev_b32_e32 v21, 2, v0
	.loc	0 32 28
	s_cmp_gt_u32 s14, 3
	v_or_b32_e32 v23, 1, v21
	v_or_b32_e32 v24, 2, v21
	v_or_b32_e32 v25, 3, v21
	.loc	0 32 5
	s_cbranch_scc0 .LBB0_4
	.loc	0 28 30
	s_lshr_b32 s5, s14, 2
	.loc	0 32 5
	v_add_i32_e32 v0, vcc, 2, v21
	v_mul_lo_u32 v28, s5, v0
	v_add_i32_e32 v0, vcc, 3, v21
	v_mul_lo_u32 v30, v21, s5
	v_mul_lo_u32 v29, s5, v0
	.loc	0 26 18
	s_mov_b32 s0, s10
	s_mov_b32 s10, 0
	s_mov_b32 s1, s11
	.loc	0 32 5
	s_lshl_b32 s6, s4, 2
	s_lshl_b32 s7, s4, 1
	s_mul_i32 s14, s4, 3
	s_mov_b32 s11, 0x100f000
	v_mov_b32_e32 v12, 0
	v_mov_b32_e32 v13, 0
	v_mov_b32_e32 v14, 0
	v_mov_b32_e32 v15, 0
	v_mov_b32_e32 v8, 0
	v_mov_b32_e32 v9, 0
	v_mov_b32_e32 v10, 0
	v_mov_b32_e32 v11, 0
	v_mov_b32_e32 v4, 0
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v6, 0
	v_mov_b32_e32 v7, 0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 0
	v_mov_b32_e32 v3, 0
	s_mov_b32 s15, s10
	v_or_b32_e32 v27, 1, v21
	v_or_b32_e32 v26, 2, v21
	v_or_b32_e32 v22, 3, v21
	v_add_i32_e32 v31, vcc, s5, v30
	.loc	0 0 0
	v_mov_b32_e32 v17, 0
	v_mov_b32_e32 v18, v20
.LBB0_2:
	.loc	0 35 49
	v_add_i32_e32 v16, vcc, s15, v30
	.loc	0 35 25
	v_lshl_b64 v[32:33], v[16:17], 4
	v_add_i32_e32 v16, vcc, s15, v31
	v_lshl_b64 v[36:37], v[16:17], 4
	v_add_i32_e32 v16, vcc, s15, v28
	v_lshl_b64 v[40:41], v[16:17], 4
	v_add_i32_e32 v16, vcc, s15, v29
	.loc	0 37 25
	v_mov_b32_e32 v19, v17
	.loc	0 35 25
	v_lshl_b64 v[44:45], v[16:17], 4
	.loc	0 37 25
	v_add_i32_e32 v16, vcc, s4, v18
	v_lshl_b64 v[52:53], v[18:19], 4
	.loc	0 35 23
	buffer_load_dwordx4 v[32:35], v[32:33], s[8:11], 0 addr64
	buffer_load_dwordx4 v[36:39], v[36:37], s[8:11], 0 addr64
	.loc	0 37 25
	v_lshl_b64 v[48:49], v[16:17], 4
	s_mov_b64 s[2:3], s[10:11]
	.loc	0 35 23
	buffer_load_dwordx4 v[40:43], v[40:41], s[8:11], 0 addr64
	buffer_load_dwordx4 v[44:47], v[44:45], s[8:11], 0 addr64
	.loc	0 37 23
	buffer_load_dwordx4 v[48:51], v[48:49], s[0:3], 0 addr64
	buffer_load_dwordx4 v[52:55], v[52:53], s[0:3], 0 addr64
	.loc	0 37 25
	v_add_i32_e32 v16, vcc, s7, v18
	.loc	0 32 40
	s_add_i32 s15, s15, 1
	.loc	0 32 28
	s_cmp_eq_u32 s5, s15
	.loc	0 16 48
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v19, v33, v48
	.loc	0 17 48
	v_mul_f32_e32 v56, v33, v49
	.loc	0 18 48
	v_mul_f32_e32 v57, v33, v50
	.loc	0 19 48
	v_mul_f32_e32 v58, v33, v51
	.loc	0 16 48
	v_mul_f32_e32 v59, v37, v48
	.loc	0 17 48
	v_mul_f32_e32 v60, v37, v49
	.loc	0 18 48
	v_mul_f32_e32 v61, v37, v50
	.loc	0 19 48
	v_mul_f32_e32 v62, v37, v51
	.loc	0 16 36
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v19, v32, v52
	.loc	0 17 36
	v_mac_f32_e32 v56, v32, v53
	.loc	0 18 36
	v_mac_f32_e32 v57, v32, v54
	.loc	0 19 36
	v_mac_f32_e32 v58, v32, v55
	.loc	0 37 25
	v_lshl_b64 v[32:33], v[16:17], 4
	v_add_i32_e32 v16, vcc, s14, v18
	.loc	0 16 48
	v_mul_f32_e32 v63, v41, v48
	.loc	0 17 48
	v_mul_f32_e32 v64, v41, v49
	.loc	0 18 48
	v_mul_f32_e32 v65, v41, v50
	.loc	0 19 48
	v_mul_f32_e32 v41, v41, v51
	.loc	0 16 48
	v_mul_f32_e32 v66, v45, v48
	.loc	0 17 48
	v_mul_f32_e32 v67, v45, v49
	.loc	0 18 48
	v_mul_f32_e32 v68, v45, v50
	.loc	0 19 48
	v_mul_f32_e32 v45, v45, v51
	.loc	0 16 36
	v_mac_f32_e32 v59, v36, v52
	.loc	0 17 36
	v_mac_f32_e32 v60, v36, v53
	.loc	0 18 36
	v_mac_f32_e32 v61, v36, v54
	.loc	0 19 36
	v_mac_f32_e32 v62, v36, v55
	.loc	0 37 25
	v_lshl_b64 v[36:37], v[16:17], 4
	.loc	0 16 36
	v_mac_f32_e32 v63, v40, v52
	.loc	0 17 36
	v_mac_f32_e32 v64, v40, v53
	.loc	0 18 36
	v_mac_f32_e32 v65, v40, v54
	.loc	0 19 36
	v_mac_f32_e32 v41, v40, v55
	.loc	0 16 36
	v_mac_f32_e32 v66, v44, v52
	.loc	0 17 36
	v_mac_f32_e32 v67, v44, v53
	.loc	0 18 36
	v_mac_f32_e32 v68, v44, v54
	.loc	0 19 36
	v_mac_f32_e32 v45, v44, v55
	.loc	0 37 23
	buffer_load_dwordx4 v[48:51], v[32:33], s[0:3], 0 addr64
	buffer_load_dwordx4 v[52:55], v[36:37], s[0:3], 0 addr64
	.loc	0 32 28
	v_add_i32_e32 v18, vcc, s6, v18
	.loc	0 16 60
	s_waitcnt vmcnt(1)
	v_mac_f32_e32 v19, v34, v48
	.loc	0 17 60
	v_mac_f32_e32 v56, v34, v49
	.loc	0 18 60
	v_mac_f32_e32 v57, v34, v50
	.loc	0 19 60
	v_mac_f32_e32 v58, v34, v51
	.loc	0 16 60
	v_mac_f32_e32 v59, v38, v48
	.loc	0 17 60
	v_mac_f32_e32 v60, v38, v49
	.loc	0 18 60
	v_mac_f32_e32 v61, v38, v50
	.loc	0 19 60
	v_mac_f32_e32 v62, v38, v51
	.loc	0 16 60
	v_mac_f32_e32 v63, v42, v48
	.loc	0 17 60
	v_mac_f32_e32 v64, v42, v49
	.loc	0 18 60
	v_mac_f32_e32 v65, v42, v50
	.loc	0 19 60
	v_mac_f32_e32 v41, v42, v51
	.loc	0 16 60
	v_mac_f32_e32 v66, v46, v48
	.loc	0 17 60
	v_mac_f32_e32 v67, v46, v49
	.loc	0 18 60
	v_mac_f32_e32 v68, v46, v50
	.loc	0 19 60
	v_mac_f32_e32 v45, v46, v51
	.loc	0 16 84
	s_waitcnt vmcnt(0)
	v_mac_f32_e32 v19, v35, v52
	.loc	0 17 84
	v_mac_f32_e32 v56, v35, v53
	.loc	0 18 84
	v_mac_f32_e32 v57, v35, v54
	.loc	0 19 84
	v_mac_f32_e32 v58, v35, v55
	.loc	0 16 84
	v_mac_f32_e32 v59, v39, v52
	.loc	0 17 84
	v_mac_f32_e32 v60, v39, v53
	.loc	0 18 84
	v_mac_f32_e32 v61, v39, v54
	.loc	0 19 84
	v_mac_f32_e32 v62, v39, v55
	.loc	0 16 84
	v_mac_f32_e32 v63, v43, v52
	.loc	0 17 84
	v_mac_f32_e32 v64, v43, v53
	.loc	0 18 84
	v_mac_f32_e32 v65, v43, v54
	.loc	0 19 84
	v_mac_f32_e32 v41, v43, v55
	.loc	0 16 84
	v_mac_f32_e32 v66, v47, v52
	.loc	0 17 84
	v_mac_f32_e32 v67, v47, v53
	.loc	0 18 84
	v_mac_f32_e32 v68, v47, v54
	.loc	0 19 84
	v_mac_f32_e32 v45, v47, v55
	.loc	0 16 11
	v_add_f32_e32 v12, v12, v19
	.loc	0 17 11
	v_add_f32_e32 v13, v13, v56
	.loc	0 18 11
	v_add_f32_e32 v14, v14, v57
	.loc	0 19 11
	v_add_f32_e32 v15, v15, v58
	.loc	0 16 11
	v_add_f32_e32 v8, v8, v59
	.loc	0 17 11
	v_add_f32_e32 v9, v9, v60
	.loc	0 18 11
	v_add_f32_e32 v10, v10, v61
	.loc	0 19 11
	v_add_f32_e32 v11, v11, v62
	.loc	0 16 11
	v_add_f32_e32 v4, v4, v63
	.loc	0 17 11
	v_add_f32_e32 v5, v5, v64
	.loc	0 18 11
	v_add_f32_e32 v6, v6, v65
	.loc	0 19 11
	v_add_f32_e32 v7, v7, v41
	.loc	0 16 11
	v_add_f32_e32 v0, v0, v66
	.loc	0 17 11
	v_add_f32_e32 v1, v1, v67
	.loc	0 18 11
	v_add_f32_e32 v2, v2, v68
	.loc	0 19 11
	v_add_f32_e32 v3, v3, v45
	.loc	0 32 5
	s_cbranch_scc0 .LBB0_2
	s_branch .LBB0_6
.LBB0_4:
	s_cbranch_execz .LBB0_6
	.loc	0 0 0
	v_mov_b32_e32 v12, 0
	v_mov_b32_e32 v22, v25
	v_mov_b32_e32 v26, v24
	v_mov_b32_e32 v27, v23
	v_mov_b32_e32 v13, 0
	v_mov_b32_e32 v14, 0
	v_mov_b32_e32 v15, 0
	v_mov_b32_e32 v8, 0
	v_mov_b32_e32 v9, 0
	v_mov_b32_e32 v10, 0
	v_mov_b32_e32 v11, 0
	v_mov_b32_e32 v4, 0
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v6, 0
	v_mov_b32_e32 v7, 0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 0
	v_mov_b32_e32 v3, 0
.LBB0_6:
	.loc	0 42 23
	v_mul_lo_u32 v16, v21, s4
	.loc	0 42 9
	v_mov_b32_e32 v17, 0
	s_mov_b32 s14, 0
	s_mov_b32 s15, 0x100f000
	.loc	0 42 33
	v_add_i32_e32 v16, vcc, v16, v20
	.loc	0 42 9
	v_lshl_b64 v[18:19], v[16:17], 4
	.loc	0 42 23
	v_mul_lo_u32 v16, v27, s4
	.loc	0 42 38
	buffer_store_dwordx4 v[12:15], v[18:19], s[12:15], 0 addr64
	.loc	0 42 23
	s_waitcnt expcnt(0)
	v_mul_lo_u32 v14, v26, s4
	.loc	0 42 33
	v_add_i32_e32 v16, vcc, v16, v20
	.loc	0 42 9
	v_lshl_b64 v[12:13], v[16:17], 4
	.loc	0 42 33
	v_add_i32_e32 v16, vcc, v14, v20
	.loc	0 42 38
	buffer_store_dwordx4 v[8:11], v[12:13], s[12:15], 0 addr64
	.loc	0 42 23
	s_waitcnt expcnt(0)
	v_mul_lo_u32 v10, v22, s4
	.loc	0 42 9
	v_lshl_b64 v[8:9], v[16:17], 4
	.loc	0 42 33
	v_add_i32_e32 v16, vcc, v10, v20
	.loc	0 42 9
	v_lshl_b64 v[10:11], v[16:17], 4
	.loc	0 42 38
	buffer_store_dwordx4 v[4:7], v[8:9], s[12:15], 0 addr64
	buffer_store_dwordx4 v[0:3], v[10:11], s[12:15], 0 addr64
	.loc	0 43 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel matmul_multiply
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
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 69
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
	.size	matmul_multiply, .Lfunc_end0-matmul_multiply
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
    .name:           matmul_multiply
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         matmul_multiply.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     69
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
