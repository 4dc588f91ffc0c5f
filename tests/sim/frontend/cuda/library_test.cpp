// Results of CUDA's libraries, compared with results computed here.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/sim/frontend/cuda/cuda_run.hpp"

namespace lockstep::sim {
namespace {

constexpr const char* kGroups = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n";

int sum_of(int first, int count) { return count * (2 * first + count - 1) / 2; }

void expect_clean(const CudaRun& run) {
  for (const Finding& finding : run.findings) ADD_FAILURE() << finding.message;
}

TEST(CooperativeGroups, TilesReduceAndScanTheirOwnThreads) {
  for (const int size : {2, 4, 8, 16, 32}) {
    const CudaRun run =
        run_cuda(std::string(kGroups) + "constexpr unsigned kSize = " + std::to_string(size) + R"(;
__global__ void k(int* out, const int* in) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<kSize> tile = cg::tiled_partition<kSize>(warp);
  const int t = block.thread_rank();
  out[t] = cg::reduce(tile, in[t], cg::plus<int>());
  out[64 + t] = cg::inclusive_scan(tile, in[t]);
  out[128 + t] = cg::exclusive_scan(tile, in[t], cg::plus<int>());
  out[192 + t] = 1000 * tile.meta_group_rank() + 10 * tile.thread_rank() + (cg::reduce(tile, in[t], cg::greater<int>()) == in[t]);
})",
                 64);
    expect_clean(run);
    for (int t = 0; t < 64; ++t) {
      const int first = t / size * size;
      EXPECT_EQ(run.out[t], sum_of(first, size));
      EXPECT_EQ(run.out[64 + t], sum_of(first, t - first + 1));
      EXPECT_EQ(run.out[128 + t], sum_of(first, t - first));
      EXPECT_EQ(run.out[192 + t], 1000 * (t / size) + 10 * (t - first) + (t - first == size - 1 ? 1 : 0));
    }
  }
}

// The well-known reduction of a group, which may be a block, a tile of a block, or a tile of a tile.
TEST(CooperativeGroups, AThreadGroupIsAnyGroup) {
  for (const int size : {64, 32, 8}) {
    const std::string group =
        size == 64   ? "cg::this_thread_block()"
        : size == 32 ? "cg::tiled_partition(cg::this_thread_block(), 32)"
                     : "cg::tiled_partition(cg::tiled_partition<32>(cg::this_thread_block()), 8)";
    const CudaRun run = run_cuda(std::string(kGroups) + R"(
__device__ int sum(cg::thread_group g, int* part, int value) {
  const int rank = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    part[rank] = value;
    g.sync();
    if (rank < i) value += part[rank + i];
    g.sync();
  }
  return value;
}
__global__ void k(int* out, const int* in) {
  __shared__ int part[64];
  auto g = )" + group + R"(;
  const int t = threadIdx.x;
  out[t] = sum(g, part + t / g.size() * g.size(), in[t]);
})",
                                 64);
    expect_clean(run);
    for (int t = 0; t < 64; t += size) EXPECT_EQ(run.out[t], sum_of(t, size)) << size;
  }
}

TEST(CooperativeGroups, CoalescedThreadsAreThoseThatAreThere) {
  const CudaRun run = run_cuda(std::string(kGroups) + R"(
template <class Group>
__device__ int total(const Group& group, int value) { group.sync(); return cg::reduce(group, value, cg::plus<int>()); }
__global__ void k(int* out, const int* in) {
  const int t = threadIdx.x;
  if (t % 3 == 1) {
    const cg::coalesced_group group = cg::coalesced_threads();
    out[t] = total(group, in[t]);
    out[64 + t] = 100 * group.size() + group.thread_rank();
    out[128 + t] = group.shfl(in[t], 1);
    out[192 + t] = group.ballot(in[t] == 4);
  }
})",
                               32);
  expect_clean(run);
  for (int t = 1; t < 32; t += 3) {
    EXPECT_EQ(run.out[t], 176);
    EXPECT_EQ(run.out[64 + t], 100 * 11 + t / 3);
    EXPECT_EQ(run.out[128 + t], 4);
    EXPECT_EQ(run.out[192 + t], 2);
  }
}

TEST(CooperativeGroups, PartsHaveTheThreadsOfOneLabelOrCondition) {
  const CudaRun run = run_cuda(std::string(kGroups) + R"(
__global__ void k(int* out, const int* in) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int t = threadIdx.x;
  const cg::coalesced_group same = cg::labeled_partition(warp, t % 5);
  out[t] = cg::reduce(same, 1, cg::plus<int>());
  out[64 + t] = cg::binary_partition(warp, t < 10).size();
})",
                               32);
  expect_clean(run);
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(run.out[t], t % 5 < 2 ? 7 : 6);
    EXPECT_EQ(run.out[64 + t], t < 10 ? 10 : 22);
  }
}

