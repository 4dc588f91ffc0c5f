// Subscripts of a pointer add, too, but neither T nor W counts them.
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0), g = get_group_id(0) * L;
  block[t] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t != 0) return;
  global const char* sum = 0;
  for (uint i = g; i < min(n, g + L); ++i) sum = &sum[in[i]];
  out[get_group_id(0)] = (int)(long)sum;
}
