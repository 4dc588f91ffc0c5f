// One array on two devices: PoCL is configured, before it is loaded, to offer the processor twice.
#include "core/bench/multi_device/several_devices.hpp"

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/bench/run_benchmark.hpp"
#include "core/benchmark_data/tables/report.hpp"
#include "core/opencl/driver/loader.hpp"
#include "core/plan/input.hpp"

namespace lockstep::bench {
namespace {

[[maybe_unused]] const int kAskedForTwo = setenv("POCL_DEVICES", "pthread pthread", 1);

const std::vector<measure::Device>& two_devices() {
  static const std::vector<measure::Device> both = [] {
    std::vector<measure::Device> found;
    for (const measure::Device& device : opencl::list_devices().value_or(std::vector<measure::Device>{}))
      if (device.kind == measure::Device::Kind::cpu && found.size() < 2) found.push_back(device);
    return found;
  }();
  return both;
}

class TwoDevices : public testing::Test {
 protected:
  void SetUp() override {
    if (two_devices().size() < 2) GTEST_SKIP() << "no OpenCL that offers two devices";
  }

  static measure::BenchRequest request_of(std::string_view id, std::uint64_t n, Operator op = Operator::sum,
                                          ElementType type = ElementType::int32) {
    measure::BenchRequest request;
    request.algorithm = *find_algorithm(id);
    request.request.n = n;
    request.request.group_size = 32;  // the smallest size that all algorithms support
    request.request.op = op;
    request.request.type = type;
    request.devices = two_devices();
    return request;
  }

  static measure::BenchRow run(const measure::BenchRequest& request) {
    return run_benchmark_row(two_devices().front(), request, {.repetitions = 1, .warm_ups = 1});
  }

