// Two arrays take turns, with one barrier in each step.
kernel void scan(global const int* in, global int* out, local int* from, local int* to) {
  uint t = get_local_id(0), n = get_local_size(0);
  from[t] = in[t];
  for (uint s = 1; s < n; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    to[t] = t >= s ? from[t] + from[t - s] : from[t];
    local int* other = from;
    from = to;
    to = other;
  }
  out[t] = from[t];
}
