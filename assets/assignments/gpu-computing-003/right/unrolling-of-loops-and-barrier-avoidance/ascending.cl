#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// The steps inside each warp come first, without a condition; what follows the last lane does not count.
#define WARP_STEP(s)                                                       \
  sum += lane + s < 32 ? block[t + s] : 0;                                 \
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);                                  \
  block[t] = sum;                                                          \
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);

kernel void reduce_unrolled(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), lane = t % 32, i = 2 * GROUP_SIZE * get_group_id(0) + t;
  T sum = (i < n ? in[i] : 0) + (i + GROUP_SIZE < n ? in[i + GROUP_SIZE] : 0);
  block[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < GROUP_SIZE / 2) block[t] = sum += block[t + GROUP_SIZE / 2];
#if GROUP_SIZE >= 128
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < GROUP_SIZE / 4) block[t] = sum += block[t + GROUP_SIZE / 4];
#endif
#if GROUP_SIZE >= 256
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < GROUP_SIZE / 8) block[t] = sum += block[t + GROUP_SIZE / 8];
#endif
  if (t >= 32) return;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  WARP_STEP(16)
  WARP_STEP(8)
  WARP_STEP(4)
  WARP_STEP(2)
  if (t == 0) out[get_group_id(0)] = sum + block[1];
}
