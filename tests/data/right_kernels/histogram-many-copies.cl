// --global 256 --local 64 buffer:uchar:2000=iota buffer:uint:64=0 scalar:uint=2000
#define BINS 64
#define COPIES 4
kernel void k(global const uchar *in, global uint *bins, uint n) {
  local uint mine[COPIES][BINS + 1];
  uint l = get_local_id(0);
  for (uint b = l; b < BINS * COPIES; b += get_local_size(0)) mine[b / BINS][b % BINS] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&mine[l % COPIES][in[i] >> 2]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = l; b < BINS; b += get_local_size(0)) {
    uint sum = 0;
    for (uint c = 0; c < COPIES; c++) sum += mine[c][b];
    if (sum != 0) atomic_add(bins + b, sum);
  }
}
