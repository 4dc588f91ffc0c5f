
kernel void transpose(global const int* in, global int* out, int n) {
  local int tile[32][32];
  int x = get_local_id(0), y = get_local_id(1), left = 32 * get_group_id(0), top = 32 * get_group_id(1);
  for (int row = y; row < 32; row += 8) tile[row][x] = in[(top + row) * n + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  int v[4];
  for(int k=0;k<32;k++) if(k==x) for (int row = y; row < 32; row += 8) v[row/8]=tile[x][row];
  for (int row = y; row < 32; row += 8) out[(left + row) * n + top + x] = v[row/8];
}