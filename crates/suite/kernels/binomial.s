	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.amdhsa_code_object_version 5
	.protected	binomial_price
	.globl	binomial_price
	.p2align	8
	.type	binomial_price,@function
binomial_price:
	.file	0 "binomial.cu"
	.loc	0 19 16
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dword s12, s[4:5], 0x4
	.loc	0 22 18
	s_mov_b32 s7, 0
	s_lshl_b64 s[4:5], s[6:7], 2
	.loc	0 23 48
	v_mov_b32_e32 v1, 0x41f00000
	.loc	0 22 18
	s_waitcnt lgkmcnt(0)
	s_add_u32 s0, s8, s4
	s_addc_u32 s1, s9, s5
	s_load_dword s0, s[0:1], 0x0
	.loc	0 27 33
	v_cvt_f32_i32_e32 v2, s12
	s_mov_b32 s2, 0x6f800000
	.loc	0 25 49
	v_mov_b32_e32 v5, 0x41200000
	s_mov_b32 s1, 0x3fb8aa3b
	.loc	0 23 32
	s_waitcnt lgkmcnt(0)
	v_sub_f32_e64 v3, 1.0, s0
	.loc	0 23 48
	v_mul_f32_e32 v1, s0, v1
	.loc	0 23 40
	v_madmk_f32 v6, v3, 0x40a00000, v1
	.loc	0 27 24
	v_mov_b32_e32 v1, 0x2f800000
	v_cmp_gt_f32_e64 vcc, |v2|, s2
	v_cndmask_b32_e32 v4, 1.0, v1, vcc
	v_mul_f32_e32 v2, v2, v4
	v_rcp_f32_e32 v2, v2
	.loc	0 25 49
	v_mul_f32_e32 v5, s0, v5
	.loc	0 25 41
	v_madmk_f32 v5, v3, 0x3e800000, v5
	s_mov_b32 s3, 0x32a5705f
	.loc	0 27 24
	v_mul_f32_e32 v2, v5, v2
	v_mul_f32_e32 v2, v4, v2
	.loc	0 28 33
	v_sqrt_f32_e32 v4, v2
	.loc	0 29 30
	v_mul_f32_e32 v2, 0x3ca3d70a, v2
	.loc	0 29 20
	v_mul_f32_e32 v5, 0x3fb8aa3b, v2
	v_fma_f32 v7, v2, s1, -v5
	v_rndne_f32_e32 v5, v5
	v_fma_f32 v7, v2, s3, v7
	v_mad_f32 v8, v2, s1, -v5
	v_add_f32_e32 v7, v8, v7
	v_exp_f32_e32 v7, v7
	v_cvt_i32_f32_e32 v5, v5
	.loc	0 28 31
	v_mul_f32_e32 v9, 0x3e99999a, v4
	.loc	0 24 41
	v_mov_b32_e32 v8, 0x42c80000
	.loc	0 30 16
	v_mul_f32_e32 v4, 0x3fb8aa3b, v9
	.loc	0 24 41
	v_mad_f32 v8, s0, v8, v3
	.loc	0 29 20
	v_ldexp_f32_e32 v3, v7, v5
	.loc	0 30 16
	v_fma_f32 v5, v9, s1, -v4
	v_rndne_f32_e32 v4, v4
	v_fma_f32 v5, v9, s3, v5
	v_mad_f32 v7, v9, s1, -v4
	v_add_f32_e32 v5, v7, v5
	v_exp_f32_e32 v5, v5
	v_cvt_i32_f32_e32 v4, v4
	s_mov_b32 s6, 0xc2ce8ed0
	.loc	0 29 20
	v_cmp_ngt_f32_e32 vcc, s6, v2
	s_mov_b32 s7, 0x42b17218
	v_cndmask_b32_e32 v3, 0, v3, vcc
	v_mov_b32_e32 v7, 0x7f800000
	v_cmp_nlt_f32_e32 vcc, s7, v2
	v_cndmask_b32_e32 v3, v7, v3, vcc
	.loc	0 30 16
	v_ldexp_f32_e32 v2, v5, v4
	v_cmp_ngt_f32_e32 vcc, s6, v9
	.loc	0 37 51
	v_lshlrev_b32_e32 v4, 1, v0
	.loc	0 30 16
	v_cndmask_b32_e32 v2, 0, v2, vcc
	.loc	0 37 58
	v_subrev_i32_e32 v4, vcc, s12, v4
	.loc	0 37 48
	v_cvt_f32_i32_e32 v5, v4
	.loc	0 30 16
	v_cmp_nlt_f32_e32 vcc, s7, v9
	v_cndmask_b32_e32 v2, v7, v2, vcc
	.loc	0 31 23
	v_rcp_f32_e32 v4, v2
	.loc	0 37 39
	v_mul_f32_e32 v9, v9, v5
	.loc	0 37 27
	v_mul_f32_e32 v5, 0x3fb8aa3b, v9
	v_fma_f32 v10, v9, s1, -v5
	v_rndne_f32_e32 v5, v5
	v_fma_f32 v10, v9, s3, v10
	v_mad_f32 v11, v9, s1, -v5
	v_add_f32_e32 v10, v11, v10
	v_exp_f32_e32 v10, v10
	v_cvt_i32_f32_e32 v11, v5
	.loc	0 32 42
	v_sub_f32_e32 v5, v2, v4
	.loc	0 32 36
	v_cmp_gt_f32_e64 s[0:1], |v5|, s2
	.loc	0 33 30
	v_cmp_gt_f32_e64 vcc, |v3|, s2
	.loc	0 37 27
	v_ldexp_f32_e32 v2, v10, v11
	v_cmp_ngt_f32_e64 s[2:3], s6, v9
	v_cndmask_b32_e64 v2, 0, v2, s[2:3]
	v_cmp_nlt_f32_e64 s[2:3], s7, v9
	v_cndmask_b32_e64 v2, v7, v2, s[2:3]
	.loc	0 38 30
	v_mad_f32 v2, v6, v2, -v8
	.loc	0 38 18
	v_max_f32_e32 v6, 0, v2
	.loc	0 38 5
	v_lshlrev_b32_e32 v2, 2, v0
	.loc	0 38 16
	s_mov_b32 m0, -1
	.loc	0 41 33
	s_cmp_lt_i32 s12, 1
	.loc	0 38 16
	ds_write_b32 v2, v6 offset:1024
	.loc	0 39 5
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 41 5
	s_cbranch_scc1 .LBB0_7
	.loc	0 0 5
	v_cndmask_b32_e64 v6, 1.0, v1, s[0:1]
	v_mul_f32_e32 v5, v5, v6
	v_rcp_f32_e32 v5, v5
	v_cndmask_b32_e32 v7, 1.0, v1, vcc
	v_mul_f32_e32 v1, v3, v7
	v_rcp_f32_e32 v8, v1
	v_sub_f32_e32 v1, v3, v4
	v_mul_f32_e32 v3, v1, v5
	v_mul_f32_e32 v1, v6, v3
	v_mad_f32 v3, -v6, v3, 1.0
	v_mul_f32_e32 v1, v1, v8
	v_mul_f32_e32 v3, v3, v8
	v_mul_f32_e32 v1, v7, v1
	v_mul_f32_e32 v3, v7, v3
	v_add_i32_e32 v4, vcc, 0x400, v2
	.loc	0 41 10
	v_add_i32_e32 v5, vcc, 1, v0
	s_branch .LBB0_3
