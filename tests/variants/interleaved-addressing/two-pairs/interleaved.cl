// Each work-item adds two pairs, as long as there are as many.
kernel void add(global T* a, uint s, uint pairs) {
  for (uint pair = get_global_id(0); pair < pairs; pair += get_global_size(0)) a[2 * s * pair] += a[2 * s * pair + s];
}
