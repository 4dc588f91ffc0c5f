// One work-group of L work-items scans 2 L elements. `block` has room for them and for one more after each 16.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  // Write here:
  // 1. load 2 L elements
  // 2. up-sweep: a reduction, whose sums all stay in place
  // 3. zero at the root, then the down-sweep
  // 4. the scan is exclusive now; add the elements for the inclusive one
}
