// Searches for devices and runs the benchmarks of the Run on GPU page in a separate process. The interface
// sends requests and reads a copy of the results so far. Drivers are loaded into the window's process only if
// the separate process cannot be started.
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
  std::optional<std::vector<measure::Device>> devices;  // no value: not searched yet, or none found
  std::string no_devices;                               // why there are no devices, and what to install

  bool running = false;
  std::vector<measure::BenchRequest> requests;  // one for each row
  std::vector<measure::BenchRow> rows;          // finished rows
  std::string stored_on;   // UTC date of rows measured in an earlier session; otherwise empty
  measure::Device device;  // the device of these rows; without a device, only the processor's name
  std::vector<measure::Device> sharing;  // devices that share each array; empty: only `device`
  double copy_gbps = 0;                  // 0: not measured
  std::vector<double> copies_gbps;       // copy bandwidth of each sharing device
  std::string copy_reason;
  std::string tuning_problem;        // why the results of `lockstep tune` are not used
  std::string no_worker;             // why rows run in the window's own process; empty if they do not
  std::optional<std::size_t> again;  // the row that is run again; the run has no other rows
  std::string what;                  // "reduce/divergent, 16 Mi: run 3 of 23"
  double progress = 0;               // 0 to 1, over all rows
  double seconds_left = 0;           // estimate for this run; 0: unknown
  std::shared_ptr<const std::vector<measure::KnownTime>> known;  // earlier results on this machine
  std::vector<std::string> problems;       // problems with stored results, one sentence each
  std::shared_ptr<const PlanResult> plan;  // result of the last run of a plan; may be null
};

// The number of rows of the run that the state selects, and the estimated duration of the run.
struct RunEstimate {
  std::size_t rows = 0;
  double seconds = 0;
};
RunEstimate estimate_run(const AppState& state, const BenchmarkSnapshot& seen);

// Returns a report of the finished rows in the form of `lockstep bench`, for export as CSV and JSON.
measure::BenchReport bench_report(const BenchmarkSnapshot& snapshot);

class BenchmarkRunner {
 public:
  // `results_file` is the file in which results are stored and compared with earlier ones; nothing is stored
  // if it is empty. If `worker` names no program, everything runs in this process.
  explicit BenchmarkRunner(std::string kernel_dir = {}, const JobHost& host = {},
                           std::string results_file = {}, bench::WorkerOptions worker = {});
  ~BenchmarkRunner();  // cancels the run and waits for its current row

  void discover();  // searches for devices once; later calls have no effect
  // Starts the run that the state selects as soon as the devices are known; ignored during a run.
  void run(const AppState& state);
  // Runs a row again that was held back, despite the simulator's warning.
  void force_run(std::size_t row);
  // Runs the launches of a plan on the chosen device; ignored during a run and before the devices are known.
  void run_plan(const AppState& state, PlanOnDevice plan);
  void run_plan(std::string title, std::string problem);  // shows why the plan cannot run
  // Runs the last plan again, despite the simulator's warning.
  void force_plan();
  void cancel();
  // Takes over finished results of the job. Call once per frame: a run that was requested during the search
  // for devices starts here.
  void update();
  BenchmarkSnapshot snapshot();
  // Waits until no work is left, but no longer than `most`.
  void wait(std::chrono::milliseconds most);

 private:
  // A request to the job: a search for devices, a plan, or rows.
  struct Task {
    bool discovery = false;  // search for devices; the other fields are unused
    Result<measure::Device> device;
    std::vector<measure::BenchRequest> requests;
    std::vector<measure::Device> sharing;
    std::optional<std::size_t> again;  // the snapshot's row that is run again
    unsigned repetitions = 20, warm_ups = 3;
    std::shared_ptr<const PlanOnDevice> plan;  // run this plan instead of rows; may be null
  };
  // The job returns functions that update the snapshot.
  using Job = lockstep::Job<Task, std::function<void(BenchmarkSnapshot&)>>;
  class RowsRun;
  Job::Piece begin(const Task& task) const;
  static PlanResult run_plan(const Task& task, bench::Worker* worker, Job::Control& control);
  bool prepare(const AppState& state);
  void start(Task task);

  std::string kernel_dir_, results_file_;
  BenchmarkSnapshot snapshot_;
  Task task_;                     // the last run that was requested
  std::optional<AppState> wish_;  // a run requested during the search for devices
  bool cancelled_ = false;
  std::chrono::steady_clock::time_point began_{};
  std::unique_ptr<bench::Worker> worker_;  // used by the job
  Job job_;
};

// A row that can be selected: an algorithm of the catalogue, or a host implementation.
struct BenchmarkEntry {
  std::string id, summary;
  Algorithm::Family family = Algorithm::Family::reduction;
  bool on_host = false;
  std::string missing;  // what to install if this build lacks the host implementation
};
// Returns all entries: algorithms, followed by host implementations.
std::vector<BenchmarkEntry> benchmark_entries();
std::vector<std::string> benchmark_ids();
// Returns the ids that a state selects. Hazards are included only if they are named explicitly or shown.
std::vector<std::string> benchmark_choice(const AppState& state);
// Returns the requests of a run: each selected row at each size, sorted by size.
std::vector<measure::BenchRequest> benchmark_requests(const AppState& state, const std::string& kernel_dir);

}  // namespace lockstep::gui
