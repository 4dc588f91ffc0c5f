// A text that would fill the memory.
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  for (uint i = 0; i < 1000000000; ++i) printf("%d the same sentence again and again and again\n", i);
}
