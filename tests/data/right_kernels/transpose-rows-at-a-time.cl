// --global 64,16 --local 32,8 buffer:float:2046=iota buffer:float:2046=0 scalar:int=62 scalar:int=33
#define TILE 32
#define ROWS 8
kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void k(global const float *in, global float *out, int width, int height) {
  local float tile[TILE][TILE + 1];
  int x = get_group_id(0) * TILE + get_local_id(0);
  int y = get_group_id(1) * TILE + get_local_id(1);
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height) tile[get_local_id(1) + j][get_local_id(0)] = in[(y + j) * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + get_local_id(0);
  y = get_group_id(0) * TILE + get_local_id(1);
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[get_local_id(0)][get_local_id(1) + j];
}
