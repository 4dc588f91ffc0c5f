// --global 64 --local 64 buffer:int:64=iota buffer:int:64=0
kernel void k(global const int *in, global int *out) {
  local int t[2][64];
  int l = get_local_id(0), from = 0;
  t[0][l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 64; d *= 2) {
    t[1 - from][l] = l >= d ? t[from][l] + t[from][l - d] : t[from][l];
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = t[from][l];
}
