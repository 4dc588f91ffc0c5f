// --global 256 --local 64 buffer:int:1000=random:1 buffer:int:1000=random:2 buffer:long:4=0 scalar:long=1000
kernel void k(global const int *a, global const int *b, global long *dots, long n) {
  local long t[64];
  long sum = 0;
  for (long i = get_global_id(0); i < n; i += get_global_size(0)) sum += (long)a[i] * b[i];
  t[get_local_id(0)] = sum;
  for (uint d = get_local_size(0) >> 1; d; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < d) t[get_local_id(0)] += t[get_local_id(0) + d];
  }
  if (!get_local_id(0)) dots[get_group_id(0)] = t[0];
}
