#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// The unrolled kernel once more: nothing that the task before has not asked for.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0);
  uint i = 2 * L * get_group_id(0) + t;
  T sum = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  block[t] = sum;
  for (uint s = L / 2; s > 32; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] = sum += block[t + s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t >= 32) return;
  sum += block[t + 32];
#define STEP(s)                          \
  block[t] = sum;                        \
  sub_group_barrier(CLK_LOCAL_MEM_FENCE); \
  if (t < s) sum += block[t + s];        \
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  STEP(16)
  STEP(8)
  STEP(4)
  STEP(2)
  STEP(1)
  if (t == 0) out[get_group_id(0)] = sum;
}
