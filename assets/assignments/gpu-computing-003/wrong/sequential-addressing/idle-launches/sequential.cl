// Every other launch adds four stretches, so that two steps are one; those between do nothing.
kernel void reduce(global T* a, uint step, uint s) {
  uint g = get_global_id(0), quarter = s / 2;
  if (step % 2 == 1) return;
  if (quarter == 0) {
    a[0] += a[1];
  } else if (g < quarter) {
    a[g] += a[g + quarter] + a[g + 2 * quarter] + a[g + 3 * quarter];
  }
}
