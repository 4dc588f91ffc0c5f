// Bins for each 32 work-items, added up by one of them for each bin.
kernel void histogram(global const int* in, global int* bins, int n) {
  local int own[8][32];
  int t = get_local_id(0), warps = get_local_size(0) / 32;
  for (int i = t; i < 32 * warps; i += get_local_size(0)) own[i / 32][i % 32] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&own[t / 32][in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  if (t >= 32) return;
  for (int w = 0; w < warps; ++w) sum += own[w][t];
  if (sum > 0) atomic_add(&bins[t], sum);
}
