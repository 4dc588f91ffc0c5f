// The elements that are final are not in the other array.
kernel void scan_naive(global const T* in, global T* out, uint s) {
  uint g = get_global_id(0);
  if (g >= s) out[g] = in[g - s] + in[g];
}
