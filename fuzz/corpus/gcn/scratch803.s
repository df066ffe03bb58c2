	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
	.type k,@function
k:
	v_mov_b32_e32 v1, 4
	buffer_store_dword v0, v1, s[0:3], 0 offen offset:4
	buffer_load_dword v2, off, s[0:3], 0 offset:8
	s_waitcnt vmcnt(0)
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, table@rel32@lo+4
	s_addc_u32 s9, s9, table@rel32@hi+12
	s_load_dwordx2 s[10:11], s[8:9], 0x0
	s_waitcnt lgkmcnt(0)
	ds_swizzle_b32 v3, v2 offset:32796
	s_endpgm
	.section .rodata,"a",@progbits
	.amdhsa_kernel k
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_private_segment_fixed_size 16
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
	.type table,@object
	.section .rodata,"a",@progbits
	.p2align 3
table:
	.long 1, 2
	.quad table+4
	.zero 16
	.size table, 32
