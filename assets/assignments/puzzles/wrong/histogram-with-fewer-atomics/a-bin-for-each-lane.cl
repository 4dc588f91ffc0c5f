// No atomics at all, but one warp does the work of all groups: work-item t counts the elements that are t.
kernel void histogram(global const int* in, global int* bins, int n) {
  int bin = get_global_id(0), count = 0;
  if (bin >= 32) return;
  for (int i = 0; i < n; ++i) count += in[i] == bin;
  bins[bin] = count;
}
