// The launches that Step shows, run on a device of this machine and compared with the simulator.
#include "gui/background_jobs/benchmark/plan_on_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <thread>

#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/pages/gpu/plan_panel.hpp"
#include "gui/scene_files/open_run.hpp"
#include "gui/session/own_launch.hpp"
#include "gui/session/run.hpp"
#include "gui/session/run_maker.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

const char* const kReduce =
    "kernel void reduce(global const int* in, global int* out, local int* tmp, uint n) {\n"
    "  uint g = get_global_id(0), l = get_local_id(0);\n"
    "  tmp[l] = g < n ? in[g] : 0;\n"
    "  for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (l < s) tmp[l] += tmp[l + s];\n"
    "  }\n"
    "  if (l == 0) out[get_group_id(0)] = tmp[0];\n"
    "}\n";

class OwnPlan : public testing::Test {
 protected:
  AppState open(const std::string& text, const std::string& name = "own.cl") {
    const std::string path = folder_.file(name);
    std::ofstream(path) << text;
    AppState state;
    const auto opened = open_run(state, path);
    EXPECT_TRUE(opened) << opened.error().message;
    return state;
  }
  static lockstep::gui::Run run_of(const AppState& state) {
    RunRequest request = run_request(state);
    request.text = *read_own_kernel(state.kernel_file);
    auto run = make_run(request);
    EXPECT_TRUE(run) << run.error().message;
    return std::move(*run);
  }
  // Null if there is no device.
  static std::shared_ptr<const PlanResult> run_on_device(const AppState& state, PlanOnDevice plan,
                                                         bool force = false) {
    BenchmarkRunner runner;
    const auto wait = [&](auto done) {
      for (int i = 0; i < 6000 && !done(runner.snapshot()); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    };
    runner.discover();
    wait([](const BenchmarkSnapshot& seen) { return !seen.discovering; });
    if (!runner.snapshot().devices) return nullptr;
    runner.run_plan(state, std::move(plan));
    wait([](const BenchmarkSnapshot& seen) { return !seen.running; });
    if (force) {
      runner.force_plan();
      wait([](const BenchmarkSnapshot& seen) { return !seen.running; });
    }
    return runner.snapshot().plan;
  }

  TemporaryFolder folder_;
};

TEST_F(OwnPlan, AReductionIsContinuedByTheNextLaunch) {
  AppState state = open(kReduce);
  LaunchDescription& all = state.launch->description;
  const std::uint64_t groups = all.buffers[1].count;
  const auto next = continue_reduction(all);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->arguments[0].buffer, "out");
  EXPECT_EQ(next->arguments[1].buffer, "out2");
  EXPECT_EQ(next->arguments[3].value, std::to_string(groups));
  EXPECT_EQ(all.find_buffer("out2")->count, 1u);
  all.launches.push_back(*next);
  EXPECT_FALSE(continue_reduction(all)) << "one element is left";
  const auto run = run_of(state);
  EXPECT_TRUE(run.trace->findings().empty());
  int total = 0, sum = 0;
  std::memcpy(&total, run.trace->counted().buffers[2].data(), sizeof total);
  for (std::size_t i = 0; i < run.trace->counted().buffers[0].size() / sizeof(int); ++i) {
    int value = 0;
    std::memcpy(&value, run.trace->counted().buffers[0].data() + i * sizeof value, sizeof value);
    sum += value;
  }
  EXPECT_EQ(total, sum);
}

TEST_F(OwnPlan, ADeviceGivesTheSimulatorsBuffersAndATimeForEachLaunch) {
  AppState state = open(kReduce);
  state.launch->description.launches.push_back(*continue_reduction(state.launch->description));
  state.benchmark.repetitions = 3;
  const auto run = run_of(state);
  auto plan = plan_on_device(run);
  ASSERT_TRUE(plan) << plan.error().message;
  const auto result = run_on_device(state, std::move(*plan));
  if (!result) GTEST_SKIP() << "There is no OpenCL device.";
  ASSERT_EQ(result->problem, "");
  EXPECT_EQ(result->launches.size(), 2u);
  EXPECT_EQ(result->runs, 3u);
  ASSERT_EQ(result->buffers.size(), 2u);
  EXPECT_EQ(result->buffers[0].name, "out");
  for (const ComparedBuffer& buffer : result->buffers)
    EXPECT_EQ(buffer.different, 0u) << comparison_text(buffer);
  EXPECT_EQ(plan_verdict(*result).role, Role::good);
  EXPECT_EQ(plan_lines(*result).size(), 4u);
}

