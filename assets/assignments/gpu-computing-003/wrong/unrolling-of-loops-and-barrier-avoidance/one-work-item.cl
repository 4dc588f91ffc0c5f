// One barrier and no step: work-item 0 adds.
kernel void reduce_unrolled(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), i = 2 * GROUP_SIZE * get_group_id(0) + t;
  block[t] = (i < n ? in[i] : 0) + (i + GROUP_SIZE < n ? in[i + GROUP_SIZE] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t > 0) return;
  T sum = 0;
  for (uint k = 0; k < GROUP_SIZE; ++k) sum += block[k];
  out[get_group_id(0)] = sum;
}
