// Explains why a result is wrong from the provenance of its value: which inputs are missing, counted twice,
// or unexpected. The explanation does not depend on the algorithm, because a reduction must contain each
// element once, and element i of a scan must contain the elements up to i.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/check/check.hpp"
#include "core/plan/plan.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// Checks the buffers of the run. The check passes if the plan has no expectation.
CheckResult check_run(const Plan& plan, const CountedRun& run);

// Returns the reason for the first wrong element: "x16..x31 are missing, x0 is counted twice"; "" if nothing
// is wrong.
std::string wrong_because(const Trace& trace, const CheckResult& check);

// Returns the same reason for a counted run. Because such a run keeps no provenance, the plan runs again in
// the same order. Returns "" also if the repetition would take too much memory (kMaxLaneInstructions) or
// was stopped.
std::string wrong_because(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                          const CountedRun& run, const CheckResult& check, const std::stop_token& stop = {});

// The elements begin to end - 1 of the input.
struct InputPart {
  std::uint64_t begin = 0, end = 0;
};
// Returns the inputs that element `index` of the result must contain, each of them once; empty if the
// expectation does not specify them.
std::optional<InputPart> part_of(const Plan& plan, std::uint64_t index);

// The values that a result combines by operations that count as steps and work.
struct ResultSources {
  struct Element {
    std::uint64_t index = 0;
    bool is_sum = false;                        // whether it is a sum or a product, which needs each input
    std::vector<ProvenanceGraph::Source> runs;  // consecutive runs of inputs, ascending
  };
  std::vector<Element> elements;  // elements of the result, the last first; at most 256, evenly distributed
  // For each launch: `combining` is the number of work-groups with a work-item that combines values of the
  // result. `through_local` is the number of these work-groups that use no work-group function, and in which
  // such a work-item reads a value that another work-item has stored in local memory.
  struct Launch {
    std::uint64_t combining = 0, through_local = 0;
    // The number of combinations of values in the result whose inputs are not adjacent: x0 with x2, before x1
    // is included.
    std::uint64_t scattered = 0;
  };
  std::vector<Launch> launches;
  // The line of the first value without inputs that is combined with values of inputs, although the value
  // changes with the inputs (OutsideValues); 0 if there is no such line.
  std::uint32_t outside_line = 0;
};
// The first elements of a buffer at the end of the run.
struct ResultPart {
  std::size_t buffer = 0;
  std::uint64_t elements = 0;
};
// Finds the sources of the elements in `part`. Runs the plan again like wrong_because(); `instructions` is
// the instruction count of the run. None if the run was stopped.
std::optional<ResultSources> sources_of_result(const Plan& plan, const DeviceModel& model,
                                               const Schedule& schedule, std::uint64_t instructions,
                                               const ResultPart& part, const std::stop_token& stop = {});

inline constexpr std::uint64_t kMaxLaneInstructions = std::uint64_t{1} << 27;

}  // namespace lockstep::sim
