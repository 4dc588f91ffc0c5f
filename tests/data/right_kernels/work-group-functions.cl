// --global 128 --local 64 --options -cl-std=CL2.0 buffer:int:128=1 buffer:int:128=0
kernel void k(global const int *in, global int *out) {
  int v = in[get_global_id(0)];
  int s = work_group_scan_inclusive_add(v);
  int all = work_group_broadcast(s, get_local_size(0) - 1);
  out[get_global_id(0)] = work_group_any(v > 5) ? s : all - s;
}
