#define JOINED(a, b) a##b
#define VECTOR(t, n) JOINED(t, n)

// Neighbours with one load and one store.
kernel void scan_block(global const T* in, global T* out, global T* sums, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * get_global_id(0);
  T first = i < n ? in[i] : 0, pair = first + (i + 1 < n ? in[i + 1] : 0);
  block[t] = pair;
  for (uint s = 1; s < L; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1;
    if (right < L) block[right] += block[right - s];
  }
  for (uint s = L / 4; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = 2 * s * (t + 1) - 1 + s;
    if (right < L) block[right] += block[right - s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  T before = t > 0 ? block[t - 1] : 0;
  if (t == 0) sums[get_group_id(0)] = block[L - 1];
  if (i + 1 < n)
    vstore2((VECTOR(T, 2))(before + first, before + pair), 0, out + i);
  else if (i < n)
    out[i] = before + first;
}

kernel void add_offsets(global T* out, global const T* offsets, uint n) {
  uint group = get_group_id(0), i = 2 * get_global_id(0);
  if (group == 0) return;
  T before = offsets[group - 1];
  if (i + 1 < n)
    vstore2(vload2(0, out + i) + (VECTOR(T, 2))(before), 0, out + i);
  else if (i < n)
    out[i] += before;
}
