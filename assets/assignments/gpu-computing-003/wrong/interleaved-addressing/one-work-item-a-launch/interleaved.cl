// One work-item for all pairs of a step.
kernel void reduce(global T* a, uint step, uint n) {
  uint s = 1 << step;
  for (uint left = 0; left < n; left += 2 * s) a[left] += a[left + s];
}
