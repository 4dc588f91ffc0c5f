// --global 32,24 --local 8,8 buffer:float:357=random:1 buffer:float:609=random:2 buffer:float:493=0 scalar:int=17 scalar:int=29 scalar:int=21
kernel void k(global const float *a, global const float *b, global float *c, int rows, int columns, int inner) {
  local float as[8][8], bs[8][8];
  int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int t = 0; t < (inner + 7) / 8; t++) {
    as[y][x] = row < rows && t * 8 + x < inner ? a[row * inner + t * 8 + x] : 0.0f;
    bs[y][x] = column < columns && t * 8 + y < inner ? b[(t * 8 + y) * columns + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 8; i++) sum += as[y][i] * bs[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < rows && column < columns) c[row * columns + column] = sum;
}
