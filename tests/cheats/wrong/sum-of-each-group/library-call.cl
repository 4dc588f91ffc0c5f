// The library does what was to be written.
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint i = get_global_id(0);
  int sum = work_group_reduce_add(i < n ? in[i] : 0);
  if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
}
