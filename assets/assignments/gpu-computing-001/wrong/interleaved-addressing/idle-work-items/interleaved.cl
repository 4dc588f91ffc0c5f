// As many work-items in each step as there are elements; most have nothing to do.
kernel void step_of_all(global T* a, uint s) {
  uint g = get_global_id(0);
  if (g % (2 * s) == 0) a[g] = a[g] + a[g + s];
}
