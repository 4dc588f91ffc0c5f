// Right, with an atomic function in global memory for each element.
kernel void histogram(global const int* in, global int* bins, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&bins[in[i]]);
}
