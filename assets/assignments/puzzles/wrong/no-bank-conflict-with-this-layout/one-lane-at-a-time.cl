#define AT(row, column) (32 * (row) + (column))
kernel void row_sums(global const int* in, global int* out) {
  local int tile[1024]; int t = get_local_id(0), sum = 0;
  for (int row = 0; row < 32; ++row) tile[AT(row, t)] = in[1024 * get_group_id(0) + 32 * row + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for(int k=0;k<32;k++) if(k==t) for(int c=0;c<32;++c) sum+=tile[AT(t,c)];
  out[get_global_id(0)] = sum;
}