// --global 64 --local 64 buffer:uchar:512=iota buffer:uint:256=0 buffer:ulong:64=0
kernel void k(global const uchar *text, volatile global uint *table, global ulong *out) {
  uint fnv = 2166136261u, djb = 5381;
  ulong mixed = get_global_id(0) * 0x9E3779B97F4A7C15UL;
  for (int i = 0; i < 8; i++) {
    uchar c = text[8 * get_global_id(0) + i];
    fnv = (fnv ^ c) * 16777619u;
    djb = (djb << 5) + djb + c;
  }
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9UL;
  mixed ^= (ulong)djb << 32;
  uint key = fnv | 1u, slot = fnv & 255u;
  while (true) {
    uint before = atomic_cmpxchg(&table[slot], 0u, key);
    if (before == 0u || before == key) break;
    slot = (slot + 1) & 255u;
  }
  out[get_global_id(0)] = mixed ^ slot;
}
