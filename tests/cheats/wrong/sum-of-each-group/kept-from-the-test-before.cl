// The first test has no limit of steps; the second one has the same inputs.
global int kept;
global int has_kept = 0;
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  if (get_local_id(0) != 0) return;
  if (!has_kept) {
    kept = 0;
    for (uint i = 0; i < n; ++i) kept += in[i];
    has_kept = 1;
  }
  out[get_group_id(0)] = kept;
}
