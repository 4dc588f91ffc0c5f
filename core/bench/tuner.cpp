#include "core/bench/tuner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "core/bench/row/one_device.hpp"
#include "core/opencl/executor.hpp"

namespace lockstep::bench {
namespace {

// A GPU hides memory latency with many work-items. A CPU runs the work-items of a group one after another.
// Therefore groups of one work-item are best on a CPU, with a few groups for each processor; a scan's tile
// should fill the nearest caches.
struct Grid {
  std::vector<std::uint64_t> group_sizes, rounds, groups_per_unit;
};

Grid grid_for(measure::Device::Kind kind, Algorithm::Family family) {
  const bool is_scan = family == Algorithm::Family::scan;
  if (kind != measure::Device::Kind::cpu && is_scan)
    return {{128, 256, 512, 1024}, {2, 4, 6, 7, 8, 10, 12, 16}, {1}};
  if (kind != measure::Device::Kind::cpu) return {{128, 256, 512, 1024}, {2, 4, 6, 8}, {1, 2, 4, 8}};
  if (is_scan) return {{1}, {64, 256, 1024, 2048, 4096, 8192, 16384, 32768}, {4}};
  return {{1}, {4, 16, 64}, {4, 16, 32, 64}};
}

// The distance of two candidates: the number of doublings between their values, summed over all values.
double distance(const Tuning& a, const Tuning& b) {
  const auto doublings = [](std::uint64_t x, std::uint64_t y) {
    return std::abs(std::log2(static_cast<double>(std::max<std::uint64_t>(x, 1))) -
                    std::log2(static_cast<double>(std::max<std::uint64_t>(y, 1))));
  };
  return doublings(a.group_size, b.group_size) + doublings(a.rounds, b.rounds) +
         doublings(a.groups_per_unit, b.groups_per_unit);
}

// Neighbouring candidates have similar times, so the search always tries the remaining candidate that
// is nearest to the best so far. A search that is stopped early has then tried the candidates around
// the best one.
Tuning take_nearest(std::vector<Tuning>& left, const Tuning& best) {
  const auto nearest =
      std::ranges::min_element(left, {}, [&](const Tuning& one) { return distance(one, best); });
  const Tuning taken = *nearest;
  left.erase(nearest);
  return taken;
}

// More vectors in flight, or more work-items, need at least as many registers and as much local memory.
bool needs_as_much(const Tuning& candidate, const Tuning& unfit) {
  return candidate.group_size >= unfit.group_size && candidate.rounds >= unfit.rounds;
}

// Removes the candidates that need at least as many resources as a candidate that does not fit the device.
std::vector<Trial> take_unfit(std::vector<Tuning>& left, const Tuning& unfit, const measure::BenchRow& row) {
  std::vector<Trial> trials;
  for (const Tuning& candidate : left) {
    if (!needs_as_much(candidate, unfit)) continue;
    measure::BenchRow skipped = row;
    skipped.tuning = candidate;
    skipped.group_size = candidate.group_size;
    skipped.reason = fmt::format("Not tried: {} vectors by {} work-items do not fit.", unfit.rounds,
                                 count_text(unfit.group_size));
    trials.push_back({candidate, std::move(skipped)});
  }
  std::erase_if(left, [&](const Tuning& candidate) { return needs_as_much(candidate, unfit); });
  return trials;
}

}  // namespace

Result<std::vector<Tuning>> tuning_candidates(const measure::Device& device,
                                              const measure::BenchRequest& request) {
  std::vector<Tuning> candidates;
  if (!request.algorithm->is_tunable) return candidates;
  std::vector<Plan> plans;
  std::optional<Error> first_error;
  const Grid grid = grid_for(device.kind, request.algorithm->family);
  PlanRequest plan_request = request.request;
  plan_request.limits = device.limits();
  plan_request.input = {};
  for (const std::uint64_t group_size : grid.group_sizes)
    for (const std::uint64_t rounds : grid.rounds)
      for (const std::uint64_t groups : grid.groups_per_unit) {
        plan_request.tuning = {group_size, rounds, groups};
        auto plan = make_plan(*request.algorithm, plan_request, {});
        if (!plan && !first_error) first_error = plan.error();
        if (!plan || std::find(plans.begin(), plans.end(), *plan) != plans.end()) continue;
        plans.push_back(std::move(*plan));
        candidates.push_back(plan_request.tuning);
      }
  if (candidates.empty() && first_error) return tl::unexpected(*first_error);
  return candidates;
}

std::optional<std::size_t> TuneReport::best() const {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const measure::BenchRow& row = trials[i].row;
    if (row.status != measure::BenchRow::Status::passed) continue;
    if (!best || row.device_ns.median < trials[*best].row.device_ns.median) best = i;
  }
  return best;
}

