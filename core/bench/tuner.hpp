// Finds the best Tuning of a device by measurement: each candidate runs as a checked benchmark.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/tuning.hpp"

namespace lockstep::bench {

struct Trial {
  Tuning tuning;
  measure::BenchRow row;
};

struct TuneReport {
  measure::Device device;
  std::vector<Trial> trials;   // in the order in which they were tried
  std::size_t candidates = 0;  // fewer are tried if the search is stopped or runs out of time
  bool is_stopped = false;
  // The index of the fastest candidate that passed; none if none passed.
  std::optional<std::size_t> best() const;
};

struct TuneOptions {
  unsigned repetitions = 10;
  // No further candidate starts after this time; the first candidate always runs.
  std::chrono::seconds time_limit = std::chrono::hours(24);
  std::stop_token stop{};
  std::function<void(std::size_t done, std::size_t total)> on_progress{};
  // Called with each candidate that is faster than all previous ones, as soon as it has been measured.
  std::function<void(const Trial&)> on_best{};
};

// Returns the candidates for this kind of device. Of candidates with the same plan only one is returned. The
// list is empty for an algorithm that is not tunable. If no plan can be made, the result is the error of the
// first plan.
Result<std::vector<Tuning>> tuning_candidates(const measure::Device& device,
                                              const measure::BenchRequest& request);

// Tries the device's current values first, then always the remaining candidate nearest to the best so far.
Result<TuneReport> tune(const measure::Device& device, const measure::BenchRequest& request,
                        const TuneOptions& options);

// Makes the entry of a trial for keep_tuning().
measure::TuningEntry tuning_entry(const measure::Device& device, const Trial& trial);

std::string tune_text(const TuneReport& report);
std::string tune_json(const TuneReport& report);

}  // namespace lockstep::bench
