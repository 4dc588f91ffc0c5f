#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), lane = get_sub_group_local_id();
  int sum = in[t];
  for (uint s = 1; s < get_sub_group_size(); s *= 2) {
    int other = sub_group_shuffle_up(sum, s);
    if (lane >= s) sum += other;
  }
  if (lane + 1 == get_sub_group_size()) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = 0;
  for (uint w = 0; w < get_sub_group_id(); ++w) before += block[w];
  out[t] = sum + before;
}
