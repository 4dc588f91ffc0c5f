// Neighbours first.
kernel void sum(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  block[t] = in[get_global_id(0)];
  for (uint s = 1; s < L; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t % (2 * s) == 0) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
