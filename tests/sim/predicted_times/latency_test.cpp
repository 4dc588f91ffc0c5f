// The timeline of warps: the number of warps that NVIDIA's guides require, and properties of every timeline.
#include "sim/predicted_times/latency.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/predicted_times/measured_occupancy.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

const DeviceModel& model(std::string_view name) { return *find_device_model(name).value(); }

// CUDA C Programming Guide 4.2, 5.2.3: with 15 instructions for each that waits about 600 cycles for memory,
// about 10 warps are required for cc1.x; guide 5.5, 5.2.3: with a ratio of 30 about 20 warps for cc2.x (600
// cycles) and 40 for cc3.x (300 cycles). The load itself is one more instruction, and a scheduler's own warp
// counts, too.
TEST(Latency, HiddenByAsManyWarpsAsTheGuideSays) {
  const auto warps = [](const char* name, double ratio, double latency) {
    return warps_that_hide(model(name), {.instructions = ratio, .load_bytes = 0, .latency_cycles = latency})
        .value();
  };
  EXPECT_EQ(warps("cc1.0", 15, 600), 10u + 1);
  EXPECT_EQ(warps("cc2.0", 30, 600), 20u + 2);
  EXPECT_EQ(warps("cc3.x", 30, 300), 40u + 4);
}

// Little's law with the H200's rates: 4240 GB/s and 500 ns are 2.12 MB under way, 125.5 loads of 128 bytes on
// each of 132 multiprocessors, twice as many as it holds warps.
TEST(Latency, FollowsLittlesLaw) {
  const LoadLoop loop{.instructions = 1};
  EXPECT_EQ(warps_that_hide(model("h200"), loop).value(), 126u);
  const RoundTime round = round_time(model("h200"), 64, loop).value();
  EXPECT_EQ(round.limit(), RoundTime::Limit::latency);
  EXPECT_NEAR(round.bandwidth / round.cycles(), 64 / 125.5, 0.01);
}

TEST(Latency, TimelineOfTwoWarpsIsAsDrawn) {
  // One scheduler, four cycles an instruction: the second warp issues while the first one waits.
  const LoadLoop loop{.instructions = 2, .load_bytes = 0, .loads = 2, .latency_cycles = 100};
  const Timeline timeline = timeline_of(model("cc1.0"), 2, loop).value();
  std::string text;
  for (const TimelineSegment& s : timeline.segments)
    text += std::to_string(s.warp) + " " + std::string(name(s.state)) + " " +
            std::to_string(std::lround(s.begin)) + "-" + std::to_string(std::lround(s.end)) + "\n";
  EXPECT_EQ(text,
            "0 issuing 0-8\n0 waiting 8-108\n0 issuing 108-116\n0 waiting 116-216\n"
            "1 ready 0-8\n1 issuing 8-16\n1 waiting 16-116\n1 issuing 116-124\n1 waiting 124-224\n");
  EXPECT_DOUBLE_EQ(timeline.cycles, 224);
  EXPECT_DOUBLE_EQ(timeline.issue_share, 4 * 8 / 224.0);
}

// Each warp's segments follow each other without a gap, no scheduler issues two warps at the same time, no
// share exceeds 1, and many rounds take as long as round_time() says.
TEST(Latency, EveryTimelineKeepsItsRules) {
  for (const DeviceModel& device : device_models())
    for (const unsigned warps : {1u, 2u, 3u, 5u, 8u, 16u, 24u, 32u, 40u, 64u})
      for (const double instructions : {1.0, 7.0, 40.0, 200.0})
        for (const double bytes : {0.0, 128.0, 1024.0}) {
          if (warps > device.rates.resident_warps) continue;
          SCOPED_TRACE(device.name + " " + std::to_string(warps) + " " + std::to_string(instructions));
          const LoadLoop loop{
              .instructions = instructions, .load_bytes = bytes, .loads = 50, .latency_cycles = 400};
          const Timeline timeline = timeline_of(device, warps, loop).value();
          std::vector<double> end(warps), issued(device.rates.schedulers);
          std::vector<TimelineSegment> issues;
          for (const TimelineSegment& s : timeline.segments) {
            EXPECT_DOUBLE_EQ(s.begin, end[s.warp]);
            end[s.warp] = s.end;
            if (s.state == WarpState::issuing) issues.push_back(s);
          }
          std::ranges::sort(issues, {}, &TimelineSegment::begin);
          for (const TimelineSegment& s : issues) {
            double& last = issued[s.warp % device.rates.schedulers];
            EXPECT_GE(s.begin, last);
            last = s.end;
          }
          EXPECT_LE(timeline.issue_share, 1 + 1e-9);
          EXPECT_LE(timeline.bandwidth_share, 1 + 1e-9);
          const double round = round_time(device, warps, loop)->cycles();
          EXPECT_GE(timeline.cycles, 49 * round);
          EXPECT_LE(timeline.cycles, 50 * 1.1 * round);
        }
}

TEST(Latency, KernelsRunInWaves) {
  const LoadLoop loop{.instructions = 4, .loads = 64};
  const DeviceModel& h200 = model("h200");
  const auto time = [&](std::uint64_t groups) { return predict_kernel(h200, {groups, 8, 4}, loop).value(); };
  const double launch = *h200.rates.launch_ns;
  EXPECT_DOUBLE_EQ(time(1 * 132 * 4).waves, 1);
  EXPECT_NEAR(time(3 * 132 * 4).ns - launch, 3 * (time(132 * 4).ns - launch), 1);
  EXPECT_DOUBLE_EQ(time(132 * 4 + 132).waves, 1.25);
  EXPECT_GT(time(132 * 4 + 1).ns, time(132 * 4).ns);
}

TEST(Latency, RefusesWhatNoMultiprocessorDoes) {
  EXPECT_THAT(timeline_of(model("h200"), 0, {}).error().message, HasSubstr("at least one warp"));
  EXPECT_EQ(timeline_of(model("cc1.0"), 25, {}).error().message,
            "25 warps are too many: one multiprocessor of cc1.0 holds 24");
  EXPECT_THAT(timeline_of(model("cc8.6"), 4, {}).error().message, HasSubstr("give a latency in cycles"));
  EXPECT_TRUE(timeline_of(model("cc8.6"), 4, {.latency_cycles = 500}));
  EXPECT_THAT(timeline_of(model("h200"), 4, {.instructions = 0}).error().message, HasSubstr("the load"));
  EXPECT_THAT(timeline_of(model("h200"), 64, {.loads = 1'000'000}).error().message, HasSubstr("too long"));
}

// One kernel at different occupancies on an H200, with its counted instructions (tests/hardware/occupancy).
TEST(Latency, PredictsTheTimesOfAnH200) {
  EXPECT_GE(measured_occupancies().size(), 40u);
  for (const MeasuredOccupancy& measured : measured_occupancies()) {
    const KernelTime time = predict_kernel(measured_device(), measured.shape, measured.loop).value();
    const double ratio = time.ns / measured.ns;
    EXPECT_TRUE(ratio < 1.5 && ratio > 1 / 1.5)
        << measured.operations << " operations, " << measured.resident_warps() << " warps, "
        << measured.shape.groups << " groups: " << measured.ns << " ns measured, " << time.ns << " predicted";
  }
}

}  // namespace
}  // namespace lockstep::sim
