// Now the loads are spread over 32 rows.
kernel void transpose(global const int* in, global int* out, int n) {
  int x = get_local_id(0), y = get_local_id(1), left = 32 * get_group_id(0), top = 32 * get_group_id(1);
  for (int row = y; row < 32; row += 8) out[(left + row) * n + top + x] = in[(top + x) * n + left + row];
}
