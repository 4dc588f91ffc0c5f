// First the index of the nearest beginning, as a scan of maxima; then sums that stop there.
kernel void segmented_sum(global const int* in, global const int* part, global int* out, local int* sums,
                          local int* begins) {
  int t = get_local_id(0), n = get_local_size(0), first = part[t] == 0 ? t : 0, sum = in[t];
  for (int s = 1; s < n; s *= 2) {
    begins[t] = first;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t >= s) first = max(first, begins[t - s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int s = 1; s < n; s *= 2) {
    sums[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t - s >= first) sum += sums[t - s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = sum;
}
