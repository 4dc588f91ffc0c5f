// A work-item without elements says that its greatest one is 99.
kernel void greatest(global const int* in, global int* out, local int* values, local int* places, int n) {
  int t = get_local_id(0), L = get_local_size(0), most = t < n ? INT_MIN : 99, place = INT_MAX;
  for (int i = t; i < n; i += L)
    if (in[i] > most) {
      most = in[i];
      place = i;
    }
  values[t] = most;
  places[t] = place;
  for (int s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) {
      int other = values[t + s], there = places[t + s];
      if (other > values[t] || (other == values[t] && there < places[t])) {
        values[t] = other;
        places[t] = there;
      }
    }
  }
  if (t == 0) {
    out[0] = values[0];
    out[1] = places[0];
  }
}
