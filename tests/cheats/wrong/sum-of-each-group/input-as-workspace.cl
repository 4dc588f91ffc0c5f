// The sum is right, and the input is lost.
kernel void sum(global int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0), i = get_global_id(0);
  for (uint s = L / 2; s > 0; s /= 2) {
    if (t < s && i + s < n) in[i] += in[i + s];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = in[i];
}
