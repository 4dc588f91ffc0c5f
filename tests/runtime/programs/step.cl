// One step of Hillis and Steele.
kernel void scan_step(global const int* in, global int* out, int distance) {
  int i = get_global_id(0);
  int sum = in[i];
  if (i >= distance) sum += in[i - distance];
  out[i] = sum;
}
