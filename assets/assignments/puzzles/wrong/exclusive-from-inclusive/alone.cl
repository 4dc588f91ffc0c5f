// No barrier: each work-item looks at all elements before its own.
kernel void scan(global const int* in, global int* out, local int* block) {
  int most = INT_MIN;
  for (uint i = 0; i < get_local_id(0); ++i) most = max(most, in[i]);
  out[get_local_id(0)] = most;
}
