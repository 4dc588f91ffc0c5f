// What four turns give, in one: no race, and no ring.
kernel void spread(global const int* in, global int* out, local int* ring) {
  uint t = get_local_id(0), L = get_local_size(0), first = get_group_id(0) * L;
  ring[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = ring[t] + 4 * ring[(t + 1) % L] + 6 * ring[(t + 2) % L] + 4 * ring[(t + 3) % L] + ring[(t + 4) % L];
}
