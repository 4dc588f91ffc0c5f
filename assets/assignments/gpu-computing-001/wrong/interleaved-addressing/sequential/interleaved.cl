// Sequential addressing: the pairs are half of the remaining elements apart.
kernel void add(global T* a, uint s) {
  uint g = get_global_id(0);
  a[g] = a[g + s] + a[g];
}
