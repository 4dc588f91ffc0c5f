#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// Exclusive in each sub-group, then with the greatest elements of those before.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), w = get_sub_group_id();
  int most = sub_group_scan_exclusive_max(in[t]);
  if (get_sub_group_local_id() + 1 == get_sub_group_size()) block[w] = max(most, in[t]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint g = 0; g < w; ++g) most = max(most, block[g]);
  out[t] = most;
}
