// Collectives with the results that CUB documents, implemented independently. Warp collectives use shuffles;
// block collectives use the totals of the warps in shared memory. The result of a reduction is valid only in
// the first thread.

struct cub::Sum {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct cub::Max {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct cub::Min {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};

enum cub::BlockReduceAlgorithm {
  cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  cub::BLOCK_REDUCE_RAKING,
  cub::BLOCK_REDUCE_WARP_REDUCTIONS
};
enum cub::BlockScanAlgorithm {
  cub::BLOCK_SCAN_RAKING,
  cub::BLOCK_SCAN_RAKING_MEMOIZE,
  cub::BLOCK_SCAN_WARP_SCANS
};

__device__ int cub::lockstep_thread() {
  return (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
}
// Returns the mask of the lanes in the logical warp that contains this lane.
__device__ unsigned cub::lockstep_mask(int threads) {
  return (0xffffffffu >> (32 - threads)) << (__lockstep_lane() & (32 - threads));
}

template <class T, int Threads, class Operator>
__device__ T cub::lockstep_reduce(T value, int valid, unsigned mask, Operator combine) {
  const int lane = (int)__lockstep_lane() & (Threads - 1);
  for (int step = 1; step < Threads; step *= 2) {
    const T other = __shfl_down_sync(mask, value, step, Threads);
    if (lane + step < valid) value = combine(value, other);
  }
  return value;
}
template <class T, int Threads, class Operator>
__device__ T cub::lockstep_scan(T value, unsigned mask, Operator combine) {
  const int lane = (int)__lockstep_lane() & (Threads - 1);
  for (int step = 1; step < Threads; step *= 2) {
    const T before = __shfl_up_sync(mask, value, step, Threads);
    if (lane >= step) value = combine(before, value);
  }
  return value;
}

template <class T, int Threads = 32>
struct cub::WarpReduce {
  struct TempStorage {
    char unused;
  };
  TempStorage* storage;

  __device__ cub::WarpReduce(TempStorage& shared) { storage = &shared; }
  template <class Operator>
  __device__ T Reduce(T value, Operator combine) {
    return cub::lockstep_reduce<T, Threads, Operator>(value, Threads, cub::lockstep_mask(Threads), combine);
  }
  template <class Operator>
  __device__ T Reduce(T value, Operator combine, int valid) {
    return cub::lockstep_reduce<T, Threads, Operator>(value, valid, cub::lockstep_mask(Threads), combine);
  }
  __device__ T Sum(T value) { return Reduce(value, cub::Sum()); }
  __device__ T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
};

template <class T, int Threads = 32>
struct cub::WarpScan {
  struct TempStorage {
    char unused;
  };
  TempStorage* storage;

  __device__ cub::WarpScan(TempStorage& shared) { storage = &shared; }
  template <class Operator>
  __device__ void InclusiveScan(T value, T& result, Operator combine) {
    result = cub::lockstep_scan<T, Threads, Operator>(value, cub::lockstep_mask(Threads), combine);
  }
  template <class Operator>
  __device__ void InclusiveScan(T value, T& result, Operator combine, T& aggregate) {
    InclusiveScan(value, result, combine);
    aggregate = __shfl_sync(cub::lockstep_mask(Threads), result, Threads - 1, Threads);
  }
  template <class Operator>
  __device__ void ExclusiveScan(T value, T& result, T initial, Operator combine) {
    T inclusive;
    InclusiveScan(value, inclusive, combine);
    const T before = __shfl_up_sync(cub::lockstep_mask(Threads), inclusive, 1, Threads);
    result = ((int)__lockstep_lane() & (Threads - 1)) == 0 ? initial : combine(initial, before);
  }
  template <class Operator>
  __device__ void ExclusiveScan(T value, T& result, T initial, Operator combine, T& aggregate) {
    T inclusive;
    InclusiveScan(value, inclusive, combine, aggregate);
    ExclusiveScan(value, result, initial, combine);
  }
  __device__ void InclusiveSum(T value, T& result) { InclusiveScan(value, result, cub::Sum()); }
  __device__ void InclusiveSum(T value, T& result, T& aggregate) {
    InclusiveScan(value, result, cub::Sum(), aggregate);
  }
  __device__ void ExclusiveSum(T value, T& result) { ExclusiveScan(value, result, T(), cub::Sum()); }
  __device__ void ExclusiveSum(T value, T& result, T& aggregate) {
    ExclusiveScan(value, result, T(), cub::Sum(), aggregate);
  }
  __device__ T Broadcast(T value, unsigned lane) {
    return __shfl_sync(cub::lockstep_mask(Threads), value, lane, Threads);
  }
};

template <class T, int X, int Algorithm = cub::BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1>
struct cub::BlockReduce {
  struct TempStorage {
    T totals[(X * Y * Z + 31) / 32];
  };
  TempStorage* storage;

  __device__ cub::BlockReduce(TempStorage& shared) { storage = &shared; }
  template <class Operator>
  __device__ T Reduce(T value, Operator combine, int valid) {
    const int thread = cub::lockstep_thread();
    const int warp = thread / 32;
    const int threads = X * Y * Z;
    const int first = warp * 32;
    const unsigned mask = threads - first >= 32 ? 0xffffffffu : (1u << (threads - first)) - 1;
    const int lane = thread - first;
    for (int step = 1; step < 32; step *= 2) {
      const int from = first + lane + step < threads && lane + step < 32 ? lane + step : lane;
      const T other = __shfl_sync(mask, value, from);
      if (lane + step < 32 && thread + step < valid) value = combine(value, other);
    }
    if (lane == 0) storage->totals[warp] = value;
    __syncthreads();
    if (thread == 0)
      for (int i = 1; i < (threads + 31) / 32; ++i)
        if (i * 32 < valid) value = combine(value, storage->totals[i]);
    return value;
  }
  template <class Operator>
  __device__ T Reduce(T value, Operator combine) {
    return Reduce(value, combine, X * Y * Z);
  }
  __device__ T Sum(T value) { return Reduce(value, cub::Sum(), X * Y * Z); }
  __device__ T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
  template <int Items>
  __device__ T Sum(T (&values)[Items]) {
    T total = values[0];
    for (int i = 1; i < Items; ++i) total = total + values[i];
    return Sum(total);
  }
};

template <class T, int X, int Algorithm = cub::BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
struct cub::BlockScan {
  struct TempStorage {
    T totals[(X * Y * Z + 31) / 32];
  };
  TempStorage* storage;

  __device__ cub::BlockScan(TempStorage& shared) { storage = &shared; }
  // Returns the scan within this warp; stores the total of the preceding warps, if any, in `before`.
  template <class Operator>
  __device__ T lockstep_scan(T value, Operator combine, T& before, T& aggregate) {
    const int thread = cub::lockstep_thread();
    const int warp = thread / 32;
    const int lane = thread - warp * 32;
    const int left = X * Y * Z - warp * 32;
    const unsigned mask = left >= 32 ? 0xffffffffu : (1u << left) - 1;
    for (int step = 1; step < 32; step *= 2) {
      const T other = __shfl_up_sync(mask, value, step);
      if (lane >= step) value = combine(other, value);
    }
    if (lane == 31 || thread == X * Y * Z - 1) storage->totals[warp] = value;
    __syncthreads();
    T total = storage->totals[0];
    for (int i = 1; i < (X * Y * Z + 31) / 32; ++i) {
      if (i == warp) before = total;
      total = combine(total, storage->totals[i]);
    }
    aggregate = total;
    return value;
  }
  template <class Operator>
  __device__ void InclusiveScan(T value, T& result, Operator combine, T& aggregate) {
    T before = value;
    const T own = lockstep_scan(value, combine, before, aggregate);
    result = cub::lockstep_thread() < 32 ? own : combine(before, own);
  }
  template <class Operator>
  __device__ void InclusiveScan(T value, T& result, Operator combine) {
    T aggregate;
    InclusiveScan(value, result, combine, aggregate);
  }
  template <class Operator>
  __device__ void ExclusiveScan(T value, T& result, T initial, Operator combine, T& aggregate) {
    T before = value;
    const T own = lockstep_scan(value, combine, before, aggregate);
    const int thread = cub::lockstep_thread();
    const int left = X * Y * Z - thread / 32 * 32;
    const T previous = __shfl_up_sync(left >= 32 ? 0xffffffffu : (1u << left) - 1, own, 1);
    T prefix = initial;
    if (thread >= 32) prefix = combine(prefix, before);
    result = thread % 32 == 0 ? prefix : combine(prefix, previous);
  }
  template <class Operator>
  __device__ void ExclusiveScan(T value, T& result, T initial, Operator combine) {
    T aggregate;
    ExclusiveScan(value, result, initial, combine, aggregate);
  }
  __device__ void InclusiveSum(T value, T& result) { InclusiveScan(value, result, cub::Sum()); }
  __device__ void InclusiveSum(T value, T& result, T& aggregate) {
    InclusiveScan(value, result, cub::Sum(), aggregate);
  }
  __device__ void ExclusiveSum(T value, T& result) { ExclusiveScan(value, result, T(), cub::Sum()); }
  __device__ void ExclusiveSum(T value, T& result, T& aggregate) {
    ExclusiveScan(value, result, T(), cub::Sum(), aggregate);
  }
};
