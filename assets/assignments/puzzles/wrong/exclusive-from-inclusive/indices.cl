// The same with the index of the greatest element, so that no element is combined.
kernel void scan(global const int* in, global int* out, local int* block) {
  uint t = get_local_id(0), best = 0;
  for (uint i = 1; i < t; ++i) best = in[i] > in[best] ? i : best;
  out[t] = t > 0 ? in[best] : INT_MIN;
}
