// --global 256 --local 64 buffer:int:1=0 buffer:int:1=0 buffer:int:4=0
kernel void k(global int *data, global volatile int *flag, global int *out) {
  int g = get_group_id(0);
  if (get_local_id(0) == 0) {
    if (g == 0) { data[0] = 42; mem_fence(CLK_GLOBAL_MEM_FENCE); atomic_xchg(flag, 1); }
    else { while (atomic_or(flag, 0) == 0) ; mem_fence(CLK_GLOBAL_MEM_FENCE); out[g] = data[0]; }
  }
}
