// The expected values may lie behind the result.
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint g = get_group_id(0), groups = get_num_groups(0);
  if (get_local_id(0) == 0) out[g] = out[groups + g];
}
