// The elements at the beginning add the first one again and again.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), n = get_local_size(0);
  int sum = in[t];
  block[t] = sum;
  for (uint s = 1; s < n; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += block[t >= s ? t - s : 0];
    barrier(CLK_LOCAL_MEM_FENCE);
    block[t] = sum;
  }
  out[t] = sum;
}
