// No conflict, as nothing is in local memory: the loads are not coalesced.

kernel void row_sums(global const int* in, global int* out) {
  int t = get_local_id(0), sum = 0;
  for (int column = 0; column < 32; ++column) sum += in[1024 * get_group_id(0) + 32 * t + column];
  out[get_global_id(0)] = sum;
}
