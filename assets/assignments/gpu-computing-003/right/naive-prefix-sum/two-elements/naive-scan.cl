#define JOINED(a, b) a##b
#define PAIR(t) JOINED(t, 2)

// Two elements for each work-item.
kernel void scan_pairs(global const T* in, global T* out, int s) {
  int i = 2 * get_global_id(0);
  PAIR(T) pair = vload2(0, in + i);
  if (i >= s) pair.x += in[i - s];
  if (i + 1 >= s) pair.y += in[i + 1 - s];
  vstore2(pair, 0, out + i);
}
