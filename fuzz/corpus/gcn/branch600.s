	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.type k,@function
k:
	v_cmp_gt_u32_e32 vcc, 17, v0
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .L1
	v_lshlrev_b32_e32 v1, 2, v0
	s_mov_b32 m0, -1
	ds_write_b32 v1, v0
	ds_add_rtn_u32 v2, v1, v0
.L1:
	s_or_b64 exec, exec, s[8:9]
	s_barrier
	s_mov_b32 s10, 3
.L2:
	s_add_i32 s10, s10, -1
	s_cmp_lg_u32 s10, 0
	s_cbranch_scc1 .L2
	s_endpgm
	.section .rodata,"a",@progbits
	.amdhsa_kernel k
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_float_denorm_mode_32 3
	.end_amdhsa_kernel
	.amdgpu_metadata
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           8
        .value_kind:     global_buffer
    .name:           k
	.end_amdgpu_metadata
