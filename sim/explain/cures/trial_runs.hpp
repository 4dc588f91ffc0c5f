// Runs the plan with a changed kernel text. A cure is reported only after such a trial run.
#pragma once

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

struct Trial {
  Plan plan;
  std::vector<Finding> findings;
  std::uint64_t active_lanes = 0, barriers = 0, load_requests = 0;  // loads of global memory
  bool is_usable = false;  // compiles, ends, and has no more waiting work-items than the run
  bool is_right = false;   // has the expected result; true if no result is expected

  bool is_clean() const { return is_usable && is_right && !has_errors(findings); }
};

// Runs a changed plan, and ends the run after at most `step_budget` warp instructions.
Trial run_trial(const Plan& changed, const DeviceModel& model, const Schedule& schedule,
                std::uint64_t step_budget, const std::stop_token& stop);

class TrialRuns {
 public:
  // All arguments must outlive this object. After a stop request, and for runs that are too large to repeat,
  // no trial is usable.
  TrialRuns(const Plan& plan, const DeviceModel& model, const Schedule& schedule, const CountedRun& run,
            std::stop_token stop);

  // Returns the trial with `text` in place of the text of the program. Other programs that are built from the
  // same file with different options get the text, too.
  const Trial& of(std::uint32_t program, const std::string& text);
  bool may_go_on() const;
  // Whether the result is also as expected with other input values, because a single run may be right by
  // chance. True if the expected result is not a reduction or a scan.
  bool is_right_with_other_inputs(std::uint32_t program, const std::string& text);

  const Plan& plan() const { return plan_; }
  const CountedRun& run() const { return run_; }
  const std::string& text(std::uint32_t program) const { return plan_.programs[program].source.text; }
  // Whether the run itself has the expected result, or no result is expected.
  bool is_right() const { return is_right_; }

  // Whether the trial has an error of the same kind as the finding, at the same lines.
  static bool has(const Trial& trial, const Finding& finding);
  // Whether the run also has all errors of the trial.
  bool has_nothing_new(const Trial& trial) const;

 private:
  Plan with_text(std::uint32_t program, const std::string& text) const;

  const Plan& plan_;
  const DeviceModel& model_;
  Schedule schedule_;
  const CountedRun& run_;
  std::stop_token stop_;
  bool is_right_;
  std::uint64_t left_;                   // lane instructions that trials may still execute
  std::map<std::string, Trial> trials_;  // by the changed text
};

}  // namespace lockstep::sim
