// The greatest element before each one: an inclusive scan, whose results move by one place at the end. Can they move
// without the last barrier? There is no subtraction that takes an element out of a maximum.
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
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = t > 0 ? block[t - 1] : INT_MIN;
}
