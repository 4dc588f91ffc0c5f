// --global 128 --local 64 buffer:int:1=0 buffer:int:2=0 buffer:int:2=0
kernel void k(volatile global int *box, volatile global int *turn, global int *out) {
  int me = get_group_id(0);
  if (get_local_id(0) != 0) return;
  int seen = 0;
  for (int round = 0; round < 5; round++) {
    while (atomic_add(&turn[0], 0) != 2 * round + me) ;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    seen += box[0];
    box[0] = 10 * round + me;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_inc(&turn[0]);
  }
  out[me] = seen;
}
