// The column is exchanged by the row.
#define AT(row, column) (32 * (row) + ((row) ^ (column)))

kernel void row_sums(global const int* in, global int* out) {
  local int tile[1024];
  int t = get_local_id(0), sum = 0;
  for (int row = 0; row < 32; ++row) tile[AT(row, t)] = in[1024 * get_group_id(0) + 32 * row + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int column = 0; column < 32; column += 4)
    sum += tile[AT(t, column)] + tile[AT(t, column + 1)] + tile[AT(t, column + 2)] + tile[AT(t, column + 3)];
  out[get_global_id(0)] = sum;
}
