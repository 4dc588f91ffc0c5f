// The steps are written out for up to 64 work-items.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  T sum = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  block[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
#define STEP(s)                             \
  if (L >= 2 * s) {                         \
    if (t < s) block[t] += block[t + s];    \
    barrier(CLK_LOCAL_MEM_FENCE);           \
  }
  STEP(32)
  STEP(16)
  STEP(8)
  STEP(4)
  STEP(2)
  STEP(1)
  if (t == 0) out[get_group_id(0)] = block[0];
}
