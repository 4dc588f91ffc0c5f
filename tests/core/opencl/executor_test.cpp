// On a real device: the result of every algorithm, operator and type matches the reference.
#include "core/opencl/executor.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/bench/run_benchmark.hpp"
#include "core/plan/input.hpp"
#include "tests/core/opencl/test_device.hpp"

namespace lockstep::opencl {
namespace {

class OnDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (!test_device()) GTEST_SKIP() << "no OpenCL device";
  }

  static void expect_pass(std::string_view id, const PlanRequest& request) {
    static PlanRunner runner(*test_device());
    const auto report = runner.run(plan_for(id, request), {.repetitions = 1, .warm_ups = 1});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->status, RunReport::Status::passed)
        << id << " n=" << request.n << " " << name(request.op) << " " << opencl_name(request.type) << ": "
        << report->reason;
    EXPECT_TRUE(report->timing);
  }
};

PlanRequest request_of(std::uint64_t n, std::uint64_t group, Operator op = Operator::sum,
                       ElementType type = ElementType::int32) {
  PlanRequest request;
  request.n = n;
  request.group_size = group;
  request.op = op;
  request.type = type;
  return request;
}

// Samples; the command `sweep device` runs all cases.
TEST_F(OnDevice, SizesNearBlockBorders) {
  for (const Algorithm& algorithm : catalogue())
    for (const std::uint64_t n : {1, 33, 512, 4097}) expect_pass(algorithm.id, request_of(n, 32));
}

TEST_F(OnDevice, ExclusiveScans) {
  for (const Algorithm& algorithm : catalogue()) {
    if (algorithm.family != Algorithm::Family::scan) continue;
    PlanRequest request = request_of(2049, 32);
    request.exclusive = true;
    expect_pass(algorithm.id, request);
  }
}

TEST_F(OnDevice, RepairedHazards) {
  for (const Algorithm& algorithm : hazards())
    if (!algorithm.hazard->broken) expect_pass(algorithm.id, request_of(1000, 64));
}

TEST_F(OnDevice, KernelsThatMayHangAreSkippedWithAReason) {
  for (const Algorithm& algorithm : hazards()) {
    if (algorithm.hazard->danger.empty()) continue;
    measure::BenchRequest request;
    request.algorithm = &algorithm;
    request.request = request_of(1000, 64);
    const measure::BenchRow row = bench::run_benchmark_row(*test_device(), request, {.repetitions = 1});
    EXPECT_EQ(row.status, measure::BenchRow::Status::skipped) << algorithm.id;
    EXPECT_NE(row.reason.find(algorithm.hazard->danger), std::string::npos) << row.reason;
  }
}

TEST_F(OnDevice, GroupSizes) {
  for (const std::uint64_t group : {2, 4, 32, 128})
    expect_pass("reduce/sequential-local", request_of(10007, group));
}

