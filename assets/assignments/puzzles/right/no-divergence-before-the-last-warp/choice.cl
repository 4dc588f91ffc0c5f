// Everybody adds: an element of the other half, or zero.
kernel void sum(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  int mine = in[t];
  for (uint s = L / 2; s > 0; s /= 2) {
    block[t] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    mine += block[t ^ s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[0] = mine;
}
