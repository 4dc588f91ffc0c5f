// --global 128 --local 64 buffer:int:16=0 buffer:int:16=0 buffer:int:128=random:1
kernel void k(volatile global int *locks, volatile global int *sums, global const int *in) {
  int v = in[get_global_id(0)], slot = v & 15;
  int done = 0;
  while (!done) {
    if (atomic_cmpxchg(&locks[slot], 0, 1) == 0) {
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      sums[slot] += v;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(&locks[slot], 0);
      done = 1;
    }
  }
}
