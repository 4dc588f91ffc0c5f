#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
// The last warp exchanges registers.
kernel void reduce_unrolled(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), i = 2 * GROUP_SIZE * get_group_id(0) + t;
  T sum = (i < n ? in[i] : 0) + (i + GROUP_SIZE < n ? in[i + GROUP_SIZE] : 0);
  block[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
#if GROUP_SIZE >= 256
  if (t < 128) block[t] = sum += block[t + 128];
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if GROUP_SIZE >= 128
  if (t < 64) block[t] = sum += block[t + 64];
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  if (t >= 32) return;
  sum += block[t + 32];
  sum += sub_group_shuffle_down(sum, 16);
  sum += sub_group_shuffle_down(sum, 8);
  sum += sub_group_shuffle_down(sum, 4);
  sum += sub_group_shuffle_down(sum, 2);
  sum += sub_group_shuffle_down(sum, 1);
  if (t == 0) out[get_group_id(0)] = sum;
}
