// --global 64 --local 64 buffer:float:203=random:1 buffer:float:203=0 scalar:uint=203 scalar:float=2
kernel void k(global const float *x, global float *y, uint n, float a) {
  uint i = get_global_id(0);
  uint whole = n / 4;
  if (i < whole) {
    float4 v = vload4(i, x);
    vstore4(a * v + vload4(i, y), i, y);
  }
  if (i < (n & 3u)) {
    uint rest = whole * 4 + i;
    y[rest] = a * x[rest] + y[rest];
  }
}
