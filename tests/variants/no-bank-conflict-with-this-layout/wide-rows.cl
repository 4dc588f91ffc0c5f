// Rows of 35 elements: any odd number is coprime to the banks.
#define AT(row, column) (35 * (row) + (column))
#define ELEMENTS (35 * 32)

kernel void row_sums(global const int* in, global int* out) {
  local int tile[ELEMENTS];
  int t = get_local_id(0), sum = 0;
  global const int* from = in + 1024 * get_group_id(0);
#pragma unroll 4
  for (int row = 0; row < 32; ++row) tile[AT(row, t)] = from[32 * row + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int column = 31; column >= 0; --column) sum += tile[AT(t, column)];
  out[get_global_id(0)] = sum;
}