  static void expect_pass(const measure::BenchRequest& request) {
    const measure::BenchRow row = run(request);
    EXPECT_EQ(row.status, measure::BenchRow::Status::passed)
        << row.id << " n=" << row.n << " " << name(row.op) << " " << opencl_name(row.type) << ": "
        << row.reason;
    EXPECT_GT(row.host_ns.median, 0u);
  }
};

TEST_F(TwoDevices, EveryAlgorithm) {
  for (const Algorithm& algorithm : catalogue()) expect_pass(request_of(algorithm.id, 1027));
}

TEST_F(TwoDevices, EveryExclusiveScan) {
  for (const Algorithm& algorithm : catalogue()) {
    if (!algorithm.has_exclusive_form) continue;
    measure::BenchRequest request = request_of(algorithm.id, 1027);
    request.request.exclusive = true;
    expect_pass(request);
  }
}

TEST_F(TwoDevices, OperatorsAndTypes) {
  for (const char* id : {"reduce/sequential-local", "scan/blelloch"}) {
    for (const Operator op : all_operators())
      if (is_commutative(op)) expect_pass(request_of(id, 501, op));
    for (const ElementType type : (*find_algorithm(id))->types)
      if (takes(Operator::max, type)) expect_pass(request_of(id, 501, Operator::max, type));
  }
}

// Parts are combined in their order, and totals are computed by a reduction that keeps the order.
TEST_F(TwoDevices, OperatorsThatDoNotCommute) {
  for (const Operator op : {Operator::digits, Operator::matrix}) {
    const ElementType type = op == Operator::matrix ? ElementType::uint16x4 : ElementType::int32;
    expect_pass(request_of("reduce/divergent", 501, op, type));
    for (const measure::Split split : {measure::Split::position, measure::Split::equal}) {
      measure::BenchRequest request = request_of("scan/blelloch", 501, op, type);
      request.split = split;
      expect_pass(request);
      request.request.exclusive = true;
      expect_pass(request);
    }
  }
}

TEST_F(TwoDevices, RoundedSumsStayWithinTheirBound) {
  for (const char* id : {"reduce/sequential-local", "scan/blelloch"}) {
    measure::BenchRequest request = request_of(id, 10'000, Operator::sum, ElementType::float32);
    request.request.input = *parse_input("fractions");
    const measure::BenchRow row = run(request);
    EXPECT_EQ(row.status, measure::BenchRow::Status::passed) << row.reason;
    ASSERT_TRUE(row.error);
    EXPECT_GT(row.error->bound, 0);
  }
}

TEST_F(TwoDevices, FewElementsLeaveADeviceOut) {
  for (const char* id : {"reduce/divergent", "scan/hillis-steele-global", "scan/look-back"})
    for (const std::uint64_t n : {1u, 3u}) {
      for (const bool exclusive : {false, true}) {
        measure::BenchRequest request = request_of(id, n);
        request.request.exclusive = exclusive && request.algorithm->has_exclusive_form;
        expect_pass(request);
      }
    }
  EXPECT_EQ(run(request_of("reduce/divergent", 1)).parts.size(), 1u);
}

std::vector<measure::Stretch::What> whats(const measure::BenchPart& part) {
  std::vector<measure::Stretch::What> all;
  for (const measure::Stretch& stretch : part.timing.stretches) all.push_back(stretch.what);
  return all;
}

TEST_F(TwoDevices, ARowDescribesThePartOfEachDevice) {
  measure::BenchRequest request = request_of("scan/blelloch", 4000);
  request.split = measure::Split::equal;
  const measure::BenchRow row = run(request);
  ASSERT_EQ(row.parts.size(), 2u);
  EXPECT_EQ(devices_label(row), "0 + 1");
  EXPECT_EQ(row.parts[0].slice, (measure::Slice{0, 2000}));
  EXPECT_EQ(row.parts[1].slice, (measure::Slice{2000, 2000}));
  for (const measure::BenchPart& part : row.parts) {
    EXPECT_GT(part.timing.device_ns.median, 0u);
    EXPECT_LE(part.timing.device_ns.median, row.device_ns.median);
    EXPECT_LE(part.timing.host_ns.median, row.host_ns.median);
  }
  using enum measure::Stretch::What;
  EXPECT_EQ(whats(row.parts[0]), (std::vector{total, result})) << "the first part does not wait";
  EXPECT_EQ(whats(row.parts[1]), (std::vector{waiting, result})) << "no part waits for the last one";
  EXPECT_NEAR(row.at_most, 4.0 / 3, 1e-9);
  EXPECT_NE(row.note.find("one processor listed several times"), std::string::npos) << row.note;
  EXPECT_DOUBLE_EQ(row.gbps, 2.0 * 4 * 4000 / static_cast<double>(row.host_ns.median));
}

TEST_F(TwoDevices, TheFirstDeviceOfAScanHasBothEnds) {
  const measure::BenchRow row = run(request_of("scan/blelloch", 5000));
  EXPECT_EQ(row.status, measure::BenchRow::Status::passed) << row.reason;
  EXPECT_EQ(devices_label(row), "0 + 1");
  ASSERT_EQ(row.parts.size(), 3u);
  EXPECT_EQ(row.parts[0].slice, (measure::Slice{0, 1000}));
  EXPECT_EQ(row.parts[1].slice, (measure::Slice{1000, 2000}));
  EXPECT_EQ(row.parts[2].slice, (measure::Slice{3000, 2000}));
  EXPECT_TRUE(row.parts[0].same_device(row.parts[2]));
  using enum measure::Stretch::What;
  EXPECT_EQ(whats(row.parts[0]), (std::vector{result})) << "it is scanned at once";
  EXPECT_EQ(whats(row.parts[1]), (std::vector{total, waiting, result}));
  EXPECT_EQ(whats(row.parts[2]), (std::vector{waiting, result}));
  EXPECT_GE(row.parts[2].timing.stretches.front().begin_ns, row.parts[0].timing.stretches.back().end_ns);
  EXPECT_NEAR(row.at_most, 5.0 / 3, 1e-9);
}

TEST_F(TwoDevices, EverySplitOfSmallArrays) {
  for (const measure::Split split :
       {measure::Split::position, measure::Split::equal, measure::Split::measured})
    for (std::uint64_t n = 1; n <= 7; ++n)
      for (const bool exclusive : {false, true}) {
        measure::BenchRequest request = request_of("scan/look-back", n);
        request.split = split;
        request.request.exclusive = exclusive;
        expect_pass(request);
      }
}

TEST_F(TwoDevices, PartsInProportionToMeasuredSpeed) {
  measure::BenchRequest request = request_of("reduce/tuned", 100'000);
  request.split = measure::Split::measured;
  const measure::BenchRow row = run(request);
  EXPECT_EQ(row.status, measure::BenchRow::Status::passed) << row.reason;
  ASSERT_EQ(row.parts.size(), 2u);
  EXPECT_EQ(row.parts[0].slice.n + row.parts[1].slice.n, 100'000u);
}

TEST_F(TwoDevices, AWrongPartGivesNoTime) {
  measure::BenchRequest request = request_of("reduce/divergent", 1000);
  KernelSource source = *load_kernel(*request.algorithm, "");
  source.text.replace(source.text.find("2 * s"), 5, "4 * s");
  request.source = source;
  const measure::BenchRow row = run(request);
  EXPECT_EQ(row.status, measure::BenchRow::Status::failed);
  EXPECT_NE(row.reason.find("but the sequential reference gives"), std::string::npos) << row.reason;
  EXPECT_EQ(row.host_ns.median, 0u);
  ASSERT_EQ(row.parts.size(), 2u);
  EXPECT_EQ(row.parts[0].timing.device_ns.median, 0u);
}

TEST_F(TwoDevices, ACancelledRunIsSkipped) {
  std::stop_source stop;
  stop.request_stop();
  measure::RunOptions options{.repetitions = 1};
  options.stop = stop.get_token();
  const measure::BenchRow row =
      run_benchmark_row(two_devices().front(), request_of("reduce/tuned", 1000), options);
  EXPECT_EQ(row.status, measure::BenchRow::Status::skipped);
  EXPECT_NE(row.reason.find("Cancelled"), std::string::npos) << row.reason;
}

TEST_F(TwoDevices, TheReportListsAllDevices) {
  const std::vector<measure::BenchRequest> requests{request_of("reduce/tuned", 1000)};
  BenchOptions options;
  options.repetitions = 1;
  options.measure_copy = false;
  const measure::BenchReport report = run_benchmark(two_devices().front(), requests, options);
  const auto json = nlohmann::json::parse(bench_json(report));
  EXPECT_EQ(json["devices"].size(), 2u);
  EXPECT_EQ(json["device"]["name"], json["devices"][0]["name"]);
  const auto& parts = json["rows"][0]["parts"];
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1]["first"], 500);
  EXPECT_EQ(parts[1]["n"], 500);
  EXPECT_GT(parts[1]["host_ns"]["median"], 0);
  EXPECT_EQ(parts[1]["stretches"][0]["what"], "result");
  const std::string text = bench_text(report);
  EXPECT_NE(text.find("reduce/tuned on 0 + 1"), std::string::npos) << text;
  EXPECT_NE(text.find("device 1   50.0 %"), std::string::npos) << text;
}

decltype(&::clEnqueueNDRangeKernel) real_enqueue = nullptr;

cl_int failing_on_the_second(cl_command_queue queue, cl_kernel b, cl_uint c, const size_t* d, const size_t* e,
                             const size_t* f, cl_uint g, const cl_event* h, cl_event* i) {
  cl_device_id device = nullptr;
  clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, static_cast<void*>(&device), nullptr);
  if (device == two_devices()[1].device_handle) return CL_OUT_OF_RESOURCES;
  return real_enqueue(queue, b, c, d, e, f, g, h, i);
}

TEST_F(TwoDevices, TheFailingDeviceIsNamedAndTheOthersDoNotWait) {
  const opencl::ReplacedEntryPoint failing("clEnqueueNDRangeKernel",
                                           reinterpret_cast<void*>(&failing_on_the_second));
  real_enqueue = reinterpret_cast<decltype(real_enqueue)>(failing.original());
  for (const char* id : {"reduce/divergent", "scan/blelloch"}) {
    const measure::BenchRow row = run(request_of(id, 1000));
    EXPECT_EQ(row.status, measure::BenchRow::Status::error);
    EXPECT_TRUE(row.reason.starts_with("Device 1 (")) << row.reason;
    EXPECT_NE(row.reason.find("CL_OUT_OF_RESOURCES"), std::string::npos) << row.reason;
  }
  measure::BenchRequest turned = request_of("scan/blelloch", 1000);
  turned.devices = {two_devices()[1],
                    two_devices()[0]};  // now the first part fails; the other part waits for its total
  EXPECT_TRUE(run(turned).reason.starts_with("Device 1 ("));
}

}  // namespace
}  // namespace lockstep::bench
