// --global 128 --local 64 buffer:int:1000=random:1 buffer:int:1=0 scalar:int=1000
kernel void k(global const int *in, global int *out, int n) {
  int best = INT_MIN;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) best = max(best, in[i]);
  atomic_max(out, best);
}
