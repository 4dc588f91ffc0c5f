// Cooperative groups in this simulator. Groups other than coalesced groups have no data members: their type
// determines the participating threads.

// A group whose size is known only at run time: a block or lanes of a warp.
struct cooperative_groups::thread_group {
  unsigned lockstep_mask;  // lanes of the group; 0 means the block

  __device__ unsigned size() const {
    return lockstep_mask == 0 ? blockDim.x * blockDim.y * blockDim.z : __popc(lockstep_mask);
  }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return lockstep_mask == 0 ? (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x
                              : __popc(lockstep_mask & ((1u << __lockstep_lane()) - 1));
  }
  __device__ void sync() const {
    if (lockstep_mask == 0)
      __syncthreads();
    else
      __syncwarp(lockstep_mask);
  }
};

// Partitions a block or a larger tile into tiles of `size` lanes.
__device__ cooperative_groups::thread_group cooperative_groups::tiled_partition(
    const cooperative_groups::thread_group& parent, unsigned size) {
  return cooperative_groups::thread_group{(0xffffffffu >> (32 - size)) << (__lockstep_lane() & (32 - size))};
}

struct cooperative_groups::thread_block {
  __device__ static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __device__ static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static void sync() { __syncthreads(); }
  __device__ operator cooperative_groups::thread_group() const { return cooperative_groups::thread_group{0}; }
};

__device__ cooperative_groups::thread_group cooperative_groups::tiled_partition(
    const cooperative_groups::thread_block& parent, unsigned size) {
  return cooperative_groups::tiled_partition(cooperative_groups::thread_group{0}, size);
}

__device__ cooperative_groups::thread_block cooperative_groups::this_thread_block() {
  return cooperative_groups::thread_block{};
}

struct cooperative_groups::grid_group {
  __device__ static unsigned long long block_rank() {
    return (blockIdx.z * (unsigned long long)gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __device__ static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * cooperative_groups::thread_block::size() +
           cooperative_groups::thread_block::thread_rank();
  }
  __device__ static unsigned long long num_threads() {
    return num_blocks() * cooperative_groups::thread_block::size();
  }
  __device__ static unsigned long long size() { return num_threads(); }
  __device__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};

__device__ cooperative_groups::grid_group cooperative_groups::this_grid() {
  return cooperative_groups::grid_group{};
}

template <unsigned Size, class Parent = void>
struct cooperative_groups::thread_block_tile {
  __device__ static unsigned thread_rank() { return __lockstep_lane() & (Size - 1); }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static unsigned meta_group_rank() {
    return cooperative_groups::thread_block::thread_rank() / Size;
  }
  __device__ static unsigned meta_group_size() {
    return (cooperative_groups::thread_block::size() + Size - 1) / Size;
  }
  __device__ static unsigned lockstep_mask() {
    return (0xffffffffu >> (32 - Size)) << (__lockstep_lane() & (32 - Size));
  }
  __device__ static void sync() { __syncwarp(lockstep_mask()); }
  template <class T>
  __device__ static T shfl(T value, int rank) {
    return __shfl_sync(lockstep_mask(), value, rank, Size);
  }
  template <class T>
  __device__ static T shfl_up(T value, unsigned distance) {
    return __shfl_up_sync(lockstep_mask(), value, distance, Size);
  }
  template <class T>
  __device__ static T shfl_down(T value, unsigned distance) {
    return __shfl_down_sync(lockstep_mask(), value, distance, Size);
  }
  template <class T>
  __device__ static T shfl_xor(T value, unsigned mask) {
    return __shfl_xor_sync(lockstep_mask(), value, mask, Size);
  }
  __device__ static int any(int condition) { return __any_sync(lockstep_mask(), condition); }
  __device__ static int all(int condition) { return __all_sync(lockstep_mask(), condition); }
  __device__ static unsigned ballot(int condition) {
    return __ballot_sync(lockstep_mask(), condition) >> (__lockstep_lane() & (32 - Size)) &
           (0xffffffffu >> (32 - Size));
  }
  template <class T>
  __device__ static unsigned match_any(T value) {
    return __match_any_sync(lockstep_mask(), value) >> (__lockstep_lane() & (32 - Size));
  }
  template <class T>
  __device__ static unsigned match_all(T value, int& holds) {
    return __match_all_sync(lockstep_mask(), value, &holds) >> (__lockstep_lane() & (32 - Size));
  }
  __device__ operator cooperative_groups::thread_group() const {
    return cooperative_groups::thread_group{lockstep_mask()};
  }
  __device__ operator cooperative_groups::thread_block_tile<Size>() const {
    return cooperative_groups::thread_block_tile<Size>{};
  }
};

template <unsigned Size>
__device__ cooperative_groups::thread_block_tile<Size, cooperative_groups::thread_block>
cooperative_groups::tiled_partition(const cooperative_groups::thread_block& parent) {
  return cooperative_groups::thread_block_tile<Size, cooperative_groups::thread_block>{};
}
template <unsigned Size, unsigned Outer, class Parent>
__device__ cooperative_groups::thread_block_tile<Size, cooperative_groups::thread_block_tile<Outer, Parent>>
cooperative_groups::tiled_partition(const cooperative_groups::thread_block_tile<Outer, Parent>& parent) {
  return cooperative_groups::thread_block_tile<Size, cooperative_groups::thread_block_tile<Outer, Parent>>{};
}

struct cooperative_groups::coalesced_group {
  unsigned lockstep_mask;

