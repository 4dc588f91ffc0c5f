#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// One barrier is enough for any number of work-items.
kernel void sum(global const int* in, global int* out, local int* block) {
  int sum = sub_group_reduce_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) > 0) return;
  for (uint w = 1; w < get_num_sub_groups(); ++w) sum += block[w];
  out[get_group_id(0)] = sum;
}
