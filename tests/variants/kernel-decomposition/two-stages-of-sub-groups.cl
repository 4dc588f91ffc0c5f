// The sums of sub-groups are added by another sub-group function.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  T sum = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  sum = sub_group_reduce_add(sum);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() != 0) return;
  sum = sub_group_reduce_add(t < get_num_sub_groups() ? block[t] : 0);
  if (t == 0) out[get_group_id(0)] = sum;
}
