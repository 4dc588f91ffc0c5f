// The first launch, a single work-group, takes all steps in place; the others only copy.
kernel void scan(global const T* in, global T* out, uint step) {
  uint g = get_global_id(0);
  T sum = in[g];
  if (step == 0)
    for (uint s = 1; s < get_global_size(0); s *= 2) {
      out[g] = sum;
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (g >= s) sum += out[g - s];
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
  out[g] = sum;
}
