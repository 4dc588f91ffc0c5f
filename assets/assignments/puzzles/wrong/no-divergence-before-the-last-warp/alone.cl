// The first warp diverges once: for all that the first work-item does.
kernel void sum(global const int* in, global int* out, local int* block) {
  if (get_local_id(0) > 0) return;
  int sum = 0;
  for (uint i = 0; i < get_local_size(0); ++i) sum += in[i];
  out[0] = sum;
}
