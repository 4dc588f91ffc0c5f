// Only odd work-items go too far.
__kernel void some(__global int* out, __global const int* in) {
  int i = get_global_id(0);
  if (i % 2 == 1)
    out[i + 512] = in[2 * i];
  else
    out[i] = in[i];
}
