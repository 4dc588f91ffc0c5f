kernel void reduce(global const int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  uint i = get_group_id(0) * 2 * L + t;
  block[t] = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  for (uint s = L / 2; s > 0; s /= 2) {

    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
