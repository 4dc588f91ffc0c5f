// --global 64 --local 64 buffer:int:64=random:1 buffer:uchar:64=random:2 buffer:int:64=0
kernel void k(global const int *in, global const uchar *starts, global int *out) {
  local int values[64];
  local uchar flags[64];
  int l = get_local_id(0);
  values[l] = in[l];
  flags[l] = starts[l] % 5 == 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 64; d *= 2) {
    int value = values[l];
    uchar flag = flags[l];
    if (l >= d) {
      if (!flag) value += values[l - d];
      flag |= flags[l - d];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    values[l] = value;
    flags[l] = flag;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = values[l];
}
