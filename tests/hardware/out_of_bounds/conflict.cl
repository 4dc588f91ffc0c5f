// A column of a tile: 33 columns were meant, 32 were allocated.
__kernel void conflict(__global int* out, __local int* tile) {
  int t = get_local_id(0);
  tile[t * 32] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[t * 33];
}
