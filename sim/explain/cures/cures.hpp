// Finds a change that removes an error. Each change is tried in a run before it is reported: barriers, other
// comparisons, guards, atomic functions, wider types, another identity, and finally all small changes of the
// text. A change that no run confirms is omitted; the sentence then names the attempts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/explain/cures/cure.hpp"
#include "sim/explain/cures/other_outcome.hpp"
#include "sim/explain/cures/trial_runs.hpp"
#include "sim/explain/kernel_edits/edit.hpp"
#include "sim/frontend/tree/ast.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

class Cures {
 public:
  // `other` is the result of find_other_outcome(). All arguments must outlive it.
  Cures(const Plan& plan, const DeviceModel& model, const Schedule& schedule, const CountedRun& run,
        const std::optional<OtherOutcome>& other, std::stop_token stop = {});

  // Empty if the finding is not an error, or if the run is too large to repeat.
  Cure of(const Finding& finding);
  // Whether one change at the place of a finding results in a run without errors and with the right result.
  bool repairs_all() { return whole().has_value(); }
  // For a result that is wrong in a run without errors. `line`: the line that first makes it wrong;
  // 0: unknown.
  Cure of_wrong_result(std::uint32_t program, std::uint32_t line);

 private:
  // A change that results in no errors and the right result, and the finding for which it was found.
  struct Whole {
    Edit edit;
    const Finding* of = nullptr;
  };
  enum class Wanted : std::uint8_t { clean_run, without_finding };

  const language::TranslationUnit* unit(std::uint32_t program);
  std::vector<Edits> edits_for(const Finding& finding, Wanted wanted);
  std::vector<Edits> edits_for_race(const Finding& finding, Wanted wanted);
  std::vector<Edits> edits_everywhere(std::uint32_t program, Wanted wanted);
  bool helps(const Trial& trial, const Finding* finding, Wanted wanted) const;
  bool leaves_accesses_out(const Trial& trial, const Finding* finding);
  Edits comparison_edits_near(const Finding& finding);
  bool hides(const Trial& trial, const Finding* finding);
  std::optional<Edit> small_change(std::uint32_t program);
  std::optional<Edit> find(const Finding& finding, Wanted wanted);
  std::optional<Edit> best(std::uint32_t program, const Edits& edits, const Finding* finding, Wanted wanted);
  const std::optional<Whole>& whole();
  const std::optional<Whole>& slip();  // a small change anywhere
  Cure said(const Finding& finding, const Edit& edit);
  std::string waits(const Finding& finding);  // what it waits for: another work-item of its group
  std::string without_cure(const Finding& finding);

  const Plan& plan_;
  const DeviceModel& model_;
  Schedule schedule_;
  const CountedRun& run_;
  const std::optional<OtherOutcome>& other_;
  std::stop_token stop_;
  TrialRuns trials_;
  std::map<std::uint32_t, std::optional<language::TranslationUnit>> units_;
  std::map<const Finding*, std::size_t> places_;      // accessed by the line of a finding in the run
  std::optional<std::optional<Whole>> whole_, slip_;  // searched once
};

}  // namespace lockstep::sim
