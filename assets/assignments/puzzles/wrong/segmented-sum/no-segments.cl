// The sums go on over the beginning of a segment.
kernel void segmented_sum(global const int* in, global const int* part, global int* out, local int* sums,
                          local int* begins) {
  int t = get_local_id(0), sum = in[t], begin = part[t] == 0;
  for (int s = 1; s < get_local_size(0); s *= 2) {
    sums[t] = sum;
    begins[t] = begin;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t >= s) {
      sum += sums[t - s];
      begin |= begins[t - s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = sum;
}
