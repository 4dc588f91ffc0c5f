// --global 192 --local 64 buffer:double:150=iota buffer:double:150=iota buffer:double:150=0 scalar:int=150
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void k(global const double *a, global const double *b, global double *restrict c, const int n) {
  const int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (i >= n) return;
  c[i] = fma(2.5, a[i], b[i]);
}
