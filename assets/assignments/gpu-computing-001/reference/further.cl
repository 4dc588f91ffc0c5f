#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// Many elements for each work-item before anything is exchanged, then sums of sub-groups: one barrier.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  T sum = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  sum = sub_group_reduce_add(sum);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) != 0) return;
  for (uint g = 1; g < get_num_sub_groups(); ++g) sum += block[g];
  out[get_group_id(0)] = sum;
}
