// Runs a benchmark: each request results in a checked and timed row. Used by the command line and the window.
#pragma once

#include <functional>
#include <span>
#include <stop_token>

#include "core/base/result.hpp"
#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::bench {

class Worker;

struct BenchOptions {
  unsigned repetitions = 20;
  unsigned warm_ups = 3;  // untimed runs before the timed ones; at least 1
  bool measure_copy = true;
  unsigned threads = 0;  // for host implementations; 0: one for each core
  std::stop_token stop{};
  Worker* worker = nullptr;  // runs all requests; null: this process runs them
  Prechecker prechecker{};   // for kernels that are not built in; the worker process has its own
  // Called before each row and during its runs. The first row has number 0.
  std::function<void(std::size_t row, const measure::Progress&)> on_progress{};
  std::function<void(std::size_t row, const measure::BenchRow&)> on_row{};
};

// Runs all requests. A failed row does not stop the others. Host implementations need no device.
measure::BenchReport run_benchmark(const Result<measure::Device>& device,
                                   std::span<const measure::BenchRequest> requests,
                                   const BenchOptions& options);
measure::BenchRow run_benchmark_row(const measure::Device& device, const measure::BenchRequest& request,
                                    const measure::RunOptions& options);
}  // namespace lockstep::bench
