// --global 64 --local 64 buffer:int:640=1 buffer:int:64=0 scalar:int=640
kernel void k(global const int *in, global int *out, int n) {
  local int t[2][64];
  int l = get_local_id(0);
  int next = in[l];
  int sum = 0;
  for (int b = 0; b < n; b += 64) {
    t[(b / 64) & 1][l] = next;
    if (b + 64 < n) next = in[b + 64 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += t[(b / 64) & 1][63 - l];
  }
  out[get_global_id(0)] = sum;
}
