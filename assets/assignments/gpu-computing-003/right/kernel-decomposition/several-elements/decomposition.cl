// At most L work-groups, whose work-items add as many elements as necessary: two levels for any n.
kernel void sum_of_group(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0);
  T sum = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  block[t] = sum;
  for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
