// --global 128 --local 64 buffer:int:128=iota buffer:int:128=0
kernel void k(global const int *in, global int *out) {
  local int t[64];
  event_t copied = async_work_group_copy(t, in + get_group_id(0) * 64, 64, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = t[63 - get_local_id(0)];
}
