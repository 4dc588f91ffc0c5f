// Four sums in each step: half as many barriers.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  T sum = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  block[t] = sum;
  uint s = L;
  while (s > 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint q = s % 4 == 0 ? s / 4 : s / 2;
    if (t < q) {
      sum = block[t] + block[t + q];
      if (s == 4 * q) sum += block[t + 2 * q] + block[t + 3 * q];
      block[t] = sum;
    }
    s = q;
  }
  if (t == 0) out[get_group_id(0)] = sum;
}
