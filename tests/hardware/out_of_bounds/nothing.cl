// A null pointer: the hardware reports an illegal address and ends the kernel.
__kernel void nothing(__global int* out, __global const int* in) {
  int i = get_global_id(0);
  out[i] = in[i];
}
