#define PADDING(i) ((i) / BANKS)
#define ELEMENT(i) block[(i) + PADDING(i)]

// The padding is an offset of its own, and the elements are kept in registers.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  int t = get_local_id(0), L = get_local_size(0);
  T first = in[t], second = in[t + L];
  ELEMENT(t) = first;
  ELEMENT(t + L) = second;
  barrier(CLK_LOCAL_MEM_FENCE);
  int s = 1;
  for (; s <= L; s <<= 1) {
    if (t < L / s) ELEMENT(s * (2 * t + 2) - 1) += ELEMENT(s * (2 * t + 1) - 1);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == L - 1) ELEMENT(2 * L - 1) = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (s > 1) {
    s >>= 1;
    if (t < L / s) {
      int left = s * (2 * t + 1) - 1, right = s * (2 * t + 2) - 1;
      T sum = ELEMENT(left) + ELEMENT(right);
      ELEMENT(left) = ELEMENT(right);
      ELEMENT(right) = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = first + ELEMENT(t);
  out[t + L] = second + ELEMENT(t + L);
}
