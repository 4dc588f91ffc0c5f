// Each work-item adds all elements before it: right, but in one step of n additions.
kernel void scan_naive(global const T* in, global T* out, uint s) {
  T sum = 0;
  for (uint i = 0; i <= get_global_id(0); ++i) sum += in[i];
  out[get_global_id(0)] = sum;
}
