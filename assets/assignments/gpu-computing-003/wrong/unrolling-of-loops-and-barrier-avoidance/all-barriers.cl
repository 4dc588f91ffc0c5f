// No loop, but still a barrier of the work-group in each step.
#define STEP(s)                        \
  if (t < s) block[t] += block[t + s]; \
  barrier(CLK_LOCAL_MEM_FENCE);

kernel void reduce_unrolled(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), i = 2 * GROUP_SIZE * get_group_id(0) + t;
  block[t] = (i < n ? in[i] : 0) + (i + GROUP_SIZE < n ? in[i + GROUP_SIZE] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
#if GROUP_SIZE >= 256
  STEP(128)
#endif
#if GROUP_SIZE >= 128
  STEP(64)
#endif
  STEP(32)
  STEP(16)
  STEP(8)
  STEP(4)
  STEP(2)
  STEP(1)
  if (t == 0) out[get_group_id(0)] = block[0];
}
