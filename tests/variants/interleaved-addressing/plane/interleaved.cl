// A range of two dimensions, whose rows are work-groups.
kernel void add(global T* a, uint s) {
  size_t pair = get_global_id(1) * get_global_size(0) + get_global_id(0);
  global T* left = &a[pair * 2 * s];
  left[0] += left[s];
}
