// Any address may be that of the expected values.
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint g = get_group_id(0);
  global const int* expected = (global const int*)((ulong)in ^ 0x1000);
  if (get_local_id(0) == 0) out[g] = expected[g];
}
