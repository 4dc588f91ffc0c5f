// The hardware adds, one after the other.
kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), i = get_global_id(0);
  if (t == 0) block[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) atomic_add(&block[0], in[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) out[get_group_id(0)] = block[0];
}
