// What was final in both arrays before is not copied again.
kernel void scan(global const T* in, global T* out, uint s) {
  uint g = get_global_id(0);
  out[g] = g < s ? in[g] : in[g] + in[g - s];
}
