// What runs cost, counted by the simulator on a thread of its own, one run after the other: the interface
// says which counts it wants, and reads those that are there. What was counted once is kept.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/jobs/session.hpp"
#include "sim/observers/counters.hpp"

namespace lockstep::gui {

// The same request gives the same counts.
struct CountRequest {
  RunRequest run;
  bool own_text = false;  // run.text is the kernel; otherwise the catalogue's file is
  bool operator==(const CountRequest&) const = default;
};

// A finished run, or why there is none.
struct Counted {
  std::optional<sim::Counters> counters;
  std::uint64_t processors = 1;  // work-items of the widest launch
  std::string reason;            // why it cannot run, or was not counted to its end; empty when it was
  std::string wrong;  // why the result is not that of the reference, or what was found; empty: right
};
using CountedPtr = std::shared_ptr<const Counted>;

struct CountSnapshot {
  std::vector<CountRequest> requests;
  std::vector<CountedPtr> results;     // one for each request; null while it is not there
  std::optional<std::size_t> running;  // the request that is being counted

  const Counted* find(const CountRequest& request) const;  // null: not wanted, or not there yet
  std::size_t finished() const;
  bool complete() const { return finished() == requests.size(); }
};

// Runs of more warp instructions than this are not counted, so that no run keeps the thread for long: about
// two seconds, and as long takes a change of mind at worst.
inline constexpr std::uint64_t kCountBudget = 4'000'000;

// What the thread does. Pure but for reading the kernel file.
Counted count_run(const CountRequest& request, const std::string& kernel_dir);

class CountRunner {
 public:
  explicit CountRunner(std::string kernel_dir = {}, std::function<void()> wake = {});
  ~CountRunner();  // waits for the run that is going on
  CountRunner(const CountRunner&) = delete;
  CountRunner& operator=(const CountRunner&) = delete;

  // These and no others, in this order; what was wanted before and has not begun is never counted.
  void want(const std::vector<CountRequest>& requests);
  CountSnapshot snapshot() const;
  // Blocks until all that is wanted is there or the time is over.
  void wait(std::chrono::milliseconds most);

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace lockstep::gui
