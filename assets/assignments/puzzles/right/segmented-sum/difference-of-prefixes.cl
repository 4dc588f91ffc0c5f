// A scan of all elements, and the prefix before the nearest beginning taken away.
kernel void segmented_sum(global const int* in, global const int* part, global int* out, local int* sums,
                          local int* begins) {
  int t = get_local_id(0), sum = in[t], first = part[t] == 0 ? t : 0;
  for (int s = 1; s < get_local_size(0); s *= 2) {
    sums[t] = sum;
    begins[t] = first;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t >= s) {
      sum += sums[t - s];
      first = max(first, begins[t - s]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sums[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = first > 0 ? sum - sums[first - 1] : sum;
}
