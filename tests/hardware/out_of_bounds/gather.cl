// Indices from 0 to 2047 into 1024 elements.
__kernel void gather(__global int* out, __global const int* in) {
  int i = get_global_id(0);
  out[i * 5 % 1031] = in[i * 97 % 2048];
}
