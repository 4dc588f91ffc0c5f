// --global 64 --local 64 buffer:float:64=random:1 buffer:int:1=0
typedef struct { float value; int index; } best_t;
kernel void k(global const float *in, global int *out) {
  local best_t t[64];
  uint l = get_local_id(0);
  t[l].value = in[l]; t[l].index = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 32; d; d >>= 1) {
    if (l < d) { best_t o = t[l + d]; if (o.value > t[l].value || (o.value == t[l].value && o.index < t[l].index)) t[l] = o; }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (!l) *out = t->index;
}
