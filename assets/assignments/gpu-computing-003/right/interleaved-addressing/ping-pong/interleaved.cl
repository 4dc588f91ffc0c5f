// The sums of neighbours, close together in a second array.
kernel void halve(global const T* in, global T* out) {
  uint g = get_global_id(0);
  out[g] = in[2 * g] + in[2 * g + 1];
}
