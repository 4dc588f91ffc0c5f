// The effect of a data race on the result, and how to repair it: where the missing barrier belongs, which
// value should have been read, and a schedule that gives a wrong result. All of this is found by running the
// plan again, with the barrier or in another order, so it applies to any kernel; results that no run confirms
// are left out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/explain/other_outcome.hpp"
#include "sim/explain/statement_places.hpp"
#include "sim/memory/device_model.hpp"
#include "sim/observers/counters.hpp"

namespace lockstep::sim {

struct RaceCure {
  std::string barrier;     // a sentence: where the barrier belongs; "" for work-items of different groups
  std::string values;      // a sentence: the value that was read and the right one; "" if unknown
  std::string repaired{};  // the text of the finding's program with the barrier; "" if no trial confirmed one
};

class RaceCures {
 public:
  // `other` is the result of find_other_outcome(). All arguments must outlive it.
  RaceCures(const Plan& plan, const DeviceModel& model, const Schedule& schedule, const CountedRun& run,
            const std::optional<OtherOutcome>& other, std::stop_token stop = {});

  // The cure of a data race of the run; empty for other findings and for runs that are too large to repeat.
  RaceCure of(const Finding& finding);

 private:
  struct Trial {
    Plan plan;
    std::vector<Finding> findings;
    bool is_usable = false;  // compiles, and leaves no work-item waiting at a barrier
  };
  const Trial& trial(std::uint32_t program, const StatementPlace& place, const std::string& statement);
  const Trial& trial(std::uint32_t program, std::string text);
  // The text with the missing flag of the barrier between the two accesses, if a trial confirms it.
  std::string with_flag(const Finding& finding);
  const Surroundings& surroundings(std::uint32_t program, const SourceRange& access);
  std::optional<StatementPlace> find_place(const Finding& finding, const std::string& statement);
  std::string barrier_sentence(const Finding& finding, const std::optional<StatementPlace>& place);
  bool changes_what_it_reads(const Finding& finding) const;
  std::string values_sentence(const Finding& finding, const Plan* repaired) const;

  const Plan& plan_;
  const DeviceModel& model_;
  Schedule schedule_;
  const CountedRun& run_;
  const std::optional<OtherOutcome>& other_;
  std::stop_token stop_;  // after a stop there are no more trials
  bool is_right_;
  std::uint64_t left_;                   // lane instructions that trials may still execute
  std::map<std::string, Trial> trials_;  // by the edited text
  // Accepted places, by program and statement.
  std::map<std::pair<std::uint32_t, std::string>, std::vector<StatementPlace>> taken_;
  std::map<std::pair<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>>, Surroundings> surroundings_;
};

}  // namespace lockstep::sim
