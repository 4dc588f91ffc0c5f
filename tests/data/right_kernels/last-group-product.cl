// --global 512 --local 64 --options -cl-std=CL2.0 buffer:float:1000=random:1 buffer:float:8=0 buffer:uint:1=0 buffer:float:1=0 scalar:uint=1000
kernel void k(global const float *in, global float *parts, global atomic_uint *arrived, global float *out, uint n) {
  local bool is_last;
  float mine = 0;
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) mine += in[i];
  float group = work_group_reduce_add(mine);
  if (get_local_id(0) == 0) {
    parts[get_group_id(0)] = group;
    uint before = atomic_fetch_add_explicit(arrived, 1u, memory_order_acq_rel, memory_scope_device);
    is_last = before == get_num_groups(0) - 1;
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  if (is_last) {
    float part = get_local_id(0) < get_num_groups(0) ? parts[get_local_id(0)] : 0.0f;
    float total = work_group_reduce_add(part);
    if (get_local_id(0) == 0) {
      *out = total;
      atomic_store_explicit(arrived, 0u, memory_order_relaxed, memory_scope_device);
    }
  }
}
