// Columns exchanged by the row, four rows written out.
kernel void transpose(global const int* in, global int* out, int n) {
  local int tile[32][32];
  int x = get_local_id(0), y = get_local_id(1), left = 32 * get_group_id(0), top = 32 * get_group_id(1);
  tile[y][x ^ y] = in[(top + y) * n + left + x];
  tile[y + 8][x ^ (y + 8)] = in[(top + y + 8) * n + left + x];
  tile[y + 16][x ^ (y + 16)] = in[(top + y + 16) * n + left + x];
  tile[y + 24][x ^ (y + 24)] = in[(top + y + 24) * n + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = y; row < 32; row += 8) out[(left + row) * n + top + x] = tile[x][row ^ x];
}
