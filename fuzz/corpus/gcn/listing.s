v_lshlrev_b32 v1, 2, v0
v_cmp_lt_f32 vcc, 0.5, v0
v_cndmask_b32 v2, 0, -1, vcc
v_readfirstlane_b32 s4, v2
s_cbranch_vccz end
v_exp_f32 v3, v1
end:
ds_write2_b32 v1, v2, v0 offset1:1
s_endpgm
