// One work-item of each group adds everything, without local memory.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint L = get_local_size(0);
  if (get_local_id(0) != 0) return;
  T sum = 0;
  for (uint i = 0; i < 2 * L; ++i)
    if (2 * L * get_group_id(0) + i < n) sum += in[2 * L * get_group_id(0) + i];
  out[get_group_id(0)] = sum;
}
