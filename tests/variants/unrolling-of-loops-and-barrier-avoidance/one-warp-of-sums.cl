#pragma OPENCL EXTENSION cl_khr_subgroups : enable
// 32 sums with one barrier, whatever the size, then the warp.
kernel void reduce_unrolled(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), i = 2 * GROUP_SIZE * get_group_id(0) + t;
  block[t] = (i < n ? in[i] : 0) + (i + GROUP_SIZE < n ? in[i + GROUP_SIZE] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t >= 32) return;
  T sum = block[t] + block[t + 32];
#if GROUP_SIZE >= 128
  sum += block[t + 64] + block[t + 96];
#endif
#if GROUP_SIZE >= 256
  sum += block[t + 128] + block[t + 160] + block[t + 192] + block[t + 224];
#endif
  sum = sub_group_reduce_add(sum);
  if (t == 0) out[get_group_id(0)] = sum;
}
