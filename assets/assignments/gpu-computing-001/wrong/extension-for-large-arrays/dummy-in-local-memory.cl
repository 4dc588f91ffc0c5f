// The function of the library scans; local memory is only written.
kernel void scan_block(global const T* in, global T* out, global T* sums, local T* block, uint n) {
  uint L = get_local_size(0), i = 2 * get_global_id(0);
  T first = i < n ? in[i] : 0, pair = first + (i + 1 < n ? in[i + 1] : 0);
  block[get_local_id(0)] = pair;
  T sum = work_group_scan_inclusive_add(pair), before = work_group_scan_exclusive_add(pair);
  if (get_local_id(0) == L - 1) sums[get_group_id(0)] = sum;
  if (i < n) out[i] = before + first;
  if (i + 1 < n) out[i + 1] = sum;
}

kernel void add_offsets(global T* out, global const T* offsets, uint n) {
  uint group = get_group_id(0), L = get_local_size(0), i = 2 * L * group + get_local_id(0);
  if (group == 0) return;
  if (i < n) out[i] += offsets[group - 1];
  if (i + L < n) out[i + L] += offsets[group - 1];
}
