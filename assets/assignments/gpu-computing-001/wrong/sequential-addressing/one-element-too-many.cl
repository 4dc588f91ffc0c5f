// Each work-item also clears what it has added: the last one writes behind the array.
kernel void reduce_sequential(global T* a, uint s) {
  uint g = get_global_id(0);
  a[g] += a[g + s];
  a[g + s + 1] = 0;
}
