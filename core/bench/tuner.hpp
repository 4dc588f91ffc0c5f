// Finds a device's best Tuning by trying: each candidate is run and checked as any benchmark is.
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
  std::size_t candidates = 0;  // fewer are tried if it is stopped or runs out of time
  bool is_stopped = false;
  // The fastest that passed.
  std::optional<std::size_t> best() const;
};

struct TuneOptions {
  unsigned repetitions = 10;
  // No further candidate begins after it; the first one always does.
  std::chrono::seconds time_limit = std::chrono::hours(24);
  std::stop_token stop{};
  std::function<void(std::size_t done, std::size_t total)> on_progress{};
  // A candidate that is faster than all before it, as soon as it was measured.
  std::function<void(const Trial&)> on_best{};
};

// Values worth trying on this kind of device; of those that make the same plan, only one. Empty for an
// algorithm that is not tunable; the first plan's error if none can be made.
Result<std::vector<Tuning>> tuning_candidates(const measure::Device& device,
                                              const measure::BenchRequest& request);

// Begins with the device's current values, and continues with the candidates nearest to the best so far.
Result<TuneReport> tune(const measure::Device& device, const measure::BenchRequest& request,
                        const TuneOptions& options);

// The entry of the best trial, for keep_tuning.
measure::TuningEntry tuning_entry(const measure::Device& device, const Trial& trial);

std::string tune_text(const TuneReport& report);
std::string tune_json(const TuneReport& report);

}  // namespace lockstep::bench
