#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// An element goes through local memory for show. The sums of sub-groups come by a broadcast.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  block[t] = i < n ? in[i] : 0;
  T sum = block[t] + (i + L < n ? in[i + L] : 0), all = 0;
  sum = sub_group_reduce_add(sum);
  for (uint g = 0; g < L; g += get_max_sub_group_size()) all += work_group_broadcast(sum, g);
  if (t == 0) out[get_group_id(0)] = all;
}
