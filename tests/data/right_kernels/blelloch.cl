// --global 32 --local 32 buffer:int:64=iota buffer:int:64=0 local:272
#define PAD(i) ((i) + ((i) >> 4))
kernel void k(global const int *in, global int *out, local int *t) {
  int l = get_local_id(0), n = 64, offset = 1;
  t[PAD(l)] = in[l];
  t[PAD(l + 32)] = in[l + 32];
  for (int d = n >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) t[PAD(offset * (2 * l + 2) - 1)] += t[PAD(offset * (2 * l + 1) - 1)];
    offset *= 2;
  }
  if (l == 0) t[PAD(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) {
      int a = PAD(offset * (2 * l + 1) - 1), b = PAD(offset * (2 * l + 2) - 1);
      int x = t[a];
      t[a] = t[b];
      t[b] += x;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[PAD(l)];
  out[l + 32] = t[PAD(l + 32)];
}
