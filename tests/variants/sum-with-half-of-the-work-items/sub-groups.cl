#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void sum(global const int* in, global int* out, local int* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0);
  int mine = sub_group_reduce_add((t < n ? in[t] : 0) + (t + L < n ? in[t + L] : 0));
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t > 0) return;
  for (uint w = 1; w < get_num_sub_groups(); ++w) mine += block[w];
  out[0] = mine;
}
