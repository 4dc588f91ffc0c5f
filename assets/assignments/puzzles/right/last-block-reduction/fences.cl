// With fences of the work-items in place of the orders of the atomic functions.
kernel void sum(global const float* in, global atomic_float* sums, global atomic_uint* finished, global float* out,
                local float* block) {
  local uint before;
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  float mine = in[i] + in[i + L];
  for (uint s = L / 2; s > 0; s /= 2) {
    block[t] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) mine += block[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) {
    atomic_store_explicit(&sums[get_group_id(0)], mine, memory_order_relaxed, memory_scope_device);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    before = atomic_fetch_add_explicit(finished, 1u, memory_order_relaxed, memory_scope_device);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (before < get_num_groups(0) - 1) return;
  mine = 0;
  for (uint g = t; g < get_num_groups(0); g += L)
    mine += atomic_load_explicit(&sums[g], memory_order_relaxed, memory_scope_device);
  for (uint s = L / 2; s > 0; s /= 2) {
    block[t] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) mine += block[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[0] = mine;
}
