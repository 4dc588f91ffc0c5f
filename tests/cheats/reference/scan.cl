kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), n = get_local_size(0);
  block[t] = in[t];
  for (uint s = 1; s < n; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = t >= s ? block[t - s] + block[t] : block[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    block[t] = sum;
  }
  out[t] = block[t];
}
