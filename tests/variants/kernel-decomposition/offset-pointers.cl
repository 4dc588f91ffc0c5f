// Pointers in place of indices, and the second half first.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  size_t t = get_local_id(0), L = get_local_size(0), first = get_group_id(0) * L * 2;
  global const T* from = in + first + t;
  local T* mine = block + t;
  *mine = 0;
  if (first + L + t < n) *mine = from[L];
  if (first + t < n) *mine += *from;
  for (size_t s = L >> 1; s; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t >= s) continue;
    *mine += mine[s];
  }
  if (!t) *(out + get_group_id(0)) = *mine;
}
