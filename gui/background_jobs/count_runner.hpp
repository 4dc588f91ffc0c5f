// What runs cost, counted by the simulator in a job, one run after the other: the interface says which counts
// it wants, and reads those that are finished. Finished counts are kept.
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

// The same request gives the same counts.
struct CountRequest {
  RunRequest run;
  bool own_text = false;  // run.text is the kernel; otherwise the catalogue's file is
  bool operator==(const CountRequest&) const = default;
};

// The counts of a run, or why it was not counted.
struct Counted {
  std::optional<sim::Counters> counters;
  std::uint64_t processors = 1;  // work-items of the widest launch
  std::string reason;            // why it cannot run, or was not counted to its end; empty if it was
  std::string wrong;  // why the result differs from the reference, or the first finding; empty: correct
};
using CountedPtr = std::shared_ptr<const Counted>;

struct CountSnapshot {
  std::vector<CountRequest> requests;
  std::vector<CountedPtr> results;     // one for each request; null until it is counted
  std::optional<std::size_t> running;  // the request that is being counted
  bool is_stopped = false;             // what is missing is not counted

  const Counted* find(const CountRequest& request) const;  // null: not wanted, or not counted yet
  std::size_t finished() const;
  bool complete() const { return finished() == requests.size(); }
};

// Runs of more warp instructions than this are not counted: a run takes about two seconds at most, and a new
// request waits no longer.
inline constexpr std::uint64_t kCountBudget = 4'000'000;

// Counts one run in pieces, which is what the job does: each call works for about so long, none: to the end;
// the last one returns the counts. Reads the kernel file.
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

  // These runs and no others, in this order; earlier requests that have not begun are dropped.
  void want(const std::vector<CountRequest>& requests);
  // What is counted stays; the rest is counted once other runs are wanted, or after go_on().
  void stop();
  void go_on();
  CountSnapshot snapshot();
  // Blocks until no work is left or the time is over.
  void wait(std::chrono::milliseconds most);

 private:
  struct Finished {
    CountRequest request;
    CountedPtr result;  // null: it was stopped
  };
  void ask();
  CountedPtr recall(const CountRequest& request) const;
  void take_finished();

  CountSnapshot wanted_;
  std::deque<Finished> kept_;  // the latest last
  Job<CountRequest, Finished> job_;
};

}  // namespace lockstep::gui
