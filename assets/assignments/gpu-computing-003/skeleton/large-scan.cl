// Each work-group of L work-items scans 2 L elements and writes their sum to sums[group].
// large-scan.plan.json launches only this kernel, and once: the scan of the sums and add_offsets are missing.
kernel void scan_block(global const T* in, global T* out, global T* sums, local T* block, uint n) {
  // Write here: the local scan of the task before, for block number get_group_id(0).
}

kernel void add_offsets(global T* out, global const T* offsets, uint n) {
  // Write here: add the sum of all blocks before this one.
}
