// Right, but a warp stores into 32 rows at once. A group of 32 x 8 work-items has a tile of 32 x 32 elements.
kernel void transpose(global const int* in, global int* out, int n) {
  int x = get_local_id(0), y = get_local_id(1), left = 32 * get_group_id(0), top = 32 * get_group_id(1);
  for (int row = y; row < 32; row += 8) out[(left + x) * n + top + row] = in[(top + row) * n + left + x];
}
