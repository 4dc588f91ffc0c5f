// Each work-item stores the result of its neighbour.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), n = get_local_size(0);
  int most = in[t];
  block[t] = most;
  for (uint s = 1; s < n; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = t >= s ? block[t - s] : INT_MIN;
    barrier(CLK_LOCAL_MEM_FENCE);
    block[t] = most = max(other, most);
  }
  if (t == 0) out[0] = INT_MIN;
  if (t + 1 < n) out[t + 1] = most;
}
