// The function of the library adds; the neighbour's value is only looked at.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  T sum = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  block[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  T other = block[(t + 1) % L];
  sum = work_group_reduce_add(other);
  if (t == 0) out[get_group_id(0)] = sum;
}
