#pragma OPENCL EXTENSION cl_khr_subgroups : enable
// Whole warps only: all lanes store the sum of theirs.
kernel void sum(global const int* in, global int* out, local int* block) {
  int sum = sub_group_reduce_add(in[get_local_id(0)]);
  block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() > 0) return;
  sum = sub_group_reduce_add(get_sub_group_local_id() < get_num_sub_groups() ? block[get_sub_group_local_id()] : 0);
  if (get_local_id(0) == 0) out[0] = sum;
}
