// --global 128 --local 64 buffer:int:120=random:1 buffer:int:120=0 buffer:uint:1=0 scalar:uint=120
kernel void k(global const int *in, global int *out, volatile global uint *count, uint n) {
  local uint place[65];
  local uint base;
  uint l = get_local_id(0), g = get_global_id(0);
  bool keep = g < n && in[g] > 3;
  place[l + 1] = keep ? 1 : 0;
  if (l == 0) place[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 1; d <= 32; d *= 2) {
    uint left = l >= d ? place[l + 1 - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    place[l + 1] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 63) base = atomic_add(count, place[64]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (keep) out[base + place[l]] = in[g];
}
