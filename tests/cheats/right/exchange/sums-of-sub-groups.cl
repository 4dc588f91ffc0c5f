kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), i = get_global_id(0);
  int mine = sub_group_reduce_add(i < n ? in[i] : 0);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() != 0) return;
  mine = sub_group_reduce_add(t < get_num_sub_groups() ? block[t] : 0);
  if (t == 0) out[get_group_id(0)] = mine;
}
