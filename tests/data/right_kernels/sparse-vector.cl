// --global 128 --local 64 buffer:int:9=0,30,31,31,50,77,90,97,100 buffer:int:100=random:1 buffer:float:100=random:2 buffer:float:64=random:3 buffer:float:8=0 scalar:int=8
#define WIDTH 16
kernel void k(global const int *row_starts, global const int *columns, global const float *values,
              global const float *x, global float *y, int rows) {
  volatile local float part[64];
  int l = get_local_id(0), lane = l % WIDTH, row = get_global_id(0) / WIDTH;
  float dot = 0;
  if (row < rows)
    for (int i = row_starts[row] + lane; i < row_starts[row + 1]; i += WIDTH) dot += values[i] * x[columns[i] & 63];
  part[l] = dot;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = WIDTH / 2; d > 0; d /= 2) {
    if (lane < d) part[l] += part[l + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0 && row < rows) y[row] = part[l];
}
