// 64 MiB from one work-item to the next: the hardware reports an illegal address and ends the kernel.
__kernel void far(__global int* out) {
  long i = get_global_id(0);
  out[(i + 1) << 24] = 1;
}
