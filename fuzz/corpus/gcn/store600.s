	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx600"
	.type k,@function
k:
	.file	0 "a.cu"
	.loc	0 3 1
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_mov_b32 s11, 0x100f000
	s_mov_b32 s10, 0
	v_lshlrev_b32_e32 v1, 2, v0
	v_mov_b32_e32 v2, 0
	s_waitcnt lgkmcnt(0)
	buffer_load_dword v3, v[1:2], s[8:11], 0 addr64
	s_waitcnt vmcnt(0)
	v_add_i32_e32 v3, vcc, v3, v0
	v_mac_f32_e32 v3, 1.0, v0
	buffer_store_dword v3, v[1:2], s[8:11], 0 addr64
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
