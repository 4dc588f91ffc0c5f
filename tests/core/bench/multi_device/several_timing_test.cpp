#include "core/bench/multi_device/several_timing.hpp"

#include <gtest/gtest.h>

namespace lockstep::bench {
namespace {

using namespace std::chrono_literals;

const HostTime kZero{};

// A part with the given begin and end in nanoseconds, on a device with its own clock.
PartTime part(std::chrono::nanoseconds start, std::chrono::nanoseconds total_known,
              std::chrono::nanoseconds end, std::uint64_t kernel_ns) {
  return {.launches = {{1'000'000, 1'000'000 + kernel_ns}, {2'000'000, 2'000'000 + kernel_ns}},
          .start = kZero + start,
          .end = kZero + end,
          .ends = {{measure::Stretch::What::total, kZero + total_known},
                   {measure::Stretch::What::result, kZero + end}}};
}

TEST(SeveralTiming, TheWholeEndsWithTheLastPartAndTheCombination) {
  const SeveralTiming timing =
      summarise({{part(100ns, 150ns, 300ns, 10), part(110ns, 200ns, 500ns, 30)}}, {7});
  EXPECT_EQ(timing.runs, 1u);
  EXPECT_EQ(timing.host_ns.median, 407u);
  EXPECT_EQ(timing.device_ns.median, 60u) << "the part whose kernels took longest";
  EXPECT_EQ(timing.span_ns.median, 1'000'030u);
  EXPECT_EQ(timing.gap_ns.median, 999'990u) << "of the part that had most";
  ASSERT_EQ(timing.parts.size(), 2u);
  EXPECT_EQ(timing.parts[0].device_ns.median, 20u);
  EXPECT_EQ(timing.parts[0].host_ns.median, 200u);
  EXPECT_EQ(timing.parts[1].host_ns.median, 400u) << "from the common start, not its own";
}

TEST(SeveralTiming, StretchesAreThoseOfTheMedianRun) {
  const auto run = [](std::chrono::nanoseconds end) {
    return std::vector{part(100ns, 150ns, end, 1), part(110ns, 160ns, end - 20ns, 1)};
  };
  const SeveralTiming timing = summarise({run(900ns), run(300ns), run(200ns)}, {0, 0, 0});
  EXPECT_EQ(timing.host_ns.median, 200u);
  EXPECT_EQ(timing.parts[0].stretches,
            (std::vector<measure::Stretch>{{measure::Stretch::What::total, 0, 50},
                                           {measure::Stretch::What::result, 50, 200}}));
  EXPECT_EQ(timing.parts[1].stretches,
            (std::vector<measure::Stretch>{{measure::Stretch::What::total, 10, 60},
                                           {measure::Stretch::What::result, 60, 180}}));
}

}  // namespace
}  // namespace lockstep::bench
