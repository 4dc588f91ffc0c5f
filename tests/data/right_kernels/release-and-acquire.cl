// --global 128 --local 64 --options -cl-std=CL2.0 buffer:int:1=0 buffer:int:1=0 buffer:int:2=0
kernel void k(global int *data, global atomic_int *flag, global int *out) {
  if (get_local_id(0) != 0) return;
  if (get_group_id(0) == 0) {
    data[0] = 7;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else {
    while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0) {}
    out[1] = data[0];
  }
}
