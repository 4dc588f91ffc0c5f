#pragma OPENCL EXTENSION cl_khr_subgroups : enable
// The greatest value first, then the smallest index where it is.
kernel void greatest(global const int* in, global int* out, local int* values, local int* places, int n) {
  int t = get_local_id(0), L = get_local_size(0), most = INT_MIN, place = INT_MAX;
  for (int i = t; i < n; i += L) most = max(most, in[i]);
  most = sub_group_reduce_max(most);
  if (get_sub_group_local_id() == 0) values[get_sub_group_id()] = most;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int w = 0; w < get_num_sub_groups(); ++w) most = max(most, values[w]);
  for (int i = t; i < n; i += L)
    if (in[i] == most) place = min(place, i);
  place = sub_group_reduce_min(place);
  if (get_sub_group_local_id() == 0) places[get_sub_group_id()] = place;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t > 0) return;
  for (int w = 0; w < get_num_sub_groups(); ++w) place = min(place, places[w]);
  out[0] = most;
  out[1] = place;
}
