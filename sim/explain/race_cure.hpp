// What a data race means for the result, and what would help: where the missing barrier goes, what should
// have been read, and a schedule that shows the damage. All of it is found by running the plan again, with
// the barrier or in another order, so it holds for any kernel; what could not be confirmed is not said.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/explain/statement_places.hpp"
#include "sim/memory/device_model.hpp"
#include "sim/observers/counters.hpp"

namespace lockstep::sim {

// A schedule under which the result is another one.
struct OtherOutcome {
  Schedule schedule;
  std::string wrong;  // what the check says then; without an expectation which buffer differs
};

// "--schedule independent --order random:3": how to repeat it.
std::string schedule_options(const Schedule& schedule);

// Of a run with races whose result is right, or not known to be wrong: tries independent lanes, adversarial
// and random orders. None for a run that is too large to repeat (kMostRepeated).
std::optional<OtherOutcome> find_other_outcome(const Plan& plan, const DeviceModel& model,
                                               const Schedule& schedule, const CountedRun& run);

struct RaceCure {
  std::string barrier;  // a sentence: where the barrier goes; "" for work-items of different groups
  std::string values;   // a sentence: what was read, and what should have been; "" where that is not known
};

class RaceCures {
 public:
  // `other` is what find_other_outcome() gave. All must outlive it.
  RaceCures(const Plan& plan, const DeviceModel& model, const Schedule& schedule, const CountedRun& run,
            const std::optional<OtherOutcome>& other);

  // Of a data race of the run; both empty for other findings and runs that are too large to repeat.
  RaceCure of(const Finding& finding);

 private:
  struct Trial {
    Plan plan;
    std::vector<Finding> findings;
    bool is_usable = false;  // compiles, and leaves nobody waiting at a barrier
  };
  const Trial& trial(std::uint32_t program, const StatementPlace& place, const std::string& statement);
  const Surroundings& surroundings(std::uint32_t program, const language::SourceRange& access);
  std::optional<StatementPlace> find_place(const Finding& finding, const std::string& statement);
  std::string barrier_sentence(const Finding& finding, const std::optional<StatementPlace>& place);
  bool changes_what_it_reads(const Finding& finding) const;
  std::string values_sentence(const Finding& finding, const Plan* repaired) const;

  const Plan& plan_;
  const DeviceModel& model_;
  Schedule schedule_;
  const CountedRun& run_;
  const std::optional<OtherOutcome>& other_;
  bool is_right_;
  std::uint64_t left_;                   // lane instructions that may still be spent
  std::map<std::string, Trial> trials_;  // by the edited text
  // Places that helped, by program and statement.
  std::map<std::pair<std::uint32_t, std::string>, std::vector<StatementPlace>> taken_;
  std::map<std::pair<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>>, Surroundings> surroundings_;
};

// Elements, and lane instructions of all repetitions together.
inline constexpr std::uint64_t kMostRepeatedElements = 64 * 1024;
inline constexpr std::uint64_t kMostRepeated = std::uint64_t{1} << 28;

}  // namespace lockstep::sim
