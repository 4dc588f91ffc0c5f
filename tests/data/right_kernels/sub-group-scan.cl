// --global 128 --local 64 --options -cl-std=CL3.0 buffer:int:128=random:1 buffer:int:128=0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void k(global const int *in, global int *out) {
  local int sums[64];
  size_t i = get_global_id(0);
  int scanned = sub_group_scan_inclusive_add(in[i]);
  if (get_sub_group_local_id() == get_sub_group_size() - 1) sums[get_sub_group_id()] = scanned;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() == 0) {
    int sum = get_sub_group_local_id() < get_num_sub_groups() ? sums[get_sub_group_local_id()] : 0;
    int before = sub_group_scan_exclusive_add(sum);
    if (get_sub_group_local_id() < get_num_sub_groups()) sums[get_sub_group_local_id()] = before;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = scanned + sums[get_sub_group_id()];
}
