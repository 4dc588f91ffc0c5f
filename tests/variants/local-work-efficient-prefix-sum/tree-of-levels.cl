// Each level of the tree has a stretch of its own: no stride, no conflict.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  T left = in[2 * t], right = in[2 * t + 1], sum = left + right;
  uint level = 0;
  for (uint size = L; size > 1; size /= 2) {
    if (t < size) block[level + t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < size / 2) sum = block[level + 2 * t] + block[level + 2 * t + 1];
    level += size;
  }
  T before = 0;
  for (uint size = 2; size <= L; size *= 2) {
    level -= size;
    // block[level + k] becomes what is before the stretch k of this level.
    T own = 0;
    if (t < size / 2) {
      own = block[level + 2 * t];
      block[level + 2 * t] = before;
      block[level + 2 * t + 1] = before + own;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < size) before = block[level + t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[2 * t] = before + left;
  out[2 * t + 1] = before + left + right;
}
