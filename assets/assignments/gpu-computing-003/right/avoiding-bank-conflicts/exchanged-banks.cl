// No padding: within each row of BANKS elements the columns are exchanged, by the number of the row.
uint at(uint i) { return i ^ (i / BANKS % BANKS); }

kernel void scan_local(global const T* in, global T* out, local T* block) {
  uint t = get_local_id(0), L = get_local_size(0), s = 1;
  T low = in[t], high = in[t + L];
  block[at(t)] = low;
  block[at(t + L)] = high;
  for (uint pairs = L; pairs > 0; pairs /= 2, s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < pairs) block[at(s * (2 * t + 2) - 1)] += block[at(s * (2 * t + 1) - 1)];
  }
  if (t == 0) block[at(2 * L - 1)] = 0;
  for (uint pairs = 1; pairs <= L; pairs *= 2) {
    s /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < pairs) {
      T child = block[at(s * (2 * t + 1) - 1)];
      block[at(s * (2 * t + 1) - 1)] = block[at(s * (2 * t + 2) - 1)];
      block[at(s * (2 * t + 2) - 1)] += child;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = block[at(t)] + low;
  out[t + L] = block[at(t + L)] + high;
}
