#include "sim/frontend/preprocess/cuda_names.hpp"

#include <gtest/gtest.h>

namespace lockstep::sim::language {
namespace {

TEST(CudaNames, OfStatements) {
  EXPECT_EQ(with_cuda_names("barrier(CLK_LOCAL_MEM_FENCE);"), "__syncthreads();");
  EXPECT_EQ(with_cuda_names("barrier(CLK_GLOBAL_MEM_FENCE);"), "__syncthreads();");
  EXPECT_EQ(with_cuda_names("atomic_add(&n, 1)"), "atomicAdd(&n, 1)");
  EXPECT_EQ(with_cuda_names("atomic_xchg(&n, v)"), "atomicExch(&n, v)");
  EXPECT_EQ(with_cuda_names("if (get_local_id(0) == 0) s[0] = get_global_id(1);"),
            "if (threadIdx.x == 0) s[0] = blockIdx.y * blockDim.y + threadIdx.y;");
}

TEST(CudaNames, OfSentences) {
  EXPECT_EQ(with_cuda_names("a __local variable; OpenCL C does not allow recursion"),
            "a __shared__ variable; CUDA C++ does not allow recursion");
  EXPECT_EQ(with_cuda_names("a __constant variable"), "a __constant__ variable");
}

TEST(CudaNames, LeaveOtherWords) {
  for (const char* text : {"my_barrier(); atomic_address(p)", "unknown function 'barrier'", "a__local",
                           "clamp(x)", "CUDA's atomicAdd() and __shared__"})
    EXPECT_EQ(with_cuda_names(text), text);
}

TEST(CudaNames, OfOneName) {
  EXPECT_EQ(cuda_name_of("barrier"), "__syncthreads()");
  EXPECT_EQ(cuda_name_of("get_group_id"), "blockIdx.x");
  EXPECT_EQ(cuda_name_of("atomic_cmpxchg"), "atomicCAS");
  EXPECT_EQ(cuda_name_of("my_function"), "");
}

}  // namespace
}  // namespace lockstep::sim::language
