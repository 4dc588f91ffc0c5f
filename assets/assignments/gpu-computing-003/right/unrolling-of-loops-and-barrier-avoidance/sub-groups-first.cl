#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// Every warp reduces its own elements; then one work-item adds the sums of the warps.
kernel void reduce_unrolled(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), i = 2 * GROUP_SIZE * get_group_id(0) + t;
  T sum = sub_group_reduce_add((i < n ? in[i] : 0) + (i + GROUP_SIZE < n ? in[i + GROUP_SIZE] : 0));
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t > 0) return;
  sum += block[1];
#if GROUP_SIZE >= 128
  sum += block[2] + block[3];
#endif
#if GROUP_SIZE >= 256
  sum += block[4] + block[5] + block[6] + block[7];
#endif
  out[get_group_id(0)] = sum;
}
