// Is a result right? Every executor's result goes through here before anything else is said about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/plan.hpp"

namespace lockstep {

// The first element that is wrong, with both values as people read them.
struct Difference {
  std::uint64_t index = 0;
  std::string expected;
  std::string got;
  double tolerance = 0;  // floating point: how far apart they might be
};

struct CheckResult {
  std::uint64_t differences = 0;
  std::optional<Difference> first;
  bool passed() const { return differences == 0; }
  // "out[0] is 17, but the sequential reference gives 25."; empty when passed.
  std::string message(const std::string& buffer_name) const;
};

// `input` is what the input buffer held before the first launch, `result` what the result buffer holds after
// the last one. A result that is too short counts as wrong. The plan must be valid and have an expectation.
CheckResult check_result(const Plan& plan, std::span<const std::byte> input,
                         std::span<const std::byte> result);

}  // namespace lockstep
