// Right: out[i] is the sum of the elements from the last one with part = 0 to i. But the work-items walk back.
kernel void segmented_sum(global const int* in, global const int* part, global int* out, local int* sums,
                          local int* begins) {
  int t = get_local_id(0), i = t, sum = in[t];
  while (i > 0 && part[i] != 0) sum += in[--i];
  out[t] = sum;
}
