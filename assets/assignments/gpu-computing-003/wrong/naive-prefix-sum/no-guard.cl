// The first s work-items read before the array.
kernel void scan_naive(global const T* in, global T* out, uint s) {
  uint g = get_global_id(0);
  T before = in[g - s];
  out[g] = g >= s ? before + in[g] : in[g];
}
