#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// Four independent sums for each work-item.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint g = get_global_id(0), all = get_global_size(0), i = g;
  T a = 0, b = 0, c = 0, d = 0;
  for (; i + 3 * all < n; i += 4 * all) {
    a += in[i];
    b += in[i + all];
    c += in[i + 2 * all];
    d += in[i + 3 * all];
  }
  for (; i < n; i += all) a += in[i];
  T sum = sub_group_reduce_add(a + b + c + d);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) != 0) return;
  for (uint w = 1; w < get_num_sub_groups(); ++w) sum += block[w];
  out[get_group_id(0)] = sum;
}
