// --global 128 --local 64 buffer:uint:128=random:1 buffer:uint:32=0 scalar:int=0
kernel void k(global const uint *keys, global uint *counts, int shift) {
  local uint c[16][64];
  uint l = get_local_id(0), g = get_group_id(0);
  for (int d = 0; d < 16; d++) c[d][l] = 0;
  c[(keys[get_global_id(0)] >> shift) & 15][l]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) {
    uint s = 0;
    for (int i = 0; i < 64; i++) s += c[l][i];
    counts[l * get_num_groups(0) + g] = s;
  }
}
