kernel void twice(read_only image2d_t from, write_only image2d_t to, sampler_t sampler) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagei(to, at, 2 * read_imagei(from, sampler, at));
}
