// Every algorithm and pattern on arrays whose number of bytes, or even of elements, exceeds 32 bits. A
// GPU takes some seconds for each; cases for which the memory of the GPU or of this machine is too small
// are omitted.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "core/base/text/text.hpp"
#include "core/bench/row/one_device.hpp"
#include "core/bench/row/request_plan.hpp"
#include "core/opencl/executor.hpp"
#include "core/opencl/limits.hpp"
#include "tests/core/opencl/large/large_device.hpp"

namespace lockstep::opencl {
namespace {

constexpr std::uint64_t kGi = std::uint64_t{1} << 30;
constexpr std::uint64_t kPrime = kGi + 3;  // a matrix with this many elements has one row

struct Case {
  const char* name;
  std::uint64_t n;
  ElementType type;
  bool all;  // otherwise only the two tuned algorithms
};

void PrintTo(const Case& it, std::ostream* out) { *out << it.name; }

class LargeArrays : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (!large_device()) GTEST_SKIP() << "no GPU";
  }

  static std::vector<const Algorithm*> algorithms() {
    std::vector<const Algorithm*> wanted;
    for (const auto* list : {&catalogue(), &techniques(), &patterns()})
      for (const Algorithm& algorithm : *list) {
        const bool is_tuned = algorithm.is_tunable && !algorithm.technique;
        const bool has_type = algorithm.takes_text ||
                              std::ranges::find(algorithm.types, GetParam().type) != algorithm.types.end();
        if (has_type && (GetParam().all || is_tuned)) wanted.push_back(&algorithm);
      }
    return wanted;
  }

  // "" if it has passed or does not fit.
  static std::string trouble_of(PlanRunner& runner, const Algorithm& algorithm, unsigned& passed) {
    measure::BenchRequest request;
    request.algorithm = &algorithm;
    request.request.n = GetParam().n;
    request.request.type = GetParam().type;
    request.request.group_size = 256;
    const auto made = bench::make_request_plan(*large_device(), request);
    if (!made) return made.error().message;
    if (!check_limits(*large_device(), made->plan)) return "";
    const auto begin = std::chrono::steady_clock::now();
    const measure::BenchRow row =
        bench::run_benchmark_row(runner, *large_device(), request, {.repetitions = 1, .warm_ups = 0});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("  %-34s %-8s %8.3f ms %8.1f GB/s, %.1f s in all\n", algorithm.id.c_str(),
                std::string(name(row.status)).c_str(), static_cast<double>(row.device_ns.median) / 1e6,
                row.gbps, took.count());
    passed += row.status == measure::BenchRow::Status::passed ? 1 : 0;
    return row.reason;
  }
};

TEST_P(LargeArrays, AreRight) {
  PlanRunner runner(*large_device());
  unsigned passed = 0;
  for (const Algorithm* algorithm : algorithms()) {
    const std::string trouble = trouble_of(runner, *algorithm, passed);
    const bool is_too_slow = algorithm->id == "scan/one-item-per-output";
    EXPECT_EQ(trouble.empty(), !is_too_slow) << algorithm->id << ": " << trouble;
  }
  if (passed == 0 && !HasFailure()) GTEST_SKIP() << "no room for " << count_text(GetParam().n) << " elements";
  measure::BenchRequest small_request;
  small_request.algorithm = &catalogue().front();
  const auto small = bench::make_request_plan(*large_device(), small_request);
  ASSERT_TRUE(small);
  EXPECT_TRUE(runner.run(small->plan, {.repetitions = 1})) << "a small run afterwards";
}

INSTANTIATE_TEST_SUITE_P(OnAGpu, LargeArrays,
                         testing::Values(Case{"int 2^30", kGi, ElementType::int32, false},
                                         Case{"int 2^31", 2 * kGi, ElementType::int32, true},
                                         Case{"double 2^29", kGi / 2, ElementType::float64, false},
                                         Case{"double 2^30", kGi, ElementType::float64, true},
                                         Case{"int 2^30 + 1", kGi + 1, ElementType::int32, false},
                                         Case{"int prime", kPrime, ElementType::int32, true}),
                         [](const auto& one) {
                           std::string name = one.param.name;
                           std::erase_if(name,
                                         [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
                           return name;
                         });

}  // namespace
}  // namespace lockstep::opencl
