// --global 128 --local 64 buffer:int:128=random:1 buffer:int:128=0 buffer:int:1=0
kernel void k(global const int *in, global int *out, global int *count) {
  int v = in[get_global_id(0)];
  if (v > 4) out[atomic_inc(count)] = v;
}
