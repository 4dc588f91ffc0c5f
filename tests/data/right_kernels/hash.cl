// --global 128 --local 64 buffer:uint:128=iota buffer:uint:128=0
kernel void k(global const uint *in, global uint *out) {
  uint h = in[get_global_id(0)];
  h ^= h >> 16; h *= 0x85ebca6b; h ^= h >> 13; h *= 0xc2b2ae35; h ^= h >> 16;
  uint lcg = h * 1664525u + 1013904223u;
  out[get_global_id(0)] = lcg;
}
