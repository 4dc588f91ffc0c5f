// Shifts in place of products, and the pairs from the last one to the first.
kernel void add_pairs(global T* a, uint step, uint pairs) {
  uint pair = pairs - 1 - get_global_id(0);
  global T* left = a + (pair << (step + 1));
  *left += left[1u << step];
}
