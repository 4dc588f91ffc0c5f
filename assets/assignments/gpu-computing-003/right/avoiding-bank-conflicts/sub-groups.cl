#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// Each work-item scans a pair; local memory holds only the sums of the sub-groups.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), w = get_sub_group_id();
  T first = in[2 * t], pair = first + in[2 * t + 1];
  T before = sub_group_scan_exclusive_add(pair);
  if (get_sub_group_local_id() == get_sub_group_size() - 1) block[w] = before + pair;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint g = 0; g < w; ++g) before += block[g];
  out[2 * t] = before + first;
  out[2 * t + 1] = before + pair;
}