.LBB0_2:
	.loc	0 0 10
	s_or_b64 exec, exec, s[0:1]
	.loc	0 41 43
	s_add_i32 s0, s12, -2
	.loc	0 41 33
	s_cmp_lt_u32 s12, 3
	s_mov_b32 s12, s0
	.loc	0 47 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 41 5
	s_cbranch_scc1 .LBB0_7
.LBB0_3:
	.loc	0 42 18
	v_cmp_gt_i32_e32 vcc, s12, v0
	.loc	0 42 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_5
	.loc	0 43 37
	ds_read2_b32 v[6:7], v4 offset1:1
	.loc	0 43 66
	s_waitcnt lgkmcnt(0)
	v_mul_f32_e32 v6, v3, v6
	.loc	0 43 52
	v_mac_f32_e32 v6, v1, v7
	.loc	0 43 23
	ds_write_b32 v2, v6
.LBB0_5:
	.loc	0 0 23
	s_or_b64 exec, exec, s[0:1]
	.loc	0 45 18
	v_cmp_gt_i32_e32 vcc, s12, v5
	.loc	0 44 9
	s_waitcnt lgkmcnt(0)
	s_barrier
	.loc	0 45 13
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_2
	.loc	0 46 38
	ds_read2_b32 v[6:7], v2 offset1:1
	.loc	0 46 66
	s_waitcnt lgkmcnt(0)
	v_mul_f32_e32 v6, v3, v6
	.loc	0 46 52
	v_mac_f32_e32 v6, v1, v7
	.loc	0 46 24
	ds_write_b32 v4, v6
	s_branch .LBB0_2
.LBB0_7:
	.loc	0 49 14
	v_cmp_eq_u32_e32 vcc, 0, v0
	.loc	0 49 9
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_9
	.loc	0 0 9
	v_mov_b32_e32 v0, 0
	.loc	0 50 30
	ds_read_b32 v2, v0 offset:1024
	v_mov_b32_e32 v0, s4
	s_mov_b32 s3, 0x100f000
	s_mov_b32 s2, 0
	s_mov_b64 s[0:1], s[10:11]
	v_mov_b32_e32 v1, s5
	.loc	0 50 28
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v[0:1], s[0:3], 0 addr64
.LBB0_9:
	.loc	0 51 1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel binomial_price
		.amdhsa_group_segment_fixed_size 2048
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
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 13
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
	.size	binomial_price, .Lfunc_end0-binomial_price
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
    .group_segment_fixed_size: 2048
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 512
    .name:           binomial_price
    .private_segment_fixed_size: 0
    .sgpr_count:     15
    .sgpr_spill_count: 0
    .symbol:         binomial_price.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     12
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx600
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
