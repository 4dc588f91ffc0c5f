// One more element in each row moves the elements of a column into different banks.
#define AT(row, column) (33 * (row) + (column))
#define ELEMENTS (33 * 32)

kernel void row_sums(global const int* in, global int* out) {
  local int tile[ELEMENTS];
  int t = get_local_id(0), sum = 0;
  for (int row = 0; row < 32; ++row) tile[AT(row, t)] = in[1024 * get_group_id(0) + 32 * row + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int column = 0; column < 32; ++column) sum += tile[AT(t, column)];
  out[get_global_id(0)] = sum;
}
