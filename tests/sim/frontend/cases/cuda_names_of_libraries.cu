// Functions of a program may have the names of library functions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/block/block_reduce.cuh>
using namespace cooperative_groups;

__device__ int reduce(int a, int b) { return a + b; }

struct plus {
  __device__ int operator()(int a, int b) const { return a + b; }
};

template <class Group>
__device__ int total(const Group& group, int value) {
  return cooperative_groups::reduce(group, value, cooperative_groups::plus<int>());
}

__global__ void k(int* out) {
  thread_block block = this_thread_block();
  thread_block_tile<32> warp = tiled_partition<32>(block);
  plus add;
  out[block.thread_rank()] = reduce(total(warp, 1), add(2, 3));
  sync(block);
  __shared__ cub::BlockReduce<int, 64>::TempStorage storage;
  const int sum = cub::BlockReduce<int, 64>(storage).Sum(1);
  if (block.thread_rank() == 0) out[0] = sum;
}
