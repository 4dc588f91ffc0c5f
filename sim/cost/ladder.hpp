// Ladders from the most naive kernel to the fastest: each rung's time on a device beside what the simulator's
// counts predict, and which count its gain comes from.
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/catalogue/rungs.hpp"
#include "core/measure/benchmark.hpp"
#include "sim/cost/rungs.hpp"
#include "sim/memory/device_model.hpp"

namespace lockstep::ladder {

struct LadderRequest {
  std::vector<std::vector<const Algorithm*>> ladders;  // the most naive first
  PlanRequest request;                                 // limits and tuning are filled in
  const sim::DeviceModel* model = nullptr;             // that counts
  std::string kernel_dir;                              // empty: the embedded kernels
  std::optional<opencl::Device> device;                // none: counted and predicted only
  // The largest n that is counted; larger ones are scaled from it, launch by launch.
  std::uint64_t counted_n = std::uint64_t{1} << 18;
};

struct Rung {
  const Algorithm* algorithm = nullptr;
  std::string no_count;                      // why there is none: it cannot do this n
  sim::CountedRung counted;                  // empty work where there is none
  std::optional<opencl::BenchRow> row;       // where a device was asked
  std::optional<sim::RungExplanation> step;  // over the rung below, where both were counted
  std::optional<double> measured_gain;       // where both passed
};

struct LadderReport {
  LadderRequest request;
  sim::DeviceRates rates;
  std::string rates_of;  // "NVIDIA H200", or which device stands in for one that the model does not describe
  std::string note;      // why that is so; empty where the rates are the device's own
  std::vector<std::vector<Rung>> ladders;
  double copy_gbps = 0;
};

// What to measure: first the smallest launch there is, then each algorithm of the ladders once.
std::vector<opencl::BenchRequest> ladder_measurements(const LadderRequest& request);

// What each algorithm of the ladders has to do, launch by launch, or why it cannot do this n. Takes seconds,
// on all cores; where the stop is asked for, what was not counted says so.
using LadderCounts = std::map<const Algorithm*, Result<std::vector<sim::LaunchWork>>>;
LadderCounts count_ladders(const LadderRequest& request, std::stop_token stop = {});

// `measured`: a report of this device, or null. Of its rows those of the request's n are the rungs' times,
// and the quickest launch of those with at most kSmallestN elements is what a launch costs.
inline constexpr std::uint64_t kSmallestN = 4096;
LadderReport make_ladder_report(const LadderRequest& request, const LadderCounts& counts,
                                const opencl::BenchReport* measured);

std::string ladder_text(const LadderReport& report);
std::string ladder_json(const LadderReport& report);

}  // namespace lockstep::ladder