// As on a CPU, where each group processes its own sections or tiles.
TEST_F(OnDevice, TunedKernelsWithGroupsOfOneWorkItem) {
  for (const char* id : {"reduce/tuned", "scan/look-back"})
    for (const ElementType type : {ElementType::int32, ElementType::float64})
      for (const std::uint64_t n : {1, 255, 256, 257, 100'003}) {
        PlanRequest request = request_of(n, 1, Operator::sum, type);
        request.limits = test_device()->limits();
        request.tuning = {.group_size = 1, .rounds = 64, .groups_per_unit = 3};
        expect_pass(id, request);
        request.op = Operator::max;
        request.exclusive = std::string_view(id) == "scan/look-back";
        expect_pass(id, request);
      }
}

TEST_F(OnDevice, AScanOfWhatNoCacheHolds) {
  for (const bool exclusive : {false, true})
    for (const std::uint64_t rounds : {63, 4096}) {
      PlanRequest request = request_of((std::uint64_t{4} << 20) + 5, 1, Operator::sum, ElementType::int32);
      request.limits = test_device()->limits();
      request.tuning = {.group_size = 1, .rounds = rounds, .groups_per_unit = 4};
      request.exclusive = exclusive;
      expect_pass("scan/look-back", request);
    }
}

TEST_F(OnDevice, OperatorsAndTypes) {
  for (const char* id : {"reduce/divergent", "scan/blelloch"})
    for (const ElementType type : (*find_algorithm(id))->types) {
      if (type == ElementType::float64 && !test_device()->has_float64) continue;
      for (const Operator op : all_operators())
        if (takes(op, type)) expect_pass(id, request_of(1000, 32, op, type));
    }
}

// The property that the simulator's test checks for each algorithm also holds on a device.
TEST_F(OnDevice, OperatorsThatDoNotCommuteFailWhereTheCatalogueSaysSo) {
  for (const Algorithm& algorithm : catalogue()) {
    measure::BenchRequest request;
    request.algorithm = &algorithm;
    request.request = request_of(1000, 32, Operator::matrix, ElementType::uint16x4);
    const measure::BenchRow row = bench::run_benchmark_row(*test_device(), request, {.repetitions = 1});
    const auto expected = algorithm.combines_vectors   ? measure::BenchRow::Status::skipped
                          : algorithm.commutative_only ? measure::BenchRow::Status::failed
                                                       : measure::BenchRow::Status::passed;
    EXPECT_EQ(row.status, expected) << algorithm.id << ": " << row.reason;
    if (row.status == measure::BenchRow::Status::failed) {
      EXPECT_NE(row.reason.find("matrix is not commutative"), std::string::npos) << row.reason;
    }
  }
}

TEST_F(OnDevice, EveryInput) {
  for (const char* input : {"ones", "iota", "alternating", "one-huge"})
    for (const ElementType type : {ElementType::int32, ElementType::float32}) {
      PlanRequest request = request_of(100000, 64, Operator::sum, type);
      request.input = *parse_input(input);
      expect_pass("reduce/sequential-local", request);
      expect_pass("reduce/interleaved-global", request);
    }
}

TEST_F(OnDevice, EveryLaunchHasATimeAndHostTimeIncludesDeviceTime) {
  const Plan plan = plan_for("reduce/interleaved-global", request_of(1 << 16, 256));
  std::set<std::string> stages;  // of the first run, including its launches
  measure::RunOptions options{.repetitions = 4, .warm_ups = 2};
  options.on_progress = [&](const measure::Progress& progress) {
    EXPECT_EQ(progress.total, 6u);
    if (!progress.what.starts_with("run 1 of 6, ")) stages.insert(progress.what);
  };
  const auto report = run_plan(*test_device(), plan, options);
  ASSERT_TRUE(report);
  EXPECT_EQ(stages.size(), 8u) << "building, 6 runs, done";
  ASSERT_EQ(report->timing->launches.size(), plan.launches.size());
  const Timing& timing = *report->timing;
  EXPECT_GT(timing.device_ns.min, 0u);
  EXPECT_LE(timing.device_ns.min, timing.device_ns.median);
  EXPECT_LE(timing.device_ns.median, timing.device_ns.max);
  EXPECT_LE(timing.device_ns.median, timing.span_ns.max);
}

TEST_F(OnDevice, NoFurtherRunStartsAfterTheTimeout) {
  const Plan plan = plan_for("reduce/divergent", request_of(64, 64));
  const auto report =
      run_plan(*test_device(), plan, {.repetitions = 100'000, .time_limit = std::chrono::seconds(0)});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->status, RunReport::Status::passed);
  EXPECT_EQ(report->timing->runs, 1u);
}

TEST_F(OnDevice, KernelsThatTakeMinutesRunOnlyByName) {
  const Algorithm& algorithm = **find_algorithm("scan/one-item-per-output");
  measure::BenchRequest request{&algorithm, request_of(algorithm.quick_n + 1, 64), {}, {}, false};
  const measure::BenchRow row = bench::run_benchmark_row(*test_device(), request, {.repetitions = 1});
  EXPECT_EQ(row.status, measure::BenchRow::Status::skipped);
  EXPECT_NE(row.reason.find("chosen by name"), std::string::npos);
}

TEST_F(OnDevice, AWrongKernelHasNoTime) {
  Plan plan = plan_for("reduce/divergent", request_of(1000, 64));
  std::string& text = plan.programs[0].source.text;
  text.replace(text.find("2 * s"), 5, "4 * s");
  const auto report = run_plan(*test_device(), plan, {.repetitions = 3});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->status, RunReport::Status::failed);
  EXPECT_FALSE(report->timing);
  EXPECT_NE(report->reason.find("but the sequential reference gives"), std::string::npos) << report->reason;
}

// The result of the previous run is still in memory, but poisoned.
TEST_F(OnDevice, AKernelThatWritesNothingCannotPass) {
  Plan plan = plan_for("reduce/sequential-local", request_of(64, 64));
  std::string& text = plan.programs[0].source.text;
  text.replace(text.find("out[get_group_id(0)] = scratch[0];"), 34, ";");
  const auto report = run_plan(*test_device(), plan, {.repetitions = 2});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->status, RunReport::Status::failed);
}

// An array of 4 MiB is compared on the device from the second run on, and read again if a bit differs.
TEST_F(OnDevice, AKernelThatOverwritesItsInputIsFoundOutInTheSecondRun) {
  Plan plan = plan_for("scan/look-back", request_of(1 << 20, 64));
  Plan other = plan_of(
      "kernel void k(global int *out, global int *in) {"
      " int i = get_global_id(0), last = get_global_size(0) - 1;"
      " out[i] = i + (i == last ? in[0] : 1);"
      " if (i == last) in[0] = 2; }");
  other.n = plan.n;
  other.buffers = {plan.buffers[0], plan.buffers[1]};
  other.buffers[0].content.pattern = Content::Pattern::constant;
  other.buffers[0].content.value = 1;
  other.buffers[0].access = PlanBuffer::Access::read_write;
  other.launches[0].arguments = {BufferArgument{1}, BufferArgument{0}};
  other.launches[0].range.global_size[0] = plan.n;
  other.expectation = plan.expectation;
  const auto report = run_plan(*test_device(), other, {.repetitions = 3});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->status, RunReport::Status::failed);
  EXPECT_NE(
      report->reason.find("[1048575] is 1048577, but the sequential reference gives 1048576. Run 1 of the"),
      std::string::npos)
      << report->reason;
}

