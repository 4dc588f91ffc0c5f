// The costs of runs, counted by the simulator in a job, one run after another: the interface requests counts
// and reads the finished ones. Finished counts are kept.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/job.hpp"
#include "gui/session/run_request.hpp"
#include "sim/observers/counted_run_maker.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::gui {

// Equal requests give equal counts.
struct CountRequest {
  RunRequest run;
  bool own_text = false;  // run.text is the kernel; otherwise the file of the catalogue is
  bool operator==(const CountRequest&) const = default;
};

// The counts of a run, or the reason why it was not counted.
struct Counted {
  std::optional<sim::Counters> counters;
  std::uint64_t processors = 1;  // work-items of the largest launch
  std::string reason;            // why it cannot run, or was not counted completely; otherwise empty
  std::string wrong;             // why the result is not the reference, or the first finding; empty: correct
};
using CountedPtr = std::shared_ptr<const Counted>;

struct CountSnapshot {
  std::vector<CountRequest> requests;
  std::vector<CountedPtr> results;     // one for each request; null until it is counted
  std::optional<std::size_t> running;  // the request that is being counted
  bool is_stopped = false;             // missing results are not counted

  const Counted* find(const CountRequest& request) const;  // null: not requested, or not counted yet
  std::size_t finished() const;
  bool complete() const { return finished() == requests.size(); }
};

// Runs with more warp instructions are not counted. Thus a run takes at most about two seconds, and a new
// request waits no longer than that.
inline constexpr std::uint64_t kCountBudget = 4'000'000;

// Counts one run in pieces; the job uses it. Each call runs for about `most`, or to the end if `most` has no
// value; the last call returns the counts. Reads the kernel file.
class Counting {
 public:
  Counting(CountRequest request, std::string kernel_dir, std::stop_token stop = {});
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;
  std::optional<Counted> go_on(std::optional<std::chrono::milliseconds> most = {});

 private:
  std::optional<Counted> begin();

  CountRequest request_;
  std::string kernel_dir_;
  std::stop_token stop_;
  Plan plan_;
  const sim::DeviceModel* model_ = nullptr;
  std::optional<sim::CountedRunMaker> maker_;
};

Counted count_run(const CountRequest& request, const std::string& kernel_dir);

class CountRunner {
 public:
  explicit CountRunner(std::string kernel_dir = {}, const JobHost& host = {});

  // Requests exactly these runs, in this order; earlier requests that have not started are dropped.
  void want(const std::vector<CountRequest>& requests);
  // Keeps finished counts; counting continues when other runs are requested, or after go_on().
  void stop();
  void go_on();
  CountSnapshot snapshot();
  // Blocks until no work is left or the time is over.
  void wait(std::chrono::milliseconds most);

 private:
  struct Finished {
    CountRequest request;
    CountedPtr result;  // null if it was stopped
  };
  void ask();
  CountedPtr recall(const CountRequest& request) const;
  void take_finished();

  CountSnapshot wanted_;
  std::deque<Finished> kept_;  // ordered from oldest to latest
  Job<CountRequest, Finished> job_;
};

}  // namespace lockstep::gui
