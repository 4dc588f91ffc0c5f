// No last group: each one adds its sum to the total, by comparing and exchanging its bits.
kernel void sum(global const float* in, global uint* total, local float* block) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  block[t] = in[i] + in[i + L];
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t > 0) return;
  uint now = atomic_or(total, 0u), seen;
  do {
    seen = now;
    now = atomic_cmpxchg(total, seen, as_uint(as_float(seen) + block[0]));
  } while (now != seen);
}
