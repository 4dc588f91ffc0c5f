// The sums of the blocks first; then each group adds those before it and scans its block.
T total_of(T mine, local T* block) {
  uint t = get_local_id(0);
  block[t] = mine;
  for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  T total = block[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return total;
}

kernel void sum_of_block(global const T* in, global T* sums, local T* block, uint n) {
  uint i = 2 * get_global_id(0);
  T total = total_of((i < n ? in[i] : 0) + (i + 1 < n ? in[i + 1] : 0), block);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = total;
}

kernel void scan(global const T* in, global const T* sums, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * get_global_id(0);
  T before = 0;
  for (uint g = t; g < get_group_id(0); g += L) before += sums[g];
  before = total_of(before, block);
  T first = i < n ? in[i] : 0, pair = first + (i + 1 < n ? in[i + 1] : 0);
  block[t] = pair;
  for (uint s = 1; s < L; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((t & (2 * s - 1)) == 2 * s - 1) block[t] += block[t - s];
  }
  for (uint s = L / 4; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((t & (2 * s - 1)) == s - 1 && t > s) block[t] += block[t - s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t > 0) before += block[t - 1];
  if (i < n) out[i] = before + first;
  if (i + 1 < n) out[i + 1] = before + pair;
}
