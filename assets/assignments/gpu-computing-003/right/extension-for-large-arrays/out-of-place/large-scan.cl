// Blocks of L elements, and a third array: nothing is overwritten.
void scan(local T* block, uint m) {
  uint t = get_local_id(0), s = 1;
  for (; s < m; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1;
    if (right < m) block[right] += block[right - s];
  }
  for (s /= 4; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1 + s;
    if (right < m) block[right] += block[right - s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void scan_part(global const T* in, global T* parts, global T* sums, local T* block, uint n) {
  uint g = get_global_id(0), t = get_local_id(0), L = get_local_size(0);
  block[t] = g < n ? in[g] : 0;
  scan(block, L);
  if (g < n) parts[g] = block[t];
  if (t == L - 1) sums[get_group_id(0)] = block[t];
}

// One work-group; each work-item takes as many sums as necessary.
kernel void scan_sums(global T* sums, uint m, local T* block) {
  uint t = get_local_id(0), L = get_local_size(0), width = m / L;
  T sum = 0;
  for (uint i = width * t; i < width * (t + 1); ++i) sum += sums[i];
  block[t] = sum;
  scan(block, L);
  T before = t == 0 ? 0 : block[t - 1];
  for (uint i = width * t; i < width * (t + 1); ++i) sums[i] = before += sums[i];
}

kernel void add(global const T* parts, global const T* sums, global T* out, uint n) {
  uint g = get_global_id(0), group = get_group_id(0);
  if (g < n) out[g] = group == 0 ? parts[g] : parts[g] + sums[group - 1];
}
