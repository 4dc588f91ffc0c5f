// Counts the costs of runs in the simulator, in a background job, one run after another. The interface
// requests counts and reads the finished counts, which are kept.
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

// A run whose costs are to be counted. Equal requests give equal counts.
struct CountRequest {
  RunRequest run;
  bool own_text = false;  // the kernel is run.text; otherwise the file of the catalogue
  bool operator==(const CountRequest&) const = default;
};

// The counts of a run, or the reason why it was not counted.
struct Counted {
  std::optional<sim::Counters> counters;
  std::uint64_t processors = 1;  // work-items of the largest launch
  std::string reason;            // why the run cannot be counted completely; otherwise empty
  std::string wrong;  // the first error, or why the result differs from the reference; empty: correct
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

// Runs with more warp instructions than this are not counted. Thus counting a run takes at most about two
// seconds, and a new request waits no longer.
inline constexpr std::uint64_t kCountBudget = 4'000'000;

// Counts one run in pieces. Each call of go_on() simulates for about `most`, or to the end if `most` has no
// value. The last call returns the counts. The first call reads the kernel file.
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
  // Stops counting. Finished counts are kept; counting continues after go_on() or when other runs
  // are requested.
  void stop();
  void go_on();
  CountSnapshot snapshot();
  // Waits until no work is left, but no longer than `most`.
  void wait(std::chrono::milliseconds most);

 private:
  struct Finished {
    CountRequest request;
    CountedPtr result;  // null if counting was stopped
  };
  void ask();
  CountedPtr recall(const CountRequest& request) const;
  void take_finished();

  CountSnapshot wanted_;
  std::deque<Finished> kept_;  // ordered from oldest to latest
  Job<CountRequest, Finished> job_;
};

}  // namespace lockstep::gui
