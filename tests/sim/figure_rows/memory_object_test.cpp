#include "sim/figure_rows/memory_object.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/figure_rows/combination.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// One block of 8 threads with dynamic shared memory for 8 ints.
std::shared_ptr<const Trace> cuda_trace(const std::string& body) {
  Plan plan = kernel_plan("__global__ void k(int* out, const int* in) {\n" + body + "}\n", 8, 8);
  plan.programs[0].source.path = "test.cu";
  plan.launches[0].arguments.emplace_back(LocalArgument{8 * sizeof(int)});
  const auto trace = Trace::record(plan, model_named("cc9.0"), {});
  if (!trace) throw std::runtime_error(trace.error().message);
  return *trace;
}

constexpr const char* kMemoryTree =
    "  extern __shared__ int tile[];\n  int t = threadIdx.x;\n  tile[t] = in[t];\n  __syncthreads();\n"
    "  for (int s = 4; s > 0; s /= 2) {\n    if (t < s) tile[t] += tile[t + s];\n    __syncthreads();\n  }\n"
    "  if (t == 0) out[0] = tile[0];\n";

// It is an argument of the launch, and appears once.
TEST(MemoryObjects, DynamicSharedMemoryIsAnObject) {
  const auto trace = cuda_trace(kMemoryTree);
  std::vector<std::string> names;
  for (const MemoryObject& object : memory_objects(*trace, 0)) names.push_back(object.name);
  EXPECT_THAT(names, ElementsAre("tile", "out", "in"));
  EXPECT_EQ(memory_objects(*trace, 0)[0].elements, 8u);
}

TEST(MemoryObjects, DynamicSharedMemoryHasRows) {
  const auto trace = cuda_trace(kMemoryTree);
  const Combination combination = prepare_combination(*trace);
  std::vector<std::string> labels;
  for (const CombinationRow& row : combination.rows) labels.push_back(row.label);
  EXPECT_THAT(labels, testing::IsSupersetOf({"loaded", "s = 4", "s = 2", "s = 1"}));
}

TEST(MemoryObjects, FindingsNameElementsOfDynamicSharedMemory) {
  const auto trace = cuda_trace(
      "  extern __shared__ int tile[];\n  tile[threadIdx.x] = in[threadIdx.x];\n  out[threadIdx.x] = "
      "tile[8];\n");
  ASSERT_EQ(trace->findings().size(), 1u);
  EXPECT_THAT(trace->findings()[0].message,
              HasSubstr("reads tile[8] at line 4, one past the end of tile (8 ints"));
}

}  // namespace
}  // namespace lockstep::sim
