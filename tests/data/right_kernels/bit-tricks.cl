// --global 64 --local 64 buffer:uint:64=iota buffer:ulong:64=0
kernel void k(global const uint *in, global ulong *out) {
  uint l = get_local_id(0);
  ulong mask = 1ul << l;
  uint rotated = rotate(in[l], 7u) ^ (in[l] << (l & 31u));
  out[l] = (mask - 1) + popcount(rotated);
}
