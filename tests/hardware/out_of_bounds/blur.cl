// A filter of 3 × 3 that does not stop at the border of the image.
__kernel void blur(__global int* out, __global const int* in) {
  int x = get_global_id(0) % 32;
  int y = get_global_id(0) / 32;
  int sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) sum += in[(y + dy) * 32 + x + dx];
  out[y * 32 + x] = sum / 9;
}
