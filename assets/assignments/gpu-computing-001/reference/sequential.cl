// One step: the second half of the remaining elements, which begins at s, is added to the first.
kernel void reduce_sequential(global T* a, uint s) {
  uint g = get_global_id(0);
  a[g] += a[g + s];
}
