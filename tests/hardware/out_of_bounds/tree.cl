// The reduction in local memory lets all work-items add, also those whose partner is outside of the array.
__kernel void tree(__global int* out, __global const int* in, __local int* s) {
  int t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = get_local_size(0) / 2; d > 0; d /= 2) {
    int other = s[t + d];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[t] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = s[0];
}
