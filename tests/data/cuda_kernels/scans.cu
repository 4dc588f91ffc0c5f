// Prefix sums. A line "// run:" has the arguments of `lockstep simulate`.

// run: --kernel hillis_steele --global 256 --local 128 buffer:int:256=iota:dump buffer:int:256:dump
__global__ void hillis_steele(const int *in, int *out)
{
    __shared__ int room[2][128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, from = 0;
    room[0][t] = in[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int to = 1 - from;
        room[to][t] = t >= d ? room[from][t] + room[from][t - d] : room[from][t];
        from = to;
        __syncthreads();
    }
    out[i] = room[from][t];
}

#define CONFLICT_FREE(i) ((i) + ((i) >> 5))

// run: --kernel blelloch<0> --global 64 --local 64 buffer:float:128=iota:dump buffer:float:128:dump local:528
// run: --kernel blelloch<1> --global 64 --local 64 buffer:float:128=iota:dump buffer:float:128:dump local:528
template <int padded>
__global__ void blelloch(const float *in, float *out)
{
    extern __shared__ float room[];
    const auto place = [](int i) { return padded ? CONFLICT_FREE(i) : i; };
    const int t = threadIdx.x, n = 2 * blockDim.x;
    room[place(2 * t)] = in[2 * t];
    room[place(2 * t + 1)] = in[2 * t + 1];
    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d) room[place(offset * (2 * t + 2) - 1)] += room[place(offset * (2 * t + 1) - 1)];
    }
    if (t == 0) room[place(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int a = place(offset * (2 * t + 1) - 1), b = place(offset * (2 * t + 2) - 1);
            const float kept = room[a];
            room[a] = room[b];
            room[b] += kept;
        }
    }
    __syncthreads();
    out[2 * t] = room[place(2 * t)];
    out[2 * t + 1] = room[place(2 * t + 1)];
}

template <class T, class Op>
__device__ T warp_scan(T value, Op op)
{
    const unsigned lane = threadIdx.x % warpSize;
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        const T other = __shfl_up_sync(0xffffffffu, value, d);
        if (lane >= d) value = op(other, value);
    }
    return value;
}

struct Maximum {
    template <class T>
    __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
struct Plus {
    __device__ int operator()(int a, int b) const { return a + b; }
};

// run: --kernel block_scan<Plus> --global 512 --local 256 buffer:int:512=iota:dump buffer:int:512:dump
// run: --kernel block_scan<Maximum> --global 256 --local 128 buffer:int:256=iota:dump buffer:int:256:dump
template <class Op>
__global__ void block_scan(const int *in, int *out)
{
    __shared__ int totals[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int value = warp_scan(in[i], Op());
    if (lane == 31) totals[warp] = value;
    __syncthreads();
    if (warp == 0) {
        const int total = lane < blockDim.x / 32 ? totals[lane] : 0;
        totals[lane] = warp_scan(total, Op{});
    }
    __syncthreads();
    if (warp > 0) value = Op()(totals[warp - 1], value);
    out[i] = value;
}
