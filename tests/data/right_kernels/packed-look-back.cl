// --global 256 --local 64 buffer:uint:256=1 buffer:uint:256=0 buffer:ulong:4=0 buffer:uint:1=0
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void k(global const uint *in, global uint *out, volatile global ulong *state, volatile global uint *ticket) {
  local uint t[64], g, before;
  uint l = get_local_id(0);
  if (l == 0) g = atomic_inc(ticket);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint i = g * 64 + l;
  t[l] = in[i];
  for (uint d = 1; d < 64; d <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint x = l >= d ? t[l - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] += x;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    uint sum = 0;
    if (g > 0) {
      atom_xchg(&state[g], 1ul << 32 | t[63]);
      for (int p = (int)g - 1; p >= 0;) {
        ulong s = atom_or(&state[p], 0ul);
        if (s >> 32 == 0) continue;
        sum += (uint)s;
        if (s >> 32 == 2) break;
        --p;
      }
    }
    atom_xchg(&state[g], 2ul << 32 | (sum + t[63]));
    before = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = before + t[l];
}
