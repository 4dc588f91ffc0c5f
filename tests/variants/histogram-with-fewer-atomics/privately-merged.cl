// The first 32 work-items add; elements in stretches.
kernel void histogram(global const int* in, global int* bins, int n) {
  local int own[32];
  int t = get_local_id(0), L = get_local_size(0), all = get_global_size(0);
  if (t < 32) own[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += all) atomic_add(own + in[i], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 32 && own[t] != 0) atomic_add(&bins[t], own[t]);
}
