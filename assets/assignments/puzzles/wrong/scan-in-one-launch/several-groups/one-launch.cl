// A barrier for global memory is still one of a work-group.
kernel void scan(global const int* in, global int* out) {
  uint g = get_global_id(0);
  int sum = in[g];
  out[g] = sum;
  for (uint s = 1; s < get_global_size(0); s *= 2) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (g >= s) sum += out[g - s];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[g] = sum;
  }
}
