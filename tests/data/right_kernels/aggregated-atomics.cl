// --global 128 --local 64 --options -cl-std=CL3.0 buffer:int:128=random:1 buffer:int:128=0 buffer:int:1=0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void k(global const int *in, global int *out, volatile global int *count) {
  int v = in[get_global_id(0)];
  int keep = v % 2 == 0;
  int place = sub_group_scan_exclusive_add(keep);
  int total = sub_group_reduce_add(keep);
  int first = 0;
  if (get_sub_group_local_id() == 0) first = atomic_add(count, total);
  first = sub_group_broadcast(first, 0);
  if (keep) out[first + place] = v;
}
