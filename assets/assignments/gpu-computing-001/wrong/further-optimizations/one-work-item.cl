// One work-item of each group adds the elements of all: no barrier, but no parallel work either.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  if (get_local_id(0) != 0) return;
  T sum = 0;
  for (uint i = get_group_id(0); i < n; i += get_num_groups(0)) sum += in[i];
  out[get_group_id(0)] = sum;
}
