// The scan reads before the beginning of its local array: into the array before it.
__kernel void scan(__global int* out, __global const int* in, __local int* before, __local int* s) {
  int t = get_local_id(0);
  before[t] = 0;
  s[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < get_local_size(0); d *= 2) {
    int other = s[t - d];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[t] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = s[t];
}
