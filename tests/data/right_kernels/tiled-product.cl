// --global 32,32 --local 8,8 buffer:float:1024=1 buffer:float:1024=1 buffer:float:1024=0 scalar:int=32
kernel void k(global const float *a, global const float *b, global float *c, int n) {
  local float ta[8][8], tb[8][8];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  float sum = 0;
  for (int p = 0; p < n; p += 8) {
    ta[ly][lx] = a[y * n + p + lx];
    tb[ly][lx] = b[(p + ly) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 8; ++i) sum += ta[ly][i] * tb[i][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}
