#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
#define JOINED(a, b) a##b
#define VECTOR(t) JOINED(t, 4)
// Vectors, then a tree of shuffles.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  VECTOR(T) sums = 0;
  uint g = get_global_id(0), all = get_global_size(0);
  for (uint i = g; i < n / 4; i += all) sums += vload4(i, in);
  T sum = (sums.x + sums.y) + (sums.z + sums.w);
  for (uint i = n / 4 * 4 + g; i < n; i += all) sum += in[i];
  for (uint s = get_sub_group_size() / 2; s > 0; s /= 2) sum += sub_group_shuffle_down(sum, s);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) > 0) return;
  for (uint w = 1; w < get_num_sub_groups(); ++w) sum += block[w];
  out[get_group_id(0)] = sum;
}
