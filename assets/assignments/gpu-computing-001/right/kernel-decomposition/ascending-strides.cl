// Neighbours first, as in the first task, and a barrier at the end of each step.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), first = 2 * L * get_group_id(0);
  block[t] = 0;
  for (uint i = first + t; i < min(n, first + 2 * L); i += L) block[t] += in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < L; s *= 2) {
    if (t < L / (2 * s)) block[2 * s * t] += block[2 * s * t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
