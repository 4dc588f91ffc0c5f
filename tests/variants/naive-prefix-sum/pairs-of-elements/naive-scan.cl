#define JOINED(a, b) a##b
#define VECTOR(t, n) JOINED(t, n)

// Two neighbours with one load and one store.
kernel void scan(global const T* in, global T* out, uint s) {
  uint i = 2 * get_global_id(0);
  VECTOR(T, 2) both = vload2(0, in + i);
  if (i >= s) both.x += in[i - s];
  if (i + 1 >= s) both.y += in[i + 1 - s];
  vstore2(both, 0, out + i);
}
