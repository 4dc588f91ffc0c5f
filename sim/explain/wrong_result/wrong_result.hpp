// Why a result is wrong, according to the provenance of its value: which inputs are missing, counted twice,
// or unexpected. This is independent of the algorithm: a reduction must contain each element once, element i
// of a scan the elements up to i.
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

// The check of the run's buffers; passed if the plan has no expectation.
CheckResult check_run(const Plan& plan, const CountedRun& run);

// "x16..x31 are missing, x0 is counted twice", for the first wrong element. "" if nothing is wrong.
std::string wrong_because(const Trace& trace, const CheckResult& check);

// The same for a counted run, which keeps no provenance: it runs again in the same order. Also "" if the
// repetition would take too much memory (kMaxLaneInstructions) or was stopped.
std::string wrong_because(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                          const CountedRun& run, const CheckResult& check, const std::stop_token& stop = {});

// The elements begin, begin + 1 … end - 1 of the input.
struct InputPart {
  std::uint64_t begin = 0, end = 0;
};
// The inputs that element `index` of the result must contain, each once; empty if the expectation
// does not specify them.
std::optional<InputPart> part_of(const Plan& plan, std::uint64_t index);

// The values that a result combines, by operations that count as steps and work.
struct ResultSources {
  struct Element {
    std::uint64_t index = 0;
    bool is_sum = false;                        // or a product: each input is needed
    std::vector<ProvenanceGraph::Source> runs;  // runs of inputs, ascending
  };
  std::vector<Element> elements;  // of the result, the last ones first; at most 256, evenly spread
  // For each launch: the number of work-groups with a work-item that combines values of the result; the
  // number of those that use no work-group function and in which such a work-item reads a value that another
  // work-item has stored in local memory.
  struct Launch {
    std::uint64_t combining = 0, through_local = 0;
    // Combinations of values in the result whose inputs are not adjacent: x0 with x2, before x1 is included.
    std::uint64_t scattered = 0;
  };
  std::vector<Launch> launches;
  // The line of the first value without inputs that is combined with values of inputs, although it changes
  // with the inputs (OutsideValues); 0 if there is none.
  std::uint32_t outside_line = 0;
};
// For the first elements of a buffer at the end. Runs again like wrong_because(); `instructions`: the run's
// count. None if the run was stopped.
struct ResultPart {
  std::size_t buffer = 0;
  std::uint64_t elements = 0;
};
std::optional<ResultSources> sources_of_result(const Plan& plan, const DeviceModel& model,
                                               const Schedule& schedule, std::uint64_t instructions,
                                               const ResultPart& part, const std::stop_token& stop = {});

inline constexpr std::uint64_t kMaxLaneInstructions = std::uint64_t{1} << 27;

}  // namespace lockstep::sim
