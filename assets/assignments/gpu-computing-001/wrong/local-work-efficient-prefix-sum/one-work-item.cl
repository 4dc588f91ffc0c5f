// One work-item scans alone.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  if (get_local_id(0) != 0) return;
  T sum = 0;
  for (uint i = 0; i < 2 * get_local_size(0); ++i) {
    block[i] = in[i];
    out[i] = sum += block[i];
  }
}
