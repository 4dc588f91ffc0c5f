// Devices and benchmark runs for the Run on GPU tab, on a thread and in a process of their own: the interface
// asks, and reads a copy of what is known so far. No driver is ever loaded into the window's process, unless
// another one cannot be started.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/bench/worker/worker.hpp"
#include "core/measure/benchmark.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

struct BenchmarkSnapshot {
  bool discovering = false;
  std::optional<std::vector<opencl::Device>> devices;  // none: not looked for yet, or none there
  std::string no_devices;                              // the sentence that says why, and what to install

  bool running = false;
  std::vector<opencl::BenchRequest> requests;  // one a row
  std::vector<opencl::BenchRow> rows;          // finished ones
  opencl::Device device;                       // of these rows; only the processor's name where there is none
  std::vector<opencl::Device> sharing;         // each array; empty: `device` has it alone
  double copy_gbps = 0;                        // 0: not measured
  std::vector<double> copies_gbps;             // of those that share
  std::string copy_reason;
  std::string tuning_problem;         // why what `lockstep tune` found is passed over
  std::string no_worker;              // why the window's own process runs them; empty where it does not
  std::optional<std::size_t> again;   // the row that runs once more, by itself
  std::string what;                   // "reduce/divergent, 16 Mi: run 3 of 23"
  double progress = 0;                // 0 to 1, over all rows
  std::vector<std::string> problems;  // with the results that are kept, a sentence each
};

// What `lockstep bench` reports of the rows that are finished; for its CSV and JSON.
opencl::BenchReport bench_report(const BenchmarkSnapshot& snapshot);

class BenchmarkRunner {
 public:
  // `results_file`: where results are kept and compared with earlier ones; empty: nowhere. Without a worker's
  // program everything runs in this process.
  explicit BenchmarkRunner(std::string kernel_dir = {}, std::function<void()> wake = {},
                           std::string results_file = {}, opencl::WorkerOptions worker = {});
  ~BenchmarkRunner();  // cancels, and waits for the run that is going on
  BenchmarkRunner(const BenchmarkRunner&) = delete;
  BenchmarkRunner& operator=(const BenchmarkRunner&) = delete;

  void discover();  // once; later calls do nothing
  // Starts what the state asks for, once the devices are known; nothing happens while a run is going on.
  void run(const AppState& state);
  // A finished row once more, although the simulator warns.
  void run_anyway(std::size_t row);
  void cancel();
  BenchmarkSnapshot snapshot() const;

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

// A row that can be ticked: an algorithm of the catalogue, or a host implementation.
struct BenchmarkEntry {
  std::string id, summary;
  Algorithm::Family family = Algorithm::Family::reduction;
  bool on_host = false;
  std::string missing;  // what to install, for a host implementation that this program was built without
};
// Algorithms, then host implementations.
std::vector<BenchmarkEntry> benchmark_entries();
std::vector<std::string> benchmark_ids();
// What a run of the state's choice consists of: all that is ticked at every size, sizes outermost.
std::vector<opencl::BenchRequest> benchmark_requests(const AppState& state, const std::string& kernel_dir);

}  // namespace lockstep::gui
