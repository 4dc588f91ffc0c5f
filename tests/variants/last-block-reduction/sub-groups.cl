#pragma OPENCL EXTENSION cl_khr_subgroups : enable
// The sum of a group by its sub-groups.
float sum_of_group(float mine, local float* block) {
  float sum = sub_group_reduce_add(mine);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0;
  for (uint w = 0; w < get_num_sub_groups(); ++w) sum += block[w];
  return sum;
}

kernel void sum(global const float* in, global atomic_float* sums, global atomic_uint* finished, global float* out,
                local float* block) {
  local uint is_last;
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * (L * get_group_id(0) + t);
  float sum = sum_of_group(in[i] + in[i + 1], block);
  if (t == 0) {
    atomic_store_explicit(&sums[get_group_id(0)], sum, memory_order_relaxed, memory_scope_device);
    is_last = atomic_fetch_add_explicit(finished, 1u, memory_order_acq_rel, memory_scope_device) == get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (!is_last) return;
  float all = 0;
  for (uint g = t; g < get_num_groups(0); g += L)
    all += atomic_load_explicit(&sums[g], memory_order_relaxed, memory_scope_device);
  all = sum_of_group(all, block);
  if (t == 0) *out = all;
}
