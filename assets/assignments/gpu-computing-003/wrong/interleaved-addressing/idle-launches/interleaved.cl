// Every other launch adds four elements, so that two steps are one; those between do nothing.
kernel void reduce(global T* a, uint step, uint n) {
  uint s = 1 << step, left = 4 * s * get_global_id(0);
  if (step % 2 == 1 || left >= n) return;
  a[left] += a[left + s];
  if (left + 2 * s < n) a[left] += a[left + 2 * s] + a[left + 3 * s];
}
