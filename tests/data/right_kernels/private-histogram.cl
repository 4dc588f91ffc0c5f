// --global 256 --local 64 buffer:uint:1000=random:1 buffer:uint:16=0 scalar:int=1000
kernel void k(global const uint *in, global uint *hist, int n) {
  local uint h[16];
  int l = get_local_id(0);
  if (l < 16) h[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&h[in[i] & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) atomic_add(&hist[l], h[l]);
}
