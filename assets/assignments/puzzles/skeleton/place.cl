// Right: out[0] is the greatest element, out[1] the first index where it is. But one work-item does everything.
kernel void greatest(global const int* in, global int* out, local int* values, local int* places, int n) {
  if (get_local_id(0) > 0) return;
  int place = 0;
  for (int i = 1; i < n; ++i)
    if (in[i] > in[place]) place = i;
  out[0] = in[place];
  out[1] = place;
}
