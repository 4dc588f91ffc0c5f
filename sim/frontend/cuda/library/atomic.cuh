// cuda::atomic_ref. Its orders and scopes have the same values as in the simulator's atomic functions.

enum cuda::memory_order {
  cuda::memory_order_relaxed = 0,
  cuda::memory_order_consume = 1,
  cuda::memory_order_acquire = 2,
  cuda::memory_order_release = 3,
  cuda::memory_order_acq_rel = 4,
  cuda::memory_order_seq_cst = 5
};
enum cuda::thread_scope {
  cuda::thread_scope_thread = 0,
  cuda::thread_scope_block = 1,
  cuda::thread_scope_device = 2,
  cuda::thread_scope_system = 3
};

// Each order has its own case, because the order of an instruction is fixed at compile time.
#define LOCKSTEP_BY_ORDER(function, ...) \
  switch (order) { \
    case cuda::memory_order_relaxed: return function(__VA_ARGS__, 0, Scope); \
    case cuda::memory_order_consume: \
    case cuda::memory_order_acquire: return function(__VA_ARGS__, 2, Scope); \
    case cuda::memory_order_release: return function(__VA_ARGS__, 3, Scope); \
    case cuda::memory_order_acq_rel: return function(__VA_ARGS__, 4, Scope); \
    default: return function(__VA_ARGS__, 5, Scope); \
  }
#define LOCKSTEP_FETCH(name, function) \
  __device__ T name(T value, int order = cuda::memory_order_seq_cst) const { \
    LOCKSTEP_BY_ORDER(function, object, value) \
  }
// For integers only; the body is compiled only if the function is called.
#define LOCKSTEP_FETCH_BITS(name, function) \
  template <class Value> \
  __device__ T name(Value given, int order = cuda::memory_order_seq_cst) const { \
    const T value = given; \
    LOCKSTEP_BY_ORDER(function, object, value) \
  }

template <class T, int Scope = cuda::thread_scope_system>
struct cuda::atomic_ref {
  T* object;

  __device__ cuda::atomic_ref(T& referred) { object = &referred; }
  __device__ T load(int order = cuda::memory_order_seq_cst) const {
    LOCKSTEP_BY_ORDER(__lockstep_load, object)
  }
  __device__ void store(T value, int order = cuda::memory_order_seq_cst) const {
    LOCKSTEP_BY_ORDER(__lockstep_store, object, value)
  }
  LOCKSTEP_FETCH(exchange, __lockstep_exchange)
  LOCKSTEP_FETCH(fetch_add, __lockstep_add)
  LOCKSTEP_FETCH(fetch_sub, __lockstep_sub)
  LOCKSTEP_FETCH(fetch_min, __lockstep_min)
  LOCKSTEP_FETCH(fetch_max, __lockstep_max)
  LOCKSTEP_FETCH_BITS(fetch_and, __lockstep_and)
  LOCKSTEP_FETCH_BITS(fetch_or, __lockstep_or)
  LOCKSTEP_FETCH_BITS(fetch_xor, __lockstep_xor)
  __device__ T lockstep_compare_exchange(T expected, T value, int order) const {
    LOCKSTEP_BY_ORDER(__lockstep_compare_exchange, object, expected, value)
  }
  __device__ bool compare_exchange_strong(T& expected, T value,
                                          int order = cuda::memory_order_seq_cst) const {
    const T seen = lockstep_compare_exchange(expected, value, order);
    const bool succeeds = seen == expected;
    if (!succeeds) expected = seen;
    return succeeds;
  }
  __device__ bool compare_exchange_strong(T& expected, T value, int success, int failure) const {
    return compare_exchange_strong(expected, value, success);
  }
  __device__ bool compare_exchange_weak(T& expected, T value, int order = cuda::memory_order_seq_cst) const {
    return compare_exchange_strong(expected, value, order);
  }
  __device__ bool compare_exchange_weak(T& expected, T value, int success, int failure) const {
    return compare_exchange_strong(expected, value, success);
  }
  __device__ T operator++() const { return fetch_add(1) + 1; }
  __device__ T operator++(int) const { return fetch_add(1); }
  __device__ T operator--() const { return fetch_sub(1) - 1; }
  __device__ T operator--(int) const { return fetch_sub(1); }
  __device__ T operator+=(T value) const { return fetch_add(value) + value; }
  __device__ T operator-=(T value) const { return fetch_sub(value) - value; }
};
#undef LOCKSTEP_FETCH
#undef LOCKSTEP_FETCH_BITS
#undef LOCKSTEP_BY_ORDER
