// --global 256 --local 64 buffer:int:256=random:2 buffer:int:256=0 buffer:int:1=0 buffer:int:4=0 buffer:int:4=0 buffer:int:4=0
kernel void k(global const int *in, global int *out, global int *ticket, volatile global int *state,
              volatile global int *sums, volatile global int *prefixes) {
  local int t[64];
  local int group, before;
  int l = get_local_id(0);
  if (l == 0) group = atomic_inc(ticket);
  barrier(CLK_LOCAL_MEM_FENCE);
  int g = group;
  int own = in[g * 64 + l];
  t[l] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 64; d <<= 1) {
    int left = l >= d ? t[l - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) {
    int total = t[63];
    if (g == 0) {
      prefixes[0] = total;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(&state[0], 2);
      before = 0;
    } else {
      sums[g] = total;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(&state[g], 1);
      int exclusive = 0;
      int p = g - 1;
      while (true) {
        int s = atomic_or(&state[p], 0);
        if (s == 0) continue;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        if (s == 2) { exclusive += prefixes[p]; break; }
        exclusive += sums[p];
        p--;
      }
      prefixes[g] = exclusive + total;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(&state[g], 2);
      before = exclusive;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g * 64 + l] = t[l] + before;
}
