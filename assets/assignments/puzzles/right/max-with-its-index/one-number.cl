// Value and index in one number: the greater value, then the smaller index, has more.
kernel void greatest(global const int* in, global int* out, local int* values, local int* places, int n) {
  int t = get_local_id(0);
  long best = LONG_MIN;
  for (int i = t; i < n; i += get_local_size(0)) best = max(best, ((long)in[i] << 32) + (INT_MAX - i));
  best = work_group_reduce_max(best);
  if (t > 0) return;
  out[0] = best >> 32;
  out[1] = INT_MAX - (int)best;
}
