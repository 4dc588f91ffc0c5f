// The newer name of the barrier, at the end of each turn but the last.
kernel void spread(global const int* in, global int* out, local int* ring) {
  uint t = get_local_id(0), L = get_local_size(0);
  ring[t] = in[get_global_id(0)];
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (int turn = 0; turn < 4; ++turn) {
    int sum = ring[t] + ring[t + 1 == L ? 0 : t + 1];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    ring[t] = sum;
    if (turn < 3) work_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = ring[t];
}
