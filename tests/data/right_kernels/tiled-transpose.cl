// --global 32,32 --local 16,16 buffer:float:1024=iota buffer:float:1024=0 scalar:int=32
kernel void k(global const float *in, global float *out, int n) {
  local float tile[16][17];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  tile[ly][lx] = in[y * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 16 + lx;
  y = get_group_id(0) * 16 + ly;
  out[y * n + x] = tile[lx][ly];
}
