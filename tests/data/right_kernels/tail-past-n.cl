// --global 128 --local 64 buffer:int:100=iota buffer:int:100=0 scalar:int=100
kernel void k(global const int *in, global int *out, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  if (g < n) t[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  int left = l > 0 ? t[l - 1] : 0;
  if (g < n) out[g] = left + t[l];
}
