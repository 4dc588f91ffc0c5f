kernel void scan_step(global const int* in, global int* out, int offset) {
  int i = get_global_id(0);
  out[i] = i >= offset ? in[i] + in[i - offset] : in[i];
}
