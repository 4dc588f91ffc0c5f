// Tiles of 48 × 48 over a matrix of 40 × 40.
__kernel void transpose(__global int* out, __global const int* in) {
  int x = get_global_id(0) % 48;
  int y = get_global_id(0) / 48;
  out[x * 40 + y] = in[y * 40 + x];
}
