// The work-group that finishes last, as a counter tells it, adds the sums of all.
// Of the first work-item: the sum of all.
float sum_of_group(float mine, local float* block) {
  uint t = get_local_id(0);
  block[t] = mine;
  for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  return block[t];
}

kernel void sum(global const float* in, global atomic_float* sums, global atomic_uint* finished, global float* out,
                local float* block) {
  local uint is_last;
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  float sum = sum_of_group(in[i] + in[i + L], block);
  if (t == 0) {
    atomic_store_explicit(&sums[get_group_id(0)], sum, memory_order_relaxed, memory_scope_device);
    is_last = atomic_fetch_add_explicit(finished, 1u, memory_order_acq_rel, memory_scope_device) + 1 == get_num_groups(0);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (!is_last) return;
  sum = 0;
  for (uint g = t; g < get_num_groups(0); g += L)
    sum += atomic_load_explicit(&sums[g], memory_order_relaxed, memory_scope_device);
  sum = sum_of_group(sum, block);
  if (t == 0) *out = sum;
}
