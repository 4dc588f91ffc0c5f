// No barrier: the warps of this device happen to come in order.
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0), i = get_global_id(0);
  if (t == 0) block[0] = 0;
  int sum = i < n ? in[i] : 0;
  for (uint k = 0; k < L; ++k)
    if (k == t) block[0] += sum;
  if (t == L - 1) out[get_group_id(0)] = block[0];
}
