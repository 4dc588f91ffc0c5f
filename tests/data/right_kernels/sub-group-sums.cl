// --global 128 --local 64 --options -cl-std=CL2.0 buffer:int:128=1 buffer:int:2=0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void k(global const int *in, global int *out) {
  local int part[32];
  int v = sub_group_reduce_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() == 0) part[get_sub_group_id()] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) { int t = 0; for (uint i = 0; i < get_num_sub_groups(); i++) t += part[i]; out[get_group_id(0)] = t; }
}
