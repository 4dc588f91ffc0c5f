// One work-item adds all, in one step after the other.
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint L = get_local_size(0), begin = get_group_id(0) * L;
  if (get_local_id(0) != 0) return;
  int sum = 0;
  for (uint i = begin; i < begin + L; ++i)
    if (i < n) sum += in[i];
  out[get_group_id(0)] = sum;
}
