// The naive scan in local memory: n log n additions.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  T low = in[t], high = in[t + L];
  for (uint s = 1; s < 2 * L; s *= 2) {
    block[t] = low;
    block[t + L] = high;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t >= s) low += block[t - s];
    if (t + L >= s) high += block[t + L - s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = low;
  out[t + L] = high;
}
