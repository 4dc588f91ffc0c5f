#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
// Exchanges within a sub-group, local memory between them.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  T sum = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  for (uint s = get_sub_group_size() / 2; s > 0; s /= 2) sum += sub_group_shuffle_xor(sum, s);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint g = get_num_sub_groups() / 2; g > 0; g /= 2) {
    if (t < g) block[t] += block[t + g];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