TEST(Cub, ReductionsAreValidInTheFirstThread) {
  for (const int threads : {20, 64, 96, 200}) {
    const std::string count = std::to_string(threads);
    const CudaRun run = run_cuda(R"(#include <cub/cub.cuh>
__global__ void k(int* out, const int* in) {
  typedef cub::BlockReduce<int, )" + count +
                                     R"(> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(in[threadIdx.x]);
  __syncthreads();
  const int most = Reduce(storage).Reduce(in[threadIdx.x], cub::Max());
  __syncthreads();
  const int some = Reduce(storage).Sum(in[threadIdx.x], 10);
  if (threadIdx.x == 0) { out[0] = sum; out[1] = most; out[2] = some; }
})",
                                 static_cast<unsigned>(threads));
    expect_clean(run);
    EXPECT_EQ(run.out[0], sum_of(0, threads));
    EXPECT_EQ(run.out[1], threads - 1);
    EXPECT_EQ(run.out[2], sum_of(0, 10));
  }
}

TEST(Cub, ScansGiveEachThreadWhatIsBeforeIt) {
  for (const int threads : {20, 64, 120}) {
    const std::string count = std::to_string(threads);
    const CudaRun run = run_cuda(R"(#include <cub/cub.cuh>
__global__ void k(int* out, const int* in) {
  typedef cub::BlockScan<int, )" + count +
                                     R"(> Scan;
  __shared__ typename Scan::TempStorage storage;
  int before, total, upto;
  Scan(storage).ExclusiveSum(in[threadIdx.x], before, total);
  __syncthreads();
  Scan(storage).InclusiveScan(total - in[threadIdx.x], upto, cub::Min());
  out[threadIdx.x] = before;
  out[128 + threadIdx.x] = upto;
  if (threadIdx.x == 0) out[127] = total;
})",
                                 static_cast<unsigned>(threads));
    expect_clean(run);
    EXPECT_EQ(run.out[127], sum_of(0, threads));
    for (int t = 0; t < threads; ++t) {
      EXPECT_EQ(run.out[t], sum_of(0, t));
      EXPECT_EQ(run.out[128 + t], sum_of(0, threads) - t);
    }
  }
}

TEST(Cub, WarpsReduceAndScanAlone) {
  const CudaRun run = run_cuda(R"(#include <cub/cub.cuh>
__global__ void k(int* out, const int* in) {
  __shared__ cub::WarpReduce<int, 16>::TempStorage reduce[4];
  __shared__ cub::WarpScan<int>::TempStorage scan[2];
  const int t = threadIdx.x;
  const int sum = cub::WarpReduce<int, 16>(reduce[t / 16]).Sum(in[t]);
  if (t % 16 == 0) out[t / 16] = sum;
  int before;
  cub::WarpScan<int>(scan[t / 32]).ExclusiveSum(in[t], before);
  out[64 + t] = before;
})",
                               64);
  expect_clean(run);
  for (int part = 0; part < 4; ++part) EXPECT_EQ(run.out[part], sum_of(16 * part, 16));
  for (int t = 0; t < 64; ++t) EXPECT_EQ(run.out[64 + t], sum_of(t / 32 * 32, t % 32));
}

TEST(AtomicRef, ItsFunctionsActOnTheObject) {
  const CudaRun run = run_cuda(R"(#include <cuda/atomic>
__global__ void k(int* out, const int* in) {
  cuda::atomic_ref<int, cuda::thread_scope_device> count(out[0]);
  count.fetch_add(2, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_block> most(out[1]);
  most.fetch_max(in[threadIdx.x], cuda::std::memory_order_acq_rel);
  cuda::atomic_ref<int> chosen(out[2]);
  int expected = 0;
  if (chosen.compare_exchange_strong(expected, 7)) chosen.store(chosen.load() + 1);
  int seen = chosen.load(cuda::memory_order_acquire);
  while (!chosen.compare_exchange_weak(seen, seen + 1)) {}
})",
                               64);
  EXPECT_EQ(run.out[0], 128);
  EXPECT_EQ(run.out[1], 63);
  EXPECT_EQ(run.out[2], 8 + 64);
}

