// --global 256 --local 64 buffer:int:256=1 buffer:int:1=0 buffer:int:1=0
kernel void k(global const int *in, global int *total, global int *lock) {
  local int part[64];
  int l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 32; d > 0; d /= 2) { if (l < d) part[l] += part[l + d]; barrier(CLK_LOCAL_MEM_FENCE); }
  if (l == 0) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) ;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    total[0] += part[0];
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);
  }
}
