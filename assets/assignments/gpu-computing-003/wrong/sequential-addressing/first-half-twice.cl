// The second half begins at s, not at s + 1.
kernel void reduce_sequential(global T* a, uint s) {
  uint g = get_global_id(0);
  a[g] += a[g + s - 1];
}