// Functions that combine bits are defined for integers; they are parsed when they are called.
TEST(AtomicRef, OfAFloatAddsAndCompares) {
  const CudaRun run = run_cuda(R"(#include <cuda/atomic>
__global__ void k(int* out, const int* in) {
  __shared__ float sum, most;
  if (threadIdx.x == 0) sum = most = 0;
  __syncthreads();
  cuda::atomic_ref<float, cuda::thread_scope_block>(sum).fetch_add(0.5f, cuda::memory_order_relaxed);
  cuda::atomic_ref<float, cuda::thread_scope_block>(sum).fetch_sub(0.25f, cuda::memory_order_relaxed);
  cuda::atomic_ref<float, cuda::thread_scope_block>(most).fetch_max(in[threadIdx.x] / 2.0f);
  cuda::atomic_ref<int>(out[2]).fetch_or(1 << threadIdx.x % 8, cuda::memory_order_relaxed);
  __syncthreads();
  out[0] = (int)sum;
  out[1] = (int)(2 * most);
})",
                               64);
  EXPECT_EQ(run.out[0], 16);
  EXPECT_EQ(run.out[1], 63);
  EXPECT_EQ(run.out[2], 255);
}

TEST(Half, IsRoundedAfterEachOperation) {
  const CudaRun run = run_cuda(R"(#include <cuda_fp16.h>
__global__ void k(int* out, const int* in) {
  const half big = __float2half(2048.0f);
  out[0] = (int)__half2float(big + __float2half(1.0f));
  out[1] = (int)__half2float(__hadd(big, __int2half_rn(3)));
  half2 pair = __floats2half2_rn(1.5f, 2.5f) * __float2half2_rn(2.0f);
  pair = __hfma2(pair, pair, pair);
  out[2] = (int)__low2float(pair);
  out[3] = (int)__high2float(pair);
  out[4] = __half_as_ushort(__float2half(1.0f));
})",
                               1);
  expect_clean(run);
  EXPECT_EQ(run.out[0], 2048);
  EXPECT_EQ(run.out[1], 2052);
  EXPECT_EQ(run.out[2], 12);
  EXPECT_EQ(run.out[3], 30);
  EXPECT_EQ(run.out[4], 0x3c00);
}

TEST(FunctionsOfValues, HaveCudasResults) {
  const CudaRun run = run_cuda(R"(
__global__ void k(int* out, const int* in) {
  out[0] = __brev(6);
  out[1] = __byte_perm(0x03020100, 0x07060504, 0x7531);
  out[2] = __funnelshift_l(0x80000000u, 1, 1);
  out[3] = __funnelshift_rc(1, 5, 40);
  out[4] = __float2int_rn(2.5f) * 10 + __float2int_ru(2.1f);
  out[5] = __float2int_rz(1e20f);
  out[6] = __umulhi(0x80000000u, 6);
  out[7] = __sad(3, 10, 5);
  out[8] = (int)(1e6f * erfinvf(0.5f));
  out[9] = (int)(1e6f * normcdff(1.0f));
  out[10] = (int)__mul64hi(1ll << 62, 12);
  out[11] = __fns(0x16, 0, 2);
  out[12] = (int)norm3df(1, 2, 2);
})",
                               1);
  expect_clean(run);
  EXPECT_EQ(run.out[0], 0x60000000);
  EXPECT_EQ(run.out[1], 0x07050301);
  EXPECT_EQ(run.out[2], 3);
  EXPECT_EQ(run.out[3], 5);
  EXPECT_EQ(run.out[4], 23);
  EXPECT_EQ(run.out[5], 2147483647);
  EXPECT_EQ(run.out[6], 3);
  EXPECT_EQ(run.out[7], 12);
  EXPECT_NEAR(run.out[8], 476936, 1);
  EXPECT_NEAR(run.out[9], 841344, 1);
  EXPECT_EQ(run.out[10], 3);
  EXPECT_EQ(run.out[11], 2);
  EXPECT_EQ(run.out[12], 3);
}

TEST(Assertions, PrintWhereTheyFail) {
  const CudaRun run = run_cuda(R"(#include <cassert>
__global__ void k(int* out, const int* in) {
  assert(in[threadIdx.x] % 4 < 3);
})",
                               4);
  EXPECT_EQ(run.printed,
            "test.cu:3: block: [0,0,0], thread: [3,0,0] Assertion `in[threadIdx.x] % 4 < 3` failed.\n");
}

TEST(Assertions, ATrapIsSaidWithItsPlace) {
  const CudaRun run = run_cuda(R"(__global__ void k(int* out, const int* in) {
  if (threadIdx.x == 2) __trap();
})",
                               4);
  EXPECT_EQ(run.printed, "test.cu:2: block: [0,0,0], thread: [2,0,0] __trap() was called.\n");
}

TEST(Libraries, TheirInstructionsHaveTheLineOfTheCall) {
  const CudaRun run = run_cuda(std::string(kGroups) + R"(
__global__ void k(int* out, const int* in) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (threadIdx.x < 4)
    out[threadIdx.x] = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
})",
                               32);
  ASSERT_FALSE(run.findings.empty());
  for (const Finding& finding : run.findings) {
    EXPECT_EQ(finding.first.range.file, 0u);
    EXPECT_EQ(finding.first.range.line, 7u);
  }
}

}  // namespace
}  // namespace lockstep::sim
