// The pairs are s apart, not 2 s: each element is in two of them.
kernel void reduce_interleaved(global T* a, uint s) {
  uint left = s * get_global_id(0);
  a[left] += a[left + s];
}
