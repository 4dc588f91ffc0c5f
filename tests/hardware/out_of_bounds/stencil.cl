// The neighbours of the first and of the last element do not exist.
__kernel void stencil(__global int* out, __global const int* in) {
  int i = get_global_id(0);
  out[i] = in[i - 1] + in[i] + in[i + 1];
}
