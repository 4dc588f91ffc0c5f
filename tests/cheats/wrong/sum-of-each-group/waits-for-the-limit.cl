// Whoever stops it may take what there is for right.
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  while (n != 0) out[get_group_id(0)] = in[0];
}
