// The elements are in local memory, but work-item 0 adds all of them.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0);
  uint i = 2 * L * get_group_id(0) + t;
  block[t] = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t > 0) return;
  T sum = 0;
  for (uint k = 0; k < L; ++k) sum += block[k];
  out[get_group_id(0)] = sum;
}
