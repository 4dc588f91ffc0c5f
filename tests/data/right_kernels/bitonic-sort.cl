// --global 64 --local 64 buffer:uint:128=random:1 local:512
void order(local uint *a, local uint *b, bool up) {
  if ((*a > *b) == up) { uint t = *a; *a = *b; *b = t; }
}
kernel void k(global uint *keys, local uint *t) {
  uint l = get_local_id(0), n = 2 * get_local_size(0);
  t[l] = keys[l];
  t[l + n / 2] = keys[l + n / 2];
  for (uint size = 2; size <= n; size <<= 1) {
    bool up = (l & (size / 2)) == 0;
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint i = 2 * l - (l & (stride - 1));
      order(&t[i], &t[i + stride], up);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  keys[l] = t[l];
  keys[l + n / 2] = t[l + n / 2];
}