Result<TuneReport> tune(const measure::Device& device, const measure::BenchRequest& request,
                        const TuneOptions& options) {
  TuneReport report;
  report.device = device;
  const auto candidates = tuning_candidates(device, request);
  if (!candidates) return tl::unexpected(candidates.error());
  report.candidates = candidates->size();
  opencl::PlanRunner runner(device);  // one context: a program is built once for all candidates that use it
  std::vector<Tuning> left = *candidates;
  Tuning centre = tuning_for(device, *request.algorithm, request.request);
  std::optional<std::size_t> best;
  const auto start = std::chrono::steady_clock::now();
  measure::RunOptions run;
  run.repetitions = options.repetitions;
  run.stop = options.stop;
  while (!left.empty()) {
    if (!report.trials.empty() && std::chrono::steady_clock::now() - start >= options.time_limit) break;
    if (options.on_progress) options.on_progress(report.trials.size(), candidates->size());
    measure::BenchRequest trial = request;
    trial.tuning = take_nearest(left, centre);
    measure::BenchRow row = run_benchmark_row(runner, device, trial, run);
    report.is_stopped = options.stop.stop_requested();
    // A cancelled row says nothing about its candidate.
    if (!report.is_stopped || row.status == measure::BenchRow::Status::passed)
      report.trials.push_back({*trial.tuning, row});
    // The candidate does not fit on the device, although its plan is valid.
    if (!report.is_stopped && row.status == measure::BenchRow::Status::skipped)
      for (Trial& unfit : take_unfit(left, *trial.tuning, row)) report.trials.push_back(std::move(unfit));
    if (const auto now = report.best(); now != best) {
      best = now;
      centre = report.trials[*best].tuning;
      if (options.on_best) options.on_best(report.trials[*best]);
    }
    if (report.is_stopped) break;
  }
  return report;
}

measure::TuningEntry tuning_entry(const measure::Device& device, const Trial& trial) {
  return {.device = device.name,
          .driver = device.driver,
          .algorithm = trial.row.id,
          .element_bytes = size_bytes(trial.row.type),
          .n = trial.row.n,
          .tuning = trial.tuning,
          .gbps = trial.row.gbps};
}

std::string tune_text(const TuneReport& report) {
  if (report.trials.empty()) return "";
  const measure::BenchRow& first = report.trials.front().row;
  std::string text = fmt::format("{} · {}, {} elements of {}, {}\n\n{:>5}  {:>7}  {:>12}  {:>10}  {:>9}\n",
                                 report.device.name, first.id, count_text(first.n), opencl_name(first.type),
                                 name(first.op), "L", "vectors", "groups/unit", "device ms", "GB/s");
  const auto best = report.best();
  for (std::size_t i = 0; i < report.trials.size(); ++i) {
    const auto& [tuning, row] = report.trials[i];
    text += fmt::format("{:>5}  {:>7}  {:>12}  ", tuning.group_size, tuning.rounds, tuning.groups_per_unit);
    if (row.status == measure::BenchRow::Status::passed)
      text += fmt::format("{:>10.4f}  {:>9.1f}{}\n", static_cast<double>(row.device_ns.median) / 1e6,
                          row.gbps, best == i ? "  ← best" : "");
    else
      text += fmt::format("{}: {}\n", name(row.status), row.reason);
  }
  if (report.trials.size() < report.candidates)
    text += fmt::format("{} of {} candidates were tried.\n", report.trials.size(), report.candidates);
  return text;
}

std::string tune_json(const TuneReport& report) {
  nlohmann::ordered_json trials = nlohmann::ordered_json::array();
  for (const auto& [tuning, row] : report.trials)
    trials.push_back({{"group_size", tuning.group_size},
                      {"rounds", tuning.rounds},
                      {"groups_per_unit", tuning.groups_per_unit},
                      {"status", name(row.status)},
                      {"reason", row.reason},
                      {"device_ns", row.device_ns.median},
                      {"gbps", row.gbps}});
  nlohmann::ordered_json json{{"device", {{"name", report.device.name}, {"driver", report.device.driver}}}};
  if (!report.trials.empty()) {
    const measure::BenchRow& row = report.trials.front().row;
    json["id"] = row.id;
    json["type"] = opencl_name(row.type);
    json["op"] = name(row.op);
    json["n"] = row.n;
  }
  json["candidates"] = report.candidates;
  json["complete"] = report.trials.size() == report.candidates;
  json["best"] = report.best() ? nlohmann::ordered_json(*report.best()) : nlohmann::ordered_json(nullptr);
  json["trials"] = std::move(trials);
  return json_text(json);
}

}  // namespace lockstep::bench
