kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0), i = get_global_id(0);
  block[t] = i < n ? in[i] : 0;
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
