// Elements of 8 bytes, five further on.
__kernel void wide(__global double* out, __global const double* in) {
  int i = get_global_id(0);
  out[i] = in[i + 5] * 2.0;
}
