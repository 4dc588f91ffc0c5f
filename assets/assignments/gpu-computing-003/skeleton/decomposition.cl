// Each work-group of L work-items reduces 2 L of the n elements and writes its sum to out[group].
// decomposition.plan.json launches the kernel for the first level only; in and out are swapped after it.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  // Write here:
  // 1. each work-item adds two elements and stores the sum in local memory
  // 2. a loop with a barrier, in which fewer and fewer work-items add
  // 3. one work-item writes the result of the work-group
}
