// Begin with your unrolled kernel, and make it faster.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  // Write here. A work-item may also add more than two elements before it stores anything.
}
