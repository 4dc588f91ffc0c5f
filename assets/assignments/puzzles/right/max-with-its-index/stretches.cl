// Each work-item takes a stretch; the tree begins with neighbours, so the left one has the smaller indices.
kernel void greatest(global const int* in, global int* out, local int* values, local int* places, int n) {
  int t = get_local_id(0), L = get_local_size(0), width = (n + L - 1) / L, end = min(n, width * (t + 1));
  int most = INT_MIN, place = 0;
  for (int i = width * t; i < end; ++i) {
    int x = in[i];
    place = x > most ? i : place;
    most = max(most, x);
  }
  values[t] = most;
  places[t] = place;
  for (int s = 1; s < L; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = 2 * s * t;
    if (i < L && values[i + s] > values[i]) {
      values[i] = values[i + s];
      places[i] = places[i + s];
    }
  }
  if (t > 0) return;
  out[0] = values[0];
  out[1] = places[0];
}
