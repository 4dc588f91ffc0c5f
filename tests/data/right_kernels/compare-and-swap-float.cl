// --global 128 --local 64 buffer:float:128=random:3 buffer:float:4=0
void add_float(volatile global float *sum, float value) {
  union { uint bits; float number; } seen, next;
  do {
    seen.number = *sum;
    next.number = seen.number + value;
  } while (atomic_cmpxchg((volatile global uint *)sum, seen.bits, next.bits) != seen.bits);
}
void add_exchanged(volatile global float *sum, float value) {
  while ((value = atomic_xchg(sum, atomic_xchg(sum, 0.0f) + value)) != 0.0f) ;
}
void max_float(volatile global float *most, float value) {
  uint seen = atomic_or((volatile global uint *)most, 0u);
  while (as_float(seen) < value) {
    uint before = seen;
    seen = atomic_cmpxchg((volatile global uint *)most, before, as_uint(value));
    if (seen == before) break;
  }
}
kernel void k(global const float *in, volatile global float *out) {
  float x = in[get_global_id(0)];
  add_float(out, x);
  add_exchanged(out + 1, x);
  max_float(out + 2, x);
}
