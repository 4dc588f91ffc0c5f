#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// Pairs of elements; their sums are scanned by the sub-groups, those of the sub-groups by one work-item.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), w = get_sub_group_id();
  T first = in[2 * t], pair = first + in[2 * t + 1];
  T before = sub_group_scan_exclusive_add(pair);
  if (get_sub_group_local_id() == get_sub_group_size() - 1) block[w] = before + pair;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    for (uint g = 1; g < get_num_sub_groups(); ++g) block[g] += block[g - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (w > 0) before += block[w - 1];
  out[2 * t] = before + first;
  out[2 * t + 1] = before + pair;
}
