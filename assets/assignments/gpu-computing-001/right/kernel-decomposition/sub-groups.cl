#pragma OPENCL EXTENSION cl_khr_subgroups : enable
// The sum of each sub-group without local memory, those of the sub-groups in it.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  T sum = i < n ? in[i] : 0;
  if (i + L < n) sum += in[i + L];
  sum = sub_group_reduce_add(sum);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) {
    for (uint g = 1; g < get_num_sub_groups(); ++g) sum += block[g];
    out[get_group_id(0)] = sum;
  }
}
