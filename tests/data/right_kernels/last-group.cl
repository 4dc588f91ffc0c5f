// --global 256 --local 64 buffer:int:256=1 buffer:int:4=0 buffer:int:1=0 buffer:int:1=0 scalar:int=250
kernel void k(global const int *in, global volatile int *part, global int *left, global int *r, int n) {
  local int s[64]; local int last;
  int l = get_local_id(0), g = get_global_id(0);
  s[l] = g < n ? in[g] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 32; d > 0; d /= 2) { if (l < d) s[l] += s[l + d]; barrier(CLK_LOCAL_MEM_FENCE); }
  if (l == 0) { part[get_group_id(0)] = s[0]; mem_fence(CLK_GLOBAL_MEM_FENCE); last = atomic_inc(left) == (int)get_num_groups(0) - 1; mem_fence(CLK_GLOBAL_MEM_FENCE); }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (last && l == 0) { int t = 0; for (int i = 0; i < (int)get_num_groups(0); i++) t += part[i]; r[0] = t; }
}
