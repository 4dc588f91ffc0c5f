// Determines whether the result of a run is right and, if not, where it becomes wrong. For this purpose, each
// stored value that is part of the wrong result is compared with the combination of its inputs, so the method
// works for any kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/check/check.hpp"
#include "sim/explain/right_result.hpp"
#include "sim/explain/wrong_result/wrong_result.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

// The first moment at which the result is known to be wrong.
struct WrongFrom {
  std::uint64_t position = 0;  // position in the trace, after the store of the wrong value
  std::uint32_t line = 0;      // line of the kernel file that stores the value; 0: an included file
  std::string sentence;        // "Line 33 stores 27 in scratch[0], but Σ x0..x1 is 26."
};

struct RunVerdict {
  // not_checked: the plan does not define the correct result, or the run did not end.
  enum class Kind : std::uint8_t { not_checked, right, wrong };
  Kind kind = Kind::not_checked;
  // If the result is right: the computed and the expected value.
  RightResult right;
  // All other members except `error` are set only if the result is wrong.
  std::string message;  // "out[0] is 17, but the sequential reference gives 25: x3 is missing."
  std::string because;  // "x3 is missing"
  std::optional<Difference> first;
  std::vector<Difference> more;   // the differences after the first, as far as they are kept (check.hpp)
  std::uint64_t differences = 0;  // number of wrong elements
  // Whether the part of each work-group is right, and no launch combines the parts. In this case, no line
  // is wrong.
  bool lacks_launch = false;
  std::optional<WrongFrom> from;
  std::optional<LargestError> error;  // of any floating-point result, right or wrong
  bool is_wrong() const { return kind == Kind::wrong; }
};

std::string_view name(RunVerdict::Kind kind);  // "not checked", "right", "wrong"

// The sentence for a plan without an expectation.
inline constexpr std::string_view kNotChecked = "The result was not checked: no expected result is given.";

RunVerdict verdict_of(const Trace& trace);

// Returns the verdict on a counted run. `from` is found from a recorded trace if the run is short
// enough (kMaxTracedMoments).
RunVerdict verdict_of(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                      const CountedRun& run, const std::stop_token& stop = {});

inline constexpr std::uint64_t kMaxTracedMoments = 300'000;

}  // namespace lockstep::sim
