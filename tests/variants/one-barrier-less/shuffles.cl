#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
kernel void sum(global const int* in, global int* out, local int* block) {
  int sum = in[get_global_id(0)];
  for (uint s = 1; s < get_sub_group_size(); s *= 2) sum += sub_group_shuffle_xor(sum, s);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) > 0) return;
  for (uint w = 1; w < get_num_sub_groups(); ++w) sum += block[w];
  out[get_group_id(0)] = sum;
}
