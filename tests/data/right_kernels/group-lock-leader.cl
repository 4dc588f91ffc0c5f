// --global 256 --local 64 buffer:int:256=random:2 buffer:int:64=0 buffer:int:1=0
kernel void k(global const int *in, volatile global int *sums, volatile global int *lock) {
  int l = get_local_id(0);
  if (l == 0) {
    while (atomic_cmpxchg(lock, 0, 1)) ;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  sums[l] += in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (l == 0) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);
  }
}
