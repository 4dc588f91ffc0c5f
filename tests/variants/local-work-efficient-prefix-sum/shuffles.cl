#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
// Pairs, a scan of each sub-group by shuffles, and the sums of sub-groups in local memory.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), lane = get_sub_group_local_id(), w = get_sub_group_id();
  T first = in[2 * t], pair = first + in[2 * t + 1], sum = pair;
  for (uint s = 1; s < get_sub_group_size(); s *= 2) {
    T other = sub_group_shuffle_up(sum, s);
    if (lane >= s) sum += other;
  }
  if (lane == get_sub_group_size() - 1) block[w] = sum;
  T before = sub_group_shuffle_up(sum, 1);
  if (lane == 0) before = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    for (uint g = 1; g < get_num_sub_groups(); ++g) block[g] += block[g - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (w > 0) before += block[w - 1];
  out[2 * t] = before + first;
  out[2 * t + 1] = before + pair;
}
