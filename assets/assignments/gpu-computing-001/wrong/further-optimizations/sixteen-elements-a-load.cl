#define JOINED(a, b) a##b
#define VECTOR(t) JOINED(t, 16)

// One work-item of each group adds, with few instructions for each element.
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  if (get_local_id(0) != 0) return;
  VECTOR(T) sums = 0;
  uint groups = get_num_groups(0), g = get_group_id(0);
  for (uint i = g; i < n / 16; i += groups) sums += vload16(i, in);
  T sum = sums.s0 + sums.s1 + sums.s2 + sums.s3 + sums.s4 + sums.s5 + sums.s6 + sums.s7 + sums.s8 + sums.s9 + sums.sa +
          sums.sb + sums.sc + sums.sd + sums.se + sums.sf;
  for (uint i = n / 16 * 16 + g; i < n; i += groups) sum += in[i];
  out[g] = sum;
}