// A counter that a kernel increments: either the host clears it in each run, which takes time, or the kernel
// leaves it as the next run needs it.
TEST_F(OnDevice, WhatARunFillsIsAPartOfIt) {
  Plan plan = plan_of(
      "kernel void k(global int *out, global int *in, global uint *count) {"
      " int i = get_global_id(0); out[i] = in[i] + (int)count[0]; count[1] = 1; }");
  plan.n = 64;
  PlanBuffer buffer;
  buffer.elements = 64;
  plan.buffers = {buffer, buffer, buffer};
  plan.buffers[0].role = PlanBuffer::Role::output;
  plan.buffers[1].role = PlanBuffer::Role::input;
  plan.buffers[1].content.pattern = Content::Pattern::iota;
  plan.buffers[2].type = ElementType::uint32;
  plan.buffers[2].content.pattern = Content::Pattern::constant;
  plan.launches[0].arguments = {BufferArgument{0}, BufferArgument{1}, BufferArgument{2}};
  plan.launches[0].range.global_size[0] = 64;
  Expectation expected{.kind = Expectation::Kind::values, .input_buffer = 0, .result_elements = 64};
  expected.values = std::make_shared<std::vector<std::byte>>(materialise(plan.buffers[1]));
  plan.expectation = expected;
  for (const auto refill :
       {PlanBuffer::Refill::elsewhere, PlanBuffer::Refill::each_run, PlanBuffer::Refill::never}) {
    plan.buffers[2].refill = refill;
    const auto report = run_plan(*test_device(), plan, {.repetitions = 3});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->status, RunReport::Status::passed) << report->reason;
    const std::uint64_t kernel = report->timing->launches[0].device_ns.min;
    if (refill == PlanBuffer::Refill::each_run)
      EXPECT_GE(report->timing->device_ns.min, kernel);
    else
      EXPECT_EQ(report->timing->device_ns.min, kernel);
  }
}

TEST_F(OnDevice, Cancelled) {
  std::stop_source stop;
  measure::RunOptions options{.repetitions = 100};
  options.stop = stop.get_token();
  options.on_progress = [&](const measure::Progress& progress) {
    if (progress.done == 5) stop.request_stop();
  };
  const auto report = run_plan(*test_device(), plan_for("reduce/divergent", request_of(64, 64)), options);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->status, RunReport::Status::cancelled);
  EXPECT_EQ(report->reason, "Cancelled after 5 of 103 runs.");
  EXPECT_FALSE(report->timing);
}

TEST_F(OnDevice, ABenchmarkContinuesAfterAFailedRow) {
  std::vector<measure::BenchRequest> requests(3);
  for (measure::BenchRequest& request : requests) {
    request.algorithm = *find_algorithm("reduce/divergent");
    request.request = request_of(10000, 64);
  }
  requests[0].request.group_size = 1 << 20;
  requests[1].source = KernelSource{"mine.cl", "not a valid kernel", ""};
  std::size_t rows = 0;
  bench::BenchOptions options{.repetitions = 2, .measure_copy = true};
  options.on_row = [&](std::size_t row, const measure::BenchRow&) { EXPECT_EQ(row, rows++); };
  const measure::BenchReport report = bench::run_benchmark(*test_device(), requests, options);
  ASSERT_EQ(report.rows.size(), 3u);
  EXPECT_EQ(rows, 3u);
  EXPECT_EQ(report.rows[0].status, measure::BenchRow::Status::skipped);
  EXPECT_EQ(report.rows[1].status, measure::BenchRow::Status::error);
  EXPECT_NE(report.rows[1].reason.find("mine.cl:1:"), std::string::npos) << report.rows[1].reason;
  EXPECT_EQ(report.rows[2].status, measure::BenchRow::Status::passed) << report.rows[2].reason;
  EXPECT_GT(report.rows[2].gbps, 0);
  EXPECT_GT(report.copy_gbps, 0) << report.copy_reason;
  EXPECT_FALSE(report.all_passed());
}

