// --global 256 --local 64 buffer:float:250=random:1 buffer:float:4=0 scalar:int=250 local:256
kernel void k(global const float *in, global float *out, int n, local float *t) {
  uint l = get_local_id(0), g = get_global_id(0);
  t[l] = g < n ? in[g] : 0.0f;
  for (uint d = get_local_size(0) / 2; d != 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) t[l] += t[l + d];
  }
  if (l == 0) out[get_group_id(0)] = t[0];
}
