// --global 32,16 --local 16,8 buffer:float:434=random:1 buffer:float:434=0 scalar:int=31 scalar:int=14
kernel void k(global const float *in, global float *out, int w, int h) {
  local float t[10][18];
  int lx = get_local_id(0), ly = get_local_id(1);
  int left = get_group_id(0) * 16 - 1, top = get_group_id(1) * 8 - 1;
  for (int i = ly * 16 + lx; i < 180; i += 128) {
    int x = clamp(left + i % 18, 0, w - 1), y = clamp(top + i / 18, 0, h - 1);
    t[i / 18][i % 18] = in[y * w + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h)
    out[y * w + x] = 0.2f * (t[ly + 1][lx + 1] + t[ly][lx + 1] + t[ly + 2][lx + 1] + t[ly + 1][lx] + t[ly + 1][lx + 2]);
}
