// Devices and benchmark runs of the Run on GPU page, as a job and in a process of their own: the interface
// asks, and reads a copy of the results so far. No driver is loaded into the window's process, unless the
// other process cannot be started.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.hpp"
#include "core/bench/worker/worker.hpp"
#include "core/benchmark_data/benchmark.hpp"
#include "core/benchmark_data/run_estimate.hpp"
#include "gui/background_jobs/benchmark/plan_on_device.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

struct BenchmarkSnapshot {
  bool discovering = false;
  std::optional<std::vector<measure::Device>> devices;  // empty: not searched yet, or there are none
  std::string no_devices;                               // why there are none, and what to install

  bool running = false;
  std::vector<measure::BenchRequest> requests;  // one a row
  std::vector<measure::BenchRow> rows;          // finished ones
  std::string
      stored_on;  // the UTC date of rows that an earlier start of the program measured; empty: of others
  measure::Device device;                // of these rows; without a device only the processor's name
  std::vector<measure::Device> sharing;  // each array; empty: `device` has each array alone
  double copy_gbps = 0;                  // 0: not measured
  std::vector<double> copies_gbps;       // of the sharing devices
  std::string copy_reason;
  std::string tuning_problem;        // why the results of `lockstep tune` are not used
  std::string no_worker;             // why the window's own process runs the rows; empty if it does not
  std::optional<std::size_t> again;  // the only row of this run, which runs again
  std::string what;                  // "reduce/divergent, 16 Mi: run 3 of 23"
  double progress = 0;               // 0 to 1, over all rows
  double seconds_left = 0;           // of this run, roughly; 0: not known
  std::shared_ptr<const std::vector<measure::KnownTime>> known;  // measured before, stored on this machine
  std::vector<std::string> problems;                             // with stored results, a sentence each
  std::shared_ptr<const PlanResult> plan;                        // of the last run of a plan; null: none
};

// Seconds that the state's run will take, roughly, and how many rows it has.
struct RunEstimate {
  std::size_t rows = 0;
  double seconds = 0;
};
RunEstimate estimate_run(const AppState& state, const BenchmarkSnapshot& seen);

// The report of the finished rows, as `lockstep bench` writes it; for CSV and JSON.
measure::BenchReport bench_report(const BenchmarkSnapshot& snapshot);

class BenchmarkRunner {
 public:
  // `results_file`: where results are stored and compared with earlier ones; empty: nowhere. Without a worker
  // program everything runs in this process.
  explicit BenchmarkRunner(std::string kernel_dir = {}, const JobHost& host = {},
                           std::string results_file = {}, bench::WorkerOptions worker = {});
  ~BenchmarkRunner();  // cancels, and waits for the running row

  void discover();  // searches the devices once; later calls do nothing
  // Starts what the state asks for as soon as the devices are known; ignored during a run.
  void run(const AppState& state);
  // Runs a finished row again, in spite of the simulator's warning.
  void force_run(std::size_t row);
  // Runs the launches of a plan on the chosen device; ignored during a run, and before the devices are known.
  void run_plan(const AppState& state, PlanOnDevice plan);
  void run_plan(std::string title, std::string problem);  // it cannot run
  // Runs the last plan again, in spite of the simulator's warning.
  void force_plan();
  void cancel();
  // Takes what the job has finished; once a frame, so that a run can start when the devices are known.
  void update();
  BenchmarkSnapshot snapshot();
  // Blocks until no work is left or the time is over.
  void wait(std::chrono::milliseconds most);

 private:
  // A request to the job.
  struct Task {
    bool discovery = false;  // searches devices; otherwise the rows below
    Result<measure::Device> device;
    std::vector<measure::BenchRequest> requests;
    std::vector<measure::Device> sharing;
    std::optional<std::size_t> again;  // the row of the snapshot that the only request is for
    unsigned repetitions = 20, warm_ups = 3;
    std::shared_ptr<const PlanOnDevice> plan;  // runs instead of rows; null: none
  };
  // The job hands over changes of the snapshot.
  using Job = lockstep::Job<Task, std::function<void(BenchmarkSnapshot&)>>;
  class RowsRun;
  Job::Piece begin(const Task& task) const;
  static PlanResult run_plan(const Task& task, bench::Worker* worker, Job::Control& control);
  bool prepare(const AppState& state);
  void start(Task task);

  std::string kernel_dir_, results_file_;
  BenchmarkSnapshot snapshot_;
  Task task_;                     // of the last run
  std::optional<AppState> wish_;  // a run that was requested during the search for devices
  bool cancelled_ = false;
  std::chrono::steady_clock::time_point began_{};
  std::unique_ptr<bench::Worker> worker_;  // of the job
  Job job_;
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
// The ids that a state asks for; those of hazards only where they are named or shown.
std::vector<std::string> benchmark_choice(const AppState& state);
// The requests of a run: each ticked row at each size, sorted by size.
std::vector<measure::BenchRequest> benchmark_requests(const AppState& state, const std::string& kernel_dir);

}  // namespace lockstep::gui
