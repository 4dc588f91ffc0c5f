// Half a tile at a time.
kernel void transpose(global const int* in, global int* out, int n) {
  local int half[16][33];
  int x = get_local_id(0), y = get_local_id(1), left = 32 * get_group_id(0), top = 32 * get_group_id(1);
  for (int first = 0; first < 32; first += 16) {
    for (int row = y; row < 32; row += 8)
      if (x / 16 == first / 16) half[x % 16][row] = in[(top + row) * n + left + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int row = y; row < 16; row += 8) out[(left + first + row) * n + top + x] = half[row][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
