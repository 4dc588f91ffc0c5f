// Written out for up to 1024 work-items.
kernel void sum(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  block[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
#define STEP(s)                          \
  if (L >= 2 * s) {                      \
    if (t < s) block[t] += block[t + s]; \
    barrier(CLK_LOCAL_MEM_FENCE);        \
  }
  STEP(512)
  STEP(256)
  STEP(128)
  STEP(64)
  STEP(32)
  STEP(16)
  STEP(8)
  STEP(4)
  STEP(2)
  STEP(1)
  if (t == 0) *out = *block;
}
