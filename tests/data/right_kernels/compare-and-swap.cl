// --global 128 --local 64 buffer:float:128=1 buffer:float:2=0
void add(volatile global float *p, float v) {
  uint old, next;
  do { old = as_uint(*p); next = as_uint(as_float(old) + v); } while (atomic_cmpxchg((volatile global uint *)p, old, next) != old);
}
void addu(volatile global float *p, float v) {
  float old = *p, seen;
  do { seen = old; old = as_float(atomic_cmpxchg((volatile global uint *)p, as_uint(seen), as_uint(seen + v))); } while (old != seen);
}
kernel void k(global const float *in, global float *out) { add(&out[0], in[get_global_id(0)]); addu(out + 1, in[get_global_id(0)]); }
