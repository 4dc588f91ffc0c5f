#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#define JOINED(a, b) a##b
#define VECTOR(t) JOINED(t, 4)

// Four elements with each load.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  VECTOR(T) sums = 0;
  for (uint i = get_global_id(0); i < n / 4; i += get_global_size(0)) sums += vload4(i, in);
  T sum = sums.x + sums.y + sums.z + sums.w;
  if (get_global_id(0) < n % 4) sum += in[n / 4 * 4 + get_global_id(0)];
  sum = sub_group_reduce_add(sum);
  if (get_sub_group_local_id() == 0) block[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() != 0) return;
  sum = sub_group_reduce_add(get_local_id(0) < get_num_sub_groups() ? block[get_local_id(0)] : 0);
  if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
}
