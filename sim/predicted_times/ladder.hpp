// Ladders from the most naive kernel to the fastest kernel. For each rung, a ladder has the time on a device,
// the time predicted from the simulator's counts, and the counts that explain the gain.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "core/catalogue/rungs.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/predicted_times/published_report.hpp"
#include "sim/predicted_times/rungs.hpp"

namespace lockstep::sim {

struct LadderRequest {
  std::vector<std::vector<const Algorithm*>> ladders;  // the most naive first
  std::vector<const PublishedLadder*> documents;  // the document of each ladder; absent or null: no document
  PlanRequest request;                            // limits and tuning are filled in
  const sim::DeviceModel* model = nullptr;        // for counts and predictions
  std::string kernel_dir;                         // empty: the embedded kernels
  std::optional<measure::Device> device;          // none: only counts and predictions
  // The largest n that is counted; the work for a larger n is scaled from it, launch by launch.
  std::uint64_t counted_n = std::uint64_t{1} << 24;
};

struct Rung {
  const Algorithm* algorithm = nullptr;
  std::uint64_t counted_n = 0;  // as in LadderCount
  std::string scaled_because;
  std::string no_count;      // why the rung was not counted, for example because n is not possible
  sim::CountedRung counted;  // without work if not counted
  std::optional<measure::BenchRow> row;      // if a device was measured
  std::optional<sim::RungExplanation> step;  // from the previous rung, if both were counted
  std::optional<double> measured_gain;       // over the previous rung, if both passed
};

struct LadderReport {
  LadderRequest request;
  sim::DeviceRates rates;
  std::string rates_of;  // the measured device, or the product that has the model's rates
  bool is_own = false;   // the rates are those of the measured device
  std::string note;      // why the rates are not those of the device, and which parts the prediction omits
  std::vector<std::vector<Rung>> ladders;
  std::vector<PublishedReport> published;  // of the documents' ladders, filled in by the caller
  double copy_gbps = 0;
};

// Returns the measurements that must be made: first the smallest possible launch, then each algorithm of the
// ladders once.
std::vector<measure::BenchRequest> ladder_measurements(const LadderRequest& request);

// The work of each algorithm of the ladders, by launch, or the reason why the algorithm was not counted.
// Counting takes seconds on several cores. After a stop, each algorithm that has not been counted has an
// error that states this.
struct LadderCount {
  std::vector<sim::LaunchWork> work;
  std::uint64_t counted_n = 0;  // if this is smaller than n, the work was scaled from this n
  std::string scaled_because;   // why the work was scaled from a smaller n than for the other algorithms;
                                // otherwise empty
};
using LadderCounts = std::map<const Algorithm*, Result<LadderCount>>;
// `show_progress` is called with the numbers of finished algorithms and of all algorithms, by one thread at
// a time.
LadderCounts count_ladders(const LadderRequest& request, std::stop_token stop = {},
                           const std::function<void(std::size_t, std::size_t)>& show_progress = {});

// Makes the report. `measured` is a report of measurements on this device, or null. Its rows for the
// request's n give the times of the rungs; the fastest launch among its rows with at most kSmallestN elements
// gives the launch cost.
inline constexpr std::uint64_t kSmallestN = 4096;
LadderReport make_ladder_report(const LadderRequest& request, const LadderCounts& counts,
                                const measure::BenchReport* measured);

// Returns the published document of a requested ladder; null if the ladder has none.
const PublishedLadder* document_of(const LadderRequest& request, std::size_t ladder);

std::string ladder_text(const LadderReport& report);
std::string ladder_json(const LadderReport& report);

}  // namespace lockstep::sim
