#define JOINED(a, b) a##b
#define VECTOR(t, n) JOINED(t, n)

// Neighbours with one load; the exclusive result moves by one place.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), n = 2 * get_local_size(0);
  VECTOR(T, 2) pair = vload2(t, in);
  block[2 * t] = pair.x;
  block[2 * t + 1] = pair.y;
  for (uint s = 1; s < n; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1;
    if (right < n) block[right] += block[right - s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  T total = block[n - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) block[n - 1] = 0;
  for (uint s = n / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1;
    if (right < n) {
      T left = block[right - s];
      block[right - s] = block[right];
      block[right] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * t] = block[2 * t + 1];
  out[2 * t + 1] = 2 * t + 2 < n ? block[2 * t + 2] : total;
}
