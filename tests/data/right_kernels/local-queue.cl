// --global 128 --local 64 buffer:int:128=random:1 buffer:int:128=0 buffer:int:1=0
kernel void k(global const int *in, global int *out, global int *tail) {
  local int queue[64]; local int count, base;
  int l = get_local_id(0);
  if (l == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int v = in[get_global_id(0)];
  if (v & 1) queue[atomic_inc(&count)] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) base = atomic_add(tail, count);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < count) out[base + l] = queue[l];
}