  __device__ unsigned thread_rank() const {
    return __popc(lockstep_mask & ((1u << __lockstep_lane()) - 1));
  }
  __device__ unsigned size() const { return __popc(lockstep_mask); }
  __device__ unsigned num_threads() const { return __popc(lockstep_mask); }
  __device__ unsigned meta_group_rank() const { return 0; }
  __device__ unsigned meta_group_size() const { return 1; }
  __device__ void sync() const { __syncwarp(lockstep_mask); }
  __device__ operator cooperative_groups::thread_group() const {
    return cooperative_groups::thread_group{lockstep_mask};
  }
  __device__ int lockstep_lane_of(unsigned rank) const {
    unsigned left = lockstep_mask;
    for (unsigned i = 0; i < rank; ++i) left &= left - 1;
    return __ffs(left) - 1;
  }
  template <class T>
  __device__ T shfl(T value, unsigned rank) const {
    return __shfl_sync(lockstep_mask, value, lockstep_lane_of(rank % size()));
  }
  template <class T>
  __device__ T shfl_up(T value, unsigned distance) const {
    const unsigned rank = thread_rank();
    return __shfl_sync(lockstep_mask, value, lockstep_lane_of(rank < distance ? rank : rank - distance));
  }
  template <class T>
  __device__ T shfl_down(T value, unsigned distance) const {
    const unsigned rank = thread_rank();
    return __shfl_sync(lockstep_mask, value,
                       lockstep_lane_of(rank + distance < size() ? rank + distance : rank));
  }
  __device__ int any(int condition) const { return __any_sync(lockstep_mask, condition); }
  __device__ int all(int condition) const { return __all_sync(lockstep_mask, condition); }
  __device__ unsigned lockstep_packed(unsigned lanes) const {
    unsigned packed = 0;
    unsigned rank = 0;
    for (unsigned left = lockstep_mask; left != 0; left &= left - 1) {
      if (lanes & left & -left) packed |= 1u << rank;
      ++rank;
    }
    return packed;
  }
  __device__ unsigned ballot(int condition) const {
    return lockstep_packed(__ballot_sync(lockstep_mask, condition));
  }
  template <class T>
  __device__ unsigned match_any(T value) const {
    return lockstep_packed(__match_any_sync(lockstep_mask, value));
  }
  template <class T>
  __device__ unsigned match_all(T value, int& holds) const {
    return lockstep_packed(__match_all_sync(lockstep_mask, value, &holds));
  }
};

__device__ cooperative_groups::coalesced_group cooperative_groups::coalesced_threads() {
  return cooperative_groups::coalesced_group{__activemask()};
}

__device__ cooperative_groups::coalesced_group cooperative_groups::binary_partition(
    const cooperative_groups::coalesced_group& group, bool condition) {
  const unsigned lanes = __ballot_sync(group.lockstep_mask, condition);
  return cooperative_groups::coalesced_group{condition ? lanes : group.lockstep_mask & ~lanes};
}
template <unsigned Size, class Parent>
__device__ cooperative_groups::coalesced_group cooperative_groups::binary_partition(
    const cooperative_groups::thread_block_tile<Size, Parent>& group, bool condition) {
  const unsigned lanes = __ballot_sync(group.lockstep_mask(), condition);
  return cooperative_groups::coalesced_group{condition ? lanes : group.lockstep_mask() & ~lanes};
}

template <class Label>
__device__ cooperative_groups::coalesced_group cooperative_groups::labeled_partition(
    const cooperative_groups::coalesced_group& group, Label label) {
  return cooperative_groups::coalesced_group{__match_any_sync(group.lockstep_mask, label)};
}
template <unsigned Size, class Parent, class Label>
__device__ cooperative_groups::coalesced_group cooperative_groups::labeled_partition(
    const cooperative_groups::thread_block_tile<Size, Parent>& group, Label label) {
  return cooperative_groups::coalesced_group{__match_any_sync(group.lockstep_mask(), label)};
}

__device__ void cooperative_groups::sync(const cooperative_groups::thread_block& group) { group.sync(); }
__device__ void cooperative_groups::sync(const cooperative_groups::coalesced_group& group) { group.sync(); }
template <unsigned Size, class Parent>
__device__ void cooperative_groups::sync(const cooperative_groups::thread_block_tile<Size, Parent>& group) {
  group.sync();
}
template <class Group>
__device__ dim3 cooperative_groups::group_index(const Group& group) {
  return group.group_index();
}
template <class Group>
__device__ dim3 cooperative_groups::thread_index(const Group& group) {
  return group.thread_index();
}
template <class Group>
__device__ unsigned cooperative_groups::thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
__device__ unsigned cooperative_groups::group_size(const Group& group) {
  return group.size();
}

// Operators

template <class T = void>
struct cooperative_groups::plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T = void>
struct cooperative_groups::less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T = void>
struct cooperative_groups::greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T = void>
struct cooperative_groups::bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T = void>
struct cooperative_groups::bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T = void>
struct cooperative_groups::bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

// Reductions and scans

template <unsigned Size, class Parent, class T, class Operator>
__device__ T cooperative_groups::reduce(const cooperative_groups::thread_block_tile<Size, Parent>& group,
                                        T value, Operator combine) {
  for (unsigned step = Size / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step));
  return value;
}
template <class T, class Operator>
__device__ T cooperative_groups::reduce(const cooperative_groups::coalesced_group& group, T value,
                                        Operator combine) {
  const unsigned rank = group.thread_rank();
  const unsigned count = group.size();
  for (unsigned step = 1; step < count; step *= 2) {
    const T other = group.shfl_down(value, step);
    if (rank % (2 * step) == 0 && rank + step < count) value = combine(value, other);
  }
  return group.shfl(value, 0);
}

template <class Group, class T, class Operator>
__device__ T cooperative_groups::inclusive_scan(const Group& group, T value, Operator combine) {
  const unsigned rank = group.thread_rank();
  for (unsigned step = 1; step < group.size(); step *= 2) {
    const T before = group.shfl_up(value, step);
    if (rank >= step) value = combine(before, value);
  }
  return value;
}
template <class Group, class T>
__device__ T cooperative_groups::inclusive_scan(const Group& group, T value) {
  return cooperative_groups::inclusive_scan(group, value, cooperative_groups::plus<T>());
}
template <class Group, class T, class Operator>
__device__ T cooperative_groups::exclusive_scan(const Group& group, T value, Operator combine) {
  const T inclusive = cooperative_groups::inclusive_scan(group, value, combine);
  const T before = group.shfl_up(inclusive, 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
__device__ T cooperative_groups::exclusive_scan(const Group& group, T value) {
  return cooperative_groups::exclusive_scan(group, value, cooperative_groups::plus<T>());
}

template <class Group, class Operation>
__device__ void cooperative_groups::invoke_one(const Group& group, Operation operation) {
  if (group.thread_rank() == 0) operation();
}
