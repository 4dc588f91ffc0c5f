// One step: work-item g adds the elements of pair g, which are s apart.
kernel void reduce_interleaved(global T* a, uint s) {
  uint left = 2 * s * get_global_id(0);
  a[left] += a[left + s];
}
