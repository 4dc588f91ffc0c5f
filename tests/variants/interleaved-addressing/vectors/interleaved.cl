#define JOINED(a, b) a##b
#define VECTOR(t, n) JOINED(t, n)

// Both elements of a pair with one load; the sums close together in a second array.
kernel void add(global const T* in, global T* out) {
  uint g = get_global_id(0);
  VECTOR(T, 2) pair = vload2(g, in);
  out[g] = pair.x + pair.y;
}
