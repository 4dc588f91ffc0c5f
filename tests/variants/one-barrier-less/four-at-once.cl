// Four sums in each step.
kernel void sum(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), s = get_local_size(0);
  int sum = block[t] = in[get_global_id(0)];
  while (s > 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint q = s % 4 == 0 ? s / 4 : s / 2;
    if (t < q) {
      sum += block[t + q];
      if (s == 4 * q) sum += block[t + 2 * q] + block[t + 3 * q];
      block[t] = sum;
    }
    s = q;
  }
  if (t == 0) out[get_group_id(0)] = sum;
}
