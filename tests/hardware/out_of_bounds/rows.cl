// Each row is read one element too far, and there are more work-items than rows.
__kernel void rows(__global int* y, __global const int* a, __global const int* x) {
  int r = get_global_id(0);
  int sum = 0;
  for (int k = 0; k <= 20; k++) sum += a[r * 20 + k] * x[k];
  y[r] = sum;
}
