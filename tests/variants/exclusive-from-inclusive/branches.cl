// The greater one by a branch.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0);
  int most = INT_MIN;
  if (t > 0) most = in[t - 1];
  block[t] = most;
  for (uint s = 1; s < get_local_size(0); s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t >= s) {
      int other = block[t - s];
      if (other > most) most = other;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    block[t] = most;
  }
  out[t] = most;
}
