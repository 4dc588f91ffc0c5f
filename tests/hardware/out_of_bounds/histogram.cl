// Four times as many values as bins.
__kernel void histogram(__global int* bins, __global const int* values) {
  int i = get_global_id(0);
  bins[values[i] * 37 & 1023] += 1;
}
