// The first step reads what others have not yet stored.
kernel void sum(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0);
  block[t] = in[get_global_id(0)];
  for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
    if (t < s) block[t] += block[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
