// The distances from n / 2 down.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0);
  int sum = in[t];
  for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
    block[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += t < s ? 0 : block[t - s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = sum;
}
