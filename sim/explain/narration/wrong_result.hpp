// Why a result is wrong, from the provenance of its value: which inputs are missing, counted twice, or do not
// belong there. This is independent of the algorithm: a reduction must contain each element once, element i
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

// The same for a counted run, which keeps no provenance: it runs again in the same order. "" also if that
// would take too much memory (kMaxLaneInstructions), or was stopped.
std::string wrong_because(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                          const CountedRun& run, const CheckResult& check, const std::stop_token& stop = {});

// Of the input, the elements begin, begin + 1 … end - 1.
struct InputPart {
  std::uint64_t begin = 0, end = 0;
};
// The inputs that element `index` of the result must contain, each once; empty if the expectation
// does not specify them.
std::optional<InputPart> part_of(const Plan& plan, std::uint64_t index);

// What a result is made of, by operations that are steps and work.
struct ResultSources {
  struct Element {
    std::uint64_t index = 0;
    bool is_sum = false;                        // or a product: each input is needed
    std::vector<ProvenanceGraph::Source> runs;  // of inputs, ascending
  };
  std::vector<Element> elements;  // of the result, the last ones first; at most 256, evenly spread
  // Of each launch: work-groups with a work-item that combines values that are in the result; those with one
  // that has such a value from local memory, where another work-item has stored it, and which combine none by
  // functions of work-groups.
  struct Launch {
    std::uint64_t combining = 0, through_local = 0;
    // Combinations of values in the result whose inputs are not neighbours: x0 with x2, before x1 is there.
    std::uint64_t scattered = 0;
  };
  std::vector<Launch> launches;
  // Where the first value is combined with those of inputs that is none by operations, but changes with the
  // inputs (OutsideValues); 0: there is none.
  std::uint32_t outside_line = 0;
};
// Of the first elements of a buffer at the end. Runs again like wrong_because(); `instructions`: of the run.
// None: it was stopped.
struct ResultPart {
  std::size_t buffer = 0;
  std::uint64_t elements = 0;
};
std::optional<ResultSources> sources_of_result(const Plan& plan, const DeviceModel& model,
                                               const Schedule& schedule, std::uint64_t instructions,
                                               const ResultPart& part, const std::stop_token& stop = {});

inline constexpr std::uint64_t kMaxLaneInstructions = std::uint64_t{1} << 27;

}  // namespace lockstep::sim
