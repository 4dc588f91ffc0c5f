// One launch, but one work-item does all additions.
kernel void scan(global const int* in, global int* out, local int* block) {
  int sum = 0;
  if (get_local_id(0) == 0)
    for (uint i = 0; i < get_local_size(0); ++i) out[i] = sum += in[i];
}
