#define JOINED(a, b) a##b
#define VECTOR(t, n) JOINED(t, n)

// Four pairs with two loads and a store, as long as there are as many.
kernel void add(global T* a, uint s) {
  uint g = get_global_id(0);
  if (s < 4) {
    if (g == 0)
      for (uint i = 0; i < s; ++i) a[i] += a[i + s];
    return;
  }
  if (4 * g < s) vstore4(vload4(g, a) + vload4(g, a + s), g, a);
}