// What is expected is known to the process that checks the runs.
TEST_F(OwnPlan, ADeviceIsCheckedAgainstEachGroupsResult) {
  AppState state = open(kReduce);
  DescribedExpectation& expected = state.launch->description.expectation;
  expected.kind = DescribedExpectation::Kind::reduction;
  expected.buffer = "out";
  expected.of = "in";
  expected.by_group = true;
  const auto run = run_of(state);
  ASSERT_EQ(run.trace->plan().expectation->kind, Expectation::Kind::values);
  auto plan = plan_on_device(run);
  ASSERT_TRUE(plan) << plan.error().message;
  const auto result = run_on_device(state, std::move(*plan));
  if (!result) GTEST_SKIP() << "There is no OpenCL device.";
  EXPECT_EQ(result->problem, "");
  EXPECT_EQ(plan_verdict(*result).role, Role::good);
}

TEST_F(OwnPlan, AKernelOfCudaRunsAsItsTextInOpenclC) {
  AppState state = open(
      "template <class T> __device__ void add(T& sum, T x) { sum += x; }\n"
      "__global__ void sums(const int* in, int* out) {\n"
      "  extern __shared__ int room[];\n"
      "  room[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];\n"
      "  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {\n"
      "    __syncthreads();\n"
      "    if (threadIdx.x < s) add(room[threadIdx.x], room[threadIdx.x + s]);\n"
      "  }\n"
      "  if (threadIdx.x == 0) out[blockIdx.x] = room[0];\n"
      "}\n",
      "own.cu");
  const auto run = run_of(state);
  auto plan = plan_on_device(run);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_THAT(plan->plan.programs[0].source.text, HasSubstr("__kernel void sums(__global const int *in"));
  const auto result = run_on_device(state, std::move(*plan));
  if (!result) GTEST_SKIP() << "There is no OpenCL device.";
  ASSERT_EQ(result->problem, "");
  for (const ComparedBuffer& buffer : result->buffers)
    EXPECT_EQ(buffer.different, 0u) << comparison_text(buffer);
}

TEST_F(OwnPlan, ADangerousOneIsHeldBackUntilForced) {
  AppState state = open("kernel void away(global int* out) { out[get_global_id(0) + 1] = 1; }\n");
  const auto run = run_of(state);
  ASSERT_FALSE(run.trace->findings().empty());
  auto plan = plan_on_device(run);
  ASSERT_TRUE(plan);
  const auto result = run_on_device(state, std::move(*plan));
  if (!result) GTEST_SKIP() << "There is no OpenCL device.";
  EXPECT_TRUE(result->was_held_back);
  EXPECT_NE(result->problem, "");
}

TEST_F(OwnPlan, RecordedVariablesAtProgramScopeCannotBeSetOnADevice) {
  const auto recorded = std::make_shared<Plan>();
  PlanBuffer counter;
  counter.name = "counter";
  counter.elements = 1;
  counter.variable_of = 0;
  recorded->buffers.push_back(counter);
  AppState state = open(kReduce);
  auto run = run_of(state);
  run.request.recorded = recorded;
  const auto plan = plan_on_device(run);
  ASSERT_FALSE(plan);
  EXPECT_THAT(plan.error().message, HasSubstr("counter, a variable at program scope"));
}

TEST_F(OwnPlan, CountsOfAHistogramAreNoIdentity) {
  const AppState state = open(
      "kernel void histogram(global const uint* data, global uint* bins, uint n) {\n"
      "  uint i = get_global_id(0);\n"
      "  if (i < n) atomic_inc(&bins[data[i]]);\n"
      "}\n");
  const auto run = run_of(state);
  for (const sim::CombinationRow& row : run.figures->combination()->rows) EXPECT_NE(row.label, "identity");
}

TEST(PlanVerdict, SaysWhatIsWrong) {
  PlanResult result;
  EXPECT_THAT(plan_verdict(result).text, HasSubstr("nothing is compared"));
  result.buffers.push_back({"out", "int", 4, 0, 0, 0, {}, {}});
  EXPECT_EQ(plan_verdict(result).role, Role::good);
  result.buffers[0].different = 1;
  EXPECT_THAT(plan_verdict(result).text, HasSubstr("1 buffer has different results"));
  result.is_checked = true;
  result.verdict = "out[0] is 3, not 4.";
  EXPECT_EQ(plan_verdict(result).text, "out[0] is 3, not 4.");
}

}  // namespace
}  // namespace lockstep::gui
