// Still interleaved: the elements of a warp are 2 s apart.
kernel void reduce_sequential(global T* a, uint s) {
  uint left = 2 * s * get_global_id(0);
  a[left] += a[left + s];
}
