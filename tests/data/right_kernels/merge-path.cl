// --global 64 --local 64 buffer:int:150=iota buffer:int:106=iota buffer:int:256=0 scalar:int=150 scalar:int=106
kernel void k(global const int *a, global const int *b, global int *out, int na, int nb) {
  int each = (na + nb + get_global_size(0) - 1) / get_global_size(0);
  int diagonal = min((int)get_global_id(0) * each, na + nb);
  int low = max(0, diagonal - nb), high = min(diagonal, na);
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[diagonal - 1 - middle]) low = middle + 1;
    else high = middle;
  }
  int i = low, j = diagonal - low;
  for (int o = diagonal; o < min(diagonal + each, na + nb); o++)
    out[o] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}
