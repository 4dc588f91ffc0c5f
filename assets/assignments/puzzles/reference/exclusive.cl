// The elements are moved when they are loaded: the inclusive scan of in[t - 1] is the exclusive one of in[t].
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0);
  int most = t > 0 ? in[t - 1] : INT_MIN;
  block[t] = most;
  for (uint s = 1; s < get_local_size(0); s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t >= s) most = max(most, block[t - s]);
    barrier(CLK_LOCAL_MEM_FENCE);
    block[t] = most;
  }
  out[t] = most;
}
