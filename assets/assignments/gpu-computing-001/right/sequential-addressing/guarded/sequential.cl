kernel void reduce(global T* a, uint s) {
  uint g = get_global_id(0);
  if (g >= s) return;
  T first = a[g], second = a[s + g];
  a[g] = first + second;
}
