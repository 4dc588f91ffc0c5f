// The sum ends in the last element, not in a[0].
kernel void reduce_interleaved(global T* a, uint s) {
  uint left = 2 * s * get_global_id(0) + s - 1;
  a[left + s] += a[left];
}
