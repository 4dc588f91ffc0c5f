// One lane has no conflict.
kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  block[t] = in[t];
  block[t + L] = in[t + L];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    for (uint i = 1; i < 2 * L; ++i) block[i] += block[i - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = block[t];
  out[t + L] = block[t + L];
}
