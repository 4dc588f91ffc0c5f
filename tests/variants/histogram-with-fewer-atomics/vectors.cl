// Four elements with a load.
kernel void histogram(global const int* in, global int* bins, int n) {
  local int own[32];
  int t = get_local_id(0), all = get_global_size(0);
  for (int bin = t; bin < 32; bin += get_local_size(0)) own[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n / 4; i += all) {
    int4 x = vload4(i, in);
    atomic_inc(&own[x.x]);
    atomic_inc(&own[x.y]);
    atomic_inc(&own[x.z]);
    atomic_inc(&own[x.w]);
  }
  for (int i = n / 4 * 4 + get_global_id(0); i < n; i += all) atomic_inc(&own[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bin = t; bin < 32; bin += get_local_size(0)) atomic_add(&bins[bin], own[bin]);
}
