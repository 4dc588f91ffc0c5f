// --global 64 --local 64 buffer:int:64=iota buffer:int:64=0
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0);
  int back = i - 1;
  out[i] = (back >= 0 ? in[back] : 0) + (int)(char)(i * 3) + (uchar)(i << 4);
}
