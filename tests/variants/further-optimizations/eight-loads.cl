#pragma OPENCL EXTENSION cl_khr_subgroups : enable
// Eight loads before the next turn of the loop.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint all = get_global_size(0), i = get_global_id(0);
  T sum = 0;
  for (; i + 7 * all < n; i += 8 * all)
    sum += in[i] + in[i + all] + in[i + 2 * all] + in[i + 3 * all] + in[i + 4 * all] + in[i + 5 * all] + in[i + 6 * all] +
           in[i + 7 * all];
  for (; i < n; i += all) sum += in[i];
  sum = sub_group_reduce_add(sum);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    for (uint g = 1; g < get_num_sub_groups(); ++g) sum += block[g];
    out[get_group_id(0)] = sum;
  }
}
