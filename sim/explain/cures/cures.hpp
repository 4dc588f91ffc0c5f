// Finds a change that removes an error: barriers, other comparisons, guards, atomic functions, wider types,
// another identity, and finally all small changes of the text. Each change is tested in a trial run before it
// is reported. If no trial run confirms a change, the sentence explains why no change helps.
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
  // `other` is the result of find_other_outcome(). All arguments must outlive this object.
  Cures(const Plan& plan, const DeviceModel& model, const Schedule& schedule, const CountedRun& run,
        const std::optional<OtherOutcome>& other, std::stop_token stop = {});

  // Returns an empty cure if the finding is not an error, or if the run is too large to repeat.
  Cure of(const Finding& finding);
  // Whether one change at the place of a finding results in a run without errors and with the right result.
  bool repairs_all() { return whole().has_value(); }
  // Returns the cure for a wrong result of a run without errors. `line` is the line that first makes the
  // result wrong; 0 if unknown.
  Cure of_wrong_result(std::uint32_t program, std::uint32_t line);

 private:
  // A change that gives a run without errors and with the right result, and the finding for which the change
  // was found.
  struct Whole {
    Edit edit;
    const Finding* of = nullptr;
  };
  enum class Wanted : std::uint8_t { clean_run, without_finding };

  const language::TranslationUnit* unit(std::uint32_t program);
  std::vector<Edits> edits_for(const Finding& finding, Wanted wanted);
  std::vector<Edits> edits_for_race(const Finding& finding, Wanted wanted);
  std::vector<Edits> edits_everywhere(std::uint32_t program, Wanted wanted);
  std::string identity() const;  // of the expected result's operator; "0" without an expectation
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
  std::string waits(const Finding& finding);  // about a loop that waits for another work-item; else ""
  std::string without_cure(const Finding& finding);

  const Plan& plan_;
  const DeviceModel& model_;
  Schedule schedule_;
  const CountedRun& run_;
  const std::optional<OtherOutcome>& other_;
  std::stop_token stop_;
  TrialRuns trials_;
  std::map<std::uint32_t, std::optional<language::TranslationUnit>> units_;
  std::map<const Finding*, std::size_t> places_;      // elements accessed at a finding
  std::optional<std::optional<Whole>> whole_, slip_;  // each is searched for only once
};

}  // namespace lockstep::sim
