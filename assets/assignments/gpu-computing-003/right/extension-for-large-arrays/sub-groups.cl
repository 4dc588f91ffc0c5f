// The same launches, with sub-groups in the blocks.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void scan_block(global const T* in, global T* out, global T* sums, local T* block, uint n) {
  uint w = get_sub_group_id(), i = 2 * get_global_id(0);
  T first = i < n ? in[i] : 0, pair = first + (i + 1 < n ? in[i + 1] : 0);
  T before = sub_group_scan_exclusive_add(pair);
  if (get_sub_group_local_id() == get_sub_group_size() - 1) block[w] = before + pair;
  barrier(CLK_LOCAL_MEM_FENCE);
  T all = 0;
  for (uint g = 0; g < get_num_sub_groups(); ++g) {
    if (g == w) before += all;
    all += block[g];
  }
  if (get_local_id(0) == 0) sums[get_group_id(0)] = all;
  if (i < n) out[i] = before + first;
  if (i + 1 < n) out[i + 1] = before + pair;
}

kernel void add_offsets(global T* out, global const T* offsets, uint n) {
  uint block = 2 * get_local_size(0);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    if (i >= block) out[i] += offsets[i / block - 1];
}
