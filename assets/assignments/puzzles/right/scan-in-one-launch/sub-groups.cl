#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// Sub-groups by shuffles, then their sums.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), w = get_sub_group_id();
  int sum = sub_group_scan_inclusive_add(in[t]);
  if (get_sub_group_local_id() + 1 == get_sub_group_size()) block[w] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint g = 0; g < w; ++g) sum += block[g];
  out[t] = sum;
}
