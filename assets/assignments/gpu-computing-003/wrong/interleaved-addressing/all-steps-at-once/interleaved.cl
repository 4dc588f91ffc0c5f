// A barrier does not wait for other work-groups.
kernel void reduce_interleaved(global T* a, uint n) {
  for (uint s = 1; s < n; s *= 2) {
    uint left = 2 * s * get_global_id(0);
    if (left + s < n) a[left] += a[left + s];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
