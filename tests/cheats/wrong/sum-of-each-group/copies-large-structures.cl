// One instruction each, however much it copies: the clock runs, the steps do not.
struct Large {
  int part[4096];
};
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  struct Large one, other;
  for (uint i = 0; i < 4096; ++i) one.part[i] = i;
  for (uint i = 0; i < 2000000000; ++i) {
    other = one;
    one = other;
  }
  out[get_group_id(0)] = one.part[0];
}
