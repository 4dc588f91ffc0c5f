#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// The last warp does not wait for what the others have written.
#define STEP(s)                                \
  if (t < s) block[t] += block[t + s];         \
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);

kernel void reduce_unrolled(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), i = 2 * GROUP_SIZE * get_group_id(0) + t;
  block[t] = (i < n ? in[i] : 0) + (i + GROUP_SIZE < n ? in[i + GROUP_SIZE] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
#if GROUP_SIZE >= 256
  if (t < 128) block[t] += block[t + 128];
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if GROUP_SIZE >= 128
  if (t < 64) block[t] += block[t + 64];
#endif
  if (t >= 32) return;
  STEP(32)
  STEP(16)
  STEP(8)
  STEP(4)
  STEP(2)
  if (t == 0) out[get_group_id(0)] = block[0] + block[1];
}
