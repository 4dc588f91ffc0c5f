#define LOG_BANKS (BANKS == 16 ? 4 : 5)
#define AT(i) ((i) + ((i) >> LOG_BANKS))
// Padding by a shift, and neighbouring elements in registers.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  T first = in[2 * t], pair = first + in[2 * t + 1];
  block[AT(t)] = pair;
  for (uint s = 1; s < L; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1;
    if (right < L) block[AT(right)] += block[AT(right - s)];
  }
  if (t == 0) block[AT(L - 1)] = 0;
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1;
    if (right < L) {
      T left = block[AT(right - s)];
      block[AT(right - s)] = block[AT(right)];
      block[AT(right)] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  T before = block[AT(t)];
  out[2 * t] = before + first;
  out[2 * t + 1] = before + pair;
}
