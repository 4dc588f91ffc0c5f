// Each work-item keeps what it has loaded, its own row; local memory is only written.
kernel void row_sums(global const int* in, global int* out) {
  local int tile[32];
  int t = get_local_id(0), sum = 0;
  for (int column = 0; column < 32; ++column) sum += in[1024 * get_group_id(0) + 32 * t + column];
  tile[t] = sum;
  out[get_global_id(0)] = tile[t];
}
