// The writes of a step do not wait for its reads.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), n = get_local_size(0);
  int sum = in[t];
  block[t] = sum;
  for (uint s = 1; s < n; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t >= s) sum += block[t - s];
    block[t] = sum;
  }
  out[t] = sum;
}
