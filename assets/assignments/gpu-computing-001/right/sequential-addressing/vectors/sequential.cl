// Four elements at a time; a work-item of the last steps adds one or two.
kernel void reduce(global T* a, uint s) {
  uint g = get_global_id(0);
  if (s >= 4) {
    vstore4(vload4(g, a) + vload4(g, a + s), g, a);
    return;
  }
  for (uint i = g; i < s; ++i) a[i] += a[i + s];
}
