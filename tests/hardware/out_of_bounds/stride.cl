// Every third element of an array that has only as many as there are work-items.
__kernel void stride(__global int* out, __global const int* in) {
  int i = get_global_id(0);
  out[i] = in[3 * i + 1];
}
