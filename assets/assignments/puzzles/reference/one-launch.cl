// All steps in one work-group: a barrier between the reads of a step and its writes, and one after the writes.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), n = get_local_size(0);
  int sum = in[t];
  block[t] = sum;
  for (uint s = 1; s < n; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t >= s) sum += block[t - s];
    barrier(CLK_LOCAL_MEM_FENCE);
    block[t] = sum;
  }
  out[t] = sum;
}
