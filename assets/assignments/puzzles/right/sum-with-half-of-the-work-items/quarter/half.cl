// Four elements for each work-item.
kernel void sum(global const int* in, global int* out, local int* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0);
  int mine = 0;
  for (uint i = t; i < n; i += L) mine += in[i];
  block[t] = mine;
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[0] = block[0];
}
