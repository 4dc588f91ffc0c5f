// Elements of 1 byte at distances that no sector boundary follows.
__kernel void bytes(__global uchar* out, __global const uchar* in) {
  int i = get_global_id(0);
  out[i] = in[i + 3] - in[i - 1];
}
