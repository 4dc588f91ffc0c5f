// --global 16,16 --local 8,8 buffer:float:384=random:1 buffer:float:384=random:2 buffer:float:256=0 scalar:int=24
#define T 8
kernel void k(global const float *a, global const float *b, global float *c, int inner) {
  local float as[T][T + 1], bs[T][T];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1), width = get_global_size(0);
  float next_a = a[row * inner + x], next_b = b[y * width + column], sum = 0;
  for (int t = 0; t < inner; t += T) {
    as[y][x] = next_a;
    bs[y][x] = next_b;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t + T < inner) {
      next_a = a[row * inner + t + T + x];
      next_b = b[(t + T + y) * width + column];
    }
#pragma unroll
    for (int i = 0; i < T; i++) sum = mad(as[y][i], bs[i][x], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * width + column] = sum;
}