// out = in + 1, four times, with host calls in between; the expectation checks the last result.
TEST_F(OnDevice, HostCallsAndPartsOfBuffers) {
  Plan plan = plan_of(
      "kernel void k(global int *out, global const int *in) {"
      " out[get_global_id(0)] = in[get_global_id(0)] + 1; }");
  plan.n = 1;
  plan.buffers[0].elements = 4096;
  plan.buffers.push_back(plan.buffers[0]);
  plan.buffers[1].name = "b";
  plan.buffers[1].role = PlanBuffer::Role::input;
  plan.buffers[1].content.pattern = Content::Pattern::constant;
  plan.buffers[1].content.value = 9;
  const auto sixteen = [](std::initializer_list<int> values) {
    std::vector<std::byte> bytes;
    for (const int value : values)
      for (int k = 0; k < 4; ++k) bytes.push_back(static_cast<std::byte>(value >> (8 * k)));
    return std::make_shared<const std::vector<std::byte>>(bytes);
  };
  plan.launches[0].arguments = {BufferArgument{0}, BufferArgument{1}};
  plan.launches.push_back(plan.launches[0]);
  plan.launches[1].arguments = {BufferArgument{0, 8192, 256}, BufferArgument{1, 4096}};
  using Kind = HostCall::Kind;
  plan.host_calls = {{Kind::fill, 0, "", "", 1, 0, 12, 0, 0, sixteen({1, 2, 3})},  // no power of two
                     {Kind::fill, 1, "", "", 1, 4096, 256, 0, 0, sixteen({20})},
                     {Kind::write, 1, "", "", 1, 4100, 4, 0, 0, sixteen({30})},
                     {Kind::copy, 2, "", "", 0, 0, 4, 0, 8192 + 4}};
  plan.expectation = Expectation{Expectation::Kind::reduction, Operator::max, 1, 0, 1, 1};
  const auto report = run_plan(*test_device(), plan, {.repetitions = 2, .warm_ups = 1});
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->result.size(), 4u);
  EXPECT_EQ(std::to_integer<int>(report->result[0]), 31) << report->reason;
}

// out[0] = 100 img[0] + line[0], after host calls that write, fill and copy the image. PoCL 3.1 cannot create
// images of sub-buffers, so the line begins at the beginning of its buffer.
TEST_F(OnDevice, HostCallsAndImages) {
  Plan plan = plan_of(
      "kernel void k(global int *out, read_only image1d_t img, read_only image1d_buffer_t line) {"
      " int i = get_global_id(0);"
      " out[i] = 100 * read_imagei(img, i).x + read_imagei(line, i % 16).x; }");
  plan.n = 1;
  PlanBuffer img = plan.buffers[0], data = plan.buffers[0];
  img.name = "img";
  img.role = data.role = PlanBuffer::Role::input;
  img.content.pattern = Content::Pattern::iota;
  ImageDescription about;
  about.kind = ImageKind::image1d;
  about.width = 64;
  about.format = {0x10B0, 0x10D9};  // R, SIGNED_INT32
  img.image = about;
  data.name = "data";
  data.elements = 2048;
  data.content.pattern = Content::Pattern::constant;
  data.content.value = 9;
  plan.buffers.push_back(img);
  plan.buffers.push_back(data);
  about.kind = ImageKind::image1d_buffer;
  about.width = 16;
  plan.launches[0].arguments = {BufferArgument{0}, BufferArgument{1}, BufferArgument{2, 0, 0, about}};
  const auto word = [](int value) {
    const ScalarArgument bytes = scalar_argument(value);
    return std::make_shared<const std::vector<std::byte>>(bytes.bytes);
  };
  using Kind = HostCall::Kind;
  plan.host_calls = {{Kind::fill, 0, "", "", 1, 0, 8, 0, 0, word(7)},
                     {Kind::write, 0, "", "", 1, 4, 4, 0, 0, word(5)},
                     {Kind::copy, 0, "", "", 2, 0, 4, 1, 4},
                     {Kind::copy, 0, "", "", 1, 0, 4, 2, 8}};
  plan.expectation = Expectation{Expectation::Kind::reduction, Operator::max, 2, 0, 1, 1};
  const auto report = run_plan(*test_device(), plan, {.repetitions = 2, .warm_ups = 1});
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->result.size(), 4u);
  EXPECT_EQ(std::to_integer<int>(report->result[0]) + 256 * std::to_integer<int>(report->result[1]), 905)
      << report->reason;
}

TEST_F(OnDevice, AClosedSourceThatMayIncludeFilesDoesNotReachTheDriver) {
  Plan plan = plan_of("#inc\\\nlude \"/etc/hostname\"\nkernel void k(global int *a) {}");
  plan.programs[0].source.is_closed = true;
  const auto report = run_plan(*test_device(), plan);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("run it in the simulator"), std::string::npos)
      << report.error().message;
}

}  // namespace
}  // namespace lockstep::opencl
