// --global 64 --local 64 buffer:float:64=iota buffer:float:64=0 local:256 local:256
kernel void k(global const float *in, global float *out, local float *a, local float *b) {
  int l = get_local_id(0);
  a[l] = in[l];
  local float *from = a, *to = b;
  for (int d = 1; d < 64; d <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    to[l] = l >= d ? from[l] + from[l - d] : from[l];
    local float *t = from; from = to; to = t;
  }
  out[l] = from[l];
}
