#define AT(i) ((i) + (i) / 16)

// With padding, and the elements kept in registers.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  int t = get_local_id(0), L = get_local_size(0);
  T first = in[t], second = in[t + L];
  block[AT(t)] = first;
  block[AT(t + L)] = second;
  barrier(CLK_LOCAL_MEM_FENCE);
  int s = 1;
  for (; s <= L; s <<= 1) {
    if (t < L / s) block[AT(s * (2 * t + 2) - 1)] += block[AT(s * (2 * t + 1) - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == L - 1) block[AT(2 * L - 1)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (s > 1) {
    s >>= 1;
    if (t < L / s) {
      int left = AT(s * (2 * t + 1) - 1), right = AT(s * (2 * t + 2) - 1);
      T sum = block[left] + block[right];
      block[left] = block[right];
      block[right] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = first + block[AT(t)];
  out[t + L] = second + block[AT(t + L)];
}
