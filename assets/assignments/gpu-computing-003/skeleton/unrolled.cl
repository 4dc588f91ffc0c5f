#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// A kernel decomposition without a loop: GROUP_SIZE, the number of work-items of a group, is 64, 128 or 256.
kernel void reduce_unrolled(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0);
  // Write here:
  // 1. the sum of two elements, as before
  // 2. the steps of several warps, each with a barrier; leave out those that GROUP_SIZE does not need
  // 3. the steps of the last warp, written out, with sub_group_barrier(CLK_LOCAL_MEM_FENCE) in between
}
