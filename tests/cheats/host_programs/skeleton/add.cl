kernel void add(global int* a, int s) {
  int i = get_global_id(0) * 2 * s;

}
