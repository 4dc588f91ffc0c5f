#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// Each work-item keeps its sum in a register, and the compiler unrolls the loop of the warps.
kernel void reduce_unrolled(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), i = 2 * GROUP_SIZE * get_group_id(0) + t;
  T sum = i < n ? in[i] : 0;
  if (i + GROUP_SIZE < n) sum += in[i + GROUP_SIZE];
  block[t] = sum;
#pragma unroll
  for (uint s = GROUP_SIZE / 2; s >= 64; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] = sum += block[t + s];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() > 0) return;
  sum = sub_group_reduce_add(sum + block[t + 32]);
  if (t == 0) out[get_group_id(0)] = sum;
}
