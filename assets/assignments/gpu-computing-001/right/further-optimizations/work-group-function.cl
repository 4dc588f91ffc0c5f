// The sum of a work-group as one function of OpenCL 2.0.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  T sum = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  sum = work_group_reduce_add(sum);
  if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
}
