// The greatest value and its index in local memory, by atomic functions.
kernel void greatest(global const int* in, global int* out, local int* values, local int* places, int n) {
  int t = get_local_id(0), L = get_local_size(0), most = INT_MIN, place = INT_MAX;
  if (t == 0) {
    values[0] = INT_MIN;
    places[0] = INT_MAX;
  }
  for (int i = t; i < n; i += L)
    if (in[i] > most) {
      most = in[i];
      place = i;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_max(&values[0], most);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (most == values[0]) atomic_min(&places[0], place);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) out[0] = values[0];
  if (t == 0) out[1] = places[0];
}
