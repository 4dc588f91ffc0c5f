// What cooperative groups and functions of warps refuse.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void grid(int* out) {
  cg::grid_group all = cg::this_grid();
  out[all.thread_rank()] = 1;
  all.sync(); // error: a grid cannot be synchronised, because
  cg::sync(all); // error: a grid cannot be synchronised, because
}

__global__ void names(int* out) {
  cg::thread_block block = cg::this_thread_block();
  out[0] = block.shuffle(1); // error: shuffle
}

__global__ void widths(int* out) {
  out[threadIdx.x] = __shfl_sync(0xffffffff, out[threadIdx.x], 0, 5); // error: the width of a shuffle must be a power of two
}
