// Right, but in the second loop all lanes access the same bank. Write another layout here; at most 33 * 32 elements.
#define AT(row, column) (32 * (row) + (column))
#define ELEMENTS (32 * 32)

kernel void row_sums(global const int* in, global int* out) {
  local int tile[ELEMENTS];
  int t = get_local_id(0), sum = 0;
  for (int row = 0; row < 32; ++row) tile[AT(row, t)] = in[1024 * get_group_id(0) + 32 * row + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int column = 0; column < 32; ++column) sum += tile[AT(t, column)];
  out[get_global_id(0)] = sum;
}
