kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), i = get_global_id(0);
  int mine = i < n ? in[i] : 0;
  block[t] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  int zero = (block[t ^ 1] + mine) * 0;
  mine = work_group_reduce_add(mine) + zero;
  if (t == 0) out[get_group_id(0)] = mine;
}
