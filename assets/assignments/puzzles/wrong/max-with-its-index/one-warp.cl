// The other warps of the group have nothing to do.
kernel void greatest(global const int* in, global int* out, local int* values, local int* places, int n) {
  int t = get_local_id(0), most = INT_MIN, place = INT_MAX;
  if (t >= 32) return;
  for (int i = t; i < n; i += 32)
    if (in[i] > most) {
      most = in[i];
      place = i;
    }
  int greatest = sub_group_reduce_max(most);
  place = sub_group_reduce_min(most == greatest ? place : INT_MAX);
  if (t == 0) {
    out[0] = greatest;
    out[1] = place;
  }
}
