// The second step reads what other work-groups may not have written.
kernel void reduce_sequential(global T* a, uint s) {
  uint g = get_global_id(0);
  a[g] += a[g + s];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (g < s / 2) a[g] += a[g + s / 2];
}
