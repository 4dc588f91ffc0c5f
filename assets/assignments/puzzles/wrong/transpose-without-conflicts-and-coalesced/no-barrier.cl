// The tile is read before it is complete.
kernel void transpose(global const int* in, global int* out, int n) {
  local int tile[32][33];
  int x = get_local_id(0), y = get_local_id(1), left = 32 * get_group_id(0), top = 32 * get_group_id(1);
  for (int row = y; row < 32; row += 8) tile[row][x] = in[(top + row) * n + left + x];
  for (int row = y; row < 32; row += 8) out[(left + row) * n + top + x] = tile[x][row];
}
