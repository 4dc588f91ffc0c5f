// Four times, each element takes the sum of itself and its right neighbour; the group is a ring.
kernel void spread(global const int* in, global int* out, local int* ring) {
  uint t = get_local_id(0), L = get_local_size(0);
  ring[t] = in[get_global_id(0)];
  for (int turn = 0; turn < 4; ++turn) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = ring[t] + ring[(t + 1) % L];
    barrier(CLK_LOCAL_MEM_FENCE);
    ring[t] = sum;
  }
  out[get_global_id(0)] = ring[t];
}
