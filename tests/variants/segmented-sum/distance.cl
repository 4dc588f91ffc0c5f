// How far back its segment reaches says what a work-item may add.
kernel void segmented_sum(global const int* in, global const int* part, global int* out, local int* sums,
                          local int* begins) {
  int t = get_local_id(0), n = get_local_size(0), sum = in[t], reach = part[t] == 0 ? 0 : 1;
  for (int s = 1; s < n; s *= 2) {
    sums[t] = sum;
    begins[t] = reach;
    barrier(CLK_LOCAL_MEM_FENCE);
    // The stretch of s elements that ends here is all of one segment.
    if (reach == s && t >= s) {
      sum += sums[t - s];
      reach += begins[t - s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = sum;
}
