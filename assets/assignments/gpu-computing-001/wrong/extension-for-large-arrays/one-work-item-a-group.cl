// All load and store, one adds.
kernel void scan_block(global const T* in, global T* out, global T* sums, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), low = 2 * L * get_group_id(0) + t, high = low + L;
  block[t] = low < n ? in[low] : 0;
  block[t + L] = high < n ? in[high] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) {
    for (uint i = 1; i < 2 * L; ++i) block[i] += block[i - 1];
    sums[get_group_id(0)] = block[2 * L - 1];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (low < n) out[low] = block[t];
  if (high < n) out[high] = block[t + L];
}

kernel void add_offsets(global T* out, global const T* offsets, uint n) {
  uint group = get_group_id(0), L = get_local_size(0), i = 2 * L * group + get_local_id(0);
  if (group == 0) return;
  if (i < n) out[i] += offsets[group - 1];
  if (i + L < n) out[i + L] += offsets[group - 1];
}
