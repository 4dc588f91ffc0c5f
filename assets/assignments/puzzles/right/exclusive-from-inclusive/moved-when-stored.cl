// The result goes to the right neighbour in global memory, where nobody reads it.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0);
  int most = in[t];
  block[t] = most;
  for (uint s = 1; s < get_local_size(0); s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t >= s) most = max(most, block[t - s]);
    barrier(CLK_LOCAL_MEM_FENCE);
    block[t] = most;
  }
  if (t + 1 < get_local_size(0)) out[t + 1] = most;
  if (t == 0) out[0] = INT_MIN;
}
